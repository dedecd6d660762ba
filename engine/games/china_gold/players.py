"""Players of China Gold: `random`, and `greedy`, which races for cells area by area."""

import numpy as np

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.china_gold.geometry import NEIGHBOUR
from engine.games.china_gold.rules import AXIS_DIRECTIONS, legal, random_move
from engine.games.china_gold.state import HIDE, TURN, UP

POLICIES = ("random", "greedy")

# Chance that a cell goes to the side whose area has `lead` fewer markers face down, times 1000:
# a logistic curve of slope 0.6 a marker, from a lead of -10 to 10.
LEAD_LIMIT = 10
CHANCE_BY_LEAD = np.array(
    [round(1000 / (1 + np.exp(-0.6 * lead))) for lead in range(-LEAD_LIMIT, LEAD_LIMIT + 1)],
    dtype=np.int64,
)


@rule
def _worth(state: State, role: int) -> int:
    """Cells that this role may expect, times 1000: taken ones, and the race for the others."""
    worth = 1000 * state.taken[role]
    for cell in range(state.cells):
        if state.marker[cell] > UP:
            continue
        own = state.area_down[role, state.area[role, cell]]
        other = state.area_down[1 - role, state.area[1 - role, cell]]
        if own == 0:
            worth += 1000
        elif other > 0:
            lead = min(max(other - own, -LEAD_LIMIT), LEAD_LIMIT)
            worth += CHANCE_BY_LEAD[lead + LEAD_LIMIT]
    return worth


@rule
def _shift(state: State, move: int, down: int) -> None:
    """Count the markers of a turn or hide as down (or up) in their areas, and nothing else."""
    length = move >> 12 if move & 7 == TURN else 1
    cell = (move >> 3) & 127
    for step in range(length):
        for role in range(2):
            state.area_down[role, state.area[role, cell]] += down
        if step + 1 < length:
            cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[(move >> 10) & 3]]


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    """`random` takes any legal move; `greedy` the one after which it may expect most cells."""
    if policy == 0 or state.partition_known == 0:
        return random_move(state, random)
    count = legal(state, buffer)
    best, best_worth, ties = buffer[0], -1, 0
    for place in range(count):
        move = buffer[place]
        sign = 1 if move & 7 == HIDE else -1
        _shift(state, move, sign)
        worth = _worth(state, state.role_to_move)
        _shift(state, move, -sign)
        if worth > best_worth:
            best, best_worth, ties = move, worth, 1
        elif worth == best_worth:
            ties += 1
            if below(random, ties) == 0:
                best = move
    return best
