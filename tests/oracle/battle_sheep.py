"""Battle Sheep in plain Python, written to read like the rulebook and to be slow."""

import re
from collections.abc import Iterable
from typing import Any

from tests.oracle.effect import BadSetup, Effect, IllegalMove

Cell = tuple[int, int]

DIRECTIONS: list[Cell] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
HERD = 16
TILES_EACH = 4
SWITCHES = {
    "border": ("outer", "any_edge", "own_tile"),
    "end": ("nobody_can_split", "one_left", "first_blocked"),
}
CELL_TEXT = re.compile(r"([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})")
COUNT_TEXT = re.compile(r"[0-9]{1,9}")


def text_of(cells: Iterable[Cell]) -> str:
    return " ".join(f"{q},{r}" for q, r in cells)


def read_cell(word: str) -> Cell | None:
    match = CELL_TEXT.fullmatch(word)
    return (int(match[1]), int(match[2])) if match else None


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def connected(start: Cell, within: set[Cell]) -> set[Cell]:
    """All cells of `within` that are reached from `start` without leaving it."""
    found, to_visit = {start}, [start]
    while to_visit:
        for cell in neighbours(to_visit.pop()):
            if cell in within and cell not in found:
                found.add(cell)
                to_visit.append(cell)
    return found


def rhombus(corner: Cell, turn: int) -> frozenset[Cell]:
    """The tile {a, a+d, a+e, a+d+e} for direction number `turn` and the one 60° further."""
    (dq, dr), (eq, er) = DIRECTIONS[turn], DIRECTIONS[(turn + 1) % 6]
    q, r = corner
    return frozenset({(q, r), (q + dq, r + dr), (q + eq, r + er), (q + dq + eq, r + dr + er)})


def tiles_over(cells: set[Cell]) -> set[frozenset[Cell]]:
    """All tiles, wherever they could lie, that cover at least one of these cells."""
    return {
        rhombus((q - tile_q, r - tile_r), turn)
        for q, r in cells
        for turn in range(6)
        for tile_q, tile_r in rhombus((0, 0), turn)
    }


def is_tile(cells: frozenset[Cell]) -> bool:
    return any(cells == rhombus(corner, turn) for corner in cells for turn in range(6))


def edge_cells(pasture: set[Cell]) -> set[Cell]:
    """Cells with at least one side that no pasture touches, holes included."""
    return {cell for cell in pasture if any(side not in pasture for side in neighbours(cell))}


def outside_border(pasture: set[Cell]) -> set[Cell]:
    """Cells with a side open to the outside; a hole is not outside, an inlet is."""
    if not pasture:
        return set()
    low_q, high_q = min(q for q, _ in pasture) - 1, max(q for q, _ in pasture) + 1
    low_r, high_r = min(r for _, r in pasture) - 1, max(r for _, r in pasture) + 1
    frame = {(q, r) for q in range(low_q, high_q + 1) for r in range(low_r, high_r + 1)}
    outside = connected((low_q, low_r), frame - pasture)
    return {cell for cell in pasture if any(side in outside for side in neighbours(cell))}


class BattleSheep:
    """One game from the first tile, or the first start on a ready-made pasture, to its end."""

    def __init__(self, players: int, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        if players not in (2, 3, 4):
            raise BadSetup(f"Battle Sheep is for 2 to 4 players, not {players}.")
        for key, value in rules.items():
            if key not in SWITCHES:
                raise BadSetup(f"Battle Sheep has no rule switch {key!r}.")
            if value not in SWITCHES[key]:
                raise BadSetup(f"The switch {key!r} cannot be {value!r}: {SWITCHES[key]}.")
        for key in setup:
            if key != "board":
                raise BadSetup(f"The setup of Battle Sheep has no key {key!r}, only 'board'.")
        self.players = players
        self.border: str = rules.get("border", "outer")
        self.end: str = rules.get("end", "nobody_can_split")
        self.pasture: set[Cell] = set()
        self.stacks: dict[Cell, tuple[int, int]] = {}
        self.tiles: list[frozenset[Cell]] = []
        self.ready_made = "board" in setup
        self.phase = "build"
        self.seat: int | None = 0
        self.splits = 0
        self.passes_allowed = 0
        self.stuck_seat: int | None = None
        self.told_blocked: set[int] = set()
        if self.ready_made:
            self.pasture = self._ready_made_pasture(setup["board"])
            self.phase = "start"

    def _ready_made_pasture(self, board: Any) -> set[Cell]:
        if not isinstance(board, list):
            raise BadSetup("The board of a ready-made pasture is a list of cells like '3,-1'.")
        pasture: set[Cell] = set()
        for word in board:
            cell = read_cell(word) if isinstance(word, str) else None
            if cell is None:
                raise BadSetup(f"{word!r} in the board is not a cell like '3,-1'.")
            if cell in pasture:
                raise BadSetup(f"The board names the cell {word} twice.")
            pasture.add(cell)
        border = outside_border(pasture)
        if len(border) < self.players:
            raise BadSetup(
                f"The pasture has {len(border)} outside border cells, too few for the first"
                f" stacks of {self.players} players."
            )
        return pasture

    # What the table looks like

    def position(self) -> dict[str, Any]:
        cells = {
            text_of([cell]): list(self.stacks[cell]) if cell in self.stacks else None
            for cell in sorted(self.pasture)
        }
        return {
            "phase": self.phase,
            "to_move": self.seat,
            "cells": cells,
            "scores": self.scores(),
        }

    def kind(self) -> str:
        return "over" if self.phase == "over" else "decision"

    def to_move(self) -> int | None:
        return self.seat

    def turn(self) -> int:
        return len(self.started_seats()) + self.splits

    def scores(self) -> list[int]:
        return [len(self.cells_of(seat)) for seat in range(self.players)]

    def cells_of(self, seat: int) -> set[Cell]:
        return {cell for cell, (owner, _) in self.stacks.items() if owner == seat}

    def started_seats(self) -> set[int]:
        return {owner for owner, _ in self.stacks.values()}

    def group(self, seat: int) -> int:
        """The size of the largest connected group of the seat's cells."""
        own = self.cells_of(seat)
        return max((len(connected(cell, own)) for cell in own), default=0)

    def places(self) -> list[int]:
        """Each seat's place, 1 for the first; seats that share a place have the same number."""

        def strength(seat: int) -> tuple[bool, int, int]:
            return seat != self.stuck_seat, len(self.cells_of(seat)), self.group(seat)

        strengths = [strength(seat) for seat in range(self.players)]
        return [1 + sum(other > own for other in strengths) for own in strengths]

    def winners(self) -> list[int]:
        """All who share the first place; nobody while the game runs."""
        if self.phase != "over":
            return []
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    # What can be played

    def legal(self) -> list[str]:
        if self.phase == "build":
            return [f"tile {text_of(sorted(tile))}" for tile in self.possible_tiles()]
        if self.phase == "start":
            return [f"start {text_of([cell])}" for cell in sorted(self.start_cells())]
        if self.phase == "split" and self.seat is not None:
            return [
                f"split {text_of([origin, landing])} {sheep}"
                for origin, landing in self.slides(self.seat)
                for sheep in range(1, self.stacks[origin][1])
            ]
        return []

    def possible_tiles(self) -> set[frozenset[Cell]]:
        if not self.pasture:
            return {tile for tile in tiles_over({(0, 0)}) if min(tile) == (0, 0)}
        touching = {side for cell in self.pasture for side in neighbours(cell)} - self.pasture
        candidates = tiles_over(touching)
        return {tile for tile in candidates if not tile & self.pasture}

    def start_cells(self) -> set[Cell]:
        border = edge_cells if self.border == "any_edge" else outside_border
        free = border(self.pasture) - self.stacks.keys()
        if self.border == "own_tile" and not self.ready_made:
            own_tiles = (tile for i, tile in enumerate(self.tiles) if self.seat == i % self.players)
            own = free.intersection(cell for tile in own_tiles for cell in tile)
            return own or free
        return free

    def slide(self, origin: Cell, direction: Cell) -> Cell:
        """The last free cell in the direction; the origin itself if there is none."""
        cell = origin
        while True:
            ahead = (cell[0] + direction[0], cell[1] + direction[1])
            if ahead not in self.pasture or ahead in self.stacks:
                return cell
            cell = ahead

    def slides(self, seat: int) -> list[tuple[Cell, Cell]]:
        """From where to where the seat can take sheep."""
        return [
            (origin, self.slide(origin, direction))
            for origin in sorted(self.cells_of(seat))
            if self.stacks[origin][1] >= 2
            for direction in DIRECTIONS
            if self.slide(origin, direction) != origin
        ]

    def can_split(self, seat: int) -> bool:
        return bool(self.slides(seat))

    # Playing

    def opening_effects(self) -> list[Effect]:
        return [
            Effect("objective_drawn", seat, what, cause="deal")
            for seat in range(self.players)
            for what in ("full-deployment", "largest-group")
        ]

    def play(self, move: str) -> list[Effect]:
        """Plays the move; a move that cannot be played raises and changes nothing."""
        words = move.lower().split()
        if not words:
            raise IllegalMove("The move is empty.")
        word, rest = words[0], words[1:]
        if word == "pass":
            return self._pass(rest)
        phases = {"tile": "build", "start": "start", "split": "split"}
        if word not in phases:
            raise IllegalMove(f"{word!r} is no move of Battle Sheep.")
        if self.phase == "over":
            raise IllegalMove("The game is over.")
        if self.phase != phases[word]:
            raise IllegalMove(f"A {word!r} cannot be played in the phase {self.phase!r}.")
        if word == "tile":
            return self._lay(rest)
        if word == "start":
            return self._start(rest)
        return self._split(rest)

    def _pass(self, words: list[str]) -> list[Effect]:
        if words:
            raise IllegalMove("A pass stands alone.")
        if not self.passes_allowed:
            raise IllegalMove("Nobody who is blocked has just been skipped, so nobody passes.")
        self.passes_allowed -= 1
        return []

    def _cells(self, words: list[str]) -> list[Cell]:
        cells: list[Cell] = []
        for word in words:
            cell = read_cell(word)
            if cell is None:
                raise IllegalMove(f"{word!r} is not a cell like '3,-1'.")
            cells.append(cell)
        return cells

    def _mover(self) -> int:
        assert self.seat is not None
        return self.seat

    def _lay(self, words: list[str]) -> list[Effect]:
        tile = frozenset(self._cells(words))
        if len(words) != 4 or not is_tile(tile):
            raise IllegalMove("A tile is a rhombus of four different cells.")
        if tile & self.pasture:
            raise IllegalMove(f"The tile overlaps the pasture at {text_of(tile & self.pasture)}.")
        if self.pasture and not any(side in self.pasture for c in tile for side in neighbours(c)):
            raise IllegalMove("The tile shares no cell side with the pasture.")
        mover = self._mover()
        self.pasture |= tile
        self.tiles.append(tile)
        if len(self.tiles) == TILES_EACH * self.players:
            self.phase = "start"
        self.seat = (mover + 1) % self.players
        return [Effect("laid", mover, "pasture", q=q, r=r) for q, r in tile]

    def _start(self, words: list[str]) -> list[Effect]:
        cells = self._cells(words)
        if len(cells) != 1:
            raise IllegalMove("A start names one cell.")
        if cells[0] not in self.start_cells():
            raise IllegalMove(f"{text_of(cells)} is not a free border cell where a herd can start.")
        mover = self._mover()
        q, r = cells[0]
        self.stacks[cells[0]] = (mover, HERD)
        effects = [
            Effect("started", mover, amount=HERD, q=q, r=r),
            Effect("scored", mover, "territory", 1, q, r),
        ]
        if len(self.stacks) < self.players:
            self.seat = mover + 1
            return effects
        self.phase = "split"
        return effects + self._next_turn(mover)

    def _split(self, words: list[str]) -> list[Effect]:
        if len(words) != 3 or not COUNT_TEXT.fullmatch(words[2]):
            raise IllegalMove("A split names two cells and how many sheep go.")
        origin, landing = self._cells(words[:2])
        taken = int(words[2])
        mover = self._mover()
        if origin not in self.cells_of(mover):
            raise IllegalMove(f"Seat {mover} has no stack at {text_of([origin])}.")
        sheep = self.stacks[origin][1]
        if not 1 <= taken < sheep:
            raise IllegalMove(
                f"Of the {sheep} sheep at {text_of([origin])} at least one must go and one stay."
            )
        if (origin, landing) not in self.slides(mover):
            raise IllegalMove(
                f"Sheep from {text_of([origin])} cannot end at {text_of([landing])}: they slide"
                " in a straight line to its last free cell."
            )
        self.stacks[origin] = (mover, sheep - taken)
        self.stacks[landing] = (mover, taken)
        self.splits += 1
        return [
            Effect("split", mover, "", taken, *landing, *origin),
            Effect("scored", mover, "territory", 1, *landing),
            *self._next_turn(mover),
        ]

    def _next_turn(self, mover: int) -> list[Effect]:
        """Passes the turn on, over all who are blocked, or ends the game."""
        able = [self.can_split(seat) for seat in range(self.players)]
        order = [(mover + step) % self.players for step in range(1, self.players + 1)]
        self.passes_allowed = 0
        if self.end == "first_blocked":
            self.seat = order[0]
            if not able[self.seat]:
                self.stuck_seat = self.seat
                self.phase = "over"
        else:
            while order and not able[order[0]]:
                order.pop(0)
                self.passes_allowed += 1
            self.seat = order[0] if order else None
            if sum(able) <= (1 if self.end == "one_left" else 0):
                self.phase = "over"
        effects = [
            self._blocked(seat) for seat, ok in enumerate(able) if not ok and self._new(seat)
        ]
        if self.phase == "over":
            self.seat = None
            effects += self._closing_effects()
        return effects

    def _new(self, seat: int) -> bool:
        new = seat not in self.told_blocked
        self.told_blocked.add(seat)
        return new

    def _blocked(self, seat: int) -> Effect:
        left = HERD - len(self.cells_of(seat))
        return Effect("blocked", seat, amount=left, cause="boxed_in" if left else "deployed")

    def _closing_effects(self) -> list[Effect]:
        groups = [self.group(seat) for seat in range(self.players)]
        effects: list[Effect] = []
        for seat, place in enumerate(self.places()):
            effects.append(Effect("ranked", seat, amount=place))
            effects.append(Effect("group", seat, amount=groups[seat]))
            reached = {
                "full-deployment": len(self.cells_of(seat)) == HERD,
                "largest-group": groups[seat] == max(groups),
            }
            for what, done in reached.items():
                if done:
                    effects.append(Effect("objective_completed", seat, what))
                else:
                    effects.append(Effect("objective_missed", seat, what, cause="short"))
        return effects
