"""What seats cannot see: hands of others and plots that others drew and gave back.

Cards that go back under their deck are shown, and so is the plot that is laid.
"""

from collections.abc import Mapping
from typing import Any

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.effects import EffectLog
from engine.core.game import Codes, State
from engine.games.takenoko.bits import bit, nth, size
from engine.games.takenoko.components import (
    DECKS,
    NO_PLOT,
    PANDA_CARDS,
    PANDA_DECK,
    PLOT_KINDS,
    UNKNOWN_CARD,
    UNKNOWN_PLOT,
)
from engine.games.takenoko.decks import could_be, recognise
from engine.games.takenoko.moves import (
    DRAWN_CARD,
    DRAWN_PLOTS,
    LAY,
    kind_of,
    naming,
    naming_three,
    second_of,
    third_of,
    what_of,
)
from engine.games.takenoko.notation import UNKNOWN
from engine.games.takenoko.objectives import goes_back
from engine.games.takenoko.turns import play


def hands_seen(setup: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The `setup` as a seat knows it: other hands are unknown."""
    hands = setup.get("hands")
    if hands is None:
        return dict(setup)
    return {
        **setup,
        "hands": [
            hand if owner == seat else [UNKNOWN] * len(DECKS) for owner, hand in enumerate(hands)
        ],
    }


@rule
def seen_by(state: State, moves: Codes, seat: int, seen: Codes, log: EffectLog) -> None:
    """The moves as a seat knows them after the last one."""
    for index in range(moves.shape[0]):
        move = moves[index]
        kind = kind_of(move)
        seen[index] = move
        if state.seat != seat:
            if kind == DRAWN_CARD and not goes_back(state, what_of(move)):
                seen[index] = naming(DRAWN_CARD, UNKNOWN_CARD + int(state.deck))
            elif kind == DRAWN_PLOTS and index + 1 < moves.shape[0]:
                seen[index] = with_only_one_seen(move, laid_after(moves, index))
        play(state, move, log)


@rule
def laid_after(moves: Codes, start: int) -> int:
    """The kind of the first plot laid after a move; `UNKNOWN_PLOT` if none is."""
    for index in range(start + 1, moves.shape[0]):
        if kind_of(moves[index]) == LAY:
            return what_of(moves[index])
    return UNKNOWN_PLOT


@rule
def with_only_one_seen(draw: int, laid: int) -> int:
    """A draw of plots in which all but one of the kind laid are unknown."""
    second = second_of(draw)
    third = third_of(draw)
    if laid == UNKNOWN_PLOT:
        return draw
    return naming_three(
        DRAWN_PLOTS,
        laid,
        NO_PLOT if second == NO_PLOT else UNKNOWN_PLOT,
        NO_PLOT if third == NO_PLOT else UNKNOWN_PLOT,
    )


@rule
def fill(state: State, random: RandomState) -> None:
    """Put cards and plots that are possible in the place of all that are unknown."""
    for seat in range(state.players):
        if state.seats[seat].unknown_count > 0:
            fill_hand(state, seat, random)
    if state.unseen > 0:
        fill_pile(state, random)


@rule
def fill_hand(state: State, seat: int, random: RandomState) -> None:
    player = state.seats[seat]
    for index in range(player.hand_count):
        held = int(player.hand[index])
        if held < UNKNOWN_CARD:
            continue
        cards = could_be(state, held)
        if cards & ~player.hand_excludes[index] != 0:
            cards &= ~player.hand_excludes[index]
        card = any_copy(state, held, cards, random)
        recognise(state, held, card)
        player.hand[index] = card
        player.hand_mask |= bit(card)
    player.unknown_count = 0


@rule
def any_copy(state: State, held: int, cards: int, random: RandomState) -> int:
    """One of the cards that an unknown one may be; panda cards have several copies."""
    if (held - UNKNOWN_CARD) % len(DECKS) != PANDA_DECK:
        return nth(cards, below(random, size(cards)))
    copies = 0
    for kind in range(state.panda_left.shape[0]):
        copies += int(state.panda_left[kind])
    which = below(random, copies)
    card = PANDA_CARDS
    which -= int(state.panda_left[0])
    while which >= 0:
        card += 1
        which -= int(state.panda_left[card - PANDA_CARDS])
    return card


@rule
def fill_pile(state: State, random: RandomState) -> None:
    """Say of each plot drawn unseen what it was: it lies below, or is among those drawn now."""
    for _ in range(state.unseen):
        from_owing = state.owed > 0
        total = 0
        for kind in range(PLOT_KINDS):
            total += int(
                min(state.owing[kind], state.above[kind]) if from_owing else state.above[kind]
            )
        which = below(random, total)
        kind = -1
        while which >= 0:
            kind += 1
            which -= int(
                min(state.owing[kind], state.above[kind]) if from_owing else state.above[kind]
            )
        state.above[kind] -= 1
        if from_owing:
            state.owed -= 1
            state.owing[kind] -= 1
        if not put_among_drawn(state, kind):
            state.below[kind] += 1
    state.unseen = 0
    state.owed = 0
    for kind in range(PLOT_KINDS):
        state.owing[kind] = 0


@rule
def put_among_drawn(state: State, kind: int) -> bool:
    """Whether one of the plots drawn and not yet laid was unknown, and is this one now."""
    last = state.drawn_count - 1
    if last < 0 or state.drawn[last] != UNKNOWN_PLOT:
        return False
    # Unknown plots stand last; the rest is kept in the order of kinds.
    place = last
    while place > 0 and state.drawn[place - 1] > kind:
        state.drawn[place] = state.drawn[place - 1]
        place -= 1
    state.drawn[place] = kind
    return True
