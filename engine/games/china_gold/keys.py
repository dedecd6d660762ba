"""Which positions are the same, and when the winner is known before the end.

By what a log may still assert, who moved last and who took which marker nothing is decided; how
many each side has taken counts.
"""

import numpy as np

from engine.core.chance import next_uint64, random_state
from engine.core.compiling import rule
from engine.core.game import State
from engine.core.keys import mix
from engine.games.china_gold.geometry import MOST_CELLS
from engine.games.china_gold.state import DOWN, UP

_RANDOM = random_state(0x601D)
_BY_MARKER = np.array(
    [[next_uint64(_RANDOM) for _ in range(MOST_CELLS)] for _ in (DOWN, UP)], dtype=np.uint64
)


@rule
def key(state: State) -> np.uint64:
    """Of what lies how, the gold of both sides, and who is to do what."""
    total = np.uint64(
        state.taken[0]
        + 128 * state.taken[1]
        + (1 << 14) * (state.stage + 4 * state.throw)
        + (1 << 20) * (2 * state.role_to_move + state.claims_open * (1 - state.partition_known))
    )
    total = mix(total)
    for cell in range(state.cells):
        marker = state.marker[cell]
        if marker <= UP:
            total += _BY_MARKER[marker, cell]
    return mix(total)


@rule
def decided(state: State) -> int:
    """The seat that has more than half of the markers."""
    for role in range(2):
        if 2 * state.taken[role] > state.cells:
            return abs(state.mountain_seat - role)
    return -1
