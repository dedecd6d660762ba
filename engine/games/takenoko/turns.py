"""A turn: the weather and its effects, the actions, and its end."""

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit, emit_amount, emit_at
from engine.core.game import State
from engine.games.takenoko.bits import bit, has
from engine.games.takenoko.components import (
    ANY,
    CLOUDS,
    DRAW_CARD,
    DRAW_PLOTS,
    IMPROVEMENTS,
    MOVE_GARDENER,
    MOVE_PANDA,
    NO_WEATHER,
    RAIN,
    STORM,
    SUN,
    TAKE_CHANNEL,
    UNKNOWN_CARD,
)
from engine.games.takenoko.decks import note_sections
from engine.games.takenoko.garden import (
    edible,
    grow_by,
    lay_channel,
    lay_plot,
    place_chip,
    set_height,
    tend,
)
from engine.games.takenoko.moves import (
    CARD,
    CHANNEL,
    CHOOSE,
    COMPLETE,
    DRAWN_CARD,
    DRAWN_PLOTS,
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
from engine.games.takenoko.objectives import complete, goes_back, keep_card, return_card, settle
from engine.games.takenoko.piles import return_plots, take_plots
from engine.games.takenoko.state import (
    ACT_PHASE,
    CHOOSE_PHASE,
    DRAWN_CARD_PHASE,
    DRAWN_PLOTS_PHASE,
    EFFECT_PHASE,
    LAY_PHASE,
    OVER_PHASE,
    WEATHER_PHASE,
    cell_at,
)
from engine.games.takenoko.words import (
    ACTED,
    ACTION_CAUSE_WORD,
    ACTION_WORD,
    ATE,
    CHANNEL_TAKEN,
    CHIP_TAKEN,
    CHIP_WORD,
    GARDENER_WORD,
    MOVED,
    NOTHING,
    PANDA_WORD,
    PLOT_WORD,
    TURN_ENDED,
    WEATHER_CHOSEN,
    WEATHER_DECLINED,
    WEATHER_THROWN,
    WEATHER_WORD,
)

RAIN_WORD = WEATHER_WORD + RAIN
STORM_WORD = WEATHER_WORD + STORM


@rule
def begin_turn(state: State) -> None:
    """The next seat's turn; in each seat's first one no weather is thrown."""
    state.seat = state.turn % state.players
    state.weather = NO_WEATHER
    state.used_count = 0
    state.used_mask = 0
    state.phase = ACT_PHASE if state.turn < state.players else WEATHER_PHASE


@rule
def chips_in_bank(state: State) -> int:
    """The kinds of chip that the bank has, as bits by improvement."""
    chips = 0
    for chip in range(1, len(IMPROVEMENTS)):
        if state.bank_chips[chip] > 0:
            chips |= bit(chip)
    return chips


@rule
def actions_in_turn(state: State) -> int:
    """Two, three under the sun, none when the game is over."""
    if state.phase == OVER_PHASE:
        return 0
    return 3 if state.weather == SUN else 2


@rule
def set_weather(state: State, weather: int) -> None:
    """Put a weather in force and say what is due."""
    state.weather = weather
    if weather == ANY or (weather == CLOUDS and chips_in_bank(state) == 0):
        state.phase = CHOOSE_PHASE
    elif weather in (RAIN, STORM, CLOUDS):
        state.phase = EFFECT_PHASE
    else:
        state.phase = ACT_PHASE


@rule
def spend_action(state: State, action: int, log: EffectLog) -> None:
    state.used[state.used_count] = action
    state.used_count += 1
    state.used_mask |= bit(action)
    state.phase = ACT_PHASE
    emit_amount(log, ACTED, state.seat, ACTION_WORD + action, 0, NOTHING)


@rule
def emit_move(state: State, pawn: int, origin: int, goal: int, cause: int, log: EffectLog) -> None:
    emit(
        log,
        MOVED,
        state.seat,
        pawn,
        0,
        state.q[goal],
        state.r[goal],
        state.q[origin],
        state.r[origin],
        cause,
    )


@rule
def move_gardener(state: State, goal: int, log: EffectLog) -> None:
    emit_move(state, GARDENER_WORD, state.gardener, goal, ACTION_CAUSE_WORD, log)
    state.gardener = goal
    tend(state, goal, GARDENER_WORD, log)


@rule
def move_panda(state: State, goal: int, how: int, log: EffectLog) -> None:
    """The panda goes to a cell, by an action or a storm, and eats what it can."""
    emit_move(state, PANDA_WORD, state.panda, goal, how, log)
    state.panda = goal
    if not has(edible(state), goal):
        return
    set_height(state, goal, state.bamboo[goal] - 1)
    colour = state.colour[goal]
    state.seats[state.seat].bamboo[colour] += 1
    note_sections(state, int(state.seat))
    eaten = PLOT_WORD + colour * len(IMPROVEMENTS)
    cause = STORM_WORD if how == STORM_WORD else PANDA_WORD
    emit_at(log, ATE, state.seat, eaten, 1, state.q[goal], state.r[goal], cause)


@rule
def take_chip(state: State, chip: int, log: EffectLog) -> None:
    state.bank_chips[chip] -= 1
    state.seats[state.seat].chips[chip] += 1
    emit_amount(log, CHIP_TAKEN, state.seat, CHIP_WORD + chip, 0, NOTHING)


@rule
def take_channel(state: State, log: EffectLog) -> None:
    state.bank_channels -= 1
    state.seats[state.seat].channels += 1
    emit_amount(log, CHANNEL_TAKEN, state.seat, NOTHING, 1, NOTHING)


@rule
def lay(state: State, kind: int, chip: int, q: int, r: int, log: EffectLog) -> None:
    """Lay one of the plots drawn, perhaps with a chip from the reserve; the others go back."""
    if chip != 0:
        state.seats[state.seat].chips[chip] -= 1
    return_plots(state, kind)
    colour = kind // len(IMPROVEMENTS)
    lay_plot(state, colour, kind % len(IMPROVEMENTS), chip, q, r, log)
    spend_action(state, DRAW_PLOTS, log)


@rule
def end_turn(state: State, log: EffectLog) -> None:
    """The turn is finished, and with the last one the game."""
    turn = int(state.turn) + 1
    state.turn = turn
    emit_amount(log, TURN_ENDED, state.seat, NOTHING, turn, NOTHING)
    if turn == state.final_turn:
        state.phase = OVER_PHASE
        state.weather = NO_WEATHER
        state.used_count = 0
        state.used_mask = 0
        settle(state, log)
    else:
        begin_turn(state)


@rule
def play(state: State, move: int, log: EffectLog) -> None:
    """Play a move that is not refused."""
    kind = kind_of(move)
    what = what_of(move)
    if kind == THROW:
        emit_amount(log, WEATHER_THROWN, state.seat, WEATHER_WORD + what, 0, NOTHING)
        set_weather(state, what)
    elif kind == CHOOSE:
        emit_amount(log, WEATHER_CHOSEN, state.seat, WEATHER_WORD + what, 0, NOTHING)
        set_weather(state, what)
    elif kind == SKIP:
        weather = WEATHER_WORD + state.weather
        emit_amount(log, WEATHER_DECLINED, state.seat, weather, 0, NOTHING)
        state.phase = ACT_PHASE
    elif kind == TAKE_CHIP:
        take_chip(state, what, log)
        state.phase = ACT_PHASE
    elif kind == PLOTS_ACTION:
        state.phase = DRAWN_PLOTS_PHASE
    elif kind == DRAWN_PLOTS:
        take_plots(state, what, second_of(move), third_of(move))
        state.phase = LAY_PHASE
    elif kind == LAY:
        lay(state, what, second_of(move), q_of(move), r_of(move), log)
    elif kind == CHANNEL:
        take_channel(state, log)
        spend_action(state, TAKE_CHANNEL, log)
    elif kind == CARD:
        state.deck = what
        state.phase = DRAWN_CARD_PHASE
    elif kind == DRAWN_CARD:
        card = min(what, UNKNOWN_CARD + int(state.deck))
        if goes_back(state, card):
            return_card(state, card, log)
        else:
            keep_card(state, card, log)
            spend_action(state, DRAW_CARD, log)
    elif kind == COMPLETE:
        complete(state, what, log)
    else:
        play_on_cell(state, kind, what, move, log)


@rule
def play_on_cell(state: State, kind: int, what: int, move: int, log: EffectLog) -> None:
    """The moves to cells that are laid, and the end of the turn."""
    cell = cell_at(state, q_of(move), r_of(move))
    if kind == RAIN_ON:
        grow_by(state, cell, RAIN_WORD, log)
        state.phase = ACT_PHASE
    elif kind == STORM_TO:
        move_panda(state, cell, STORM_WORD, log)
        state.phase = ACT_PHASE
    elif kind == GARDENER:
        move_gardener(state, cell, log)
        spend_action(state, MOVE_GARDENER, log)
    elif kind == PANDA:
        move_panda(state, cell, ACTION_CAUSE_WORD, log)
        spend_action(state, MOVE_PANDA, log)
    elif kind == IRRIGATE:
        other = cell_at(state, other_q_of(move), other_r_of(move))
        state.seats[state.seat].channels -= 1
        lay_channel(state, cell, other, log)
    elif kind == IMPROVE:
        state.seats[state.seat].chips[what] -= 1
        place_chip(state, cell, what, log)
    else:
        end_turn(state, log)
