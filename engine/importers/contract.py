"""The contract between an importer and everything else.

An importer is a folder in `engine/importers` whose package offers `IMPORTER: Importer`. It turns
what its source wrote into `GameLog`s; whether the moves are legal is the replay's affair.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BufferedReader
from typing import Protocol, runtime_checkable

import msgspec

import engine.importers
from engine.core.evidence import Evidence
from engine.core.gamelog import GameLog

REPLAYABLE = "replayable"
PARTIAL = "partial"
LOG_ONLY = "log only"
GRADES = (REPLAYABLE, PARTIAL, LOG_ONLY)


class View(msgspec.Struct, frozen=True):
    """Of a log that is what one player saw: what no longer holds once it is joined with what
    another one saw."""

    veiled: frozenset[int] = frozenset()
    """Plies at which `?` stands for what only another view tells, and past which no replay gets."""
    warnings: tuple[str, ...] = ()
    """Of the log's warnings."""
    grade: str = REPLAYABLE
    """How much of the game the log gives together with the others."""


class Found(msgspec.Struct, frozen=True):
    """A game log. `line`, from 1 with blank lines included, is where it begins in its file."""

    line: int
    log: GameLog
    warnings: tuple[str, ...] = ()
    """What the reader should know although the log can be read: one sentence each."""
    evidence: tuple[Evidence, ...] = ()
    """What the source printed of the moves' effects, such as the board after each, for the replay
    to check: `replay(found.log, evidence=found.evidence)`."""
    grade: str = REPLAYABLE
    """How much of the game the log could give: one of `GRADES`."""
    unknown: Mapping[str, int] = msgspec.field(default_factory=dict)
    """How many events of each type nobody here knows."""
    view: View | None = None
    """Where the log is one player's view of a game with secrets."""


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
    companion_of: tuple[str, ...] | None = None
    """Ids of the games that the file tells of, where it is no log but lies beside logs."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person says of logs before they are read."""

    game: str | None = None
    """Their game, where nothing in them names it."""
    dialects: tuple[str, ...] = ()
    """Paths of files that say what they mean; these come before all others."""

    def __bool__(self) -> bool:
        return self != NO_CHOICE


NO_CHOICE = Choice()


class Importer(Protocol):
    """Reads one source's files. Its state, if any, lives in the iterator that `read` returns."""

    key: str
    """The folder's name; stored with each game."""

    @property
    def version(self) -> str:
        """Changes whenever the same file would give another log; stored with each game."""
        ...

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


class Shelf(Protocol):
    """Companions among the files of one upload: see `engine.importers.shelf`."""

    def of(self, game: str, but: str = "") -> Iterator[bytes]:
        """Contents that tell of the game of this id; `but` those in this file."""
        ...


@runtime_checkable
class ReadsBeside(Protocol):
    """An importer to which the files that lie beside a log, or are brought with it, tell more."""

    def shelved(self, shelf: Shelf) -> Importer:
        """The importer for logs that are brought with these companions."""
        ...

    def beside(self, name: str, ids: Iterable[str]) -> list[bytes]:
        """What tells of games of these ids, beside the log `name` (a path, or one inside an
        archive) or brought with it, but for what lies in the same archive."""
        ...

    def may_tell(self, head: bytes) -> bool:
        """Whether a file that begins like this may be a companion."""
        ...

    def told_by(self, content: bytes) -> tuple[str, ...]:
        """Ids of the games that a companion tells of; none if it is none."""
        ...


@runtime_checkable
class TakesChoices(Protocol):
    """An importer that a person may tell what no log tells."""

    def chosen(self, choice: Choice) -> Importer:
        """The importer by which logs are read as was chosen. Raises a `HexcoachError` with a
        sentence, such as that a dialect is not found."""
        ...


def readers(choice: Choice = NO_CHOICE, shelf: Shelf | None = None) -> dict[str, Importer]:
    """Every importer by its key, as was chosen, and with what is brought beside logs. Raises as
    `TakesChoices.chosen`."""
    found = importers()
    if choice:
        found = {
            key: one.chosen(choice) if isinstance(one, TakesChoices) else one
            for key, one in found.items()
        }
    if shelf is not None:
        found = {
            key: one.shelved(shelf) if isinstance(one, ReadsBeside) else one
            for key, one in found.items()
        }
    return found


def beside_readers() -> list[ReadsBeside]:
    """Those who know companions."""
    everyone: list[object] = [*importers().values()]
    return [one for one in everyone if isinstance(one, ReadsBeside)]


@cache
def importers() -> dict[str, Importer]:
    """Every importer by its key, in order of the keys."""
    found = {}
    for module in sorted(pkgutil.iter_modules(engine.importers.__path__), key=lambda one: one.name):
        if module.ispkg:
            importer: Importer = importlib.import_module(f"engine.importers.{module.name}").IMPORTER
            found[importer.key] = importer
    return found
