"""A game small enough to know every replay of it by heart: a coin, then counters are taken.

`coin heads` lets seat 0 begin, `coin tails` seat 1. In turn, `take 1` to `take 3` counters from the
heap (5 unless `setup` says otherwise); each scores a point, the game ends with the heap. `shout`
changes nothing and has 1 000 effects.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_amount
from engine.core.errors import BadSetup, UnreadableMove
from engine.core.game import (
    Codes,
    Game,
    Notation,
    Points,
    Rules,
    Setup,
    State,
    Switch,
    read_switches,
)
from engine.core.ids import MoveCode, Seat
from engine.core.telling import Positions, Telling

STATE = np.dtype(
    [
        ("players", "i2"),
        ("to_move", "i2"),
        ("coin_due", "i2"),
        ("heap", "i4"),
        ("turn", "i4"),
        ("taken", "i4", 4),
    ],
    align=True,
)
HEADS, TAILS, SHOUT = 0, 1, 20
TAKE = 10
NO_COIN_NOW, COIN_IS_DUE, GAME_IS_OVER, TOO_MANY = 1, 2, 3, 4
SCORED, SHOUTED = 0, 1
SHOUTS = 1_000


@rule
def kind(state: State) -> int:
    if state.coin_due != 0:
        return 1
    return 2 if state.heap == 0 else 0


@rule
def to_move(state: State) -> int:
    return -1 if kind(state) == 2 else state.to_move


@rule
def turn(state: State) -> int:
    return state.turn


@rule
def legal(state: State, buffer: Codes) -> int:
    if state.coin_due != 0:
        buffer[0] = HEADS
        buffer[1] = TAILS
        return 2
    count = 0
    for number in range(1, min(3, state.heap) + 1):
        buffer[count] = TAKE + number
        count += 1
    return count


@rule
def refusal(state: State, move: int) -> int:
    if kind(state) == 2:
        return GAME_IS_OVER
    if move in (HEADS, TAILS):
        return 0 if state.coin_due != 0 else NO_COIN_NOW
    if state.coin_due != 0:
        return COIN_IS_DUE
    if move != SHOUT and move - TAKE > state.heap:
        return TOO_MANY
    return 0


@rule
def play(state: State, move: int, log: EffectLog) -> None:
    if move in (HEADS, TAILS):
        state.to_move = move
        state.coin_due = 0
    elif move == SHOUT:
        for _ in range(SHOUTS):
            emit_amount(log, SHOUTED, state.to_move, 0, 1, 0)
    else:
        number = move - TAKE
        state.heap -= number
        state.taken[state.to_move] += number
        emit_amount(log, SCORED, state.to_move, 1, number, 0)
        state.to_move = (state.to_move + 1) % state.players
        state.turn += 1


@rule
def opening(state: State, log: EffectLog) -> None:
    emit_amount(log, SHOUTED, 0, 0, state.heap, 0)


@rule
def draw(state: State, random: RandomState) -> int:
    return below(random, 2)


@rule
def weight(state: State, move: int) -> float:
    return 0.5


@rule
def scores(state: State, points: Points) -> None:
    for seat in range(state.players):
        points[seat] = state.taken[seat]


@rule
def places(state: State, places: Points) -> None:
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            if state.taken[other] > state.taken[seat]:
                places[seat] += 1


@rule
def choose(state: State, policy: int, random: RandomState, buffer: Codes) -> int:
    count = legal(state, buffer)
    return buffer[0] if policy == 1 else buffer[below(random, count)]


class ToyNotation:
    """Counts how often it parses, as texts are to be parsed once only."""

    def __init__(self) -> None:
        self.parsed = 0

    def parse(self, text: str) -> MoveCode:
        self.parsed += 1
        words = text.lower().split()
        if words in (["coin", "heads"], ["coin", "tails"]):
            return MoveCode(TAILS if words[1] == "tails" else HEADS)
        if len(words) == 2 and words[0] == "take" and words[1] in {"1", "2", "3"}:
            return MoveCode(TAKE + int(words[1]))
        if words == ["shout"]:
            return MoveCode(SHOUT)
        raise UnreadableMove(f"{text!r} is no move of this game.")

    def format(self, move: MoveCode) -> str:
        known = {HEADS: "coin heads", TAILS: "coin tails", SHOUT: "shout"}
        return known.get(move, f"take {move - TAKE}")


NO_SWITCHES: dict[str, Switch] = {}
REJECTED_WORDS = {
    NO_COIN_NOW: "The coin was thrown already.",
    COIN_IS_DUE: "The coin has to be thrown first, so {move} has to wait.",
    GAME_IS_OVER: "The game is over.",
    TOO_MANY: "There are not so many counters on the heap.",
}


class ToyGame(Game):
    key = "toy"
    name = "Toy"
    version = "1"
    players = range(2, 5)
    state_dtype = STATE
    most_legal_moves = 3
    turn_limit = 50
    policies = ("random", "one")
    guide = "random"
    rules = Rules(
        legal=legal,
        refusal=refusal,
        play=play,
        opening=opening,
        kind=kind,
        to_move=to_move,
        turn=turn,
        draw=draw,
        weight=weight,
        scores=scores,
        places=places,
        choose=choose,
    )
    switches = NO_SWITCHES
    effect_kinds = ("scored", "shouted")
    vocabulary = ("", "counters")
    score_sources = ("counters",)
    objectives = ()
    heatmap_layers = ()
    rejected_words = REJECTED_WORDS

    def __init__(self) -> None:
        self.toy_notation = ToyNotation()

    def start(self, setup: Setup) -> State:
        self.check_players(setup)
        read_switches(self.name, self.switches, setup.rules)
        heap = setup.setup.get("heap", 5)
        if not isinstance(heap, int):
            raise BadSetup(f"The heap is a number of counters, not {heap!r}.")
        state = self.empty_state()
        state.players = setup.players
        state.coin_due = 1
        state.heap = heap
        return state

    def notation(self, state: State) -> Notation:
        return self.toy_notation

    def tells_at_once(
        self, view: State, seat: Seat, players: int, after: Positions
    ) -> Iterator[Telling]:
        yield Telling("heap", seat, after["heap"].astype(np.float64))

    def tells_at_end(
        self, view: State, seat: Seat, players: int, ends: Positions
    ) -> Iterator[Telling]:
        for other in range(players):
            taken = ends["taken"][:, other]
            yield Telling("counters", Seat(other), taken.astype(np.float64))
            none = (taken == 0).astype(np.float64)
            yield Telling("none", Seat(other), none, happens=True)

    def position(self, state: State) -> dict[str, Any]:
        seat = self.to_move(state)
        return {"heap": int(state.heap), "to_move": seat, "turn": int(state.turn)}

    def default_setup(self, players: int, random: RandomState) -> dict[str, Any]:
        return {"heap": 10 + int(below(random, 90))}


TOY = ToyGame()


@contextmanager
def only_the_toy() -> Iterator[ToyGame]:
    """Every search for a game finds the toy, wherever the function was imported."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("engine.replay", "engine.importers.hexlog.record", "engine.core.registry"):
            patch.setattr(f"{module}.find_game", lambda key: TOY)
        yield TOY
