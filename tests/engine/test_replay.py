"""Replaying: statuses, the good prefix, errors, effects and positions, on a toy game."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.core.errors import BadSetup, UnknownGame
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.core.registry import find_game as find_installed_game
from engine.replay import NoSuchPly, Replay, Status, positions, replay, replay_many, state_at
from tests.engine.toy import SHOUTED, SHOUTS, TOY, only_the_toy

WHOLE_GAME = ["coin heads", "take 3", "take 2"]


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with only_the_toy():
        yield


def log_of(*moves: str, result: Result | None = None, seats: int = 2, **header: Any) -> GameLog:
    players = [Player(f"P{seat}") for seat in range(seats)]
    return GameLog(
        format=FORMAT, game="toy", players=players, moves=list(moves), result=result, **header
    )


def told(*moves: str, **result: Any) -> Replay:
    return replay(log_of(*moves, result=Result(**result)))


@pytest.mark.parametrize(
    "result",
    [
        {"scores": [3, 2], "winners": [0], "reason": "normal"},
        {"scores": [3, 2]},
        {"winners": [0]},
        {"scores": [3.0, 2.0], "reason": "unfinished"},
    ],
)
def test_a_result_that_agrees_in_what_it_gives_is_verified(result: dict[str, Any]) -> None:
    game = told(*WHOLE_GAME, **result)
    assert game.status is Status.VERIFIED
    assert (game.plies, game.scores, game.places, game.winners) == (3, [3, 2], [1, 2], [0])
    assert game.error is None
    assert game.warnings == []


@pytest.mark.parametrize("result", [None, Result(), Result(reason="normal")])
def test_a_finished_game_without_a_result_is_unverified(result: Result | None) -> None:
    assert replay(log_of(*WHOLE_GAME, result=result)).status is Status.UNVERIFIED


@pytest.mark.parametrize(
    ("result", "both"),
    [
        (
            {"scores": [2, 3], "winners": [1]},
            "The log says scores 2, 3, won by seat 1; the replay gives scores 3, 2, won by seat 0.",
        ),
        (
            {"scores": [3, 2], "winners": [0, 1]},
            (
                "The log says scores 3, 2, won by seat 0 and seat 1; "
                "the replay gives scores 3, 2, won by seat 0."
            ),
        ),
        (
            {"scores": [3, 2, 0]},
            "The log says scores 3, 2, 0; the replay gives scores 3, 2, won by seat 0.",
        ),
        (
            {"winners": []},
            "The log says won by nobody; the replay gives scores 3, 2, won by seat 0.",
        ),
    ],
)
def test_a_result_that_differs_is_a_mismatch_that_shows_both(
    result: dict[str, Any], both: str
) -> None:
    game = told(*WHOLE_GAME, **result)
    assert game.status is Status.MISMATCH
    assert game.scores == [3, 2]
    assert game.warnings == [both]


def test_a_log_that_stops_early_is_incomplete_whatever_its_result() -> None:
    game = told("coin heads", "take 3", scores=[3, 2], winners=[0])
    assert game.status is Status.INCOMPLETE
    assert (game.plies, game.scores, game.places, game.winners) == (2, None, None, None)


@pytest.mark.parametrize("reason", ["conceded", "abandoned", "timeout"])
@pytest.mark.parametrize("moves", [WHOLE_GAME, WHOLE_GAME[:2]])
def test_a_nominal_result_is_never_compared(reason: str, moves: list[str]) -> None:
    game = told(*moves, scores=[0, 9], winners=[1], reason=reason)
    assert game.status is Status.INCOMPLETE
    assert game.warnings == []


@pytest.mark.parametrize("moves", [WHOLE_GAME, WHOLE_GAME[:2]])
def test_a_result_that_is_not_compared_still_has_to_be_of_this_table(moves: list[str]) -> None:
    game = told(*moves, scores=[3, 2, 1], winners=[0, 7], reason="conceded")
    assert game.status is Status.INCOMPLETE
    assert game.warnings == [
        "The log says that seat 7 won, and its seats are 0 to 1.",
        "The log gives 3 scores, and has 2 seats.",
    ]


def test_an_illegal_move_leaves_the_good_prefix() -> None:
    game = replay(log_of("coin tails", "take 3", "take 3", "take 1"))
    assert game.status is Status.ILLEGAL
    assert game.error is not None
    assert (game.error.ply, game.error.move) == (2, "take 3")
    assert game.error.reason == "There are not so many counters on the heap."
    assert game.error.legal == ["take 1", "take 2"]
    assert game.plies == len(game.codes) == len(game.ply_rows) == 2
    assert TOY.position(game.state) == {"heap": 2, "to_move": 0, "turn": 1}
    assert (game.scores, game.winners) == (None, None)


def test_where_no_legal_move_has_that_word_the_words_are_named() -> None:
    game = replay(log_of("take 1"))
    assert game.error is not None
    assert game.error.reason == "The coin has to be thrown first, so take 1 has to wait."
    assert game.error.legal == ["coin"]


def test_a_move_after_the_end_is_illegal_and_the_end_stands() -> None:
    game = replay(log_of(*WHOLE_GAME, "take 1", result=Result(scores=[3, 2])))
    assert game.status is Status.ILLEGAL
    assert game.error is not None
    assert (game.error.ply, game.error.reason, game.error.legal) == (3, "The game is over.", [])
    assert game.scores == [3, 2]


@pytest.mark.parametrize("text", ["dance", "", "take 9", "  "])
def test_a_text_that_is_no_move_is_illegal_at_its_ply(text: str) -> None:
    game = replay(log_of("coin heads", text, "take 1"))
    assert game.status is Status.ILLEGAL
    assert game.error is not None
    assert (game.error.ply, game.error.move) == (1, text)
    assert game.error.reason == f"{text!r} is no move of this game."
    assert game.error.legal == (["take 1", "take 2", "take 3"] if "take" in text else ["take"])
    assert game.plies == 1


def test_the_first_fault_counts_even_if_a_later_text_cannot_be_read() -> None:
    game = replay(log_of("coin heads", "coin tails", "dance"))
    assert game.error is not None
    assert (game.error.ply, game.error.reason) == (1, "The coin was thrown already.")


def test_moves_may_be_written_loosely_and_the_error_quotes_them() -> None:
    game = replay(log_of("COIN  heads", " Take 3", "take  3"))
    assert game.plies == 2
    assert game.error is not None
    assert game.error.move == "take  3"
    assert game.error.legal == ["take 1", "take 2"]


def test_a_text_is_parsed_once_however_often_it_is_replayed() -> None:
    moves = ["coin heads", *["take 1"] * 5]
    replay(log_of(*moves))
    before = TOY.toy_notation.parsed
    assert replay(log_of(*moves)).plies == 6
    assert TOY.toy_notation.parsed == before


def test_a_game_without_moves_is_incomplete() -> None:
    game = replay(log_of())
    assert (game.status, game.plies) == (Status.INCOMPLETE, 0)
    assert list(positions(game)) == [{"heap": 5, "to_move": 0, "turn": 0}]


def test_a_header_that_cannot_start_raises() -> None:
    for log in (
        log_of(seats=1),
        log_of(rules={"speed": 2}),
        log_of(setup={"heap": "high"}),
    ):
        with pytest.raises(BadSetup):
            replay(log)


def test_an_unknown_game_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.replay.find_game", find_installed_game)
    with pytest.raises(UnknownGame, match="There is no game 'toy' here"):
        replay(log_of())


def test_each_ply_tells_who_moved_and_in_which_turn() -> None:
    game = replay(log_of("coin tails", "take 1", "take 1", "shout"))
    rows = [tuple(row) for row in game.ply_rows.tolist()]
    assert rows == [(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 2)]


def test_effects_begin_with_those_of_the_opening() -> None:
    effects = replay(log_of(*WHOLE_GAME)).effects
    assert effects["ply"].tolist() == [-1, 1, 2]
    assert effects["amount"].tolist() == [5, 3, 2]
    assert effects["seat"].tolist() == [0, 0, 1]


def test_effects_can_be_left_out() -> None:
    game = replay(log_of(*WHOLE_GAME), effects=False)
    assert game.effects.shape == (0,)
    assert game.status is Status.UNVERIFIED


def test_more_effects_than_the_log_holds_are_all_there_in_order() -> None:
    game = replay(log_of("coin heads", *["shout"] * 40, "take 3", "take 2"))
    assert game.status is Status.UNVERIFIED
    assert game.effects.shape == (1 + 40 * SHOUTS + 2,)
    shouts = game.effects[game.effects["kind"] == SHOUTED][1:]
    assert np.array_equal(shouts["ply"], np.repeat(np.arange(1, 41), SHOUTS))


def test_a_replay_leaves_nothing_to_the_next_one() -> None:
    first = replay(log_of("coin heads", "shout", "dance"))
    kept = first.effects.copy()
    second = replay(log_of(*WHOLE_GAME))
    assert second.effects["ply"].tolist() == [-1, 1, 2]
    assert np.array_equal(first.effects, kept)
    assert first.start is not second.start
    assert TOY.position(second.start) == {"heap": 5, "to_move": 0, "turn": 0}


def test_headers_that_differ_only_in_type_are_told_apart() -> None:
    assert replay(log_of("coin heads", "take 1", setup={"heap": 1})).status is Status.UNVERIFIED
    with pytest.raises(BadSetup):
        replay(log_of(setup={"heap": "1"}))


def test_positions_go_from_before_the_first_move_to_the_good_prefix() -> None:
    game = replay(log_of("coin tails", "take 3", "take 3"))
    heaps = [(position["heap"], position["to_move"]) for position in positions(game)]
    assert heaps == [(5, 0), (5, 1), (2, 0)]
    assert TOY.position(game.start)["heap"] == 5


def test_a_state_is_found_by_its_ply() -> None:
    game = replay(log_of(*WHOLE_GAME))
    assert [int(state_at(game, ply).heap) for ply in (0, 1, 2, 3, None)] == [5, 5, 2, 0, 0]
    for ply in (-1, 4):
        with pytest.raises(NoSuchPly, match=f"no ply {ply} .* from ply 0 to 3"):
            state_at(game, ply)


def test_many_logs_come_to_what_each_of_them_comes_to() -> None:
    shouting = ["coin heads", *["shout"] * 9, "take 3", "take 2"]
    logs = [
        log_of(*WHOLE_GAME, result=Result(scores=[3, 2])),
        log_of(*WHOLE_GAME, result=Result(scores=[2, 3])),
        log_of("coin heads", "take 3"),
        log_of(),
        log_of(*shouting),
        log_of("coin tails", "take 2", setup={"heap": 2}),
        log_of("coin tails", "take 2", "shout", seats=3),
        log_of(*shouting[:-1], "shout"),
        log_of(" Coin  HEADS", "take 1", setup={"heap": 1}),
    ]
    for log, outcome in zip(logs, replay_many(logs), strict=True):
        alone = replay(log)
        assert outcome is not None
        assert (outcome.log, outcome.game) == (log, alone.game)
        assert (outcome.status, outcome.warnings) == (alone.status, alone.warnings)
        assert (outcome.plies, outcome.seats) == (alone.plies, alone.seats)
        assert (outcome.scores, outcome.places) == (alone.scores, alone.places)
        assert outcome.winners == alone.winners
        assert np.array_equal(outcome.ply_rows, alone.ply_rows)
        assert np.array_equal(outcome.effects, alone.effects)


def test_of_many_logs_those_that_break_the_rules_are_left_out() -> None:
    good = log_of(*WHOLE_GAME)
    logs = [
        log_of("coin heads", "coin tails"),
        good,
        log_of("coin heads", "dance", "take 3"),
        log_of(setup={"heap": "high"}),
        good,
        log_of("dance"),
    ]
    found = replay_many(logs)
    assert [outcome and outcome.status for outcome in found] == [
        None,
        Status.UNVERIFIED,
        None,
        None,
        Status.UNVERIFIED,
        None,
    ]
    assert replay_many([log_of("dance")]) == [None]
    assert replay_many([]) == []


def test_more_openings_than_are_folded_at_once_keep_their_games() -> None:
    logs = [log_of("coin heads", setup={"heap": heap}) for heap in range(1, 200)]
    found = replay_many(logs)
    assert [outcome and outcome.effects["amount"].tolist() for outcome in found] == [
        [heap] for heap in range(1, 200)
    ]
