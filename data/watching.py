"""Looking at a folder again and again, to import what comes into it.

Plain polling: it works on every disk, network shares and containers included, where the notices of
the operating system do not come. A file is taken once it has stayed the same from one look to the
next. What was read before, or failed, is known by size, time and content, whatever its name, and is
left alone until it changes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from data.control import Control
from data.fingerprints import digest_of_file
from data.ingest import Event, Input, find_inputs, run_import
from data.store import Store


@dataclass(frozen=True, slots=True)
class Marks:
    """By what a file is known to be the same as at another look."""

    size: int
    modified: int
    """Nanoseconds since 1970."""


@dataclass(slots=True)
class Watch:
    """What was seen of a folder so far."""

    folder: Path
    _last: dict[Path, Marks] = field(default_factory=dict)
    _handled: dict[Path, Marks] = field(default_factory=dict)

    def look(self) -> list[Input]:
        """Files that are new, or changed, and have stayed the same since the last look."""
        now = _marks(find_inputs([self.folder]))
        settled = [
            Input(path, str(path))
            for path, marks in now.items()
            if self._last.get(path) == marks and self._handled.get(path) != marks
        ]
        self._last = now
        self._handled = {path: one for path, one in self._handled.items() if path in now}
        return settled

    def handled(self, inputs: Iterable[Input]) -> None:
        """These need no other look before they change."""
        for one in inputs:
            if one.path in self._last:
                self._handled[one.path] = self._last[one.path]


def seen_before(store: Store, inputs: Iterable[Input]) -> list[Input]:
    """Those that were read to their end, or failed, in an earlier run: of the same size and time
    as a file that came before, whatever its name, and, where that could be opened, of the same
    content."""
    given = list(inputs)
    marks = _marks(given)
    rows = [
        (place, marks[one.path].size, marks[one.path].modified)
        for place, one in enumerate(given)
        if one.path in marks
    ]
    schema = {"place": pl.Int32, "size": pl.Int64, "modified": pl.Int64}
    present = pl.DataFrame(rows, schema=schema, orient="row")
    found: dict[int, set[str | None]] = {}
    for place, raw, _ in store.ask("library/seen_files", present=present).iter_rows():
        found.setdefault(place, set()).add(raw)
    return [given[place] for place, hashes in found.items() if _is_one_of(given[place], hashes)]


def import_settled(
    store: Store, inputs: Iterable[Input], control: Control, *, pseudonyms: bool = False
) -> Iterator[Event]:
    """Import files that were found by looking."""
    yield from run_import(store, inputs, control=control, kind="watch", pseudonyms=pseudonyms)


def _is_one_of(one: Input, hashes: set[str | None]) -> bool:
    try:
        return None in hashes or digest_of_file(one.path) in hashes
    except OSError:
        return False


def _marks(inputs: Iterable[Input]) -> dict[Path, Marks]:
    """Of those that are there and can be looked at."""
    found = {}
    for one in inputs:
        try:
            facts = one.path.stat()
        except OSError:
            continue
        found[one.path] = Marks(facts.st_size, facts.st_mtime_ns)
    return found
