"""One call of everything compiled, so that it is in the cache."""

import numpy as np

from engine.core.chance import random_state
from engine.core.effects import EFFECT, EFFECT_LOG, effect_log
from engine.core.game import Game, Kind, ReadsMany, Setup
from engine.core.ids import MoveCode
from engine.core.kernels import NOT_BEGUN, PLY, kernels_of


def warm_up(game: Game) -> None:
    """Play one short random game and replay it; compiles all of the game's `Rules`."""
    players = game.players[0]
    random = random_state(1)
    setup = Setup(players, {}, game.default_setup(players, random))
    state = game.start(setup)
    log = effect_log()
    game.rules.opening(state, log)
    start = game.copy(state)
    moves = np.zeros(200_000, dtype=np.int64)
    buffer = np.empty(game.most_legal_moves, dtype=np.int64)
    worths = np.empty(game.most_legal_moves, dtype=np.float64)
    policies = np.arange(players, dtype=np.int64) % len(game.policies)
    played = kernels_of(game).play_out(
        state, policies, random, buffer, moves, 20, effect_log(muted=True)
    )
    replayed = game.copy(start)
    plies = np.zeros(played, dtype=PLY)
    kernels_of(game).fold(replayed, moves[:played], 0, plies, log)
    everything = np.array([0, played], dtype=np.int64)
    kernels_of(game).run(
        np.array([start], dtype=game.state_dtype),
        np.zeros(0, dtype=EFFECT),
        np.zeros(2, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        moves[:played],
        everything,
        np.array([0, NOT_BEGUN, 0], dtype=np.int64),
        np.zeros(1, dtype=game.state_dtype),
        plies,
        np.zeros(1, dtype=EFFECT_LOG),
        np.zeros((1, 4), dtype=np.int64),
        np.zeros((1, 2, players), dtype=np.int64),
    )
    notation = game.notation(start)
    if isinstance(notation, ReadsMany):
        notation.read_many(["", *(notation.format(MoveCode(int(move))) for move in moves[:played])])
    game.scores(state, players)
    game.places(state, players)
    for move in moves[:played]:
        count = game.rules.legal(start, buffer)
        game.rules.refusal(start, int(move))
        if game.kind(start) is Kind.CHANCE:
            game.rules.weight(start, int(buffer[count - 1]))
            game.rules.draw(start, random)
        else:
            game.rules.choose(start, 0, random, buffer)
            game.rules.appraise(start, buffer, count, worths)
        game.to_move(start)
        game.rules.turn(start)
        game.rules.play(start, int(move), log)
        log.count = 0
    game.rules.fill(start, random)
