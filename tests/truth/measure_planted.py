"""Mistakes planted in strong play: are they found, and is strong play left alone?"""

from collections.abc import Iterator

import numpy as np

from engine.analysis.decisions import DEEP, QUICK, Judge
from engine.analysis.judgement import Interval, interval, is_labelled
from engine.analysis.measured import Row
from engine.analysis.review import LABELS_OF_MISTAKES, review
from engine.analysis.search import Analyst
from engine.analysis.solver import Solver
from engine.core.effects import effect_log
from engine.core.game import Game, State
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from engine.replay import Replay
from tests.truth.positions import Position, decisions_of, games_of, position, tell, wilson

PLANTED_A_GAME = 5
GAMES = 20
PLAYER = "search:2000"
CLEARLY = 0.15
"""A planted move loses at least so much: exactly, where the position can be solved, with more
positions than a review has; else in each of long playouts (lower end) and of trees much larger than
those of a review."""
SCREENED_PLIES = 40
"""Of each game, at most."""
SCREENED_MOVES = 16
"""Other moves of a position, at most, which a few pairs look at before anything longer does."""
FEW, LONG = 64, 600
LOOKED_AT_LONGER = 2
LARGE_TREES = {"battle_sheep": (150_000,)}
"""Where playouts alone say little, iterations cost little as well."""
LARGE_TREE = (48_000,)
NODES = 4_000_000
FALSE_RATE = 1 / 200


def rows(size: float, games: list[str]) -> list[Row]:
    """Found by the deep review; false labels of the quick one in the games as they were played."""
    found = []
    for key in games:
        found += _Planting(find_game(key), max(1, round(GAMES * size))).rows()
    return found


class _Planting:
    """Both figures of one game, from the same games of strong play."""

    def __init__(self, game: Game, count: int) -> None:
        self._game = game
        self._count = count
        self._analyst, self._solver = Analyst(game), Solver(game)
        self._rng = np.random.default_rng(13)

    def rows(self) -> list[Row]:
        planted = seen = labelled = decisions = 0
        for number, played in enumerate(games_of(self._game, self._count, 21, PLAYER)):
            for loss in self._planted(played):
                planted += 1
                seen += is_labelled(loss)
            found = review(played, QUICK, threads=2)
            assert found is not None
            decisions += len(found.decisions)
            labelled += sum(one.label in LABELS_OF_MISTAKES for one in found.decisions)
            tell(
                f"{self._game.key}: game {number + 1} of {self._count}: found {seen} of {planted} "
                f"planted, {labelled} labels at {decisions} untouched decisions"
            )
        return [
            Row(
                "planted.found",
                self._game.key,
                seen / max(planted, 1),
                *wilson(seen, planted),
                planted,
                0.95,
            ),
            Row(
                "planted.false_labels",
                self._game.key,
                labelled / max(decisions, 1),
                *wilson(labelled, decisions),
                decisions,
                FALSE_RATE,
                at_most=True,
            ),
        ]

    def _planted(self, played: Replay) -> Iterator[Interval]:
        """What the deep review says of each mistake planted in this game."""
        planted = 0
        for ply in self._rng.permutation(decisions_of(played))[:SCREENED_PLIES]:
            if planted == PLANTED_A_GAME:
                break
            place = position(played, int(ply))
            worse = self._clearly_worse(place)
            if worse is None:
                continue
            planted += 1
            judge = Judge(
                self._analyst, self._solver, place.view, 2, place.seat, DEEP, 1 + int(ply)
            )
            judged = judge.judge(worse)
            assert judged is not None
            loss = judged.loss
            if not is_labelled(loss):
                notation = self._game.notation(played.start)
                tell(f"not found: ply {ply}, {notation.format(worse)}: {loss}")
            yield loss

    def _clearly_worse(self, place: Position) -> MoveCode | None:
        strong = int(place.played.codes[place.ply])
        others = [move for move in self._game.legal_moves(place.view) if move != strong]
        if not others:
            return None
        some = self._rng.permutation(others)[:SCREENED_MOVES]
        lost = self._lost(place, np.array([strong, *some], dtype=np.int64), FEW, 77)
        likely = [
            int(move)
            for move, losses in zip(some, lost.T, strict=True)
            if np.nanmean(losses) >= CLEARLY and interval(losses).low > 0
        ]
        for move in likely[:LOOKED_AT_LONGER]:
            best = self._solver.best(place.view, 2, NODES, MoveCode(move))
            if best is not None:
                if best.value[place.seat] - best.value_asked[place.seat] >= CLEARLY:
                    return MoveCode(move)
                continue
            ends = [self._exactly(place, one) for one in (strong, move)]
            if ends[0] is not None and ends[1] is not None:
                if ends[0] - ends[1] >= CLEARLY:
                    return MoveCode(move)
                continue
            pair = np.array([strong, move], dtype=np.int64)
            long = interval(self._lost(place, pair, LONG, 4242)[:, 0])
            trees = LARGE_TREES.get(self._game.key, LARGE_TREE)
            if long.low >= CLEARLY and all(
                self._by_tree(place, pair, iterations) >= CLEARLY for iterations in trees
            ):
                return MoveCode(move)
        return None

    def _lost(self, place: Position, moves: np.ndarray, samples: int, seed: int) -> np.ndarray:
        """What each other move loses against the first, shape (samples, moves - 1)."""
        shares = self._analyst.compare(place.view, 2, moves, samples, seed).shares
        own: np.ndarray = shares[:, :, place.seat]
        return own[:, :1] - own[:, 1:]

    def _exactly(self, place: Position, move: int) -> float | None:
        """What a move is worth to its seat, where its end can be solved and nobody hides
        anything."""
        if self._game.hides:
            return None
        value = self._solver.value(self._after(place, move), 2, NODES)
        return None if value is None else float(value[place.seat])

    def _after(self, place: Position, move: int) -> State:
        after = self._game.copy(place.view)
        self._game.rules.play(after, move, effect_log(muted=True))
        return after

    def _by_tree(self, place: Position, pair: np.ndarray, iterations: int) -> float:
        values = []
        for move in pair.tolist():
            after = self._after(place, move)
            tree = self._analyst.search(after, 2, 777, iterations=iterations)
            values.append(float(tree.value[place.seat]))
        return values[0] - values[1]
