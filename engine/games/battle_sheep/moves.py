"""Moves as 64-bit codes: what is done, at which place, and the details.

A place is a cell by its absolute coordinates in one number, so a code means the same in every
game. From the lowest bit: 2 bits kind, 32 bits place of the (first) cell, and from bit 34 the
details: of a tile its shape; of a split 3 bits direction, 10 bits distance, 16 bits sheep.
"""

import numpy as np

from engine.core.compiling import rule
from engine.hex.axial import DIRECTIONS

TILE_MOVE, START_MOVE, SPLIT_MOVE, PASS_MOVE = range(4)

FARTHEST = 32_000
"""Largest coordinate of a ready-made pasture and of a first tile: effects hold coordinates of 16
bits, and a pasture may grow 48 cells from its first tile."""
FARTHEST_READ = 32_767
"""Largest coordinate that a move may name."""
MOST_SHEEP_READ = 0xFFFF
LONGEST_READ = 0x3FF
"""Largest number of sheep, and longest slide, that a move may name; no game allows as much."""

STEP = np.array(DIRECTIONS, dtype=np.int64)
"""Shape (6, 2): the axial step of each direction."""

SHAPES = np.array(
    [
        [(0, 0), (0, 1), (1, 0), (1, 1)],
        [(0, 0), (0, 1), (1, -1), (1, 0)],
        [(0, 0), (1, -1), (1, 0), (2, -1)],
    ],
    dtype=np.int64,
)
"""Shape (3, 4, 2): the cells of a rhombus in its three orientations, sorted by q, then r, relative
to the first."""

ONE_SHEEP = 1 << 47
"""Added to the code of a split, it takes one sheep more."""

_CENTRE = 1 << 15


@rule
def signed(number: int) -> int:
    """The same number as a signed one of 64 bits; compiled, an unsigned one would not mix."""
    return np.int64(number)  # type: ignore[return-value]


@rule
def place_at(q: int, r: int) -> int:
    """The place of a cell; places are in the order of q, then r."""
    return (q + _CENTRE) << 16 | (r + _CENTRE)


@rule
def q_at(place: int) -> int:
    return (signed(place) >> 16) - _CENTRE


@rule
def r_at(place: int) -> int:
    return (signed(place) & 0xFFFF) - _CENTRE


@rule
def tile_move(q: int, r: int, shape: int) -> int:
    """Lay the tile of this shape with its first cell here."""
    return shape << 34 | place_at(q, r) << 2 | TILE_MOVE


@rule
def start_move(place: int) -> int:
    """Put the whole herd here."""
    return signed(place) << 2 | START_MOVE


@rule
def split_move(place: int, direction: int, distance: int, sheep: int) -> int:
    """Send so many sheep from here so far."""
    to = signed(direction) | signed(distance) << 3 | signed(sheep) << 13
    return to << 34 | signed(place) << 2 | SPLIT_MOVE


@rule
def kind_of(move: int) -> int:
    return move & 3


@rule
def place_of(move: int) -> int:
    """Where a tile or herd is put, or the sheep come from."""
    return move >> 2 & 0xFFFF_FFFF


@rule
def shape_of(move: int) -> int:
    return move >> 34


@rule
def direction_of(move: int) -> int:
    return move >> 34 & 7


@rule
def distance_of(move: int) -> int:
    return move >> 37 & LONGEST_READ


@rule
def sheep_of(move: int) -> int:
    return move >> 47
