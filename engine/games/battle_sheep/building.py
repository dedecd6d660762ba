"""The build: tiles are laid on a grid of bits until the pasture is complete."""

import numpy as np

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_at
from engine.core.game import Codes, State
from engine.games.battle_sheep.moves import (
    FARTHEST,
    SHAPES,
    place_at,
    place_of,
    q_at,
    r_at,
    shape_of,
    tile_move,
)
from engine.games.battle_sheep.pasture import cell_at, lay_out
from engine.games.battle_sheep.reasons import (
    ALLOWED,
    NO_MOVE,
    TILE_FLOATS,
    TILE_OVERLAPS,
    TILE_TOO_FAR,
)
from engine.games.battle_sheep.state import CELLS_OF_TILE, GRID, START, TILES_EACH
from engine.games.battle_sheep.vocabulary import LAID, NOTHING, PASTURE

_LAST = GRID - 1


@rule
def _ahead(row: np.uint64, steps: int) -> np.uint64:
    """A row of bits in which each bit tells of the cell `steps` further along."""
    by = np.uint64(steps & _LAST)
    back = np.uint64(-steps & _LAST)
    return row >> by | row << back


@rule
def _row(state: State, r: int) -> np.uint64:
    """Bits of the pasture's cells in this row."""
    return state.laid[r & _LAST]


@rule
def _beside(state: State, r: int) -> np.uint64:
    """Bits of the cells in this row that share a side with the pasture, its own too."""
    here, above, below = _row(state, r), _row(state, r - 1), _row(state, r + 1)
    return _ahead(here, 1) | _ahead(here, -1) | above | _ahead(above, 1) | below | _ahead(below, -1)


@rule
def _overlapping(state: State, shape: int, r: int) -> np.uint64:
    """Bits of the first cells in this row with which a tile of this shape would overlap."""
    found = np.uint64(0)
    for part in range(CELLS_OF_TILE):
        found |= _ahead(_row(state, r + SHAPES[shape, part, 1]), SHAPES[shape, part, 0])
    return found


@rule
def _touching(state: State, shape: int, r: int) -> np.uint64:
    """Bits of the first cells in this row with which a tile of this shape would touch."""
    found = np.uint64(0)
    for part in range(CELLS_OF_TILE):
        found |= _ahead(_beside(state, r + SHAPES[shape, part, 1]), SHAPES[shape, part, 0])
    return found


@rule
def _has(row: np.uint64, q: int) -> bool:
    return row >> np.uint64(q & _LAST) & np.uint64(1) != np.uint64(0)


@rule
def is_laid(state: State, q: int, r: int) -> bool:
    """Whether a tile covers this cell."""
    if q < state.least_q or q > state.most_q or r < state.least_r or r > state.most_r:
        return False
    return _has(_row(state, r), q)


@rule
def tile_refusal(state: State, move: int) -> int:
    """Why this tile may not be laid; a first tile may lie anywhere."""
    q, r, shape = q_at(place_of(move)), r_at(place_of(move)), shape_of(move)
    if shape >= SHAPES.shape[0]:
        return NO_MOVE
    if state.tiles == 0:
        if max(abs(q), abs(r)) > FARTHEST:
            return TILE_TOO_FAR
        return ALLOWED
    # Beyond the box the grid, which wraps round, would tell of other cells.
    if q < state.least_q - 3 or q > state.most_q + 1:
        return TILE_FLOATS
    if r < state.least_r - 2 or r > state.most_r + 2:
        return TILE_FLOATS
    if _has(_overlapping(state, shape, r), q):
        return TILE_OVERLAPS
    if not _has(_touching(state, shape, r), q):
        return TILE_FLOATS
    return ALLOWED


@rule
def list_tiles(state: State, buffer: Codes) -> int:
    """Every tile that touches and does not overlap; of first tiles one a shape."""
    count = 0
    if state.tiles == 0:
        for shape in range(SHAPES.shape[0]):
            buffer[count] = tile_move(0, 0, shape)
            count += 1
        return count
    for shape in range(SHAPES.shape[0]):
        for r in range(state.least_r - 2, state.most_r + 3):
            fitting = _touching(state, shape, r) & ~_overlapping(state, shape, r)
            if fitting == np.uint64(0):
                continue
            for q in range(state.least_q - 3, state.most_q + 2):
                if _has(fitting, q):
                    buffer[count] = tile_move(q, r, shape)
                    count += 1
    return count


@rule
def play_tile(state: State, move: int, log: EffectLog) -> None:
    """Lay a tile; after the last one the pasture is laid out and the starts begin."""
    tile = state.tile[state.tiles]
    tile.q = q_at(place_of(move))
    tile.r = r_at(place_of(move))
    tile.form = shape_of(move)
    if state.tiles == 0:
        state.least_q = state.most_q = tile.q
        state.least_r = state.most_r = tile.r
    for part in range(CELLS_OF_TILE):
        q = tile.q + SHAPES[tile.form, part, 0]
        r = tile.r + SHAPES[tile.form, part, 1]
        state.laid[r & _LAST] |= np.uint64(1) << np.uint64(q & _LAST)
        state.least_q = min(state.least_q, q)
        state.most_q = max(state.most_q, q)
        state.least_r = min(state.least_r, r)
        state.most_r = max(state.most_r, r)
        emit_at(log, LAID, state.to_move, PASTURE, 0, q, r, NOTHING)
    state.tiles += 1
    state.to_move = (state.to_move + 1) % state.players
    if state.tiles == TILES_EACH * state.players:
        _complete(state)


@rule
def _complete(state: State) -> None:
    for q in range(state.least_q, state.most_q + 1):
        for r in range(state.least_r, state.most_r + 1):
            if is_laid(state, q, r):
                state.place[state.cells] = place_at(q, r)
                state.cells += 1
    lay_out(state)
    for index in range(state.tiles):
        tile = state.tile[index]
        for part in range(CELLS_OF_TILE):
            q = tile.q + SHAPES[tile.form, part, 0]
            r = tile.r + SHAPES[tile.form, part, 1]
            state.laid_by[cell_at(state, place_at(q, r))] = index % state.players
    state.phase = START
    state.to_move = 0
