"""Exact solving on one core: positions visited a second, and from how far ends are solved."""

from collections.abc import Iterator
from statistics import median
from time import process_time

import numpy as np

from engine.analysis.solver import Solver
from engine.core.chance import below, random_state
from engine.core.effects import effect_log
from engine.core.game import Game, Kind, Setup, State
from engine.core.registry import find_game
from tests.benchmarks.figure import Figure

MUTED = effect_log(muted=True)
MOST_NODES = 5_000_000
POSITIONS = 15
RATE_FROM = 18
"""Free cells of the positions from which the rate is taken: some ten thousand nodes at least."""
SHEEP_FREE = (10, 14, 18)
GOLD_DOWN = (8, 12, 16)


def sheep_end(game: Game, seed: int, free: int) -> State | None:
    """Two players on 32 cells played at random until so many cells are free; None if it ended."""
    random = random_state(seed)
    board = [f"{q},{r}" for q in range(4) for r in range(8)]
    state = game.start(Setup(2, {}, {"board": board}))
    while 32 - sum(game.scores(state, 2)) > free:
        moves = game.legal_moves(state)
        if not moves:
            return None
        game.rules.play(state, moves[int(below(random, len(moves)))], MUTED)
    return None if game.kind(state) is Kind.OVER else state


def gold_end(game: Game, seed: int, down: int) -> State | None:
    """A game of the greedy policy when at most so many markers are face down, no discs left."""
    random = random_state(seed)
    state = game.start(Setup(2, {}, {"board": "synthetic-61"}))
    buffer = np.empty(game.most_legal_moves, dtype=np.int64)
    while game.kind(state) is not Kind.OVER:
        left = len(game.position(state)["down"])
        if game.kind(state) is Kind.CHANCE:
            move = game.rules.draw(state, random)
        elif left <= down and not state.throw:
            return state
        else:
            move = game.rules.choose(state, 1, random, buffer)
        game.rules.play(state, move, MUTED)
    return None


def measured(solver: Solver, states: list[State]) -> tuple[list[float], int, int]:
    """Seconds of each position, nodes visited where solved, and how many were not solved."""
    seconds, nodes, unsolved = [], 0, 0
    for state in states:
        began = process_time()
        solved = solver.solve(state, 2)
        seconds.append(process_time() - began)
        nodes += MOST_NODES if solved is None else solved.nodes
        unsolved += solved is None
    return seconds, nodes, unsolved


def figures() -> Iterator[Figure]:
    """Battle Sheep, China Gold."""
    for key, end, sizes, unit in (
        ("battle_sheep", sheep_end, SHEEP_FREE, "free cells"),
        ("china_gold", gold_end, GOLD_DOWN, "markers down"),
    ):
        game = find_game(key)
        solver = Solver(game, MOST_NODES)
        for size in sizes:
            found = (end(game, seed, size) for seed in range(10 * POSITIONS))
            states = [state for state in found if state is not None][:POSITIONS]
            solver.solve(states[0], 2)
            seconds, nodes, unsolved = measured(solver, states)
            name = f"{game.name}, {size} {unit}"
            yield Figure(f"{name}: solved, median", 1000 * median(seconds), "ms")
            yield Figure(
                f"{name}: not solved in {MOST_NODES / 1e6:.0f} M nodes", unsolved, f"of {POSITIONS}"
            )
            if key == "battle_sheep" and size == RATE_FROM:
                yield Figure(f"{game.name}: alpha-beta", nodes / sum(seconds), "nodes/s", 2_000_000)
