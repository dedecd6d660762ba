"""Keys of positions: the same for the same position, and where they are the same so is the rest."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.core.chance import RandomState, below, random_state
from engine.core.effects import effect_log
from engine.core.game import Game, Setup, State
from engine.core.keys import key_of_bytes
from engine.core.registry import find_game

MUTED = effect_log(muted=True)
SHEEP, GOLD = find_game("battle_sheep"), find_game("china_gold")
PASTURE = ["0,0", "0,1", "0,2", "0,3", "1,0", "1,1", "1,2", "1,3", "2,0", "2,1", "2,2", "3,0"]


def sheep_that_matter(state: State) -> str:
    """The position, all stacks that are shut in alike; the switch `end` may add who is last."""
    position = SHEEP.position(state)
    for stack in state.stacks[: 16 * state.players]:
        if stack.sheep > 1 and stack.ways == 0:
            cells = position["cells"]
            held = next(label for number, label in enumerate(cells) if number == stack.cell)
            cells[held] = [cells[held][0], 1]
    return repr((position, int(state.last_seat)))


def gold_that_matters(state: State) -> str:
    """The position without who took which marker; how many each took stands in the scores."""
    position = GOLD.position(state)
    taken = position.pop("taken")
    return repr((position, sorted(taken["mountain"] + taken["river"])))


def walk(game: Game, start: State, random: RandomState, visit: Callable[[State], None]) -> None:
    """A game at random, in which now and then a move is tried and taken back."""
    state = game.copy(start)
    while (moves := game.legal_moves(state)) and game.rules.turn(state) < 60:
        visit(state)
        for _ in range(3):
            other = game.copy(state)
            game.rules.play(other, moves[int(below(random, len(moves)))], MUTED)
            visit(other)
        game.rules.play(state, moves[int(below(random, len(moves)))], MUTED)
    visit(state)


def sheep_starts() -> list[tuple[Game, State]]:
    return [
        (SHEEP, SHEEP.start(Setup(players, rules, setup)))
        for players, rules, setup in [
            (2, {}, {"board": PASTURE[:8]}),
            (3, {"end": "first_blocked"}, {"board": PASTURE[:9]}),
            (2, {"end": "one_left"}, {"board": PASTURE}),
            (2, {}, {}),
        ]
    ]


def gold_starts() -> list[tuple[Game, State]]:
    """Boards on which few markers are left, so that the same position comes again."""
    starts = []
    for rules in ({}, {"stage": "down_only"}, {"hide": "never"}):
        for seed in range(3):
            state = GOLD.start(Setup(2, rules, {"board": "synthetic-61"}))
            random = random_state(seed)
            while len(down := GOLD.position(state)["down"]) > 4:
                label = down[int(below(random, len(down)))]
                for text in ("throw 1", f"turn {label}"):
                    move = GOLD.notation(state).parse(text)
                    if GOLD.rules.refusal(state, move) == 0:
                        GOLD.rules.play(state, move, MUTED)
            starts.append((GOLD, state))
    return starts


@pytest.mark.parametrize(
    ("starts", "matters"),
    [(sheep_starts, sheep_that_matter), (gold_starts, gold_that_matters)],
    ids=["battle_sheep", "china_gold"],
)
def test_the_key_tells_positions_apart_that_differ_and_no_others(
    starts: Callable[[], list[tuple[Game, State]]], matters: Callable[[State], str]
) -> None:
    met_again = 0
    for game, start in starts():
        by_key: dict[int, str] = {}
        by_position: dict[str, int] = {}
        random = random_state(7)

        def visit(
            state: State,
            game: Game = game,
            by_key: dict[int, str] = by_key,
            by_position: dict[str, int] = by_position,
        ) -> None:
            nonlocal met_again
            key, position = int(game.rules.key(state)), matters(state)
            assert by_key.setdefault(key, position) == position
            # In the build tiles may cover the same cells in other ways, which need not be seen.
            if game is GOLD or state.phase > 0:
                known = by_position.setdefault(position, key)
                assert known == key
            met_again += 1

        for _ in range(12):
            walk(game, start, random, visit)
        met_again -= len(by_key)
    assert met_again > 100


@pytest.mark.parametrize("starts", [sheep_starts, gold_starts], ids=["battle_sheep", "china_gold"])
def test_whoever_is_decided_to_win_wins(starts: Callable[[], list[tuple[Game, State]]]) -> None:
    known_early = 0
    for game, start in starts():
        random = random_state(11)
        for _ in range(20):
            said: list[int] = []
            state = game.copy(start)
            while (moves := game.legal_moves(state)) and game.rules.turn(state) < 300:
                said.append(int(game.rules.decided(state)))
                game.rules.play(state, moves[int(below(random, len(moves)))], MUTED)
            players = int(state.players) if game is SHEEP else 2
            places = game.places(state, players)
            winners = {seat for seat in said if seat >= 0} if not moves else set()
            for winner in winners:
                known_early += 1
                assert places[winner] == 1
                assert places.count(1) == 1
    assert known_early > 20


def test_each_byte_of_a_record_counts() -> None:
    dtype: Any = np.dtype((np.record, np.dtype([("first", "i8", 5), ("rest", "i1", 3)])))
    states = np.zeros(44, dtype=dtype)
    raw = states.view(np.uint8).reshape(44, -1)
    for place in range(43):
        raw[place, place] = 1
    assert len({int(key_of_bytes(state)) for state in states}) == 44
    states[0] = states[43]
    assert key_of_bytes(states[0]) == key_of_bytes(states[43])
