"""What a position is worth to a side: the cells that it may expect, as areas are raced for."""

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule
from engine.core.game import Codes, State, Worths
from engine.games.china_gold.geometry import MOST_CELLS, NEIGHBOUR
from engine.games.china_gold.rules import AXIS_DIRECTIONS
from engine.games.china_gold.state import TURN, UP

LEAD_LIMIT = 10
MOST_DOWN = 61
"""No area has more cells: on the smaller board one may be nearly all of it."""
NO_CELL_LEFT = -1


def _chances() -> npt.NDArray[np.int64]:
    down = np.arange(MOST_DOWN + 1)
    lead = np.clip(down[None, :] - down[:, None], -LEAD_LIMIT, LEAD_LIMIT)
    chances = np.round(1000 / (1 + np.exp(-0.6 * lead))).astype(np.int64)
    chances[:, 0] = 0
    chances[0, :] = 1000
    return chances


CHANCES = _chances()
"""Shape (down in the own area, down in the other's): the chance times 1000 that a side gets a
cell, a logistic curve of slope 0.6 by how many fewer markers its area has face down."""

Table = npt.NDArray[np.int64]
OWN, OTHER = 0, 1
AREA_ROW, NEXT_ROW, DOWN_ROW, HEAD_ROW, TOUCHED_ROW = 0, 2, 4, 6, 8
VALUE_ROW, TABLE_ROWS = 10, 11
"""Rows of a `Table`, of `MOST_CELLS` each; but the last there is one for the side to move (`OWN`)
and one for the other. By cell: its area, and the cell of the same area before it. By area: the
markers face down, the last of its cells on the board, and a number that tells which move touched
it last. By cell: what it is worth now."""


@rule
def tabulate(state: State, table: Table) -> None:
    """Write down what `worth_of` looks at, as the side to move sees it; the board is known."""
    for side in range(2):
        role = state.role_to_move if side == OWN else 1 - state.role_to_move
        for area in range(state.areas[role]):
            table[DOWN_ROW + side, area] = state.area_down[role, area]
            table[HEAD_ROW + side, area] = NO_CELL_LEFT
            table[TOUCHED_ROW + side, area] = -1
        for cell in range(state.cells):
            if state.marker[cell] <= UP:
                area = int(state.area[role, cell])
                table[AREA_ROW + side, cell] = area
                table[NEXT_ROW + side, cell] = table[HEAD_ROW + side, area]
                table[HEAD_ROW + side, area] = cell
    for cell in range(state.cells):
        if state.marker[cell] <= UP:
            table[VALUE_ROW, cell] = CHANCES[
                table[DOWN_ROW + OWN, table[AREA_ROW + OWN, cell]],
                table[DOWN_ROW + OTHER, table[AREA_ROW + OTHER, cell]],
            ]


@rule
def worth_of(state: State, move: int, number: int, table: Table) -> int:
    """How many cells more, times 1000, the side to move may expect after a turn or hide.

    `number` is another one, from 0 up, at each call on a table.
    """
    change = -1 if move & 7 == TURN else 1
    length = move >> 12 if move & 7 == TURN else 1
    start = (move >> 3) & 127
    direction = AXIS_DIRECTIONS[(move >> 10) & 3]
    touched = 2 * number
    cell = start
    for step in range(length):
        for side in range(2):
            area = table[AREA_ROW + side, cell]
            table[DOWN_ROW + side, area] += change
            table[TOUCHED_ROW + side, area] = touched
        if step + 1 < length:
            cell = NEIGHBOUR[state.side - 5, cell, direction]
    gain = 0
    cell = start
    for step in range(length):
        for side in range(2):
            area = table[AREA_ROW + side, cell]
            if table[TOUCHED_ROW + side, area] == touched:
                table[TOUCHED_ROW + side, area] = touched + 1  # now it is looked at
                gain += _gain_in(side, area, touched, table)
        if step + 1 < length:
            cell = NEIGHBOUR[state.side - 5, cell, direction]
    cell = start
    for step in range(length):
        for side in range(2):
            table[DOWN_ROW + side, table[AREA_ROW + side, cell]] -= change
        if step + 1 < length:
            cell = NEIGHBOUR[state.side - 5, cell, direction]
    return gain


@rule
def _gain_in(side: int, area: int, touched: int, table: Table) -> int:
    """What the cells of an area gain; cells of own areas that are touched count with those."""
    gain = 0
    cell = table[HEAD_ROW + side, area]
    while cell != NO_CELL_LEFT:
        own_area = table[AREA_ROW + OWN, cell]
        if side == OWN or table[TOUCHED_ROW + OWN, own_area] < touched:
            down = table[DOWN_ROW + OTHER, table[AREA_ROW + OTHER, cell]]
            gain += CHANCES[table[DOWN_ROW + OWN, own_area], down] - table[VALUE_ROW, cell]
        cell = table[NEXT_ROW + side, cell]
    return gain


@rule
def appraise(state: State, moves: Codes, count: int, worths: Worths) -> None:
    """Write how many cells each of the first `count` legal moves of a decision may bring."""
    if state.partition_known == 0:
        worths[:count] = 0.0
        return
    table = np.empty((TABLE_ROWS, MOST_CELLS), dtype=np.int64)
    tabulate(state, table)
    for index in range(count):
        worths[index] = 0.001 * worth_of(state, moves[index], index, table)
