"""The two hexagons that the game is played on: labels, neighbours and lines, as frozen arrays."""

from functools import cache

import numpy as np
import numpy.typing as npt

from engine.hex.axial import DIRECTIONS, Cell, add, hexagon

SIDES = (5, 6)
MOST_CELLS = 91
LONGEST_LINE = 11
NO_CELL = -1

AXES = (0, 5, 4)
"""Directions E, SE, SW: along each of them the labels ascend."""


@cache
def cells_of(side: int) -> tuple[Cell, ...]:
    """The cells in label order; a cell's index is its place here."""
    return tuple(hexagon(side))


@cache
def labels_of(side: int) -> tuple[str, ...]:
    """The printed label of each cell: a row letter from the top, a number from the left."""
    labels = []
    row, number = None, 0
    for cell in cells_of(side):
        number = number + 1 if cell.r == row else 1
        row = cell.r
        labels.append(f"{chr(ord('a') + cell.r + side - 1)}{number}")
    return tuple(labels)


@cache
def index_of(side: int) -> dict[str, int]:
    """Cell index by label."""
    return {label: index for index, label in enumerate(labels_of(side))}


def _neighbour_table(side: int) -> list[list[int]]:
    cells = cells_of(side)
    index = {cell: number for number, cell in enumerate(cells)}
    table = [[index.get(add(cell, way), NO_CELL) for way in DIRECTIONS] for cell in cells]
    return table + [[NO_CELL] * 6] * (MOST_CELLS - len(cells))


def _lines(side: int, axis: int) -> list[list[int]]:
    """Every maximal line along one axis, its cells ascending."""
    table = _neighbour_table(side)
    opposite = (axis + 3) % 6
    lines = []
    for start in range(len(cells_of(side))):
        if table[start][opposite] == NO_CELL:
            line = [start]
            while table[line[-1]][axis] != NO_CELL:
                line.append(table[line[-1]][axis])
            lines.append(line)
    return lines


def _cells_of_lines() -> npt.NDArray[np.int64]:
    table = np.full((2, 3, LONGEST_LINE, LONGEST_LINE), NO_CELL, dtype=np.int64)
    for side in SIDES:
        for axis, direction in enumerate(AXES):
            for number, line in enumerate(_lines(side, direction)):
                table[side - 5, axis, number, : len(line)] = line
    return table


def _places_in_lines() -> npt.NDArray[np.int64]:
    places = np.zeros((2, 3, MOST_CELLS, 2), dtype=np.int64)
    for side_index, axis, number, place in np.argwhere(LINES != NO_CELL).tolist():
        places[side_index, axis, LINES[side_index, axis, number, place]] = number, place
    return places


def _runs_in(bits: int) -> list[int]:
    return [len(run) for run in f"{bits:b}".split("0") if run]


NEIGHBOUR = np.array([_neighbour_table(side) for side in SIDES], dtype=np.int64)
"""Shape (side - 5, cell, direction)."""

LINES = _cells_of_lines()
"""Shape (side - 5, axis, line, place in the line): the cell there, or `NO_CELL`."""

PLACES = _places_in_lines()
"""Shape (side - 5, axis, cell, 2): the line of a cell, and its place in it."""

WINDOWS_IN = np.array(
    [
        [sum(max(run - length + 1, 0) for run in _runs_in(bits)) for length in range(6)]
        for bits in range(1 << LONGEST_LINE)
    ],
    dtype=np.int64,
)
"""Shape (bits of a line, length): windows of this length, that is places where one can begin."""

RUNS_IN = np.array(
    [
        [sum(run >= length for run in _runs_in(bits)) for length in range(6)]
        for bits in range(1 << LONGEST_LINE)
    ],
    dtype=np.int64,
)
"""Shape (bits of a line, length): maximal runs of at least this length."""

COORDINATES = np.array(
    [
        [list(cell) for cell in cells_of(side)] + [[0, 0]] * (MOST_CELLS - len(cells_of(side)))
        for side in SIDES
    ],
    dtype=np.int64,
)
"""Shape (side - 5, cell, 2): axial q and r."""
