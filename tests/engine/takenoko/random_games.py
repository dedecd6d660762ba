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
PRESETS: list[dict[str, Any]] = [{}, {"preset": "rulebook"}]
RULES = [*PRESETS, *SINGLE_SWITCHES]
HEADERS = [
    *((players, rules) for rules in PRESETS for players in (2, 3, 4)),
    *((2 + number % 3, rules) for number, rules in enumerate(SINGLE_SWITCHES)),
]
LIKINGS = ("", "card plot", "card gardener", "card panda", "plots", "irrigate", "panda")


def header(number: int) -> tuple[int, dict[str, Any]]:
    """Players and rules: each of `HEADERS` in turn, in later rounds with other players."""
    players, rules = HEADERS[number % len(HEADERS)]
    return 2 + (players - 2 + number // len(HEADERS)) % 3, rules


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


def random_move(legal: list[str], random: Random, liking: str = "") -> str:
    """One of the legal moves: every other time what is liked, else first what kind, then which."""
    moves = sorted(legal)
    for wanted in ("complete", liking):
        found = [move for move in moves if wanted and move.startswith(wanted)]
        if found and random.random() < 0.5:
            return random.choice(found)
    word = random.choice(sorted({move.split()[0] for move in moves}))
    return random.choice([move for move in moves if move.split()[0] == word])


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


def untidy(move: str, random: Random) -> str:
    """The same move as a careless hand writes it, what is a set in any order."""
    word, *rest = move.split()
    if word in ("drawn", "irrigate"):
        random.shuffle(rest)
    shout = random.choice([str.upper, str.title, str.lower])
    return "  ".join(["", *map(shout, [word, *rest]), ""])
