"""What can be said of moves in Battle Sheep without any search.

Occupied cells never become free again, so a stack that has no exit keeps its sheep for good, and
however its sheep go on, a stack with more of them than free cells it is joined to keeps the rest.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.core.findings import Detector, Finding, Seen
from engine.core.ids import Ply, Seat
from engine.games.battle_sheep.moves import SPLIT_MOVE, START_MOVE
from engine.games.battle_sheep.notation import cell_of
from engine.games.battle_sheep.state import FREE, HERD, OVER
from engine.hex.axial import Cell

_KIND = 3


class Land:
    """The free cells, and what is joined to them; sets of cells are bits of one integer."""

    def __init__(self, state: np.void) -> None:
        cells = int(state["cells"])
        self._beside = [
            sum(1 << other for other in others if other < cells)
            for others in state["neighbour"][:cells].tolist()
        ]
        stacks = state["stack"][:cells].tolist()
        self.free = sum(1 << cell for cell, stack in enumerate(stacks) if stack == FREE)

    def beside(self, cell: int) -> int:
        """The cells next to this one."""
        return self._beside[cell]

    def regions(self) -> list[int]:
        """The free cells, in parts that are joined."""
        found = []
        left = self.free
        while left:
            region = waiting = left & -left
            while waiting:
                lowest = waiting & -waiting
                new = self._beside[lowest.bit_length() - 1] & self.free & ~region
                region |= new
                waiting = waiting ^ lowest | new
            found.append(region)
            left &= ~region
        return found

    def stuck(self, cell: int, sheep: int, free: int) -> int:
        """How many of the sheep on a cell can never get a cell of their own, at the least."""
        wanted = sheep - 1
        joined = waiting = self._beside[cell] & free
        while waiting and joined.bit_count() < wanted:
            lowest = waiting & -waiting
            new = self._beside[lowest.bit_length() - 1] & free & ~joined
            joined |= new
            waiting = waiting ^ lowest | new
        return max(wanted - joined.bit_count(), 0)


class _Stacks(NamedTuple):
    """By stack, as the state numbers them."""

    cells: list[int]
    sheep: list[int]
    ways: list[int]


def _stacks(state: np.void) -> _Stacks:
    stacks = state["stacks"]
    return _Stacks(stacks["cell"].tolist(), stacks["sheep"].tolist(), stacks["ways"].tolist())


class _Moved(NamedTuple):
    """A start or a split, and what it did to all stacks."""

    seen: Seen
    before: _Stacks
    after: _Stacks
    own: range
    """The mover's stacks after the move; the last one is new."""
    held: list[int]
    """By seat: how many stacks it had before the move."""
    land: Land
    """Before the move."""

    def splits(self) -> bool:
        return self.seen.move & _KIND == SPLIT_MOVE

    def biggest(self) -> int:
        """Sheep on the mover's biggest stack."""
        return max(self.after.sheep[self.own.start : self.own.stop])

    def place(self, stack: int) -> Cell:
        return cell_of(int(self.seen.after["place"][self.after.cells[stack]]))

    def found(
        self, key: str, place: Cell, points: int | None = None, **words: str | int
    ) -> Finding:
        cost = None if points is None else float(points)
        return Finding(key, self.seen.seat, self.seen.ply, place, cost, words)


def _own_sheep_stuck(moved: _Moved) -> Iterator[Finding]:
    """Sheep of the mover that a split leaves without a cell of their own for good.

    Of the stack that is split and of what lands: those without an exit, or more than there are
    free cells to go to; what was lost before the move already is not counted. Of the other own
    stacks: those whose last exit the move shuts. `points` are the cells that can no longer be had
    from these sheep; the biggest stack is told of even if they were lost before.
    """
    if not moved.splits():
        return
    before, after, land = moved.before, moved.after, moved.land
    landed = moved.own[-1]
    free = land.free & ~(1 << after.cells[landed])
    source = next(stack for stack in moved.own if before.sheep[stack] != after.sheep[stack])
    stuck = {
        stack: land.stuck(after.cells[stack], after.sheep[stack], free)
        for stack in (source, landed)
        if after.sheep[stack] > 1
    }
    if any(stuck.values()):
        # What was lost already is lost to the sheep that stay before those that land.
        lost = land.stuck(before.cells[source], before.sheep[source], land.free)
        for stack, sheep in stuck.items():
            stuck[stack] = max(sheep - lost, 0)
            lost -= sheep - stuck[stack]
    for stack in moved.own[:-1]:
        if stack != source and after.ways[stack] == 0 < before.ways[stack]:
            sheep = after.sheep[stack]
            lost = land.stuck(after.cells[stack], sheep, land.free)
            stuck[stack] = sheep - 1 - lost
    for stack, points in stuck.items():
        if points > 0:
            sheep = after.sheep[stack]
            if after.ways[stack] > 0:
                key = "too-many-sent" if stack == landed else "too-many-left"
            elif sheep == moved.biggest():
                key = "biggest-stack-stuck"
            else:
                key = "landed-stuck" if stack == landed else "stack-stuck"
            yield moved.found(key, moved.place(stack), points, sheep=sheep)
        elif after.ways[stack] == 0 and after.sheep[stack] == moved.biggest() > 1:
            yield moved.found("biggest-stack-shut", moved.place(stack), sheep=moved.biggest())


def _one_exit(moved: _Moved) -> Iterator[Finding]:
    """The biggest own stack has one way out left, after a move of its owner's that shut another;
    or the herd starts where there is one way out at most."""
    ways = moved.after.ways
    if moved.splits():
        for stack in moved.own[:-1]:
            sheep = moved.after.sheep[stack]
            if ways[stack] == 1 < moved.before.ways[stack] and sheep == moved.biggest() > 1:
                yield moved.found("one-exit-left", moved.place(stack), sheep=sheep)
    elif ways[moved.own[0]] == 1:
        yield moved.found("start-one-exit", moved.place(moved.own[0]))
    elif ways[moved.own[0]] == 0:
        yield moved.found("start-without-exit", moved.place(moved.own[0]), HERD - 1)


def _blocked(moved: _Moved) -> Iterator[Finding]:
    """Who cannot split any more after a move: the mover, or others whose last exits it shut.

    Of a stack that loses its last exit while its owner can still split, the stack is told.
    """
    seen = moved.seen
    boxed_in = {
        effect.seat: effect.amount
        for effect in seen.effects
        if effect.kind == "blocked" and effect.cause == "boxed_in"
    }
    landed = moved.place(moved.own[-1])
    for seat, left in boxed_in.items():
        if seat == seen.seat:
            yield moved.found("herd-boxed-in", landed, sheep=left)
        elif seen.before["mobile"][seat] != 0:
            yield moved.found("gain-boxed-in", landed, sheep=left, other=seat)
    for other, held in enumerate(moved.held):
        if other == seen.seat or Seat(other) in boxed_in:
            continue
        for stack in range(other * HERD, other * HERD + held):
            if moved.after.ways[stack] == 0 < moved.before.ways[stack]:
                sheep = moved.after.sheep[stack]
                if sheep > 1:
                    place = moved.place(stack)
                    yield moved.found("gain-shut-in", place, sheep=sheep, other=other)


class Moves(Detector):
    """What a start or a split does to the stacks, by the functions above."""

    keys = (
        *("biggest-stack-stuck", "stack-stuck", "landed-stuck", "too-many-left", "too-many-sent"),
        *("biggest-stack-shut", "one-exit-left", "start-one-exit", "start-without-exit"),
        *("herd-boxed-in", "gain-boxed-in", "gain-shut-in"),
    )

    def __init__(self) -> None:
        self._stacks: _Stacks | None = None
        self._held: list[int] = []
        self._land: Land | None = None

    def see(self, seen: Seen) -> Iterator[Finding]:
        if seen.move & _KIND not in (SPLIT_MOVE, START_MOVE):
            return
        if self._land is None or self._stacks is None:
            self._land, self._stacks = Land(seen.before), _stacks(seen.before)
            self._held = seen.before["held"].tolist()
        stacks = _stacks(seen.after)
        first, held = seen.seat * HERD, self._held[seen.seat] + 1
        own = range(first, first + held)
        moved = _Moved(seen, self._stacks, stacks, own, self._held, self._land)
        yield from _own_sheep_stuck(moved)
        yield from _one_exit(moved)
        yield from _blocked(moved)
        self._stacks = stacks
        self._held[seen.seat] = held
        self._land.free &= ~(1 << stacks.cells[own[-1]])


class LeftBehind(Detector):
    """The last move of a seat that is boxed in while others go on, with the cells they took
    after it became blocked. Told of games that are over."""

    keys = ("left-behind",)

    def __init__(self) -> None:
        self._last: dict[Seat, Ply] = {}
        self._taken: dict[Seat, int] = {}
        self._sheep: dict[Seat, int] = {}

    def see(self, seen: Seen) -> Iterator[Finding]:
        kind = seen.move & _KIND
        if kind in (SPLIT_MOVE, START_MOVE):
            self._last[seen.seat] = seen.ply
            for seat in self._taken:
                self._taken[seat] += 1
            for effect in seen.effects:
                if effect.kind == "blocked" and effect.cause == "boxed_in":
                    self._taken[effect.seat] = 0
                    self._sheep[effect.seat] = effect.amount
            if seen.after["phase"] == OVER:
                for seat, cells in self._taken.items():
                    if cells > 0:
                        words: dict[str, str | int] = {"cells": cells, "sheep": self._sheep[seat]}
                        yield Finding("left-behind", seat, self._last[seat], None, None, words)


DETECTORS = (Moves, LeftBehind)
"""What is looked for in every game."""
