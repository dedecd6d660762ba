"""Objective cards from the draw to the points, the Emperor, and the places at the end."""

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_amount
from engine.core.game import Points, State
from engine.games.takenoko.bits import bit, has
from engine.games.takenoko.components import (
    COLOURS,
    EMPEROR_POINTS,
    IMPROVEMENTS,
    PANDA_CARDS,
    PANDA_DECK,
    POINTS,
    TARGET,
    THREE_COLOURS,
    deck_of,
)
from engine.games.takenoko.decks import (
    hold,
    note_sections,
    release,
    take_card,
    unknown_card_of,
)
from engine.games.takenoko.state import ACT_PHASE, NOBODY
from engine.games.takenoko.words import (
    CARD_ACTION_WORD,
    CARD_WORD,
    DEAL_WORD,
    EMPEROR_WORD,
    GARDENER_WORD,
    HAND_WORD,
    NOTHING,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_DRAWN,
    OBJECTIVE_MISSED,
    OBJECTIVE_RETURNED,
    PAID,
    PANDA_WORD,
    PLOT_CARD_WORD,
    PLOT_WORD,
    RANKED,
    SCORED,
)

DECK_WORDS = (PLOT_CARD_WORD, GARDENER_WORD, PANDA_WORD)


@rule
def deal(state: State, seat: int, card: int) -> None:
    """Give a card, or an unknown one, before the first turn."""
    take_card(state, card)
    hold(state, seat, card)


@rule
def opening(state: State, log: EffectLog) -> None:
    """The cards dealt, as effects."""
    for seat in range(state.players):
        player = state.seats[seat]
        for index in range(player.hand_count):
            card = unknown_card_of(player.hand[index])
            emit_amount(log, OBJECTIVE_DRAWN, seat, CARD_WORD + card, 0, DEAL_WORD)


@rule
def goes_back(state: State, card: int) -> bool:
    """Whether a card just drawn goes under its deck because the garden shows it already."""
    return state.redraw_fulfilled == 1 and card < PANDA_CARDS and has(state.fulfilled, card)


@rule
def return_card(state: State, card: int, log: EffectLog) -> None:
    """Put a card just drawn under its deck."""
    take_card(state, card)
    state.deck_below |= bit(card)
    emit_amount(log, OBJECTIVE_RETURNED, state.seat, CARD_WORD + card, 0, NOTHING)
    state.phase = ACT_PHASE


@rule
def keep_card(state: State, card: int, log: EffectLog) -> None:
    """Take a card just drawn, or an unknown one, into the hand."""
    take_card(state, card)
    hold(state, int(state.seat), card)
    emit_amount(log, OBJECTIVE_DRAWN, state.seat, CARD_WORD + card, 0, CARD_ACTION_WORD)


@rule
def complete(state: State, card: int, log: EffectLog) -> None:
    """Score a card that can be completed; a panda card is paid for."""
    seat = int(state.seat)
    player = state.seats[seat]
    release(state, seat, card)
    points = POINTS[card]
    deck = deck_of(card)
    if deck == PANDA_DECK:
        for colour in range(len(COLOURS)):
            if card == THREE_COLOURS:
                pay(state, colour, 1, log)
            elif card == PANDA_CARDS + colour:
                pay(state, colour, 2, log)
        note_sections(state, seat)
        player.panda_points += points
    player.completed[player.completed_count] = card
    player.completed_count += 1
    player.score += points
    emit_amount(log, OBJECTIVE_COMPLETED, seat, CARD_WORD + card, points, NOTHING)
    emit_amount(log, SCORED, seat, DECK_WORDS[deck], points, NOTHING)
    if state.emperor == NOBODY and player.completed_count >= TARGET[state.players]:
        state.emperor = seat
        state.final_turn = state.turn + state.players
        player.score += EMPEROR_POINTS
        emit_amount(log, SCORED, seat, EMPEROR_WORD, EMPEROR_POINTS, NOTHING)


@rule
def pay(state: State, colour: int, sections: int, log: EffectLog) -> None:
    state.seats[state.seat].bamboo[colour] -= sections
    state.bank_bamboo[colour] += sections
    word = PLOT_WORD + colour * len(IMPROVEMENTS)
    emit_amount(log, PAID, state.seat, word, sections, NOTHING)


@rule
def settle(state: State, log: EffectLog) -> None:
    """What the end of the game shows: cards left in hands, and places."""
    for seat in range(state.players):
        player = state.seats[seat]
        for index in range(player.hand_count):
            card = unknown_card_of(player.hand[index])
            emit_amount(log, OBJECTIVE_MISSED, seat, CARD_WORD + card, 0, HAND_WORD)
        emit_amount(log, RANKED, seat, NOTHING, place_of(state, seat), NOTHING)


@rule
def place_of(state: State, seat: int) -> int:
    """1 and how many are ahead: by points, then by points on panda cards."""
    player = state.seats[seat]
    place = 1
    for other in range(state.players):
        rival = state.seats[other]
        if rival.score > player.score or (
            rival.score == player.score and rival.panda_points > player.panda_points
        ):
            place += 1
    return place


@rule
def scores(state: State, points: Points) -> None:
    for seat in range(state.players):
        points[seat] = state.seats[seat].score


@rule
def places(state: State, points: Points) -> None:
    for seat in range(state.players):
        points[seat] = place_of(state, seat)
