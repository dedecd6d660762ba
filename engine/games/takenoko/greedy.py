"""The greedy player: completes what it can and does what brings its own hand nearest to points.

It looks one move ahead, at the garden and its own hand, and breaks near ties at random. Of the
decks it knows as much as the state does, other hands included.
"""

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.takenoko.bits import first, has, size
from engine.games.takenoko.components import (
    BARE,
    CLOUDS,
    DECK_MASKS,
    DRAW_CARD,
    DRAW_PLOTS,
    GARDENER_CARDS,
    GARDENER_DECK,
    IMPROVEMENTS,
    MOVE_GARDENER,
    MOVE_PANDA,
    PANDA_DECK,
    PLOT_DECK,
    RAIN,
    STORM,
    SUN,
    TAKE_CHANNEL,
    UNKNOWN_PLOT,
    WATERSHED,
)
from engine.games.takenoko.decks import completable, decks_with_cards, drawable_cards
from engine.games.takenoko.garden import can_grow
from engine.games.takenoko.legality import (
    actions_open,
    chips_held,
    improvable,
    may_end,
    possible_actions,
    storm_goals,
    weathers_to_choose,
)
from engine.games.takenoko.listing import irrigation_of, q_on_grid, r_on_grid
from engine.games.takenoko.moves import (
    CARD,
    CHANNEL,
    CHOOSE,
    COMPLETE,
    END,
    GARDENER,
    IMPROVE,
    LAY,
    PANDA,
    PLOTS_ACTION,
    RAIN_ON,
    SKIP,
    STORM_TO,
    TAKE_CHIP,
    at_cell,
    naming,
    naming_at,
    plain,
)
from engine.games.takenoko.state import (
    ACT_PHASE,
    CELLS,
    EFFECT_PHASE,
    LAY_PHASE,
    beside_pond,
)
from engine.games.takenoko.turns import chips_in_bank
from engine.games.takenoko.worth import (
    BITES,
    GROWTH,
    payable_share,
    plot_cards_wanted,
    weigh_cells,
    worth_of_card,
    worth_of_chip,
    worth_of_chip_held,
    worth_of_edge,
    worth_of_place,
    worth_of_tending,
)

NO_MOVE = 0
NEVER = -100
LEAST_CHIP = 6
"""A chip goes on a plot only if that is worth so much."""
WEATHER_LIKED = (0, 30, 8, 6, 10, 4)
"""How a weather to be chosen is liked before its effect is looked at."""


@rule
def choose_greedily(state: State, random: RandomState, scratch: Codes) -> int:
    """The move that is worth most; free moves first, as they cost nothing."""
    weigh_cells(state, scratch)
    if state.phase == LAY_PHASE:
        return best_lay(state, random, scratch)
    free = best_free_move(state, scratch)
    if free != NO_MOVE:
        return free
    if state.phase == ACT_PHASE:
        return best_action(state, random, scratch)
    if state.phase == EFFECT_PHASE:
        return best_effect(state, scratch)
    return best_weather(state, random, scratch)


@rule
def best_free_move(state: State, scratch: Codes) -> int:
    """An objective, a channel or a chip that is worth it; `NO_MOVE` if there is none."""
    cards = completable(state, int(state.seat))
    best = NO_MOVE
    most = 0
    while cards != 0:
        card = first(cards)
        cards &= cards - 1
        if worth_of_card(card) > most:
            most = worth_of_card(card)
            best = naming(COMPLETE, card)
    if best != NO_MOVE:
        return best
    if state.seats[state.seat].channels > 0:
        index = best_edge(state, scratch)
        if index >= 0:
            return irrigation_of(state, int(state.open_edges[index]))
    chips = chips_held(state)
    most = LEAST_CHIP - 1
    while chips != 0:
        chip = first(chips)
        chips &= chips - 1
        cells = improvable(state)
        while cells != 0:
            cell = first(cells)
            cells &= cells - 1
            worth = worth_of_chip(state, chip, cell, scratch)
            if worth > most:
                most = worth
                best = naming_at(IMPROVE, chip, BARE, state.q[cell], state.r[cell])
    return best


@rule
def best_edge(state: State, scratch: Codes) -> int:
    """The index of the open edge where a channel is worth most; -1 if none is worth anything."""
    dry = state.laid & ~state.wet
    best = -1
    if dry == 0:
        return best
    wanted = plot_cards_wanted(state)
    most = 0
    for index in range(state.open_count):
        edge = int(state.open_edges[index])
        worth = worth_of_edge(state, edge // CELLS, edge % CELLS, wanted, scratch)
        if worth > most:
            most = worth
            best = index
    return best


@rule
def best_of(cells: int, start: int, scratch: Codes) -> int:
    """The cell of a set whose worth in `scratch` from `start` on is highest; -1 for none."""
    best = -1
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        if best < 0 or scratch[start + cell] > scratch[start + best]:
            best = cell
    return best


@rule
def best_visit(state: State, cells: int, scratch: Codes) -> int:
    """Where a visit of the gardener is worth most; -1 for nowhere."""
    best = -1
    most = 0
    while cells != 0:
        cell = first(cells)
        cells &= cells - 1
        worth = worth_of_tending(state, cell, scratch)
        if best < 0 or worth > most:
            best = cell
            most = worth
    return best


@rule
def worth_of_drawing(state: State, deck: int) -> int:
    """What a card is worth: less in a full hand, more where it may be completed at once."""
    player = state.seats[state.seat]
    worth = 0
    if state.final_turn == 0:
        held = int(player.hand_count)
        worth = 22 if held < 3 else 14 if held == 3 else 5
    if deck == PANDA_DECK:
        return worth + 2 + 4 * payable_share(state)
    if state.redraw_fulfilled == 1 and (drawable_cards(state, deck) & ~state.fulfilled) == 0:
        return NEVER  # whatever comes up goes back, and again for as long as one draws
    if deck == PLOT_DECK:
        waiting = size(plot_cards_wanted(state))
        if waiting == 0 and state.redraw_fulfilled == 0:
            worth += 2 * size(state.fulfilled & state.deck_above & DECK_MASKS[PLOT_DECK])
        return worth - 6 * waiting
    return worth - 4 * size(player.hand_mask & DECK_MASKS[GARDENER_DECK])


@rule
def best_deck(state: State, random: RandomState) -> int:
    decks = decks_with_cards(state)
    best = -1
    most = 0
    while decks != 0:
        deck = first(decks)
        decks &= decks - 1
        worth = worth_of_drawing(state, deck) + below(random, 6)
        if best < 0 or worth > most:
            best = deck
            most = worth
    return best


@rule
def best_action(state: State, random: RandomState, scratch: Codes) -> int:
    """The action that is worth most; the end of the turn when none is owed or worth anything."""
    actions = actions_open(state) & possible_actions(state)
    best = NO_MOVE
    most = 0 if may_end(state) else -1000
    if has(actions, MOVE_PANDA):
        cell = best_of(state.reach[state.panda], BITES, scratch)
        worth = int(scratch[BITES + cell]) + below(random, 4)
        if worth > most:
            most = worth
            best = at_cell(PANDA, state.q[cell], state.r[cell])
    if has(actions, MOVE_GARDENER):
        cell = best_visit(state, state.reach[state.gardener], scratch)
        worth = worth_of_tending(state, cell, scratch) + below(random, 4)
        if worth > most:
            most = worth
            best = at_cell(GARDENER, state.q[cell], state.r[cell])
    if has(actions, DRAW_CARD):
        deck = best_deck(state, random)
        worth = worth_of_drawing(state, deck) + below(random, 4)
        if worth > most:
            most = worth
            best = naming(CARD, deck)
    if has(actions, DRAW_PLOTS):
        worth = worth_of_plots(state) + below(random, 4)
        if worth > most:
            most = worth
            best = plain(PLOTS_ACTION)
    if has(actions, TAKE_CHANNEL) and state.seats[state.seat].channels == 0:
        worth = worth_of_channel(state, scratch) + below(random, 4)
        if worth > most:
            most = worth
            best = plain(CHANNEL)
    if best == NO_MOVE:
        return plain(END) if may_end(state) else plain(CHANNEL)
    return best


@rule
def worth_of_plots(state: State) -> int:
    """What it is worth to draw plots and lay one."""
    return 16 - int(state.cells) + (14 if plot_cards_wanted(state) != 0 else 0)


@rule
def worth_of_channel(state: State, scratch: Codes) -> int:
    """What it is worth to take a channel: most of what the best edge is."""
    index = best_edge(state, scratch)
    if index < 0:
        return -10
    edge = int(state.open_edges[index])
    wanted = plot_cards_wanted(state)
    return worth_of_edge(state, edge // CELLS, edge % CELLS, wanted, scratch) * 2 // 3


@rule
def best_effect(state: State, scratch: Codes) -> int:
    """The weather's effect where it is worth most; declined where it does harm."""
    if state.weather == CLOUDS:
        return naming(TAKE_CHIP, best_chip(state))
    if state.weather == RAIN:
        cell = best_of(can_grow(state), GROWTH, scratch)
        if cell < 0 or scratch[GROWTH + cell] < 0:
            return plain(SKIP)
        return at_cell(RAIN_ON, state.q[cell], state.r[cell])
    cell = best_of(storm_goals(state), BITES, scratch)
    if cell < 0 or scratch[BITES + cell] <= 0:
        return plain(SKIP)
    return at_cell(STORM_TO, state.q[cell], state.r[cell])


@rule
def best_chip(state: State) -> int:
    chips = chips_in_bank(state)
    best = first(chips)
    while chips != 0:
        chip = first(chips)
        chips &= chips - 1
        if worth_of_chip_held(state, chip) > worth_of_chip_held(state, best):
            best = chip
    return best


@rule
def worth_of_weather(state: State, weather: int, scratch: Codes) -> int:
    """What it is worth to choose a weather."""
    worth = WEATHER_LIKED[weather]
    if weather == RAIN:
        cell = best_of(can_grow(state), GROWTH, scratch)
        worth += int(scratch[GROWTH + cell]) if cell >= 0 else -100
    elif weather == STORM:
        cell = best_of(storm_goals(state), BITES, scratch)
        worth += int(scratch[BITES + cell]) if cell >= 0 else -100
    return worth


@rule
def best_weather(state: State, random: RandomState, scratch: Codes) -> int:
    weathers = weathers_to_choose(state)
    best = SUN
    most = -1
    while weathers != 0:
        weather = first(weathers)
        weathers &= weathers - 1
        worth = worth_of_weather(state, weather, scratch) + below(random, 4)
        if worth > most:
            most = worth
            best = weather
    return naming(CHOOSE, best)


@rule
def best_lay(state: State, random: RandomState, scratch: Codes) -> int:
    """The plot, place and chip that are worth most."""
    best = NO_MOVE
    most = -1
    chips = chips_held(state)
    for index in range(state.drawn_count):
        kind = int(state.drawn[index])
        if kind == UNKNOWN_PLOT or (index > 0 and kind == state.drawn[index - 1]):
            continue
        chip = chip_to_lay(state, kind, chips)
        for place_index in range(state.frontier_count):
            place = int(state.frontier[place_index])
            q = q_on_grid(place)
            r = r_on_grid(place)
            wet = beside_pond(q, r) or kind % len(IMPROVEMENTS) == WATERSHED
            worth = worth_of_place(state, kind, q, r, wet, scratch) + below(random, 3)
            if worth > most:
                most = worth
                best = naming_at(LAY, kind, chip, q, r)
    return best


@rule
def chip_to_lay(state: State, kind: int, chips: int) -> int:
    """The chip that goes on a plot as it is laid: one that a gardener card in hand wants there."""
    if kind % len(IMPROVEMENTS) != BARE:
        return BARE
    hand = state.seats[state.seat].hand_mask
    for chip in range(1, len(IMPROVEMENTS)):
        if has(chips, chip) and has(hand, GARDENER_CARDS + kind + chip):
            return chip
    return BARE
