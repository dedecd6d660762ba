"""Reasons: what positions tell, counted a second time by other means, and when it counts."""

from collections.abc import Iterator
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

from engine.analysis.film import film
from engine.analysis.reasons import _supports, reasons
from engine.analysis.search import Analyst
from engine.core.effects import effect_log, in_words
from engine.core.game import Codes, Kind, State
from engine.core.ids import MoveCode, Ply, Seat
from engine.core.registry import find_game
from engine.core.telling import Telling
from engine.hex.axial import Cell, neighbours
from engine.replay import Replay, replay
from engine.simulate.playing import simulate
from tests.engine.toy import TOY

MUTED = effect_log(muted=True)


def playing(key: str, players: int, seed: int) -> tuple[Replay, npt.NDArray[np.void]]:
    (log,) = simulate(find_game(key), 1, players, seed, ["greedy", "random"])
    played = replay(log)
    return played, film(played.game, played.start, played.codes)


def decisions(played: Replay, step: int) -> Iterator[tuple[Ply, Seat]]:
    """Every so many of the plies at which a seat decided."""
    plies = np.flatnonzero(played.ply_rows["kind"] == Kind.DECISION)[::step]
    for ply in plies.tolist():
        yield Ply(ply), Seat(int(played.ply_rows[ply]["seat"]))


def effects_from(played: Replay, ply: int, kind: str, seat: int) -> list[tuple[str, int]]:
    """What and amount of the effects of a kind from a ply on."""
    words = in_words(played.effects, played.game.effect_kinds, played.game.vocabulary)
    return [
        (effect.what, effect.amount)
        for at, effect in words
        if at >= ply and effect.kind == kind and effect.seat == seat
    ]


def test_cards_points_and_turns_of_takenoko_are_those_of_the_effects() -> None:
    played, states = playing("takenoko", 3, 7)
    told: set[str] = set()
    for ply, seat in decisions(played, 17):
        view = cast(State, states[ply])
        completed = {what for what, _ in effects_from(played, ply, "objective_completed", seat)}
        now = view["seats"]["score"].tolist()
        for one in played.game.tells_at_end(view, seat, 3, states[-1:]):
            told.add(one.key)
            number = one.numbers[0]
            scored = effects_from(played, ply, "scored", one.seat)
            match one.key:
                case "card":
                    assert one.seat == seat
                    assert bool(number) == (one.what in completed)
                case "points":
                    assert number == now[one.seat] + sum(amount for _, amount in scored)
                case "emperor":
                    assert bool(number) == ("emperor" in {what for what, _ in scored})
                case "turns":
                    ends = [effects_from(played, ply, "turn_ended", each) for each in range(3)]
                    assert number == sum(map(len, ends))
    assert told == {"card", "points", "emperor", "turns"}


def test_a_card_is_ready_when_completing_it_is_a_legal_move() -> None:
    played, states = playing("takenoko", 2, 7)
    seen = set()
    for ply, seat in decisions(played, 3):
        view, after = cast(State, states[ply]), states[ply + 1 : ply + 2]
        if played.game.to_move(cast(State, after[0])) != seat:
            continue
        texts = [
            played.game.notation(played.start).format(move)
            for move in played.game.legal_moves(cast(State, after[0]))
        ]
        completed = {what for what, _ in effects_from(played, ply, "objective_completed", seat)}
        for one in played.game.tells_at_once(view, seat, 2, after):
            if one.numbers[0]:
                at_once = f"complete {one.what}" in texts
                assert at_once or one.what in completed
            else:
                assert f"complete {one.what}" not in texts
            seen.add(bool(one.numbers[0]))
    assert seen == {True, False}


@pytest.mark.parametrize("players", [2, 4])
def test_land_of_battle_sheep_is_that_of_a_plain_flood(players: int) -> None:
    played, states = playing("battle_sheep", players, 9)
    told: set[str] = set()
    for ply, seat in decisions(played, 2):
        after = states[ply + 1 : ply + 2]
        position = played.game.position(cast(State, after[0]))
        if position["phase"] not in ("split", "over"):
            continue
        lands = [flooded(position["cells"], other) for other in range(players)]
        held = [
            sum(one is not None and one[0] == other for one in position["cells"].values())
            for other in range(players)
        ]
        found = list(played.game.tells_at_once(cast(State, states[ply]), seat, players, after))
        for one in found:
            told.add(one.key)
            others = [land for other, land in enumerate(lands) if other != one.seat]
            if one.key == "land":
                assert one.numbers[0] == len(lands[one.seat])
            elif one.key == "own-land":
                assert one.numbers[0] == len(lands[one.seat] - set().union(*others))
            else:
                assert one.numbers[0] <= 16 - held[one.seat]
        short = {other for other in range(players) if len(lands[other]) < 16 - held[other]}
        assert {one.seat for one in found if one.key == "land"} == short
    assert told == {"land", "own-land", "stuck"}


def flooded(cells: dict[str, list[int] | None], seat: int) -> set[Cell]:
    """Free cells joined to a stack of this seat that can be split."""
    land = {Cell(*map(int, name.split(","))): content for name, content in cells.items()}
    waiting = [
        cell for cell, content in land.items() if content and content[0] == seat and content[1] > 1
    ]
    found: set[Cell] = set()
    while waiting:
        for beside in neighbours(waiting.pop()):
            if beside in land and land[beside] is None and beside not in found:
                found.add(beside)
                waiting.append(beside)
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_who_is_boxed_in_is_told_by_the_last_effects(players: int) -> None:
    played, states = playing("battle_sheep", players, 9)
    view = cast(State, states[0])
    for one in played.game.tells_at_end(view, Seat(0), players, states[-1:]):
        left = sum(amount for _, amount in effects_from(played, 0, "blocked", one.seat))
        if one.key == "cells":
            assert one.numbers[0] == 16 - left
        else:
            assert bool(one.numbers[0]) == (left > 0)


def test_throws_are_those_after_which_a_legal_turn_completes_the_area() -> None:
    played, states = playing("china_gold", 2, 4)
    seen = set()
    for ply, seat in decisions(played, 9):
        after = states[ply + 1 : ply + 2]
        if played.game.kind(cast(State, after[0])) is not Kind.CHANCE:
            continue
        wanted = completing_throws(played, cast(State, after[0]), 1 - seat)
        told = {
            (one.what, one.cell): one.numbers[0] / 8
            for one in played.game.tells_at_once(cast(State, states[ply]), seat, 2, after)
            if one.key == "throws"
        }
        assert {key: value for key, value in told.items() if value} == pytest.approx(wanted)
        seen |= set(wanted.values())
    assert len(seen) > 2


def completing_throws(
    played: Replay, state: State, seat: int
) -> dict[tuple[str, tuple[int, int] | None], float]:
    """By area: the chance of a throw after which a legal turn completes it for its owner."""
    game = played.game
    found: dict[tuple[str, tuple[int, int] | None], float] = {}
    for throw in game.legal_moves(state):
        thrown = game.copy(state)
        game.rules.play(thrown, throw, MUTED)
        areas = set()
        for move in game.legal_moves(thrown):
            log = effect_log()
            game.rules.play(game.copy(thrown), move, log)
            words = in_words(log.rows[: log.count], game.effect_kinds, game.vocabulary)
            areas |= {
                (effect.what, effect.cell)
                for _, effect in words
                if effect.kind == "area_completed" and effect.seat == seat
            }
        for area in areas:
            found[area] = found.get(area, 0.0) + game.rules.weight(state, throw)
    return found


def test_gold_and_whole_areas_are_those_of_the_effects() -> None:
    played, states = playing("china_gold", 2, 4)
    whole = set()
    for one in played.game.tells_at_end(cast(State, states[0]), Seat(0), 2, states[-1:]):
        completed = effects_from(played, 0, "objective_completed", one.seat)
        scored = effects_from(played, 0, "scored", one.seat)
        if one.key == "gold":
            assert one.numbers[0] == sum(amount for _, amount in scored)
        elif one.numbers[0]:
            whole.add((one.seat, one.what, one.cell))
            assert one.what in {what for what, _ in completed}
    claimed = [len(effects_from(played, 0, "objective_completed", seat)) for seat in range(2)]
    assert len(whole) == sum(claimed) > 0


def toy_reasons(samples: int) -> dict[tuple[str, int], tuple[float, float, float, int]]:
    """Of six counters seat 0 takes one, or three; who comes after takes at random."""
    state = TOY.empty_state()
    state.players, state.heap = 2, 6
    found = reasons(Analyst(TOY), state, 2, MoveCode(13), MoveCode(11), samples, 1)
    return {
        (one.kind, one.seat): (one.after_best, one.after_played, one.low, one.samples)
        for one in found
    }


def test_what_is_exact_comes_apart_from_what_is_sampled() -> None:
    found = toy_reasons(64)
    assert found["heap", 0] == (3.0, 5.0, -2.0, 0)
    after_best, after_played, low, samples = found["counters", 0]
    assert after_best > after_played
    assert 0 < low < after_best - after_played
    assert samples == 64


@pytest.mark.parametrize(
    ("good", "seat", "difference", "supports"),
    [
        (True, 0, 1.0, True),  # more points for the seat itself
        (True, 0, -1.0, False),
        (True, 1, 1.0, False),  # more points for another
        (False, 1, 1.0, True),  # another is boxed in
        (False, 0, 1.0, False),
        (None, 0, -1.0, True),  # the game lasts longer: neither good nor bad
    ],
)
def test_what_is_good_for_others_speaks_against_a_move(
    good: bool | None, seat: int, difference: float, supports: bool
) -> None:
    telling = Telling("any", Seat(seat), np.array([difference, 0.0]), good=good)
    assert _supports(telling, Seat(0), difference) is supports


def test_few_playouts_make_nothing_certain() -> None:
    assert set(toy_reasons(7)) == {("heap", 0)}


def test_pairs_share_hidden_cards_and_chance() -> None:
    """The same move against itself never differs, whatever is drawn on the way."""
    (log,) = simulate(find_game("takenoko"), 1, 2, 3, ["greedy"])
    log.moves = log.moves[:20]
    played = replay(log)
    states = film(played.game, played.start, played.codes)
    ply, _ = list(decisions(played, 1))[-1]
    view = cast(State, states[ply])
    move = played.game.legal_moves(view)[0]
    pair: Codes = np.array([move, move], dtype=np.int64)
    ends = Analyst(played.game).ends(view, 2, pair, 4, 1)
    assert ends.shape == (4, 2)
    for one, other in ends:
        assert one.tobytes() == other.tobytes()
    assert ends[0, 0].tobytes() != ends[1, 0].tobytes()
