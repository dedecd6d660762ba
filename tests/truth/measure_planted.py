"""Mistakes planted in strong play: are they found, and is strong play left alone?"""

import numpy as np

from engine.analysis.decisions import DEEP, QUICK, Depth, Judge
from engine.analysis.judgement import interval, is_labelled
from engine.analysis.measured import Row
from engine.analysis.review import LABELS_OF_MISTAKES, review
from engine.analysis.search import Analyst
from engine.analysis.solver import Solver
from engine.core.effects import effect_log
from engine.core.game import Game
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from tests.truth.positions import Position, decisions_of, games_of, position, wilson

PLANTED = 100
UNTOUCHED_GAMES = 20
PLAYER = "search:2000"
CLEARLY = 0.15
"""A planted move loses at least so much: exactly, where the position can be solved; else in each of
long playouts (lower end) and of trees much larger than those of a review."""
LONG = 600
LARGE_TREES = (12_000, 48_000)
NODES = 400_000
FALSE_RATE = 1 / 200


def rows(size: float, games: list[str]) -> list[Row]:
    """Found by the deep review; false labels of the quick one in untouched games."""
    found = []
    for key in games:
        game = find_game(key)
        found.append(_planted(game, max(1, int(PLANTED * size)), DEEP))
        found.append(_untouched(game, max(1, int(UNTOUCHED_GAMES * size)), QUICK))
    return found


def _planted(game: Game, count: int, depth: Depth) -> Row:
    analyst, solver = Analyst(game), Solver(game)
    rng = np.random.default_rng(13)
    planted = seen = 0
    for played in games_of(game, 4 * count, 21, PLAYER):
        if planted == count:
            break
        for ply in rng.permutation(decisions_of(played))[:3]:
            place = position(played, int(ply))
            worse = _clearly_worse(game, analyst, solver, place, rng)
            if worse is None:
                continue
            planted += 1
            judge = Judge(analyst, solver, place.view, 2, place.seat, depth, planted)
            seen += is_labelled(judge.judge(worse).loss)
            break
    return Row(
        "planted.found", game.key, seen / max(planted, 1), *wilson(seen, planted), planted, 0.95
    )


def _clearly_worse(
    game: Game, analyst: Analyst, solver: Solver, place: Position, rng: np.random.Generator
) -> MoveCode | None:
    legal = game.legal_moves(place.view)
    strong = int(place.played.codes[place.ply])
    solved = solver.solve(place.view, 2, NODES)
    for move in rng.permutation(legal)[:4].tolist():
        pair = (strong, move)
        if solved is not None:
            values = [float(solved.values[solved.moves == one, place.seat][0]) for one in pair]
            is_worse = values[0] - values[1] >= CLEARLY
        else:
            is_worse = _by_playouts(analyst, place, pair) >= CLEARLY and all(
                _by_tree(game, analyst, place, pair, iterations) >= CLEARLY
                for iterations in LARGE_TREES
            )
        if is_worse:
            return MoveCode(move)
    return None


def _by_playouts(analyst: Analyst, place: Position, pair: tuple[int, int]) -> float:
    moves = np.array(pair, dtype=np.int64)
    shares = analyst.compare(place.view, 2, moves, LONG, 4242).shares[:, :, place.seat]
    return interval(shares[:, 0] - shares[:, 1]).low


def _by_tree(
    game: Game, analyst: Analyst, place: Position, pair: tuple[int, int], iterations: int
) -> float:
    muted = effect_log(muted=True)
    values = []
    for move in pair:
        after = game.copy(place.view)
        game.rules.play(after, move, muted)
        tree = analyst.search(after, 2, 777, iterations=iterations)
        values.append(float(tree.value[place.seat]))
    return values[0] - values[1]


def _untouched(game: Game, count: int, depth: Depth) -> Row:
    labelled = decisions = 0
    for played in games_of(game, count, 87, PLAYER):
        found = review(played, depth, threads=2)
        assert found is not None
        decisions += len(found.decisions)
        labelled += sum(one.label in LABELS_OF_MISTAKES for one in found.decisions)
    return Row(
        "planted.false_labels",
        game.key,
        labelled / decisions,
        *wilson(labelled, decisions),
        decisions,
        FALSE_RATE,
        at_most=True,
    )
