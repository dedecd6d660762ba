"""Facts about moves, whatever the game: which plies they may name, and how they are told."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from dashboard.texts import catalogue
from engine.analysis.findings import findings, seen
from engine.core.findings import Detector, Finding, Seen, watch
from engine.core.game import Kind
from engine.core.gamelog import GameLog
from engine.core.registry import find_game, game_keys
from engine.replay import Replay, Status, positions, replay
from engine.simulate.playing import simulate

CASES = [
    pytest.param(key, players, policy, id=f"{key}-{players}-{policy}")
    for key in game_keys()
    for players in find_game(key).players
    for policy in ("random", "greedy")
]
MOST_PLIES = 900


def logs(key: str, players: int, policy: str) -> Iterator[GameLog]:
    for log in simulate(find_game(key), 2, players, 3, [policy]):
        log.moves = log.moves[:MOST_PLIES]
        yield log


@pytest.mark.parametrize(("key", "players", "policy"), CASES)
def test_a_finding_names_a_ply_of_its_own_seat(key: str, players: int, policy: str) -> None:
    keys = {each for detector in find_game(key).detectors for each in detector.keys}
    for log in logs(key, players, policy):
        game = replay(log)
        found = findings(game)
        assert found or policy == "greedy"
        for finding in found:
            assert 0 <= finding.ply < game.plies
            row = game.ply_rows[finding.ply]
            assert (row["seat"], row["kind"]) == (finding.seat, Kind.DECISION)
            assert finding.key in keys
            assert finding.points is None or finding.points > 0
        assert [it.ply for it in found] == sorted(it.ply for it in found)


@pytest.mark.parametrize(("key", "players", "policy"), CASES)
def test_a_sentence_names_only_what_its_finding_gives(key: str, players: int, policy: str) -> None:
    for log in logs(key, players, policy):
        for finding in findings(replay(log)):
            sentence = catalogue()[f"{key}.finding.{finding.key}"]
            named = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            given: dict[str, Any] = {"player": finding.seat, **finding.words}
            if finding.cell is not None:
                given["cell"] = finding.cell
            if finding.points is not None:
                given["points"] = finding.points
            assert named <= given.keys()
            texts = [value for value in finding.words.values() if isinstance(value, str)]
            assert all(text in find_game(key).vocabulary for text in texts)
            assert 0 <= int(finding.words.get("other", 0)) < players


LATER = frozenset({"area-passed-over"})
"""Told of a game cut short without its cost."""


@pytest.mark.parametrize("key", game_keys())
def test_what_is_told_of_the_beginning_of_a_game_stays_true(key: str) -> None:
    (log, *_) = logs(key, 2, "greedy")
    whole = findings(replay(log))
    plies = {(it.key, it.seat, it.ply, it.cell) for it in whole}
    last = len(log.moves)
    for cut in range(0, last, max(last // 12, 1)):
        moves = log.moves
        log.moves = moves[:cut]
        beginning = replay(log)
        for finding in findings(beginning):
            if finding.key in LATER or finding.key == "hand-full":
                assert finding.points is None
            else:
                assert (finding.key, finding.seat, finding.ply, finding.cell) in plies
        log.moves = moves


@pytest.mark.parametrize("key", game_keys())
def test_an_illegal_game_is_looked_at_as_far_as_it_goes(key: str) -> None:
    (log, *_) = logs(key, 2, "random")
    half = len(log.moves) // 2
    log.moves = [*log.moves[:half], "no such move", *log.moves[half:]]
    broken = replay(log)
    assert broken.status is Status.ILLEGAL
    log.moves = log.moves[:half]
    assert findings(broken) == findings(replay(log))
    assert all(finding.ply < half for finding in findings(broken))


@pytest.mark.parametrize("key", game_keys())
def test_a_ply_is_seen_with_the_positions_around_it_and_its_effects(key: str) -> None:
    (log, *_) = logs(key, 2, "greedy")
    game: Replay = replay(log)
    steps = list(seen(game))
    assert [it.ply for it in steps] == list(range(game.plies))
    states = list(positions(game))
    for step in steps[::7]:
        before, after = (
            game.game.copy(it.view(game.start.dtype)) for it in (step.before, step.after)
        )
        assert game.game.position(before) == states[step.ply]
        assert game.game.position(after) == states[step.ply + 1]
    kinds = [game.game.effect_kinds[row["kind"]] for row in game.effects if row["ply"] >= 0]
    assert [effect.kind for it in steps for effect in it.effects] == kinds


class EverySecond(Detector):
    """Tells of every second ply, when the next one comes or the game ends."""

    keys = ("second",)

    def __init__(self) -> None:
        self.waiting: list[Finding] = []
        self.count = 0

    def see(self, seen: Seen) -> list[Finding]:
        told, self.waiting = self.waiting, []
        self.count += 1
        if self.count % 2 == 0:
            self.waiting.append(Finding("second", seen.seat, seen.ply))
        return told

    def close(self) -> list[Finding]:
        return self.waiting


def test_each_game_is_watched_by_new_detectors_up_to_its_end() -> None:
    (log, *_) = logs("battle_sheep", 2, "random")
    log.moves = log.moves[:6]
    game = replay(log)
    for _ in range(2):
        assert [it.ply for it in watch([EverySecond], seen(game))] == [1, 3, 5]
