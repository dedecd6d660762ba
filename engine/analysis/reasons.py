"""Why one move is better than another, in terms of the game.

Two sorts: what the position right after each move says, which is exact; and what comes of both in
playouts, each pair with the same hidden things and the same chance. Playouts decide only where the
sign is certain, the more things are looked at the more certain.
"""

from collections.abc import Iterator
from statistics import NormalDist

import msgspec
import numpy as np
import numpy.typing as npt

from engine.analysis.judgement import DEVIATIONS, PSEUDO_SQUARES
from engine.analysis.search import Analyst
from engine.core.effects import Cell, effect_log
from engine.core.game import State
from engine.core.ids import MoveCode, Seat
from engine.core.telling import Telling

MOST_SAMPLED = 4
MOST_EXACT = 2
FEWEST_PAIRS = 8
ERRORS_ALLOWED = 0.05
"""How often one of all reasons of a label may have the wrong sign."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is otherwise after the better move than after the move played."""

    kind: str
    """A key of `engine.core.telling.Telling`."""
    seat: int
    what: str
    measure: str
    """`chance`: the share of playouts in which it happens; `mean`: of a number over playouts;
    `fact`: whether it is so (1 or 0) right after the move; `number`: a number right then."""
    after_best: float
    after_played: float
    low: float
    """The 95 % interval of `after_best - after_played`; of what is exact, the difference."""
    high: float
    supports: bool = True
    """Whether it speaks for the better move; if not, that move is better in spite of it."""
    samples: int = 0
    """Pairs of playouts; 0 for what is exact."""
    cell: Cell | None = None


def reasons(
    analyst: Analyst,
    view: State,
    seats: int,
    best: MoveCode,
    played: MoveCode,
    samples: int,
    seed: int,
) -> tuple[Reason, ...]:
    """What speaks for the better move before what speaks against it; of both, what is exact
    before what comes in playouts, the clearest first. Raises `CannotEvaluate`."""
    found = [
        *_exact(analyst, view, seats, best, played),
        *_sampled(analyst, view, seats, best, played, samples, seed),
    ]
    return tuple(sorted(found, key=lambda one: not one.supports))


def _exact(
    analyst: Analyst, view: State, seats: int, best: MoveCode, played: MoveCode
) -> Iterator[Reason]:
    game = analyst.game
    muted = effect_log(muted=True)
    after = np.zeros(2, dtype=game.state_dtype)
    for index, move in enumerate((best, played)):
        state = game.copy(view)
        game.rules.play(state, move, muted)
        after[index : index + 1] = np.frombuffer(state.tobytes(), dtype=game.state_dtype)
    seat = Seat(game.rules.to_move(view))
    differing = [
        one
        for one in game.tells_at_once(view, seat, seats, after)
        if one.numbers[0] != one.numbers[1]
    ]

    def order(one: Telling) -> tuple[bool, float]:
        difference = float(one.numbers[0] - one.numbers[1])
        return not _supports(one, seat, difference), -one.weight * abs(difference)

    for one in sorted(differing, key=order)[:MOST_EXACT]:
        difference = float(one.numbers[0] - one.numbers[1])
        yield Reason(
            kind=one.key,
            seat=one.seat,
            what=one.what,
            measure="fact" if one.happens else "number",
            after_best=float(one.numbers[0]),
            after_played=float(one.numbers[1]),
            low=difference,
            high=difference,
            supports=_supports(one, seat, difference),
            cell=one.cell,
        )


def _sampled(
    analyst: Analyst,
    view: State,
    seats: int,
    best: MoveCode,
    played: MoveCode,
    samples: int,
    seed: int,
) -> Iterator[Reason]:
    game = analyst.game
    pair = np.array([best, played], dtype=np.int64)
    ends = analyst.ends(view, seats, pair, samples, seed)
    pairs = ends.shape[0]
    if pairs < FEWEST_PAIRS:
        return
    seat = Seat(game.rules.to_move(view))
    found = list(game.tells_at_end(view, seat, seats, ends.reshape(-1)))
    certain = NormalDist().inv_cdf(1 - ERRORS_ALLOWED / 2 / max(1, len(found)))
    clear = []
    for one in found:
        numbers = one.numbers.reshape(pairs, 2)
        differences = numbers[:, 0] - numbers[:, 1]
        mean, error = float(differences.mean()), _error(differences)
        if abs(mean) > certain * error:
            half = DEVIATIONS * error
            most = 1.0 if one.happens else np.inf
            reason = Reason(
                kind=one.key,
                seat=one.seat,
                what=one.what,
                measure="chance" if one.happens else "mean",
                after_best=float(numbers[:, 0].mean()),
                after_played=float(numbers[:, 1].mean()),
                low=max(-most, mean - half),
                high=min(most, mean + half),
                supports=_supports(one, seat, mean),
                samples=pairs,
                cell=one.cell,
            )
            clear.append((abs(mean) / error, reason))
    clear.sort(key=lambda one: (not one[1].supports, -one[0]))
    yield from (reason for _, reason in clear[:MOST_SAMPLED])


def _supports(one: Telling, seat: Seat, difference: float) -> bool:
    """Whether so much more after the better move is good for the seat that is judged: what is good
    for others is bad for it."""
    if one.good is None:
        return True
    return (difference > 0) == (one.good == (one.seat == seat))


def _error(differences: npt.NDArray[np.float64]) -> float:
    """The standard error of a mean; pairs that differ alike do not make it certain."""
    count = differences.shape[0]
    squares = float(((differences - differences.mean()) ** 2).sum()) + PSEUDO_SQUARES
    return float((squares / count / (count - 1)) ** 0.5)
