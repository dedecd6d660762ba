"""Mistakes planted in strong play: are they found, and is strong play left alone?"""

import numpy as np

from engine.analysis.decisions import DEEP, QUICK, Depth, Judge
from engine.analysis.judgement import interval, is_labelled
from engine.analysis.measured import Row
from engine.analysis.review import LABELS_OF_MISTAKES, review
from engine.analysis.search import Analyst
from engine.analysis.solver import Solver
from engine.core.game import Game
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from tests.truth.positions import Position, decisions_of, games_of, position, wilson

PLANTED = 100
UNTOUCHED_GAMES = 20
PLAYER = "search:2000"
CLEARLY = 0.15
"""A planted move loses at least so much in a long comparison, lower end."""
LONG = 600
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
            worse = _clearly_worse(game, analyst, place, rng)
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
    game: Game, analyst: Analyst, place: Position, rng: np.random.Generator
) -> MoveCode | None:
    legal = game.legal_moves(place.view)
    strong = int(place.played.codes[place.ply])
    for move in rng.permutation(legal)[:4]:
        pair = np.array([strong, int(move)], dtype=np.int64)
        shares = analyst.compare(place.view, 2, pair, LONG, 4242).shares[:, :, place.seat]
        if interval(shares[:, 0] - shares[:, 1]).low >= CLEARLY:
            return MoveCode(int(move))
    return None


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
