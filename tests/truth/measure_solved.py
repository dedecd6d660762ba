"""Late positions that can be solved: is the best move found, and does no label contradict?"""

import msgspec
import numpy as np

from engine.analysis.decisions import DEEP, Judge
from engine.analysis.judgement import LEAST_THRESHOLD, is_labelled
from engine.analysis.measured import Row
from engine.analysis.search import Analyst
from engine.analysis.solver import Solved, Solver
from engine.core.game import Game
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from engine.simulate.searching import read_searcher
from tests.truth.positions import Position, decisions_of, games_of, position, wilson

POSITIONS = 500
NODES = 100_000
ITERATIONS = 2000
NEAR = 1e-9
WITHOUT_SOLVER = msgspec.structs.replace(DEEP, nodes=1)


def rows(size: float, games: list[str]) -> list[Row]:
    """Of Battle Sheep and China Gold."""
    found = []
    for key in ("battle_sheep", "china_gold"):
        if key in games:
            found += _rows(find_game(key), max(1, int(POSITIONS * size)))
    return found


def _rows(game: Game, count: int) -> list[Row]:
    analyst, solver = Analyst(game), Solver(game)
    searcher = read_searcher(f"search:{ITERATIONS}")
    assert searcher is not None
    rng = np.random.default_rng(3)
    by_tree = by_search = contradicted = labelled = 0
    places = _late_positions(game, solver, count, rng)
    for index, (place, solved) in enumerate(places):
        own = solved.values[:, place.seat]
        tree = analyst.search(place.view, 2, index, iterations=ITERATIONS)
        by_tree += bool(own[solved.moves == tree.moves[0]][0] >= own.max() - NEAR)
        chosen = searcher.decide(analyst, solver, place.view, 2, place.seat, index)
        by_search += bool(own[solved.moves == chosen][0] >= own.max() - NEAR)
        move = MoveCode(int(rng.choice(solved.moves)))
        judge = Judge(analyst, solver, place.view, 2, place.seat, WITHOUT_SOLVER, index)
        loss = judge.judge(move).loss
        if is_labelled(loss):
            labelled += 1
            lost = own.max() - own[solved.moves == move][0]
            contradicted += bool(lost < LEAST_THRESHOLD - NEAR)
    n = len(places)
    return [
        _row("solved.search", game, by_search, n, 0.99),
        _row("solved.tree", game, by_tree, n, None),
        Row(
            "solved.contradicted",
            game.key,
            contradicted / max(labelled, 1),
            *wilson(contradicted, labelled),
            labelled,
            0.0,
            at_most=True,
        ),
    ]


def _row(key: str, game: Game, good: int, count: int, target: float | None) -> Row:
    return Row(key, game.key, good / max(count, 1), *wilson(good, count), count, target)


def _late_positions(
    game: Game, solver: Solver, count: int, rng: np.random.Generator
) -> list[tuple[Position, Solved]]:
    """One solvable position of each game where moves differ in value."""
    found: list[tuple[Position, Solved]] = []
    for played in games_of(game, 40 * count, 77, game.guide):
        if len(found) == count:
            break
        plies = decisions_of(played)
        for ply in rng.permutation(plies[len(plies) // 2 :])[:4]:
            place = position(played, int(ply))
            solved = solver.solve(place.view, 2, NODES)
            if solved is not None and np.ptp(solved.values[:, place.seat]) > NEAR:
                found.append((place, solved))
                break
    return found
