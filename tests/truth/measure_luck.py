"""Is the result without luck steadier than the result?"""

import numpy as np

from engine.analysis.decisions import DEEP, Depth
from engine.analysis.measured import Row
from engine.analysis.review import review
from engine.core.game import Game
from engine.core.registry import find_game
from tests.truth.positions import games_of

GAMES = 120
ONLY_LUCK = Depth("luck", 1, 1, 1, 1, 1, 1, DEEP.luck, 1, 1, 1, 1)


def rows(size: float, games: list[str]) -> list[Row]:
    """Of the games with chance; results of seat 0 between equal players."""
    return [
        _row(find_game(key), max(3, int(GAMES * size))) for key in games if key != "battle_sheep"
    ]


def _row(game: Game, count: int) -> Row:
    results, adjusted, covered = [], [], []
    for played in games_of(game, count, 61, "greedy"):
        found = review(played, ONLY_LUCK, threads=2)
        assert found is not None
        total = found.totals[0]
        if total.result is not None and total.luck_adjusted is not None:
            results.append(total.result)
            adjusted.append(total.luck_adjusted)
            covered.append(found.chance_covered)
    ratio = float(np.var(adjusted) / np.var(results))
    return Row(
        "luck.variance_left",
        game.key,
        ratio,
        samples=len(results),
        target=1.0,
        at_most=True,
        words={"covered": round(float(np.mean(covered)), 3)},
    )
