"""China Gold under the contract of `engine.core.game`."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from engine.core.chance import RandomState
from engine.core.errors import BadSetup
from engine.core.game import (
    Game,
    HeatmapLayer,
    Notation,
    Objective,
    Rules,
    Setup,
    State,
    Switch,
    read_switches,
)
from engine.core.ids import MoveCode, Seat
from engine.core.telling import Positions, Telling
from engine.core.wording import as_json
from engine.games.china_gold import keys, telling
from engine.games.china_gold import players as policy_book
from engine.games.china_gold import rules as rulebook
from engine.games.china_gold.appraisal import appraise
from engine.games.china_gold.board import (
    LARGEST_AREA,
    ROLES,
    SMALLEST_AREA,
    Board,
    board_of_setup,
)
from engine.games.china_gold.detectors import DETECTORS
from engine.games.china_gold.effects import EFFECT_KINDS, VOCABULARY
from engine.games.china_gold.geometry import PLACES, RUNS_IN, WINDOWS_IN, index_of, labels_of
from engine.games.china_gold.notation import NOTATIONS, line_cells
from engine.games.china_gold.state import (
    DOWN,
    FIRST_FIXED,
    NEVER,
    STAGE_A,
    STAGE_D,
    STATE,
    TAKEN_BY_MOUNTAIN,
    UNKNOWN_AREA,
    UP,
    WITH_DISCS,
    claim_cells,
)

SWITCHES = {
    "turn_count": Switch(
        "exact", ("exact", "up_to"), "Whether exactly the thrown number is turned, or up to it."
    ),
    "lines": Switch(
        "windows", ("windows", "runs"), "How lines are counted for the stage of the discs."
    ),
    "stage": Switch(
        "recomputed", ("recomputed", "down_only"), "Whether a stage that was left can come back."
    ),
    "hide": Switch("with_discs", ("with_discs", "always", "never"), "When a nugget may be hidden."),
    "claim_order": Switch(
        "mover_first", ("mover_first", "mountain_first"), "Whose areas are taken first."
    ),
}

DISCS = {
    0: "three small discs (0/1, 0/2, 1/2)",
    1: "two discs (0/2, 1/2)",
    2: "two discs (0/1, 1/2)",
}


SENTENCES = {
    rulebook.GAME_OVER: "The game is over, `{move}` comes after its end.",
    rulebook.THROW_DUE: "The discs must be thrown before `{move}`.",
    rulebook.NO_THROW_DUE: "No throw is due: the player is to turn or hide markers.",
    rulebook.NOT_A_LINE: "`{move}` leaves the board.",
    rulebook.CLAIM_NOT_NOW: "A claim comes right after a turn, before the next throw or move.",
    rulebook.UNKNOWN_MOVE: "`{move}` is no move of this game.",
}


def _area_layers() -> tuple[HeatmapLayer, ...]:
    return (
        HeatmapLayer("turned", "turned"),
        HeatmapLayer("turned-when", "turned", weight="turn"),
        HeatmapLayer("hidden", "hidden"),
        HeatmapLayer("hidden-when", "hidden", weight="turn"),
        HeatmapLayer("taken", "taken"),
        HeatmapLayer("taken-mountain", "taken", ("mountain",)),
        HeatmapLayer("taken-river", "taken", ("river",)),
        HeatmapLayer("taken-own-move", "taken", cause=("own_move",)),
        HeatmapLayer("taken-opponent-move", "taken", cause=("opponent_move",)),
        HeatmapLayer("taken-when", "taken", weight="turn"),
    )


class ChinaGold(Game):
    """The race of mountains and rivers for the same cells."""

    key = "china_gold"
    aliases = ("chinagold",)
    name = "China Gold"
    version = "1"
    players = range(2, 3)
    state_dtype = STATE
    # With `up_to` and a 5 on 91 cells: 91 + 240 + 207 + 174 + 141 turns, and hides.
    most_legal_moves = 1024
    turn_limit = 1000
    policies = policy_book.POLICIES
    guide = "loose"
    appraised_plies = 128
    quickness = 2
    switches = SWITCHES
    effect_kinds = EFFECT_KINDS
    vocabulary = VOCABULARY
    score_sources = ("gold",)
    objectives = tuple(
        Objective(f"{role}-{size}", role, points=size)
        for role in ROLES
        for size in range(SMALLEST_AREA, LARGEST_AREA + 1)
    )
    heatmap_layers = _area_layers()
    rules = Rules(
        legal=rulebook.legal,
        refusal=rulebook.refusal,
        play=rulebook.play,
        opening=rulebook.opening,
        kind=rulebook.kind,
        to_move=rulebook.to_move,
        turn=rulebook.turn,
        draw=rulebook.draw,
        weight=rulebook.weight,
        scores=rulebook.scores,
        places=rulebook.places,
        choose=policy_book.choose,
        appraise=appraise,
        key=keys.key,
        decided=keys.decided,
    )
    detectors = DETECTORS
    rejected_words = SENTENCES

    def start(self, setup: Setup) -> State:
        self.check_players(setup)
        switches = read_switches(self.name, SWITCHES, setup.rules)
        for key in setup.setup:
            if key not in ("board", "mountain", "first"):
                raise BadSetup(
                    f"The setup of China Gold has no {as_json(key)}; it has board, mountain and "
                    "first."
                )
        if "board" not in setup.setup:
            raise BadSetup("The setup of China Gold needs a `board`: its name, or a board object.")
        board = board_of_setup(setup.setup["board"])
        state = self.empty_state()
        state.side = board.side
        state.cells = len(labels_of(board.side))
        state.on_board = state.cells
        state.mountain_seat = _seat_of_setup(setup, "mountain")
        first = _seat_of_setup(setup, "first")
        state.role_to_move = 0 if first == state.mountain_seat else 1
        state.up_to = switches["turn_count"] == "up_to"
        state.lines = SWITCHES["lines"].choices.index(switches["lines"])
        state.down_only = switches["stage"] == "down_only"
        state.hide = SWITCHES["hide"].choices.index(switches["hide"])
        state.claim_order = SWITCHES["claim_order"].choices.index(switches["claim_order"])
        state.area[:] = UNKNOWN_AREA
        state.stage = STAGE_A
        for axis, cell in product(range(3), range(state.cells)):
            line, place = PLACES[board.side - 5, axis, cell]
            state.line_down[axis, line] |= 1 << int(place)
        for counts, table in ((state.windows, WINDOWS_IN), (state.runs, RUNS_IN)):
            counts[:] = table[state.line_down].sum(axis=(0, 1))
        _lay_out(state, board)
        rulebook.set_stage(state)
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
        return NOTATIONS[int(state.side)]

    def default_setup(self, players: int, random: RandomState) -> dict[str, Any]:
        return {"board": "synthetic-61"}

    def knows_enough(self, state: State, seat: Seat) -> bool:
        return bool(state.partition_known == 1)

    def changing(self, state: State) -> int:
        return FIRST_FIXED

    def circles(self, state: State) -> int:
        """A nugget on the board lies either way, as long as it may be hidden."""
        if state.hide == NEVER or (state.hide == WITH_DISCS and state.stage == STAGE_D):
            return 0
        return 1 << int(state.on_board)

    def position(self, state: State) -> dict[str, Any]:
        labels = labels_of(int(state.side))
        markers = state.marker[: state.cells].tolist()
        by_kind = [
            [label for label, marker in zip(labels, markers, strict=True) if marker == wanted]
            for wanted in (DOWN, UP, TAKEN_BY_MOUNTAIN, TAKEN_BY_MOUNTAIN + 1)
        ]
        over = state.on_board == 0
        return {
            "phase": "over" if over else ("throw" if rulebook.kind(state) == 1 else "act"),
            "stage": "ABCD"[state.stage],
            "to_move": None if over else ROLES[state.role_to_move],
            "throw": int(state.throw) or None,
            "down": by_kind[0],
            "up": by_kind[1],
            "taken": {"mountain": by_kind[2], "river": by_kind[3]},
            "scores": {role: int(state.taken[number]) for number, role in enumerate(ROLES)},
        }

    def explain(self, state: State, move: MoveCode, reason: int) -> str:
        labels = labels_of(int(state.side))
        if reason == rulebook.THROW_IMPOSSIBLE:
            allowed = [str(n) for n in range(6) if rulebook.SUM_WEIGHTS[int(state.stage), n]]
            return (
                f"A throw of {move >> 3} cannot come from {DISCS[int(state.stage)]}; "
                f"possible are {', '.join(allowed)}."
            )
        if reason == rulebook.WRONG_NUMBER:
            return _explain_number(state, move)
        if reason in (rulebook.NOT_FACE_DOWN, rulebook.NOT_FACE_UP):
            wanted = DOWN if reason == rulebook.NOT_FACE_DOWN else UP
            cells = [move >> 3] if wanted == UP else line_cells(int(state.side), move)
            words = "face down" if wanted == DOWN else "face up"
            wrong = next(cell for cell in cells if state.marker[cell] != wanted)
            return f"The marker on {labels[wrong]} is {_state_of(state, wrong)}, not {words}."
        if reason == rulebook.HIDE_NOT_NOW:
            if SWITCHES["hide"].choices[int(state.hide)] == "never":
                return "Nothing is hidden in this game (switch `hide` is `never`)."
            return "Nothing can be hidden in stage D, when no discs are thrown."
        if reason == rulebook.CLAIM_NOT_MADE:
            made = [
                f"`{self.notation(state).format(MoveCode(int(code)))}`"
                for code in state.claims[: state.claim_count]
            ]
            shown = " and ".join(made) if made else "nothing (that is not asserted already)"
            return f"The last turn claimed {shown}."
        if reason == rulebook.CLAIM_NOT_UP:
            cells = claim_cells(int(state.side), move)
            wrong = next(cell for cell in cells if state.marker[cell] != UP)
            return (
                f"The marker on {labels[wrong]} is {_state_of(state, wrong)}; a claim takes "
                "markers that lie face up on the board."
            )
        return super().explain(state, move, reason)


def _explain_number(state: State, move: MoveCode) -> str:
    number = move >> 12
    if state.stage == len(DISCS):
        return f"Without discs one or two markers are turned, not {number}."
    if state.up_to == 1:
        return f"The throw is {state.throw}: up to that many markers are turned, not {number}."
    return f"The throw is {state.throw}: exactly that many markers are turned, not {number}."


def _state_of(state: State, cell: int) -> str:
    return ("face down", "face up", "taken by the mountains", "taken by the rivers")[
        state.marker[cell]
    ]


def _seat_of_setup(setup: Setup, key: str) -> int:
    seat = setup.setup.get(key, 0)
    if type(seat) is not int or seat not in (0, 1):
        raise BadSetup(f"`{key}` in the setup of China Gold is seat 0 or 1, not {as_json(seat)}.")
    return seat


def _lay_out(state: State, board: Board) -> None:
    index = index_of(board.side)
    if board.mountains is None or board.rivers is None:
        return
    state.partition_known = 1
    for role, areas in enumerate((board.mountains, board.rivers)):
        state.areas[role] = len(areas)
        for number, area in enumerate(areas):
            cells = np.array([index[label] for label in area])
            state.area[role, cells] = number
            state.area_first_cell[role, number] = cells[0]
            for counter in (state.area_size, state.area_down, state.area_on_board):
                counter[role, number] = len(area)


GAME = ChinaGold()
