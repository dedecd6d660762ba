"""Players that decide at once, for simulations and playouts."""

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.battle_sheep.rules import legal

POLICIES = ("random", "greedy")


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    return buffer[below(random, legal(state, buffer))]
