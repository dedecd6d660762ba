"""The table of a game of Takenoko: what everybody sees, and what may be done now."""

from dataclasses import dataclass, field
from typing import Any

from tests.oracle.effect import BadSetup, Effect
from tests.oracle.takenoko_cards import DECKS, POINTS, deck_of, full_deck, price, shows
from tests.oracle.takenoko_garden import (
    CHIPS,
    COLOURS,
    POND,
    TALLEST,
    Cell,
    Garden,
    Plot,
)
from tests.oracle.takenoko_piles import PLOT_ORDER, UNKNOWN, Deck, PlotPile
from tests.oracle.takenoko_setup import all_plots, hands_from, rules_from

FACES = ("sun", "rain", "wind", "storm", "clouds", "any")
SUPPLY = {"green": 36, "yellow": 30, "pink": 24}
CHANNELS = 20
CHIPS_OF_A_KIND = 3
TARGET = {2: 9, 3: 8, 4: 7}
MOST_IN_HAND = 5
CHANCE_PHASES = ("weather", "drawn_plots", "drawn_card")


@dataclass
class Card:
    """A card in a hand, and the part of its deck that it came from."""

    name: str
    part: int


@dataclass
class Player:
    """What lies in front of one player."""

    bamboo: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    channels: int = 0
    chips: list[str] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    score: int = 0

    def panda_points(self) -> int:
        return sum(POINTS[card] for card in self.completed if deck_of(card) == "panda")


class Table:
    """One game as it stands. `rules` and `setup` are as in a log's header."""

    def __init__(self, players: int, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        if players not in TARGET:
            raise BadSetup(f"Takenoko is played by 2 to 4 players, not {players}.")
        self.rules = rules_from(rules)
        self.garden = Garden()
        self.pile = PlotPile(all_plots(self.rules))
        self.decks = {deck: Deck(full_deck(deck)) for deck in DECKS}
        self.bank_channels = CHANNELS
        self.bank_bamboo = dict(SUPPLY)
        self.bank_chips = dict.fromkeys(CHIPS, CHIPS_OF_A_KIND)
        self.players = [Player() for _ in range(players)]
        self.emperor: int | None = None
        self.turns_finished = 0
        self.seat = 0
        self.phase = "act"
        self.weather: str | None = None
        self.used: list[str] = []
        self.deck_drawn_from = ""
        self.dealt = hands_from(players, setup)
        self._deal()

    def _deal(self) -> None:
        for seat, hand in enumerate(self.dealt):
            for deck, name in hand.items():
                drawn = UNKNOWN if name.endswith(UNKNOWN) else name
                if drawn != UNKNOWN and not self.decks[deck].outcomes()[name]:
                    raise BadSetup(f"{name} is dealt to seat {seat} beyond its copies.")
                part = self.decks[deck].draw(drawn)
                self.players[seat].hand.append(Card(name, part))

    # What everybody sees

    def opening_effects(self) -> list[Effect]:
        return [
            Effect("objective_drawn", seat, card, cause="deal")
            for seat, hand in enumerate(self.dealt)
            for card in hand.values()
        ]

    def turn(self) -> int:
        """The number of turns finished."""
        return self.turns_finished

    def kind(self) -> str:
        if self.phase == "over":
            return "over"
        return "chance" if self.phase in CHANCE_PHASES else "decision"

    def to_move(self) -> int | None:
        return None if self.phase == "over" else self.seat

    def scores(self) -> list[int]:
        """Every seat's points as they stand."""
        return [player.score for player in self.players]

    def winners(self) -> list[int]:
        """The first place, all who share it; nobody while the game runs."""
        if self.phase != "over":
            return []
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    def places(self) -> list[int]:
        """Most points first; among those tied, most points on panda cards; ties share."""
        ranks = [(player.score, player.panda_points()) for player in self.players]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]

    def position(self) -> dict[str, Any]:
        garden = self.garden
        return {
            "phase": self.phase,
            "turn": self.turns_finished,
            "to_move": self.to_move(),
            "weather": self.weather,
            "actions_left": 0 if self.phase == "over" else self.actions_left(),
            "used": list(self.used),
            "plots": {
                str(cell): {
                    "colour": plot.colour,
                    "improvement": plot.improvement,
                    "bamboo": plot.bamboo,
                    "irrigated": garden.is_irrigated(cell),
                }
                for cell, plot in sorted(garden.plots.items())
            },
            "channels": [[str(one), str(other)] for one, other in sorted(garden.channels)],
            "panda": str(garden.panda),
            "gardener": str(garden.gardener),
            "bank": {
                "channels": self.bank_channels,
                "bamboo": dict(self.bank_bamboo),
                "chips": dict(self.bank_chips),
                "plots": len(self.pile),
            },
            "players": [
                {
                    "bamboo": dict(player.bamboo),
                    "channels": player.channels,
                    "chips": sorted(player.chips),
                    "hand": sorted(card.name for card in player.hand),
                    "completed": list(player.completed),
                    "score": player.score,
                }
                for player in self.players
            ],
            "emperor": self.emperor,
        }

    # What may be done now

    def me(self) -> Player:
        return self.players[self.seat]

    def actions_left(self) -> int:
        return (3 if self.weather == "sun" else 2) - len(self.used)

    def possible_actions(self) -> list[str]:
        """The kinds of action that the player may still do and that can be done."""
        if self.actions_left() == 0:
            return []
        possible = {
            "plots": len(self.pile) > 0,
            "channel": self.bank_channels > 0,
            "gardener": bool(self.garden.straight_from(self.garden.gardener)),
            "panda": bool(self.garden.straight_from(self.garden.panda)),
            "card": bool(self.decks_to_draw_from()),
        }
        return [
            action
            for action, can_be_done in possible.items()
            if can_be_done and (self.weather == "wind" or action not in self.used)
        ]

    def may_end(self) -> bool:
        """Two actions are owed as long as one is possible; the sun's third never is."""
        return len(self.used) >= 2 or not self.possible_actions()

    def decks_to_draw_from(self) -> list[str]:
        if len(self.me().hand) >= MOST_IN_HAND:
            return []
        return [deck for deck in DECKS if len(self.decks[deck])]

    def weathers_to_choose(self) -> list[str]:
        chips = any(self.bank_chips.values())
        return [face for face in FACES if face != "any" and (face != "clouds" or chips)]

    def places_for_rain(self) -> list[Cell]:
        """Irrigated plots on which a section can really grow."""
        return [
            cell
            for cell, plot in sorted(self.garden.plots.items())
            if self.garden.is_irrigated(cell) and self.growth(plot, 1) > 0
        ]

    def places_for_storm(self) -> list[Cell]:
        """Any laid plot other than the one under the panda, unless a switch says more."""
        cells = [*self.garden.plots]
        if self.rules.storm_pond:
            cells.append(POND)
        return sorted(cell for cell in cells if cell != self.garden.panda or self.rules.storm_stay)

    def may_skip(self) -> bool:
        return self.weather != "clouds" or self.rules.clouds_may_skip

    def places_for_a_chip(self) -> list[Cell]:
        return [
            cell
            for cell, plot in sorted(self.garden.plots.items())
            if plot.improvement is None and plot.bamboo == 0
        ]

    def plots_to_lay(self) -> list[str]:
        return [plot for plot in PLOT_ORDER if plot in self.pile.drawn]

    def fulfilled(self, card: str) -> bool:
        """Whether the garden shows the card, or the player can pay it."""
        if deck_of(card) == "panda":
            return all(self.me().bamboo[colour] >= n for colour, n in price(card).items())
        return shows(self.garden, card, self.rules.diamond, self.rules.heights)

    def card_in_hand(self, name: str) -> Card | None:
        """The card of this name, or else a `?` which can be it: not known to be elsewhere."""
        deck = deck_of(name)
        for card in self.me().hand:
            if card.name == name:
                return card
        for card in self.me().hand:
            if card.name == f"{deck}:{UNKNOWN}" and self.decks[deck].parts[card.part][name] > 0:
                return card
        return None

    def cards_to_complete(self) -> list[str]:
        return [card for card in POINTS if self.card_in_hand(card) and self.fulfilled(card)]

    def growth(self, plot: Plot, sections: int) -> int:
        """How much of so many sections really grows: never above four, never beyond supply."""
        grown = min(sections, TALLEST - plot.bamboo)
        if self.rules.bamboo_supply:
            grown = min(grown, self.bank_bamboo[plot.colour])
        return grown
