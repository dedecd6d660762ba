"""Axial coordinates `(q, r)`, pointy-top: E is +q, SE is +r (redblobgames.com/grids/hexagons)."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple


class Cell(NamedTuple):
    """A hexagon by its axial coordinates."""

    q: int
    r: int


DIRECTIONS: tuple[Cell, ...] = (
    Cell(1, 0),
    Cell(1, -1),
    Cell(0, -1),
    Cell(-1, 0),
    Cell(-1, 1),
    Cell(0, 1),
)
"""E, NE, NW, W, SW, SE: counter-clockwise on the screen; the opposite of d is (d + 3) % 6."""


def add(cell: Cell, other: Cell) -> Cell:
    return Cell(cell.q + other.q, cell.r + other.r)


def neighbours(cell: Cell) -> list[Cell]:
    """The six adjacent cells, in the order of `DIRECTIONS`."""
    return [add(cell, direction) for direction in DIRECTIONS]


def distance(cell: Cell, other: Cell) -> int:
    """Steps between two cells."""
    q, r = cell.q - other.q, cell.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def rotate(cell: Cell, sixths: int) -> Cell:
    """Turn about the origin by `sixths` of 60 degrees, clockwise on the screen."""
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Cell(q, r)


def mirror(cell: Cell) -> Cell:
    """Reflect in the axis on which q equals r; all mirrors are this one and a rotation."""
    return Cell(cell.r, cell.q)


def symmetries(cell: Cell) -> list[Cell]:
    """The twelve images of a cell: six rotations, then six rotations of its mirror image."""
    return [rotate(image, sixths) for image in (cell, mirror(cell)) for sixths in range(6)]


def hexagon(side: int) -> list[Cell]:
    """The cells of a hexagon with its centre at the origin, row by row from the top."""
    reach = side - 1
    return [
        Cell(q, r)
        for r in range(-reach, reach + 1)
        for q in range(max(-reach, -r - reach), min(reach, -r + reach) + 1)
    ]


def centre_in_pixels(cell: Cell, size: float = 1.0) -> tuple[float, float]:
    """The centre of a cell on the screen, y downwards; `size` is centre to corner."""
    return size * sqrt(3.0) * (cell.q + cell.r / 2.0), size * 1.5 * cell.r


def format_cell(cell: Cell) -> str:
    """`q,r` as in logs."""
    return f"{cell.q},{cell.r}"


def sort_cells(cells: Iterable[Cell]) -> list[Cell]:
    """By q, then r: the canonical order of logs."""
    return sorted(cells)
