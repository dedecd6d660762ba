"""The three decks, hands of cards, and what is known of cards that nobody has seen.

An unknown card in a hand could be any card that was in the part of its deck from which it came and
has not been seen since. All unknown cards of one part are alike; when the part has run out, what
was left of it is known to be in hands, and cards drawn from then on are of a new generation.
"""

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.game import Codes, State
from engine.games.takenoko.bits import bit, has, nth, size
from engine.games.takenoko.components import (
    CARDS,
    DECK_MASKS,
    DECKS,
    HAND_LIMIT,
    PANDA_CARDS,
    PANDA_DECK,
    THREE_COLOURS,
    UNKNOWN_CARD,
    deck_of,
)
from engine.games.takenoko.moves import DRAWN_CARD, naming

PANDA_KINDS = CARDS - PANDA_CARDS


@rule
def in_upper_part(state: State, deck: int) -> int:
    """How many cards the part of a deck above has."""
    if deck == PANDA_DECK:
        count = 0
        for kind in range(PANDA_KINDS):
            count += int(state.panda_left[kind])
        return count - int(state.deck_unseen[deck])
    return size(state.deck_above & DECK_MASKS[deck]) - int(state.deck_unseen[deck])


@rule
def cards_left(state: State, deck: int) -> int:
    return in_upper_part(state, deck) + size(state.deck_below & DECK_MASKS[deck])


@rule
def decks_with_cards(state: State) -> int:
    """The decks that can be drawn from, as bits."""
    decks = 0
    for deck in range(len(DECKS)):
        if cards_left(state, deck) > 0:
            decks |= bit(deck)
    return decks


@rule
def unseen_panda_cards(state: State) -> int:
    cards = 0
    for kind in range(PANDA_KINDS):
        if state.panda_left[kind] > 0:
            cards |= bit(PANDA_CARDS + kind)
    return cards


@rule
def unseen_cards(state: State, deck: int) -> int:
    """What the part above and the unknown cards from it may be."""
    if deck == PANDA_DECK:
        return unseen_panda_cards(state)
    return state.deck_above & DECK_MASKS[deck]


@rule
def drawable_cards(state: State, deck: int) -> int:
    """The cards that can come up when a deck that is not empty is drawn from."""
    if in_upper_part(state, deck) == 0:
        return state.deck_below & DECK_MASKS[deck]
    return unseen_cards(state, deck)


@rule
def turn_deck_over(state: State, deck: int) -> None:
    """What lies below becomes the part above, once that has run out."""
    mask = DECK_MASKS[deck]
    if in_upper_part(state, deck) > 0 or (state.deck_below & mask) == 0:
        return
    remembered = state.deck_above & mask
    if remembered != 0:
        state.in_hands |= remembered
        for card in range(PANDA_CARDS):
            if has(remembered, card):
                state.card_generation[card] = state.deck_generation[deck]
        state.deck_generation[deck] += 1
        state.deck_unseen[deck] = 0
    state.deck_above = (state.deck_above & ~mask) | (state.deck_below & mask)
    state.deck_below &= ~mask


@rule
def take_card(state: State, card: int) -> None:
    """Take a card from its deck: seen, or `UNKNOWN_CARD + deck`."""
    deck = deck_of(card)
    turn_deck_over(state, deck)
    if card >= UNKNOWN_CARD:
        state.deck_unseen[deck] += 1
    elif deck == PANDA_DECK:
        state.panda_left[card - PANDA_CARDS] -= 1
    else:
        state.deck_above &= ~bit(card)


@rule
def hold(state: State, seat: int, card: int) -> None:
    """Add a card to a hand; an unknown one remembers the part of the deck it came from."""
    player = state.seats[seat]
    if card >= UNKNOWN_CARD:
        deck = card - UNKNOWN_CARD
        card += len(DECKS) * int(state.deck_generation[deck])
        player.unknown_count += 1
    else:
        player.hand_mask |= bit(card)
    player.hand[player.hand_count] = card
    player.hand_excludes[player.hand_count] = state.fulfilled if state.redraw_fulfilled == 1 else 0
    player.hand_count += 1


@rule
def unknown_card_of(held: int) -> int:
    """What a card in a hand is without its generation: `UNKNOWN_CARD + deck` when unknown."""
    if held < UNKNOWN_CARD:
        return held
    return UNKNOWN_CARD + (held - UNKNOWN_CARD) % len(DECKS)


@rule
def could_be(state: State, held: int) -> int:
    """The cards that an unknown card in a hand may be."""
    deck = (held - UNKNOWN_CARD) % len(DECKS)
    generation = (held - UNKNOWN_CARD) // len(DECKS)
    if generation == state.deck_generation[deck]:
        return unseen_cards(state, deck)
    cards = 0
    remembered = state.in_hands & DECK_MASKS[deck]
    for card in range(PANDA_CARDS):
        if has(remembered, card) and state.card_generation[card] == generation:
            cards |= bit(card)
    return cards


@rule
def unknown_could_be(state: State, seat: int) -> int:
    """The cards that the unknown cards of a hand may be."""
    player = state.seats[seat]
    cards = 0
    if player.unknown_count > 0:
        for index in range(player.hand_count):
            if player.hand[index] >= UNKNOWN_CARD:
                cards |= could_be(state, player.hand[index])
    return cards


@rule
def release(state: State, seat: int, card: int) -> None:
    """Take a card out of a hand; where the hand does not show it, an unknown card turns into it."""
    player = state.seats[seat]
    found = HAND_LIMIT
    copies = 0
    for index in range(player.hand_count):
        if player.hand[index] == card:
            found = index
            copies += 1
    if copies == 0:
        for index in range(player.hand_count):
            held = player.hand[index]
            if held >= UNKNOWN_CARD and has(could_be(state, held), card):
                found = index
        recognise(state, player.hand[found], card)
        player.unknown_count -= 1
    elif copies == 1:
        player.hand_mask &= ~bit(card)
    player.hand_count -= 1
    player.hand[found] = player.hand[player.hand_count]
    player.hand_excludes[found] = player.hand_excludes[player.hand_count]


@rule
def recognise(state: State, held: int, card: int) -> None:
    """An unknown card in a hand turns out to be this one."""
    deck = deck_of(card)
    if has(state.in_hands, card):
        state.in_hands &= ~bit(card)
    else:
        state.deck_unseen[deck] -= 1
        if deck == PANDA_DECK:
            state.panda_left[card - PANDA_CARDS] -= 1
        else:
            state.deck_above &= ~bit(card)


@rule
def completable(state: State, seat: int) -> int:
    """The cards that a seat can complete now, with those that its unknown cards may be."""
    player = state.seats[seat]
    shown = state.fulfilled | player.payable
    cards = player.hand_mask & shown
    if player.unknown_count > 0:
        cards |= unknown_could_be(state, seat) & shown
    return cards


@rule
def note_sections(state: State, seat: int) -> None:
    """Work out anew which panda cards a seat could pay for."""
    player = state.seats[seat]
    payable = 0
    fewest = player.bamboo[0]
    for colour in range(3):
        if player.bamboo[colour] >= 2:
            payable |= bit(PANDA_CARDS + colour)
        fewest = min(fewest, player.bamboo[colour])
    if fewest >= 1:
        payable |= bit(THREE_COLOURS)
    player.payable = payable


@rule
def list_cards(state: State, buffer: Codes) -> int:
    """Every seen card that can come up."""
    cards = drawable_cards(state, state.deck)
    count = 0
    for card in range(CARDS):
        if has(cards, card):
            buffer[count] = naming(DRAWN_CARD, card)
            count += 1
    return count


@rule
def draw_card(state: State, random: RandomState) -> int:
    """A card by its probability: unknown cards in hands may be any of those they can be."""
    deck = int(state.deck)
    if deck == PANDA_DECK:
        which = below(random, in_upper_part(state, deck) + int(state.deck_unseen[deck]))
        for kind in range(PANDA_KINDS):
            which -= int(state.panda_left[kind])
            if which < 0:
                return naming(DRAWN_CARD, PANDA_CARDS + kind)
    cards = drawable_cards(state, deck)
    return naming(DRAWN_CARD, nth(cards, below(random, size(cards))))


@rule
def card_weight(state: State, card: int) -> float:
    """The probability of a seen card among those that can come up."""
    deck = int(state.deck)
    if deck == PANDA_DECK:
        total = in_upper_part(state, deck) + int(state.deck_unseen[deck])
        return state.panda_left[card - PANDA_CARDS] / total
    return 1.0 / size(drawable_cards(state, deck))
