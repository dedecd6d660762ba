"""A walk over logs: what was chosen for each unknown, and where it leads."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.core.game import State
from engine.importers.bga.dialect import Undo
from engine.importers.bga.facts import Facts
from engine.importers.bga.mapping import Told

Unit = tuple[str, str, str]
"""Type, path and value that tell a kind of event; the latter two empty for the whole type."""
Unknown = tuple[str, ...]
"""`kind` and a unit, `split` and a type, `word` with a table and a value."""


NO_MOVE = False
"""What a unit is that was found to tell no move; None where no move was legal so far."""


class Past(NamedTuple):
    """Where a walk stands: the state, and what was played to reach it. Never changed."""

    state: State
    player: str | None = None
    """Who moved last."""
    word: str = ""
    """First word of the last move."""
    made: tuple[str, ...] = ()
    """First words of all moves."""
    told: int = 0
    """Notifications that told moves, and the arguments that these used: what is explained."""
    seats: tuple[str, ...] = ()
    """Players as they were first seen to move, with the seat in `places`."""
    places: tuple[int, ...] = ()
    before: "Past | None" = None
    """Before the last notification that told a move."""
    reveals: bool = False
    """Whether that one told an outcome of chance."""


@dataclass(slots=True)
class Step:
    """An event of a log, ready to be walked over."""

    told: Told
    undo: Undo | None


@dataclass(slots=True)
class Course:
    """One log as steps, and how it begins and ends."""

    facts: Facts
    steps: list[Step]
    start: Past
    scores: dict[str, float]
    """By player, as the log says them in the end."""


@dataclass(slots=True)
class Walked:
    """How far a walk came. `worth` orders walks: games that reached their score, games over, how
    much was explained, and how little the scores are off what the log says."""

    worth: tuple[int, int, int, float]
    met: dict[Unknown, int]
    """Where each unknown was first met, by number of step."""
    values: dict[Unknown, Any]
    pasts: list[Past]
    """Before each step."""
    stops: list[int | None]
    """By log, the step at which it stopped."""
    ends: list[Past]
    """By log, after the last step that could be played."""

    @property
    def stuck(self) -> list[int]:
        return [one for one in self.stops if one is not None]
