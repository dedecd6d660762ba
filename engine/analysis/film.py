"""All positions of a game at once."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.compiling import specialise
from engine.core.effects import EFFECT_LOG
from engine.core.game import Codes, Game, State

States = npt.NDArray[np.void]
"""Elements are `np.record`."""
Logs = npt.NDArray[np.void]

_MUTED: Logs = np.zeros(1, dtype=np.dtype((np.record, EFFECT_LOG)))
"""An array, as Numba takes it several times as fast as a record. Nothing is ever written to it."""


def film(game: Game, start: State, moves: Codes) -> States:
    """The state before each move and after the last one, shape (moves + 1,).

    The moves must be legal one after the other, as those of a replay are.
    """
    states = np.zeros(moves.shape[0] + 1, dtype=np.dtype((np.record, game.state_dtype)))
    states[0] = start
    _filming(game)(states, moves, _MUTED)
    return states


def _filled_in(*_: Any) -> Any:
    """Stands for a rule until `specialise` replaces it."""
    raise NotImplementedError


play = _filled_in


def _film(states: States, moves: Codes, logs: Logs) -> None:
    for index in range(moves.shape[0]):
        states[index + 1] = states[index]
        play(states[index + 1], moves[index], logs[0])


@cache
def _filming(game: Game) -> Callable[[States, Codes, Logs], None]:
    return specialise(_film, game.key, play=game.rules.play)
