"""What can be said of moves in China Gold without any search.

Of areas on a board of unknown partition nothing is told but what a log claims.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from engine.core.effects import Cell, SeenEffect
from engine.core.findings import Detector, Finding, Seen
from engine.core.ids import Ply, Seat
from engine.games.china_gold.board import ROLES
from engine.games.china_gold.geometry import LINES, MOST_CELLS, NO_CELL, cells_of
from engine.games.china_gold.notation import line_cells
from engine.games.china_gold.rules import SUM_WEIGHTS
from engine.games.china_gold.state import (
    CLAIM_BIT,
    DOWN,
    HIDE,
    MOUNTAIN,
    MOUNTAIN_FIRST,
    STAGE_D,
    TURN,
)

_KIND = 7
_MOST_AT_ONCE = 5
CERTAIN = 8
"""Chances are counted in eighths, as all throws of the discs are."""
_ONE_OR_TWO = 0b110

_WEIGHTS: list[list[int]] = SUM_WEIGHTS.tolist()

# Sets of cells are bits of one integer by cell, sets of numbers of markers bits by number.


def _turns(move: int) -> bool:
    return move & (CLAIM_BIT | _KIND) == TURN


def _hides(move: int) -> bool:
    return move & (CLAIM_BIT | _KIND) == HIDE


@cache
def _moved(side: int, move: int) -> int:
    """The cells that a turn or a hide names."""
    if _hides(move):
        return 1 << (move >> 3)
    return sum(1 << cell for cell in line_cells(side, move))


@cache
def _windows(side: int) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """By two cells of a line, the lower first: each window that holds both, as its number of
    markers and its cells."""
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    singles = set()
    for line in LINES[side - 5].reshape(-1, LINES.shape[-1]).tolist():
        cells = [cell for cell in line if cell != NO_CELL]
        for length in range(1, _MOST_AT_ONCE + 1):
            for start in range(len(cells) - length + 1):
                window = cells[start : start + length]
                if length == 1 and window[0] in singles:
                    continue
                singles.add(window[0])
                bits = sum(1 << cell for cell in window)
                for first in range(length):
                    for last in range(first, length):
                        found.setdefault((window[first], window[last]), []).append((length, bits))
    return found


class Areas:
    """The areas of both roles of one board."""

    def __init__(self, side: int, of_cells: list[list[int]]) -> None:
        self._of = of_cells
        self.bits = [[0] * (max(of_cell, default=-1) + 1) for of_cell in of_cells]
        for role in range(2):
            for cell, area in enumerate(of_cells[role]):
                self.bits[role][area] |= 1 << cell
        self._places = cells_of(side)
        self._windows = _windows(side)

    def at(self, role: int, cells: int) -> set[int]:
        """The numbers of the areas that have any of these cells."""
        return {area for area, bits in enumerate(self.bits[role]) if bits & cells}

    def name(self, role: int, area: int) -> str:
        return f"{ROLES[role]}-{self.bits[role][area].bit_count()}"

    def first(self, role: int, area: int) -> Cell:
        """The cell that effects name an area by."""
        bits = self.bits[role][area]
        return self._places[(bits & -bits).bit_length() - 1]

    def number(self, role: int, first: Cell | None) -> int:
        return next(area for area in range(len(self.bits[role])) if self.first(role, area) == first)

    def lengths(self, role: int, area: int, down: int) -> int:
        """How many markers a turn can have that completes an area; of a complete one none."""
        wanted = self.bits[role][area] & down
        if wanted == 0:
            return 0
        ends = (wanted & -wanted).bit_length() - 1, wanted.bit_length() - 1
        lengths = 0
        for length, bits in self._windows.get(ends, ()):
            if wanted & ~bits == 0 == bits & ~down:
                lengths |= 1 << length
        return lengths


@lru_cache(maxsize=64)
def _areas_of(side: int, cells: int, of_cells: bytes) -> Areas:
    table = np.frombuffer(of_cells, dtype=np.int16).reshape(2, MOST_CELLS)
    return Areas(side, table[:, :cells].tolist())


def areas_of(state: np.void) -> Areas:
    """Those of a board of known partition."""
    return _areas_of(int(state["side"]), int(state["cells"]), state["area"].tobytes())


def eighths_of(state: np.void, areas: Areas, role: int, area: int, down: int) -> int:
    """After how many of eight throws this role, being next to throw, can complete an area of its
    own; `down` are all cells whose markers lie face down."""
    return _eighths(int(state["stage"]), bool(state["up_to"]), areas.lengths(role, area, down))


@cache
def _allowed(stage: int, up_to: bool, thrown: int) -> int:
    """How many markers may be turned after this throw; in stage D there is none."""
    if stage == STAGE_D:
        return _ONE_OR_TWO
    return (2 << thrown) - 2 if up_to else 1 << thrown


@cache
def _eighths(stage: int, up_to: bool, lengths: int) -> int:
    """After how many of eight throws a turn of one of these numbers of markers is allowed."""
    if stage == STAGE_D:
        return CERTAIN if lengths & _ONE_OR_TWO else 0
    return sum(
        weight
        for thrown, weight in enumerate(_WEIGHTS[stage])
        if lengths & _allowed(stage, up_to, thrown)
    )


def _gold_is_certain(state: np.void, role: int) -> bool:
    """Whether this role takes all that is left of an area by completing it in its own move."""
    return bool(state["claim_order"] != MOUNTAIN_FIRST or role == MOUNTAIN)


def _completed(seen: Seen) -> list[SeenEffect]:
    return [effect for effect in seen.effects if effect.kind == "area_completed"]


class _Act(NamedTuple):
    """A turn or a hide on a board of known partition."""

    seen: Seen
    areas: Areas
    own: int
    """The role that acts."""
    before: int
    """The markers face down."""
    after: int


class _Look(ABC):
    """Looks at the turns and hides of one game on a board of known partition."""

    keys: tuple[str, ...]

    @abstractmethod
    def look(self, act: _Act) -> Iterator[Finding]:
        """The next turn or hide."""

    def close(self) -> Iterator[Finding]:
        """What is certain only once no more come."""
        yield from ()


class AreasGiven(Detector):
    """Turns that complete an area of the opponent's, who takes its markers."""

    keys = ("area-given",)

    def __init__(self) -> None:
        self._turn: tuple[Seat, Ply] | None = None

    def see(self, seen: Seen) -> Iterator[Finding]:
        if _turns(seen.move):
            self._turn = seen.seat, seen.ply
        if self._turn is None:
            return
        seat, ply = self._turn
        for effect in _completed(seen):
            # Where the partition is unknown, a claim of its own tells, at the next seat's ply.
            if effect.seat != seat:
                words: dict[str, str | int] = {"what": effect.what, "gold": effect.amount}
                yield Finding("area-given", seat, ply, effect.cell, float(effect.amount), words)


class AreasBroken(_Look):
    """Areas that had all their markers until this turn, which took some of them for the other role.

    An own one can no longer be had whole; one of the opponent's neither, which is a gain.
    """

    keys = ("own-area-broken", "gain-area-broken")

    def look(self, act: _Act) -> Iterator[Finding]:
        seen = act.seen
        if not _completed(seen):
            return
        for role in range(2):
            sizes = seen.before["area_size"][role].tolist()
            before = seen.before["area_on_board"][role].tolist()
            after = seen.after["area_on_board"][role].tolist()
            claimed = seen.after["area_claimed"][role].tolist()
            for area in range(len(act.areas.bits[role])):
                lost = before[area] - after[area]
                if before[area] == sizes[area] and lost > 0 and claimed[area] == 0:
                    key = "own-area-broken" if role == act.own else "gain-area-broken"
                    words: dict[str, str | int] = {"what": act.areas.name(role, area), "gold": lost}
                    cell = act.areas.first(role, area)
                    yield Finding(key, seen.seat, seen.ply, cell, None, words)


class ThrowsLeft(_Look):
    """Areas of the opponent's that this move brings into the reach of the next throw, or out.

    Chances are those of the discs: after how many of eight throws, with the markers as they lie
    before and after the move, some turn completes the area. In stage D it is all or none. Those
    that may be expected to bring most gold come first.
    """

    keys = ("throw-left", "gain-throw-taken")

    def look(self, act: _Act) -> Iterator[Finding]:
        seen, other = act.seen, 1 - act.own
        if not _gold_is_certain(seen.before, other):
            return
        hides = act.after & ~act.before != 0
        up_to = bool(seen.before["up_to"])
        stage_before, stage_after = int(seen.before["stage"]), int(seen.after["stage"])
        found = []
        for area in act.areas.at(other, act.before ^ act.after):
            was = _eighths(stage_before, up_to, act.areas.lengths(other, area, act.before))
            now = _eighths(stage_after, up_to, act.areas.lengths(other, area, act.after))
            if (now < was) if hides else (now > was):
                gold = int(seen.after["area_on_board"][other][area])
                words: dict[str, str | int] = {
                    "what": act.areas.name(other, area),
                    "gold": gold,
                    "eighths": now,
                    "before": was,
                }
                key = "gain-throw-taken" if hides else "throw-left"
                cell = act.areas.first(other, area)
                told = Finding(key, seen.seat, seen.ply, cell, None, words)
                found.append((gold * abs(now - was), told))
        found.sort(key=lambda one: -one[0])
        yield from (told for _, told in found)


class OwnProgressHidden(_Look):
    """Hidden markers of an own area that was nearer to being complete than the opponent's area
    on the same cell."""

    keys = ("own-progress-hidden",)

    def look(self, act: _Act) -> Iterator[Finding]:
        cell = act.after & ~act.before
        if cell == 0:
            return
        (own_area,), (other_area,) = (act.areas.at(role, cell) for role in (act.own, 1 - act.own))
        lacking = (act.areas.bits[act.own][own_area] & act.before).bit_count()
        theirs = (act.areas.bits[1 - act.own][other_area] & act.before).bit_count()
        if lacking < theirs:
            words: dict[str, str | int] = {
                "what": act.areas.name(act.own, own_area),
                "own": lacking,
                "theirs": theirs,
            }
            place = cells_of(int(act.seen.before["side"]))[cell.bit_length() - 1]
            yield Finding("own-progress-hidden", act.seen.seat, act.seen.ply, place, None, words)


@dataclass(frozen=True, slots=True)
class _Passed:
    """An own area that could be completed and was not."""

    seat: Seat
    ply: Ply
    turn: int
    gold: int


class AreasPassedOver(_Look):
    """Own areas that the number thrown could complete, by a player whose move took less gold.

    Told once for each area, at the first such move: with the number of own turns that it took if
    all its markers were claimed for it in the end, else with the markers that were lost to it. Of
    a game that is not over the loss is unknown.
    """

    keys = ("area-completed-late", "area-passed-over")

    def __init__(self) -> None:
        self._passed: dict[tuple[int, int], _Passed] = {}
        self._areas: Areas | None = None
        self._over = False

    def look(self, act: _Act) -> Iterator[Finding]:
        seen, areas = act.seen, act.areas
        self._areas = areas
        taken = 0
        complete: set[tuple[int, int]] = set()
        for effect in _completed(seen):
            role = act.own if effect.seat == seen.seat else 1 - act.own
            key = role, areas.number(role, effect.cell)
            complete.add(key)
            taken += effect.amount if role == act.own else 0
            if key in self._passed:
                yield self._told(areas, key, self._passed.pop(key), seen, effect.amount)
        if _gold_is_certain(seen.before, act.own):
            self._note(act, complete, taken)
        self._over = seen.after["on_board"] == 0

    def _note(self, act: _Act, complete: set[tuple[int, int]], taken: int) -> None:
        before = act.seen.before
        allowed = _allowed(int(before["stage"]), bool(before["up_to"]), int(before["throw"]))
        most = allowed.bit_length() - 1
        for area, bits in enumerate(act.areas.bits[act.own]):
            if not 0 < (bits & act.before).bit_count() <= most:
                continue
            key = act.own, area
            if key in complete or key in self._passed:
                continue
            if act.areas.lengths(act.own, area, act.before) & allowed:
                gold = int(before["area_on_board"][act.own][area])
                if gold > taken:
                    turn = int(before["turns"])
                    self._passed[key] = _Passed(act.seen.seat, act.seen.ply, turn, gold)

    @staticmethod
    def _told(
        areas: Areas, key: tuple[int, int], passed: _Passed, seen: Seen, amount: int
    ) -> Finding:
        words: dict[str, str | int] = {"what": areas.name(*key), "gold": passed.gold}
        cell = areas.first(*key)
        if amount == passed.gold:
            words["turns"] = -(-(int(seen.before["turns"]) - passed.turn) // 2)
            return Finding("area-completed-late", passed.seat, passed.ply, cell, None, words)
        points = float(passed.gold - amount)
        return Finding("area-passed-over", passed.seat, passed.ply, cell, points, words)

    def close(self) -> Iterator[Finding]:
        if self._areas is None:
            return
        for key, passed in self._passed.items():
            words: dict[str, str | int] = {"what": self._areas.name(*key), "gold": passed.gold}
            points = float(passed.gold) if self._over else None
            cell = self._areas.first(*key)
            yield Finding("area-passed-over", passed.seat, passed.ply, cell, points, words)


class Acts(Detector):
    """Turns and hides on a board of known partition, which every `_Look` sees."""

    _looks = (AreasBroken, ThrowsLeft, OwnProgressHidden, AreasPassedOver)

    keys = tuple(key for look in _looks for key in look.keys)

    def __init__(self) -> None:
        self._looking = [look() for look in self._looks]
        self._areas: Areas | None = None
        self._side = 0
        self._down = 0

    def see(self, seen: Seen) -> Iterator[Finding]:
        move = int(seen.move)
        if not (_turns(move) or _hides(move)) or not seen.before["partition_known"]:
            return
        if self._areas is None:
            cells = int(seen.before["cells"])
            self._side = int(seen.before["side"])
            self._areas = areas_of(seen.before)
            markers = seen.before["marker"][:cells].tolist()
            self._down = sum(1 << cell for cell, it in enumerate(markers) if it == DOWN)
        before = self._down
        self._down ^= _moved(self._side, move)
        own = int(seen.before["role_to_move"])
        act = _Act(seen, self._areas, own, before, self._down)
        for looking in self._looking:
            yield from looking.look(act)

    def close(self) -> Iterator[Finding]:
        for looking in self._looking:
            yield from looking.close()


DETECTORS = (AreasGiven, Acts)
"""What is looked for in every game."""
