"""Facts about moves in Battle Sheep: where each is told, and where it is not."""

from collections.abc import Iterable

import pytest

from engine.analysis.findings import findings
from engine.core.findings import Finding
from engine.core.ids import Ply, Seat
from engine.core.registry import find_game
from engine.replay import replay
from engine.simulate.playing import simulate
from tests.engine.analysis.told import Told
from tests.engine.battle_sheep.pastures import corridors
from tests.oracle.battle_sheep import BattleSheep, Cell, connected, neighbours

STUCK = ("biggest-stack-stuck", "stack-stuck", "landed-stuck", "too-many-left", "too-many-sent")


def told(pasture: Iterable[str], *moves: str) -> Told:
    """A game of two on this pasture."""
    game = Told("battle_sheep", 2, {}, {"board": list(pasture)})
    for move in moves:
        game.play(move)
    return game


def finding(key: str, ply: int, seat: int, cell: Cell, points: int | None, **words: int) -> Finding:
    cost = None if points is None else float(points)
    return Finding(key, Seat(seat), Ply(ply), cell, cost, words)


def row(first: int, last: int, r: int = 0) -> list[str]:
    return [f"{q},{r}" for q in range(first, last + 1)]


ELSEWHERE = row(0, 9, 50)
"""Where the other herd stands, out of the way."""
POCKET = ["0,0", "1,0", *(f"1,{r}" for r in range(1, 21)), *ELSEWHERE]
"""The cell 0,0 opens only to 1,0, from where a row of twenty goes another way."""


@pytest.mark.parametrize(
    ("sent", "key", "left"), [(6, "biggest-stack-stuck", 10), (10, "stack-stuck", 6)]
)
def test_sheep_left_behind_the_own_stack_that_shuts_their_exit(
    sent: int, key: str, left: int
) -> None:
    game = told(POCKET, "start 0,0", "start 0,50", f"split 0,0 1,0 {sent}")
    assert game.found(*STUCK) == [finding(key, 2, 0, (0, 0), left - 1, sheep=left)]


def test_a_stack_of_one_left_behind_is_not_stuck() -> None:
    assert told(POCKET, "start 0,0", "start 0,50", "split 0,0 1,0 15").found(*STUCK) == []


@pytest.mark.parametrize(("sent", "key"), [(7, "landed-stuck"), (15, "biggest-stack-stuck")])
def test_sheep_sent_where_there_is_no_exit(sent: int, key: str) -> None:
    game = told([*row(-20, 1), *ELSEWHERE], "start 0,0", "start 0,50", f"split 0,0 1,0 {sent}")
    assert game.found(*STUCK) == [finding(key, 2, 0, (1, 0), sent - 1, sheep=sent)]


def test_what_was_lost_before_the_move_is_not_told_again() -> None:
    # Two cells for sixteen sheep: fourteen are stuck whatever is played.
    game = told([*row(0, 1), *ELSEWHERE], "start 0,0", "start 0,50", "split 0,0 1,0 7")
    assert game.found(*STUCK) == []
    # That the biggest of them has no exit any more is.
    assert game.found("biggest-stack-shut") == [
        finding("biggest-stack-shut", 2, 0, (0, 0), None, sheep=9)
    ]


def test_too_many_sheep_left_where_the_move_cuts_them_off() -> None:
    game = told(["-2,0", "-1,0", *POCKET], "start 0,0", "start 0,50", "split 0,0 1,0 6")
    assert game.found(*STUCK) == [finding("too-many-left", 2, 0, (0, 0), 7, sheep=10)]


def test_too_many_sheep_sent_and_then_shut_in_by_an_own_move() -> None:
    game = told([*row(0, 30), *ELSEWHERE], "start 3,0", "start 0,50", "split 3,0 0,0 5")
    sent = finding("too-many-sent", 2, 0, (0, 0), 2, sheep=5)
    assert game.found(*STUCK) == [sent]
    game.play("split 0,50 9,50 8")
    game.play("split 3,0 1,0 1")
    # Two of the four that could go had cells; now none has.
    assert game.found(*STUCK) == [sent, finding("stack-stuck", 4, 0, (0, 0), 2, sheep=5)]


def test_the_biggest_stack_is_left_one_exit_by_its_owners_move() -> None:
    game = told([*row(2, 30), *ELSEWHERE], "start 4,0", "start 0,50", "split 4,0 2,0 1")
    assert game.found("one-exit-left") == []
    game.play("split 0,50 9,50 1")
    game.play("split 4,0 3,0 1")
    assert game.found("one-exit-left") == [finding("one-exit-left", 4, 0, (4, 0), None, sheep=14)]


def test_a_herd_that_starts_with_one_exit_or_without() -> None:
    game = told([*corridors(1, 5), "0,50", "1,50"], "start 0,0", "start 0,10")
    assert game.found("start-one-exit", "start-without-exit") == [
        finding("start-without-exit", 0, 0, (0, 0), 15),
        finding("start-one-exit", 1, 1, (0, 10), None),
    ]
    # The first herd was boxed in before the second started, when that is reported.
    assert game.found("gain-boxed-in", "gain-shut-in") == []
    assert told(row(0, 9), "start 4,0", "start 7,0").found("start-one-exit") == []


def test_a_herd_boxed_in_by_its_own_move() -> None:
    game = told([*row(0, 1), *ELSEWHERE], "start 0,0", "start 0,50", "split 0,0 1,0 7")
    assert game.found("herd-boxed-in") == [
        finding("herd-boxed-in", 2, 0, (1, 0), None, sheep=14),
    ]


def test_a_herd_boxed_in_by_another_and_left_behind_is_told_to_both() -> None:
    game = told(row(0, 5), "start 0,0", "start 5,0", "split 0,0 4,0 1")
    keys = "gain-boxed-in", "herd-boxed-in", "left-behind", "gain-shut-in"
    boxed_in = finding("gain-boxed-in", 2, 0, (4, 0), None, sheep=15, other=1)
    assert game.found(*keys) == [boxed_in]
    for cell in (3, 2, 1):
        game.play(f"split 0,0 {cell},0 1")
    assert game.found(*keys) == [
        Finding("left-behind", Seat(1), Ply(1), words={"cells": 3, "sheep": 15}),
        boxed_in,
        finding("herd-boxed-in", 5, 0, (1, 0), None, sheep=11),
    ]


def test_the_last_exit_of_another_stack_shut_while_its_owner_goes_on() -> None:
    game = told(
        [*row(5, 9), "7,-1", *row(8, 10, -2)],
        "start 8,-2",
        "start 5,0",
        "split 8,-2 10,-2 1",
        "split 5,0 9,0 8",
    )
    assert game.found("gain-shut-in", "gain-boxed-in") == []
    game.play("split 8,-2 6,0 3")
    assert game.found("gain-shut-in", "gain-boxed-in") == [
        finding("gain-shut-in", 4, 0, (5, 0), None, sheep=8, other=1)
    ]


# A recount from the oracle's stacks.

Stacks = dict[Cell, tuple[int, int]]


class Recount:
    """What a split changed, in plain Python."""

    def __init__(self, pasture: set[Cell], before: Stacks, after: Stacks, seat: int) -> None:
        self.pasture = pasture
        self.before = before
        self.after = after
        self.seat = seat

    def free(self, stacks: Stacks, cell: Cell) -> set[Cell]:
        """The free cells that a stack is joined to."""
        open_cells = self.pasture - stacks.keys()
        return connected(cell, open_cells | {cell}) - {cell}

    def has_exit(self, stacks: Stacks, cell: Cell) -> bool:
        return any(side in self.pasture - stacks.keys() for side in neighbours(cell))

    def lost(self, stacks: Stacks, cell: Cell) -> int:
        return max(stacks[cell][1] - 1 - len(self.free(stacks, cell)), 0)

    def points(self) -> int:
        """What the mover's stacks lose."""
        ((landed, _),) = self.after.items() - self.before.items() - self._changed()
        ((source, _),) = self._changed()
        total = self.lost(self.after, source) + self.lost(self.after, landed)
        total = max(total - self.lost(self.before, source), 0)
        for cell, (seat, sheep) in self.before.items():
            if seat == self.seat and cell != source and self.shut(cell):
                total += sheep - 1 - self.lost(self.before, cell)
        return total

    def _changed(self) -> set[tuple[Cell, tuple[int, int]]]:
        return {
            (cell, stack)
            for cell, stack in self.after.items()
            if cell in self.before and self.before[cell] != stack
        }

    def shut(self, cell: Cell) -> bool:
        return self.has_exit(self.before, cell) and not self.has_exit(self.after, cell)

    def biggest_without_exit(self) -> set[Cell]:
        """Where the mover's biggest stacks stand that could go on, or have come, and cannot now."""
        own = {cell: sheep for cell, (seat, sheep) in self.after.items() if seat == self.seat}
        return {
            cell
            for cell, sheep in own.items()
            if sheep == max(own.values()) > 1
            and not self.has_exit(self.after, cell)
            and (cell not in self.before or self.has_exit(self.before, cell))
        }

    def can_split(self, stacks: Stacks, seat: int) -> bool:
        return any(
            owner == seat and sheep > 1 and self.has_exit(stacks, cell)
            for cell, (owner, sheep) in stacks.items()
        )

    def gains(self) -> set[tuple[str, int, Cell | None]]:
        found: set[tuple[str, int, Cell | None]] = set()
        for seat in {owner for owner, _ in self.before.values()} - {self.seat}:
            left = sum(sheep - 1 for owner, sheep in self.after.values() if owner == seat)
            could, can = self.can_split(self.before, seat), self.can_split(self.after, seat)
            if could and not can and left:
                found.add(("gain-boxed-in", seat, None))
                continue
            for cell, (owner, sheep) in self.before.items():
                if owner == seat and sheep > 1 and self.shut(cell):
                    found.add(("gain-shut-in", seat, cell))
        return found


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_recounted_by_the_oracle(players: int, policy: str) -> None:
    for log in simulate(find_game("battle_sheep"), 3, players, 11, [policy]):
        game = replay(log)
        found = findings(game)
        oracle = BattleSheep(players, log.rules, log.setup)
        for ply, move in enumerate(log.moves):
            before = dict(oracle.stacks)
            oracle.play(move)
            if not move.startswith("split"):
                continue
            seat = int(game.ply_rows[ply]["seat"])
            recount = Recount(oracle.pasture, before, oracle.stacks, seat)
            here = [finding for finding in found if finding.ply == ply]
            assert sum(it.points or 0 for it in here if it.key in STUCK) == recount.points()
            told = {it.cell for it in here if it.key.startswith("biggest-stack-")}
            assert told == recount.biggest_without_exit()
            assert {
                (it.key, it.words["other"], it.cell if it.key == "gain-shut-in" else None)
                for it in here
                if it.key.startswith("gain-")
            } == recount.gains()
        for it in found:
            if it.key in STUCK and not it.key.startswith("too-many"):
                assert it.cell is not None
                assert oracle.stacks[it.cell] == (it.seat, it.words["sheep"])
