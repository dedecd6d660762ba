"""What a worker does: reads a job's logs, replays them, and writes the rows as Parquet files.

Nothing is judged here by what other logs there are: every log that can be replayed is written, with
what is needed to tell later which of them are one game. So a job gives the same shard whoever does
it and however often.

Layout below the place that an import writes to:
  plans/<id>.json        which files, in which order, as which jobs
  plans/<id>.done        the same plan's last word
  jobs/<id>/*.parquet    a file for each table, ids counted from 1 within the job
  manifests/<id>.json    written last: what stands in `jobs/<id>` is whole
"""

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO, FileIO, RawIOBase
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import msgspec
import polars as pl

from data.accounts import Fate, SourceFile, Verdict
from data.batches import content_of, natural_key
from data.fingerprints import digest_of, digest_of_all
from data.ingest import BATCH_BYTES, BATCH_GAMES, BATCH_MOVES
from data.judging import write_batch
from data.privacy import Pseudonyms, numbered
from data.recalling import everybody
from data.scale.jobs import Companions, Job, Piece, Source, versions
from data.scale.places import CHUNK, Place, new_digest, place_of
from data.store import Store, open_store, query
from data.waiting import Read, Unread, Waiting
from engine.core.errors import HexcoachError
from engine.importers.containers import BYTE_ORDER_MARK
from engine.importers.contract import Importer, ReadsBeside, Rejected, importers, readers
from engine.importers.reading import Entry, read_raw
from engine.importers.shelf import Shelf, Told

MEMORY = "1GB"
"""Of DuckDB in one job; only a packed file of many thousand logs comes near."""


GAME_TABLES = ("games", "seats", "moves", "effects", "objectives", "actions", "scores")
"""Whose rows belong to games and come from their logs."""


class JobRefused(HexcoachError):
    """A job cannot be done as planned, however often it is tried."""


class Manifest(msgspec.Struct, frozen=True):
    """Says that a job is done. `statuses` counts what was read, by what the replay said."""

    job: str
    versions: str
    statuses: dict[str, int]
    moves: int
    bytes: int
    """Of the Parquet files."""
    tables: list[str] = []
    """Of logs of which companions may tell: importer and id, each once."""
    companions: list[list[str]] = []
    """Tables that a companion tells of, for each. It counts as read, and as unreadable, if none of
    their logs is there, which no job can know of the others."""


def manifest_of(out: Place, job_id: str) -> Place:
    return out / "manifests" / f"{job_id}.json"


def tables_of(out: Place, job_id: str) -> Place:
    return out / "jobs" / job_id


def do_job(
    job: Job,
    sources: list[Source],
    out_url: str,
    planned_for: str,
    salt: str = "",
    told: Sequence[Told] = (),
) -> Manifest:
    """Read, replay and write one job; what another worker has done already is left as it is.

    `sources` are those that the pieces name, by their place in the plan's list; `planned_for` are
    the versions that the job's id was made with; `salt` is that of pseudonyms, "" where there are
    names; `told` are companions of the whole import. Raises `JobRefused`.
    """
    if planned_for != versions():
        raise JobRefused(
            f"A worker runs another version of Hexcoach or other dialects than the one who planned "
            f"the import ({versions()} instead of {planned_for}): install the same everywhere."
        )
    out = place_of(out_url)
    done = manifest_of(out, job.id)
    if done.exists():
        return msgspec.json.decode(done.read(), type=Manifest)
    with TemporaryDirectory() as name, open_store(":memory:") as store:
        folder = Path(name)
        with store.cursor() as cursor:
            cursor.execute("SET threads = 1")  # a core each worker
            cursor.execute(f"SET memory_limit = '{MEMORY}'")
            cursor.execute("SET temp_directory = $folder", {"folder": str(folder / "spilled")})
        shard = _Shard(store, Pseudonyms(salt) if salt else None)
        companions = Companions()
        fetched = _Fetched(folder / "told", told)
        for number, piece in enumerate(job.pieces):
            source = sources[number]
            at = folder / str(number)
            for inside, entry in _entries(piece, source, at, companions, fetched):
                shard.take(number, inside, entry)
            shard.end_piece()
        shard.write_batch()
        shard.write_files()
        size = _write(store, folder, tables_of(out, job.id))
        manifest = Manifest(
            job.id,
            planned_for,
            dict(shard.statuses),
            shard.moves,
            size,
            sorted(shard.tables),
            shard.companions,
        )
    done.write(msgspec.json.encode(manifest))
    return manifest


class _Shard:
    """Rows of one job, in a store of its own that nothing else is in."""

    def __init__(self, store: Store, pseudonyms: Pseudonyms | None) -> None:
        self._pseudonyms = pseudonyms
        self._insides: dict[tuple[int, str], str] = {}
        self.statuses: Counter[str] = Counter()
        self.tables: set[str] = set()
        self.companions: list[list[str]] = []
        self._told_of = {
            key for key, importer in importers().items() if isinstance(importer, ReadsBeside)
        }
        self.moves = 0
        self._store = store
        self._readings = 0
        self._rejected = 0
        self._waiting: list[Waiting] = []
        self._rows: list[_Reading] = []
        self._waiting_moves = 0
        self._waiting_bytes = 0
        self._files: list[tuple[int, SourceFile]] = []
        self._at = (-1, "")
        self._beside: list[tuple[SourceFile, ReadsBeside, str, list[str]]] = []
        self._seen: dict[str, _Reading] = {}
        with store.cursor() as cursor:
            cursor.execute(query("scale/make_readings"))

    def take(self, piece: int, inside: str, entry: Entry) -> None:
        """One thing that was read; `inside` is what its file's name adds to that of the piece's
        source."""
        if self._pseudonyms is not None:
            named = self._pseudonyms.of_item(entry.item)
            entry = msgspec.structs.replace(entry, item=named)
            inside = self._numbered(piece, inside)
        file = self._file(piece, inside, entry)
        reading = _Reading(self._readings, piece, file.number, inside, entry.item.line)
        self._readings += 1
        self._rows.append(reading)
        item = entry.item
        if isinstance(item, Rejected):
            reading.importer = file.importer
            if item.companion_of:
                reading.companion_of = list(item.companion_of)
            reading.place = len(self._waiting)
            self._waiting.append(Unread(file, item))
            return
        log = item.log
        content = content_of(log)
        header = msgspec.json.encode(msgspec.structs.replace(log, moves=[]))
        # Under a name of its own no log is another's duplicate or rival here.
        read = Read(file, item, str(reading.number), None, header)
        reading.importer = file.importer
        reading.hash = digest_of(header if read.gives_no_moves else content)
        reading.natural_key = natural_key(log)
        reading.evidence = bool(item.evidence)
        reading.read_warnings = list(item.warnings)
        reading.grade = item.grade
        reading.view = None if item.view is None else msgspec.json.encode(item.view).decode()
        if item.unknown:
            file.count_unknown(item.unknown)
        if not item.evidence:
            # The same in every word gives the same rows: they are written once.
            told = (reading.hash, header, item.warnings, item.grade, file.importer)
            first = self._seen.setdefault(digest_of(msgspec.json.encode(told)), reading)
            if first is not reading:
                reading.same_as = first
                return
        reading.place = len(self._waiting)
        self._waiting.append(read)
        self._waiting_moves += len(log.moves)
        self._waiting_bytes += len(header) + len(content)
        if (
            self._waiting_moves >= BATCH_MOVES
            or self._waiting_bytes >= BATCH_BYTES
            or len(self._waiting) >= BATCH_GAMES
        ):
            self.write_batch()

    def _numbered(self, piece: int, inside: str) -> str:
        """A rebuild counts them anew, over all jobs."""
        known = self._insides
        new = f"/{numbered(inside, len(known) + 1)}"
        return known.setdefault((piece, inside), new) if inside else inside

    def _file(self, piece: int, inside: str, entry: Entry) -> SourceFile:
        importer, item = entry.importer, entry.item
        if self._at != (piece, inside):
            self._at = (piece, inside)
            number = len(self._files) + 1
            # A hash of its own for each, since a fault is kept once a hash.
            self._files.append((piece, SourceFile(number, inside, None, str(number))))
        file = self._files[-1][1]
        if importer is None and file.importer_version is None:
            file.importer_version = everybody(importers())
        elif importer is not None and file.importer is None:
            file.importer, file.importer_version = importer.key, importer.version
            if isinstance(importer, ReadsBeside):
                self._beside.append((file, importer, entry.file, []))
        if self._beside and self._beside[-1][0] is file:
            game_id = item.id if isinstance(item, Rejected) else item.log.id
            if game_id is not None:
                self._beside[-1][3].append(game_id)
        return file

    def end_piece(self) -> None:
        """All of a piece was read, and what lies beside it is still there."""
        for file, importer, name, ids in self._beside:
            file.beside = digest_of_all(importer.beside(name, ids))
        self._beside = []

    def write_files(self) -> None:
        rows = [
            (
                piece,
                file.number,
                file.name,
                file.importer,
                file.importer_version,
                file.beside,
                file.unknown_games,
                [
                    {"type": kind, "games": games, "events": events}
                    for kind, (games, events) in file.unknown_types.items()
                ],
            )
            for piece, file in self._files
        ]
        with self._store.cursor() as cursor:
            cursor.register("new_files", pl.DataFrame(rows, schema=_FILES, orient="row"))
            cursor.execute("INSERT INTO opened BY NAME FROM new_files")

    def write_batch(self) -> None:
        waiting, self._waiting = self._waiting, []
        rows, self._rows = self._rows, []
        self._waiting_moves = self._waiting_bytes = 0
        with self._store.cursor() as cursor:
            verdicts, moves = write_batch(cursor, 1, waiting, self._pseudonyms)
            self.moves += moves
            for row in rows:
                self._note(row, verdicts)
            cursor.register("new_readings", _frame(rows))
            cursor.execute("INSERT INTO readings BY NAME FROM new_readings")
        gc.collect(0)

    def _note(self, row: "_Reading", verdicts: list[Verdict]) -> None:
        first = row.same_as
        if first is not None:
            row.verdict, row.rejected_id = first.verdict, first.rejected_id
        else:
            row.verdict = verdicts[row.place]
            if row.verdict.fate is Fate.REJECTED:
                self._rejected += 1
                row.rejected_id = self._rejected
        verdict = row.verdict
        assert verdict is not None
        if row.companion_of is not None:
            self.companions.append([f"{row.importer} {table}" for table in row.companion_of])
            return
        self.statuses[str(verdict.status)] += 1
        if row.importer in self._told_of and verdict.id is not None and verdict.game is not None:
            self.tables.add(f"{row.importer} {verdict.id}")


@dataclass(slots=True)
class _Reading:
    """One thing that was read, and what its replay said. Where the verdict has no `game_id`, there
    is a `rejected_id`."""

    number: int
    piece: int
    opened: int
    inside: str
    line: int
    importer: str | None = None
    hash: str | None = None
    natural_key: str | None = None
    rejected_id: int | None = None
    companion_of: list[str] | None = None
    evidence: bool = False
    grade: str | None = None
    read_warnings: list[str] = field(default_factory=list)
    view: str | None = None
    """As JSON."""
    place: int = -1
    """In the batch."""
    same_as: "_Reading | None" = None
    verdict: Verdict | None = None


_OWN: dict[str, pl.DataType] = {
    "number": pl.Int32(),
    "piece": pl.Int32(),
    "opened": pl.Int32(),
    "line": pl.Int64(),
    "importer": pl.String(),
    "hash": pl.String(),
    "natural_key": pl.String(),
    "rejected_id": pl.Int32(),
    "companion_of": pl.List(pl.String()),
    "evidence": pl.Boolean(),
    "grade": pl.String(),
    "read_warnings": pl.List(pl.String()),
    "view": pl.String(),
}
_OF_VERDICT: dict[str, pl.DataType] = {
    "id": pl.String(),
    "game": pl.String(),
    "game_id": pl.Int32(),
    "ply": pl.Int32(),
    "move": pl.String(),
    "reason": pl.String(),
    "rules_version": pl.String(),
}
_FILES: dict[str, pl.DataType] = {
    "piece": pl.Int32(),
    "opened": pl.Int32(),
    "inside": pl.String(),
    "importer": pl.String(),
    "importer_version": pl.String(),
    "beside": pl.String(),
    "unknown": pl.Int64(),
    "types": pl.List(pl.Struct({"type": pl.String(), "games": pl.Int64(), "events": pl.Int64()})),
}


def _frame(rows: list[_Reading]) -> pl.DataFrame:
    verdicts = [row.verdict for row in rows if row.verdict is not None]
    return pl.DataFrame(
        {
            **{name: [getattr(row, name) for row in rows] for name in _OWN},
            **{name: [getattr(one, name) for one in verdicts] for name in _OF_VERDICT},
            "status": [str(one.status) for one in verdicts],
            "warnings": [list(one.warnings) or None for one in verdicts],
            "legal": [list(one.legal) or None for one in verdicts],
        },
        schema_overrides={
            **_OWN,
            **_OF_VERDICT,
            "warnings": pl.List(pl.String()),
            "legal": pl.List(pl.String()),
        },
    )


class _Fetched:
    """Companions of the import, brought here when they are first needed."""

    def __init__(self, folder: Path, told: Sequence[Told]) -> None:
        self._folder = folder
        self._told = told
        self._here: dict[str, Path] = {}
        self._all = readers(shelf=Shelf(lambda: told, self._file))

    def readers_of(self, source: Source, path: Path) -> Mapping[str, Importer]:
        """Who reads a file of the import, which is here at the path, with all companions."""
        if str(path) == source.url:
            return self._all
        return readers(shelf=Shelf(lambda: self._as_seen_from(source, path), self._file))

    def _as_seen_from(self, source: Source, path: Path) -> Iterator[Told]:
        """What is in the file itself has to be known as such."""
        for one in self._told:
            own = one.place == source.url
            yield msgspec.structs.replace(one, place=str(path)) if own else one

    def _file(self, url: str) -> Path:
        place = place_of(url)
        if place.is_local:
            return Path(place.path)
        if url not in self._here:
            self._folder.mkdir(exist_ok=True)
            path = self._folder / str(len(self._here))
            place.filesystem.get_file(place.path, str(path))
            self._here[url] = path
        return self._here[url]


def _entries(
    piece: Piece,
    source: Source,
    folder: Path,
    companions: Companions,
    fetched: _Fetched,
) -> Iterator[tuple[str, Entry]]:
    """What is in a piece, each with what its file's name adds to the source's."""
    place = place_of(source.url)
    if piece.start is not None:
        content = place.read(piece.start, piece.end)
        _check(piece, digest_of(content), source)
        importer = importers()["hexlog"]
        lines = BytesIO(content if piece.start else content.removeprefix(BYTE_ORDER_MARK))
        for item in importer.read(BufferedReader(cast(RawIOBase, lines)), source.name):
            yield "", Entry(source.name, importer, item)
        return
    path = Path(place.path)
    if not place.is_local:
        folder.mkdir()
        path = folder / place.name
        for one in (place, *companions.of(place)):
            one.filesystem.get_file(one.path, str(folder / one.name))
    with FileIO(path) as raw:
        digest = new_digest()
        while chunk := raw.read(CHUNK):
            digest.update(chunk)
        _check(piece, digest.hexdigest(), source)
        raw.seek(0)
        for entry in read_raw(raw, str(path), fetched.readers_of(source, path)):
            yield entry.file.removeprefix(str(path)), entry


def _check(piece: Piece, digest: str, source: Source) -> None:
    if digest != piece.digest:
        raise JobRefused(
            f"{source.name} has changed since the import was planned: start the import again."
        )


def _write(store: Store, folder: Path, to: Place) -> int:
    """Every table as a Parquet file; returns their bytes."""
    size = 0
    with store.cursor() as cursor:
        selects = {name: f"FROM {name} ORDER BY game_id, rowid" for name in GAME_TABLES}
        selects["effects"] = query("scale/effects")
        selects["rejected"] = "FROM rejected ORDER BY rejected_id"
        selects["readings"] = query("scale/readings")
        selects["opened"] = "FROM opened ORDER BY opened"
        for name, select in selects.items():
            file = folder / f"{name}.parquet"
            cursor.execute(f"COPY ({select}) TO '{file}' (FORMAT parquet, COMPRESSION zstd)")
            size += file.stat().st_size
            (to / file.name).put(file)
            file.unlink()
    return size
