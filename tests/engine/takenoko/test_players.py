"""The players that decide by themselves: what they choose is legal, and `greedy` plays well."""

from collections import Counter

import numpy as np
import pytest

from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.game import Kind, Setup, State
from engine.core.ids import MoveCode
from engine.core.kernels import kernels_of
from engine.games.takenoko import GAME
from tests.engine.takenoko.random_games import RULES

RANDOM, GREEDY = (GAME.policies.index(policy) for policy in ("random", "greedy"))
SCRATCH = np.empty(GAME.most_legal_moves, dtype=np.int64)


def played_out(players: int, policies: list[int], seed: int, **rules: object) -> State:
    """The end of a game between these policies."""
    random = random_state(seed)
    state = GAME.start(Setup(players, rules, GAME.default_setup(players, random)))
    kernels_of(GAME).play_out(
        state,
        np.array(policies, dtype=np.int64),
        random,
        SCRATCH,
        np.zeros(100_000, dtype=np.int64),
        GAME.turn_limit,
        effect_log(muted=True),
    )
    return state


@pytest.mark.parametrize("policy", [RANDOM, GREEDY])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_is_chosen_is_legal_whatever_the_rules(players: int, policy: int) -> None:
    log = effect_log(muted=True)
    for seed, rules in enumerate(RULES):
        random = random_state(seed)
        # Half the games are dealt unknown hands.
        setup = GAME.default_setup(players, random) if seed % 2 else {}
        state = GAME.start(Setup(players, rules, setup))
        for _ in range(400):
            kind = GAME.kind(state)
            if kind is Kind.OVER:
                break
            if kind is Kind.CHANCE:
                move = GAME.rules.draw(state, random)
            else:
                move = GAME.rules.choose(state, policy, random, SCRATCH)
            assert move in GAME.legal_moves(state), GAME.notation(state).format(MoveCode(move))
            GAME.rules.play(state, move, log)


def test_random_chooses_the_kind_first_and_then_the_move() -> None:
    state = GAME.start(Setup(2, {}, {}))
    log = effect_log(muted=True)
    notation = GAME.notation(state)
    for text in ("plots", "drawn green green yellow", "lay green 0,1"):
        GAME.rules.play(state, notation.parse(text), log)
    random = random_state(7)
    chosen = Counter(
        notation.format(MoveCode(int(GAME.rules.choose(state, RANDOM, random, SCRATCH))))
        for _ in range(12_000)
    )
    # Four kinds are open, `card` in three ways: 3000 of each kind, five deviations are 240.
    kinds = Counter[str]()
    for move, count in chosen.items():
        kinds[move.split()[0]] += count
    assert set(kinds) == {"channel", "gardener", "panda", "card"}
    assert all(abs(count - 3000) < 240 for count in kinds.values())
    cards = [count for move, count in chosen.items() if move.startswith("card")]
    assert len(cards) == 3
    assert all(abs(count - 1000) < 160 for count in cards)


@pytest.mark.parametrize("rules", [{}, {"preset": "rulebook"}])
def test_greedy_beats_random(rules: dict[str, object]) -> None:
    won = 0
    for seed in range(200):
        seat = seed % 2
        policies = [RANDOM, RANDOM]
        policies[seat] = GREEDY
        state = played_out(2, policies, seed, **rules)
        assert GAME.kind(state) is Kind.OVER
        won += GAME.places(state, 2)[seat] == 1
    assert won >= 190


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_games_end(players: int) -> None:
    """They are short; a hand that cannot be completed any more may keep a few from ending."""
    turns = []
    for seed in range(200):
        state = played_out(players, [GREEDY] * players, seed)
        turns.append(int(GAME.rules.turn(state)))
    assert sum(turn < GAME.turn_limit for turn in turns) >= 195
    assert np.median(turns) < 20 * players


def test_the_same_seed_gives_the_same_game() -> None:
    ends = [played_out(3, [RANDOM, GREEDY, RANDOM], 11).tobytes() for _ in range(2)]
    assert ends[0] == ends[1]
    assert played_out(3, [RANDOM, GREEDY, RANDOM], 12).tobytes() != ends[0]
