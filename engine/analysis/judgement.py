"""From sampled differences to labels: intervals, thresholds, difficulty. One definition everywhere.

Values are expected scores of the game: 1 for a sole win, shared by those who tie; losses are
differences of them. A hundredth is a point.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

DEVIATIONS = 1.96
"""Standard errors on either side of a mean in a 95 % interval."""
PSEUDO_SQUARES = 0.25
"""Added to the sum of squares of every sample, as if one observation had been half a score away:
ten playouts that end alike do not make a value certain."""
LEAST_SCALE = 0.05
"""Of the variance of scores against that of wins and losses: equal samples do not make certain."""

TOLERANCE = 0.02
"""Moves that lose no more are as good as the best."""
TEMPERATURE = 0.05
"""Of the softmax over losses by which difficulty weighs the moves."""
AVOIDABLE_SHARE = 0.1


class Label(StrEnum):
    """What a loss is called; the names are keys of the catalogue."""

    BEST = "best"
    CLOSE = "close"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = ((0.15, Label.BLUNDER), (0.10, Label.MISTAKE), (0.05, Label.INACCURACY))
"""Of expected score: those of Lichess, in expected score instead of winning chances."""
LEAST_THRESHOLD = 0.05


class Interval(NamedTuple):
    """A mean with its 95 % interval, from so many samples; `exact` ones have no width."""

    mean: float
    low: float
    high: float
    samples: int


def exactly(value: float) -> Interval:
    """A value that was not sampled."""
    return Interval(value, value, value, 0)


def interval(samples: Values) -> Interval:
    """Mean and interval of differences of scores, shape (n,), NaN left out. They lie between -1
    and 1, and without a sample that is all that is known."""
    known = samples[~np.isnan(samples)]
    count = known.shape[0]
    if count == 0:
        return Interval(0.0, -1.0, 1.0, 0)
    mean = float(known.mean())
    squares = float(((known - mean) ** 2).sum()) + PSEUDO_SQUARES
    error = (squares / count / max(count - 1, 1)) ** 0.5
    half = DEVIATIONS * error
    return Interval(mean, max(-1.0, mean - half), min(1.0, mean + half), count)


def added(parts: Iterable[Interval]) -> Interval:
    """The sum of independent estimates: errors add up in squares, on either side by itself, since
    a mean need not lie in the middle of its interval."""
    parts = list(parts)
    mean = sum(part.mean for part in parts)
    below = sum((part.mean - part.low) ** 2 for part in parts) ** 0.5
    above = sum((part.high - part.mean) ** 2 for part in parts) ** 0.5
    return Interval(mean, mean - below, mean + above, sum(part.samples for part in parts))


def value_interval(shares: Values) -> Interval:
    """Mean and interval of scores between 0 and 1, shape (n,): Wilson's, its variance scaled to
    the sampled one, since shared places make it less than that of wins and losses."""
    known = shares[~np.isnan(shares)]
    count = known.shape[0]
    if count == 0:
        return Interval(0.5, 0.0, 1.0, 0)
    mean = float(known.mean())
    most = mean * (1.0 - mean)
    scale = min(1.0, max(float(known.var()) / most, LEAST_SCALE)) if most > 0 else 1.0
    spread = DEVIATIONS**2 * scale / count
    centre = (mean + spread / 2) / (1 + spread)
    half = (spread * most + spread * spread / 4) ** 0.5 / (1 + spread)
    # The mean lies inside; where it is 0 or 1 it is an end, which rounding must not miss.
    return Interval(
        mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)), count
    )


def label_of(loss: Interval) -> Label:
    """The label whose threshold the lower end of the interval passes; `close` where it passes
    none but a loss was measured that may be one, `best` where nothing better was found."""
    for threshold, label in THRESHOLDS:
        if loss.low >= threshold:
            return label
    return Label.CLOSE if loss.high >= LEAST_THRESHOLD and loss.mean > TOLERANCE else Label.BEST


def is_labelled(loss: Interval) -> bool:
    """Whether the loss is an inaccuracy or worse."""
    return loss.low >= LEAST_THRESHOLD


def settled(loss: Interval) -> bool:
    """Whether more samples are unlikely to change the label."""
    bounds = [0.0, *sorted(threshold for threshold, _ in THRESHOLDS)]
    if loss.high < LEAST_THRESHOLD:
        return True
    band = max(bound for bound in bounds if loss.low >= bound or bound == 0.0)
    above = [bound for bound in bounds if bound > band]
    return loss.low >= LEAST_THRESHOLD and (not above or loss.high < above[0])


def difficulty(losses: Sequence[float]) -> float:
    """What a player who is likelier to see better moves loses on average here: the sum of pi_i
    times loss_i, pi_i proportional to exp(-loss_i / temperature) (blunderDB)."""
    array = np.maximum(np.asarray(losses, dtype=np.float64), 0.0)
    if array.shape[0] == 0:
        return 0.0
    weights = np.exp(-array / TEMPERATURE)
    return float((weights * array).sum() / weights.sum())


def avoidable(loss: float, difficulty_here: float) -> bool:
    """Whether the loss is much more than the position asks for (blunderDB)."""
    return loss > 0 and difficulty_here <= AVOIDABLE_SHARE * loss
