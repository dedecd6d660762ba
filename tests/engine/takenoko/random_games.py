"""Random games of Takenoko: headers, and moves with something unknown now and then."""

from random import Random
from typing import Any

from tests.oracle.takenoko_cards import DECKS, full_deck

SINGLE_SWITCHES: list[dict[str, Any]] = [
    {"redraw_fulfilled": False},
    {"fertilizer_first": True},
    {"pond_edges": False},
    {"green_plots": "6-2-1-2"},
    {"storm_stay": True},
    {"storm_pond": True},
    {"storm_stay": True, "storm_pond": True},
    {"diamond": "counterclockwise"},
    {"diamond": "any"},
    {"heights": "at_least"},
    {"bamboo_supply": False},
    {"clouds_may_skip": False},
]
PRESETS: list[dict[str, Any]] = [{}, {"preset": "bga"}, {"preset": "rulebook"}]
RULES = PRESETS + SINGLE_SWITCHES


def dealt_hands(players: int, random: Random, known: float) -> list[list[str]]:
    """One card of each deck for each seat, each known with this probability."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for deck in DECKS:
        cards = random.sample(sorted(full_deck(deck).elements()), players)
        for hand, card in zip(hands, cards, strict=True):
            hand.append(card if random.random() < known else "?")
    for hand in hands:
        random.shuffle(hand)
    return hands


def random_move(legal: list[str], random: Random) -> str:
    """One of the legal moves: first what kind of move, then which."""
    by_word: dict[str, list[str]] = {}
    for move in sorted(legal):
        by_word.setdefault(move.split()[0], []).append(move)
    if "complete" in by_word and random.random() < 0.5:
        return random.choice(by_word["complete"])
    return random.choice(by_word[random.choice(sorted(by_word))])


def partly_unknown(move: str, random: Random) -> str:
    """The same draw with a card or some plots, not all, that the log does not know."""
    word, *drawn = move.split()
    if word != "drawn":
        return move
    if ":" in drawn[0]:
        return f"drawn {random.choice(['?', drawn[0].split(':')[0] + ':?'])}"
    for _ in range(random.randrange(len(drawn))):
        drawn[random.randrange(len(drawn))] = "?"
    return f"drawn {' '.join(sorted(drawn, reverse=True))}"
