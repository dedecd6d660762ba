"""What the engine's state keeps up to date, worked out afresh from the position at every ply."""

from random import Random
from typing import Any

import numpy as np
import pytest

from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.game import Setup
from engine.core.kernels import kernels_of
from engine.games.battle_sheep import GAME
from engine.hex.axial import DIRECTIONS
from tests.engine.battle_sheep.pastures import corridors
from tests.engine.battle_sheep.random_games import header

MUTED = effect_log(muted=True)


def cell_of(word: str) -> tuple[int, int]:
    q, r = word.split(",")
    return int(q), int(r)


def ways(cells: dict[tuple[int, int], Any], cell: tuple[int, int]) -> list[int]:
    """Free cells from here in each direction, up to the first that is not."""
    found = []
    for step_q, step_r in DIRECTIONS:
        length = 0
        while True:
            q, r = cell[0] + step_q * (length + 1), cell[1] + step_r * (length + 1)
            if (q, r) not in cells or cells[q, r] is not None:
                break
            length += 1
        found.append(length)
    return found


@pytest.mark.parametrize("number", range(12))
def test_every_stack_knows_its_ways(number: int) -> None:
    random = Random(number)
    players, rules, setup = header(number, random)
    state = GAME.start(Setup(players, rules, setup))
    while legal := GAME.legal_moves(state):
        GAME.rules.play(state, random.choice(legal), MUTED)
        position = GAME.position(state)
        cells = {cell_of(word): stack for word, stack in position["cells"].items()}
        for seat in range(players):
            mobile = 0
            for index in range(state.held[seat]):
                stack = state.stacks[16 * seat + index]
                q, r = cell_of(list(position["cells"])[stack.cell])
                assert cells[q, r] == [seat, stack.sheep]
                assert list(stack.reach) == ways(cells, (q, r))
                assert stack.ways == np.count_nonzero(stack.reach)
                mobile |= (stack.sheep > 1 and stack.ways > 0) << index
            assert state.mobile[seat] == mobile


def test_a_pasture_of_the_largest_size_far_off_and_in_pieces() -> None:
    """Its pieces lie along a diagonal, where the grid that is flooded is at its largest."""
    board = [f"{30_000 - 100 * index},{100 * index - 30_000}" for index in range(510)]
    state = GAME.start(Setup(2, {}, {"board": [*board, "-31999,32000", "-32000,32000"]}))
    notation = GAME.notation(state)
    assert len(GAME.legal_moves(state)) == 512
    for text in ("start -32000,32000", "start 30000,-30000", "split -32000,32000 -31999,32000 9"):
        move = notation.parse(text)
        assert GAME.rules.refusal(state, move) == 0
        GAME.rules.play(state, move, MUTED)
    assert GAME.position(state)["phase"] == "over"
    assert GAME.places(state, 2) == [1, 2]


def test_the_order_of_a_board_does_not_matter() -> None:
    board = corridors(4, 2)
    first = GAME.start(Setup(2, {}, {"board": board}))
    second = GAME.start(Setup(2, {}, {"board": board[::-1]}))
    assert first.tobytes() == second.tobytes()


def games_won(policies: list[int], games: int) -> int:
    """Games in which the first of these players, each seat in turn, alone is first."""
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    moves = np.empty(1000, dtype=np.int64)
    won = 0
    for number in range(games):
        seat = number % len(policies)
        state = GAME.start(Setup(len(policies), {}, {}))
        kernels_of(GAME).play_out(
            state,
            np.roll(policies, seat),
            random_state(number),
            buffer,
            moves,
            GAME.turn_limit,
            MUTED,
        )
        places = GAME.places(state, len(policies))
        won += places[seat] == 1 and places.count(1) == 1
    return won


def test_greedy_beats_random_clearly() -> None:
    greedy, random = GAME.policies.index("greedy"), GAME.policies.index("random")
    assert games_won([greedy, random], 300) > 270
    assert games_won([greedy, random, random, random], 300) > 225
    assert games_won([random, greedy, greedy, greedy], 300) < 15
