"""Import: files in, verified games stored, and an account of every game read.

Games are replayed and written a batch at a time, each batch in one transaction together with the
books of its files: whatever ends an import, whole batches are stored and the numbers agree.
"""

import gc
import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from typing import NamedTuple

import msgspec
import polars as pl

from data.accounts import Counts, SourceFile, Verdict
from data.batches import content_of, natural_key, with_tables
from data.judging import Read, Unread, next_ids, write_batch
from data.store import Cursor, Store, query
from engine.importers.containers import files_under
from engine.importers.contract import Rejected
from engine.importers.reading import Entry, read_raw

MANIFEST = "MANIFEST.toml"

BATCH_MOVES = 200_000
BATCH_GAMES = 20_000
BATCH_BYTES = 64 * 1024 * 1024
"""Of texts that are no moves, such as notes: they too are held until the batch is written."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file to import, and the name under which people know it."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Unopened:
    """A file that could not be opened at all."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import is; one after each batch."""

    files_done: int
    files: int
    bytes_done: int
    bytes: int
    moves: int
    counts: Counts


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event. `state` is `done` or `cancelled`."""

    import_id: int
    state: str
    files: int
    moves: int
    counts: Counts


Event = Verdict | Unopened | Progress | Finished


def find_inputs(paths: Iterable[Path]) -> list[Input]:
    """The files named and all files in the folders named, folders below included; but for the
    `MANIFEST.toml` of a folder, which tells of the logs beside it."""
    return [
        Input(file, str(file))
        for path in paths
        for file in files_under(path)
        if file == path or file.name != MANIFEST
    ]


def run_import(
    store: Store,
    inputs: Iterable[Input],
    *,
    cancel: Callable[[], bool] = lambda: False,
) -> Iterator[Event]:
    """Import files, telling what happens while it happens.

    The work is done while the caller takes the events. `cancel` is asked before each game; games
    of the batch at hand are then left out, and can be imported again. Imports that run at the same
    time on one store take turns, batch by batch. A caller who stops early gets whole batches.
    """
    run = _Run(store, list(inputs))
    state = "failed"
    try:
        with store.modest(), _few_collections():
            yield from run.all_files(cancel)
        state = "cancelled" if run.cancelled else "done"
    except (GeneratorExit, KeyboardInterrupt):
        state = "cancelled"
        raise
    finally:
        run.end(state)
    yield Finished(run.import_id, state, len(run.inputs), run.moves, run.counts)


class _Run:
    """One import: what is read, what waits for the next batch, and the books."""

    def __init__(self, store: Store, inputs: list[Input]) -> None:
        self.inputs = inputs
        self.counts = Counts()
        self.moves = 0
        self.cancelled = False
        self._store = store
        self._started = datetime.now(UTC)
        self._file_number = 0
        self._files_done = 0
        self._bytes_done = 0
        self._position = 0
        self._bytes = sum(_size(one.path) for one in inputs)
        self._touched: dict[int, SourceFile] = {}
        self._waiting: list[Read | Unread] = []
        self._waiting_moves = 0
        self._waiting_bytes = 0
        with store.transaction() as cursor:
            self.import_id = next_ids(cursor)["import_id"]
            self._note(cursor, "running")

    def all_files(self, cancel: Callable[[], bool]) -> Iterator[Event]:
        for one in self.inputs:
            file: SourceFile | None = None
            for read in _reading(one):
                if cancel():
                    self.cancelled = True
                    return
                if isinstance(read, Unopened):
                    self._new_file(one, one.name, "").problem = read.reason
                    yield read
                    continue
                self._position = read.position
                if file is None or file.name != read.entry.file:
                    file = self._new_file(one, read.entry.file, read.digest)
                self._take(file, read.entry)
                if (
                    self._waiting_moves >= BATCH_MOVES
                    or self._waiting_bytes >= BATCH_BYTES
                    or len(self._waiting) >= BATCH_GAMES
                ):
                    yield from self._write_batch()
            self._files_done += 1
            self._position = 0
            self._bytes_done += _size(one.path)
        yield from self._write_batch()

    def end(self, state: str) -> None:
        with self._store.transaction() as cursor:
            if state == "failed":
                cursor.execute(query("ingest/end_run"), {"import_id": self.import_id})
            else:
                self._note(cursor, state)

    def _new_file(self, one: Input, name: str, digest: str) -> SourceFile:
        size: int | None = _size(one.path)
        inside = name.removeprefix(one.name)
        if inside:
            size, digest = None, _digest(f"{digest}{inside}".encode())
        self._file_number += 1
        file = SourceFile(self._file_number, name, size, digest)
        self._touched[file.number] = file
        return file

    def _take(self, file: SourceFile, entry: Entry) -> None:
        if entry.importer is not None:
            file.importer = entry.importer.key
            file.importer_version = entry.importer.version
        item = entry.item
        if isinstance(item, Rejected):
            self._waiting.append(Unread(file, item))
            return
        log = item.log
        header = msgspec.json.encode(msgspec.structs.replace(log, moves=[]))
        content = content_of(log)
        self._waiting.append(Read(file, item, _digest(content), natural_key(log), header))
        self._waiting_moves += len(log.moves)
        self._waiting_bytes += len(header) + len(content)

    def _write_batch(self) -> Iterator[Event]:
        waiting, self._waiting = self._waiting, []
        self._waiting_moves = self._waiting_bytes = 0
        with self._store.transaction() as cursor:
            verdicts, moves = write_batch(cursor, self.import_id, waiting)
            for one, verdict in zip(waiting, verdicts, strict=True):
                one.file.counts.add(verdict.fate)
                self._touched[one.file.number] = one.file
                self.counts.add(verdict.fate)
            self.moves += moves
            self._note(cursor, "running")
        self._touched = {}
        # What the batch held is gone by now; this finds what holds itself in a circle.
        gc.collect(0)
        yield from verdicts
        yield Progress(
            self._files_done,
            len(self.inputs),
            self._bytes_done + self._position,
            self._bytes,
            self.moves,
            replace(self.counts),
        )

    def _note(self, cursor: Cursor, state: str) -> None:
        """Bring the books up to date with what this transaction stores."""
        now = datetime.now(UTC)
        run = {
            "import_id": self.import_id,
            "started": self._started,
            "ended": None if state == "running" else now,
            "state": state,
            "files": len(self.inputs),
            **self.counts.columns(),
        }
        files = [
            {
                "import_id": self.import_id,
                "file": file.number,
                "name": file.name,
                "size": file.size,
                "hash": file.hash,
                "importer": file.importer,
                "importer_version": file.importer_version,
                **file.counts.columns(),
                "problem": file.problem,
            }
            for file in self._touched.values()
        ]
        tables = {
            "run": pl.DataFrame([run], schema=_RUN),
            "run_files": pl.DataFrame(files, schema=_FILES),
        }
        with_tables(cursor, "ingest/note_run", tables)


class _Item(NamedTuple):
    """One thing read. `digest` is of the whole file, `position` how many of its bytes were read."""

    digest: str
    position: int
    entry: Entry


@contextmanager
def _few_collections() -> Iterator[None]:
    """Without the garbage collector's rounds through everything a batch holds, of which nothing is
    garbage yet: they cost a quarter of the reading and replaying."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _reading(one: Input) -> Iterator[_Item | Unopened]:
    """What is in a file. Only faults of this file are caught here: a disk that is full when the
    store is written is another matter."""
    try:
        if one.path.exists() and not one.path.is_file():
            yield Unopened(one.name, "It is no file but a pipe or a device; save it in a file.")
            return
        digest = _file_hash(one.path)
        with FileIO(one.path) as raw:
            for entry in read_raw(raw, one.name):
                yield _Item(digest, raw.tell(), entry)
    except OSError as error:
        yield Unopened(one.name, f"The file cannot be opened: {error.strerror or error}.")


_Schema = dict[str, pl.DataType]
_NUMBERS: _Schema = dict.fromkeys(Counts().columns(), pl.Int64())
_TIME = pl.Datetime("us", "UTC")
_RUN: _Schema = {
    "import_id": pl.Int32(),
    "started": _TIME,
    "ended": _TIME,
    "state": pl.String(),
    "files": pl.Int32(),
    **_NUMBERS,
}
_FILES: _Schema = {
    "import_id": pl.Int32(),
    "file": pl.Int32(),
    "name": pl.String(),
    "size": pl.Int64(),
    "hash": pl.String(),
    "importer": pl.String(),
    "importer_version": pl.String(),
    **_NUMBERS,
    "problem": pl.String(),
}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
