"""Simulated games and perft, on the toy game."""

import itertools
from pathlib import Path
from typing import Any

import pytest

import engine.compile
from engine.core.effects import effect_log
from engine.core.errors import BadSetup
from engine.core.game import Setup, State
from engine.core.gamelog import GameLog
from engine.replay import Status, replay
from engine.simulate.perft import _kernel, perft, perft_by_move, warm_up_perft
from engine.simulate.playing import simulate
from tests.engine.toy import TOY, only_the_toy


def played(games: int = 1, **changes: object) -> list[GameLog]:
    given: dict[str, object] = {"players": 2, "seed": 1, "policies": ["random", "one"], **changes}
    return list(simulate(TOY, games, **given))  # type: ignore[arg-type]


def test_a_simulated_game_is_verified_by_its_replay() -> None:
    with only_the_toy():
        for log in played(20, setup={"heap": 30}):
            game = replay(log)
            assert game.status is Status.VERIFIED
            assert game.plies == len(log.moves)


def test_the_turn_limit_leaves_a_game_unfinished() -> None:
    (log,) = played(setup={"heap": 1000})
    assert log.result is not None
    assert (log.result.reason, log.result.scores, log.result.winners) == ("unfinished", None, None)
    assert len(log.moves) == 1 + TOY.turn_limit
    with only_the_toy():
        assert replay(log).status is Status.INCOMPLETE


def test_each_seat_plays_by_its_policy() -> None:
    for log in played(10, players=3, setup={"heap": 40}):
        first = {"coin heads": 0, "coin tails": 1}[log.moves[0]]
        seats = itertools.cycle([*range(first, 3), *range(first)])
        by_one = [move for move, seat in zip(log.moves[1:], seats, strict=False) if seat == 1]
        assert set(by_one) == {"take 1"}


def test_a_longer_run_begins_with_the_same_games() -> None:
    assert played(8)[:3] == played(3)
    assert len({log.id for log in played(8)}) == 8
    assert len({tuple(log.moves) for log in played(8)}) == 8


def test_what_is_not_given_is_dealt_by_chance() -> None:
    heaps = [log.setup["heap"] for log in played(8)]
    assert len(set(heaps)) > 1
    assert {log.setup["heap"] for log in played(8, setup={"heap": 9})} == {9}


def test_games_that_start_in_another_way_have_other_ids() -> None:
    ids = {
        log.id
        for log in (
            *played(),
            *played(seed=2),
            *played(players=3),
            *played(policies=["one"]),
            *played(setup={"heap": 9}),
        )
    }
    assert len(ids) == 5


@pytest.mark.parametrize("policies", [[], ["clever"]])
def test_players_that_are_not_there_are_told(policies: list[str]) -> None:
    with pytest.raises(BadSetup, match=r"player"):
        played(policies=policies)


def start(heap: int) -> State:
    return TOY.start(Setup(2, {}, {"heap": heap}))


def by_hand(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in TOY.legal_moves(state):
        after = TOY.copy(state)
        TOY.rules.play(after, move, effect_log(muted=True))
        total += by_hand(after, depth - 1)
    return total


@pytest.mark.parametrize("heap", [1, 4, 9])
def test_perft_counts_every_sequence_once(heap: int) -> None:
    state = start(heap)
    assert [perft(TOY, state, depth) for depth in range(7)] == [
        by_hand(state, depth) for depth in range(7)
    ]
    assert perft(TOY, state, 1) == 2
    assert TOY.position(state)["heap"] == heap


def test_perft_can_be_split_by_the_first_ply() -> None:
    state = start(5)
    split = perft_by_move(TOY, state, 4)
    assert list(split) == ["coin heads", "coin tails"]
    assert sum(split.values()) == perft(TOY, state, 4)


def test_more_players_named_than_seats_is_told() -> None:
    with pytest.raises(BadSetup, match=r"3 players are named for 2 seats"):
        played(policies=["random", "one", "one"])


def test_set_up_compiles_perft_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody waits for it at the first count."""
    warmed: list[str] = []
    monkeypatch.setattr(engine.compile, "games", lambda: {"toy": TOY})
    monkeypatch.setattr(engine.compile, "warm_up", lambda game: warmed.append(f"rules {game.key}"))
    monkeypatch.setattr(
        engine.compile, "warm_up_perft", lambda game: warmed.append(f"perft {game.key}")
    )
    monkeypatch.setattr(engine.compile, "cache_root", lambda: tmp_path)
    engine.compile.compile_rules(lambda line: None)
    assert warmed == ["rules toy", "perft toy"]


def test_warming_perft_leaves_nothing_to_compile() -> None:
    kernel: Any = _kernel(TOY)
    warm_up_perft(TOY)
    compiled = list(kernel.signatures)
    assert compiled
    assert perft(TOY, start(5), 3) == by_hand(start(5), 3)
    assert list(kernel.signatures) == compiled
