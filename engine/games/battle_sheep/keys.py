"""Which positions are the same, and when the winner is known before the end.

Of a stack that is shut in for good, how many sheep it has plays no part any more; nor does in which
order stacks arrived, or which blocked seats a log may still write passes for.
"""

import numpy as np

from engine.core.chance import next_uint64, random_state
from engine.core.compiling import rule
from engine.core.game import State
from engine.core.keys import mix
from engine.games.battle_sheep.moves import signed
from engine.games.battle_sheep.stacks import lowest_bit
from engine.games.battle_sheep.state import FIRST_BLOCKED, HERD, MOST_CELLS, OWN_TILE, SPLIT

_RANDOM = random_state(0x5EED)
_BY_CELL = np.array([next_uint64(_RANDOM) for _ in range(MOST_CELLS)], dtype=np.uint64)


@rule
def key(state: State) -> np.uint64:
    """Of who holds which cells with how many sheep that can still move, and whose turn it is."""
    total = np.uint64(state.phase + 4 * (state.to_move + 1) + 32 * (state.last_seat + 1))
    for number in range(state.tiles):
        total += _of_tile(state, number)
    for seat in range(state.players):
        for number in range(seat * HERD, seat * HERD + state.held[seat]):
            stack = state.stacks[number]
            sheep = stack.sheep if stack.ways > 0 else 1
            # Odd, so that no bit of the cell's word is lost.
            total += _BY_CELL[stack.cell] * np.uint64(2 * (4 * sheep + seat) + 1)
    return mix(total)


@rule
def _of_tile(state: State, number: int) -> np.uint64:
    tile = state.tile[number]
    owner = number % state.players + 1 if state.border == OWN_TILE else 0
    place = (np.int64(tile.q) << 32) ^ (np.int64(tile.r) << 8) ^ (tile.form << 4) ^ owner
    return mix(np.uint64(place))


@rule
def decided(state: State) -> int:
    """The seat that holds more cells already than any other can still get."""
    if state.phase != SPLIT or state.end == FIRST_BLOCKED:
        return -1
    leader = 0
    free = np.int64(state.cells)
    for seat in range(state.players):
        free -= state.held[seat]
        if state.held[seat] > state.held[leader]:
            leader = seat
    for seat in range(state.players):
        if seat == leader:
            continue
        lacking = np.int64(state.held[leader]) - state.held[seat]
        if free >= lacking and _sheep_to_move(state, seat) >= lacking:
            return -1
    return leader


@rule
def _sheep_to_move(state: State, seat: int) -> int:
    """The sheep that may still leave their stacks: each can take one more cell."""
    sheep = 0
    waiting = signed(state.mobile[seat])
    while waiting != 0:
        sheep += state.stacks[seat * HERD + lowest_bit(waiting)].sheep - 1
        waiting &= waiting - 1
    return sheep
