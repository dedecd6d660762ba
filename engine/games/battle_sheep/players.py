"""Players that decide at once, for simulations and playouts.

`random` makes every legal move equally often. `greedy` looks at the cells about each landing: it
goes where there is room, next to herds of others that have few ways left, away from its own, first
with big stacks that are nearly shut in, and it sends as many sheep as the room there deserves. The
weights were climbed to by letting one set play another.
"""

from engine.core.chance import RandomState, below, uniform
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.battle_sheep.moves import place_of, signed, split_move
from engine.games.battle_sheep.pasture import cell_at
from engine.games.battle_sheep.rules import legal
from engine.games.battle_sheep.splitting import landing_cell
from engine.games.battle_sheep.stacks import lowest_bit, seat_of
from engine.games.battle_sheep.state import EDGE, FREE, HERD, SPLIT, START

POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(len(POLICIES))

_SECOND_RING = 0.3  # worth of a free cell two steps away, where one beside is worth 1
_ROOM = 0.3
_SHUTTING_OTHERS = 2.5
_SHUTTING_OWN = 0.5
_URGENCY = 2.0
_STAYING = 1.5  # worth of a way left to those who stay
_CHANCE = 0.1  # the most that chance adds, so that equals are told apart


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    """The move of a player; tiles are laid at random by both."""
    if policy == GREEDY:
        if state.phase == SPLIT:
            return _greedy_split(state, random)
        if state.phase == START:
            return _greedy_start(state, random, buffer)
    return buffer[below(random, legal(state, buffer))]


@rule
def _free_sides(state: State, cell: int) -> int:
    free = 0
    for direction in range(6):
        free += state.stack[state.neighbour[cell, direction]] == FREE
    return free


@rule
def _room(state: State, cell: int) -> float:
    """How much free land lies about a cell."""
    room = 0.0
    for direction in range(6):
        beside = state.neighbour[cell, direction]
        if state.stack[beside] == FREE:
            room += 1.0 + _SECOND_RING * _free_sides(state, beside)
    return room


@rule
def _greedy_start(state: State, random: RandomState, buffer: Codes) -> int:
    count = legal(state, buffer)
    chosen, best = buffer[0], -1.0
    for move in buffer[:count]:
        value = _room(state, cell_at(state, place_of(move))) + _CHANCE * uniform(random)
        if value > best:
            chosen, best = move, value
    return chosen


@rule
def _shutting(state: State, cell: int, coming_from: int) -> float:
    """What it is worth to take a way each from the stacks beside this cell."""
    worth = 0.0
    seat = seat_of(coming_from)
    for direction in range(6):
        beside = state.stack[state.neighbour[cell, direction]]
        if beside >= EDGE or beside == coming_from:
            continue  # no stack, or the one whose sheep land here
        stack = state.stacks[beside]
        weight = -_SHUTTING_OWN if seat_of(beside) == seat else _SHUTTING_OTHERS
        worth += weight * (stack.sheep - 1) / stack.ways
    return worth


@rule
def _sheep_to_send(sheep: int, room: float, ways_left: int) -> int:
    """So many that those who go and those who stay have the same room each."""
    share = room / (room + _STAYING * ways_left) if room > 0.0 else 0.0
    return min(max(round(sheep * share), 1), sheep - 1)


@rule
def _greedy_split(state: State, random: RandomState) -> int:
    waiting = signed(state.mobile[state.to_move])
    chosen, best = 0, -1.0e9
    while waiting != 0:
        number = state.to_move * HERD + lowest_bit(waiting)
        waiting &= waiting - 1
        stack = state.stacks[number]
        urgency = _URGENCY * (stack.sheep - 1) / stack.ways
        for direction in range(6):
            distance = stack.reach[direction]
            if distance == 0:
                continue
            landing = landing_cell(state, stack.cell, direction, distance)
            room = _room(state, landing)
            value = urgency + _ROOM * room + _shutting(state, landing, number)
            value += _CHANCE * uniform(random)
            if value > best:
                best = value
                ways_left = stack.ways - 1 if distance == 1 else stack.ways
                sheep = _sheep_to_send(stack.sheep, room, ways_left)
                chosen = split_move(state.place[stack.cell], direction, distance, sheep)
    return chosen
