"""Why one move is better than another, in terms of the game: what happens more or less often in
the playouts after it. Both are played out in the same samples."""

import msgspec
import numpy as np
import numpy.typing as npt

from engine.analysis.search import Analyst
from engine.core.game import State
from engine.core.ids import MoveCode

BATCHES = 8
"""Standard errors come from the differences of so many batches."""
MOST_REASONS = 5
T_95 = 2.365
"""Student's t for a 95 % interval from eight batches."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """An effect that is expected more or less often (or of it, more or less) after one move."""

    kind: str
    seat: int
    what: str
    measure: str
    """`rows`: how often, mean a game; `amount`: how much."""
    after_best: float
    after_played: float
    low: float
    """The 95 % interval of `after_best - after_played`, which does not hold 0."""
    high: float


def reasons(
    analyst: Analyst,
    view: State,
    seats: int,
    best: MoveCode,
    played: MoveCode,
    samples: int,
    seed: int,
) -> tuple[Reason, ...]:
    """The clearest differences first; only those of which the sign is certain."""
    telling = {
        analyst.game.effect_kinds.index(kind): measure
        for kind, measure in analyst.game.telling_effects
    }
    each = max(1, samples // BATCHES)
    means = np.stack(
        [
            [
                _counted(analyst, view, seats, move, each, seed + batch, telling)
                for move in (best, played)
            ]
            for batch in range(BATCHES)
        ]
    )
    after_best, after_played = means.mean(axis=0)
    differences = means[:, 0] - means[:, 1]
    mean = differences.mean(axis=0)
    error = differences.std(axis=0, ddof=1) / BATCHES**0.5
    # Of an effect that is hardly ever seen, eight equal batches do not make certain.
    error = np.maximum(error, 0.5 / (each * BATCHES))
    certain = np.abs(mean) > T_95 * error
    clearness = np.where(certain, np.abs(mean) / error, 0.0)
    found = []
    for place in np.argsort(-clearness, axis=None, kind="stable")[:MOST_REASONS]:
        at = np.unravel_index(place, clearness.shape)
        if clearness[at] == 0.0:
            break
        kind = list(telling)[at[0]]
        found.append(
            Reason(
                kind=analyst.game.effect_kinds[kind],
                seat=int(at[1]),
                what=analyst.game.vocabulary[at[2]],
                measure=telling[kind],
                after_best=float(after_best[at]),
                after_played=float(after_played[at]),
                low=float(mean[at] - T_95 * error[at]),
                high=float(mean[at] + T_95 * error[at]),
            )
        )
    return tuple(found)


def _counted(
    analyst: Analyst,
    view: State,
    seats: int,
    move: MoveCode,
    samples: int,
    seed: int,
    telling: dict[int, str],
) -> npt.NDArray[np.float64]:
    """Mean effects after a move, shape (telling kinds, seats, words)."""
    tallies = analyst.tally(view, seats, move, samples, seed)
    return np.stack(
        [
            (tallies.rows if measure == "rows" else tallies.amounts)[kind]
            for kind, measure in telling.items()
        ]
    )
