"""The review of a game: what each decision cost, how much was luck, what would have been better.

Decisions are judged by what the seat to move could know; luck, and the curve of values, by
everything that the log knows (the looking-back value), since only so do values, luck and losses
of a whole game add up. All values are expected scores of the game by seat.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from threading import local

import msgspec
import numpy as np

from engine.analysis.decisions import QUICK, Depth, Judged, judge
from engine.analysis.judgement import (
    Interval,
    Label,
    avoidable,
    exactly,
    interval,
    label_of,
    value_interval,
)
from engine.analysis.kernels import NO_MOVE
from engine.analysis.reasons import Reason, reasons
from engine.analysis.search import Analyst, CannotEvaluate
from engine.analysis.solver import Solver
from engine.analysis.views import Views
from engine.core.effects import effect_log
from engine.core.game import Kind, Setup, State
from engine.core.ids import MoveCode, Ply, Seat
from engine.replay import Replay, states

EVALUATOR_VERSION = "1"
"""Of everything that a review's numbers come from, the rules apart; stored with them."""

MOST_OUTCOMES = 12
"""Chance with no more outcomes is enumerated, any other sampled."""
LABELLED = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a seat, judged by what that seat knew."""

    ply: int
    seat: int
    turn: int
    played: str
    best: str
    """The move played where none was found better."""
    as_good: tuple[str, ...]
    """Other moves that were compared and lose no more than the tolerance."""
    loss: float
    """Of expected score, never below 0, with its 95 % interval."""
    low: float
    high: float
    samples: int
    """Pairs of playouts behind the loss; 0 where it is exact."""
    label: str
    exact: bool
    other_order: bool
    """The same turn reached the same position as with the better move first: nothing was lost."""
    value_played: tuple[float, ...]
    """Expected score of each seat after the move played, and after the best."""
    value_best: tuple[float, ...]
    points_played: tuple[float, ...]
    """Expected points likewise; empty where the solution is exact."""
    points_best: tuple[float, ...]
    difficulty: float
    avoidable: bool
    gained_by: int | None
    """The seat that gains most by the loss."""
    punished: bool | None = None
    """Whether that seat's next decision kept most of the gain; None while nobody knows."""
    reasons: tuple[Reason, ...] = ()


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """One outcome of chance, judged by all that the log knows."""

    ply: int
    seat: int
    """Whose turn it was."""
    turn: int
    outcome: str
    luck: tuple[float, ...]
    """Value after the outcome minus the mean over all outcomes, by seat (GNU Backgammon)."""
    low: float
    """The 95 % interval of the luck of `seat`."""
    high: float
    covered: bool
    """False where the log does not say what came up."""
    exact_mean: bool
    """Whether the mean is over all outcomes by their probability, not over samples."""


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The looking-back value before a ply (the last one: after the last ply)."""

    ply: int
    value: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    points: tuple[float, ...]
    """Expected final points; empty where the solution is exact."""
    exact: bool


class TurnLoss(msgspec.Struct, frozen=True, kw_only=True):
    """All decisions of one turn as a whole."""

    turn: int
    seat: int
    first_ply: int
    last_ply: int
    loss: float
    low: float
    high: float
    label: str


class SeatTotal(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's game in sum; `result` and what follows from it are None while it is not over."""

    seat: int
    decisions: int
    loss: float
    luck: float
    result: float | None
    luck_adjusted: float | None
    """The result without luck: own luck taken away, that of others given back."""
    inaccuracies: int
    mistakes: int
    blunders: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, or as far as it goes."""

    game: str
    rules_version: str
    evaluator_version: str
    depth: str
    seed: int
    plies: int
    seats: int
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    curve: tuple[Point, ...]
    turns: tuple[TurnLoss, ...]
    totals: tuple[SeatTotal, ...]
    stopped_ply: int | None
    """From where on nothing could be evaluated, and why; None where everything was."""
    stopped: str | None

    @property
    def chance_covered(self) -> float:
        """The share of chance plies whose outcome the log knows; 1 where there is no chance."""
        if not self.chances:
            return 1.0
        return sum(chance.covered for chance in self.chances) / len(self.chances)


Tell = Callable[[int, int], None]


def review(
    replay: Replay,
    depth: Depth = QUICK,
    *,
    seed: int = 1,
    threads: int = 1,
    tell: Tell = lambda done, plies: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Review | None:
    """Review what could be replayed of a log; None if `cancel` said so.

    The numbers depend on the log, the depth and the seed, not on `threads`. `tell` hears after
    each ply how many of them are judged.
    """
    work = _Work(replay, depth, seed)
    judged: list[_Ply] = []
    with ThreadPoolExecutor(max_workers=threads) as pool:
        for one in pool.map(work.judge, range(replay.plies + 1)):
            if cancel():
                pool.shutdown(cancel_futures=True)
                return None
            judged.append(one)
            tell(len(judged) - 1, replay.plies)
    return _put_together(replay, depth, seed, judged)


@dataclass(slots=True)
class _Ply:
    """What was found at one ply."""

    point: Point | None = None
    decision: Decision | None = None
    chance: Chance | None = None
    stopped: str | None = None


class _Tools(local):
    """Buffers of one thread, by game."""

    def __init__(self) -> None:
        self.analyst = lru_cache(maxsize=4)(Analyst)
        self.solver = lru_cache(maxsize=4)(Solver)


_tools = _Tools()


class _Work:
    """One review: everything that its plies share."""

    def __init__(self, replay: Replay, depth: Depth, seed: int) -> None:
        self._replay = replay
        self._game = replay.game
        self._seats = replay.seats
        self._depth = depth
        self._seed = seed
        log = replay.log
        self._views = Views(self._game, Setup(self._seats, log.rules, log.setup))
        self._notation = self._game.notation(replay.start)
        self._before = [self._game.copy(state) for state in states(replay)]

    def judge(self, ply: int) -> _Ply:
        found = _Ply()
        state = self._before[ply]
        try:
            found.point = self._point(ply, state)
            if ply < self._replay.plies:
                if self._game.kind(state) is Kind.CHANCE:
                    found.chance = self._chance(ply, state)
                else:
                    found.decision = self._decision(ply)
        except CannotEvaluate as error:
            found.stopped = str(error)
        return found

    def _text(self, move: int) -> str:
        return self._notation.format(MoveCode(move))

    def _point(self, ply: int, state: State) -> Point:
        game, seats = self._game, self._seats
        if game.kind(state) is Kind.OVER:
            result = shares_of(game.places(state, seats))
            points = tuple(float(points) for points in game.scores(state, seats))
            return Point(ply=ply, value=result, low=result, high=result, points=points, exact=True)
        seat = game.to_move(state)
        if game.kind(state) is Kind.DECISION and seat is not None:
            solved = _tools.solver(game).solve(state, seats, self._depth.nodes)
            if solved is not None:
                value = tuple(solved.values[int(np.argmax(solved.values[:, seat]))].tolist())
                return Point(ply=ply, value=value, low=value, high=value, points=(), exact=True)
        samples = _tools.analyst(game).evaluate(state, seats, self._depth.value, self._seed)
        found = [value_interval(samples.shares[:, 0, each]) for each in range(seats)]
        return Point(
            ply=ply,
            value=tuple(one.mean for one in found),
            low=tuple(one.low for one in found),
            high=tuple(one.high for one in found),
            points=tuple(samples.points[:, 0].mean(axis=0).tolist()),
            exact=False,
        )

    def _chance(self, ply: int, state: State) -> Chance:
        """Luck by enumeration where outcomes are few, else against fresh draws."""
        game, seats, depth = self._game, self._seats, self._depth
        code = int(self._replay.codes[ply])
        row = self._replay.ply_rows[ply]
        seat = int(row["seat"])
        outcomes = np.array(game.legal_moves(state), dtype=np.int64)
        covered = code in outcomes
        luck = np.zeros(seats)
        own = exactly(0.0)
        enumerated = outcomes.shape[0] <= MOST_OUTCOMES
        if covered and outcomes.shape[0] > 1:
            analyst = _tools.analyst(game)
            if enumerated:
                samples = analyst.compare(state, seats, outcomes, depth.luck, self._seed)
                weights = np.array([game.rules.weight(state, int(one)) for one in outcomes])
                actual = samples.shares[:, int(np.flatnonzero(outcomes == code)[0])]
                means = (samples.shares * weights[None, :, None]).sum(axis=1)
            else:
                pair = np.array([code, NO_MOVE], dtype=np.int64)
                samples = analyst.compare(state, seats, pair, 4 * depth.luck, self._seed)
                actual, means = samples.shares[:, 0], samples.shares[:, 1]
            differences = (actual - means)[~np.isnan(actual - means).any(axis=1)]
            if differences.shape[0] > 0:
                luck = differences.mean(axis=0)
            own = interval(differences[:, seat])
        return Chance(
            ply=ply,
            seat=seat,
            turn=int(row["turn"]),
            outcome=self._text(code),
            luck=tuple(luck.tolist()),
            low=own.low,
            high=own.high,
            covered=covered,
            exact_mean=enumerated,
        )

    def _decision(self, ply: int) -> Decision | None:
        """None where there is no choice, or the move is one that is never listed (as a pass)."""
        row = self._replay.ply_rows[ply]
        seat = Seat(int(row["seat"]))
        played = MoveCode(int(self._replay.codes[ply]))
        view = self._views.view(self._replay.codes, Ply(ply), seat)
        legal = self._game.legal_moves(view)
        if played not in legal or len(legal) < 2:
            return None
        analyst = _tools.analyst(self._game)
        seed = self._seed * 1_000_003 + ply
        found = judge(
            analyst,
            _tools.solver(self._game),
            view,
            self._seats,
            seat,
            played,
            self._depth,
            seed,
        )
        other_order = found.best != played and self._same_by_other_order(ply, seat, found.best)
        loss = exactly(0.0) if other_order else found.loss
        label = label_of(loss)
        why: tuple[Reason, ...] = ()
        if label in LABELLED:
            why = reasons(analyst, view, self._seats, found.best, played, self._depth.reasons, seed)
        return Decision(
            ply=ply,
            seat=seat,
            turn=int(row["turn"]),
            played=self._text(played),
            best=self._text(played if other_order else found.best),
            as_good=tuple(self._text(move) for move in found.as_good),
            loss=max(0.0, loss.mean),
            low=loss.low,
            high=loss.high,
            samples=loss.samples,
            label=label,
            exact=found.points_played is None,
            other_order=other_order,
            value_played=tuple(found.value_played.tolist()),
            value_best=tuple(found.value_best.tolist()),
            points_played=_optional(found, "points_played"),
            points_best=_optional(found, "points_best"),
            difficulty=found.difficulty,
            avoidable=avoidable(loss.mean, found.difficulty),
            gained_by=_gained_by(found, seat) if label in LABELLED else None,
            reasons=why,
        )

    def _same_by_other_order(self, ply: int, seat: Seat, best: MoveCode) -> bool:
        """Whether the better move came later in the same turn and, played first, would have led
        to the same position by the same moves and the same chance."""
        codes, rows = self._replay.codes, self._replay.ply_rows
        later = ply + 1
        while later < self._replay.plies and rows[later]["turn"] == rows[ply]["turn"]:
            if codes[later] == best and rows[later]["seat"] == seat:
                break
            later += 1
        else:
            return False
        rules = self._game.rules
        state = self._game.copy(self._before[ply])
        muted = effect_log(muted=True)
        for code in (best, *codes[ply:later].tolist()):
            if rules.refusal(state, int(code)) != 0:
                return False
            rules.play(state, int(code), muted)
        return self._game.position(state) == self._game.position(self._before[later + 1])


def shares_of(places: Sequence[int]) -> tuple[float, ...]:
    """The score of each seat: 1 for a sole first place, shared by those who tie for it."""
    first = list(places).count(1)
    return tuple(1.0 / first if place == 1 else 0.0 for place in places)


def _optional(found: Judged, name: str) -> tuple[float, ...]:
    values = getattr(found, name)
    return () if values is None else tuple(values.tolist())


def _gained_by(found: Judged, seat: Seat) -> int | None:
    gains = found.value_played - found.value_best
    gains[seat] = -np.inf
    winner = int(np.argmax(gains))
    return winner if gains[winner] > 0 else None


def _put_together(replay: Replay, depth: Depth, seed: int, judged: list[_Ply]) -> Review:
    stopped = next((ply for ply, one in enumerate(judged) if one.stopped is not None), None)
    decisions = _with_punishment([one.decision for one in judged if one.decision is not None])
    chances = tuple(one.chance for one in judged if one.chance is not None)
    result = None if replay.places is None else shares_of(replay.places)
    return Review(
        game=replay.game.key,
        rules_version=replay.game.version,
        evaluator_version=EVALUATOR_VERSION,
        depth=depth.name,
        seed=seed,
        plies=replay.plies,
        seats=replay.seats,
        decisions=decisions,
        chances=chances,
        curve=tuple(one.point for one in judged if one.point is not None),
        turns=_turns(decisions),
        totals=tuple(
            _total(seat, decisions, chances, None if result is None else result[seat])
            for seat in range(replay.seats)
        ),
        stopped_ply=stopped,
        stopped=None if stopped is None else judged[stopped].stopped,
    )


def _with_punishment(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """A gain is kept if the next decision of whoever gained loses less than half of it."""
    found = []
    for index, decision in enumerate(decisions):
        reply = next(
            (one for one in decisions[index + 1 :] if one.seat == decision.gained_by), None
        )
        if decision.gained_by is not None and reply is not None:
            kept = reply.loss < decision.loss / 2
            found.append(msgspec.structs.replace(decision, punished=kept))
        else:
            found.append(decision)
    return tuple(found)


def _turns(decisions: Iterable[Decision]) -> tuple[TurnLoss, ...]:
    """Losses of a turn add up, as each is measured against the best way to go on from there."""
    found = []
    for (turn, seat), group in groupby(decisions, key=lambda one: (one.turn, one.seat)):
        members = list(group)
        loss = sum(one.loss for one in members)
        half = sum(((one.high - one.low) / 2) ** 2 for one in members) ** 0.5
        total = Interval(loss, loss - half, loss + half, sum(one.samples for one in members))
        found.append(
            TurnLoss(
                turn=turn,
                seat=seat,
                first_ply=members[0].ply,
                last_ply=members[-1].ply,
                loss=loss,
                low=total.low,
                high=total.high,
                label=label_of(total),
            )
        )
    return tuple(found)


def _total(
    seat: int, decisions: Sequence[Decision], chances: Sequence[Chance], result: float | None
) -> SeatTotal:
    own = [one for one in decisions if one.seat == seat]
    labels = [one.label for one in own]
    luck = sum(one.luck[seat] for one in chances)
    return SeatTotal(
        seat=seat,
        decisions=len(own),
        loss=sum(one.loss for one in own),
        luck=luck,
        result=result,
        # The lucks of all seats sum to nothing, so that taking away the own one is all there is.
        luck_adjusted=None if result is None else result - luck,
        inaccuracies=labels.count(Label.INACCURACY),
        mistakes=labels.count(Label.MISTAKE),
        blunders=labels.count(Label.BLUNDER),
    )
