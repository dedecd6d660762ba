"""What one decision cost: the best move found, and the loss of the one played against it.

Tree search proposes moves, rounds of playouts in pairs choose among them, and fresh pairs measure
the loss: samples of its own, so that being chosen does not make a move look better than it is.
Playouts follow a policy that may misjudge a kind of position every time, which no interval shows;
so where a label is due, tree search from both positions is heard as a second witness, and the
smaller loss of the two counts.
"""

from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from engine.analysis.judgement import (
    DEVIATIONS,
    LEAST_THRESHOLD,
    TOLERANCE,
    Interval,
    difficulty,
    exactly,
    interval,
    settled,
)
from engine.analysis.search import Analyst, Samples
from engine.analysis.solver import Solved, Solver
from engine.core.effects import effect_log
from engine.core.game import Codes, Game, State
from engine.core.ids import MoveCode, Seat

Values = npt.NDArray[np.float64]

FEWEST_KEPT = 2
"""Candidates that are compared a second time, the move played apart."""
FIRST_FRESH_SAMPLE = 1 << 20
"""Samples from here on were not used to choose the best move."""


class Depth(msgspec.Struct, frozen=True):
    """How much a review samples. Numbers are of playouts unless they say otherwise."""

    name: str
    tree: int
    """Iterations of the tree search at a decision."""
    candidates: int
    """Moves that are compared in pairs, the one played apart."""
    choosing: int
    """Of each candidate, to find the best of them."""
    measuring: int
    """Of the best and of the move played, in each of up to `rounds` rounds."""
    rounds: int
    confirming: int
    """Iterations of tree search after the best and after the move played, where a label is due."""
    luck: int
    """Of each outcome of chance."""
    value: int
    """Of a position for the curve."""
    reasons: int
    """Of the best and of the move played, for each labelled move."""
    nodes: int
    """Positions that an exact solution may visit."""


QUICK = Depth("quick", 128, 4, 32, 64, 2, 400, 16, 32, 64, 20_000)
DEEP = Depth("deep", 800, 6, 128, 256, 4, 3000, 96, 256, 256, 400_000)
DEPTHS = {depth.name: depth for depth in (QUICK, DEEP)}


class Judged(NamedTuple):
    """Values are expected scores by seat, `points` expected points (None where exact)."""

    best: MoveCode
    """The move played itself where none was found better."""
    as_good: tuple[MoveCode, ...]
    loss: Interval
    value_played: Values
    value_best: Values
    points_played: Values | None
    points_best: Values | None
    difficulty: float


def judge(
    analyst: Analyst,
    solver: Solver,
    view: State,
    seats: int,
    seat: Seat,
    played: MoveCode,
    depth: Depth,
    seed: int,
) -> Judged:
    """Judge a move among several legal ones, by what its seat knows (`view`).

    Raises `CannotEvaluate`.
    """
    solved = solver.solve(view, seats, depth.nodes)
    if solved is not None:
        return judge_exactly(solved, seat, played)
    tree = analyst.search(view, seats, seed, iterations=depth.tree)
    proposed = [*tree.moves[: depth.candidates].tolist(), int(played)]
    candidates = np.array(_distinct(analyst.game, view, proposed, played), dtype=np.int64)
    best, chances = _choose(analyst, view, seats, seat, candidates, played, depth, seed)
    rival = best
    if best == played and candidates.shape[0] > 1:
        others = np.where(candidates == played, -np.inf, chances)
        rival = MoveCode(int(candidates[int(np.argmax(others))]))
    pair = np.array([played, rival], dtype=np.int64)
    fresh = _measure(analyst, view, seats, seat, pair, depth, seed)
    loss = interval(fresh.shares[:, 1, seat] - fresh.shares[:, 0, seat])
    if best != played and loss.low >= LEAST_THRESHOLD:
        loss = _confirmed(loss, analyst, view, seats, seat, pair, depth, seed)
    values = np.nanmean(fresh.shares, axis=0)
    points = np.nanmean(fresh.points, axis=0)
    if best == played or loss.mean <= 0:
        # Nothing better was found; how much better the next best may be is the upper end.
        return Judged(
            played,
            _near(candidates, chances, played),
            Interval(0.0, min(0.0, loss.low), max(0.0, loss.high), loss.samples),
            values[0],
            values[0],
            points[0],
            points[0],
            difficulty((chances.max() - chances).tolist()),
        )
    return Judged(
        best,
        _near(candidates, chances, played),
        loss,
        values[0],
        values[1],
        points[0],
        points[1],
        difficulty((chances.max() - chances).tolist()),
    )


def judge_exactly(solved: Solved, seat: Seat, played: MoveCode) -> Judged:
    """The loss of a move in a position that was solved."""
    own = solved.values[:, seat]
    at = int(np.flatnonzero(solved.moves == played)[0])
    loss = float(own.max() - own[at])
    best = at if loss <= TOLERANCE else int(np.argmax(own))
    good = np.flatnonzero(own >= own.max() - TOLERANCE)
    return Judged(
        MoveCode(int(solved.moves[best])),
        tuple(MoveCode(int(solved.moves[one])) for one in good if one not in (best, at)),
        exactly(loss),
        solved.values[at],
        solved.values[best],
        None,
        None,
        difficulty((own.max() - own).tolist()),
    )


def _distinct(game: Game, view: State, moves: list[int], played: int) -> list[int]:
    """Moves that lead to different positions; the one played stays whatever equals it."""
    muted = effect_log(muted=True)
    seen = set()
    kept = []
    for move in dict.fromkeys([played, *moves]):
        after = game.copy(view)
        game.rules.play(after, move, muted)
        position = after.tobytes()
        if position not in seen:
            seen.add(position)
            kept.append(move)
    return kept


def _choose(
    analyst: Analyst,
    view: State,
    seats: int,
    seat: Seat,
    candidates: Codes,
    played: MoveCode,
    depth: Depth,
    seed: int,
) -> tuple[MoveCode, Values]:
    """The best of the candidates by two rounds in pairs, and each one's expected score."""
    first = analyst.compare(view, seats, candidates, depth.choosing, seed)
    chances = np.nan_to_num(np.nanmean(first.shares[:, :, seat], axis=0), nan=-1.0)
    kept = np.argsort(-chances, kind="stable")[:FEWEST_KEPT]
    kept = np.union1d(kept, np.flatnonzero(candidates == played))
    second = analyst.compare(view, seats, candidates[kept], depth.choosing, seed, depth.choosing)
    again = np.nan_to_num(np.nanmean(second.shares[:, :, seat], axis=0), nan=-1.0)
    chances[kept] = (chances[kept] + again) / 2
    best = kept[int(np.argmax(chances[kept]))]
    return MoveCode(int(candidates[best])), chances


def _measure(
    analyst: Analyst,
    view: State,
    seats: int,
    seat: Seat,
    pair: Codes,
    depth: Depth,
    seed: int,
) -> Samples:
    """Fresh pairs, round after round until more would hardly change the label."""
    found = analyst.compare(view, seats, pair, depth.measuring, seed, FIRST_FRESH_SAMPLE)
    for index in range(1, depth.rounds):
        if settled(interval(found.shares[:, 1, seat] - found.shares[:, 0, seat])):
            break
        start = FIRST_FRESH_SAMPLE + index * depth.measuring
        more = analyst.compare(view, seats, pair, depth.measuring, seed, start)
        found = Samples(
            np.concatenate([found.shares, more.shares]), np.concatenate([found.points, more.points])
        )
    return found


def _confirmed(
    loss: Interval,
    analyst: Analyst,
    view: State,
    seats: int,
    seat: Seat,
    pair: Codes,
    depth: Depth,
    seed: int,
) -> Interval:
    """The loss, or what tree search says of it where that is less."""
    muted = effect_log(muted=True)
    values = []
    for move in pair.tolist():
        after = analyst.game.copy(view)
        analyst.game.rules.play(after, move, muted)
        tree = analyst.search(after, seats, seed, iterations=depth.confirming)
        values.append(float(tree.value[seat]))
    witnessed = values[1] - values[0]
    if witnessed >= loss.mean:
        return loss
    half = DEVIATIONS * (0.5 / depth.confirming) ** 0.5
    low = min(loss.low, witnessed - half)
    return Interval(max(0.0, witnessed), low, loss.high, loss.samples)


def _near(candidates: Codes, chances: Values, played: MoveCode) -> tuple[MoveCode, ...]:
    good = chances >= chances.max() - TOLERANCE
    return tuple(MoveCode(int(move)) for move in candidates[good] if move != played)
