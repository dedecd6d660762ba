"""What there is to find at one ply, whatever game it belongs to: values, a loss, luck."""

import hashlib
from functools import lru_cache
from threading import local

import msgspec
import numpy as np

from engine.analysis.decisions import Depth, Judge, Judged, Values
from engine.analysis.judgement import Interval, exactly, interval, value_interval
from engine.analysis.kernels import NO_MOVE
from engine.analysis.search import Analyst, CannotEvaluate
from engine.analysis.solver import Solver
from engine.analysis.views import Views
from engine.core.effects import effect_log
from engine.core.game import Codes, Kind, Setup, State
from engine.core.ids import MoveCode, Ply, Seat
from engine.replay import Replay, states

EVALUATOR_VERSION = "4"
"""Of everything that a review's numbers come from, the rules apart; stored with them."""

MOST_OUTCOMES = 12
"""Chance with no more outcomes is enumerated, any other sampled."""


class Valued(msgspec.Struct, frozen=True):
    """The looking-back value of a position: expected score and final points by seat."""

    value: tuple[Interval, ...]
    points: tuple[float, ...]
    """Empty where the solution is exact."""
    exact: bool


class Luck(msgspec.Struct, frozen=True):
    """What an outcome of chance was worth; see `review.Chance`."""

    luck: tuple[Interval, ...]
    """By seat."""
    covered: bool
    exact_mean: bool


class PlyFound(msgspec.Struct, frozen=True):
    """What was found at one ply; `stopped` says why nothing could be."""

    valued: Valued | None = None
    judged: Judged | None = None
    drawn: Luck | None = None
    stopped: str | None = None


def shares_of(places: list[int]) -> tuple[float, ...]:
    """The score of each seat: 1 for a sole first place, shared by those who tie for it."""
    first = places.count(1)
    return tuple(1.0 / first if place == 1 else 0.0 for place in places)


class _Tools(local):
    """Buffers of one thread, by game."""

    def __init__(self) -> None:
        self.analyst = lru_cache(maxsize=4)(Analyst)
        self.solver = lru_cache(maxsize=4)(Solver)


_tools = _Tools()


class Plies:
    """The plies of one replay, and what each is looked at with."""

    def __init__(self, replay: Replay, depth: Depth, seed: int) -> None:
        self.replay = replay
        self._game = replay.game
        self._depth = depth
        self._sampled = depth.for_game(replay.game)
        self._seed = seed
        log = replay.log
        views = Views(self._game, Setup(replay.seats, log.rules, log.setup))
        self.before = [self._game.copy(state) for state in states(replay)]
        self._views: list[State | None] = [
            views.view(replay.codes, Ply(ply), Seat(int(replay.ply_rows[ply]["seat"])))
            if replay.ply_rows[ply]["kind"] == Kind.DECISION
            else None
            for ply in range(replay.plies)
        ]
        self.keys = [self._key(ply) for ply in range(replay.plies + 1)]

    def find(self, ply: int) -> PlyFound:
        """Everything about one ply, `plies` being the end. The same for the same key."""
        state = self.before[ply]
        try:
            if ply == self.replay.plies:
                return PlyFound(valued=self._valued(state, None))
            code = int(self.replay.codes[ply])
            legal = self._game.kind(state) is Kind.DECISION and code in self._game.legal_moves(
                state
            )
            valued = self._valued(state, MoveCode(code) if legal else None)
            seat = Seat(int(self.replay.ply_rows[ply]["seat"]))
            view = self._views[ply]
            if view is None:
                # Each ply has samples of its own, so that errors of luck do not add up in step.
                drawn = self._luck(state, code, _seed_of(self.keys[ply]))
                return PlyFound(valued=valued, drawn=drawn)
            # By the view alone: what the seat could not know must not change the samples either.
            digest = self._digest()
            digest.update(view.tobytes())
            digest.update(code.to_bytes(8, "little"))
            judged = self._judged(view, code, seat, _seed_of(digest.digest()))
            return PlyFound(valued=valued, judged=judged)
        except CannotEvaluate as error:
            return PlyFound(stopped=str(error))

    def _digest(self) -> "hashlib.blake2b":
        """Begun with all that is the same at every ply."""
        depth = msgspec.json.encode(self._depth).decode()
        return hashlib.blake2b(
            f"{self._game.key} {self._game.version} {EVALUATOR_VERSION} {depth} {self._seed} "
            f"{self.replay.seats}".encode(),
            digest_size=16,
        )

    def _key(self, ply: int) -> bytes:
        """Stands for all that what is found at the ply depends on."""
        digest = self._digest()
        digest.update(self.before[ply].tobytes())
        if ply < self.replay.plies:
            view = self._views[ply]
            if view is not None:
                digest.update(view.tobytes())
            digest.update(int(self.replay.codes[ply]).to_bytes(8, "little"))
        return digest.digest()

    def _valued(self, state: State, played: MoveCode | None) -> Valued:
        """Solved beside the move played, which the judgement of that move asks for as well."""
        game, seats = self._game, self.replay.seats
        if game.kind(state) is Kind.OVER:
            result = tuple(exactly(share) for share in shares_of(game.places(state, seats)))
            points = tuple(float(points) for points in game.scores(state, seats))
            return Valued(result, points, exact=True)
        seat = game.to_move(state)
        if game.kind(state) is Kind.DECISION and seat is not None:
            best = _tools.solver(game).best(state, seats, self._depth.nodes, played)
            if best is not None:
                values = tuple(exactly(float(share)) for share in best.value)
                return Valued(values, (), exact=True)
        samples = _tools.analyst(game).evaluate(state, seats, self._sampled.value, self._seed)
        return Valued(
            tuple(value_interval(samples.shares[:, 0, each]) for each in range(seats)),
            tuple(samples.points[:, 0].mean(axis=0).tolist()),
            exact=False,
        )

    def _judged(self, view: State, code: int, seat: Seat, seed: int) -> Judged | None:
        """None where there is no choice, or the move is one that is never listed (as a pass)."""
        legal = self._game.legal_moves(view)
        if code not in legal or len(legal) < 2:
            return None
        game = self._game
        judge = Judge(
            _tools.analyst(game),
            _tools.solver(game),
            view,
            self.replay.seats,
            seat,
            self._depth,
            seed,
        )
        return judge.judge(MoveCode(code))

    def _luck(self, state: State, code: int, seed: int) -> Luck:
        """By enumeration where outcomes are few, else against fresh draws."""
        game, seats, depth = self._game, self.replay.seats, self._sampled
        outcomes = np.array(game.legal_moves(state), dtype=np.int64)
        covered = code in outcomes
        enumerated = outcomes.shape[0] <= MOST_OUTCOMES
        if not covered or outcomes.shape[0] == 1:
            return Luck((exactly(0.0),) * seats, covered, enumerated)
        analyst = _tools.analyst(game)
        if enumerated:
            solved = self._solved_after(state, outcomes)
            weights = np.array([game.rules.weight(state, int(one)) for one in outcomes])
            at = int(np.flatnonzero(outcomes == code)[0])
            if solved is not None:
                exact = solved[at] - weights @ solved / weights.sum()
                return Luck(tuple(exactly(float(one)) for one in exact), covered, enumerated)
            samples = analyst.compare(state, seats, outcomes, depth.luck, seed)
            actual = samples.shares[:, at]
            means = (samples.shares * weights[None, :, None]).sum(axis=1)
        else:
            pair = np.array([code, NO_MOVE], dtype=np.int64)
            samples = analyst.compare(state, seats, pair, 4 * depth.luck, seed)
            actual, means = samples.shares[:, 0], samples.shares[:, 1]
        differences = actual - means
        differences = differences[~np.isnan(differences).any(axis=1)]
        if differences.shape[0] == 0:
            return Luck((exactly(0.0),) * seats, False, enumerated)
        luck = tuple(interval(differences[:, seat]) for seat in range(seats))
        return Luck(luck, covered, enumerated)

    def _solved_after(self, state: State, outcomes: Codes) -> Values | None:
        """Exact values after each outcome, by seat; None unless all can be solved."""
        game, seats = self._game, self.replay.seats
        muted = effect_log(muted=True)
        values = np.zeros((outcomes.shape[0], seats))
        for index, outcome in enumerate(outcomes.tolist()):
            after = game.copy(state)
            game.rules.play(after, outcome, muted)
            found = _tools.solver(game).value(after, seats, self._depth.nodes // outcomes.shape[0])
            if found is None:
                return None
            values[index] = found
        return values


def _seed_of(digest: bytes) -> int:
    return int.from_bytes(digest[:7], "little")
