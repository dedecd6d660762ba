"""Players that decide by themselves: `random` and `greedy`."""

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.takenoko.bits import bit, has, nth, size
from engine.games.takenoko.components import (
    BARE,
    CLOUDS,
    DRAW_CARD,
    DRAW_PLOTS,
    IMPROVEMENTS,
    MOVE_GARDENER,
    MOVE_PANDA,
    RAIN,
    TAKE_CHANNEL,
    UNKNOWN_PLOT,
)
from engine.games.takenoko.decks import completable, decks_with_cards
from engine.games.takenoko.garden import can_grow
from engine.games.takenoko.greedy import choose_greedily
from engine.games.takenoko.legality import (
    actions_open,
    chips_held,
    improvable,
    may_skip,
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
    IRRIGATE,
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
from engine.games.takenoko.state import ACT_PHASE, EFFECT_PHASE, LAY_PHASE
from engine.games.takenoko.turns import chips_in_bank

POLICIES = ("random", "greedy")


@rule
def kinds_of_move(state: State) -> int:
    """The kinds of move that are legal at a decision other than laying a plot, as bits."""
    kinds = 0
    if state.phase == ACT_PHASE:
        actions = actions_open(state) & possible_actions(state)
        if has(actions, DRAW_PLOTS):
            kinds |= bit(PLOTS_ACTION)
        if has(actions, TAKE_CHANNEL):
            kinds |= bit(CHANNEL)
        if has(actions, MOVE_GARDENER):
            kinds |= bit(GARDENER)
        if has(actions, MOVE_PANDA):
            kinds |= bit(PANDA)
        if has(actions, DRAW_CARD):
            kinds |= bit(CARD)
        if state.used_count >= 2 or actions == 0:
            kinds |= bit(END)
    elif state.phase == EFFECT_PHASE:
        if state.weather == CLOUDS:
            kinds |= bit(TAKE_CHIP)
        elif state.weather == RAIN:
            if can_grow(state) != 0:
                kinds |= bit(RAIN_ON)
        elif storm_goals(state) != 0:
            kinds |= bit(STORM_TO)
        if may_skip(state):
            kinds |= bit(SKIP)
    else:
        kinds |= bit(CHOOSE)
    if state.seats[state.seat].channels > 0 and state.open_count > 0:
        kinds |= bit(IRRIGATE)
    if chips_held(state) != 0 and improvable(state) != 0:
        kinds |= bit(IMPROVE)
    if completable(state, int(state.seat)) != 0:
        kinds |= bit(COMPLETE)
    return kinds


@rule
def any_of(members: int, random: RandomState) -> int:
    """One of a set that is not empty, each as likely."""
    count = size(members)
    return nth(members, below(random, count)) if count > 1 else nth(members, 0)


@rule
def to_any_cell(state: State, kind: int, cells: int, random: RandomState) -> int:
    cell = any_of(cells, random)
    return at_cell(kind, state.q[cell], state.r[cell])


@rule
def choose_at_random(state: State, random: RandomState) -> int:
    """One of the kinds of legal move, each as likely; then one of that kind, each as likely."""
    if state.phase == LAY_PHASE:
        return lay_at_random(state, random)
    kind = any_of(kinds_of_move(state), random)
    if kind == GARDENER:
        return to_any_cell(state, kind, state.reach[state.gardener], random)
    if kind == PANDA:
        return to_any_cell(state, kind, state.reach[state.panda], random)
    if kind == CARD:
        return naming(kind, any_of(decks_with_cards(state), random))
    if kind == IRRIGATE:
        return irrigation_of(state, int(state.open_edges[below(random, int(state.open_count))]))
    if kind == IMPROVE:
        chip = any_of(chips_held(state), random)
        cell = any_of(improvable(state), random)
        return naming_at(kind, chip, BARE, state.q[cell], state.r[cell])
    if kind == COMPLETE:
        return naming(kind, any_of(completable(state, int(state.seat)), random))
    if kind == RAIN_ON:
        return to_any_cell(state, kind, can_grow(state), random)
    if kind == STORM_TO:
        return to_any_cell(state, kind, storm_goals(state), random)
    if kind == TAKE_CHIP:
        return naming(kind, any_of(chips_in_bank(state), random))
    if kind == CHOOSE:
        return naming(kind, any_of(weathers_to_choose(state), random))
    return plain(kind)


@rule
def lay_at_random(state: State, random: RandomState) -> int:
    """One of the ways to lay a plot: each kind drawn, with or without each chip, in each place."""
    ways = 1 + size(chips_held(state))
    total = 0
    for index in range(state.drawn_count):
        total += ways_to_lay(state, index, ways)
    which = below(random, total)
    index = 0
    while which >= ways_to_lay(state, index, ways):
        which -= ways_to_lay(state, index, ways)
        index += 1
    chip = nth(chips_held(state) | 1, which)
    place = int(state.frontier[below(random, int(state.frontier_count))])
    return naming_at(LAY, int(state.drawn[index]), chip, q_on_grid(place), r_on_grid(place))


@rule
def ways_to_lay(state: State, index: int, ways: int) -> int:
    """The ways to lay one of the plots drawn on a place; none if it is unknown or listed before."""
    kind = state.drawn[index]
    if kind == UNKNOWN_PLOT or (index > 0 and kind == state.drawn[index - 1]):
        return 0
    return ways if kind % len(IMPROVEMENTS) == BARE else 1


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    """A decision by the policy at this index of `POLICIES`; `buffer` is scratch."""
    if policy == 0:
        return choose_at_random(state, random)
    return choose_greedily(state, random, buffer)
