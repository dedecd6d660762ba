"""What a source tells of a game besides its moves, for the replay to check.

Simulators print what a move did, or the whole board after it. An importer hands such lines over
as evidence; the replay compares each with what the rules give, and the first that disagrees ends
the game as illegal. Used by the importers of simulators' logs, whose rules are not always the
game's.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.core.effects import SeenEffect, in_words
from engine.core.game import Game, State
from engine.core.ids import Ply, Seat


@dataclass(frozen=True, slots=True)
class Step:
    """One ply as the rules played it. Good until the next one is played."""

    game: Game
    ply: Ply
    seat: Seat
    """Who moved, at a chance ply whose turn it was."""
    state: State
    """After the move."""
    rows: npt.NDArray[np.void]
    """The effects of the whole game, by ply."""

    def position(self) -> dict[str, Any]:
        """After the move, as the game's page of the spec defines it."""
        return self.game.position(self.state)

    def effects(self, ply: int | None = None) -> list[SeenEffect]:
        """What the move did, or an earlier one."""
        wanted = self.ply if ply is None else ply
        first, end = np.searchsorted(self.rows["ply"], [wanted, wanted + 1])
        told = in_words(self.rows[first:end], self.game.effect_kinds, self.game.vocabulary)
        return [effect for _, effect in told]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the rules and the source part."""

    ply: int
    """The first move that cannot have been played by the rules: that of the evidence, or an
    earlier one whose effect only shows now."""
    reason: str
    """One sentence that names what the source tells and what the rules give."""


class Evidence(Protocol):
    """Something told about the move at `ply`."""

    @property
    def ply(self) -> int: ...

    def check(self, step: Step) -> Disagreement | None:
        """None where the rules agree. `step` is the move at `ply`, which the rules allowed."""
        ...
