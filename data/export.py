"""Out again: games as hexlog, tables as CSV or Parquet, a chunk at a time."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import polars as pl

from data.filters import Filters
from data.reading import select_seats
from data.store import Store, query
from data.tables import TABLES
from engine.core.gamelog import GameLog

CHUNK_GAMES = 500
CHUNK_ROWS = 100_000

_FORMULA = r"^[=+\-@\t\r\n\x{ff1d}\x{ff0b}\x{ff0d}\x{ff20}]"
"""The wide forms of the same signs begin a formula too, in some spreadsheets."""


def logs(store: Store, filters: Filters) -> Iterator[GameLog]:
    """Every game in which a seat passes the filters, as it was read, in the order of storing."""
    game_ids = select_seats(store, filters).select("game_id").unique().sort("game_id")
    decode = msgspec.json.Decoder(GameLog).decode
    for chunk in game_ids.iter_slices(CHUNK_GAMES):
        for _, header, moves in store.ask("export/logs", selection=chunk).iter_rows():
            log = decode(header)
            log.moves = moves
            yield log


def table_chunks(store: Store, table: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """A table's rows of all games in which a seat passes, in chunks; at least one, maybe empty.
    Tables `OF_IMPORTS` are given whole, whatever the filters."""
    if table not in TABLES:
        raise ValueError(f"a table is one of {TABLES}, not {table!r}")
    game_ids = select_seats(store, filters).select("game_id").unique()
    with store.cursor() as cursor:
        cursor.register("selection", game_ids)
        reader = cursor.sql(query(f"export/{table}")).to_arrow_reader(CHUNK_ROWS)
        none = True
        for batch in reader:
            none = False
            yield _frame(batch)
        if none:
            yield _frame(reader.schema.empty_table())


def write_csv(store: Store, table: str, filters: Filters, path: Path) -> int:
    """Write a table as CSV that a spreadsheet can open without harm; returns the number of rows."""
    rows = 0
    with whole_or_nothing(path) as part, part.open("wb") as file:
        for chunk in table_chunks(store, table, filters):
            file.write(csv_bytes(chunk, header=file.tell() == 0))
            rows += chunk.height
    return rows


def csv_bytes(frame: pl.DataFrame, *, header: bool = True) -> bytes:
    """A frame as CSV that a spreadsheet can open without harm."""
    return guarded(frame).write_csv(include_header=header).encode()


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """A frame as Parquet, every value as it is."""
    file = io.BytesIO()
    frame.write_parquet(file)
    return file.getvalue()


def write_parquet(store: Store, table: str, filters: Filters, path: Path) -> int:
    """Write a table as Parquet, every value as it is; returns the number of rows."""
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415  (half a second to import)

    rows = 0
    writer = None
    with whole_or_nothing(path) as part:
        for chunk in table_chunks(store, table, filters):
            data = chunk.to_arrow()
            writer = writer or ParquetWriter(part, data.schema, compression="zstd")
            writer.write_table(data)
            rows += chunk.height
        if writer is not None:
            writer.close()
    return rows


def guarded(frame: pl.DataFrame) -> pl.DataFrame:
    """With an apostrophe before every text that a spreadsheet would run as a formula: names come
    from logs, and logs come from strangers."""
    lists = [name for name, kind in frame.schema.items() if kind == pl.List(pl.String)]
    flat = frame.with_columns(pl.col(lists).list.join("; ", ignore_nulls=True))
    return flat.with_columns(pl.col(pl.String).str.replace(_FORMULA, "'$0"))


def _frame(data: object) -> pl.DataFrame:
    frame = pl.from_arrow(data)
    assert isinstance(frame, pl.DataFrame)
    return frame


@contextmanager
def whole_or_nothing(path: Path) -> Iterator[Path]:
    """A file beside `path` that takes its place once it is complete."""
    part = path.with_name(f"{path.name}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
