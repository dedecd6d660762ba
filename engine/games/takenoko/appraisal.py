"""A first look at moves: what the greedy player thinks of each, on one scale in a position.

Worths are tenths of a point, as in worth.py; what a move is worth to end the turn is 0.
"""

import numpy as np

from engine.core.compiling import rule
from engine.core.game import Codes, State, Worths
from engine.games.takenoko.components import BARE, IMPROVEMENTS, WATERSHED
from engine.games.takenoko.greedy import (
    LEAST_CHIP,
    chip_to_lay,
    worth_of_weather,
)
from engine.games.takenoko.legality import chips_held
from engine.games.takenoko.moves import (
    CARD,
    CHANNEL,
    CHOOSE,
    COMPLETE,
    END,
    GARDENER,
    IMPROVE,
    IRRIGATE,
    LAY,
    PANDA,
    PLOTS_ACTION,
    RAIN_ON,
    STORM_TO,
    TAKE_CHIP,
    kind_of,
    other_q_of,
    other_r_of,
    q_of,
    r_of,
    second_of,
    what_of,
)
from engine.games.takenoko.state import beside_pond, cell_at
from engine.games.takenoko.worth import (
    BITES,
    GROWTH,
    SCRATCH,
    plot_cards_wanted,
    weigh_cells,
    worth_of_card,
    worth_of_chip,
    worth_of_chip_held,
    worth_of_edge,
    worth_of_place,
    worth_of_tending,
)

FREE_CARD, FREE_CHANNEL, FREE_CHIP = 160.0, 145.0, 130.0
"""What the best free move of its kind is worth: it costs nothing, so it comes before any action."""
SPARE_CHANNEL, SPARE_CHIP = -12.0, -10.0
"""What others of the kind are worth, before a little for where they go."""
LITTLE = 0.1
PANDA_WALK, GARDENER_WALK, GARDENER_SHARE = -13.0, -13.0, 0.2
CARD_BY_DECK = np.array([-25.0, 8.0, 25.0])
CARD_IN_HAND = -2.5
PLOTS_DRAWN, PLOTS_PER_CELL = -6.0, -0.35
CHANNEL_TAKEN, SECOND_CHANNEL = -4.0, -15.0
ENDING = -9.0
"""What actions are worth, in thousandths of a win, as playouts of many positions have it."""
CHIP_WANTED, CHIP_WASTED = 0.5, -6.0
WORTH_SKIPPING = 0.5


@rule
def appraise(state: State, moves: Codes, count: int, worths: Worths) -> None:
    """Write what each of the first `count` legal moves of a decision is worth."""
    scratch = np.empty(SCRATCH, dtype=np.int64)
    weigh_cells(state, scratch)
    wanted = plot_cards_wanted(state)
    best_edge, best_chip = -1, -1
    for index in range(count):
        move = moves[index]
        kind = kind_of(move)
        if kind == LAY:
            worths[index] = _laying(state, moves, index, worths, scratch)
            continue
        worth = 0.0
        if kind == IRRIGATE:
            one = cell_at(state, q_of(move), r_of(move))
            other = cell_at(state, other_q_of(move), other_r_of(move))
            value = worth_of_edge(state, one, other, wanted, scratch)
            worth = SPARE_CHANNEL + LITTLE * value
            if value > 0 and (best_edge < 0 or worth > worths[best_edge]):
                best_edge = index
        elif kind == IMPROVE:
            cell = cell_at(state, q_of(move), r_of(move))
            value = worth_of_chip(state, what_of(move), cell, scratch)
            worth = SPARE_CHIP + LITTLE * value
            if value >= LEAST_CHIP and (best_chip < 0 or worth > worths[best_chip]):
                best_chip = index
        elif kind == COMPLETE:
            worth = FREE_CARD + LITTLE * worth_of_card(what_of(move))
        elif kind in (GARDENER, PANDA, RAIN_ON, STORM_TO):
            worth = _going(state, kind, cell_at(state, q_of(move), r_of(move)), scratch)
        else:
            worth = _other(state, kind, what_of(move), scratch)
        worths[index] = worth
    if best_edge >= 0:
        worths[best_edge] = FREE_CHANNEL + LITTLE * (worths[best_edge] - SPARE_CHANNEL)
    if best_chip >= 0:
        worths[best_chip] = FREE_CHIP + LITTLE * (worths[best_chip] - SPARE_CHIP)


@rule
def _going(state: State, kind: int, cell: int, scratch: Codes) -> float:
    """What it is worth that the gardener, the panda or the rain comes to a cell."""
    if kind == GARDENER:
        return GARDENER_WALK + GARDENER_SHARE * worth_of_tending(state, cell, scratch)
    if kind == PANDA:
        return PANDA_WALK + scratch[BITES + cell]
    return float(scratch[(GROWTH if kind == RAIN_ON else BITES) + cell])


@rule
def _other(state: State, kind: int, what: int, scratch: Codes) -> float:
    """What a move that names no place is worth."""
    player = state.seats[state.seat]
    if kind == CARD:
        return CARD_BY_DECK[what] + CARD_IN_HAND * player.hand_count
    if kind == PLOTS_ACTION:
        return PLOTS_DRAWN + PLOTS_PER_CELL * state.cells
    if kind == CHANNEL:
        return SECOND_CHANNEL if player.channels > 0 else CHANNEL_TAKEN
    if kind == END:
        return ENDING
    if kind == CHOOSE:
        return float(worth_of_weather(state, what, scratch))
    if kind == TAKE_CHIP:
        return 1.0 + worth_of_chip_held(state, what)
    return WORTH_SKIPPING


@rule
def _laying(state: State, moves: Codes, index: int, worths: Worths, scratch: Codes) -> float:
    """What a plot in a place is worth, and the chip on it."""
    move = moves[index]
    kind = what_of(move)
    q = q_of(move)
    r = r_of(move)
    wet = beside_pond(q, r) or kind % len(IMPROVEMENTS) == WATERSHED
    worth = float(worth_of_place(state, kind, q, r, wet, scratch))
    chip = second_of(move)
    if chip != BARE:
        worth += CHIP_WANTED if chip == chip_to_lay(state, kind, chips_held(state)) else CHIP_WASTED
    return worth
