"""The value of a position the obvious way: plain recursion, no table, nothing left out."""

from dataclasses import dataclass

from engine.core.effects import effect_log
from engine.core.game import Game, Kind, State

MUTED = effect_log(muted=True)
SAME = 1.0e-9


class TooBig(Exception):
    """More positions than the test has time for."""


@dataclass(slots=True)
class Plain:
    """Expected scores of all seats; counts positions down from `left`."""

    game: Game
    players: int
    left: int

    def after(self, state: State, move: int) -> list[float]:
        state = self.game.copy(state)
        self.game.rules.play(state, move, MUTED)
        return self.value(state)

    def value(self, state: State) -> list[float]:
        self.left -= 1
        if self.left < 0:
            raise TooBig
        kind = self.game.kind(state)
        if kind is Kind.OVER:
            places = self.game.places(state, self.players)
            return [(place == 1) / places.count(1) for place in places]
        moves = self.game.legal_moves(state)
        values = [self.after(state, move) for move in moves]
        if kind is Kind.CHANCE:
            weights = [self.game.rules.weight(state, move) for move in moves]
        else:
            mover = self.game.rules.to_move(state)
            best = max(value[mover] for value in values)
            ties = [value[mover] > best - SAME for value in values]
            weights = [tie / sum(ties) for tie in ties]
        return [
            sum(weight * value[seat] for weight, value in zip(weights, values, strict=True))
            for seat in range(self.players)
        ]
