"""Takenoko under the contract of `engine.core.game`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core.chance import RandomState
from engine.core.game import (
    Game,
    HeatmapLayer,
    Notation,
    Objective,
    Rules,
    Setup,
    State,
)
from engine.core.ids import MoveCode, Seat
from engine.core.telling import Positions, Telling
from engine.games.takenoko import explain as sentences
from engine.games.takenoko import hidden, listing, telling
from engine.games.takenoko import objectives as cards
from engine.games.takenoko import players as policy_book
from engine.games.takenoko import setup as table
from engine.games.takenoko.appraisal import appraise
from engine.games.takenoko.components import (
    CARD_TEXTS,
    CARDS,
    COLOURS,
    DECKS,
    PLOT_TEXTS,
    POINTS,
    deck_of,
)
from engine.games.takenoko.detectors import DETECTORS
from engine.games.takenoko.legality import refusal
from engine.games.takenoko.notation import NOTATION
from engine.games.takenoko.position import position
from engine.games.takenoko.state import STATE
from engine.games.takenoko.turns import play
from engine.games.takenoko.words import EFFECT_KINDS, VOCABULARY


def _colour_of(card: str) -> str | None:
    """`green`, or `green-yellow` for a diamond of two colours; none for three."""
    words = card.partition(":")[2].split("-")
    return "-".join(word for word in words if word in COLOURS) or None


def _plots_of(colour: str) -> tuple[str, ...]:
    """All plots of a colour, as `laid` effects have them."""
    return tuple(text for text in PLOT_TEXTS if text.partition("+")[0] == colour)


class Takenoko(Game):
    """The game; see RULES.md for what was decided where the sources are silent."""

    key = "takenoko"
    name = "Takenoko"
    version = "1"
    players = range(2, 5)
    state_dtype = STATE
    most_legal_moves = 1024
    turn_limit = 400
    policies = policy_book.POLICIES
    guide = "greedy"
    steadiness = 0.996
    hides = True
    rules = Rules(
        legal=listing.legal,
        refusal=refusal,
        play=play,
        opening=cards.opening,
        kind=listing.kind,
        to_move=listing.to_move,
        turn=listing.turn,
        draw=listing.draw,
        weight=listing.weight,
        scores=cards.scores,
        places=cards.places,
        choose=policy_book.choose,
        appraise=appraise,
        fill=hidden.fill,
        seen_by=hidden.seen_by,
    )
    switches = table.SWITCHES
    effect_kinds = EFFECT_KINDS
    vocabulary = VOCABULARY
    score_sources = ("plot", "gardener", "panda", "emperor")
    objectives = tuple(
        Objective(text, DECKS[deck_of(card)], _colour_of(text), int(POINTS[card]))
        for card, text in enumerate(CARD_TEXTS[:CARDS])
    )
    heatmap_layers = (
        *(HeatmapLayer(f"plots-{colour}", "laid", _plots_of(colour)) for colour in COLOURS),
        HeatmapLayer("bamboo-grown", "grew", weight="amount"),
        HeatmapLayer("bamboo-eaten", "ate", weight="amount"),
        HeatmapLayer("panda-visits", "moved", ("panda",)),
        HeatmapLayer("gardener-visits", "moved", ("gardener",)),
        HeatmapLayer("channels", "channel_laid", edge=True),
        HeatmapLayer("chips", "chip_placed"),
    )
    detectors = DETECTORS
    rejected_words = sentences.REJECTED_WORDS

    def start(self, setup: Setup) -> State:
        self.check_players(setup)
        state = self.empty_state()
        table.start(state, setup)
        return state

    def tells_at_once(
        self, view: State, seat: Seat, players: int, after: Positions
    ) -> Iterator[Telling]:
        return telling.at_once(view, seat, players, after)

    def tells_at_end(
        self, view: State, seat: Seat, players: int, ends: Positions
    ) -> Iterator[Telling]:
        return telling.at_end(view, seat, players, ends)

    def notation(self, state: State) -> Notation:
        return NOTATION

    def position(self, state: State) -> dict[str, Any]:
        return position(state)

    def explain(self, state: State, move: MoveCode, reason: int) -> str:
        return sentences.explain(state, move, NOTATION.format(move), reason)

    def seen_setup(self, setup: Setup, seat: Seat) -> Setup:
        return replace(setup, setup=hidden.hands_seen(setup.setup, seat))

    def knows_enough(self, state: State, seat: Seat) -> bool:
        return bool(state.seats[seat].unknown_count == 0)

    def default_setup(self, players: int, random: RandomState) -> dict[str, Any]:
        return table.deal_at_random(players, random)


GAME = Takenoko()
