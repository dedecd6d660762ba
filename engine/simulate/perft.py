"""Counts of the ways a position can go on: the quickest proof that two rule books agree."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.chance import random_state
from engine.core.compiling import specialise
from engine.core.effects import EffectLog, effect_log
from engine.core.game import Game, Setup, State
from engine.core.ids import MoveCode


def perft(game: Game, state: State, depth: int) -> int:
    """The number of sequences of `depth` plies from `state`; chance plies count every known
    outcome. Sequences that end earlier, with the game, do not count."""
    if depth <= 0:
        return 1
    levels = np.empty(depth, dtype=game.state_dtype)
    levels[0] = state
    buffers = np.empty((depth, game.most_legal_moves), dtype=np.int64)
    counts = np.zeros((2, depth), dtype=np.int64)
    return int(_kernel(game)(levels, buffers, counts, effect_log(muted=True)))


def warm_up_perft(game: Game) -> None:
    """Count once, so that the compiled count is in the cache."""
    players = game.players[0]
    setup = game.default_setup(players, random_state(1))
    perft(game, game.start(Setup(players, {}, setup)), 1)


def perft_by_move(game: Game, state: State, depth: int) -> dict[str, int]:
    """The same count split by the first ply, in the order of the legal moves."""
    notation = game.notation(state)
    muted = effect_log(muted=True)
    split = {}
    for move in game.legal_moves(state):
        after = game.copy(state)
        game.rules.play(after, move, muted)
        split[notation.format(MoveCode(move))] = perft(game, after, depth - 1)
    return split


def _filled_in(*_: Any) -> Any:
    """Stands for a function of `Rules` until `specialise` replaces it."""
    raise NotImplementedError


legal = play = _filled_in


def _perft(
    levels: npt.NDArray[np.void],
    buffers: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
    log: EffectLog,
) -> int:
    """Depth first, a row of `levels` and `buffers` for each ply; `counts` holds how many legal
    moves a level has and which one comes next."""
    depth = levels.shape[0]
    found, upcoming = counts[0], counts[1]
    found[0] = legal(levels[0], buffers[0])
    upcoming[0] = 0
    total = 0
    level = 0
    while level >= 0:
        if level == depth - 1:
            total += found[level]
            level -= 1
        elif upcoming[level] == found[level]:
            level -= 1
        else:
            move = buffers[level, upcoming[level]]
            upcoming[level] += 1
            levels[level + 1] = levels[level]
            play(levels[level + 1], move, log)
            level += 1
            found[level] = legal(levels[level], buffers[level])
            upcoming[level] = 0
    return total


@cache
def _kernel(game: Game) -> Callable[..., int]:
    return specialise(_perft, game.key, legal=game.rules.legal, play=game.rules.play)
