"""What a start or a split looks worth at a glance.

Sheep go where there is room, next to herds of others that have few ways left, away from their own,
first from big stacks that are nearly shut in, and so many as the room there deserves. The weights
were climbed to by letting one set play another.
"""

import numpy as np

from engine.core.compiling import rule
from engine.core.game import Codes, State, Worths
from engine.games.battle_sheep.moves import direction_of, place_of, sheep_of
from engine.games.battle_sheep.pasture import cell_at
from engine.games.battle_sheep.stacks import seat_of
from engine.games.battle_sheep.state import EDGE, FREE, SPLIT, START

_SECOND_RING = 0.3  # worth of a free cell two steps away, where one beside is worth 1
_ROOM = 0.3
_SHUTTING_OTHERS = 2.5
_SHUTTING_OWN = 0.5
_URGENCY = 2.0
_STAYING = 1.5  # worth of a way left to those who stay
_OTHER_COUNT = 1.0  # what each sheep more or fewer than the room deserves takes off


@rule
def _free_sides(state: State, cell: int) -> int:
    free = 0
    for direction in range(6):
        free += state.stack[state.neighbour[cell, direction]] == FREE
    return free


@rule
def room_at(state: State, cell: int) -> float:
    """How much free land lies about a cell."""
    room = 0.0
    for direction in range(6):
        beside = state.neighbour[cell, direction]
        if state.stack[beside] == FREE:
            room += 1.0 + _SECOND_RING * _free_sides(state, beside)
    return room


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
def sheep_to_send(sheep: int, room: float, ways_left: int) -> int:
    """So many that those who go and those who stay have the same room each."""
    share = room / (room + _STAYING * ways_left) if room > 0.0 else 0.0
    return min(max(round(sheep * share), 1), sheep - 1)


@rule
def worth_of_landing(state: State, number: int, landing: int, room: float) -> float:
    """What it is worth to send sheep from a stack to a cell with so much room about it."""
    stack = state.stacks[number]
    urgency = _URGENCY * (stack.sheep - 1) / stack.ways
    return urgency + _ROOM * room + _shutting(state, landing, number)


@rule
def appraise(state: State, moves: Codes, count: int, worths: Worths) -> None:
    """Write what each of the first `count` legal moves looks worth; tiles all look alike."""
    if state.phase == START:
        for index in range(count):
            worths[index] = room_at(state, cell_at(state, place_of(moves[index])))
    elif state.phase == SPLIT:
        _appraise_splits(state, moves, count, worths)
    else:
        worths[:count] = 0.0


@rule
def _appraise_splits(state: State, moves: Codes, count: int, worths: Worths) -> None:
    # One stack's splits are listed together, each direction with every number of sheep.
    worth = np.empty(6)
    wanted = np.empty(6, dtype=np.int64)
    place = -1
    cell = number = seen = 0
    for index in range(count):
        move = moves[index]
        if place_of(move) != place:
            place = place_of(move)
            cell = cell_at(state, place)
            number = int(state.stack[cell])
            seen = 0
        direction = direction_of(move)
        if seen & 1 << direction == 0:
            seen |= 1 << direction
            stack = state.stacks[number]
            distance = stack.reach[direction]
            landing = int(stack.end[direction])
            room = room_at(state, landing)
            ways_left = stack.ways - 1 if distance == 1 else stack.ways
            worth[direction] = worth_of_landing(state, number, landing, room)
            wanted[direction] = sheep_to_send(stack.sheep, room, ways_left)
        worths[index] = worth[direction] - _OTHER_COUNT * abs(sheep_of(move) - wanted[direction])
