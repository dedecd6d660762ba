"""The first look at moves: `greedy` takes what it likes best, and it is the race for cells."""

from collections.abc import Iterator

import numpy as np

from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.game import Kind, Setup, State
from engine.games.china_gold import GAME
from engine.games.china_gold.appraisal import CHANCES
from engine.games.china_gold.geometry import NEIGHBOUR
from engine.games.china_gold.rules import AXIS_DIRECTIONS
from engine.games.china_gold.state import HIDE, TURN, UP
from tests.engine.china_gold.random_games import RULES

RANDOM, GREEDY = (GAME.policies.index(policy) for policy in ("random", "greedy"))


def decisions() -> Iterator[State]:
    """Positions of games by all rules on both boards, where one decides."""
    log = effect_log(muted=True)
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    for seed, rules in enumerate(RULES):
        random = random_state(seed)
        board = ("synthetic-61", "synthetic-91")[seed % 2]
        state = GAME.start(Setup(2, rules, {"board": board}))
        for ply in range(100):
            kind = GAME.kind(state)
            if kind is Kind.OVER:
                break
            if kind is Kind.CHANCE:
                move = GAME.rules.draw(state, random)
            else:
                yield state
                policy = GREEDY if ply % 3 == 0 else RANDOM
                move = GAME.rules.choose(state, policy, random, buffer)
            GAME.rules.play(state, move, log)


def cells_expected(state: State, move: int) -> int:
    """Cells times 1000 that the side to move may expect after a move, counted one by one."""
    down = state.area_down.astype(np.int64)
    cell = move >> 3 & 127
    for _ in range(move >> 12 if move & 7 == TURN else 1):
        for role in range(2):
            down[role, state.area[role, cell]] += 1 if move & 7 == HIDE else -1
        cell = int(NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[move >> 10 & 3]])
    role = int(state.role_to_move)
    worth = 0
    for cell in range(state.cells):
        if state.marker[cell] <= UP:
            own = int(down[role, state.area[role, cell]])
            other = int(down[1 - role, state.area[1 - role, cell]])
            worth += int(CHANCES[own, other])
    return worth


def appraised(state: State) -> dict[int, float]:
    """What each legal move is worth at a glance."""
    moves = np.array(GAME.legal_moves(state), dtype=np.int64)
    worths = np.full(len(moves), np.nan)
    GAME.rules.appraise(state, moves, len(moves), worths)
    return dict(zip(moves.tolist(), worths.tolist(), strict=True))


def test_a_worth_is_what_the_areas_give_counted_cell_by_cell() -> None:
    for number, state in enumerate(decisions()):
        if number % 25 != 0:
            continue
        before = state.tobytes()
        worths = appraised(state)
        assert state.tobytes() == before
        expected = {move: cells_expected(state, move) for move in worths}
        some = next(iter(worths))
        for move, worth in worths.items():
            gain = 0.001 * (expected[move] - expected[some])
            assert abs(worth - worths[some] - gain) < 1e-9


def test_a_cell_goes_to_the_side_that_is_nearer_to_its_area() -> None:
    assert (CHANCES[0, :] == 1000).all()
    assert (CHANCES[1:, 0] == 0).all()
    assert (np.diff(CHANCES[1:, 1:], axis=0) <= 0).all()
    assert (np.diff(CHANCES[1:, 1:], axis=1) >= 0).all()
    assert CHANCES[3, 3] == 500


def test_greedy_takes_what_is_liked_best() -> None:
    random = random_state(1)
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    for state in decisions():
        worths = appraised(state)
        assert np.isfinite(list(worths.values())).all()
        taken = int(GAME.rules.choose(state, GREEDY, random, buffer))
        assert worths[taken] == max(worths.values())


def test_on_a_board_of_unknown_areas_all_moves_look_alike() -> None:
    state = GAME.start(Setup(2, {}, {"board": {"side": 5}}))
    GAME.rules.play(state, GAME.legal_moves(state)[-1], effect_log(muted=True))
    assert set(appraised(state).values()) == {0.0}
