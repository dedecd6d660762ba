"""The DuckDB file: opened once a process, a cursor for each piece of work."""

import os
import re
import secrets
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb
import polars as pl
from duckdb.sqltypes import VARCHAR

from data.own_words import only_own_moves, only_own_told
from engine.core.errors import HexcoachError

DEFAULT_STORE = Path(__file__).resolve().parent / "local" / "hexcoach.duckdb"
_SCHEMA = Path(__file__).resolve().parent / "schema"
_QUERIES = Path(__file__).resolve().parent / "queries"

MODEST = "256MB"

_MAGIC_AT = 8
_MAGIC = b"DUCK"
"""How a DuckDB file begins, after a checksum."""

Cursor = duckdb.DuckDBPyConnection

_writing = threading.Lock()
"""Two transactions that change the same row fail; so writers of this process take turns."""


PATIENCE = 5.0
"""Seconds to wait for others who work with the store before its file is written anew."""


class StoreUnusable(HexcoachError):
    """The store cannot be opened: in use, not ours, or of another version."""


class StoreBusy(HexcoachError):
    """Something else is going on in the store."""


def default_path() -> Path:
    """`HEXCOACH_STORE` where it is set, else `data/local/hexcoach.duckdb` of this project."""
    return Path(os.environ.get("HEXCOACH_STORE") or DEFAULT_STORE)


@cache
def query(name: str) -> str:
    """The text of `data/queries/<name>.sql`."""
    return (_QUERIES / f"{name}.sql").read_text(encoding="utf-8")


def migrations() -> list[tuple[int, Path]]:
    """Number and file of each migration, in the order in which they are applied."""
    return sorted((int(path.name[:4]), path) for path in _SCHEMA.glob("[0-9]*_*.sql"))


class _Database:
    """The open file, which a store and its masked view share. Cursors are counted, since the file
    can be changed for another only while there is none."""

    def __init__(self, connection: Cursor) -> None:
        self.connection = connection
        self._changed = threading.Condition()
        self._cursors = 0
        self._masked: list[Cursor] = []
        """Not in use; making one takes longer than most questions."""

    @contextmanager
    def cursor(self, *, masked: bool) -> Iterator[Cursor]:
        with self._changed:
            self._cursors += 1
        try:
            with self._masked_cursor() if masked else self._plain_cursor() as cursor:
                yield cursor
        finally:
            with self._changed:
                self._cursors -= 1
                self._changed.notify_all()

    @contextmanager
    def _plain_cursor(self) -> Iterator[Cursor]:
        cursor = self.connection.cursor()
        try:
            yield cursor
        finally:
            cursor.close()

    @contextmanager
    def _masked_cursor(self) -> Iterator[Cursor]:
        with self._changed:
            cursor = self._masked.pop() if self._masked else None
        cursor = cursor or _masked(self.connection.cursor())
        try:
            yield cursor
        except BaseException:
            cursor.close()
            raise
        with self._changed:
            self._masked.append(cursor)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While nobody else has a cursor; they wait. Raises `StoreBusy`."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._cursors == 0, PATIENCE):
                raise StoreBusy(
                    "Something else is at work in the store, such as an import or a review."
                )
            self.close_masked()
            yield

    def close_masked(self) -> None:
        for cursor in self._masked:
            cursor.close()
        self._masked.clear()


class Store:
    """One open store. Threads share it; each piece of work takes a cursor of its own."""

    def __init__(
        self, database: _Database, path: Path, *, read_only: bool, is_masked: bool = False
    ) -> None:
        self._database = database
        self.path = path
        self.read_only = read_only
        self.is_masked = is_masked
        """Whether what is read has pseudonyms in the place of names. Writing is not masked."""

    @property
    def masked(self) -> "Store":
        """The same store as somebody sees it who is to see no names: in whatever is asked of it
        each name is a pseudonym, the same one everywhere, by which it can be filtered too; notes,
        ids of players, names of files and quotations from logs are left out."""
        return Store(self._database, self.path, read_only=self.read_only, is_masked=True)

    @property
    def plain(self) -> "Store":
        """The same store with its names: what imports and deletions work with."""
        return Store(self._database, self.path, read_only=self.read_only)

    @contextmanager
    def cursor(self) -> Iterator[Cursor]:
        """A connection of its own to the same data; what is left uncommitted is undone. Raises
        `StoreUnusable` where the file turns out to be damaged, or the disk full."""
        with self._told_of_damage(), self._database.cursor(masked=self.is_masked) as cursor:
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[Cursor]:
        """A cursor whose work is kept as a whole, or not at all. One at a time in a process. Raises
        as `cursor`."""
        with _writing, self._told_of_damage(), self._database.cursor(masked=False) as cursor:
            cursor.begin()
            try:
                yield cursor
            except BaseException:
                # Of a damaged file nothing can be taken back either.
                with suppress(duckdb.Error):
                    cursor.rollback()
                raise
            cursor.commit()

    @contextmanager
    def _told_of_damage(self) -> Iterator[None]:
        try:
            yield
        except duckdb.Error as error:
            if not _is_of_the_file(error, self.path):
                raise
            raise StoreUnusable(
                f"The store {self.path} cannot be read or written any further "
                f"({str(error).splitlines()[0]}). If the disk is full, make room; else the file is "
                "damaged: put a copy in its place, or name another file with --store or "
                "HEXCOACH_STORE and import again."
            ) from error

    @contextmanager
    def modest(self) -> Iterator[None]:
        """While work goes on that touches much and needs little at a time: by itself DuckDB keeps
        all that was written in memory, as long as there is some."""
        with self._database.cursor(masked=False) as cursor:
            # Refused while a question at the same time needs more; then it goes without.
            with suppress(duckdb.OutOfMemoryException):
                cursor.execute(f"SET memory_limit = '{MODEST}'")
            # Rows are compressed while they are still in the processor's cache, not five groups of
            # 122 880 later: a bulk insert takes a seventh less time.
            cursor.execute("SET write_buffer_row_group_count = 1")
            # Two threads leave two part-filled row groups a batch, which the checkpoint writes once
            # more: a third more work and half as many bytes again in the file.
            cursor.execute("SET threads = 1")
            try:
                yield
            finally:
                cursor.execute("RESET memory_limit")
                cursor.execute("RESET write_buffer_row_group_count")
                cursor.execute("RESET threads")

    def ask(
        self,
        name: str,
        parameters: Mapping[str, Any] | None = None,
        **frames: pl.DataFrame,
    ) -> pl.DataFrame:
        """The answer of `data/queries/<name>.sql`; `frames` are tables that it may name."""
        with self.cursor() as cursor:
            for frame_name, frame in frames.items():
                cursor.register(frame_name, frame)
            answer = cursor.sql(query(name), params=dict(parameters or {})).pl()
            for frame_name in frames:
                cursor.unregister(frame_name)
            return answer

    @property
    def version(self) -> int:
        """A number that grows with every change of the data: the key of whatever is cached."""
        return int(self.ask("library/version").item())

    def rewrite(self) -> None:
        """Write the file anew. DuckDB leaves what is deleted in the blocks that it marks as free,
        whatever CHECKPOINT and VACUUM do; a copy has none of it. Raises `StoreBusy`, and
        `StoreUnusable` where there is no room for the copy."""
        with _writing, self._database.alone():
            self._database.connection = _rewritten(self._database.connection, self.path)

    def close(self) -> None:
        self._database.close_masked()
        self._database.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def open_store(path: Path | str | None = None, *, read_only: bool = False) -> Store:
    """Open the store, making it if it is not there and bringing its tables up to date.

    Raises `StoreUnusable`: another process has the file open, it is no store, it is from a newer
    version, or (`read_only`) it is missing or from an older version.
    """
    where = Path(path) if path is not None else default_path()
    if read_only and not where.exists():
        raise StoreUnusable(f"There is no store at {where}; import some games first.")
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        connection = duckdb.connect(where, read_only=read_only)
    except duckdb.Error as error:
        raise StoreUnusable(_why_not(where, error)) from error
    except OSError as error:
        raise StoreUnusable(f"The store {where} cannot be opened: {error.strerror}.") from error
    try:
        _bring_up_to_date(connection, where, read_only=read_only)
        if not read_only:
            # Nobody else can have it open, so a run that goes on was killed.
            connection.execute(query("ingest/call_broken_off"))
            connection = _with_its_secret(connection, where)
    except BaseException:
        connection.close()
        raise
    return Store(_Database(connection), where, read_only=read_only)


def _with_its_secret(connection: Cursor, path: Path) -> Cursor:
    """Make the salt of pseudonyms, and finish a deletion that did not come to its end."""
    connection.execute(query("privacy/make_salt"), {"salt": secrets.token_hex(32)})
    ((_, rewrite),) = connection.execute(query("privacy/secret")).fetchall()
    return _rewritten(connection, path) if rewrite else connection


def _rewritten(connection: Cursor, path: Path) -> Cursor:
    """Put a copy in the place of the file, and open it."""
    fresh = path.with_name(f"{path.name}.rewritten")
    logs = [file.with_name(f"{file.name}.wal") for file in (fresh, path)]
    fresh.unlink(missing_ok=True)
    logs[0].unlink(missing_ok=True)
    try:
        connection.execute("CHECKPOINT")
        connection.execute(f"ATTACH {_quoted(str(fresh))} AS fresh")
        try:
            connection.execute(f"COPY FROM DATABASE {_catalogue(connection)} TO fresh")
            connection.execute("UPDATE fresh.privacy SET rewrite = FALSE")
        finally:
            connection.execute("DETACH fresh")
        shutil.copymode(path, fresh)
    except (duckdb.Error, OSError) as error:
        fresh.unlink(missing_ok=True)
        reason = str(error).splitlines()[0]
        raise StoreUnusable(
            f"The store {path} cannot be written anew ({reason}); it needs room for a second copy, "
            "and till then what was deleted can still be found in its bytes."
        ) from error
    connection.close()
    # The write-ahead log is empty, and of a file that is there no more.
    logs[1].unlink(missing_ok=True)
    fresh.replace(path)
    return duckdb.connect(path)


def _masked(cursor: Cursor) -> Cursor:
    ((salt, _),) = cursor.execute(query("privacy/secret")).fetchall()
    cursor.execute(f"SET VARIABLE salt = {_quoted(salt)}")
    for name, function in (("only_own", only_own_told), ("only_own_moves", only_own_moves)):
        # Cursors of one file share their functions.
        with suppress(duckdb.CatalogException):
            cursor.create_function(name, function, [VARCHAR], VARCHAR)
    cursor.execute(query("privacy/mask").replace("{store}", _catalogue(cursor)))
    return cursor


def _catalogue(cursor: Cursor) -> str:
    """The name of the open file in SQL."""
    ((name,),) = cursor.execute("SELECT current_database()").fetchall()
    return '"' + str(name).replace('"', '""') + '"'


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _is_of_the_file(error: duckdb.Error, path: Path) -> bool:
    """Whether the store's own file is at fault, and not a question or another file."""
    text = str(error)
    return (
        isinstance(error, duckdb.FatalException)
        or "Corrupt database file" in text
        or (isinstance(error, duckdb.IOException) and path.name in text)
    )


def _why_not(path: Path, error: duckdb.Error) -> str:
    text = str(error)
    if "Could not set lock" in text:
        holder = re.search(r"PID (\d+)", text)
        process = f" (process {holder.group(1)})" if holder else ""
        return (
            f"The store {path} is in use by another program{process}, and only one can have it "
            "open: close that dashboard or import, or name another file with --store or "
            "HEXCOACH_STORE. A running dashboard imports files itself, on its Library page."
        )
    if path.is_dir():
        return f"The store {path} is a folder; name a file, such as {path / 'hexcoach.duckdb'}."
    if _is_something_else(path):
        return (
            f"The file {path} is no Hexcoach store, but something else: it is left as it is; name "
            "another file with --store or HEXCOACH_STORE, and a store is made there."
        )
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return (
            f"The store {path} cannot be written, and even reading it needs that: allow it for "
            "this user, or name another file with --store or HEXCOACH_STORE."
        )
    return (
        f"The store {path} is damaged and cannot be opened ({text.splitlines()[0]}): put a copy "
        "in its place, or name another file with --store or HEXCOACH_STORE and import again."
    )


def _is_something_else(path: Path) -> bool:
    """Whether the file is not even a DuckDB file, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC) + _MAGIC_AT)[_MAGIC_AT:] != _MAGIC
    except OSError:
        return False


def _bring_up_to_date(connection: Cursor, path: Path, *, read_only: bool) -> None:
    found = connection.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'"
    ).fetchall()
    tables = {name for (name,) in found}
    if tables and "migrations" not in tables:
        raise StoreUnusable(
            f"The file {path} is a DuckDB file of something else; name another file with --store."
        )
    done: set[int] = set()
    if tables:
        done = {
            number for (number,) in connection.execute("SELECT number FROM migrations").fetchall()
        }
    applied = max(done, default=0)
    newest = migrations()[-1][0]
    if applied > newest:
        raise StoreUnusable(
            f"The store {path} was made by a newer Hexcoach (its tables are version {applied}, "
            f"this one knows {newest}): update Hexcoach or name another file with --store."
        )
    if read_only and not done.issuperset(number for number, _ in migrations()):
        raise StoreUnusable(
            f"The store {path} is from an older Hexcoach (its tables are version {applied}, this "
            f"one needs {newest}): open it once for writing, any import does."
        )
    for number, file in migrations():
        if number in done:
            continue
        connection.begin()
        try:
            connection.execute(file.read_text(encoding="utf-8"))
            connection.execute("INSERT INTO migrations VALUES (?, ?, now())", [number, file.name])
        except BaseException:
            connection.rollback()
            raise
        connection.commit()
