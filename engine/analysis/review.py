"""The review of a game: what each decision cost, how much was luck, what would have been better.

Decisions are judged by what the seat to move could know; luck, and the curve of values, by
everything that the log knows (the looking-back value), since only so do values, luck and losses
of a whole game add up. All values are expected scores of the game by seat.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Protocol

import msgspec
import numpy as np

from engine.analysis.decisions import QUICK, Depth, Judged
from engine.analysis.judgement import (
    Interval,
    Label,
    added,
    avoidable,
    exactly,
    is_labelled,
    label_of,
)
from engine.analysis.plies import EVALUATOR_VERSION, Plies, PlyFound, shares_of
from engine.analysis.reasons import Reason
from engine.core.effects import effect_log
from engine.core.ids import MoveCode
from engine.replay import Replay

LABELS_OF_MISTAKES = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)


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
    """Of expected score, with its 95 % interval; below 0 where playouts favoured the move played,
    so that errors cancel in sums."""
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
    low: tuple[float, ...]
    """The 95 % interval of the luck, by seat."""
    high: tuple[float, ...]
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
    luck_low: float
    """The 95 % interval of the luck: errors of single outcomes are independent."""
    luck_high: float
    result: float | None
    luck_adjusted: float | None
    """The result without luck: own luck taken away, that of others given back. It is as uncertain
    as the luck is, and None where some of the luck could not be evaluated."""
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
        """The share of chance plies whose outcome the log knows; 1 where there is no chance, 0
        where nothing could be evaluated."""
        if not self.chances:
            return 1.0 if self.stopped is None else 0.0
        return sum(chance.covered for chance in self.chances) / len(self.chances)


class Memory(Protocol):
    """Keeps what was found of positions, by a key that stands for all that it depends on."""

    def recall(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """What is kept under these keys."""
        ...

    def remember(self, key: bytes, found: bytes) -> None:
        """Keep what was found."""
        ...


class NoMemory:
    """Keeps nothing."""

    def recall(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        return {}

    def remember(self, key: bytes, found: bytes) -> None:
        pass


Tell = Callable[[int, int], None]


def review(
    replay: Replay,
    depth: Depth = QUICK,
    *,
    seed: int = 1,
    threads: int = 1,
    memory: Memory | None = None,
    tell: Tell = lambda done, plies: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Review | None:
    """Review what could be replayed of a log; None if `cancel` said so.

    The numbers depend on the log, the depth and the seed, not on `threads`. What `memory` knows of
    a position is not worked out again, so that a review that was cancelled goes on where it
    stopped. `tell` hears after each ply how many of them are judged.
    """
    keeping = memory or NoMemory()
    plies = Plies(replay, depth, seed)
    recalled = keeping.recall(plies.keys)
    found: list[PlyFound] = []

    def find(ply: int) -> PlyFound:
        kept = recalled.get(plies.keys[ply])
        return plies.find(ply) if kept is None else msgspec.json.decode(kept, type=PlyFound)

    with ThreadPoolExecutor(max_workers=threads) as pool:
        for ply, one in enumerate(pool.map(find, range(replay.plies + 1))):
            if cancel():
                pool.shutdown(cancel_futures=True)
                return None
            if plies.keys[ply] not in recalled:
                keeping.remember(plies.keys[ply], msgspec.json.encode(one))
            found.append(one)
            tell(ply, replay.plies)
    return _Book(plies, depth, seed).review(found)


class _Book:
    """Puts together what was found at the plies of one game."""

    def __init__(self, plies: Plies, depth: Depth, seed: int) -> None:
        self._replay = plies.replay
        self._before = plies.before
        self._depth = depth
        self._seed = seed
        self._notation = plies.replay.game.notation(plies.replay.start)

    def review(self, found: Sequence[PlyFound]) -> Review:
        replay = self._replay
        stopped = next((ply for ply, one in enumerate(found) if one.stopped is not None), None)
        decisions = _with_punishment(
            [
                self._decision(ply, one.judged)
                for ply, one in enumerate(found)
                if one.judged is not None
            ]
        )
        chances = tuple(self._chances(found))
        result = None if replay.places is None else shares_of(replay.places)
        return Review(
            game=replay.game.key,
            rules_version=replay.game.version,
            evaluator_version=EVALUATOR_VERSION,
            depth=self._depth.name,
            seed=self._seed,
            plies=replay.plies,
            seats=replay.seats,
            decisions=decisions,
            chances=chances,
            curve=tuple(_points(found)),
            turns=_turns(decisions),
            totals=tuple(
                _total(
                    seat,
                    decisions,
                    chances,
                    None if result is None else result[seat],
                    all_luck_known=stopped is None,
                )
                for seat in range(replay.seats)
            ),
            stopped_ply=stopped,
            stopped=None if stopped is None else found[stopped].stopped,
        )

    def _text(self, move: int) -> str:
        return self._notation.format(MoveCode(move))

    def _decision(self, ply: int, judged: Judged) -> Decision:
        row = self._replay.ply_rows[ply]
        seat = int(row["seat"])
        played = int(self._replay.codes[ply])
        other_order = judged.best != played and self._same_by_other_order(ply, judged.best)
        loss = exactly(0.0) if other_order else judged.loss
        labelled = is_labelled(loss)
        return Decision(
            ply=ply,
            seat=seat,
            turn=int(row["turn"]),
            played=self._text(played),
            best=self._text(played if other_order else judged.best),
            as_good=tuple(self._text(move) for move in judged.as_good),
            loss=loss.mean,
            low=loss.low,
            high=loss.high,
            samples=loss.samples,
            label=label_of(loss),
            exact=judged.points_played is None,
            other_order=other_order,
            value_played=judged.value_played,
            value_best=judged.value_best,
            points_played=judged.points_played or (),
            points_best=judged.points_best or (),
            difficulty=judged.difficulty,
            avoidable=avoidable(loss.mean, judged.difficulty),
            gained_by=_gained_by(judged, seat) if labelled else None,
            reasons=judged.reasons if labelled else (),
        )

    def _same_by_other_order(self, ply: int, best: int) -> bool:
        """Whether the better move came later in the same turn and, played first, would have led
        to the same position by the same moves and the same chance."""
        codes, rows = self._replay.codes, self._replay.ply_rows
        same = rows[["seat", "turn"]]
        later = ply + 1
        while later < self._replay.plies and same[later] == same[ply] and codes[later] != best:
            later += 1
        if later == self._replay.plies or same[later] != same[ply]:
            return False
        game = self._replay.game
        state = game.copy(self._before[ply])
        muted = effect_log(muted=True)
        for code in (best, *codes[ply:later].tolist()):
            if game.rules.refusal(state, code) != 0:
                return False
            game.rules.play(state, code, muted)
        return game.position(state) == game.position(self._before[later + 1])

    def _chances(self, found: Sequence[PlyFound]) -> Iterable[Chance]:
        for ply, one in enumerate(found):
            if one.drawn is not None:
                row = self._replay.ply_rows[ply]
                yield Chance(
                    ply=ply,
                    seat=int(row["seat"]),
                    turn=int(row["turn"]),
                    outcome=self._text(int(self._replay.codes[ply])),
                    luck=tuple(luck.mean for luck in one.drawn.luck),
                    low=tuple(luck.low for luck in one.drawn.luck),
                    high=tuple(luck.high for luck in one.drawn.luck),
                    covered=one.drawn.covered,
                    exact_mean=one.drawn.exact_mean,
                )


def _points(found: Sequence[PlyFound]) -> Iterable[Point]:
    for ply, one in enumerate(found):
        if one.valued is not None:
            yield Point(
                ply=ply,
                value=tuple(value.mean for value in one.valued.value),
                low=tuple(value.low for value in one.valued.value),
                high=tuple(value.high for value in one.valued.value),
                points=one.valued.points,
                exact=one.valued.exact,
            )


def _gained_by(judged: Judged, seat: int) -> int | None:
    gains = np.array(judged.value_played) - np.array(judged.value_best)
    gains[seat] = -np.inf
    winner = int(np.argmax(gains))
    return winner if gains[winner] > 0 else None


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


def losses_added(decisions: Iterable[Decision]) -> Interval:
    """What several decisions lost together."""
    return added(Interval(one.loss, one.low, one.high, one.samples) for one in decisions)


def _turns(decisions: Iterable[Decision]) -> tuple[TurnLoss, ...]:
    """Losses of a turn add up, as each is measured against the best way to go on from there."""
    found = []
    for (turn, seat), group in groupby(decisions, key=lambda one: (one.turn, one.seat)):
        members = list(group)
        total = losses_added(members)
        found.append(
            TurnLoss(
                turn=turn,
                seat=seat,
                first_ply=members[0].ply,
                last_ply=members[-1].ply,
                loss=total.mean,
                low=total.low,
                high=total.high,
                label=label_of(total),
            )
        )
    return tuple(found)


def _total(
    seat: int,
    decisions: Sequence[Decision],
    chances: Sequence[Chance],
    result: float | None,
    *,
    all_luck_known: bool,
) -> SeatTotal:
    own = [one for one in decisions if one.seat == seat]
    labels = [one.label for one in own]
    luck = sum(one.luck[seat] for one in chances)
    half = sum(((one.high[seat] - one.low[seat]) / 2) ** 2 for one in chances) ** 0.5
    return SeatTotal(
        seat=seat,
        decisions=len(own),
        loss=sum(one.loss for one in own),
        luck=luck,
        luck_low=luck - half,
        luck_high=luck + half,
        result=result,
        # The lucks of all seats sum to nothing, so that taking away the own one is all there is.
        luck_adjusted=result - luck if result is not None and all_luck_known else None,
        inaccuracies=labels.count(Label.INACCURACY),
        mistakes=labels.count(Label.MISTAKE),
        blunders=labels.count(Label.BLUNDER),
    )
