"""The loops over a game's rules that must be compiled: the fold of a log, and a game played out.

Each is a template over the names in `Rules`, compiled once a game by `kernels_of`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.chance import RandomState
from engine.core.compiling import specialise
from engine.core.effects import MOST_PER_PLY, EffectLog
from engine.core.game import Codes, Game, Kind, State

PLY = np.dtype([("seat", "i2"), ("kind", "i2"), ("turn", "i4")], align=True)
"""Who moved at a ply, what kind of node it was, and how many turns were finished before it."""

Plies = npt.NDArray[np.void]

LOG_IS_FULL = -1
"""Returned as reason when the effect log must be emptied before the fold can go on."""

CHANCE = int(Kind.CHANCE)
OVER = int(Kind.OVER)


def _filled_in(*_: Any) -> Any:
    """Stands for a function of `Rules` until `specialise` replaces it."""
    raise NotImplementedError


refusal = play = kind = to_move = turn = draw = choose = scores = places = fold = _filled_in


def _fold(state: State, moves: Codes, start: int, plies: Plies, log: EffectLog) -> tuple[int, int]:
    for index in range(start, moves.shape[0]):
        if log.limit > 0 and log.count > log.limit - MOST_PER_PLY:
            return index, LOG_IS_FULL
        reason = refusal(state, moves[index])
        if reason != 0:
            return index, reason
        ply = plies[index]
        ply.seat = to_move(state)
        ply.kind = kind(state)
        ply.turn = turn(state)
        log.ply = index
        log.turn = ply.turn
        play(state, moves[index], log)
    return moves.shape[0], 0


def _run(
    states: npt.NDArray[np.void],
    moves: Codes,
    start: int,
    plies: Plies,
    logs: npt.NDArray[np.void],
    outcome: Codes,
) -> tuple[int, int, bool]:
    state = states[0]
    index, reason = fold(state, moves, start, plies, logs[0])
    over = kind(state) == OVER
    if over:
        scores(state, outcome[0])
        places(state, outcome[1])
    return index, reason, over


def _play_out(
    state: State,
    policies: npt.NDArray[np.int64],
    random: RandomState,
    buffer: Codes,
    moves: Codes,
    turn_limit: int,
    log: EffectLog,
) -> int:
    played = 0
    while played < moves.shape[0]:
        node = kind(state)
        if node == OVER or turn(state) >= turn_limit:
            break
        if node == CHANCE:
            move = draw(state, random)
        else:
            seat = to_move(state)
            move = choose(state, policies[seat], random, buffer)
            if move < 0:
                break
        play(state, move, log)
        moves[played] = move
        played += 1
    return played


@dataclass(frozen=True, slots=True)
class Kernels:
    """Compiled loops of one game.

    fold(state, moves, start, plies, log): play `moves[start:]`, each if it is not refused, writing
        who moved to `plies` (shape of `moves`, dtype `PLY`); returns the index reached and 0, the
        reason code of the refusal there, or `LOG_IS_FULL`. The state is left at the good prefix.
    run(states, moves, start, plies, logs, outcome): `fold` on arrays that hold one state and one
        effect log, as Numba takes an array several times as fast as a record; returns also whether
        the game is over, and writes scores and places to the rows of `outcome` if so.
    play_out(state, policies, random, buffer, moves, turn_limit, log): let the policy of each seat
        (index into `Game.policies`) decide and chance draw until the game is over, `turn_limit`
        turns are finished or `moves` is full; returns the number of moves written.
    """

    fold: Callable[[State, Codes, int, Plies, EffectLog], tuple[int, int]]
    run: Callable[
        [npt.NDArray[np.void], Codes, int, Plies, npt.NDArray[np.void], Codes],
        tuple[int, int, bool],
    ]
    play_out: Callable[
        [State, npt.NDArray[np.int64], RandomState, Codes, Codes, int, EffectLog], int
    ]


@cache
def kernels_of(game: Game) -> Kernels:
    """The compiled loops of this game; cheap after the first call."""
    rules = game.rules
    folding = specialise(
        _fold,
        game.key,
        refusal=rules.refusal,
        play=rules.play,
        to_move=rules.to_move,
        kind=rules.kind,
        turn=rules.turn,
    )
    return Kernels(
        fold=folding,
        run=specialise(
            _run,
            game.key,
            fold=folding,
            kind=rules.kind,
            scores=rules.scores,
            places=rules.places,
        ),
        play_out=specialise(
            _play_out,
            game.key,
            kind=rules.kind,
            turn=rules.turn,
            to_move=rules.to_move,
            draw=rules.draw,
            choose=rules.choose,
            play=rules.play,
        ),
    )
