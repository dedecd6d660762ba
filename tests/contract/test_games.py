"""What every game must keep, found by folder: a new game is tested by being there."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine.games
from engine.core.chance import random_state
from engine.core.effects import EffectLog, effect_log
from engine.core.errors import BadSetup, UnreadableMove
from engine.core.game import Game, Kind, Setup, State
from engine.core.ids import MoveCode
from engine.core.kernels import PLY, kernels_of
from engine.core.registry import find_game, games

SHARED_EFFECTS = {
    "scored",
    "objective_drawn",
    "objective_completed",
    "objective_missed",
    "ranked",
}
FOLDERS = [
    folder.name
    for path in engine.games.__path__
    for folder in sorted(Path(path).iterdir())
    if (folder / "__init__.py").is_file()
]
EVERY_GAME = [pytest.param(find_game(folder), id=folder) for folder in FOLDERS]
EVERY_TABLE = [
    pytest.param((folder, players, seed), id=f"{folder}-{players}-{seed}")
    for folder in FOLDERS
    for players in find_game(folder).players
    for seed in (1, 2)
]


@dataclass(frozen=True, slots=True)
class Played:
    """One random game: the state before each ply, the move made there, and its effects."""

    game: Game
    players: int
    start: State
    states: list[State]
    moves: list[MoveCode]
    effects: list[list[dict[str, Any]]]


def rows_of(game: Game, log: EffectLog) -> list[dict[str, Any]]:
    """The rows of an effect log with their texts; the log is emptied."""
    rows = [
        {
            "kind": game.effect_kinds[row.kind],
            "what": game.vocabulary[row.what],
            "cause": game.vocabulary[row.cause],
            "seat": int(row.seat),
            "amount": int(row.amount),
        }
        for row in log.rows[: log.count]
    ]
    log.count = 0
    return rows


def play_at_random(game: Game, players: int, seed: int) -> Played:
    """A game by the `random` policy, kept state by state."""
    random = random_state(seed)
    start = game.start(Setup(players, {}, game.default_setup(players, random)))
    log = effect_log()
    game.rules.opening(start, log)
    opening = rows_of(game, log)
    buffer = np.empty(game.most_legal_moves, dtype=np.int64)
    state = game.copy(start)
    states, moves, effects = [], [], [opening]
    while game.kind(state) is not Kind.OVER and game.rules.turn(state) < 60:
        states.append(game.copy(state))
        if game.kind(state) is Kind.CHANCE:
            move = MoveCode(int(game.rules.draw(state, random)))
        else:
            move = MoveCode(int(game.rules.choose(state, 0, random, buffer)))
        moves.append(move)
        game.rules.play(state, move, log)
        effects.append(rows_of(game, log))
    states.append(state)
    return Played(game, players, start, states, moves, effects)


@pytest.fixture(scope="module", params=EVERY_TABLE)
def played(request: pytest.FixtureRequest) -> Played:
    folder, players, seed = request.param
    return play_at_random(find_game(folder), players, seed)


def pairs(played: Played) -> Iterator[tuple[State, MoveCode]]:
    yield from zip(played.states, played.moves, strict=False)


def test_every_folder_is_a_game_under_its_own_name() -> None:
    assert [game.key for game in games().values()] == sorted(FOLDERS)
    for game in games().values():
        for alias in game.aliases:
            assert find_game(alias.upper()) is game


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_description_fits_together(game: Game) -> None:
    assert game.policies[0] == "random"
    assert set(game.effect_kinds) >= SHARED_EFFECTS
    assert len(set(game.effect_kinds)) == len(game.effect_kinds)
    assert game.vocabulary[0] == ""
    assert len(set(game.vocabulary)) == len(game.vocabulary)
    words = set(game.vocabulary)
    assert set(game.score_sources) <= words
    assert {objective.key for objective in game.objectives} <= words
    for layer in game.heatmap_layers:
        assert layer.kind in game.effect_kinds
        assert {*layer.what, *layer.cause} <= words
        assert layer.weight in {"count", "amount", "turn"}
    for switch in game.switches.values():
        assert switch.choices
        assert switch.meaning
    for sentence in game.rejected_words.values():
        assert sentence.endswith(".")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_header_that_cannot_start_is_refused_with_a_sentence(game: Game) -> None:
    players = game.players[0]
    setup = game.default_setup(players, random_state(1))
    for wrong in (
        Setup(game.players[-1] + 1, {}, setup),
        Setup(1, {}, setup),
        Setup(players, {"no such switch": True}, setup),
        Setup(players, {next(iter(game.switches)): ["nonsense"]}, setup),
        Setup(players, {}, {**setup, "no such key": 1}),
    ):
        with pytest.raises(BadSetup, match=r"\.$"):
            game.start(wrong)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_value_of_every_switch_starts(game: Game) -> None:
    players = game.players[0]
    setup = game.default_setup(players, random_state(1))
    for key, switch in game.switches.items():
        for choice in switch.choices:
            game.start(Setup(players, {key: choice}, setup))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_is_no_move_is_refused_with_a_sentence(game: Game) -> None:
    players = game.players[0]
    state = game.start(Setup(players, {}, game.default_setup(players, random_state(1))))
    for text in ("", "nonsense", "?", "\N{SNOWMAN} 1,2", "end end end", "1" * 1000):
        with pytest.raises(UnreadableMove, match=r"\.$"):
            game.notation(state).parse(text)


def test_legal_moves_are_distinct_not_refused_and_hold_the_move_made(played: Played) -> None:
    for state, move in pairs(played):
        legal = played.game.legal_moves(state)
        assert len(set(legal)) == len(legal) > 0
        assert move in legal
        assert [each for each in legal if played.game.rules.refusal(state, each) != 0] == []


def test_text_and_code_say_the_same(played: Played) -> None:
    for state, move in pairs(played):
        notation = played.game.notation(state)
        for each in {move, *played.game.legal_moves(state)[:5]}:
            text = notation.format(each)
            assert notation.parse(text) == each
            assert notation.parse(f"  {text.upper().replace(' ', '   ')} ") == each


def test_a_move_that_is_not_listed_is_refused_with_a_sentence(played: Played) -> None:
    made = Counter(played.moves)
    # After the first ply: a first move may be one of many that are the same but for their place,
    # of which a game lists one.
    for state in played.states[1::7]:
        legal = set(played.game.legal_moves(state))
        for move in list(made)[:40]:
            reason = played.game.rules.refusal(state, move)
            if move not in legal:
                assert reason != 0
                assert played.game.explain(state, move, reason).endswith(".")


def test_chance_is_complete_and_adds_up_to_one(played: Played) -> None:
    random = random_state(9)
    nodes = [each for each in played.states if played.game.kind(each) is Kind.CHANCE]
    for state in nodes[:12]:
        outcomes = played.game.legal_moves(state)
        weights = [played.game.rules.weight(state, outcome) for outcome in outcomes]
        assert min(weights) > 0
        assert sum(weights) == pytest.approx(1.0)
        drawn = {MoveCode(int(played.game.rules.draw(state, random))) for _ in range(50)}
        assert drawn <= set(outcomes)


def test_asking_changes_nothing_and_copies_are_independent(played: Played) -> None:
    game = played.game
    for state, move in pairs(played):
        before = state.tobytes()
        game.legal_moves(state)
        game.position(state)
        game.rules.refusal(state, move)
        game.scores(state, played.players)
        game.rules.play(game.copy(state), move, effect_log(muted=True))
        assert state.tobytes() == before


def test_the_fold_reaches_the_same_state(played: Played) -> None:
    game = played.game
    state = game.copy(played.start)
    codes = np.array(played.moves, dtype=np.int64)
    rows = np.zeros(len(codes), dtype=PLY)
    reached, reason = kernels_of(game).fold(state, codes, 0, rows, effect_log(muted=True))
    assert (reached, reason) == (len(codes), 0)
    assert state.tobytes() == played.states[-1].tobytes()
    for row, before in zip(rows, played.states, strict=False):
        assert row["seat"] == game.to_move(before)
        assert Kind(row["kind"]) is game.kind(before)


def test_points_are_the_sum_of_scored_effects(played: Played) -> None:
    points = [0] * played.players
    for state, effects in zip(played.states, played.effects, strict=True):
        for effect in effects:
            if effect["kind"] == "scored":
                assert effect["what"] in played.game.score_sources
                points[effect["seat"]] += effect["amount"]
        assert played.game.scores(state, played.players) == points


def test_objectives_are_drawn_before_they_are_completed_or_missed(played: Played) -> None:
    held: Counter[tuple[int, str]] = Counter()
    for effects in played.effects:
        for effect in sorted(effects, key=lambda each: each["kind"] != "objective_drawn"):
            objective = (effect["seat"], effect["what"])
            if effect["kind"] == "objective_drawn":
                held[objective] += 1
            elif effect["kind"] in ("objective_completed", "objective_missed"):
                assert held[objective] > 0
                held[objective] -= 1
    if played.game.kind(played.states[-1]) is Kind.OVER:
        assert set(held.values()) <= {0}


def test_places_are_told_once_when_the_game_is_over(played: Played) -> None:
    last = played.states[-1]
    told = {
        effect["seat"]: effect["amount"]
        for effects in played.effects
        for effect in effects
        if effect["kind"] == "ranked"
    }
    if played.game.kind(last) is Kind.OVER:
        assert played.game.to_move(last) is None
        assert played.game.legal_moves(last) == []
        assert [told[seat] for seat in range(played.players)] == played.game.places(
            last, played.players
        )
        assert min(told.values()) == 1
    else:
        assert told == {}


def test_positions_are_json_with_plain_integers(played: Played) -> None:
    for state in played.states[::5]:
        position = played.game.position(state)
        assert json.loads(json.dumps(position)) == position
