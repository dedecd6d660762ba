"""Solving where play may come back to a position: against plain rounds over positions as text."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.analysis.solver import Solver
from engine.core.chance import RandomState, below, random_state
from engine.core.compiling import rule
from engine.core.effects import effect_log
from engine.core.game import Codes, Game, Kind, Setup, State
from engine.core.registry import find_game
from tests.engine.toy import SHOUT, TOY, ToyGame, legal

GOLD = find_game("china_gold")
MUTED = effect_log(muted=True)
MOST = 400
"""Positions that plain rounds take in a moment."""
PLIES = 60
CLOSE, APART = 1e-3, 0.5
"""How near both ends are after so many plies where play is not endless, and where it is."""
LABELS = [
    [f"{'abcdefghi'[row]}{number}" for number in range(1, 10 - abs(row - 4))] for row in range(9)
]


class Plain:
    """Expected scores of the first seat by the slowest way: so many plies more for everything that
    can be reached, then an end that counts as `endless`."""

    def __init__(self, game: Game, root: State) -> None:
        self.game = game
        self.next: dict[str, list[tuple[float, str]]] = {}
        self.mover: dict[str, int] = {}
        self.ends: dict[str, float] = {}
        waiting = [game.copy(root)]
        while waiting and len(self.next) <= MOST:
            state = waiting.pop()
            if self.name(state) not in self.next:
                waiting += self._reach(state)
        self.too_big = len(self.next) > MOST

    def name(self, state: State) -> str:
        return json.dumps(self.game.position(state))

    def after(self, state: State, move: int) -> State:
        state = self.game.copy(state)
        self.game.rules.play(state, move, MUTED)
        return state

    def _reach(self, state: State) -> Iterator[State]:
        name = self.name(state)
        self.next[name] = []
        if self.game.kind(state) is Kind.OVER:
            places = self.game.places(state, 2)
            self.ends[name] = (places[0] == 1) / places.count(1)
            return
        at_chance = self.game.kind(state) is Kind.CHANCE
        self.mover[name] = -1 if at_chance else int(self.game.rules.to_move(state))
        for move in self.game.legal_moves(state):
            weight = self.game.rules.weight(state, move) if at_chance else 1.0
            after = self.after(state, move)
            self.next[name].append((weight, self.name(after)))
            yield after

    def values(self, endless: float, plies: int) -> dict[str, float]:
        values = dict.fromkeys(self.next, endless) | self.ends
        for _ in range(plies):
            values = {name: self._value(name, values) for name in values}
        return values

    def _value(self, name: str, values: dict[str, float]) -> float:
        if name in self.ends:
            return self.ends[name]
        if self.mover[name] == -1:
            return sum(weight * values[after] for weight, after in self.next[name])
        found = [values[after] for _, after in self.next[name]]
        return max(found) if self.mover[name] == 0 else min(found)


def late(random: RandomState, rules: dict[str, Any]) -> State:
    """A row of four or five markers face down and the others turned one by one; as if both sides
    had taken about as many, so that the rest decides."""
    state = GOLD.start(Setup(2, rules, {"board": "synthetic-61", "first": int(below(random, 2))}))
    notation = GOLD.notation(state)
    row = LABELS[int(below(random, 9))]
    length = 4 + int(below(random, 2))
    first = int(below(random, len(row) - length + 1))
    left = set(row[first : first + length])
    while len(down := set(GOLD.position(state)["down"]) - left) > 0:
        label = sorted(down)[int(below(random, len(down)))]
        for move in ("throw 1", f"turn {label}"):
            code = notation.parse(move)
            if GOLD.rules.refusal(state, code) == 0:
                GOLD.rules.play(state, code, MUTED)
    taken = int(state.taken.sum())
    mountain = taken // 2 - 1 + int(below(random, 3))
    state.taken[:] = mountain, taken - mountain
    return state


@pytest.mark.parametrize(
    "rules",
    [{}, {"turn_count": "up_to"}, {"claim_order": "mountain_first"}, {"hide": "always"}],
    ids=str,
)
def test_china_gold(rules: dict[str, Any]) -> None:
    solver = Solver(GOLD)
    random = random_state(7)
    agreed = apart = endless = 0
    while agreed + endless < 3 or apart + endless == 0:
        state = late(random, rules)
        if not 0 < GOLD.circles(state) <= 1 << 7:
            continue
        plain = Plain(GOLD, state)
        if plain.too_big:
            continue
        low, high = plain.values(0.0, PLIES), plain.values(1.0, PLIES)
        names = [plain.name(plain.after(state, move)) for move in GOLD.legal_moves(state)]
        solved = solver.solve(state, 2)
        if solved is None:
            assert max(high[name] - low[name] for name in names) > APART
            endless += 1
            continue
        assert solved.moves.tolist() == GOLD.legal_moves(state)
        for name, value in zip(names, solved.values[:, 0].tolist(), strict=True):
            assert low[name] - 1e-9 <= value <= high[name] + 1e-9
            assert high[name] - low[name] < CLOSE
        np.testing.assert_allclose(solved.values.sum(axis=1), 1.0)
        agreed += 1
        apart += bool(np.ptp(solved.values[:, 0]) > 1e-6)
    # Only where nuggets may be hidden to the last can both sides do so for ever.
    assert (endless > 0) == (rules.get("hide") == "always")


@pytest.mark.parametrize("leader", [0, 1])
def test_of_a_game_that_is_decided_already_every_move_is_worth_the_same(leader: int) -> None:
    solver = Solver(GOLD)
    state = late(random_state(3), {})
    state.taken[leader] += state.taken[1 - leader]
    state.taken[1 - leader] = 0
    assert GOLD.circles(state) > 0
    assert GOLD.rules.decided(state) == leader
    solved = solver.solve(state, 2)
    assert solved is not None
    assert solved.moves.tolist() == GOLD.legal_moves(state)
    assert solved.values.tolist() == [[1 - leader, leader]] * len(solved.moves)


@rule
def legal_or_shout(state: State, buffer: Codes) -> int:
    """Shouting changes nothing: whoever would lose by taking can shout for ever."""
    count = legal(state, buffer)
    if state.coin_due == 0:
        buffer[count] = SHOUT
        count += 1
    return count


class Shouting(ToyGame):
    key = "shouting"
    most_legal_moves = TOY.most_legal_moves + 1
    rules = dataclasses.replace(TOY.rules, legal=legal_or_shout)

    def circles(self, state: State) -> int:
        return int(state.heap)


def test_a_value_that_hangs_on_endless_play_is_none() -> None:
    game = Shouting()
    won = game.start(Setup(2, {}, {"heap": 3}))
    game.rules.play(won, 0, MUTED)
    solved = Solver(game).solve(won, 2)
    assert solved is None
    taken = game.start(Setup(2, {}, {"heap": 1}))
    game.rules.play(taken, 0, MUTED)
    solved = Solver(game).solve(taken, 2)
    assert solved is not None
    assert solved.values[:, 0].tolist() == [1.0, 1.0]


def test_no_more_positions_than_allowed() -> None:
    random = random_state(7)
    state = next(
        state for state in (late(random, {}) for _ in range(50)) if GOLD.circles(state) > 0
    )
    solver = Solver(GOLD)
    solved = solver.solve(state, 2)
    assert solved is not None
    assert solver.solve(state, 2, solved.nodes) is not None
    assert solver.solve(state, 2, solved.nodes - 1) is None
