"""Games of the store with which those of a batch are compared, and the numbers that are free."""

from collections.abc import Sequence

import msgspec
import polars as pl

from data.accounts import Apart
from data.store import Cursor, query
from engine.replay import Status


class Known(msgspec.Struct):
    """A game that another one is compared with; `new` is its place in the batch, if it is new."""

    status: Status | Apart
    plies: int
    rules_version: str
    importer: str
    importer_version: str
    game_id: int | None = None
    new: int | None = None


def next_ids(cursor: Cursor) -> dict[str, int]:
    """The first free import_id, game_id and rejected_id."""
    return cursor.sql(query("ingest/next_ids")).pl().row(0, named=True)


def known_games(
    cursor: Cursor, rows: Sequence[tuple[int, str, str | None, int | None]]
) -> dict[str, dict[int, Known]]:
    """Stored games by place in the batch: of the same `content`, of the same `name` (its natural
    key), and, of a file that is read again, the one stored from there (`origin`).

    `rows` tell of each game its place, hash, natural key and origin.
    """
    incoming = pl.DataFrame(
        list(rows),
        schema={
            "place": pl.Int32,
            "hash": pl.String,
            "natural_key": pl.String,
            "origin": pl.Int32,
        },
        orient="row",
    )
    cursor.register("incoming", incoming)
    found = cursor.sql(query("ingest/known_games")).pl()
    cursor.unregister("incoming")
    known: dict[str, dict[int, Known]] = {"content": {}, "name": {}, "origin": {}}
    for place, how, game_id, status, plies, rules, importer, version in found.iter_rows():
        said = Apart.LOG_ONLY if status == Apart.LOG_ONLY else Status(status)
        known[how][place] = Known(said, plies, rules, importer, version, game_id=game_id)
    return known
