"""Judging the answer to an exercise: another move in a position of which one decision was reviewed.

The question is asked, and the answer judged, by what the seat knew. Moves that the review compared
are judged by it, as is any other move that leads to the same position; the rest are evaluated.
"""

from dataclasses import dataclass
from hashlib import blake2b

import msgspec
import numpy as np

from engine.analysis.decisions import DEEP, FIRST_FRESH_SAMPLE, QUICK, Judge, Judged
from engine.analysis.judgement import DEVIATIONS, TOLERANCE, Interval, interval
from engine.analysis.reasons import Reason
from engine.analysis.review import Decision
from engine.analysis.search import Analyst, CannotEvaluate
from engine.analysis.solver import Solver
from engine.analysis.views import Views
from engine.core.effects import effect_log
from engine.core.errors import IllegalMove
from engine.core.game import Kind, Setup, State
from engine.core.ids import MoveCode, Ply, Seat
from engine.replay import Replay

DEPTH = msgspec.structs.replace(
    QUICK, name="answer", measuring=256, rounds=4, confirming=1000, nodes=DEEP.nodes
)
"""Quick, but right and wrong are told apart at two points: that takes more pairs than labels do."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth. `loss` is of expected score against the best move known, with its
    95 % interval; all three are None for a move that the review compared only while it chose:
    of such a move no more is known than that it is as good."""

    move: str
    """In canonical text."""
    correct: bool
    loss: float | None
    low: float | None
    high: float | None
    samples: int
    exact: bool
    stored: bool
    """Whether the review had compared it."""
    best: str
    """The best move known; the answer itself where nothing better was found."""
    as_good: tuple[str, ...]
    """Other moves known to be as good as the best."""
    reasons: tuple[Reason, ...] = ()
    """What the best move would have changed, where the answer loses enough to be sure."""

    @property
    def is_certain(self) -> bool:
        """Whether the interval lies on one side of the tolerance."""
        if self.low is None or self.high is None:
            return True
        return self.high <= TOLERANCE if self.correct else self.low > TOLERANCE


class Question:
    """A position in which a seat had to decide, as that seat knew it."""

    def __init__(self, replay: Replay, decision: Decision, *, current: bool = True) -> None:
        self.replay = replay
        self.decision = decision
        self.current = current
        """Whether the review is by today's rules and evaluator; else answers are judged anew."""
        self.game = replay.game
        self.seat = Seat(decision.seat)
        log = replay.log
        self._views = Views(self.game, Setup(replay.seats, log.rules, log.setup))
        self.view = self.view_at(decision.ply)
        self.notation = self.game.notation(self.view)
        self._muted = effect_log(muted=True)
        legal = self.game.legal_moves(self.view)
        self._legal = legal
        self.moves = tuple(self.notation.format(move) for move in legal)
        """Every legal move."""

    def view_at(self, ply: int) -> State:
        """What the seat knew after so many moves."""
        return self._views.view(self.replay.codes, Ply(ply), self.seat)

    def seen_moves(self) -> list[str]:
        """The moves that led here, with `?` for what only others have seen."""
        codes = self.replay.codes[: self.decision.ply]
        seen = np.empty_like(codes)
        self.game.rules.seen_by(
            self.game.copy(self.replay.start), codes, self.seat, seen, self._muted
        )
        return [self.notation.format(MoveCode(code)) for code in seen.tolist()]

    def read(self, text: str) -> MoveCode:
        """The move that a text means here. Raises `UnreadableMove`, or `IllegalMove` with the
        rules' own sentence."""
        move = self.notation.parse(text)
        reason = self.game.rules.refusal(self.view, move)
        if reason != 0:
            raise IllegalMove(self.game.explain(self.view, move, reason))
        if move in self._legal:
            return move
        after = self._position_after(move)
        for legal in self._legal:
            if self._position_after(legal) == after:
                return legal
        raise IllegalMove(
            f"“{self.notation.format(move)}” may stand in a log, but is no choice here."
        )

    def judge(self, move: MoveCode) -> Verdict:
        """What a move that `read` gave is worth; takes some seconds unless the review compared it
        and is not out of date. Raises `CannotEvaluate`."""
        known = self.judge_stored(move) if self.current else None
        return known or self._evaluated(move)

    def judge_stored(self, move: MoveCode) -> Verdict | None:
        """What the review knows of a move; None if it did not compare it."""
        said = self.decision
        text = self.notation.format(move)
        after = self._position_after(move)

        def is_same(other: str) -> bool:
            return self._position_after(self.notation.parse(other)) == after

        if is_same(said.best):
            known: tuple[float, float, float] | None = (0.0, 0.0, 0.0)
        elif any(is_same(other) for other in said.as_good):
            known = None
        elif is_same(said.played):
            known = (said.loss, said.low, said.high)
        else:
            return None
        correct = known is None or known[0] <= TOLERANCE
        loss, low, high = known or (None, None, None)
        return Verdict(
            move=text,
            correct=correct,
            loss=loss,
            low=low,
            high=high,
            samples=said.samples,
            exact=said.exact,
            stored=True,
            best=said.best,
            as_good=said.as_good,
            reasons=() if correct else said.reasons,
        )

    def _evaluated(self, move: MoveCode) -> Verdict:
        analyst, solver = Analyst(self.game), Solver(self.game)
        seed = self._seed(move)
        seats = self.replay.seats
        judged = Judge(analyst, solver, self.view, seats, self.seat, DEPTH, seed).judge(move)
        if judged is None:
            raise CannotEvaluate(
                f"Nobody can tell what {self.notation.format(move)!r} is worth: the log does not "
                "say what this seat held, and nothing that it may have held allows the move."
            )
        exact = judged.points_played is None
        best, loss, reasons = MoveCode(judged.best), judged.loss, judged.reasons
        if not exact:
            told = self.notation.parse(self.decision.best)
            against = self._against(analyst, move, told, seed) if told != best else None
            if against is not None and against.mean > loss.mean:
                best, loss, reasons = told, against, ()
        mean = max(0.0, loss.mean)
        correct = mean <= TOLERANCE
        return Verdict(
            move=self.notation.format(move),
            correct=correct,
            loss=mean,
            low=loss.low,
            high=loss.high,
            samples=loss.samples,
            exact=exact,
            stored=False,
            best=self.notation.format(best),
            as_good=self._as_good(judged) if best == judged.best else (),
            reasons=() if correct else reasons,
        )

    def _against(self, analyst: Analyst, move: MoveCode, best: MoveCode, seed: int) -> Interval:
        """The loss against the best move of the review, which a quick search may not have looked
        at: by pairs of playouts, or by tree search where that finds less, as in a review."""
        pair = np.array([move, best], dtype=np.int64)
        samples = DEPTH.measuring * DEPTH.rounds
        found = analyst.compare(
            self.view, self.replay.seats, pair, samples, seed, FIRST_FRESH_SAMPLE
        )
        own = found.shares[:, :, self.seat]
        loss = interval(own[:, 1] - own[:, 0])
        if loss.mean <= TOLERANCE:
            return loss
        values = []
        for one in (move, best):
            after = self.game.copy(self.view)
            self.game.rules.play(after, one, self._muted)
            if self.game.kind(after) is Kind.OVER:
                return loss
            tree = analyst.search(after, self.replay.seats, seed, iterations=DEPTH.confirming)
            values.append(float(tree.value[self.seat]))
        witnessed = values[1] - values[0]
        if witnessed >= loss.mean:
            return loss
        half = DEVIATIONS * (0.5 / DEPTH.confirming) ** 0.5
        return Interval(
            max(0.0, witnessed), min(loss.low, witnessed - half), loss.high, loss.samples
        )

    def _as_good(self, judged: Judged) -> tuple[str, ...]:
        return tuple(self.notation.format(MoveCode(move)) for move in judged.as_good)

    def _seed(self, move: MoveCode) -> int:
        """The same answer is judged the same whenever it is given."""
        digest = blake2b(self.view.tobytes(), digest_size=7)
        digest.update(int(move).to_bytes(8, "little", signed=True))
        return int.from_bytes(digest.digest(), "little")

    def _position_after(self, move: MoveCode) -> dict[str, object]:
        after = self.game.copy(self.view)
        self.game.rules.play(after, move, self._muted)
        return self.game.position(after)
