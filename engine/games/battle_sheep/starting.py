"""The start: each player puts the whole herd on a free cell of the border."""

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_at
from engine.core.game import Codes, State
from engine.games.battle_sheep.moves import place_of, q_at, r_at, start_move
from engine.games.battle_sheep.pasture import cell_at
from engine.games.battle_sheep.reasons import (
    ALLOWED,
    START_INSIDE,
    START_NO_CELL,
    START_NOT_OWN_TILE,
    START_ON_HOLE,
    START_TAKEN,
)
from engine.games.battle_sheep.stacks import occupy
from engine.games.battle_sheep.state import (
    ANY_EDGE,
    FREE,
    HERD,
    INSIDE,
    NO_CELL,
    ON_HOLE,
    ON_OUTSIDE,
    OWN_TILE,
    SPLIT,
)
from engine.games.battle_sheep.turns import next_seat
from engine.games.battle_sheep.vocabulary import NOTHING, STARTED


@rule
def _must_use_own_tile(state: State) -> bool:
    """Whether the switch asks for it and there is a free outside cell of the seat's own tiles."""
    if state.border != OWN_TILE or state.tiles == 0:
        return False
    for cell in range(state.cells):
        if (
            state.stack[cell] == FREE
            and state.side[cell] == ON_OUTSIDE
            and state.laid_by[cell] == state.to_move
        ):
            return True
    return False


@rule
def _cell_refusal(state: State, cell: int, own_tile: bool) -> int:
    """Why the herd of the seat to move may not start on this cell."""
    if state.stack[cell] != FREE:
        return START_TAKEN
    if state.side[cell] == INSIDE:
        return START_INSIDE
    if state.side[cell] == ON_HOLE and state.border != ANY_EDGE:
        return START_ON_HOLE
    if own_tile and state.laid_by[cell] != state.to_move:
        return START_NOT_OWN_TILE
    return ALLOWED


@rule
def start_refusal(state: State, move: int) -> int:
    """Why the herd of the seat to move may not start here."""
    cell = cell_at(state, place_of(move))
    if cell == NO_CELL:
        return START_NO_CELL
    return _cell_refusal(state, cell, _must_use_own_tile(state))


@rule
def list_starts(state: State, buffer: Codes) -> int:
    count = 0
    own_tile = _must_use_own_tile(state)
    for cell in range(state.cells):
        if _cell_refusal(state, cell, own_tile) == ALLOWED:
            buffer[count] = start_move(state.place[cell])
            count += 1
    return count


@rule
def play_start(state: State, move: int, log: EffectLog) -> None:
    """Put the herd down; after the last one the splits begin."""
    place = place_of(move)
    emit_at(log, STARTED, state.to_move, NOTHING, HERD, q_at(place), r_at(place), NOTHING)
    occupy(state, cell_at(state, place), HERD, log)
    state.turn += 1
    if state.to_move + 1 < state.players:
        state.to_move += 1
    else:
        state.phase = SPLIT
        next_seat(state, log)
