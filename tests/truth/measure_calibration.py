"""Predicted expected score against result: are positions won as often as it says?"""

import numpy as np

from engine.analysis.measured import Row
from engine.analysis.plies import shares_of
from engine.analysis.search import Analyst
from engine.core.game import Game
from engine.core.registry import find_game
from tests.truth.positions import games_of, truth_at, wilson

GAMES = 2000
POSITIONS_A_GAME = 5
PLAYOUTS = 64
BINS = 10
PAIRINGS = (("greedy", "greedy"), ("search:24", "greedy"), ("search:24", "search:24"))
"""Players of the games, in equal parts, seats taken in turn."""


def rows(size: float, games: list[str]) -> list[Row]:
    """Ten bins a game, and the Brier score beside that of a constant."""
    found = []
    for key in games:
        found += _rows(find_game(key), max(6, int(GAMES * size)))
    return found


def _rows(game: Game, count: int) -> list[Row]:
    predicted, result = _sampled(game, count)
    found = []
    held = 0
    used = 0
    edges = np.clip((predicted * BINS).astype(int), 0, BINS - 1)
    for number in range(BINS):
        inside = edges == number
        n = int(inside.sum())
        if n == 0:
            continue
        low, high = wilson(float(result[inside].sum()), n)
        mean = float(predicted[inside].mean())
        used += 1
        held += low <= mean <= high
        found.append(
            Row(
                "calibration.bin",
                game.key,
                float(result[inside].mean()),
                low,
                high,
                n,
                words={"bin": number, "predicted": round(mean, 4)},
            )
        )
    brier = float(((predicted - result) ** 2).mean())
    constant = float(((result - result.mean()) ** 2).mean())
    n = predicted.shape[0]
    found.append(
        Row("calibration.brier", game.key, brier, samples=n, target=constant, at_most=True)
    )
    found.append(Row("calibration.bins_held", game.key, held / used, samples=used, target=1.0))
    return found


def _sampled(game: Game, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Predicted score and result of seat 0 at random plies of finished games."""
    analyst = Analyst(game)
    rng = np.random.default_rng(5)
    predicted, result = [], []
    for part, pairing in enumerate(PAIRINGS):
        for seats in (pairing, pairing[::-1]):
            each = max(1, count // (2 * len(PAIRINGS)))
            for index, played in enumerate(games_of(game, each, 100 + part, *seats)):
                if played.places is None:
                    continue
                for ply in rng.choice(played.plies, POSITIONS_A_GAME):
                    samples = analyst.evaluate(truth_at(played, int(ply)), 2, PLAYOUTS, index + 1)
                    predicted.append(float(samples.shares[:, 0, 0].mean()))
                    result.append(shares_of(played.places)[0])
    return np.array(predicted), np.array(result)
