"""What a game of Takenoko starts with: switches, dealt hands, the pile of plots."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.effect import BadSetup
from tests.oracle.takenoko_cards import DECKS, POINTS, deck_of
from tests.oracle.takenoko_piles import UNKNOWN

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
WORDS = {"diamond": ("clockwise", "counterclockwise", "any"), "heights": ("exactly", "at_least")}
GREEN_PLOTS = 11


@dataclass(frozen=True)
class Rules:
    """The switches of one game."""

    redraw_fulfilled: bool
    fertilizer_first: bool
    pond_edges: bool
    green_plots: str
    storm_stay: bool
    storm_pond: bool
    diamond: str
    heights: str
    bamboo_supply: bool
    clouds_may_skip: bool


def rules_from(given: dict[str, Any]) -> Rules:
    """The preset with the single switches laid over it."""
    switches = dict(given)
    preset = switches.pop("preset", "bga")
    if preset not in list(PRESETS):
        raise BadSetup(f"There is no preset {preset!r}: bga or rulebook.")
    for name, value in switches.items():
        if name not in PRESETS[preset]:
            raise BadSetup(f"There is no switch {name!r} in Takenoko.")
        if name == "green_plots":
            _green_plots(value)
        elif name in WORDS:
            if value not in WORDS[name]:
                raise BadSetup(f"The switch {name} is one of {', '.join(WORDS[name])}.")
        elif not isinstance(value, bool):
            raise BadSetup(f"The switch {name} is true or false, not {value!r}.")
    return Rules(**(PRESETS[preset] | switches))


def _green_plots(value: object) -> list[int]:
    numbers = value.split("-") if isinstance(value, str) else []
    if len(numbers) != 4 or not all(number.isdecimal() for number in numbers):
        raise BadSetup(f"green_plots is four numbers such as 5-2-2-2, not {value!r}.")
    counts = [int(number) for number in numbers]
    if sum(counts) != GREEN_PLOTS:
        raise BadSetup(f"green_plots must make 11 plots together, not {sum(counts)}.")
    return counts


def all_plots(rules: Rules) -> Counter[str]:
    """The 27 plots of the pile."""
    bare, watershed, fertilizer, enclosure = _green_plots(rules.green_plots)
    return Counter(
        {
            "green": bare,
            "green+watershed": watershed,
            "green+fertilizer": fertilizer,
            "green+enclosure": enclosure,
            "yellow": 6,
            "yellow+watershed": 1,
            "yellow+fertilizer": 1,
            "yellow+enclosure": 1,
            "pink": 4,
            "pink+watershed": 1,
            "pink+fertilizer": 1,
            "pink+enclosure": 1,
        }
    )


def hands_from(players: int, setup: dict[str, Any]) -> list[dict[str, str]]:
    """For each seat the card dealt from each deck: its name, or `plot:?` and the like."""
    for name in setup:
        if name != "hands":
            raise BadSetup(f"The setup of Takenoko has hands, not {name!r}.")
    hands = setup.get("hands", [[UNKNOWN] * 3] * players)
    if not isinstance(hands, list) or len(hands) != players:
        raise BadSetup(f"setup.hands needs one hand for each of the {players} players.")
    return [_hand_from(seat, hand) for seat, hand in enumerate(hands)]


def _hand_from(seat: int, cards: object) -> dict[str, str]:
    if not isinstance(cards, list) or len(cards) != len(DECKS):
        raise BadSetup(f"The hand of seat {seat} needs three cards, one of each deck.")
    dealt: dict[str, str] = {}
    for card in cards:
        if card == UNKNOWN:
            continue
        if card not in [*POINTS, *(f"{deck}:{UNKNOWN}" for deck in DECKS)]:
            raise BadSetup(f"The hand of seat {seat} has {card!r}, which is no card.")
        if deck_of(card) in dealt:
            raise BadSetup(f"The hand of seat {seat} has two {deck_of(card)} cards, not one.")
        dealt[deck_of(card)] = card
    return {deck: dealt.get(deck, f"{deck}:{UNKNOWN}") for deck in DECKS}
