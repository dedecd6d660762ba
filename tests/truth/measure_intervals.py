"""Do 95 % intervals hold the value of a run a hundred times longer in 95 of 100 cases?"""

import numpy as np

from engine.analysis.judgement import value_interval
from engine.analysis.measured import Row
from engine.analysis.search import Analyst
from engine.core.game import Game
from engine.core.registry import find_game
from tests.truth.positions import decisions_of, games_of, truth_at, wilson

INTERVALS = 500
PLAYOUTS = 48
LONGER = 100


def rows(size: float, games: list[str]) -> list[Row]:
    """All games share the number."""
    each = max(1, int(INTERVALS * size / len(games)))
    found = [_held(find_game(key), each) for key in games]
    held = sum(one for one, _ in found)
    n = sum(count for _, count in found)
    return [
        *(
            Row("intervals.held", key, one / count, *wilson(one, count), count)
            for key, (one, count) in zip(games, found, strict=True)
        ),
        Row("intervals.held", "", held / n, *wilson(held, n), n, 0.93),
        Row("intervals.not_too_wide", "", held / n, *wilson(held, n), n, 0.97, at_most=True),
    ]


def _held(game: Game, count: int) -> tuple[int, int]:
    analyst = Analyst(game)
    rng = np.random.default_rng(9)
    held = 0
    for index, played in enumerate(games_of(game, count, 31, "greedy")):
        plies = decisions_of(played)
        state = truth_at(played, int(rng.choice(plies[: max(1, 3 * len(plies) // 4)])))
        short = analyst.evaluate(state, 2, PLAYOUTS, 1000 + index).shares[:, 0, 0]
        long = analyst.evaluate(state, 2, LONGER * PLAYOUTS, 1, 1 << 24).shares[:, 0, 0]
        found = value_interval(short)
        held += found.low <= float(long.mean()) <= found.high
    return held, count
