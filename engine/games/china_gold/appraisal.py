"""What a position is worth to a side: the cells that it may expect, as areas are raced for."""

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule
from engine.core.game import Codes, State, Worths
from engine.games.china_gold.geometry import MOST_CELLS, NEIGHBOUR
from engine.games.china_gold.rules import AXIS_DIRECTIONS
from engine.games.china_gold.state import TURN, UP

# Chance that a cell goes to the side whose area has `lead` fewer markers face down, times 1000:
# a logistic curve of slope 0.6 a marker, from a lead of -10 to 10.
LEAD_LIMIT = 10
CHANCE_BY_LEAD = np.array(
    [round(1000 / (1 + np.exp(-0.6 * lead))) for lead in range(-LEAD_LIMIT, LEAD_LIMIT + 1)],
    dtype=np.int64,
)
NO_CELL_LEFT = -1

Table = npt.NDArray[np.int64]
DOWN_ROW, HEAD_ROW, NEXT_ROW, TOUCHED_ROW, VALUE_ROW, TABLE_ROWS = 0, 2, 4, 6, 8, 9
"""Rows of a `Table`, of `MOST_CELLS` each. By area, one row for either role: the markers face
down, the last of its cells on the board, and the number of the move that touched it last. By cell:
the cell of the same area before it, likewise for either role, and what the cell is worth."""


@rule
def _chance(own: int, other: int) -> int:
    """The chance times 1000 that a side gets a cell when its area has so many markers down."""
    if own == 0:
        return 1000
    if other == 0:
        return 0
    lead = min(max(other - own, -LEAD_LIMIT), LEAD_LIMIT)
    return CHANCE_BY_LEAD[lead + LEAD_LIMIT]


@rule
def tabulate(state: State, table: Table) -> None:
    """Write down what `worth_of` looks at, as the side to move sees it; the board is known."""
    own = int(state.role_to_move)
    for role in range(2):
        for area in range(state.areas[role]):
            table[DOWN_ROW + role, area] = state.area_down[role, area]
            table[HEAD_ROW + role, area] = NO_CELL_LEFT
            table[TOUCHED_ROW + role, area] = -1
    for cell in range(state.cells):
        if state.marker[cell] > UP:
            continue
        for role in range(2):
            area = state.area[role, cell]
            table[NEXT_ROW + role, cell] = table[HEAD_ROW + role, area]
            table[HEAD_ROW + role, area] = cell
        table[VALUE_ROW, cell] = _chance(
            int(state.area_down[own, state.area[own, cell]]),
            int(state.area_down[1 - own, state.area[1 - own, cell]]),
        )


@rule
def _shift(state: State, move: int, change: int, number: int, table: Table) -> None:
    """Count the markers that a move turns or hides as down, or no longer, and mark their areas."""
    length = move >> 12 if move & 7 == TURN else 1
    cell = (move >> 3) & 127
    for step in range(length):
        for role in range(2):
            area = state.area[role, cell]
            table[DOWN_ROW + role, area] += change
            table[TOUCHED_ROW + role, area] = number
        if step + 1 < length:
            cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[(move >> 10) & 3]]


@rule
def worth_of(state: State, move: int, number: int, table: Table) -> int:
    """How many cells more, times 1000, the side to move may expect after a turn or hide.

    `number` is another one, from 0 up, at each call on a table.
    """
    own = int(state.role_to_move)
    change = -1 if move & 7 == TURN else 1
    _shift(state, move, change, 2 * number, table)
    gain = 0
    length = move >> 12 if move & 7 == TURN else 1
    start = (move >> 3) & 127
    for role in range(2):
        seen_from = own if role == 0 else 1 - own
        cell = start
        for step in range(length):
            area = state.area[seen_from, cell]
            if table[TOUCHED_ROW + seen_from, area] == 2 * number:
                # From here on it is marked as looked at.
                table[TOUCHED_ROW + seen_from, area] = 2 * number + 1
                gain += _gain_in(state, seen_from, int(area), 2 * number, table)
            if step + 1 < length:
                cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[(move >> 10) & 3]]
    cell = start
    for step in range(length):
        for role in range(2):
            table[DOWN_ROW + role, state.area[role, cell]] -= change
        if step + 1 < length:
            cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[(move >> 10) & 3]]
    return gain


@rule
def _gain_in(state: State, role: int, area: int, number: int, table: Table) -> int:
    """What the cells of an area gain; cells of own areas that are touched count with those."""
    own = int(state.role_to_move)
    gain = 0
    cell = table[HEAD_ROW + role, area]
    while cell != NO_CELL_LEFT:
        own_area = state.area[own, cell]
        if role == own or table[TOUCHED_ROW + own, own_area] < number:
            other_area = state.area[1 - own, cell]
            gain += _chance(table[DOWN_ROW + own, own_area], table[DOWN_ROW + 1 - own, other_area])
            gain -= table[VALUE_ROW, cell]
        cell = table[NEXT_ROW + role, cell]
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
