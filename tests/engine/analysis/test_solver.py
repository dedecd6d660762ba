"""Exact solving agrees with plain recursion, keeps its limits, and refuses what it cannot know."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.analysis.solver import Solved, Solver
from engine.core.chance import RandomState, below, random_state
from engine.core.game import Game, Kind, Setup, State
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from tests.engine.analysis.plain import MUTED, Plain, TooBig
from tests.engine.toy import TOY

SHEEP, GOLD, TAKENOKO = (find_game(key) for key in ("battle_sheep", "china_gold", "takenoko"))


def played(game: Game, setup: Setup, random: RandomState, policy: int = 0) -> list[State]:
    """Every state of a game, chance and one policy deciding."""
    state = game.start(setup)
    game.rules.opening(state, MUTED)
    buffer = np.empty(game.most_legal_moves, dtype=np.int64)
    states = [game.copy(state)]
    while game.kind(state) is not Kind.OVER and game.rules.turn(state) < game.turn_limit:
        if game.kind(state) is Kind.CHANCE:
            move = game.rules.draw(state, random)
        else:
            move = game.rules.choose(state, policy, random, buffer)
        game.rules.play(state, move, MUTED)
        states.append(game.copy(state))
    return states


def agree(game: Game, solver: Solver, state: State, players: int, most: int) -> Solved | None:
    """Solve a position both ways; None if plain recursion would take too long."""
    plain = Plain(game, players, most)
    try:
        expected = [plain.after(state, move) for move in game.legal_moves(state)]
    except TooBig:
        return None
    before = state.tobytes()
    solved = solver.solve(state, players)
    assert state.tobytes() == before
    assert solved is not None
    assert solved.moves.tolist() == game.legal_moves(state)
    np.testing.assert_allclose(solved.values, expected, rtol=0, atol=1e-9)
    assert solved.nodes <= most - plain.left + 1
    best_agrees(game, solver, state, players, solved)
    return solved


def best_agrees(game: Game, solver: Solver, state: State, players: int, solved: Solved) -> None:
    """The best move alone, and beside each other one, is worth what it is among all."""
    seat = game.to_move(state)
    if seat is None or game.kind(state) is not Kind.DECISION:
        assert solver.best(state, players, 2 * solved.nodes) is None
        return
    most = solved.values[:, seat].max()
    for asked, worth in zip(solved.moves, solved.values, strict=True):
        best = solver.best(state, players, 2 * solved.nodes, MoveCode(int(asked)))
        assert best is not None
        found = solved.values[solved.moves == best.move][0]
        assert found[seat] >= most - 1e-9
        np.testing.assert_allclose(best.value, found, rtol=0, atol=1e-9)
        np.testing.assert_allclose(best.value_asked, worth, rtol=0, atol=1e-9)


def agree_from_the_end(
    game: Game, solver: Solver, states: list[State], players: int, most: int
) -> Iterator[Solved]:
    """The last positions of a game, as many as plain recursion can do, the last one first."""
    for state in states[-2::-1]:
        solved = agree(game, solver, state, players, most)
        if solved is None:
            return
        yield solved


def tell_apart(solved: list[Solved]) -> int:
    """Positions in which it matters what is done."""
    return sum(int(np.ptp(each.values, axis=0).max() > 1e-6) for each in solved)


def small_pasture(seed: int, players: int) -> list[str]:
    """Cells joined by chance, with room for every herd at the border."""
    random = random_state(seed)
    cells = {(0, 0)}
    while len(cells) < 5 * players + 4:
        q, r = sorted(cells)[int(below(random, len(cells)))]
        step = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))[int(below(random, 6))]
        cells.add((q + step[0], r + step[1]))
    return [f"{q},{r}" for q, r in sorted(cells)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("end", ["nobody_can_split", "one_left", "first_blocked"])
def test_battle_sheep(players: int, end: str) -> None:
    solver = Solver(SHEEP)
    solved: list[Solved] = []
    for seed in range(30):
        setup = Setup(players, {"end": end}, {"board": small_pasture(seed, players)})
        states = played(SHEEP, setup, random_state(seed))
        solved += agree_from_the_end(SHEEP, solver, states, players, 500)
    assert len(solved) > 40
    assert tell_apart(solved) > 1


def gold_left(left: set[str], random: RandomState, rules: dict[str, Any]) -> State:
    """China Gold with just these markers face down, all others turned one by one, and as if both
    sides had taken about as many, so that the rest decides."""
    state = GOLD.start(Setup(2, {"hide": "never", **rules}, {"board": "synthetic-61"}))
    notation = GOLD.notation(state)
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


def some_left(random: RandomState) -> set[str]:
    """Three to five markers in a row, so that discs may still be thrown, and perhaps another."""
    row = int(below(random, 9))
    width = 9 - abs(row - 4)
    length = 3 + int(below(random, 3))
    first = int(below(random, width - length + 1)) + 1
    left = {f"{'abcdefghi'[row]}{number}" for number in range(first, first + length)}
    if length < 5:
        left.add(f"{'abcdefghi'[int(below(random, 9))]}{1 + int(below(random, 5))}")
    return left


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"turn_count": "up_to"},
        {"lines": "runs"},
        {"stage": "down_only"},
        {"claim_order": "mountain_first"},
    ],
    ids=str,
)
def test_china_gold(rules: dict[str, Any]) -> None:
    solver = Solver(GOLD)
    random = random_state(3)
    solved: list[Solved] = []
    at_chance = 0
    for _ in range(60):
        state = gold_left(some_left(random), random, rules)
        one = agree(GOLD, solver, state, 2, 1_500)
        if one is not None:
            solved.append(one)
            at_chance += GOLD.kind(state) is Kind.CHANCE
    assert len(solved) > 15
    assert tell_apart(solved) > 1
    assert rules == {"lines": "runs"} or at_chance > 2


def test_china_gold_to_the_end_of_whole_games() -> None:
    solver = Solver(GOLD)
    solved: list[Solved] = []
    for seed in range(15):
        setup = Setup(2, {}, {"board": "synthetic-61"})
        states = played(GOLD, setup, random_state(seed), policy=1)
        solved += agree_from_the_end(GOLD, solver, states, 2, 400)
    assert len(solved) > 35


def last_turn(players: int, seed: int) -> list[State]:
    """The states of the last turn of a game of Takenoko; none if the game does not end."""
    random = random_state(seed)
    setup = Setup(players, {}, TAKENOKO.default_setup(players, random))
    states = played(TAKENOKO, setup, random, policy=TAKENOKO.policies.index("greedy"))
    if TAKENOKO.kind(states[-1]) is not Kind.OVER:
        return []
    last = TAKENOKO.rules.turn(states[-1]) - 1
    return [state for state in states if TAKENOKO.rules.turn(state) >= last]


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_turn_of_takenoko(players: int) -> None:
    solver = Solver(TAKENOKO)
    solved: list[Solved] = []
    for seed in range(8):
        states = last_turn(players, seed)
        solved += agree_from_the_end(TAKENOKO, solver, states, players, 600)
    assert len(solved) > 15


def test_a_turn_that_others_follow_is_not_solved() -> None:
    random = random_state(1)
    setup = Setup(2, {}, TAKENOKO.default_setup(2, random))
    states = played(TAKENOKO, setup, random, policy=TAKENOKO.policies.index("greedy"))
    last = TAKENOKO.rules.turn(states[-1]) - 1
    before = [state for state in states if TAKENOKO.rules.turn(state) == last - 1]
    assert Solver(TAKENOKO).solve(before[-1], 2) is None


def test_who_holds_unknown_cards_is_not_solved() -> None:
    state = next(states for seed in range(9) if (states := last_turn(2, seed)))[-2]
    assert Solver(TAKENOKO).solve(state, 2) is not None
    seat = int(TAKENOKO.rules.to_move(state))
    state.seats[seat].unknown_count = 1
    assert Solver(TAKENOKO).solve(state, 2) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_toy(players: int) -> None:
    solver = Solver(TOY)
    for heap in range(1, 9):
        start = TOY.start(Setup(players, {}, {"heap": heap}))
        assert agree(TOY, solver, start, players, 5_000) is not None
        TOY.rules.play(start, 1, MUTED)
        assert agree(TOY, solver, start, players, 5_000) is not None


@pytest.mark.parametrize("players", [2, 3])
def test_never_more_positions_than_allowed(players: int) -> None:
    solver = Solver(TOY)
    start = TOY.start(Setup(players, {}, {"heap": 9}))
    solved = solver.solve(start, players)
    assert solved is not None
    enough = solver.solve(start, players, solved.nodes)
    assert enough is not None
    assert enough.nodes == solved.nodes
    assert solver.solve(start, players, solved.nodes - 1) is None
    assert Solver(TOY, solved.nodes - 1).solve(start, players) is None


def test_solving_again_gives_the_same() -> None:
    setup = Setup(2, {}, {"board": small_pasture(5, 2)})
    states = played(SHEEP, setup, random_state(5))
    solver = Solver(SHEEP)
    state = states[len(states) // 2]
    first = solver.solve(state, 2)
    solver.solve(states[-2], 2)
    again = solver.solve(state, 2)
    assert first is not None
    assert again is not None
    assert first.nodes == again.nodes
    assert first.values.tolist() == again.values.tolist()


def test_what_is_over_or_unknown_is_not_solved() -> None:
    over = TOY.start(Setup(2, {}, {"heap": 1}))
    for move in (0, 11):
        TOY.rules.play(over, move, MUTED)
    assert Solver(TOY).solve(over, 2) is None
    unknown = GOLD.start(Setup(2, {}, {"board": {"side": 5}}))
    assert Solver(GOLD).solve(unknown, 2) is None
