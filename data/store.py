"""The DuckDB file: opened once a process, a cursor for each piece of work."""

import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb
import polars as pl

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


class StoreUnusable(HexcoachError):
    """The store cannot be opened: in use, not ours, or of another version."""


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


class Store:
    """One open store. Threads share it; each piece of work takes a cursor of its own."""

    def __init__(self, connection: Cursor, path: Path, *, read_only: bool) -> None:
        self._connection = connection
        self.path = path
        self.read_only = read_only

    @contextmanager
    def cursor(self) -> Iterator[Cursor]:
        """A connection of its own to the same data; what is left uncommitted is undone."""
        cursor = self._connection.cursor()
        try:
            yield cursor
        finally:
            cursor.close()

    @contextmanager
    def transaction(self) -> Iterator[Cursor]:
        """A cursor whose work is kept as a whole, or not at all. One at a time in a process."""
        with _writing, self.cursor() as cursor:
            cursor.begin()
            try:
                yield cursor
            except BaseException:
                cursor.rollback()
                raise
            cursor.commit()

    @contextmanager
    def modest(self) -> Iterator[None]:
        """While work goes on that touches much and needs little at a time: by itself DuckDB keeps
        all that was written in memory, as long as there is some."""
        with self.cursor() as cursor:
            # Refused while a question at the same time needs more; then it goes without.
            with suppress(duckdb.OutOfMemoryException):
                cursor.execute(f"SET memory_limit = '{MODEST}'")
            # Rows are compressed while they are still in the processor's cache, not five groups of
            # 122 880 later: a bulk insert takes a seventh less time.
            cursor.execute("SET write_buffer_row_group_count = 1")
            try:
                yield
            finally:
                cursor.execute("RESET memory_limit")
                cursor.execute("RESET write_buffer_row_group_count")

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
            return cursor.sql(query(name), params=dict(parameters or {})).pl()

    @property
    def version(self) -> int:
        """A number that grows with every change of the data: the key of whatever is cached."""
        return int(self.ask("library/version").item())

    def close(self) -> None:
        self._connection.close()

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
    except BaseException:
        connection.close()
        raise
    return Store(connection, where, read_only=read_only)


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
    applied = 0
    if tables:
        row = connection.execute("SELECT max(number) FROM migrations").fetchone()
        applied = int(row[0]) if row and row[0] is not None else 0
    newest = migrations()[-1][0]
    if applied > newest:
        raise StoreUnusable(
            f"The store {path} was made by a newer Hexcoach (its tables are version {applied}, "
            f"this one knows {newest}): update Hexcoach or name another file with --store."
        )
    if read_only and applied < newest:
        raise StoreUnusable(
            f"The store {path} is from an older Hexcoach (its tables are version {applied}, this "
            f"one needs {newest}): open it once for writing, any import does."
        )
    for number, file in migrations():
        if number <= applied:
            continue
        connection.begin()
        try:
            connection.execute(file.read_text(encoding="utf-8"))
            connection.execute("INSERT INTO migrations VALUES (?, ?, now())", [number, file.name])
        except BaseException:
            connection.rollback()
            raise
        connection.commit()
