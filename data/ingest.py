"""Import: files in, verified games stored, and an account of every game read.

Games are replayed and written a batch at a time, each batch in one transaction together with the
books of its files and the files themselves: whatever ends an import, whole batches are stored and
the numbers agree. A file that was read to its end is known again by its content, and need not be
read once more.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from io import FileIO
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from data.accounts import Counts, SourceFile, Verdict
from data.batches import content_of, natural_key
from data.books import Books
from data.control import Control
from data.fingerprints import digest_of, digest_of_all, digest_of_file
from data.judging import write_reading
from data.keeping import Keeper, NotKept, choices
from data.privacy import Pseudonyms, numbered, pseudonyms_of
from data.recalling import companion_verdict, everybody, known_file, known_tables, origins
from data.store import Store
from data.waiting import Read, Settled, Unread, Waiting
from engine.core.errors import HexcoachError
from engine.importers.containers import files_under
from engine.importers.contract import (
    NO_CHOICE,
    Choice,
    Found,
    Importer,
    ReadsBeside,
    Rejected,
    TakesChoices,
    beside_readers,
    readers,
)
from engine.importers.reading import Entry, read_raw
from engine.importers.shelf import Shelf, shelf_of

MANIFEST = "MANIFEST.toml"

BATCH_MOVES = 240_000
"""A little less than two row groups of DuckDB: of what is left over in each batch, small parts are
put together and written once more."""
BATCH_GAMES = 20_000
BATCH_BYTES = 64 * 1024 * 1024
"""Of texts that are no moves, such as notes: they too are held until the batch is written."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file to import, and the name under which people know it."""

    path: Path
    name: str

    @property
    def size(self) -> int:
        """Bytes; 0 where there is no such file."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    @contextmanager
    def at_hand(self) -> Iterator[Path]:
        yield self.path


class Readable(Protocol):
    """What an import is given: an `Input`, or a file that is kept in the store."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    def at_hand(self) -> AbstractContextManager[Path]:
        """The file on disk, as long as it is needed."""
        ...


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
    paused: bool = False


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
    control: Control | None = None,
    kind: str = "import",
    pseudonyms: bool = False,
    choice: Choice = NO_CHOICE,
) -> Iterator[Event]:
    """Import files, telling what happens while it happens.

    The work is done while the caller takes the events. `cancel` and `control` are asked before each
    game; games of the batch at hand are left out when it ends, and can be imported again, and are
    stored when it is held. Imports that run at the same time on one store take turns, batch by
    batch. A caller who stops early gets whole batches. Doing the same again goes on where it ended.

    With `pseudonyms` no name gets into the store (see `data.privacy`), and no file is kept.

    What was chosen is kept with the files that it concerns: it holds for them, whenever they are
    read again, until something else is chosen. Raises a `HexcoachError` if it cannot hold now.
    """
    hiding = pseudonyms_of(store) if pseudonyms else None
    readers(choice)
    run = _Run(store, list(inputs), kind, control or Control(), cancel, hiding, choice)
    yield from _events(run)


def run_rereading(
    store: Store, kept: Iterable[Readable], *, control: Control | None = None
) -> Iterator[Event]:
    """Read kept files again: what an older importer or older rules left gives way to what is read
    now, and what was rejected has another chance. Otherwise as `run_import`."""
    run = _Run(store, list(kept), "reimport", control or Control(), lambda: False)
    yield from _events(run)


def _events(run: "_Run") -> Iterator[Event]:
    state = "failed"
    try:
        with run.store.modest(), _few_collections():
            yield from run.all_files()
        state = "cancelled" if run.cancelled else "done"
    except (GeneratorExit, KeyboardInterrupt):
        state = "cancelled"
        raise
    finally:
        run.books.end(state)
    yield Finished(run.books.import_id, state, len(run.inputs), run.moves, run.books.counts)


class ChoiceGone(HexcoachError):
    """What was chosen for a file cannot hold any more; the message says what to do."""


@dataclass(slots=True)
class _Opened:
    """A file at hand, before anything in it is read. `known` says that nothing need be."""

    number: int
    """Counts what the run was given, from 1."""
    name: str
    path: Path
    size: int
    modified: int
    digest: str
    readers: Mapping[str, Importer]
    known: bool = False


class _Item(NamedTuple):
    """One thing read; `position` is how many bytes of the file were read by then."""

    position: int
    entry: Entry


class _MuchToKeep:
    """So much of the file waits to be kept that it has to be written."""


class _Run:
    """One import: what is read, and what waits for the next batch."""

    def __init__(
        self,
        store: Store,
        inputs: Sequence[Readable],
        kind: str,
        control: Control,
        cancel: Callable[[], bool],
        pseudonyms: Pseudonyms | None = None,
        choice: Choice = NO_CHOICE,
    ) -> None:
        self.store = store.plain
        self.inputs = inputs
        self.moves = 0
        self.cancelled = False
        self._control = control
        self._cancel = cancel
        self._rereading = kind == "reimport"
        self._file_number = 0
        self._files_done = 0
        self._bytes_done = 0
        self._position = 0
        self._bytes = sum(one.size for one in inputs)
        self._keeper = Keeper()
        self._pseudonyms = pseudonyms
        self._choice = choice
        self._chosen = choices(self.store)
        self._readers: dict[Choice, Mapping[str, Importer]] = {}
        self._insides: dict[tuple[int, str], str] = {}
        self._waiting: list[Waiting] = []
        self._waiting_moves = 0
        self._waiting_bytes = 0
        self._companions: list[tuple[SourceFile, Rejected]] = []
        self._beside: dict[int, tuple[SourceFile, ReadsBeside, str, list[str]]] = {}
        self._shelf = self._shelf_of([one.path for one in inputs if isinstance(one, Input)])
        self._origins: dict[tuple[str, int, int], int] = {}
        self.books = Books(self.store, kind, len(inputs))

    def all_files(self) -> Iterator[Event]:
        for number, one in enumerate(self.inputs, 1):
            yield from self._one_file(number, one)
            if self.cancelled:
                return
            self._files_done += 1
            self._position = 0
            self._bytes_done += one.size
        yield from self._write_batch()
        if self._companions:
            self._place_companions()
            yield from self._write_batch()

    def _one_file(self, number: int, one: Readable) -> Iterator[Event]:
        opened: _Opened | None = None
        file: SourceFile | None = None
        files: list[SourceFile] = []
        whole = True
        for step in self._reading(number, one):
            if self._control.paused:
                yield from self._hold()
            if self._control.cancelled or (isinstance(step, _Item) and self._cancel()):
                self.cancelled = True
                return
            if isinstance(step, Unopened):
                whole = False
                unopened = self._named(step, number)
                failed = SourceFile(self._next_file(), unopened.file, one.size, "", number)
                failed.problem = unopened.reason
                if opened is not None:
                    failed.hash = failed.raw = opened.digest
                    failed.modified = opened.modified
                self.books.touch(failed)
                yield unopened
            elif isinstance(step, _Opened):
                opened = step
                yield from self._settle_known(opened)
            elif isinstance(step, _MuchToKeep):
                self._write_kept()
            else:
                assert opened is not None
                self._position = step.position
                inside = self._inside(number, step.entry.file.removeprefix(str(opened.path)))
                if file is None or file.inside != inside:
                    file = self._new_file(opened, inside)
                    files.append(file)
                self._take(file, step.entry, opened.readers)
                if self._batch_is_full():
                    yield from self._write_batch()
        if opened is not None and whole:
            self._note_beside()
            self.books.end_input(number, done=not any(one.lonely for one in files))
        # Thousands of small files may hold little to store and much to keep.
        if self._keeper.is_full:
            yield from self._write_batch()

    def _reading(
        self, number: int, one: Readable
    ) -> Iterator[_Opened | _MuchToKeep | _Item | Unopened]:
        """What is in a file. Only faults of this file are caught here: a disk that is full when the
        store is written is another matter."""
        try:
            with one.at_hand() as path:
                if path.exists() and not path.is_file():
                    yield Unopened(
                        one.name, "It is no file but a pipe or a device; save it in a file."
                    )
                    return
                facts = path.stat()
                digest = digest_of_file(path)
                name = self._name(one.name, number)
                by = self._readers_of(digest, path)
                opened = _Opened(number, name, path, facts.st_size, facts.st_mtime_ns, digest, by)
                yield opened
                if opened.known:
                    return
                if self._pseudonyms is None:
                    for _ in self._keeper.keep(self.store, path, digest, one.name):
                        yield _MuchToKeep()
                with FileIO(path) as raw:
                    for entry in read_raw(raw, str(path), by):
                        yield _Item(raw.tell(), entry)
        except OSError as error:
            yield Unopened(one.name, f"The file cannot be opened: {error.strerror or error}.")
        except (NotKept, ChoiceGone) as error:
            yield Unopened(one.name, str(error))

    def _hold(self) -> Iterator[Event]:
        """Store what was read, and wait."""
        yield from self._write_batch()
        self.books.say("paused")
        yield replace(self._progress(), paused=True)
        self._control.wait()
        self.books.say("running")

    # By whom it is read

    def _shelf_of(self, paths: Sequence[Path]) -> Shelf:
        return shelf_of(paths, beside_readers())

    def _readers_of(self, digest: str, path: Path) -> Mapping[str, Importer]:
        """By whom a file is read: as is chosen now, else as was for the same bytes. Raises
        `ChoiceGone`."""
        choice = self._choice or self._chosen.get(digest, NO_CHOICE)
        if self._rereading:
            # The store has laid its companions beside it.
            self._shelf = self._shelf_of([one for one in path.parent.iterdir() if one != path])
            self._readers.pop(choice, None)
        if choice not in self._readers:
            try:
                self._readers[choice] = readers(choice, self._shelf)
            except HexcoachError as error:
                raise ChoiceGone(
                    f"It is to be read as was chosen when it was imported. {error} Or import it "
                    "again with another --game or --dialect; games stored from it stay as they are."
                ) from error
        return self._readers[choice]

    def _keep_choice(self, file: SourceFile, importer: object) -> None:
        kept = self._pseudonyms is None and file.raw is not None
        if self._choice and kept and isinstance(importer, TakesChoices):
            self._keeper.choose(file.raw or "", self._choice)

    # One file

    def _next_file(self) -> int:
        self._file_number += 1
        return self._file_number

    def _name(self, name: str, number: int) -> str:
        return name if self._pseudonyms is None else numbered(name, number)

    def _named(self, unopened: Unopened, number: int) -> Unopened:
        if self._pseudonyms is None:
            return unopened
        return Unopened(numbered(unopened.file, number), self._pseudonyms.told(unopened.reason))

    def _inside(self, number: int, inside: str) -> str:
        if self._pseudonyms is None or not inside:
            return inside
        known = self._insides
        return known.setdefault((number, inside), f"/{numbered(inside, len(known) + 1)}")

    def _new_file(self, opened: _Opened, inside: str) -> SourceFile:
        file = SourceFile(
            self._next_file(), opened.name + inside, opened.size, opened.digest, opened.number
        )
        file.raw = opened.digest
        file.modified = opened.modified
        if inside:
            file.size = None
            file.inside = inside
            file.hash = digest_of(f"{opened.digest}{inside}".encode())
        self.books.touch(file)
        return file

    def _settle_known(self, opened: _Opened) -> Iterator[Event]:
        """Where the same bytes were read to their end, by the same importer and rules and beside
        the same companions, the verdicts are known."""
        if self._rereading:
            self._origins = origins(self.store, opened.digest)
            return
        known = known_file(self.store, opened.digest, opened.path, opened.readers)
        if known is None:
            return
        opened.known = True
        for of_file in known.files:
            file = self._new_file(opened, of_file.inside)
            file.importer, file.importer_version = of_file.importer, of_file.importer_version
            file.beside = of_file.beside
            self._keep_choice(file, opened.readers.get(of_file.importer or ""))
            for verdict in known.verdicts(self.store, of_file, file.name):
                self._waiting.append(Settled(file, verdict))
                if self._batch_is_full():
                    yield from self._write_batch()

    def _note_beside(self) -> None:
        """What lay beside a log, or was brought with it, has told of it, so that another companion
        is reason to read it once more."""
        for file, importer, name, ids in self._beside.values():
            file.beside = digest_of_all(importer.beside(name, ids))
            self.books.touch(file)
        self._beside = {}

    def _take(self, file: SourceFile, entry: Entry, by: Mapping[str, Importer]) -> None:
        importer = entry.importer
        if importer is None and file.importer_version is None:
            file.importer_version = everybody(by)
        elif importer is not None and file.importer is None:
            file.importer = importer.key
            file.importer_version = importer.version
            self._keep_choice(file, importer)
            if isinstance(importer, ReadsBeside):
                self._beside[file.number] = file, importer, entry.file, []
        item = entry.item if self._pseudonyms is None else self._pseudonyms.of_item(entry.item)
        if file.number in self._beside:
            game_id = item.id if isinstance(item, Rejected) else item.log.id
            if game_id is not None:
                self._beside[file.number][-1].append(game_id)
        if isinstance(item, Rejected) and item.companion_of:
            file.lonely = True
            self._companions.append((file, item))
            return
        turn = file.turn_of(item.line)
        origin = self._origins.get((file.inside, item.line, turn)) if self._rereading else None
        if isinstance(item, Rejected):
            self._waiting.append(Unread(file, item, origin))
            return
        self._take_game(file, item, origin)

    def _take_game(self, file: SourceFile, found: Found, origin: int | None) -> None:
        log = found.log
        header = msgspec.json.encode(msgspec.structs.replace(log, moves=[]))
        content = content_of(log)
        read = Read(file, found, digest_of(content), natural_key(log), header, origin)
        if read.gives_no_moves:
            # Of two tables without moves nothing else tells them apart.
            read.hash = digest_of(header)
        if found.unknown:
            file.count_unknown(found.unknown)
            self.books.touch(file)
        self._waiting.append(read)
        self._waiting_moves += len(log.moves)
        self._waiting_bytes += len(header) + len(content)

    def _place_companions(self) -> None:
        """Now that all logs of the run are stored: a companion belongs to one of them, or to one
        of an earlier run, or has been brought alone."""
        alone: set[int] = set()
        inputs = {file.input for file, _ in self._companions}
        for file, item in self._companions:
            known = known_tables(self.store, file.importer or "", item.companion_of or ())
            if known.is_empty():
                alone.add(file.input)
                self._waiting.append(Unread(file, item))
                continue
            file.lonely = False
            tables = known["source_id"].unique().sort().to_list()
            self.books.add_companion(file, tables)
            # Kept logs are read again with all that is kept of their companions.
            earlier = not self._rereading and known["import_id"].max() != self.books.import_id
            self._waiting.append(Settled(file, companion_verdict(file, item, known, earlier)))
        for number in inputs - alone:
            self.books.end_input(number, done=True)

    # Batches

    def _batch_is_full(self) -> bool:
        return (
            self._waiting_moves >= BATCH_MOVES
            or self._waiting_bytes >= BATCH_BYTES
            or len(self._waiting) >= BATCH_GAMES
        )

    def _write_kept(self) -> None:
        with self.store.transaction() as cursor:
            self._keeper.write(cursor)

    def _write_batch(self) -> Iterator[Event]:
        waiting, self._waiting = self._waiting, []
        self._waiting_moves = self._waiting_bytes = 0
        with self.store.transaction() as cursor:
            self._keeper.write(cursor)
            written = write_reading(
                cursor,
                self.books.import_id,
                waiting,
                reread=self._rereading,
                pseudonyms=self._pseudonyms,
            )
            files = [one.file for one in waiting]
            self.books.record(cursor, files, written.verdicts, written.removed)
            self.moves += written.moves
        # What the batch held is let go first: this is to find what holds itself in a circle.
        waiting.clear()
        gc.collect(0)
        yield from written.verdicts
        yield self._progress()

    def _progress(self) -> Progress:
        return Progress(
            self._files_done,
            len(self.inputs),
            self._bytes_done + self._position,
            self._bytes,
            self.moves,
            replace(self.books.counts),
        )


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
