"""What the greedy player hopes for: worths in tenths of a point, from its own hand and the garden.

An objective counts its points and two more, for the race to the last one. A step towards it counts
a share of that, growing as it comes nearer.
"""

from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.takenoko.bits import bit, first, has
from engine.games.takenoko.components import (
    BARE,
    CARDS,
    CARDS_BY_COLOUR,
    COLOURS,
    ENCLOSURE,
    FERTILIZER,
    GARDENER_CARDS,
    IMPROVEMENTS,
    PANDA_CARDS,
    PLOTS_WANTED,
    POINTS,
    SEVERAL_PLOTS,
    TALLEST,
    THREE_COLOURS,
    TWO_COLOURED,
    WATERSHED,
)
from engine.games.takenoko.garden import edible
from engine.games.takenoko.shapes import shapes_at
from engine.games.takenoko.state import POND

GROWTH, BITES, COLOUR_BITES = 0, 28, 56
"""Where the worths of cells and colours stand in the scratch buffer."""
SCRATCH = COLOUR_BITES + len(COLOURS)
"""How long that buffer must be."""
STEP_TO_FOUR = (1, 2, 3, 6)
"""The share, in twelfths, of the section that grows on so many for a card that wants four."""
STEP_TO_THREE = (1, 2, 4, 0)
"""Likewise, in sevenths, for a card that wants several plots of three."""
PLOT_CARDS = (1 << GARDENER_CARDS) - 1


@rule
def worth_of_card(card: int) -> int:
    """What completing a card is worth."""
    return 10 * (int(POINTS[card]) + 2)


@rule
def worth_of_cards(cards: int) -> int:
    """What completing these cards, without panda cards' copies, is worth."""
    worth = 0
    while cards != 0:
        worth += worth_of_card(first(cards))
        cards &= cards - 1
    return worth


@rule
def worth_of_section(state: State, hand: int, colour: int, improvement: int, height: int) -> int:
    """What a section is worth for gardener cards in hand on a plot of so many sections."""
    worth = 0
    card = GARDENER_CARDS + colour * CARDS_BY_COLOUR + improvement
    if has(hand, card):
        worth += worth_of_card(card) * STEP_TO_FOUR[height] // 12
    card = SEVERAL_PLOTS + colour
    if has(hand, card):
        share = worth_of_card(card) // int(PLOTS_WANTED[colour])
        if height < 3:
            worth += share * STEP_TO_THREE[height] // 7
        elif state.at_least == 0:
            worth -= share // 2
    return worth


@rule
def weigh_bites(state: State, scratch: Codes) -> None:
    """Write what a section of each colour is worth in the reserve."""
    player = state.seats[state.seat]
    for colour in range(len(COLOURS)):
        held = int(player.bamboo[colour])
        worth = 12 - 4 * held if held < 3 else 1
        wanted = 0
        for index in range(player.hand_count):
            if player.hand[index] == PANDA_CARDS + colour:
                wanted += 2
        if wanted > held:
            worth = worth_of_card(PANDA_CARDS + colour) // 2
            if wanted - held == 1:
                worth += 10
        if has(player.hand_mask, THREE_COLOURS) and held == 0:
            worth = max(worth, worth_of_card(THREE_COLOURS) // 3)
        scratch[COLOUR_BITES + colour] = worth


@rule
def weigh_cells(state: State, scratch: Codes) -> None:
    """Write what growth and a bite are worth on each plot."""
    weigh_bites(state, scratch)
    hand = state.seats[state.seat].hand_mask
    food = edible(state)
    for cell in range(state.cells):
        colour = state.colour[cell]
        improvement = state.improvement[cell]
        height = int(state.bamboo[cell])
        bite = int(scratch[COLOUR_BITES + colour])
        growth = 0
        if height < TALLEST and has(state.wet, cell):
            growth = worth_of_section(state, hand, colour, improvement, height) + 1
            if improvement == FERTILIZER and height < TALLEST - 1:
                growth += worth_of_section(state, hand, colour, improvement, height + 1) + 1
            if height == 0 and improvement != ENCLOSURE:
                growth += bite // 4
        scratch[GROWTH + cell] = growth
        if has(food, cell):
            bite -= worth_of_section(state, hand, colour, improvement, height - 1)
        else:
            bite = 0
        scratch[BITES + cell] = bite


@rule
def worth_of_tending(state: State, cell: int, scratch: Codes) -> int:
    """What a visit of the gardener is worth, from the worths of cells in `scratch`."""
    if cell == POND:
        return 0
    worth = int(scratch[GROWTH + cell])
    others = state.adjacent[cell] & state.of_colour[state.colour[cell]]
    while others != 0:
        worth += int(scratch[GROWTH + first(others)])
        others &= others - 1
    return worth


@rule
def plot_cards_wanted(state: State) -> int:
    """The plot cards in hand that the garden does not show yet."""
    return state.seats[state.seat].hand_mask & PLOT_CARDS & ~state.fulfilled


@rule
def cards_with_colour(colour: int) -> int:
    """The plot cards that have a plot of this colour."""
    cards = 15 << (colour * CARDS_BY_COLOUR)
    for other in range(len(COLOURS)):
        if other != colour:
            cards |= bit(TWO_COLOURED - 1 + colour + other)
    return cards


@rule
def worth_of_water(state: State, cell: int, wanted: int, watered: int, scratch: Codes) -> int:
    """What it is worth to irrigate a dry plot, with others that are `watered` at once."""
    colour = state.colour[cell]
    worth = 6 + int(scratch[COLOUR_BITES + colour]) // 4
    hand = state.seats[state.seat].hand_mask
    worth += worth_of_section(state, hand, colour, state.improvement[cell], 0)
    if (wanted & cards_with_colour(colour)) != 0:
        q = state.q[cell]
        r = state.r[cell]
        now = shapes_at(state, q, r, colour, state.wet | watered) & wanted
        later = shapes_at(state, q, r, colour, state.laid) & wanted & ~now
        worth += worth_of_cards(now) + worth_of_cards(later) // 4
    return worth


@rule
def worth_of_edge(state: State, one: int, other: int, wanted: int, scratch: Codes) -> int:
    """What a channel is worth on an open edge: what it waters, or a little for the way there."""
    watered = bit(one) | bit(other)
    worth = 0
    dry = watered & state.laid & ~state.wet
    while dry != 0:
        worth += worth_of_water(state, first(dry), wanted, watered, scratch)
        dry &= dry - 1
    if worth == 0 and (state.adjacent[one] & state.adjacent[other] & state.laid & ~state.wet) != 0:
        worth = 3
    return worth


@rule
def worth_of_chip(state: State, chip: int, cell: int, scratch: Codes) -> int:
    """What a chip is worth on a plot that can take it."""
    hand = state.seats[state.seat].hand_mask
    colour = state.colour[cell]
    card = GARDENER_CARDS + colour * CARDS_BY_COLOUR
    worth = 0
    if has(hand, card + chip):
        worth += worth_of_card(card + chip) // 4
    if has(hand, card + BARE):
        worth -= worth_of_card(card + BARE) // 8
    if chip == FERTILIZER:
        worth += 6
    elif chip == WATERSHED and not has(state.wet, cell):
        worth += worth_of_water(state, cell, plot_cards_wanted(state), bit(cell), scratch)
    return worth


@rule
def worth_of_chip_held(state: State, chip: int) -> int:
    """What it is worth to take a chip from the bank."""
    hand = state.seats[state.seat].hand_mask
    worth = 6 if chip == FERTILIZER else 4 if chip == WATERSHED else 1
    for colour in range(len(COLOURS)):
        card = GARDENER_CARDS + colour * CARDS_BY_COLOUR + chip
        if has(hand, card):
            worth += worth_of_card(card) // 4
    return worth


@rule
def worth_of_place(state: State, kind: int, q: int, r: int, wet: bool, scratch: Codes) -> int:
    """What it is worth to lay a kind of plot in a place that is or stays dry."""
    colour = kind // len(IMPROVEMENTS)
    improvement = kind % len(IMPROVEMENTS)
    hand = state.seats[state.seat].hand_mask
    worth = 0
    if has(hand, GARDENER_CARDS + colour * CARDS_BY_COLOUR + improvement):
        worth += 8
    if improvement == FERTILIZER:
        worth += 3
    if wet:
        worth += 5 + int(scratch[COLOUR_BITES + colour]) // 4
    wanted = plot_cards_wanted(state) & cards_with_colour(colour)
    if wanted != 0:
        later = shapes_at(state, q, r, colour, state.laid) & wanted
        if later != 0:
            now = 0
            if wet:
                now = shapes_at(state, q, r, colour, state.wet) & later
            worth += worth_of_cards(now) + worth_of_cards(later & ~now) // 3
        worth += 4
    return worth


@rule
def payable_share(state: State) -> int:
    """How many of 8 panda cards drawn could be paid for at once, as far as is known."""
    payable = state.seats[state.seat].payable
    total = 0
    paid = 0
    for kind in range(CARDS - PANDA_CARDS):
        left = int(state.panda_left[kind])
        total += left
        if has(payable, PANDA_CARDS + kind):
            paid += left
    return 8 * paid // total if total > 0 else 0
