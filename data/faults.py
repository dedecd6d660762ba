"""What could not be stored, kept aside: why, and what is known of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import polars as pl

from data.batches import with_tables
from data.store import Cursor


@dataclass(frozen=True, slots=True)
class NewRejected:
    """A fault to be kept; see the table `rejected`."""

    file_hash: str
    file: str
    line: int
    part: int
    id: str | None
    game: str | None
    status: str
    ply: int | None
    move: str | None
    reason: str
    legal: list[str]
    excerpt: str
    log: str | None
    importer: str | None
    players: int | None
    plies: int | None
    date: date | None


def add_rejected(cursor: Cursor, first_id: int, rejected: Sequence[NewRejected]) -> None:
    """Keep what was rejected, but for what was kept by an earlier run."""
    fields = NewRejected.__dataclass_fields__
    columns = {name: [getattr(one, name) for one in rejected] for name in fields}
    schema = {name: _REJECTED.get(name, pl.String()) for name in fields}
    ids = pl.int_range(first_id, first_id + len(rejected), dtype=pl.Int32)
    table = pl.DataFrame(columns, schema=schema).with_columns(rejected_id=ids)
    with_tables(cursor, "ingest/add_rejected", {"new_rejected": table})


_REJECTED: dict[str, pl.DataType] = {
    "line": pl.Int64(),
    "part": pl.Int32(),
    "ply": pl.Int32(),
    "legal": pl.List(pl.String()),
    "players": pl.UInt8(),
    "plies": pl.Int32(),
    "date": pl.Date(),
}
