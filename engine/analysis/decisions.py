"""What one decision cost: the best move found, and the loss of the one played against it.

Tree search proposes moves, rounds of playouts in pairs choose among them, and fresh pairs measure
the loss: samples of its own, so that being chosen does not make a move look better than it is.
Playouts follow a policy that may misjudge a kind of position every time, which no interval shows;
so where a label is due, tree search picks the rival anew, and from both positions it is heard as a
second witness, twice: the smallest loss counts, less by what the longer search changed.
"""

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
    is_labelled,
    settled,
)
from engine.analysis.reasons import Reason, reasons
from engine.analysis.search import Analyst, Samples
from engine.analysis.solver import Solved, Solver
from engine.core.effects import effect_log
from engine.core.game import Codes, Game, State
from engine.core.ids import MoveCode, Seat

Values = npt.NDArray[np.float64]

FEWEST_KEPT = 2
"""Candidates that are compared a second time, the move played apart."""
FEWEST_PAIRS = 30
"""For a label, where some samples do not allow the move played."""
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
    """Iterations of tree search after the best and after the move played, where a label is due;
    in longer searches where it still is."""
    luck: int
    """Of each outcome of chance."""
    value: int
    """Of a position for the curve."""
    reasons: int
    """Of the best and of the move played, for each labelled move."""
    nodes: int
    """Positions that an exact solution may visit."""
    picking: int
    """Iterations of tree search for each move that may be the better one, where a label is due."""
    confirming_times: tuple[int, ...] = (1, 4)
    """Tree searches that are heard about a label, in multiples of `confirming`. All have to find
    it; the third only where the first two do, but far apart."""

    def for_game(self, game: Game) -> "Depth":
        """As much more sampling as the playouts of the game are quick, but no more than deep."""
        sampled = (
            *("tree", "choosing", "measuring", "confirming", "picking"),
            *("luck", "value", "reasons"),
        )
        own = {name: getattr(self, name) for name in sampled}
        most = {name: max(number, getattr(DEEP, name)) for name, number in own.items()}
        return msgspec.structs.replace(
            self, **{name: min(own[name] * game.quickness, most[name]) for name in sampled}
        )


QUICK = Depth("quick", 128, 4, 32, 64, 2, 1500, 16, 32, 96, 400_000, 250)
DEEP = Depth("deep", 800, 6, 128, 256, 4, 6000, 96, 256, 256, 2_000_000, 6000, (1, 4, 16))
DEPTHS = {depth.name: depth for depth in (QUICK, DEEP)}


class Judged(msgspec.Struct, frozen=True):
    """Values are expected scores by seat, `points` expected points (None where exact)."""

    best: int
    """The move played itself where none was found better."""
    as_good: tuple[int, ...]
    loss: Interval
    value_played: tuple[float, ...]
    value_best: tuple[float, ...]
    points_played: tuple[float, ...] | None
    points_best: tuple[float, ...] | None
    difficulty: float
    reasons: tuple[Reason, ...] = ()
    """Where a label is due."""


class Judge:
    """Judges the move of one position among several legal ones, by what its seat knows."""

    def __init__(
        self,
        analyst: Analyst,
        solver: Solver,
        view: State,
        seats: int,
        seat: Seat,
        depth: Depth,
        seed: int,
    ) -> None:
        self._analyst = analyst
        self._solver = solver
        self._view = view
        self._seats = seats
        self._seat = seat
        self._depth = depth.for_game(analyst.game)
        self._seed = seed
        self._ends: dict[int, Values | None] = {}

    def judge(self, played: MoveCode) -> Judged | None:
        """What this move cost; None where nothing that the seat may hide allows the move, so that
        there is no telling. Raises `CannotEvaluate`."""
        exact = self._exactly(played)
        if exact is not None:
            return self._with_reasons(exact, played)
        candidates = self._candidates(played)
        best, chances = self._choose(candidates, played)
        known = np.isfinite(chances)
        if not known[candidates == played].all():
            return None
        candidates, chances = candidates[known], chances[known]
        rival = best
        if best == played and candidates.shape[0] > 1:
            others = np.where(candidates == played, -np.inf, chances)
            rival = MoveCode(int(candidates[int(np.argmax(others))]))
        pair = np.array([played, rival], dtype=np.int64)
        loss, fresh = self._measured(pair)
        if fresh.shares.shape[0] == 0:
            return None
        if np.isnan(fresh.shares).any():
            # Whether the seat could have played the rival, nobody knows.
            best, fresh = played, fresh.of_move(0)
            loss = self._loss(fresh)
        values = fresh.shares.mean(axis=0)
        if best != played and loss.low >= LEAST_THRESHOLD:
            better = self._better_rival(pair)
            if better is not None:
                pair, loss, fresh = better
            ends = self._exact_values_after(pair)
            if ends is not None:
                # Some other move may be better still: the loss is no less than this.
                values = ends
                lost = max(0.0, float(ends[1, self._seat] - ends[0, self._seat]))
                loss = Interval(lost, lost, max(lost, loss.high), loss.samples)
            else:
                loss, values = self._confirmed(loss, pair, fresh.shares.mean(axis=0))
        at_best = 1 if best != played and loss.mean > 0 else 0
        if at_best == 0:
            # Nothing better was found; how much better the next best may be is the upper end.
            # What was chosen and measured worse stays below zero: sums would else only go up.
            mean = 0.0 if best == played else loss.mean
            loss = Interval(mean, min(mean, loss.low), max(mean, loss.high), loss.samples)
        points = fresh.points.mean(axis=0)
        good = candidates[chances >= chances.max() - TOLERANCE]
        found = Judged(
            best=int(pair[at_best]),
            as_good=tuple(int(move) for move in good if move not in (played, pair[at_best])),
            loss=loss,
            value_played=tuple(values[0].tolist()),
            value_best=tuple(values[at_best].tolist()),
            points_played=tuple(points[0].tolist()),
            points_best=tuple(points[at_best].tolist()),
            difficulty=difficulty((chances.max() - chances).tolist()),
        )
        return self._with_reasons(found, played)

    def _exactly(self, played: MoveCode) -> Judged | None:
        """Where the rest can be solved, if only for the best move and the one played."""
        nodes = self._depth.nodes
        best = self._solver.best(self._view, self._seats, nodes, played)
        if best is None:
            return None
        solved = self._solver.solve(self._view, self._seats, nodes)
        if solved is not None:
            return judge_exactly(solved, self._seat, played)
        loss = float(best.value[self._seat] - best.value_asked[self._seat])
        chances = self._chances(self._candidates(played), played, 0)
        chances = chances[np.isfinite(chances)]
        return Judged(
            best=int(played if loss <= TOLERANCE else best.move),
            as_good=(),
            loss=exactly(loss),
            value_played=tuple(best.value_asked.tolist()),
            value_best=tuple((best.value_asked if loss <= TOLERANCE else best.value).tolist()),
            points_played=None,
            points_best=None,
            difficulty=difficulty((chances.max(initial=0.0) - chances).tolist()),
        )

    def _candidates(self, played: MoveCode) -> Codes:
        """The move played and the ones that tree search likes most."""
        tree = self._analyst.search(
            self._view, self._seats, self._seed, iterations=self._depth.tree
        )
        return self._distinct(played, tree.moves[: self._depth.candidates].tolist())

    def _better_rival(self, pair: Codes) -> tuple[Codes, Interval, Samples] | None:
        """The move played beside the rival that is best by exact values or else by tree search,
        with the loss by playouts: they may take to a move that is refuted, where another one is
        clearly better. None where it is the same, or where playouts do not find that it is better
        than the move played."""
        rival = self._rival(int(pair[0]), self._rivals(pair))
        if rival is None or rival == pair[1]:
            return None
        better = np.array([pair[0], rival], dtype=np.int64)
        loss, fresh = self._measured(better)
        if np.isnan(fresh.shares).any() or loss.low < LEAST_THRESHOLD:
            return None
        return better, loss, fresh

    def _rival(self, played: int, rivals: list[int]) -> int | None:
        own = self._exact_value_after(played)
        known: dict[int, float] = {}
        # Solving takes longest where it fails; beside an end that cannot be solved it says nothing.
        if own is not None:
            ends = {move: self._exact_value_after(move) for move in rivals}
            known = {
                move: float(end[self._seat] - own[self._seat])
                for move, end in ends.items()
                if end is not None
            }
            best = max(known, key=known.__getitem__, default=None)
            if best is not None and known[best] >= LEAST_THRESHOLD:
                return best
        values = {
            move: self._value_after(move, self._depth.picking, 0)[self._seat]
            for move in rivals
            if move not in known
        }
        return max(values, key=values.__getitem__, default=None)

    def _rivals(self, pair: Codes) -> list[int]:
        """The rival, and what a tree search likes that is as long as those that follow."""
        tree = self._analyst.search(
            self._view, self._seats, self._seed, iterations=self._depth.picking
        )
        proposed = tree.moves[: self._depth.candidates].tolist()
        moves = self._distinct(MoveCode(int(pair[0])), [int(pair[1]), *proposed])
        return [int(move) for move in moves[1:]]

    def _exact_values_after(self, pair: Codes) -> Values | None:
        """Exact values after each of two moves, shape (2, seats), where both can be solved."""
        ends = [self._exact_value_after(move) for move in pair.tolist()]
        return None if ends[0] is None or ends[1] is None else np.array(ends)

    def _exact_value_after(self, move: int) -> Values | None:
        """Of a move whose end can be solved and where nobody hides anything."""
        if self._analyst.game.hides:
            return None
        if move not in self._ends:
            self._ends[move] = self._solver.value(self._after(move), self._seats, self._depth.nodes)
        return self._ends[move]

    def _value_after(self, move: int, iterations: int, seed: int) -> Values:
        """Expected score of every seat after a move, by tree search. Not exact even where it could
        be: of two trees the faults are alike, and what one of them misses would be called a loss
        beside an exact value."""
        tree = self._analyst.search(
            self._after(move), self._seats, self._seed + seed, iterations=iterations
        )
        return tree.value

    def _after(self, move: int) -> State:
        game = self._analyst.game
        after = game.copy(self._view)
        game.rules.play(after, move, effect_log(muted=True))
        return after

    def _distinct(self, played: MoveCode, moves: list[int]) -> Codes:
        """The move played, and those that lead to other positions than it and each other."""
        kept: dict[bytes, int] = {}
        for move in (played, *moves):
            kept.setdefault(self._after(move).tobytes(), move)
        return np.array(list(kept.values()), dtype=np.int64)

    def _choose(self, candidates: Codes, played: MoveCode) -> tuple[MoveCode, Values]:
        """The best of the candidates by two rounds in pairs, and each one's expected score as
        `_chances` gives it."""
        chances = self._chances(candidates, played, 0)
        kept = np.argsort(-chances, kind="stable")[:FEWEST_KEPT]
        kept = np.union1d(kept, np.flatnonzero(candidates == played))
        chances[kept] = (chances[kept] + self._chances(candidates[kept], played, 1)) / 2
        best = kept[int(np.argmax(chances[kept]))]
        return MoveCode(int(candidates[best])), chances

    def _chances(self, candidates: Codes, played: MoveCode, round_number: int) -> Values:
        """Expected score after each; minus infinity where a sample that allows the move played
        does not allow it, as the seat may not have been able to."""
        samples = self._depth.choosing
        found = self._analyst.compare(
            self._view, self._seats, candidates, samples, self._seed, round_number * samples
        )
        shares = found.allowing(int(np.flatnonzero(candidates == played)[0])).shares
        if shares.shape[0] == 0:
            return np.full(candidates.shape[0], -np.inf)
        means: Values = shares[:, :, self._seat].mean(axis=0)
        return np.where(np.isnan(means), -np.inf, means)

    def _measured(self, pair: Codes) -> tuple[Interval, Samples]:
        """What the first of two moves lost by fresh pairs, of which those count that allow it."""
        found = self._measure(pair)
        fresh = found.allowing(0)
        loss = self._loss(fresh)
        if loss.samples < min(FEWEST_PAIRS, found.shares.shape[0]):
            loss = loss._replace(low=min(0.0, loss.low))
        return loss, fresh

    def _measure(self, pair: Codes) -> Samples:
        """Fresh pairs, round after round until more would hardly change the label."""
        found = self._fresh(pair, 0)
        for index in range(1, self._depth.rounds):
            if settled(self._loss(found)):
                break
            more = self._fresh(pair, index)
            found = Samples(
                np.concatenate([found.shares, more.shares]),
                np.concatenate([found.points, more.points]),
            )
        return found

    def _fresh(self, pair: Codes, round_number: int) -> Samples:
        samples = self._depth.measuring
        start = FIRST_FRESH_SAMPLE + round_number * samples
        return self._analyst.compare(self._view, self._seats, pair, samples, self._seed, start)

    def _loss(self, pairs: Samples) -> Interval:
        own = pairs.shares[:, :, self._seat]
        return interval(own[:, 1] - own[:, 0])

    def _confirmed(self, loss: Interval, pair: Codes, values: Values) -> tuple[Interval, Values]:
        """The loss with the values after both moves, or what tree search says of them where that
        loss is less. A longer search is asked too: by how much it changes its mind is how little
        is known."""
        witnessed: list[float] = []
        mean = loss.mean
        low = loss.low
        for times in self._depth.confirming_times:
            iterations = times * self._depth.confirming
            seen = self._witness(pair, iterations)
            witnessed.append(float(seen[1, self._seat] - seen[0, self._seat]))
            if witnessed[-1] < mean:
                mean, values = witnessed[-1], seen
            half = DEVIATIONS * (0.5 / iterations) ** 0.5
            drift = abs(witnessed[-1] - witnessed[-2]) if len(witnessed) > 1 else 0.0
            low = min(loss.low, min(witnessed) - drift - half)
            agreed = len(witnessed) > 1 and low >= LEAST_THRESHOLD
            if agreed or min(witnessed) - half < LEAST_THRESHOLD:
                break
        return Interval(max(0.0, mean), low, loss.high, loss.samples), values

    def _witness(self, pair: Codes, iterations: int) -> Values:
        """Expected scores after two moves, shape (2, seats)."""
        return np.array([self._value_after(move, iterations, iterations) for move in pair.tolist()])

    def _with_reasons(self, found: Judged, played: MoveCode) -> Judged:
        if not is_labelled(found.loss):
            return found
        why = reasons(
            self._analyst,
            self._view,
            self._seats,
            MoveCode(found.best),
            played,
            self._depth.reasons,
            self._seed,
        )
        return msgspec.structs.replace(found, reasons=why)


def judge_exactly(solved: Solved, seat: Seat, played: MoveCode) -> Judged:
    """The loss of a move in a position that was solved."""
    own = solved.values[:, seat]
    at = int(np.flatnonzero(solved.moves == played)[0])
    loss = float(own.max() - own[at])
    best = at if loss <= TOLERANCE else int(np.argmax(own))
    good = solved.moves[own >= own.max() - TOLERANCE]
    return Judged(
        best=int(solved.moves[best]),
        as_good=tuple(int(move) for move in good if move not in (solved.moves[best], played)),
        loss=exactly(loss),
        value_played=tuple(solved.values[at].tolist()),
        value_best=tuple(solved.values[best].tolist()),
        points_played=None,
        points_best=None,
        difficulty=difficulty((own.max() - own).tolist()),
    )
