"""The pile of plots, its part above and its part below, and what is known of them.

Drawn plots that were not seen could be any of those that were in the part above, so they are
counted there until it has run out; what is then left of it is what they were. As each draw but the
last ones takes three plots and gives two back, the parts have the same sizes in every game, and
only one draw with something unseen reaches into both parts without taking all (two plots above,
four below): `owing` and `owed` keep what it tells until the next draw, when the part above is used
up again.
"""

import numpy as np

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.takenoko.components import NO_PLOT, PLOT_KINDS, UNKNOWN_PLOT
from engine.games.takenoko.moves import DRAWN_PLOTS, naming_three, second_of, third_of, what_of


@rule
def plots_left(state: State) -> int:
    """The plots in the pile, without those drawn and not yet laid."""
    return state.above_count + state.below_count


@rule
def plots_to_draw(state: State) -> int:
    return min(3, plots_left(state))


@rule
def turn_pile_over(state: State) -> None:
    """What lies below becomes the part above, once that has run out."""
    if state.above_count > 0 or state.below_count == 0:
        return
    for kind in range(PLOT_KINDS):
        state.above[kind] += state.below[kind]
        state.below[kind] = 0
        state.owing[kind] = 0
    state.above_count = state.below_count
    state.below_count = 0
    state.unseen = 0
    state.owed = 0


@rule
def in_upper_part(state: State, kind: int) -> int:
    """How many plots of a kind the draw can take while it takes from the part above."""
    count = state.above[kind]
    if state.above_count == 0:
        count += state.below[kind]
    return int(count)


@rule
def amid(kind: int, one: int, two: int, three: int) -> int:
    """How many of the three plots are of this kind."""
    return int(one == kind) + int(two == kind) + int(three == kind)


@rule
def can_draw(state: State, one: int, two: int, three: int) -> bool:
    """Whether these plots, as many as are to be drawn and some perhaps unseen, can come up."""
    drawing = plots_to_draw(state)
    unseen = amid(UNKNOWN_PLOT, one, two, three)
    reaches_below = 0 < state.above_count < drawing
    met = 0
    still_owing = 0
    for kind in range(PLOT_KINDS):
        taken = amid(kind, one, two, three)
        there = in_upper_part(state, kind)
        if reaches_below:
            met += min(taken, there)
            there += int(state.below[kind])
        if taken > there:
            return False
        still_owing += min(there - taken, int(state.owing[kind]))
    if reaches_below:
        # All that is above comes up, so the unseen plots make up for what is not seen of it.
        return state.above_count - met <= unseen
    return state.above_count == 0 or still_owing >= state.owed


@rule
def take_plots(state: State, one: int, two: int, three: int) -> None:
    """Take drawn plots, in `DRAWN_PLOTS` order, from the pile."""
    drawing = plots_to_draw(state)
    turn_pile_over(state)
    unseen = amid(UNKNOWN_PLOT, one, two, three)
    if state.above_count >= drawing:
        state.above_count -= drawing
        state.unseen += unseen
        for kind in range(PLOT_KINDS):
            state.above[kind] -= amid(kind, one, two, three)
    else:
        owed = int(state.above_count)
        for kind in range(PLOT_KINDS):
            taken = amid(kind, one, two, three)
            there = int(state.above[kind])
            owed -= min(taken, there)
            state.owing[kind] = max(there - taken, 0)
            state.above[kind] = there + state.below[kind] - taken
            state.below[kind] = 0
        state.owed = owed
        state.above_count += state.below_count - drawing
        state.below_count = 0
        state.unseen = unseen
    state.drawn[0] = one
    state.drawn[1] = two
    state.drawn[2] = three
    state.drawn_count = drawing


@rule
def return_plots(state: State, laid: int) -> None:
    """Put the drawn plots but the laid kind under the pile."""
    kept = False
    for index in range(state.drawn_count):
        kind = int(state.drawn[index])
        if kind == laid and not kept:
            kept = True
            continue
        state.below_count += 1
        if kind != UNKNOWN_PLOT:
            state.below[kind] += 1
    state.drawn_count = 0


@rule
def list_draws(state: State, buffer: Codes) -> int:
    """Every draw of seen plots that can come up."""
    drawing = plots_to_draw(state)
    count = 0
    for one in range(PLOT_KINDS):
        for two in range(one, PLOT_KINDS) if drawing > 1 else range(NO_PLOT, NO_PLOT + 1):
            for three in range(two, PLOT_KINDS) if drawing > 2 else range(NO_PLOT, NO_PLOT + 1):
                if can_draw(state, one, two, three):
                    buffer[count] = naming_three(DRAWN_PLOTS, one, two, three)
                    count += 1
    return count


@rule
def draw_plots(state: State, random: RandomState) -> int:
    """A draw by its probability: unseen plots are as likely to be any of those they can be."""
    drawn = np.full(3, NO_PLOT, dtype=np.int64)
    drawing = plots_to_draw(state)
    while True:
        left_above = 0
        for kind in range(PLOT_KINDS):
            left_above += in_upper_part(state, kind)
        for index in range(drawing):
            # The unseen plots are counted above; once it has run out, whatever is left is below.
            from_below = index >= state.above_count > 0
            total = left_above - index
            if from_below:
                for kind in range(PLOT_KINDS):
                    total += int(state.below[kind])
            which = below(random, total)
            for kind in range(PLOT_KINDS):
                which -= in_upper_part(state, kind)
                if from_below:
                    which -= int(state.below[kind])
                for earlier in range(index):
                    if drawn[earlier] == kind:
                        which += 1
                if which < 0:
                    drawn[index] = kind
                    break
        one = min(drawn[0], drawn[1], drawn[2])
        three = max(drawn[0], drawn[1], drawn[2])
        two = drawn[0] + drawn[1] + drawn[2] - one - three
        if state.owed == 0 or can_draw(state, one, two, three):
            return naming_three(DRAWN_PLOTS, one, two, three)


@rule
def weigh_in_order(state: State, one: int, two: int, three: int) -> float:
    """The probability of drawing these plots in this order, ignoring what is owed."""
    drawing = plots_to_draw(state)
    total_above = 0
    total_below = 0
    for kind in range(PLOT_KINDS):
        total_above += in_upper_part(state, kind)
        total_below += int(state.below[kind])
    weight = 1.0
    for index in range(drawing):
        kind = one if index == 0 else two if index == 1 else three
        there = in_upper_part(state, kind)
        total = total_above - index
        if index >= state.above_count > 0:
            there += int(state.below[kind])
            total += total_below
        if index > 0 and one == kind:
            there -= 1
        if index > 1 and two == kind:
            there -= 1
        weight *= max(there, 0) / total
    return weight


@rule
def weigh_draw(state: State, one: int, two: int, three: int) -> float:
    """The probability of drawing these plots in any order, ignoring what is owed."""
    weight = weigh_in_order(state, one, two, three)
    if plots_to_draw(state) == 2:
        if one != two:
            weight += weigh_in_order(state, two, one, three)
    elif plots_to_draw(state) == 3:
        if two != three:
            weight += weigh_in_order(state, one, three, two)
        if one != two:
            weight += weigh_in_order(state, two, one, three)
        if one != three:
            weight += weigh_in_order(state, three, two, one)
        if two not in (one, three):
            weight += weigh_in_order(state, two, three, one)
            weight += weigh_in_order(state, three, one, two)
    return weight


@rule
def draw_weight(state: State, one: int, two: int, three: int) -> float:
    """The probability of a draw of seen plots among those that can come up."""
    weight = weigh_draw(state, one, two, three)
    if state.owed == 0 or state.above_count == 0:
        return weight
    possible = 0.0
    buffer = np.empty(PLOT_KINDS * PLOT_KINDS * PLOT_KINDS, dtype=np.int64)
    for index in range(list_draws(state, buffer)):
        move = buffer[index]
        possible += weigh_draw(state, what_of(move), second_of(move), third_of(move))
    return weight / possible
