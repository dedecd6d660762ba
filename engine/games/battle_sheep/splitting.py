"""The splits: part of a stack slides in a straight line as far as it can go."""

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit
from engine.core.game import Codes, State
from engine.games.battle_sheep.moves import (
    ONE_SHEEP,
    direction_of,
    distance_of,
    place_of,
    q_at,
    r_at,
    sheep_of,
    signed,
    split_move,
)
from engine.games.battle_sheep.pasture import cell_at
from engine.games.battle_sheep.reasons import (
    ALLOWED,
    NO_MOVE,
    SPLIT_LAST_SHEEP,
    SPLIT_NO_CELL,
    SPLIT_NO_STACK,
    SPLIT_NO_WAY,
    SPLIT_NONE_LEFT,
    SPLIT_NONE_TAKEN,
    SPLIT_NOT_OWN,
    SPLIT_TOO_FAR,
    SPLIT_TOO_SHORT,
)
from engine.games.battle_sheep.stacks import lowest_bit, occupy, seat_of, take_sheep
from engine.games.battle_sheep.state import FREE, HERD, NO_CELL
from engine.games.battle_sheep.turns import next_seat
from engine.games.battle_sheep.vocabulary import NOTHING, SENT


@rule
def split_refusal(state: State, move: int) -> int:
    """Why the seat to move may not split so."""
    cell = cell_at(state, place_of(move))
    if cell == NO_CELL:
        return SPLIT_NO_CELL
    if state.stack[cell] == FREE:
        return SPLIT_NO_STACK
    if seat_of(state.stack[cell]) != state.to_move:
        return SPLIT_NOT_OWN
    stack = state.stacks[state.stack[cell]]
    if stack.sheep == 1:
        return SPLIT_LAST_SHEEP
    if sheep_of(move) < 1:
        return SPLIT_NONE_TAKEN
    if sheep_of(move) >= stack.sheep:
        return SPLIT_NONE_LEFT
    direction = direction_of(move)
    if direction >= 6:
        return NO_MOVE
    reach = stack.reach[direction]
    if reach == 0:
        return SPLIT_NO_WAY
    if distance_of(move) < reach:
        return SPLIT_TOO_SHORT
    if distance_of(move) > reach:
        return SPLIT_TOO_FAR
    return ALLOWED


@rule
def list_splits(state: State, buffer: Codes) -> int:
    """Every split, stack by stack: one sheep in each direction, then two in each, and so on."""
    count = 0
    seat = state.to_move
    waiting = signed(state.mobile[seat])
    while waiting != 0:
        stack = state.stacks[seat * HERD + lowest_bit(waiting)]
        waiting &= waiting - 1
        place = state.place[stack.cell]
        first = count
        for direction in range(6):
            reach = stack.reach[direction]
            buffer[count] = split_move(place, direction, reach, 1)
            # No branch: whether a way is open is what a processor cannot foresee.
            count += reach > 0
        end = count
        more = 0
        for _ in range(stack.sheep - 2):
            more += ONE_SHEEP
            for index in range(first, end):
                buffer[count] = buffer[index] + more
                count += 1
    return count


@rule
def play_split(state: State, move: int, log: EffectLog) -> None:
    place = place_of(move)
    cell = cell_at(state, place)
    stack = state.stack[cell]
    end = state.stacks[stack].end[direction_of(move)]
    sheep = sheep_of(move)
    landing = state.place[end]
    emit(
        log,
        SENT,
        state.to_move,
        NOTHING,
        sheep,
        q_at(landing),
        r_at(landing),
        q_at(place),
        r_at(place),
        NOTHING,
    )
    take_sheep(state, stack, sheep)
    occupy(state, end, sheep, log)
    state.turn += 1
    next_seat(state, log)
