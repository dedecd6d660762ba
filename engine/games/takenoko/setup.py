"""How a game starts: the switches, the bank, and the hands that were dealt."""

from collections.abc import Mapping
from typing import Any

from engine.core.chance import RandomState, below
from engine.core.errors import BadSetup
from engine.core.game import Setup, State, Switch, read_switches
from engine.core.wording import as_json
from engine.games.takenoko.bits import nth, size
from engine.games.takenoko.components import (
    CARD_TEXTS,
    CARDS,
    CHANNELS,
    CHIPS_OF_A_KIND,
    COPIES,
    DECK_MASKS,
    DECKS,
    GREEN_PLOTS,
    PANDA_CARDS,
    PANDA_COPIES,
    PINK_PLOTS,
    PLOTS,
    UNKNOWN_CARD,
    YELLOW_PLOTS,
    deck_of,
)
from engine.games.takenoko.garden import plant
from engine.games.takenoko.notation import KNOWN_CARDS, UNKNOWN
from engine.games.takenoko.objectives import deal
from engine.games.takenoko.state import NOBODY
from engine.games.takenoko.turns import begin_turn

DIAMONDS = ("clockwise", "counterclockwise", "any")
PRESETS: dict[str, dict[str, Any]] = {
    "bga": {
        "redraw_fulfilled": True,
        "fertilizer_first": False,
        "pond_edges": True,
        "green_plots": "5-2-2-2",
        "storm_stay": False,
        "storm_pond": False,
        "diamond": "clockwise",
        "heights": "exactly",
        "bamboo_supply": True,
        "clouds_may_skip": True,
    },
    "rulebook": {
        "redraw_fulfilled": False,
        "fertilizer_first": True,
        "pond_edges": False,
        "green_plots": "6-2-1-2",
        "storm_stay": False,
        "storm_pond": True,
        "diamond": "clockwise",
        "heights": "exactly",
        "bamboo_supply": True,
        "clouds_may_skip": False,
    },
}
_EITHER = (True, False)
_CHOICES: dict[str, tuple[tuple[Any, ...], str]] = {
    "redraw_fulfilled": (
        _EITHER,
        "A plot or gardener card drawn that the garden fulfils goes back, the action unspent.",
    ),
    "fertilizer_first": (
        _EITHER,
        "The first growth of a plot with a fertilizer is two sections.",
    ),
    "pond_edges": (_EITHER, "A channel may be laid, and wasted, on the pond's own edges."),
    "green_plots": (
        tuple(GREEN_PLOTS),
        "Bare, watershed, fertilizer and enclosure among the 11 green plots.",
    ),
    "storm_stay": (_EITHER, "The storm may leave the panda in place, where it eats again."),
    "storm_pond": (_EITHER, "The storm may put the panda on the pond."),
    "diamond": (DIAMONDS, "Which way two-coloured diamonds lean."),
    "heights": (
        ("exactly", "at_least"),
        "Whether plots of four sections count on cards that want three.",
    ),
    "bamboo_supply": (_EITHER, "Growth stops when a colour has run out."),
    "clouds_may_skip": (_EITHER, "The chip that clouds bring may be declined."),
}
SWITCHES: dict[str, Switch] = {
    "preset": Switch("bga", tuple(PRESETS), "The rules of Board Game Arena or the printed ones."),
    **{
        key: Switch(PRESETS["bga"][key], choices, meaning)
        for key, (choices, meaning) in _CHOICES.items()
    },
}


def switch_values(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch but `preset`: as given, else as the preset has it. Raises `BadSetup`."""
    given = read_switches("Takenoko", SWITCHES, rules)
    return {key: rules.get(key, value) for key, value in PRESETS[given["preset"]].items()}


def fill_bank(state: State, green_plots: tuple[int, ...]) -> None:
    """Everything in its place before the first turn, with no cards dealt."""
    state.bank_channels = CHANNELS
    state.bank_chips[1:] = CHIPS_OF_A_KIND
    state.above[:] = (*green_plots, *YELLOW_PLOTS, *PINK_PLOTS)
    state.above_count = PLOTS
    state.deck_above = (1 << PANDA_CARDS) - 1
    state.panda_left[:] = PANDA_COPIES
    plant(state)


def read_hands(setup: Mapping[str, Any], players: int) -> list[list[int]]:
    """The cards dealt to each seat, unknown ones as `UNKNOWN_CARD + deck`.

    Raises `BadSetup` where a hand is not one card of each deck or a card is dealt too often.
    """
    for key in setup:
        if key != "hands":
            raise BadSetup(f"The setup of Takenoko has no key {as_json(key)}; it has: hands.")
    hands = setup.get("hands", [[UNKNOWN] * len(DECKS)] * players)
    if not isinstance(hands, list) or len(hands) != players:
        raise BadSetup(
            f"setup.hands is a list of {players} hands, one a player, "
            'such as ["plot:green-curve", "?", "panda:green-2"].'
        )
    dealt = [_read_hand(hand, seat) for seat, hand in enumerate(hands)]
    for card in range(CARDS):
        count = sum(hand.count(card) for hand in dealt)
        if count > COPIES[card]:
            raise BadSetup(
                f"setup.hands deals {CARD_TEXTS[card]} {count} times; "
                f"there {'is' if COPIES[card] == 1 else 'are'} {COPIES[card]} of it."
            )
    return dealt


def _read_hand(hand: object, seat: int) -> list[int]:
    if not isinstance(hand, list) or len(hand) != len(DECKS):
        raise BadSetup(
            f"The hand of seat {seat} in setup.hands is a list of three cards, one of each deck, "
            "or ? for those that are not known."
        )
    of_deck: dict[int, int] = {}
    for text in hand:
        word = text.strip().lower() if isinstance(text, str) else ""
        if word == UNKNOWN:
            continue
        if word not in KNOWN_CARDS and word not in CARD_TEXTS[UNKNOWN_CARD:]:
            raise BadSetup(
                f"The hand of seat {seat} in setup.hands has {as_json(text)}, which is no card."
            )
        card = CARD_TEXTS.index(word)
        deck = deck_of(card)
        if deck in of_deck:
            raise BadSetup(
                f"The hand of seat {seat} in setup.hands has two {DECKS[deck]} cards; "
                "each player starts with one of each deck."
            )
        of_deck[deck] = card
    return [of_deck.get(deck, UNKNOWN_CARD + deck) for deck in range(len(DECKS))]


def start(state: State, setup: Setup) -> None:
    """Fill a zeroed state for the first turn. Raises `BadSetup`."""
    values = switch_values(setup.rules)
    for key in (
        "redraw_fulfilled",
        "fertilizer_first",
        "pond_edges",
        "storm_stay",
        "storm_pond",
        "bamboo_supply",
        "clouds_may_skip",
    ):
        state[key] = int(values[key])
    state.diamond = DIAMONDS.index(values["diamond"])
    state.at_least = int(values["heights"] == "at_least")
    hands = read_hands(setup.setup, setup.players)
    state.players = setup.players
    state.emperor = NOBODY
    fill_bank(state, GREEN_PLOTS[values["green_plots"]])
    # Known cards first, so that a card is not counted as unknown in one hand and dealt to another.
    for seat, hand in enumerate(hands):
        for card in hand:
            if card < UNKNOWN_CARD:
                deal(state, seat, card)
    for seat, hand in enumerate(hands):
        for card in hand:
            if card >= UNKNOWN_CARD:
                deal(state, seat, card)
    begin_turn(state)


def deal_at_random(players: int, random: RandomState) -> dict[str, Any]:
    """One card of each deck for each player, as `setup`."""
    cards = (1 << PANDA_CARDS) - 1
    panda_cards = [card for card in range(PANDA_CARDS, CARDS) for _ in range(COPIES[card])]
    hands = []
    for _ in range(players):
        hand = []
        for deck in range(len(DECKS) - 1):
            there = cards & int(DECK_MASKS[deck])
            card = nth(there, below(random, size(there)))
            cards &= ~(1 << card)
            hand.append(card)
        hand.append(panda_cards.pop(below(random, len(panda_cards))))
        hands.append([CARD_TEXTS[card] for card in hand])
    return {"hands": hands}
