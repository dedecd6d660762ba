"""Battle Sheep under the contract of `engine.core.game`."""

from collections.abc import Iterator
from typing import Any

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
from engine.games.battle_sheep import explain as sentences
from engine.games.battle_sheep import keys, ranking, rules, telling
from engine.games.battle_sheep.appraisal import appraise
from engine.games.battle_sheep.detectors import DETECTORS
from engine.games.battle_sheep.notation import NOTATION
from engine.games.battle_sheep.players import POLICIES, choose
from engine.games.battle_sheep.position import position
from engine.games.battle_sheep.setup import SWITCHES, set_up
from engine.games.battle_sheep.state import BUILD, HERD, MOST_CELLS, MOST_PLAYERS, MOST_TILES, STATE
from engine.games.battle_sheep.vocabulary import EFFECT_KINDS, VOCABULARY

FIXED_FROM = int(STATE.fields["place"][1]) if STATE.fields else 0
"""Where the tables by cell begin that stay once the pasture is complete."""

TILES_ON_A_TILE = 42
"""Ways to lay a second tile so that it touches the first."""


class BattleSheep(Game):
    """The game; see RULES.md for what was decided where the sources differ."""

    key = "battle_sheep"
    aliases = ("splits", "battlesheep")
    name = "Battle Sheep"
    version = "1"
    players = range(2, MOST_PLAYERS + 1)
    state_dtype = STATE
    # Starts on every cell, or tiles that each touch one laid before; splits are at most 90, and
    # listing them writes one past the end.
    most_legal_moves = max(MOST_CELLS, TILES_ON_A_TILE * (MOST_TILES - 1))
    # Nobody ever gets there: every turn occupies one more cell.
    turn_limit = MOST_PLAYERS * HERD + 1
    policies = POLICIES
    guide = "loose"
    quickness = 4
    rules = Rules(
        legal=rules.legal,
        refusal=rules.refusal,
        play=rules.play,
        opening=rules.opening,
        kind=rules.kind,
        to_move=rules.to_move,
        turn=rules.turn,
        draw=rules.draw,
        weight=rules.weight,
        scores=ranking.scores,
        places=ranking.places,
        choose=choose,
        appraise=appraise,
        key=keys.key,
        decided=keys.decided,
    )
    switches = SWITCHES
    effect_kinds = EFFECT_KINDS
    vocabulary = VOCABULARY
    score_sources = ("territory",)
    objectives = (
        Objective("full-deployment", "deployment", points=0),
        Objective("largest-group", "group", points=0),
    )
    heatmap_layers = (
        HeatmapLayer("starts", "started"),
        HeatmapLayer("landings", "split"),
        HeatmapLayer("origins", "split", origin=True),
        HeatmapLayer("sheep-landed", "split", weight="amount"),
        HeatmapLayer("held", "scored", what=("territory",)),
        HeatmapLayer("held-since", "scored", what=("territory",), weight="turn"),
        HeatmapLayer("pasture", "laid", what=("pasture",)),
    )
    detectors = DETECTORS
    rejected_words = sentences.REJECTED_WORDS

    def start(self, setup: Setup) -> State:
        self.check_players(setup)
        state = self.empty_state()
        set_up(state, setup.players, setup.rules, setup.setup)
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

    def changing(self, state: State) -> int:
        whole = self.state_dtype.itemsize
        return whole if state.phase == BUILD else FIXED_FROM

    def position(self, state: State) -> dict[str, Any]:
        return position(state)

    def explain(self, state: State, move: MoveCode, reason: int) -> str:
        return sentences.explain(state, move, reason)


GAME = BattleSheep()
