"""The books of an import: what became of every game, by run and by file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from engine.replay import Status


class Fate(StrEnum):
    """What became of a game that was read."""

    STORED = "stored"
    REPLACED = "replaced"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"
    COMPANION = "companion"
    """No game: a file that tells more of a game whose log was read, together with that log."""


class Apart(StrEnum):
    """What is stored without a replay, beside the `Status` of what was replayed."""

    LOG_ONLY = "log only"


@dataclass(slots=True)
class Counts:
    """Games by fate; `read` is their sum. Companions are no games and counted beside it."""

    stored: int = 0
    replaced: int = 0
    duplicate: int = 0
    rejected: int = 0
    companion: int = 0

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
    input: int = 0
    """Counts what the run was given, from 1; all entries of an archive have its number."""
    inside: str = ""
    """The path inside the archive, with its slash."""
    raw: str | None = None
    """Hash of the whole file, under which it is kept."""
    modified: int | None = None
    """Nanoseconds since 1970; of the archive, of what is inside one."""
    beside: str = ""
    """Hash of the companions beside it."""
    importer: str | None = None
    importer_version: str | None = None
    problem: str | None = None
    counts: Counts = field(default_factory=Counts)
    unknown_games: int = 0
    unknown_types: dict[str, list[int]] = field(default_factory=dict)
    """Games and events by type."""
    lonely: bool = False
    """It holds a companion whose log is not here yet, so that it is worth reading again."""
    _fault_line: int = 0
    _fault_part: int = 0
    _turn_line: int = 0
    _turn: int = 0

    def part_of(self, line: int) -> int:
        """Counts the faults of one line, from 0."""
        self._fault_part = self._fault_part + 1 if line == self._fault_line else 0
        self._fault_line = line
        return self._fault_part

    def turn_of(self, line: int) -> int:
        """Counts the games of one line, from 0."""
        self._turn = self._turn + 1 if line == self._turn_line else 0
        self._turn_line = line
        return self._turn

    def count_unknown(self, types: Mapping[str, int]) -> None:
        """One game more whose log has events of types that nobody knows, so many of each."""
        self.unknown_games += 1
        for kind, events in types.items():
            counted = self.unknown_types.setdefault(kind, [0, 0])
            counted[0] += 1
            counted[1] += events


class Verdict(msgspec.Struct):  # one is made for every game, in a third of the time of others
    """What became of one game, once its batch is in the store."""

    file: str
    line: int
    id: str | None
    game: str | None
    fate: Fate
    status: Status | Apart
    game_id: int | None = None
    """In the store; of a duplicate the game that was there before. None for a rejected one."""
    ply: int | None = None
    move: str | None = None
    reason: str | None = None
    """Why it was not simply stored, one sentence."""
    legal: tuple[str, ...] = ()
    """Of an illegal move: what would have been legal."""
    warnings: tuple[str, ...] = ()
    rules_version: str | None = None
    """Of an illegal game: the rules by which it is that."""
