"""Which moves may be played: the sets that `legal` lists, and `refusal` from the same sets."""

from engine.core.compiling import rule
from engine.core.game import State
from engine.games.takenoko.bits import bit, has
from engine.games.takenoko.components import (
    ACTIONS,
    ANY,
    BARE,
    CARDS,
    CLOUDS,
    DECKS,
    DRAW_CARD,
    DRAW_PLOTS,
    HAND_LIMIT,
    IMPROVEMENTS,
    MOVE_GARDENER,
    MOVE_PANDA,
    NO_PLOT,
    PANDA_CARDS,
    RAIN,
    STORM,
    SUN,
    TAKE_CHANNEL,
    UNKNOWN_CARD,
    UNKNOWN_PLOT,
    WIND,
    deck_of,
)
from engine.games.takenoko.decks import (
    completable,
    decks_with_cards,
    drawable_cards,
    unknown_could_be,
)
from engine.games.takenoko.garden import can_grow
from engine.games.takenoko.moves import (
    CARD,
    CHANNEL,
    CHOOSE,
    COMPLETE,
    DRAWN_CARD,
    DRAWN_PLOTS,
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
    kind_of,
    other_q_of,
    other_r_of,
    q_of,
    r_of,
    second_of,
    third_of,
    what_of,
)
from engine.games.takenoko.piles import amid, can_draw, plots_left, plots_to_draw
from engine.games.takenoko.reasons import (
    ACTION_OWED,
    ACTION_USED,
    BAMBOO_ON_PLOT,
    CARD_DUE,
    CARD_NOT_HELD,
    CARD_NOT_THERE,
    CHANNEL_THERE,
    CHIP_MUST_BE_TAKEN,
    CHIP_NOT_HELD,
    CHOICE_DUE,
    DECK_EMPTY,
    EDGE_NOT_OPEN,
    EFFECT_DUE,
    FACE_NOT_TO_CHOOSE,
    GAME_OVER,
    HAND_FULL,
    LAY_DUE,
    NO_ACTION_LEFT,
    NO_CARD_DUE,
    NO_CHANNEL_HELD,
    NO_CHANNELS_IN_BANK,
    NO_CHOICE_DUE,
    NO_CLOUDS_WITHOUT_CHIPS,
    NO_EFFECT_DUE,
    NO_LAY_DUE,
    NO_PLOT_SEEN,
    NO_PLOT_THERE,
    NO_PLOTS_DUE,
    NO_SUCH_CHIP_IN_BANK,
    NO_SUCH_MOVE,
    NO_WEATHER_DUE,
    NOT_AN_EDGE,
    NOT_FULFILLED,
    NOT_IN_LINE,
    NOTHING_GROWS_THERE,
    OTHER_DECK,
    OTHER_EFFECT_DUE,
    PILE_EMPTY,
    PLACE_TAKEN,
    PLOT_HAS_IMPROVEMENT,
    PLOT_NOT_DRAWN,
    PLOT_NOT_SUPPORTED,
    PLOTS_DUE,
    PLOTS_NOT_THERE,
    POND_EDGE,
    SECTIONS_MISSING,
    STORM_MOVES_ON,
    STORM_NOT_TO_POND,
    STORM_ONLY_TO_PLOTS,
    WEATHER_DUE,
    WRONG_NUMBER_OF_PLOTS,
)
from engine.games.takenoko.state import (
    CHOOSE_PHASE,
    DRAWN_CARD_PHASE,
    DRAWN_PLOTS_PHASE,
    EFFECT_PHASE,
    LAY_PHASE,
    NO_CELL,
    OVER_PHASE,
    POND,
    WEATHER_PHASE,
    cell_at,
    may_take_plot,
)
from engine.games.takenoko.turns import actions_in_turn, chips_in_bank

ALLOWED = 0
EVERY_ACTION = (1 << len(ACTIONS)) - 1


@rule
def weathers_to_choose(state: State) -> int:
    """What may be chosen, as bits by weather: the clouds only after `any`, while chips are left."""
    weathers = bit(SUN) | bit(RAIN) | bit(WIND) | bit(STORM)
    if state.weather == ANY and chips_in_bank(state) != 0:
        weathers |= bit(CLOUDS)
    return weathers


@rule
def storm_goals(state: State) -> int:
    """Where a storm can put the panda."""
    goals = state.laid
    if state.storm_pond == 1:
        goals |= bit(POND)
    if state.storm_stay == 0:
        goals &= ~bit(state.panda)
    return goals


@rule
def may_skip(state: State) -> bool:
    """Whether the effect that is due may be declined."""
    return state.weather != CLOUDS or state.clouds_may_skip == 1


@rule
def possible_actions(state: State) -> int:
    """The kinds of action that could be taken now if they were not spent already."""
    actions = 0
    if plots_left(state) > 0:
        actions |= bit(DRAW_PLOTS)
    if state.bank_channels > 0:
        actions |= bit(TAKE_CHANNEL)
    if state.reach[state.gardener] != 0:
        actions |= bit(MOVE_GARDENER)
    if state.reach[state.panda] != 0:
        actions |= bit(MOVE_PANDA)
    if state.seats[state.seat].hand_count < HAND_LIMIT and decks_with_cards(state) != 0:
        actions |= bit(DRAW_CARD)
    return actions


@rule
def actions_open(state: State) -> int:
    """The kinds of action that are not spent, possible or not."""
    if state.used_count >= actions_in_turn(state):
        return 0
    if state.weather == WIND:
        return EVERY_ACTION
    return EVERY_ACTION & ~state.used_mask


@rule
def may_end(state: State) -> bool:
    """Whether the turn may end: no action is owed, or none is possible; the sun's is not owed."""
    return state.used_count >= 2 or (actions_open(state) & possible_actions(state)) == 0


@rule
def chips_held(state: State) -> int:
    """The kinds of chip in the reserve of the seat to move, as bits by improvement."""
    chips = 0
    for chip in range(1, len(IMPROVEMENTS)):
        if state.seats[state.seat].chips[chip] > 0:
            chips |= bit(chip)
    return chips


@rule
def improvable(state: State) -> int:
    """The plots that can take a chip: without improvement and without bamboo."""
    return state.laid & state.with_improvement[BARE] & state.of_height[0]


@rule
def phase_refusal(state: State, kind: int) -> int:
    """Refuses a move whose kind is not due; free moves fit three phases."""
    phase = state.phase
    if kind < THROW or kind > END:
        return NO_SUCH_MOVE
    if phase == OVER_PHASE:
        return GAME_OVER
    free = kind in (IRRIGATE, IMPROVE, COMPLETE)
    if phase == WEATHER_PHASE:
        return ALLOWED if kind == THROW else WEATHER_DUE
    if phase == DRAWN_PLOTS_PHASE:
        return ALLOWED if kind == DRAWN_PLOTS else PLOTS_DUE
    if phase == LAY_PHASE:
        return ALLOWED if kind == LAY else LAY_DUE
    if phase == DRAWN_CARD_PHASE:
        return ALLOWED if kind == DRAWN_CARD else CARD_DUE
    if free:
        return ALLOWED
    if phase == CHOOSE_PHASE:
        return ALLOWED if kind == CHOOSE else CHOICE_DUE
    of_weather = kind in (RAIN_ON, STORM_TO, TAKE_CHIP, SKIP)
    if phase == EFFECT_PHASE:
        return ALLOWED if of_weather else EFFECT_DUE
    if kind == THROW:
        return NO_WEATHER_DUE
    if kind == CHOOSE:
        return NO_CHOICE_DUE
    if of_weather:
        return NO_EFFECT_DUE
    if kind == DRAWN_PLOTS:
        return NO_PLOTS_DUE
    if kind == LAY:
        return NO_LAY_DUE
    if kind == DRAWN_CARD:
        return NO_CARD_DUE
    return ALLOWED


@rule
def refusal(state: State, move: int) -> int:
    """0 if the move may be played, else the reason why not."""
    kind = kind_of(move)
    reason = phase_refusal(state, kind)
    if reason != ALLOWED:
        return reason
    what = what_of(move)
    if kind == THROW:
        return ALLOWED
    if kind == CHOOSE:
        return choice_refusal(state, what)
    if kind in (RAIN_ON, STORM_TO, TAKE_CHIP, SKIP):
        return effect_refusal(state, kind, what, cell_at(state, q_of(move), r_of(move)))
    if kind == PLOTS_ACTION:
        return action_refusal(state, DRAW_PLOTS)
    if kind == DRAWN_PLOTS:
        return draw_refusal(state, what, second_of(move), third_of(move))
    if kind == LAY:
        return lay_refusal(state, what, second_of(move), q_of(move), r_of(move))
    if kind == CHANNEL:
        return action_refusal(state, TAKE_CHANNEL)
    if kind in (GARDENER, PANDA):
        return walk_refusal(state, kind, cell_at(state, q_of(move), r_of(move)))
    if kind == CARD:
        return card_refusal(state, what)
    if kind == DRAWN_CARD:
        return drawn_card_refusal(state, what)
    if kind == IRRIGATE:
        one = cell_at(state, q_of(move), r_of(move))
        other = cell_at(state, other_q_of(move), other_r_of(move))
        return irrigate_refusal(state, one, other)
    if kind == IMPROVE:
        return improve_refusal(state, what, cell_at(state, q_of(move), r_of(move)))
    if kind == COMPLETE:
        return complete_refusal(state, what)
    return ALLOWED if may_end(state) else ACTION_OWED


@rule
def choice_refusal(state: State, weather: int) -> int:
    if has(weathers_to_choose(state), weather):
        return ALLOWED
    return NO_CLOUDS_WITHOUT_CHIPS if weather == CLOUDS else FACE_NOT_TO_CHOOSE


@rule
def effect_refusal(state: State, kind: int, chip: int, cell: int) -> int:
    """Refuses a weather's effect that is not the one due, or cannot be where it should be."""
    weather = state.weather
    if kind == SKIP:
        return ALLOWED if may_skip(state) else CHIP_MUST_BE_TAKEN
    if kind == RAIN_ON:
        if weather != RAIN:
            return OTHER_EFFECT_DUE
        return ALLOWED if has(can_grow(state), cell) else NOTHING_GROWS_THERE
    if kind == STORM_TO:
        if weather != STORM:
            return OTHER_EFFECT_DUE
        if has(storm_goals(state), cell):
            return ALLOWED
        if cell == NO_CELL:
            return STORM_ONLY_TO_PLOTS
        return STORM_NOT_TO_POND if cell == POND and state.storm_pond == 0 else STORM_MOVES_ON
    if weather != CLOUDS:
        return OTHER_EFFECT_DUE
    return ALLOWED if has(chips_in_bank(state), chip) else NO_SUCH_CHIP_IN_BANK


@rule
def action_refusal(state: State, action: int) -> int:
    """Refuses an action that is spent or impossible wherever it would go."""
    if has(actions_open(state) & possible_actions(state), action):
        return ALLOWED
    if state.used_count >= actions_in_turn(state):
        return NO_ACTION_LEFT
    if not has(actions_open(state), action):
        return ACTION_USED
    if action == DRAW_PLOTS:
        return PILE_EMPTY
    if action == TAKE_CHANNEL:
        return NO_CHANNELS_IN_BANK
    if action == DRAW_CARD:
        return HAND_FULL if state.seats[state.seat].hand_count >= HAND_LIMIT else DECK_EMPTY
    return NOT_IN_LINE


@rule
def walk_refusal(state: State, kind: int, cell: int) -> int:
    """Refuses a walk of the gardener or the panda that is not straight over laid cells."""
    reason = action_refusal(state, MOVE_GARDENER if kind == GARDENER else MOVE_PANDA)
    if reason != ALLOWED:
        return reason
    start = state.gardener if kind == GARDENER else state.panda
    return ALLOWED if has(state.reach[start], cell) else NOT_IN_LINE


@rule
def card_refusal(state: State, deck: int) -> int:
    reason = action_refusal(state, DRAW_CARD)
    if reason != ALLOWED:
        return reason
    return ALLOWED if has(decks_with_cards(state), deck) else DECK_EMPTY


@rule
def draw_refusal(state: State, one: int, two: int, three: int) -> int:
    """Refuses plots that cannot come up, from what is known; some, not all, may be unseen."""
    drawn = 3 - amid(NO_PLOT, one, two, three)
    if drawn != plots_to_draw(state):
        return WRONG_NUMBER_OF_PLOTS
    if one == UNKNOWN_PLOT:
        return NO_PLOT_SEEN
    return ALLOWED if can_draw(state, one, two, three) else PLOTS_NOT_THERE


@rule
def lay_refusal(state: State, kind: int, chip: int, q: int, r: int) -> int:
    """Refuses a plot that was not drawn, a place that is not free, a chip that cannot go on it."""
    if amid(kind, state.drawn[0], state.drawn[1], state.drawn[2]) == 0:
        return PLOT_NOT_DRAWN
    if chip != BARE:
        if kind % len(IMPROVEMENTS) != BARE:
            return PLOT_HAS_IMPROVEMENT
        if not has(chips_held(state), chip):
            return CHIP_NOT_HELD
    if may_take_plot(state, q, r):
        return ALLOWED
    return PLOT_NOT_SUPPORTED if cell_at(state, q, r) == NO_CELL else PLACE_TAKEN


@rule
def drawn_card_refusal(state: State, card: int) -> int:
    """Refuses a card that cannot come up, from what is known."""
    if card >= CARDS:
        deck = card - UNKNOWN_CARD
        return ALLOWED if deck in (state.deck, len(DECKS)) else OTHER_DECK
    if deck_of(card) != state.deck:
        return OTHER_DECK
    return ALLOWED if has(drawable_cards(state, int(state.deck)), card) else CARD_NOT_THERE


@rule
def irrigate_refusal(state: State, one: int, other: int) -> int:
    """Refuses an edge that is not open to a channel."""
    if state.seats[state.seat].channels == 0:
        return NO_CHANNEL_HELD
    if NO_CELL in (one, other) or not has(state.adjacent[one], other):
        return NOT_AN_EDGE
    if has(state.open_across[one], other):
        return ALLOWED
    if has(state.channel_across[one], other):
        return CHANNEL_THERE
    return POND_EDGE if POND in (one, other) else EDGE_NOT_OPEN


@rule
def improve_refusal(state: State, chip: int, cell: int) -> int:
    """Refuses a chip that is not held or a plot that cannot take one."""
    if not has(chips_held(state), chip):
        return CHIP_NOT_HELD
    if has(improvable(state), cell):
        return ALLOWED
    if cell in (NO_CELL, POND):
        return NO_PLOT_THERE
    return BAMBOO_ON_PLOT if state.improvement[cell] == BARE else PLOT_HAS_IMPROVEMENT


@rule
def complete_refusal(state: State, card: int) -> int:
    """Refuses a card that is not in hand, that the garden does not show or cannot be paid for."""
    seat = int(state.seat)
    if has(completable(state, seat), card):
        return ALLOWED
    if not has(state.seats[seat].hand_mask | unknown_could_be(state, seat), card):
        return CARD_NOT_HELD
    return SECTIONS_MISSING if card >= PANDA_CARDS else NOT_FULFILLED
