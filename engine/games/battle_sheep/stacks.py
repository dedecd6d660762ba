"""Putting stacks on the pasture, and what each stack can still do."""

import numpy as np

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_at
from engine.core.game import State
from engine.games.battle_sheep.moves import q_at, r_at
from engine.games.battle_sheep.state import FREE, HERD
from engine.games.battle_sheep.vocabulary import NOTHING, SCORED, TERRITORY


@rule
def seat_of(stack: int) -> int:
    return stack >> 4


@rule
def _bit_of(stack: int) -> int:
    return 1 << (stack & 15)


# A de Bruijn sequence: the top 4 of 16 bits of its product with 1 << n differ for each n.
_SEQUENCE = 0x09AF
_INDEX = np.array([0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12], dtype=np.int64)


@rule
def lowest_bit(bits: int) -> int:
    """The index of the lowest bit that is set, of at most 16."""
    return _INDEX[((bits & -bits) * _SEQUENCE & 0xFFFF) >> 12]


@rule
def occupy(state: State, cell: int, sheep: int, log: EffectLog) -> None:
    """Put sheep of the seat to move on a free cell, and shorten the ways of those who see it."""
    seat = state.to_move
    new = seat * HERD + state.held[seat]
    state.held[seat] += 1
    state.stack[cell] = new
    stack = state.stacks[new]
    stack.cell = cell
    stack.sheep = sheep
    ways = 0
    for direction in range(6):
        distance = 0
        beside = state.neighbour[cell, direction]
        ahead = beside
        end = cell
        while state.stack[ahead] == FREE:
            distance += 1
            end = ahead
            ahead = state.neighbour[ahead, direction]
        met = state.stack[ahead]
        back = direction + 3 if direction < 3 else direction - 3
        stack.reach[direction] = distance
        stack.end[direction] = end
        state.stacks[met].reach[back] = distance
        state.stacks[met].end[back] = beside
        if distance > 0:
            ways += 1
        else:
            state.stacks[met].ways -= 1
            if state.stacks[met].ways == 0:
                state.mobile[seat_of(met)] &= ~_bit_of(met)
    stack.ways = ways
    if sheep > 1 and ways > 0:
        state.mobile[seat] |= _bit_of(new)
    place = state.place[cell]
    emit_at(log, SCORED, seat, TERRITORY, 1, q_at(place), r_at(place), NOTHING)


@rule
def take_sheep(state: State, stack: int, sheep: int) -> None:
    """Take sheep from a stack; the last one that is left cannot move."""
    state.stacks[stack].sheep -= sheep
    if state.stacks[stack].sheep == 1:
        state.mobile[seat_of(stack)] &= ~_bit_of(stack)
