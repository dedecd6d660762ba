"""One way to play Takenoko on the engine and on the oracle, so that both face the same tests."""

import json
from collections.abc import Callable
from typing import Any, Protocol

from engine.core.effects import NOWHERE, effect_log
from engine.core.errors import BadSetup as EngineBadSetup
from engine.core.errors import UnreadableMove
from engine.core.game import Game, Kind, Setup
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from tests.oracle.effect import BadSetup, Effect, IllegalMove
from tests.oracle.takenoko import Takenoko


class Table(Protocol):
    """A game that is played by text."""

    def play(self, text: str) -> list[Effect]:
        """Play a move; raises IllegalMove and then leaves everything as it was."""
        ...

    def opening_effects(self) -> list[Effect]: ...

    def position(self) -> dict[str, Any]: ...

    def legal(self) -> list[str]: ...

    def kind(self) -> str: ...

    def to_move(self) -> int | None: ...

    def turn(self) -> int: ...

    def scores(self) -> list[int] | None: ...

    def winners(self) -> list[int] | None: ...


class EngineTable:
    """The engine, through its public contract only."""

    def __init__(self, players: int, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        self.game: Game = find_game("takenoko")
        self.players = players
        self.header = Setup(players, rules, setup)
        try:
            self.state = self.game.start(self.header)
        except EngineBadSetup as error:
            raise BadSetup(str(error)) from error
        self.notation = self.game.notation(self.state)
        self._log = effect_log()

    def play(self, text: str) -> list[Effect]:
        try:
            move = self.notation.parse(text)
        except UnreadableMove as error:
            raise IllegalMove(str(error)) from error
        reason = self.game.rules.refusal(self.state, move)
        if reason:
            raise IllegalMove(self.game.explain(self.state, move, reason))
        return self.play_code(move)

    def play_code(self, move: MoveCode) -> list[Effect]:
        self._log.count = 0
        self.game.rules.play(self.state, move, self._log)
        return self._effects()

    def opening_effects(self) -> list[Effect]:
        self._log.count = 0
        self.game.rules.opening(self.state, self._log)
        return self._effects()

    def _effects(self) -> list[Effect]:
        return [self._effect(row) for row in self._log.rows[: self._log.count]]

    def _effect(self, row: Any) -> Effect:
        words = self.game.vocabulary
        return Effect(
            self.game.effect_kinds[row.kind],
            int(row.seat),
            words[row.what],
            int(row.amount),
            _coordinate(row.q),
            _coordinate(row.r),
            _coordinate(row.other_q),
            _coordinate(row.other_r),
            words[row.cause],
        )

    def position(self) -> dict[str, Any]:
        # There and back, for it must be made of what JSON has.
        position: dict[str, Any] = json.loads(json.dumps(self.game.position(self.state)))
        return position

    def legal(self) -> list[str]:
        return [self.notation.format(move) for move in self.game.legal_moves(self.state)]

    def kind(self) -> str:
        return self.game.kind(self.state).name.lower()

    def to_move(self) -> int | None:
        return self.game.to_move(self.state)

    def turn(self) -> int:
        return int(self.game.rules.turn(self.state))

    def scores(self) -> list[int] | None:
        if self.game.kind(self.state) != Kind.OVER:
            return None
        return self.game.scores(self.state, self.players)

    def winners(self) -> list[int] | None:
        if self.game.kind(self.state) != Kind.OVER:
            return None
        places = self.game.places(self.state, self.players)
        return [seat for seat, place in enumerate(places) if place == 1]


def _coordinate(number: int) -> int | None:
    return None if number == NOWHERE else int(number)


MakeTable = Callable[[int, dict[str, Any], dict[str, Any]], Table]

TABLES: dict[str, MakeTable] = {"oracle": Takenoko, "engine": EngineTable}
