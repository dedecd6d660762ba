"""Players that decide at once, for simulations and playouts.

`random` makes every legal move equally often; `greedy` the one that looks best, or nearly; `loose`
one of those that look good. Playouts need variety: where both sides always play the same, the share
of them that a seat wins is 0 or 1 whatever may be overlooked. Measured (`python3 dev.py truth`),
search that plays out loosely is surer of less, and stronger.
"""

from engine.core.chance import RandomState, below, uniform
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.battle_sheep.appraisal import room_at, sheep_to_send, worth_of_landing
from engine.games.battle_sheep.moves import place_of, signed, split_move
from engine.games.battle_sheep.pasture import cell_at
from engine.games.battle_sheep.rules import legal
from engine.games.battle_sheep.stacks import lowest_bit
from engine.games.battle_sheep.state import HERD, SPLIT, START

POLICIES = ("random", "greedy", "loose")
RANDOM, GREEDY, LOOSE = range(len(POLICIES))

# The most that chance adds to what a move looks worth, in cells of room.
_TELLING_EQUALS_APART = 0.1
_LOOSENING = 4.0


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    """The move of a player; tiles are laid at random by all."""
    if policy != RANDOM:
        chance = _LOOSENING if policy == LOOSE else _TELLING_EQUALS_APART
        if state.phase == SPLIT:
            return _greedy_split(state, random, chance)
        if state.phase == START:
            return _greedy_start(state, random, chance, buffer)
    return buffer[below(random, legal(state, buffer))]


@rule
def _greedy_start(state: State, random: RandomState, chance: float, buffer: Codes) -> int:
    count = legal(state, buffer)
    chosen, best = buffer[0], -1.0
    for move in buffer[:count]:
        value = room_at(state, cell_at(state, place_of(move))) + chance * uniform(random)
        if value > best:
            chosen, best = move, value
    return chosen


@rule
def _greedy_split(state: State, random: RandomState, chance: float) -> int:
    waiting = signed(state.mobile[state.to_move])
    chosen, best = 0, -1.0e9
    while waiting != 0:
        number = state.to_move * HERD + lowest_bit(waiting)
        waiting &= waiting - 1
        stack = state.stacks[number]
        for direction in range(6):
            distance = stack.reach[direction]
            if distance == 0:
                continue
            landing = int(stack.end[direction])
            room = room_at(state, landing)
            value = worth_of_landing(state, number, landing, room) + chance * uniform(random)
            if value > best:
                best = value
                ways_left = stack.ways - 1 if distance == 1 else stack.ways
                sheep = sheep_to_send(stack.sheep, room, ways_left)
                chosen = split_move(state.place[stack.cell], direction, distance, sheep)
    return chosen
