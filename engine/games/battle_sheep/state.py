"""The state of one game of Battle Sheep: one NumPy record.

Cells are numbered in the order of their places (by q, then r) once the pasture is complete; the
tables by cell mean nothing before. A record is copied as a whole, so it is kept small.

Sheep slide far more often than a stack is put down, so every stack knows how far it could slide
in each direction: putting a stack down updates the up to six stacks that see it.
"""

from enum import IntEnum

import numpy as np

MOST_PLAYERS = 4
HERD = 16
"""Sheep a player has, and so the most stacks and cells a player can have."""
TILES_EACH = 4
CELLS_OF_TILE = 4
MOST_TILES = MOST_PLAYERS * TILES_EACH
MOST_BUILT = MOST_TILES * CELLS_OF_TILE
MOST_CELLS = 512
"""Cells of the largest ready-made pasture; four herds occupy 64 at most."""
GRID = 64
"""Rows and columns of the grid on which tiles are laid. It wraps round: the bits of a row are
numbered by q modulo 64. 16 tiles span at most 48 columns, with room for a tile on either side 54,
so no two cells that matter ever share a bit."""

MOST_STACKS = MOST_PLAYERS * HERD
EDGE = MOST_STACKS
"""What sliding sheep meet at the border: no stack, but it has a row among the stacks, so that
whoever updates the stacks that a new one is seen by needs no test for it."""
FREE = MOST_STACKS + 1
"""Stands for a stack where there is none."""
NO_CELL = MOST_CELLS
"""The neighbour beyond the border, always taken by `EDGE`."""
NOBODY = -1


class Phase(IntEnum):
    """What is to be done."""

    BUILD = 0
    START = 1
    SPLIT = 2
    OVER = 3


class Border(IntEnum):
    """The switch `border`: where a herd may start."""

    OUTER = 0
    ANY_EDGE = 1
    OWN_TILE = 2


class End(IntEnum):
    """The switch `end`: when the game is over."""

    NOBODY_CAN_SPLIT = 0
    ONE_LEFT = 1
    FIRST_BLOCKED = 2


class Side(IntEnum):
    """What a cell lies on, apart from other cells."""

    NOTHING = 0
    HOLE = 1
    OUTSIDE = 2


# Compiled rules know plain integers only.
BUILD, START, SPLIT, OVER = (int(phase) for phase in Phase)
ANY_EDGE, OWN_TILE = int(Border.ANY_EDGE), int(Border.OWN_TILE)
ONE_LEFT, FIRST_BLOCKED = int(End.ONE_LEFT), int(End.FIRST_BLOCKED)
INSIDE, ON_HOLE, ON_OUTSIDE = (int(side) for side in Side)

TILE = np.dtype([("q", "i4"), ("r", "i4"), ("form", "i4")], align=True)
"""A tile by its first cell and the index of its form in `moves.SHAPES`; records have a `shape` of
their own."""

STACK = np.dtype(
    [("cell", "u2"), ("sheep", "i2"), ("ways", "i2"), ("reach", "i2", 6), ("end", "u2", 6)],
    align=True,
)
"""`reach`: free cells in each direction, 0 where the way is shut; `ways`: how many are not; `end`:
the cell where sheep that go there come to stand."""

STATE = np.dtype(
    [
        ("phase", "i2"),
        ("players", "i2"),
        ("border", "i2"),
        ("end", "i2"),
        # The seat to move; in the phase `OVER` it means nothing.
        ("to_move", "i2"),
        # Passes that a log may still hold here: one for each blocked seat just skipped.
        ("passes", "i2"),
        # With the end `FIRST_BLOCKED`, the seat that ended the game; else `NOBODY`.
        ("last_seat", "i2"),
        ("turn", "i4"),
        # The build: tiles in the order laid, occupied cells by row, and the box that holds them.
        ("tiles", "i4"),
        ("tile", TILE, MOST_TILES),
        ("laid", "u8", GRID),
        ("least_q", "i4"),
        ("most_q", "i4"),
        ("least_r", "i4"),
        ("most_r", "i4"),
        # By seat: the number of its stacks, one bit for each stack that can be split, and whether
        # it was found, once the splits have begun, to have none.
        ("held", "i2", MOST_PLAYERS),
        ("mobile", "i4", MOST_PLAYERS + 1),
        ("blocked", "i2", MOST_PLAYERS),
        # A seat's stacks in order of arrival, `HERD` places for each seat, then `EDGE`.
        ("stacks", STACK, MOST_STACKS + 1),
        # By cell; `stack` is an index into `stacks` or `FREE`.
        ("cells", "i4"),
        ("stack", "u2", MOST_CELLS + 1),
        ("place", "u4", MOST_CELLS),
        ("neighbour", "u2", (MOST_CELLS, 6)),
        ("side", "i1", MOST_CELLS),
        # By cell of a pasture that was built: the seat that laid it.
        ("laid_by", "i1", MOST_BUILT),
    ],
    align=True,
)
