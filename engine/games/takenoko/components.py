"""What is in the box: colours, improvements, weather, plots and the cards with their points."""

import numpy as np

from engine.core.compiling import rule

COLOURS = ("green", "yellow", "pink")
GREEN, YELLOW, PINK = range(3)

IMPROVEMENTS = ("bare", "watershed", "fertilizer", "enclosure")
BARE, WATERSHED, FERTILIZER, ENCLOSURE = range(4)
CHIPS = IMPROVEMENTS[1:]

WEATHERS = ("", "sun", "rain", "wind", "storm", "clouds", "any")
NO_WEATHER, SUN, RAIN, WIND, STORM, CLOUDS, ANY = range(7)

ACTIONS = ("plots", "channel", "gardener", "panda", "card")
DRAW_PLOTS, TAKE_CHANNEL, MOVE_GARDENER, MOVE_PANDA, DRAW_CARD = range(5)

DECKS = ("plot", "gardener", "panda")
PLOT_DECK, GARDENER_DECK, PANDA_DECK = range(3)

PLOT_KINDS = len(COLOURS) * len(IMPROVEMENTS)
"""A kind of plot is `colour * 4 + improvement`: the canonical order of a draw."""
UNKNOWN_PLOT = PLOT_KINDS
NO_PLOT = PLOT_KINDS + 1
PLOT_TEXTS = (
    *(
        colour if improvement == "bare" else f"{colour}+{improvement}"
        for colour in COLOURS
        for improvement in IMPROVEMENTS
    ),
    "?",
)
GREEN_PLOTS = {"5-2-2-2": (5, 2, 2, 2), "6-2-1-2": (6, 2, 1, 2)}
YELLOW_PLOTS = (6, 1, 1, 1)
PINK_PLOTS = (4, 1, 1, 1)
PLOTS = 27

SECTIONS = (36, 30, 24)
CHANNELS = 20
CHIPS_OF_A_KIND = 3
TALLEST = 4
HAND_LIMIT = 5
EMPEROR_POINTS = 2
TARGET = (0, 0, 9, 8, 7)
"""Objectives that end the game, by number of players."""

SHAPES = ("triangle", "straight", "curve", "diamond")
TRIANGLE, STRAIGHT, CURVE, DIAMOND = range(4)

# Cards by number: plot cards of one colour (colour * 4 + shape), two-coloured diamonds, gardener
# cards of one plot (colour * 4 + improvement), of several plots, panda cards.
TWO_COLOURED = 12
GARDENER_CARDS = 15
SEVERAL_PLOTS = 27
PANDA_CARDS = 30
THREE_COLOURS = 33
CARDS = 34
UNKNOWN_CARD = CARDS
"""`UNKNOWN_CARD + deck` is a card of that deck that nobody has seen."""
CARDS_BY_COLOUR = 4

_SEVERAL = ("green-3x4", "yellow-3x3", "pink-3x2")
CARD_TEXTS = (
    *(f"plot:{colour}-{shape}" for colour in COLOURS for shape in SHAPES),
    "plot:green-yellow-diamond",
    "plot:green-pink-diamond",
    "plot:yellow-pink-diamond",
    *(f"gardener:{colour}-4-{improvement}" for colour in COLOURS for improvement in IMPROVEMENTS),
    *(f"gardener:{card}" for card in _SEVERAL),
    *(f"panda:{colour}-2" for colour in COLOURS),
    "panda:three-colours",
    *(f"{deck}:?" for deck in DECKS),
)

POINTS = np.array(
    [
        *(2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5),  # one colour, the diamond last
        *(3, 4, 5),  # two colours
        *(5, 4, 3, 4, 6, 5, 4, 5, 7, 6, 5, 6),  # bare, watershed, fertilizer, enclosure
        *(8, 7, 6),  # several plots
        *(3, 4, 5, 6),  # panda
    ],
    dtype=np.int64,
)
COPIES = np.array([1] * PANDA_CARDS + [5, 4, 3, 3], dtype=np.int64)
PLOTS_WANTED = np.array([4, 3, 2], dtype=np.int64)
"""How many plots of three sections a `3x` card wants, by colour."""

DECK_MASKS = np.array([0x7FFF, 0x7FFF << 15, 0xF << 30], dtype=np.int64)
"""The cards of each deck as bits."""
PANDA_COPIES = tuple(int(copies) for copies in COPIES[PANDA_CARDS:])


@rule
def deck_of(card: int) -> int:
    """The deck that a card (or `UNKNOWN_CARD + deck`) belongs to."""
    if card >= UNKNOWN_CARD:
        return card - UNKNOWN_CARD
    if card >= PANDA_CARDS:
        return PANDA_DECK
    return GARDENER_DECK if card >= GARDENER_CARDS else PLOT_DECK
