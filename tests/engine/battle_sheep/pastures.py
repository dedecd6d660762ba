"""Pastures, and games on them, that the tests share."""

from tests.oracle.battle_sheep import Cell, neighbours


def words(cells: set[Cell]) -> list[str]:
    return [f"{q},{r}" for q, r in sorted(cells)]


def hexagon(reach: int) -> set[Cell]:
    """All cells at most so many steps from 0,0."""
    span = range(-reach, reach + 1)
    return {(q, r) for q in span for r in span if abs(q + r) <= reach}


def split_up(text: str) -> list[str]:
    return text.split()


CENTRE: Cell = (0, 0)
RING = set(neighbours(CENTRE))
RIM = hexagon(2) - hexagon(1)

RINGED_HOLE = words(hexagon(2) - {CENTRE})
"""Two rings of cells about a hole of one cell; the inner ring touches only the hole."""

INLET = words(hexagon(2) - {CENTRE, (1, 0), (2, 0)})
"""The same, the hole joined to the outside by a way one cell wide."""


def corridors(*lengths: int) -> list[str]:
    """Rows of cells that do not touch: the first at r = 0, the next at r = 10, and so on."""
    return [f"{q},{10 * row}" for row, length in enumerate(lengths) for q in range(length)]


SEVEN_TILES_AROUND_A_HOLE = [
    "tile 0,0 0,1 1,0 1,1",
    "tile -1,-1 -1,0 0,-2 0,-1",
    "tile -1,2 -1,3 0,2 0,3",
    "tile 1,-3 2,-4 2,-3 3,-4",
    "tile 2,0 2,1 3,-1 3,0",
    "tile -4,4 -3,3 -3,4 -2,3",
    "tile 3,-3 3,-2 4,-4 4,-3",
]
"""Seven of eight tiles, laid round a hole that one tile fills: 1,-2 1,-1 2,-2 2,-1."""

LINE_OF_THREE = split_up(
    "-4,3 -3,-1 -3,0 -3,2 -3,3 -3,4 -2,0 -2,1 -1,-3 -1,-2 -1,0 -1,1 0,-2 0,0 1,-3 1,-2 1,-1 1,0"
    " 2,-3 2,-2 2,-1 3,-4 3,-2 4,-4 4,-3"
)
LINE_MOVES = [
    "start -3,-1",
    "split -3,-1 -3,0 9",
    "split -3,0 1,0 6",
    "split 1,0 4,-3 1",
    "split -3,0 0,0 1",
    "split 1,0 1,-3 2",
    "split 1,0 3,-2 2",
    "split 3,-2 -1,-2 1",
    "split 1,-3 2,-3 1",
    "split -3,0 -1,0 1",
]
"""A herd that ends boxed in on ten cells; the largest group is -1,0 0,0 1,0, a straight line."""

Y_OF_FOUR = split_up(
    "16,0 17,-1 18,-1 19,-2 19,0 20,-3 20,-2 20,-1 21,-4 21,-2 22,-2 22,0 22,1 23,-4 23,-3 23,-1"
    " 23,0 24,-3 24,-2 24,-1 24,0"
)
Y_MOVES = [
    "start 24,-3",
    "split 24,-3 23,-3 13",
    "split 23,-3 23,-4 6",
    "split 24,-3 24,0 1",
    "split 23,-3 22,-2 5",
    "split 24,-3 24,-1 1",
    "split 22,-2 19,-2 3",
    "split 22,-2 20,-2 1",
    "split 19,-2 21,-4 1",
    "split 19,-2 18,-1 1",
]
"""Another on ten cells that do not touch those; the largest group is a cell and three about it."""


def block(q: int, r: int) -> str:
    """The move that lays a tile of two rows of two cells, the first at q,r."""
    return f"tile {q},{r} {q},{r + 1} {q + 1},{r} {q + 1},{r + 1}"


FENCED_IN = [
    block(q, r)
    for q, r in (
        *((0, 0), (-2, 0), (-2, -2), (0, -2)),
        *((2, 0), (2, -2), (4, -2), (4, 0)),
        *((2, 2), (4, 2), (4, 4), (2, 4)),
        *((0, 2), (0, 4), (-2, 4), (-2, 2)),
    )
]
"""Four players lay eight rows of eight cells; all tiles of seat 0 are in the middle."""
