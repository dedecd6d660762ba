"""Bands of points over many games, from how often the points of a seat step from here to there."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

QUANTILES = {"p10": 0.1, "q25": 0.25, "median": 0.5, "q75": 0.75, "p90": 0.9}

Integers = npt.NDArray[np.int64]


def bands(steps: pl.DataFrame, lengths: pl.DataFrame, sources: Sequence[str]) -> pl.DataFrame:
    """Quantiles by group, source and round; see `reading.score_bands` for the columns.

    `steps`: grouping, source, round, before, after, seats. `lengths`: grouping, rounds, seats.
    Every group gets each of `sources`, also those from which it never scored.
    Every seat has points in every round, so a histogram of points is carried from round to round
    and only what steps is moved; the work does not grow with the number of games.
    """
    parts = []
    for (grouping,), played in lengths.group_by("grouping", maintain_order=True):
        rounds, seats = played["rounds"].to_numpy(), played["seats"].to_numpy()
        ended = np.zeros(int(rounds.max()) + 2, dtype=np.int64)
        np.add.at(ended, rounds + 1, seats)
        running = int(seats.sum()) - np.cumsum(ended)[:-1]
        for source in sources:
            stepped = steps.filter(pl.col("grouping") == grouping, pl.col("source") == source)
            parts.append(
                pl.DataFrame(
                    {
                        "round": np.arange(running.shape[0], dtype=np.int32),
                        **_quantiles(stepped, running.shape[0], int(seats.sum())),
                        "n": np.full(running.shape[0], seats.sum()),
                        "running": running,
                    }
                ).select(pl.lit(grouping).alias("grouping"), pl.lit(source).alias("source"), "*")
            )
    return pl.concat(parts) if parts else pl.DataFrame(schema=_SCHEMA)


_SCHEMA: dict[str, pl.DataType] = {
    "grouping": pl.String(),
    "source": pl.String(),
    "round": pl.Int32(),
    **dict.fromkeys(QUANTILES, pl.Float64()),
    "n": pl.Int64(),
    "running": pl.Int64(),
}


def _quantiles(
    stepped: pl.DataFrame, rounds: int, seats: int
) -> dict[str, npt.NDArray[np.float64]]:
    """Each quantile by round, between the two nearest values as spreadsheets have it."""
    before, after, number = (stepped[name].to_numpy() for name in ("before", "after", "seats"))
    when = stepped["round"].to_numpy()
    lowest = min([0, *before.tolist(), *after.tolist()])
    highest = max([0, *before.tolist(), *after.tolist()])
    having: Integers = np.zeros((rounds, highest - lowest + 1), dtype=np.int64)
    having[0, -lowest] = seats
    np.add.at(having, (when, before - lowest), -number)
    np.add.at(having, (when, after - lowest), number)
    # Seats with at most so many points, by round.
    at_most = having.cumsum(axis=0).cumsum(axis=1)

    def ranked(rank: int) -> Integers:
        """Points of the seat of this rank from below, by round."""
        return (at_most > rank).argmax(axis=1) + lowest

    found = {}
    for name, share in QUANTILES.items():
        place = share * (seats - 1)
        low = int(place)
        high = min(low + 1, seats - 1)
        found[name] = ranked(low) + (place - low) * (ranked(high) - ranked(low))
    return found
