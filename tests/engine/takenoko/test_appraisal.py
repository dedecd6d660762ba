"""The first look at moves: of each kind it likes best what `greedy` would take."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.game import Kind, Setup, State
from engine.games.takenoko import GAME
from engine.games.takenoko.moves import (
    CARD,
    COMPLETE,
    IMPROVE,
    IRRIGATE,
    LAY,
    PANDA,
    kind_of,
)
from tests.engine.takenoko.random_games import RULES

RANDOM, GREEDY = (GAME.policies.index(policy) for policy in ("random", "greedy"))
FREE = (COMPLETE, IRRIGATE, IMPROVE)
LAY_BY_CHANCE = 2.0
"""How much less than the best the greedy player may take for a plot's place."""


def decisions(players: int) -> Iterator[State]:
    """Positions of games by all rules, half of them with unknown hands, where one decides."""
    log = effect_log(muted=True)
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    for seed, rules in enumerate(RULES):
        random = random_state(seed)
        setup = GAME.default_setup(players, random) if seed % 2 else {}
        state = GAME.start(Setup(players, rules, setup))
        for ply in range(120):
            kind = GAME.kind(state)
            if kind is Kind.OVER:
                break
            if kind is Kind.CHANCE:
                move = GAME.rules.draw(state, random)
            else:
                yield state
                policy = RANDOM if ply % 5 == 0 else GREEDY
                move = GAME.rules.choose(state, policy, random, buffer)
            GAME.rules.play(state, move, log)


def appraised(state: State) -> dict[int, float]:
    """What each legal move is worth at a glance."""
    moves = np.array(GAME.legal_moves(state), dtype=np.int64)
    worths = np.full(len(moves), np.nan)
    GAME.rules.appraise(state, moves, len(moves), worths)
    return dict(zip(moves.tolist(), worths.tolist(), strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_move_has_a_worth_and_the_state_stays_as_it_was(players: int) -> None:
    for state in decisions(players):
        before = state.tobytes()
        assert np.isfinite(list(appraised(state).values())).all()
        assert state.tobytes() == before


def test_what_greedy_takes_is_liked_best_of_its_kind() -> None:
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    random = random_state(1)
    seen = set()
    for state in decisions(2):
        worths = appraised(state)
        taken = int(GAME.rules.choose(state, GREEDY, random, buffer))
        kind = kind_of(taken)
        best = max(worth for move, worth in worths.items() if kind_of(move) == kind)
        seen.add(kind)
        if kind == LAY:
            assert worths[taken] >= best - LAY_BY_CHANCE, GAME.notation(state)
        elif kind in (PANDA, *FREE):
            assert worths[taken] == best
        if kind in FREE:
            assert worths[taken] == max(worths.values())
    assert seen >= {PANDA, CARD, LAY, *FREE}


def test_only_the_first_count_moves_are_looked_at() -> None:
    state = GAME.start(Setup(2, {}, {}))
    moves = np.array(GAME.legal_moves(state), dtype=np.int64)
    worths = np.full(len(moves), 77.0)
    GAME.rules.appraise(state, moves, 2, worths)
    assert (worths[:2] != 77.0).all()
    assert (worths[2:] == 77.0).all()
