"""Players of China Gold: `random`; `greedy`, which races for cells area by area; and `loose`, which
does so but for now and then a random move.

Playouts by `greedy` are too sure of what they say, as better players do not let every race go the
way that it looks. Measured on other games than those of `python3 dev.py truth calibration`: log
loss 0.500 with `loose`, 0.509 with `greedy`.
"""

import numpy as np

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.china_gold.appraisal import TABLE_ROWS, tabulate, worth_of
from engine.games.china_gold.geometry import MOST_CELLS
from engine.games.china_gold.rules import legal, random_move

POLICIES = ("random", "greedy", "loose")
RANDOM, GREEDY, LOOSE = range(len(POLICIES))
LEAST_WORTH = -1_000_000

_ONE_AT_RANDOM_OF = 16


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    """`random` takes any legal move; `greedy` the one after which it may expect most cells."""
    if policy == RANDOM or state.partition_known == 0:
        return random_move(state, random)
    if policy == LOOSE and below(random, _ONE_AT_RANDOM_OF) == 0:
        return random_move(state, random)
    count = legal(state, buffer)
    table = np.empty((TABLE_ROWS, MOST_CELLS), dtype=np.int64)
    tabulate(state, table)
    best, best_worth, ties = buffer[0], LEAST_WORTH, 0
    for place in range(count):
        move = buffer[place]
        worth = worth_of(state, move, place, table)
        if worth > best_worth:
            best, best_worth, ties = move, worth, 1
        elif worth == best_worth:
            ties += 1
            if below(random, ties) == 0:
                best = move
    return best
