"""The complete pasture as tables: which cells are neighbours, and which lie on the border."""

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule
from engine.core.game import State
from engine.games.battle_sheep.moves import STEP, place_at, q_at, r_at
from engine.games.battle_sheep.state import EDGE, FREE, INSIDE, NO_CELL, ON_HOLE, ON_OUTSIDE


@rule
def cell_at(state: State, place: int) -> int:
    """The number of the cell at this place, or `NO_CELL` where there is no pasture."""
    first, count = 0, state.cells
    while count > 1:
        half = count >> 1
        first = first + half if state.place[first + half] <= place else first
        count -= half
    return first if state.place[first] == place else NO_CELL


@rule
def lay_out(state: State) -> None:
    """Fill the tables by cell from `place`, which holds `cells` places in order."""
    for cell in range(state.cells):
        state.stack[cell] = FREE
        q, r = q_at(state.place[cell]), r_at(state.place[cell])
        for direction in range(6):
            place = place_at(q + STEP[direction, 0], r + STEP[direction, 1])
            state.neighbour[cell, direction] = cell_at(state, place)
    state.stack[NO_CELL] = EDGE
    _find_sides(state)


@rule
def _close_ranks(values: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], int]:
    """Each value by its rank from 1 on, where a gap of any width takes one rank; the last rank."""
    least, most = values.min(), values.max()
    rank = np.zeros(most - least + 1, dtype=np.int64)
    for value in values:
        rank[value - least] = 1
    last = 0
    in_gap = False
    for value in range(rank.shape[0]):
        if rank[value] == 1:
            last += 1
            in_gap = False
        elif not in_gap:
            last += 1
            in_gap = True
        rank[value] = last
    ranked = np.empty_like(values)
    for index in range(values.shape[0]):
        ranked[index] = rank[values[index] - least]
    return ranked, last


@rule
def _find_sides(state: State) -> None:
    """Tell for each cell whether it lies on the outside, only on a hole, or on neither.

    The outside is flooded on a grid, in which columns and rows without pasture are narrowed to
    one: such a line is all outside, and what lies beyond it is shifted as a whole, so pieces far
    apart cost no more than pieces close together.
    """
    cells = np.int64(state.cells)
    column = np.empty(cells, dtype=np.int64)
    row = np.empty(cells, dtype=np.int64)
    for cell in range(cells):
        column[cell] = q_at(state.place[cell])
        row[cell] = r_at(state.place[cell])
    column, columns = _close_ranks(column)
    row, rows = _close_ranks(row)
    width, height = columns + 2, rows + 2
    grid = np.full((width, height), ON_HOLE, dtype=np.int8)
    for cell in range(cells):
        grid[column[cell], row[cell]] = INSIDE
    waiting = np.empty((width * height, 2), dtype=np.int64)
    waiting[0, 0] = waiting[0, 1] = 0
    count = 1
    grid[0, 0] = ON_OUTSIDE
    while count > 0:
        count -= 1
        from_column, from_row = waiting[count, 0], waiting[count, 1]
        for direction in range(6):
            to_column = from_column + STEP[direction, 0]
            to_row = from_row + STEP[direction, 1]
            if to_column < 0 or to_row < 0 or to_column >= width or to_row >= height:
                continue
            if grid[to_column, to_row] == ON_HOLE:
                grid[to_column, to_row] = ON_OUTSIDE
                waiting[count, 0] = to_column
                waiting[count, 1] = to_row
                count += 1
    for cell in range(cells):
        state.side[cell] = INSIDE
        for direction in range(6):
            beside = grid[column[cell] + STEP[direction, 0], row[cell] + STEP[direction, 1]]
            state.side[cell] = max(state.side[cell], beside)
