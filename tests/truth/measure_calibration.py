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
PLAYOUTS = 256
"""As many as a deep review spends: with few, a bin gathers positions that got there by luck."""
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
    predicted, result, number_of_game = _sampled(game, count)
    found = []
    held = 0
    used = 0
    edges = np.clip((predicted * BINS).astype(int), 0, BINS - 1)
    for number in range(BINS):
        inside = edges == number
        n = int(inside.sum())
        if n == 0:
            continue
        independent = effective_samples(result[inside], number_of_game[inside])
        low, high = wilson(float(result[inside].mean()) * independent, independent)
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


def effective_samples(result: np.ndarray, number_of_game: np.ndarray) -> float:
    """As how many independent samples these count: positions of one game share its result.
    Kish's design effect, from the variance between games (cluster-robust)."""
    numbers, index = np.unique(number_of_game, return_inverse=True)
    residuals = result - result.mean()
    alone = float((residuals**2).sum())
    if alone == 0:
        return float(numbers.shape[0])
    together = float((np.bincount(index, weights=residuals) ** 2).sum())
    return result.shape[0] / max(1.0, together / alone)


def _sampled(game: Game, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Predicted score and result of seat 0 at random plies of finished games, and which game."""
    analyst = Analyst(game)
    rng = np.random.default_rng(5)
    predicted, result, number_of_game = [], [], []
    games = 0
    for part, pairing in enumerate(PAIRINGS):
        for seats in (pairing, pairing[::-1]):
            each = max(1, count // (2 * len(PAIRINGS)))
            for index, played in enumerate(games_of(game, each, 100 + part, *seats)):
                games += 1
                if played.places is None:
                    continue
                for ply in rng.choice(played.plies, POSITIONS_A_GAME):
                    samples = analyst.evaluate(truth_at(played, int(ply)), 2, PLAYOUTS, index + 1)
                    predicted.append(float(samples.shares[:, 0, 0].mean()))
                    result.append(shares_of(played.places)[0])
                    number_of_game.append(games)
    return np.array(predicted), np.array(result), np.array(number_of_game)
