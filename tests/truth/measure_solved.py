"""Late positions that can be solved: is the best move found, and does no label contradict?

They are solved with many more positions than a review may visit, so that not all of them are ones
that the review solves itself.
"""

from collections.abc import Iterator

import msgspec
import numpy as np

from engine.analysis.decisions import DEEP, QUICK, Depth, Judge
from engine.analysis.judgement import THRESHOLDS, Interval, label_of
from engine.analysis.measured import Row
from engine.analysis.search import Analyst
from engine.analysis.solver import Solved, Solver
from engine.core.game import Game
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from engine.simulate.searching import read_searcher
from tests.truth.positions import Position, decisions_of, games_of, position, tell, wilson

POSITIONS = 500
NODES = 2_000_000
ITERATIONS = 2000
NEAR = 1e-9
AS_JUDGED: dict[str, Depth] = {
    "solved.contradicted_quick": QUICK,
    "solved.contradicted_deep": DEEP,
    "solved.contradicted_unsolved": msgspec.structs.replace(DEEP, nodes=1),
}
TARGETS = {"solved.contradicted_quick": 0.0, "solved.contradicted_deep": 0.0}
LEAST_LOSS = {label: threshold for threshold, label in THRESHOLDS}


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
    n = by_tree = by_search = 0
    labelled = dict.fromkeys(AS_JUDGED, 0)
    contradicted = dict.fromkeys(AS_JUDGED, 0)
    exact = dict.fromkeys(AS_JUDGED, 0)
    for place, solved in _late_positions(game, solver, count, rng):
        n += 1
        own = solved.values[:, place.seat]
        tree = analyst.search(place.view, 2, n, iterations=ITERATIONS)
        by_tree += bool(own[solved.moves == tree.moves[0]][0] >= own.max() - NEAR)
        chosen = searcher.decide(analyst, solver, place.view, 2, place.seat, n)
        by_search += bool(own[solved.moves == chosen][0] >= own.max() - NEAR)
        move = MoveCode(int(rng.choice(solved.moves)))
        lost = float(own.max() - own[solved.moves == move][0])
        for key, depth in AS_JUDGED.items():
            judged = Judge(analyst, solver, place.view, 2, place.seat, depth, n).judge(move)
            assert judged is not None
            exact[key] += judged.points_played is None
            labelled[key] += label_of(judged.loss) in LEAST_LOSS
            contradicted[key] += contradicts(judged.loss, lost)
        if n % 25 == 0:
            tell(f"{game.key}: {n} positions of {count}, {by_search} optimal, {contradicted}")
    return [
        _row("solved.search", game, by_search, n, 0.99),
        _row("solved.tree", game, by_tree, n, None),
        *(
            Row(
                key,
                game.key,
                contradicted[key] / max(labelled[key], 1),
                *wilson(contradicted[key], labelled[key]),
                labelled[key],
                TARGETS.get(key),
                at_most=True,
                words={"exact": round(exact[key] / max(n, 1), 3)},
            )
            for key in AS_JUDGED
        ),
    ]


def contradicts(loss: Interval, lost: float) -> bool:
    """Whether the label says that more was lost than was."""
    return lost < LEAST_LOSS.get(label_of(loss), 0.0) - NEAR


def _row(key: str, game: Game, good: int, count: int, target: float | None) -> Row:
    return Row(key, game.key, good / max(count, 1), *wilson(good, count), count, target)


def _late_positions(
    game: Game, solver: Solver, count: int, rng: np.random.Generator
) -> Iterator[tuple[Position, Solved]]:
    """One solvable position of each game where moves differ in value."""
    found = 0
    for played in games_of(game, 40 * count, 77, game.guide):
        if found == count:
            break
        plies = decisions_of(played)
        for ply in rng.permutation(plies[len(plies) // 2 :])[:4]:
            place = position(played, int(ply))
            solved = solver.solve(place.view, 2, NODES)
            if solved is not None and np.ptp(solved.values[:, place.seat]) > NEAR:
                found += 1
                yield place, solved
                break
