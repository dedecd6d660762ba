"""The books of an import: what became of every game, by run and by file."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.replay import Status


class Fate(StrEnum):
    """What became of a game that was read."""

    STORED = "stored"
    REPLACED = "replaced"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"


@dataclass(slots=True)
class Counts:
    """Games by fate; `read` is their sum."""

    stored: int = 0
    replaced: int = 0
    duplicate: int = 0
    rejected: int = 0

    @property
    def read(self) -> int:
        return self.stored + self.replaced + self.duplicate + self.rejected

    def add(self, fate: Fate) -> None:
        setattr(self, fate, getattr(self, fate) + 1)

    def columns(self) -> dict[str, int]:
        """As the tables `imports` and `files` have them."""
        return {"read": self.read, **{str(fate): getattr(self, fate) for fate in Fate}}


@dataclass(slots=True)
class SourceFile:
    """One file, or one entry of an archive, and its books."""

    number: int
    """Counts the files of the run, from 1."""
    name: str
    size: int | None
    hash: str
    importer: str | None = None
    importer_version: str | None = None
    problem: str | None = None
    counts: Counts = field(default_factory=Counts)
    _fault_line: int = 0
    _fault_part: int = 0

    def part_of(self, line: int) -> int:
        """Counts the faults of one line, from 0."""
        self._fault_part = self._fault_part + 1 if line == self._fault_line else 0
        self._fault_line = line
        return self._fault_part


@dataclass(slots=True)  # one is made for every game, and frozen ones take three times as long
class Verdict:
    """What became of one game, once its batch is in the store."""

    file: str
    line: int
    id: str | None
    game: str | None
    fate: Fate
    status: Status
    game_id: int | None = None
    """In the store; of a duplicate the game that was there before. None for a rejected one."""
    ply: int | None = None
    move: str | None = None
    reason: str | None = None
    """Why it was not simply stored, one sentence."""
    legal: tuple[str, ...] = ()
    """Of an illegal move: what would have been legal."""
    warnings: tuple[str, ...] = ()
