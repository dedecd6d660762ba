"""The contract between an importer and everything else.

An importer is a folder in `engine/importers` whose package offers `IMPORTER: Importer`. It turns
what its source wrote into `GameLog`s; whether the moves are legal is the replay's affair.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BufferedReader
from typing import Protocol

import engine.importers
from engine.core.evidence import Evidence
from engine.core.gamelog import GameLog


@dataclass(frozen=True, slots=True)
class Found:
    """A game log. `line`, from 1 with blank lines included, is where it begins in its file."""

    line: int
    log: GameLog
    warnings: tuple[str, ...] = ()
    """What the reader should know although the log can be read: one sentence each."""
    evidence: tuple[Evidence, ...] = ()
    """What the source printed of the moves' effects, such as the board after each, for the replay
    to check: `replay(found.log, evidence=found.evidence)`."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something that should have been a game log and is none."""

    line: int
    reason: str
    """One sentence: what is wrong and, where that is not plain, what to do."""
    id: str | None = None
    """The game's id, where so much could be read; `game` likewise."""
    game: str | None = None
    text: str = ""
    """The beginning of what was rejected."""


class Importer(Protocol):
    """Reads one source's files. Its state, if any, lives in the iterator that `read` returns."""

    key: str
    """The folder's name; stored with each game."""
    version: str
    """Changes whenever the same file would give another log; stored with each game."""

    def claims(self, name: str, head: bytes) -> bool:
        """Whether the file is this source's. `head` is its beginning, at most 64 KB, uncompressed
        and without a byte order mark; `name` is only a hint."""
        ...

    def read(self, stream: BufferedReader, name: str) -> Iterator[Found | Rejected]:
        """Every game in the file, in order and in bounded memory; one bad game costs no other.

        May let `UnreadableLog` from the stream through (a file that is damaged from there on):
        the caller makes a `Rejected` of it.
        """
        ...


@cache
def importers() -> dict[str, Importer]:
    """Every importer by its key, in order of the keys."""
    found = {}
    for module in sorted(pkgutil.iter_modules(engine.importers.__path__), key=lambda one: one.name):
        if module.ispkg:
            importer: Importer = importlib.import_module(f"engine.importers.{module.name}").IMPORTER
            found[importer.key] = importer
    return found
