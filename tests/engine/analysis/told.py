"""What is found in games that tests tell by text."""

from collections.abc import Iterable
from typing import Any

from engine.analysis.findings import findings
from engine.core.findings import Finding
from engine.core.gamelog import FORMAT, GameLog, Player
from engine.replay import Replay, replay
from tests.engine.table import EngineTable


def replayed(
    game: str, players: int, rules: dict[str, Any], setup: dict[str, Any], moves: Iterable[str]
) -> Replay:
    return replay(
        GameLog(
            format=FORMAT,
            game=game,
            players=[Player(f"P{seat}") for seat in range(players)],
            rules=rules,
            setup=setup,
            moves=list(moves),
        )
    )


class Told(EngineTable):
    """A table that keeps the moves played at it, and tells what is found in them."""

    def __init__(
        self, game: str, players: int, rules: dict[str, Any], setup: dict[str, Any]
    ) -> None:
        super().__init__(game, players, rules, setup)
        self.header = game, players, rules, setup
        self.moves: list[str] = []

    def play(self, move: str) -> list[Any]:
        effects = super().play(move)
        self.moves.append(move)
        return effects

    def ply(self) -> int:
        """Of the last move."""
        return len(self.moves) - 1

    def found(self, *keys: str) -> list[Finding]:
        """The findings of these keys, by ply."""
        game = replayed(*self.header, self.moves)
        assert game.error is None
        return [finding for finding in findings(game) if finding.key in keys]
