"""Every legal move, written out from the sets in legality.py; chance outcomes likewise."""

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, Kind, State
from engine.games.takenoko.bits import first, has
from engine.games.takenoko.components import (
    BARE,
    CLOUDS,
    DRAW_CARD,
    DRAW_PLOTS,
    IMPROVEMENTS,
    MOVE_GARDENER,
    MOVE_PANDA,
    RAIN,
    STORM,
    SUN,
    TAKE_CHANNEL,
    UNKNOWN_PLOT,
    WEATHERS,
)
from engine.games.takenoko.decks import (
    card_weight,
    completable,
    decks_with_cards,
    draw_card,
    list_cards,
)
from engine.games.takenoko.garden import can_grow
from engine.games.takenoko.legality import (
    actions_open,
    chips_held,
    improvable,
    may_end,
    may_skip,
    possible_actions,
    storm_goals,
    weathers_to_choose,
)
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
    THROW,
    at_cell,
    between,
    naming,
    naming_at,
    plain,
    second_of,
    third_of,
    what_of,
)
from engine.games.takenoko.piles import draw_plots, draw_weight, list_draws
from engine.games.takenoko.state import (
    CELLS,
    CHOOSE_PHASE,
    DRAWN_CARD_PHASE,
    DRAWN_PLOTS_PHASE,
    EFFECT_PHASE,
    GRID_SIDE,
    LAY_PHASE,
    OVER_PHASE,
    REACH,
    WEATHER_PHASE,
)
from engine.games.takenoko.turns import chips_in_bank

DECISION_NODE = int(Kind.DECISION)
CHANCE_NODE = int(Kind.CHANCE)
OVER_NODE = int(Kind.OVER)
FACES = len(WEATHERS) - 1


@rule
def kind(state: State) -> int:
    """A decision, a chance node, or the end."""
    if state.phase == OVER_PHASE:
        return OVER_NODE
    if state.phase in (WEATHER_PHASE, DRAWN_PLOTS_PHASE, DRAWN_CARD_PHASE):
        return CHANCE_NODE
    return DECISION_NODE


@rule
def to_move(state: State) -> int:
    """Whose turn it is; -1 when the game is over."""
    return -1 if state.phase == OVER_PHASE else int(state.seat)


@rule
def turn(state: State) -> int:
    """The number of turns finished."""
    return int(state.turn)


@rule
def legal(state: State, buffer: Codes) -> int:
    """Every legal move, or every known outcome of a chance node, each once."""
    phase = state.phase
    if phase == OVER_PHASE:
        return 0
    if phase == WEATHER_PHASE:
        for face in range(FACES):
            buffer[face] = naming(THROW, SUN + face)
        return FACES
    if phase == DRAWN_PLOTS_PHASE:
        return list_draws(state, buffer)
    if phase == DRAWN_CARD_PHASE:
        return list_cards(state, buffer)
    if phase == LAY_PHASE:
        return list_lays(state, buffer)
    if phase == CHOOSE_PHASE:
        count = list_named(CHOOSE, weathers_to_choose(state), buffer, 0)
    elif phase == EFFECT_PHASE:
        count = list_effects(state, buffer)
    else:
        count = list_actions(state, buffer)
    return list_free(state, buffer, count)


@rule
def list_named(kind: int, names: int, buffer: Codes, count: int) -> int:
    while names != 0:
        buffer[count] = naming(kind, first(names))
        count += 1
        names &= names - 1
    return count


@rule
def list_cells(state: State, kind: int, cells: int, buffer: Codes, count: int) -> int:
    while cells != 0:
        cell = first(cells)
        buffer[count] = at_cell(kind, state.q[cell], state.r[cell])
        count += 1
        cells &= cells - 1
    return count


@rule
def q_on_grid(place: int) -> int:
    return place // GRID_SIDE - REACH


@rule
def r_on_grid(place: int) -> int:
    return place % GRID_SIDE - REACH


@rule
def list_lays(state: State, buffer: Codes) -> int:
    """Each kind of plot drawn, in each place, without a chip and with each that it can take."""
    count = 0
    chips = chips_held(state) | 1
    for index in range(state.drawn_count):
        kind = int(state.drawn[index])
        if kind == UNKNOWN_PLOT or (index > 0 and kind == state.drawn[index - 1]):
            continue
        bare = kind % len(IMPROVEMENTS) == BARE
        for place_index in range(state.frontier_count):
            place = int(state.frontier[place_index])
            for chip in range(len(IMPROVEMENTS) if bare else 1):
                if has(chips, chip):
                    buffer[count] = naming_at(LAY, kind, chip, q_on_grid(place), r_on_grid(place))
                    count += 1
    return count


@rule
def list_effects(state: State, buffer: Codes) -> int:
    count = 0
    if state.weather == RAIN:
        count = list_cells(state, RAIN_ON, can_grow(state), buffer, count)
    elif state.weather == STORM:
        count = list_cells(state, STORM_TO, storm_goals(state), buffer, count)
    elif state.weather == CLOUDS:
        count = list_named(TAKE_CHIP, chips_in_bank(state), buffer, count)
    if may_skip(state):
        buffer[count] = plain(SKIP)
        count += 1
    return count


@rule
def list_actions(state: State, buffer: Codes) -> int:
    count = 0
    actions = actions_open(state) & possible_actions(state)
    if has(actions, DRAW_PLOTS):
        buffer[count] = plain(PLOTS_ACTION)
        count += 1
    if has(actions, TAKE_CHANNEL):
        buffer[count] = plain(CHANNEL)
        count += 1
    if has(actions, MOVE_GARDENER):
        count = list_cells(state, GARDENER, state.reach[state.gardener], buffer, count)
    if has(actions, MOVE_PANDA):
        count = list_cells(state, PANDA, state.reach[state.panda], buffer, count)
    if has(actions, DRAW_CARD):
        count = list_named(CARD, decks_with_cards(state), buffer, count)
    if may_end(state):
        buffer[count] = plain(END)
        count += 1
    return count


@rule
def list_free(state: State, buffer: Codes, count: int) -> int:
    """The moves that cost no action: channels, chips and objectives."""
    if state.seats[state.seat].channels > 0:
        for index in range(state.open_count):
            buffer[count] = irrigation_of(state, int(state.open_edges[index]))
            count += 1
    chips = chips_held(state)
    for chip in range(1, len(IMPROVEMENTS)):
        if has(chips, chip):
            cells = improvable(state)
            while cells != 0:
                cell = first(cells)
                buffer[count] = naming_at(IMPROVE, chip, BARE, state.q[cell], state.r[cell])
                count += 1
                cells &= cells - 1
    return list_named(COMPLETE, completable(state, int(state.seat)), buffer, count)


@rule
def irrigation_of(state: State, edge: int) -> int:
    """The move that lays a channel on an edge of the state's lists."""
    one = edge // CELLS
    other = edge % CELLS
    return between(IRRIGATE, state.q[one], state.r[one], state.q[other], state.r[other])


@rule
def draw(state: State, random: RandomState) -> int:
    """One chance outcome by its true probability."""
    if state.phase == WEATHER_PHASE:
        return naming(THROW, SUN + below(random, FACES))
    if state.phase == DRAWN_PLOTS_PHASE:
        return draw_plots(state, random)
    return draw_card(state, random)


@rule
def weight(state: State, move: int) -> float:
    """The probability of a chance outcome among those listed."""
    if state.phase == WEATHER_PHASE:
        return 1.0 / FACES
    if state.phase == DRAWN_PLOTS_PHASE:
        return draw_weight(state, what_of(move), second_of(move), third_of(move))
    return card_weight(state, what_of(move))
