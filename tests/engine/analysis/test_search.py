"""Playouts: what they are worth is recounted from the positions in which they end."""

import numpy as np
import pytest

from engine.analysis.search import Analyst
from engine.core.registry import find_game
from engine.replay import replay, state_at
from engine.simulate.playing import simulate

SAMPLES = 12


@pytest.mark.parametrize("key", ["takenoko", "battle_sheep", "china_gold"])
@pytest.mark.parametrize("done", [0.5, 0.9])
def test_the_longer_a_playout_the_nearer_its_score_is_to_equal_chances(
    key: str, done: float
) -> None:
    game = find_game(key)
    (log,) = simulate(game, 1, 2, 7, ["greedy"])
    played = replay(log)
    state = game.copy(state_at(played, int(played.plies * done)))
    move = np.array(game.legal_moves(state)[:1], dtype=np.int64)
    analyst = Analyst(game)
    shares = analyst.compare(state, 2, move, SAMPLES, 3).shares[:, 0]
    ends = analyst.ends(state, 2, move, SAMPLES, 3)[:, 0]
    for found, end in zip(shares, ends, strict=True):
        first = np.array(game.places(end, 2)) == 1
        turns = game.rules.turn(end) - game.rules.turn(state)
        foreseen = game.steadiness**turns
        expected = foreseen * first / first.sum() + (1 - foreseen) * 0.5
        assert found == pytest.approx(expected)


def test_a_game_that_is_over_has_its_result() -> None:
    game = find_game("takenoko")
    (log,) = simulate(game, 1, 3, 7, ["greedy"])
    played = replay(log)
    first = np.array(game.places(played.state, 3)) == 1
    shares = Analyst(game).evaluate(played.state, 3, 2, 1).shares[:, 0]
    assert shares.tolist() == [(first / first.sum()).tolist()] * 2
