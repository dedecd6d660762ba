"""The first look at moves: `greedy` takes what it likes best, or nearly."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.game import Kind, Setup, State
from engine.games.battle_sheep import GAME
from engine.games.battle_sheep.moves import direction_of, place_of, sheep_of
from engine.games.battle_sheep.state import BUILD, SPLIT, START
from tests.engine.battle_sheep.random_games import header

RANDOM, GREEDY = (GAME.policies.index(policy) for policy in ("random", "greedy"))
CHANCE = 0.1
"""How much less than the best the greedy player may take."""


def decisions(games: int) -> Iterator[State]:
    """Positions of games by all rules, on pastures built and ready-made."""
    log = effect_log(muted=True)
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    for number in range(games):
        players, rules, setup = header(number, Random(number))
        state = GAME.start(Setup(players, rules, setup))
        random = random_state(number)
        ply = 0
        while GAME.kind(state) is not Kind.OVER:
            yield state
            policy = RANDOM if ply % 3 == 0 else GREEDY
            GAME.rules.play(state, GAME.rules.choose(state, policy, random, buffer), log)
            ply += 1


def appraised(state: State) -> dict[int, float]:
    """What each legal move is worth at a glance."""
    moves = np.array(GAME.legal_moves(state), dtype=np.int64)
    worths = np.full(len(moves), np.nan)
    GAME.rules.appraise(state, moves, len(moves), worths)
    return dict(zip(moves.tolist(), worths.tolist(), strict=True))


def test_greedy_takes_what_is_liked_best_and_the_state_stays_as_it_was() -> None:
    random = random_state(1)
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    phases = set()
    for state in decisions(60):
        before = state.tobytes()
        worths = appraised(state)
        assert state.tobytes() == before
        assert np.isfinite(list(worths.values())).all()
        phases.add(int(state.phase))
        taken = int(GAME.rules.choose(state, GREEDY, random, buffer))
        if state.phase == BUILD:
            assert set(worths.values()) == {0.0}
        else:
            assert worths[taken] > max(worths.values()) - CHANCE
    assert phases == {BUILD, START, SPLIT}


def test_the_nearer_the_number_of_sheep_to_the_best_the_more_it_is_liked() -> None:
    compared = 0
    for state in decisions(20):
        if state.phase != SPLIT:
            continue
        ways: dict[tuple[int, int], dict[int, float]] = {}
        for move, worth in appraised(state).items():
            ways.setdefault((place_of(move), direction_of(move)), {})[sheep_of(move)] = worth
        for by_sheep in ways.values():
            best = max(by_sheep, key=by_sheep.__getitem__)
            for sheep, worth in by_sheep.items():
                expected = by_sheep[best] - abs(sheep - best)
                assert worth == pytest.approx(expected)
                compared += 1
    assert compared > 1000
