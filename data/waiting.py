"""What an import has read and not stored yet."""

from dataclasses import dataclass

import msgspec

from data.accounts import SourceFile, Verdict
from engine.importers.contract import LOG_ONLY, REPLAYABLE, Found, Rejected


class Read(msgspec.Struct):
    """A game that was read. `header` is its log as JSON, without moves."""

    file: SourceFile
    found: Found
    hash: str
    natural_key: str | None
    header: bytes
    origin: int | None = None
    """When a kept file is read again: the game that was stored from here the last time."""

    @property
    def gives_no_moves(self) -> bool:
        """Whether there is nothing to replay although the importer found a log."""
        grade = self.found.grade
        return grade == LOG_ONLY or (grade != REPLAYABLE and not self.found.log.moves)


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that should have been a game."""

    file: SourceFile
    rejected: Rejected
    origin: int | None = None
    """As of a `Read`."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Something of which it is known already what becomes of it."""

    file: SourceFile
    verdict: Verdict


Waiting = Read | Unread | Settled
