"""A position as one seat knows it: the game replayed with `?` for what only others have seen."""

import numpy as np

from engine.core.effects import effect_log
from engine.core.game import Codes, Game, Setup, State
from engine.core.ids import Ply, Seat
from engine.core.kernels import PLY, kernels_of


class Views:
    """The views of one game at any ply. `codes` may be a longer game than what is asked for."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self._game = game
        self._muted = effect_log(muted=True)
        self._start = self._started(setup)
        self._start_of = [
            self._started(game.seen_setup(setup, Seat(seat))) for seat in range(setup.players)
        ]

    def view(self, codes: Codes, ply: Ply, seat: Seat) -> State:
        """What this seat knows after the first `ply` moves."""
        game = self._game
        seen = np.empty(ply, dtype=np.int64)
        game.rules.seen_by(game.copy(self._start), codes[:ply], seat, seen, self._muted)
        state = game.copy(self._start_of[seat])
        reached, _ = kernels_of(game).fold(state, seen, 0, np.zeros(ply, dtype=PLY), self._muted)
        assert reached == ply, "a legal game is legal for those who see less of it"
        return state

    def _started(self, setup: Setup) -> State:
        state = self._game.start(setup)
        self._game.rules.opening(state, self._muted)
        return state
