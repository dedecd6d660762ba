"""Boards of China Gold as data: reading, checking, and the ones that ship."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine.core.errors import BadSetup
from engine.core.wording import as_json
from engine.games.china_gold.geometry import NEIGHBOUR, cells_of, index_of, labels_of
from engine.hex.axial import symmetries

FORMAT = "china-gold-board/1"
ROLES = ("mountain", "river")
STATUSES = ("published", "inferred", "synthetic")
AREAS_BY_SIDE = {5: 12, 6: 17}
SMALLEST_AREA, LARGEST_AREA = 3, 8

Partition = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A hexagon and its two partitions, each area's labels in label order; None: unknown."""

    side: int
    name: str = ""
    status: str = ""
    mountains: Partition | None = None
    rivers: Partition | None = None

    def to_json(self) -> dict[str, Any]:
        """The object of a board file."""
        return {
            "format": FORMAT,
            "name": self.name,
            "side": self.side,
            "status": self.status,
            "mountains": [list(area) for area in self.mountains or ()],
            "rivers": [list(area) for area in self.rivers or ()],
        }


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about a board that breaks it (`error`) or is unlike the known ones (`warning`)."""

    level: str
    message: str
    cells: tuple[str, ...] = ()


def read_board(data: object) -> tuple[Board | None, list[Fault]]:
    """A board from the object of a board file, and every fault found; None if it has no shape.

    A board with only `side` has unknown partitions and no faults.
    """
    if not isinstance(data, Mapping):
        return None, [Fault("error", "A board is an object with a side and its areas.")]
    side = data.get("side")
    if type(side) is not int or side not in AREAS_BY_SIDE:
        return None, [Fault("error", f"The side of a board is 5 or 6, not {as_json(side)}.")]
    if data.get("format", FORMAT) != FORMAT:
        return None, [
            Fault("error", f'The format of a board is "{FORMAT}", not {as_json(data["format"])}.')
        ]
    name, status = data.get("name", ""), data.get("status", "")
    if not isinstance(name, str) or not isinstance(status, str):
        return None, [Fault("error", "The name and the status of a board are texts.")]
    if "mountains" not in data and "rivers" not in data:
        return Board(side, name, status), []
    faults: list[Fault] = []
    if status not in STATUSES:
        shown = ", ".join(STATUSES)
        faults.append(Fault("warning", f"The status of a board is one of {shown}."))
    partitions = [_read_partition(data, role, side, faults) for role in ROLES]
    mountains, rivers = partitions
    if mountains is None or rivers is None:
        return None, faults
    board = Board(side, name, status, mountains, rivers)
    return board, faults + check_board(board)


def _read_partition(
    data: Mapping[str, Any], role: str, side: int, faults: list[Fault]
) -> Partition | None:
    areas = data.get(f"{role}s")
    if not isinstance(areas, list) or not all(isinstance(area, list) for area in areas):
        faults.append(Fault("error", f"The board needs `{role}s`: a list of lists of labels."))
        return None
    index = index_of(side)
    read = []
    for number, area in enumerate(areas, 1):
        labels = [label.strip().lower() if isinstance(label, str) else label for label in area]
        strange = [label for label in labels if not isinstance(label, str) or label not in index]
        for label in strange:
            faults.append(
                Fault(
                    "error",
                    f"{role} {number} has {as_json(label)}, no cell of a board of side {side}.",
                )
            )
        known = [label for label in labels if label not in strange]
        read.append(tuple(sorted(known, key=lambda label: index[label])))
    return tuple(read)


def check_board(board: Board) -> list[Fault]:
    """Every constraint of a known board; errors first, then warnings."""
    faults = []
    for role, areas in zip(ROLES, (board.mountains or (), board.rivers or ()), strict=True):
        faults += _check_partition(board.side, role, areas)
    mountains, rivers = board.mountains or (), board.rivers or ()
    if len(mountains) != len(rivers):
        faults.append(
            Fault(
                "error",
                f"There are {len(mountains)} mountains and {len(rivers)} rivers; a board has as "
                "many of one as of the other.",
            )
        )
    elif Counter(map(len, mountains)) != Counter(map(len, rivers)):
        faults.append(Fault("error", "The mountains and the rivers do not have the same sizes."))
    if not any(fault.level == "error" for fault in faults) and not mirrors_of(board):
        faults.append(
            Fault(
                "warning",
                "No mirror of the hexagon maps the mountains on the rivers; on the printed board "
                "one does.",
            )
        )
    return sorted(faults, key=lambda fault: fault.level)


def _check_partition(side: int, role: str, areas: Partition) -> list[Fault]:
    faults = []
    places = Counter(label for area in areas for label in area)
    for label, times in places.items():
        if times > 1:
            owners = [str(number) for number, area in enumerate(areas, 1) if label in area]
            faults.append(
                Fault(
                    "error",
                    f"Cell {label} stands {times} times among the {role}s "
                    f"({role} {' and '.join(owners)}).",
                    (label,),
                )
            )
    missing = tuple(label for label in labels_of(side) if label not in places)
    if missing:
        faults.append(Fault("error", f"No {role} has {', '.join(missing)}.", missing))
    for number, area in enumerate(areas, 1):
        pieces = pieces_of(side, area)
        if not area:
            faults.append(Fault("error", f"{role} {number} has no cells."))
        elif len(pieces) > 1:
            shown = " | ".join(" ".join(piece) for piece in pieces)
            faults.append(
                Fault("error", f"{role} {number} is in {len(pieces)} pieces: {shown}.", area)
            )
        if area and not SMALLEST_AREA <= len(area) <= LARGEST_AREA:
            faults.append(
                Fault(
                    "error" if side == 6 else "warning",
                    f"{role} {number} ({' '.join(area)}) has {len(area)} "
                    f"{'cell' if len(area) == 1 else 'cells'}; areas have "
                    f"{SMALLEST_AREA} to {LARGEST_AREA}.",
                    area,
                )
            )
    if len(areas) != AREAS_BY_SIDE[side]:
        faults.append(
            Fault(
                "error",
                f"There are {len(areas)} {role}s; a board of side {side} has "
                f"{AREAS_BY_SIDE[side]}.",
            )
        )
    return faults


def pieces_of(side: int, labels: Iterable[str]) -> list[list[str]]:
    """The connected pieces of a set of cells, each in label order."""
    index, names = index_of(side), labels_of(side)
    left = {index[label] for label in labels}
    pieces = []
    while left:
        piece, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell in left:
                left.remove(cell)
                piece.add(cell)
                edge += [int(other) for other in NEIGHBOUR[side - 5, cell] if other >= 0]
        pieces.append([names[cell] for cell in sorted(piece)])
    return pieces


@cache
def reflections(side: int) -> tuple[tuple[int, ...], ...]:
    """The six mirrors of the hexagon, each as the image of every cell index."""
    cells = cells_of(side)
    index = {cell: number for number, cell in enumerate(cells)}
    return tuple(tuple(index[symmetries(cell)[which]] for cell in cells) for which in range(6, 12))


def mirrors_of(board: Board) -> list[int]:
    """Which of the six `reflections` map the mountains on the rivers."""
    index, names = index_of(board.side), labels_of(board.side)
    mountains, rivers = board.mountains or (), board.rivers or ()
    wanted = {frozenset(area) for area in rivers}
    return [
        which
        for which, image in enumerate(reflections(board.side))
        if {frozenset(names[image[index[label]]] for label in area) for area in mountains} == wanted
    ]


@cache
def shipped_boards() -> dict[str, Board]:
    """The boards that come with the game, by name; all of them synthetic."""
    found = {}
    for file in sorted(resources.files(__package__).joinpath("boards").iterdir(), key=str):
        board, faults = read_board(json.loads(file.read_text(encoding="utf-8")))
        if board is None or any(fault.level == "error" for fault in faults):
            raise BadSetup(f"The shipped board {file.name} is broken: {faults[0].message}")
        found[board.name] = board
    return found


def board_of_setup(data: object) -> Board:
    """The board that a log's header names or holds. Raises `BadSetup`."""
    if isinstance(data, str):
        name = data.strip().lower()
        if name not in shipped_boards():
            known = ", ".join(shipped_boards())
            raise BadSetup(f"There is no board {as_json(data)}; the boards that ship are: {known}.")
        return shipped_boards()[name]
    board, faults = read_board(data)
    errors = [fault.message for fault in faults if fault.level == "error"]
    if board is None or errors:
        raise BadSetup(f"The board cannot be played on: {errors[0]}")
    return board
