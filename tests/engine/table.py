"""One way to play a game by text on the engine and on an oracle, so that both face one test."""

import json
from collections.abc import Callable
from typing import Any, Protocol

from engine.core.effects import NOWHERE, effect_log
from engine.core.errors import BadSetup as EngineBadSetup
from engine.core.errors import UnreadableMove
from engine.core.game import Kind, Setup
from engine.core.registry import find_game
from tests.oracle.effect import BadSetup, Effect, IllegalMove


class Oracle(Protocol):
    """A game in plain Python; `winners` is empty while the game runs."""

    def play(self, move: str) -> list[Effect]:
        """Play a move; raises IllegalMove and then leaves everything as it was."""
        ...

    def opening_effects(self) -> list[Effect]: ...

    def position(self) -> dict[str, Any]: ...

    def legal(self) -> list[str]: ...

    def kind(self) -> str: ...

    def to_move(self) -> int | None: ...

    def turn(self) -> int: ...

    def scores(self) -> list[int]: ...

    def places(self) -> list[int]: ...

    def winners(self) -> list[int]: ...


class EngineTable:
    """The engine's game, through its public contract only."""

    def __init__(
        self, key: str, players: int, rules: dict[str, Any], setup: dict[str, Any]
    ) -> None:
        self.game = find_game(key)
        self.players = players
        try:
            self.state = self.game.start(Setup(players, rules, setup))
        except EngineBadSetup as error:
            raise BadSetup(str(error)) from error
        self.notation = self.game.notation(self.state)
        self._log = effect_log()
        self.game.rules.opening(self.state, self._log)
        self._opening = self._effects()

    def play(self, move: str) -> list[Effect]:
        try:
            code = self.notation.parse(move)
        except UnreadableMove as error:
            raise IllegalMove(str(error)) from error
        reason = self.game.rules.refusal(self.state, code)
        if reason:
            raise IllegalMove(self.game.explain(self.state, code, reason))
        self._log.count = 0
        self.game.rules.play(self.state, code, self._log)
        return self._effects()

    def opening_effects(self) -> list[Effect]:
        return self._opening

    def _effects(self) -> list[Effect]:
        return [self._effect(row) for row in self._log.rows[: self._log.count]]

    def _effect(self, row: Any) -> Effect:
        words = self.game.vocabulary
        q, r, other_q, other_r = (
            None if x == NOWHERE else int(x) for x in (row.q, row.r, row.other_q, row.other_r)
        )
        return Effect(
            self.game.effect_kinds[row.kind],
            int(row.seat),
            words[row.what],
            int(row.amount),
            q,
            r,
            other_q,
            other_r,
            words[row.cause],
        )

    def position(self) -> dict[str, Any]:
        # Through JSON, which takes no NumPy numbers.
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

    def scores(self) -> list[int]:
        return self.game.scores(self.state, self.players)

    def places(self) -> list[int]:
        return self.game.places(self.state, self.players)

    def winners(self) -> list[int]:
        if self.game.kind(self.state) != Kind.OVER:
            return []
        return [seat for seat, place in enumerate(self.places()) if place == 1]


class Table:
    """A game under test: the ply's effects are kept, and a whole line of moves can be played."""

    def __init__(self, game: Oracle) -> None:
        self.game = game
        self.effects: list[Effect] = game.opening_effects()

    def play(self, *moves: str) -> "Table":
        """Play these moves; `effects` holds those of the last one."""
        for move in moves:
            self.effects = self.game.play(move)
        return self

    def why_not(self, move: str) -> str:
        """Play a move that must be refused; gives the sentence, and nothing has changed."""
        before = self.look()
        try:
            self.game.play(move)
        except IllegalMove as error:
            assert self.look() == before
            sentence = str(error)
            assert sentence.strip().endswith("."), f"not a sentence: {sentence!r}"
            return sentence
        raise AssertionError(f"{move!r} was played")

    def look(self) -> tuple[Any, ...]:
        game = self.game
        return (game.position(), sorted(game.legal()), game.kind(), game.to_move(), game.turn())

    def legal(self, word: str = "") -> set[str]:
        """The legal moves that begin with this word; each must be listed once."""
        moves = self.game.legal()
        assert len(moves) == len(set(moves))
        return {move for move in moves if move.startswith(word)}

    def told(self, kind: str) -> list[Effect]:
        """The last ply's effects of this kind, by seat and cell."""
        return sorted(
            (effect for effect in self.effects if effect.kind == kind),
            key=lambda effect: (effect.seat, effect.q or 0, effect.r or 0, effect.what),
        )

    def __getitem__(self, key: str) -> Any:
        """One entry of the position."""
        return self.game.position()[key]


MakeTable = Callable[..., Table]
"""players, rules, setup to a table."""
