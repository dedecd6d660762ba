"""One call of everything that evaluation compiles, so that it is in the cache."""

import numpy as np

from engine.analysis.search import Analyst, CannotEvaluate
from engine.analysis.solver import Solver
from engine.analysis.views import Views
from engine.core.chance import random_state
from engine.core.game import Game, Setup
from engine.core.ids import Ply, Seat


def warm_up_analysis(game: Game) -> None:
    """Evaluate the start of a game a little, with two seats and with more."""
    analyst, solver = Analyst(game), Solver(game)
    for players in {game.players[0], game.players[-1]}:
        setup = Setup(players, {}, game.default_setup(players, random_state(1)))
        view = Views(game, setup).view(np.empty(0, dtype=np.int64), Ply(0), Seat(0))
        solver.solve(view, players, 20)
        try:
            analyst.evaluate(view, players, 1, 1)
            analyst.search(view, players, 1, iterations=2)
        except CannotEvaluate:
            continue
