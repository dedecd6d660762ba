"""The state of a game: one record of whole-word fields, masks of plots and cards among them.

Plots are numbered in the order laid, the pond being 0; masks hold a bit for each. What moves need
is kept up to date when the garden changes instead of being searched for: where a plot may go
(`frontier`), which edges are open to a channel (`open_edges`), where a pawn can walk (`reach`),
which cards the garden fulfils (`fulfilled`).
"""

import numpy as np

from engine.core.compiling import rule
from engine.core.game import State
from engine.games.takenoko.components import (
    CHANNELS,
    COLOURS,
    DECKS,
    HAND_LIMIT,
    IMPROVEMENTS,
    PANDA_CARDS,
    PANDA_COPIES,
    PLOT_KINDS,
    PLOTS,
    TALLEST,
)

POND = 0
CELLS = PLOTS + 1
NO_CELL = -1
MOST_PLAYERS = 4
MOST_CARDS = 45

STEP_Q = (1, 1, 0, -1, -1, 0)
STEP_R = (0, -1, -1, 0, 1, 1)
"""The six directions of `engine.hex.axial.DIRECTIONS`, as plain numbers for compiled code."""

REACH = 16
"""No coordinate of the grid is beyond it. Each ring around the pond but the last needs two plots
to carry the next, so plots reach ring 14 and places to lay one ring 15."""
GRID_SIDE = 2 * REACH
MOST_PLACES = 48
"""A place beyond the pond's ring touches two plots; 28 cells joined as they must be leave at most
72 free sides, so there are at most 6 + 36 places."""
MOST_EDGES = 72
"""28 hexagons have at most 66 sides in common."""

(
    WEATHER_PHASE,
    CHOOSE_PHASE,
    EFFECT_PHASE,
    ACT_PHASE,
    DRAWN_PLOTS_PHASE,
    LAY_PHASE,
    DRAWN_CARD_PHASE,
    OVER_PHASE,
) = range(8)
PHASES = ("weather", "choose", "effect", "act", "drawn_plots", "lay", "drawn_card", "over")

CLOCKWISE, COUNTERCLOCKWISE, EITHER_WAY = range(3)
NOBODY = -1

SEAT = np.dtype(
    [
        ("bamboo", "i8", len(COLOURS)),
        ("channels", "i8"),
        ("chips", "i8", len(IMPROVEMENTS)),
        ("hand", "i8", HAND_LIMIT),  # cards; unknown: UNKNOWN_CARD + deck + 3 * generation
        # cards of the garden's when each was drawn: it is none of them if those go back
        ("hand_excludes", "i8", HAND_LIMIT),
        ("hand_count", "i8"),
        ("hand_mask", "i8"),  # known cards
        ("unknown_count", "i8"),
        ("payable", "i8"),  # panda cards for which the sections are there
        ("completed", "i2", MOST_CARDS),
        ("completed_count", "i8"),
        ("score", "i8"),
        ("panda_points", "i8"),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("players", "i8"),
        # switches
        ("redraw_fulfilled", "i8"),
        ("fertilizer_first", "i8"),
        ("pond_edges", "i8"),
        ("storm_stay", "i8"),
        ("storm_pond", "i8"),
        ("diamond", "i8"),
        ("at_least", "i8"),
        ("bamboo_supply", "i8"),
        ("clouds_may_skip", "i8"),
        # the turn
        ("phase", "i8"),
        ("turn", "i8"),
        ("seat", "i8"),
        ("weather", "i8"),
        ("used", "i8", 3),
        ("used_count", "i8"),
        ("used_mask", "i8"),
        ("emperor", "i8"),
        ("final_turn", "i8"),  # the game is over when so many turns are finished; 0: not known yet
        # the garden
        ("cells", "i8"),
        ("q", "i8", CELLS),
        ("r", "i8", CELLS),
        ("colour", "i8", CELLS),
        ("improvement", "i8", CELLS),
        ("bamboo", "i8", CELLS),
        ("neighbour", "i2", (CELLS, 6)),
        ("adjacent", "i8", CELLS),
        ("reach", "i8", CELLS),
        ("laid", "i8"),  # without the pond
        ("wet", "i8"),
        ("of_colour", "i8", len(COLOURS)),
        ("with_improvement", "i8", len(IMPROVEMENTS)),
        ("of_height", "i8", TALLEST + 1),
        ("fulfilled", "i8"),  # plot and gardener cards that the garden shows
        ("panda", "i8"),
        ("gardener", "i8"),
        ("channel_across", "i8", CELLS),
        ("open_across", "i8", CELLS),
        ("channels", "i8", CHANNELS),  # edges: first cell * CELLS + second
        ("channel_count", "i8"),
        ("open_edges", "i2", MOST_EDGES),
        ("open_count", "i8"),
        ("frontier", "i2", MOST_PLACES),  # places on the grid
        ("frontier_count", "i8"),
        # A laid cell holds its number + 1, any other minus the number of laid cells beside it.
        ("grid", "i2", GRID_SIDE * GRID_SIDE),
        # the bank
        ("bank_bamboo", "i8", len(COLOURS)),
        ("bank_channels", "i8"),
        ("bank_chips", "i8", len(IMPROVEMENTS)),
        # The pile. `above` counts the plots that may be in the part above: the part itself and
        # those drawn from it unseen, `unseen` of them, which lie below now or are in hand.
        ("above", "i8", PLOT_KINDS),
        ("above_count", "i8"),  # in the part itself
        ("below", "i8", PLOT_KINDS),
        ("below_count", "i8"),  # with those unseen
        ("unseen", "i8"),
        # When a draw reached into both parts and was not wholly seen: at least `owed` of the
        # unseen plots are among the kinds that `owing` counts.
        ("owing", "i8", PLOT_KINDS),
        ("owed", "i8"),
        ("drawn", "i8", 3),
        ("drawn_count", "i8"),
        # The decks, likewise: `deck_above` has the cards that may be in the part above, `unseen`
        # counts those of them that are unknown in hands. When a part above has run out, what is
        # left of it is known to be in hands: `in_hands`, each card by the generation of the part.
        ("deck_above", "i8"),
        ("deck_below", "i8"),
        ("deck_unseen", "i8", len(DECKS)),
        ("deck_generation", "i8", len(DECKS)),
        ("in_hands", "i8"),
        ("card_generation", "i2", PANDA_CARDS),
        ("panda_left", "i8", len(PANDA_COPIES)),
        ("deck", "i8"),  # the one a card is being drawn from
        ("seats", SEAT, MOST_PLAYERS),
    ],
    align=True,
)


@rule
def place_at(q: int, r: int) -> int:
    """The index in `grid` of these coordinates, which must be within `REACH`."""
    return (q + REACH) * GRID_SIDE + r + REACH


@rule
def on_grid(q: int, r: int) -> bool:
    """Whether a plot could ever come to lie there."""
    return -REACH < q < REACH and -REACH < r < REACH


@rule
def cell_at(state: State, q: int, r: int) -> int:
    """The number of the laid cell (or the pond) there; `NO_CELL` if there is none."""
    if not on_grid(q, r):
        return NO_CELL
    return max(int(state.grid[place_at(q, r)]) - 1, NO_CELL)


@rule
def may_take_plot(state: State, q: int, r: int) -> bool:
    """Whether a plot may be laid there: free, beside the pond or beside two plots."""
    if not on_grid(q, r):
        return False
    found = state.grid[place_at(q, r)]
    return found <= -2 or (found == -1 and beside_pond(q, r))


@rule
def beside_pond(q: int, r: int) -> bool:
    """Whether this is one of the six cells around the pond."""
    return max(abs(q), abs(r), abs(q + r)) == 1
