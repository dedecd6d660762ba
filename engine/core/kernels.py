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

GAME, NEXT_MOVE, EMPTIED = range(3)
"""What `Kernels.run` keeps in `at`, to go on where it stopped."""
NOT_BEGUN = -1
REACHED, REASON, IS_OVER, EFFECTS_END = range(4)
"""The columns of `ends` in `Kernels.run`."""

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
    openings: npt.NDArray[np.void],
    opening_effects: npt.NDArray[np.void],
    opening_bounds: Codes,
    which: Codes,
    moves: Codes,
    bounds: Codes,
    at: Codes,
    states: npt.NDArray[np.void],
    plies: Plies,
    logs: npt.NDArray[np.void],
    ends: Codes,
    outcomes: Codes,
) -> bool:
    state, log = states[0], logs[0]
    game, index = at[GAME], at[NEXT_MOVE]
    while game < which.shape[0]:
        if index == NOT_BEGUN:
            if log.limit > 0 and log.count > log.limit - MOST_PER_PLY:
                break
            opening = which[game]
            states[0] = openings[opening]
            for row in range(opening_bounds[opening], opening_bounds[opening + 1]):
                log.rows[log.count] = opening_effects[row]
                log.count += 1
            index = 0
        first, end = bounds[game], bounds[game + 1]
        index, reason = fold(state, moves[first:end], index, plies[first:end], log)
        if reason == LOG_IS_FULL:
            break
        ends[game, REACHED] = index
        ends[game, REASON] = reason
        ends[game, EFFECTS_END] = at[EMPTIED] + log.count
        if kind(state) == OVER:
            ends[game, IS_OVER] = 1
            scores(state, outcomes[game, 0])
            places(state, outcomes[game, 1])
        game += 1
        index = NOT_BEGUN
    at[GAME] = game
    at[NEXT_MOVE] = index
    return game == which.shape[0]


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
    run(openings, opening_effects, opening_bounds, which, moves, bounds, at, states, plies, logs,
        ends, outcomes): fold many games in one call. Game `g` begins with the state
        `openings[which[g]]` and the effects between that opening's bounds, and its moves lie
        between `bounds[g]` and `bounds[g + 1]`. Writes `plies` as `fold` does; to each game's row
        of `ends` the index reached, the reason code, whether it is over and where its effects end;
        and to `outcomes`, shape (games, 2, seats), scores and places of those that are over.
        `states` and `logs` hold one record each, as Numba takes an array several times as fast as
        a record. Returns False when the effect log must be emptied, and the rows taken out be added
        to `at[EMPTIED]`, before the same call goes on from `at`, which begins as 0, `NOT_BEGUN`, 0.
    play_out(state, policies, random, buffer, moves, turn_limit, log): let the policy of each seat
        (index into `Game.policies`) decide and chance draw until the game is over, `turn_limit`
        turns are finished or `moves` is full; returns the number of moves written.
    """

    fold: Callable[[State, Codes, int, Plies, EffectLog], tuple[int, int]]
    run: Callable[
        [
            npt.NDArray[np.void],
            npt.NDArray[np.void],
            Codes,
            Codes,
            Codes,
            Codes,
            Codes,
            npt.NDArray[np.void],
            Plies,
            npt.NDArray[np.void],
            Codes,
            Codes,
        ],
        bool,
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
