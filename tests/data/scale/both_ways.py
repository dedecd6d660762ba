"""The same files imported directly and by way of shards, and what the two stores hold."""

from collections.abc import Iterable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from data.ingest import find_inputs, run_import
from data.scale.filling import Rebuilt
from data.scale.rebuild import rebuild
from data.scale.run import Event, Sharded, shard
from data.store import Store, open_store

Rows = list[tuple[tuple[str, Any], ...]]

NOT_COMPARED = {"migrations", "store", "privacy", "raw", "raw_pieces"} | {
    "events",
    "effect_rows",
}
"""What was applied when, how often the store changed, its secret, and copies of the files: of what
is sharded no copy is made, as the shards' own plan says where the files are. The view `effects`
tells what two of the tables hold, whatever the numbers of events."""
OF_THE_WAY = {"rejected_id", "started", "ended"}
"""Columns that may differ: numbers are given in another order, and time passes."""


class AtOnce(Executor):
    """Does everything when it is asked to, in this process."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Here:
    """Workers of this process."""

    count = 1
    executor = AtOnce()

    def renew(self) -> None:
        raise AssertionError("nothing breaks here")


def shard_here(
    names: Iterable[Path | str], out: Path, job_bytes: int, salt: str = ""
) -> list[Event]:
    return list(shard([str(name) for name in names], str(out), Here(), job_bytes, salt))


def last_of(events: list[Event]) -> Sharded:
    last = events[-1]
    assert isinstance(last, Sharded)
    return last


def rebuild_to(out: Path | str, path: Path) -> Rebuilt:
    *_, rebuilt = rebuild(str(out), path, replace=True)
    assert isinstance(rebuilt, Rebuilt)
    return rebuilt


def import_to(names: Iterable[Path], path: Path, *, pseudonyms: bool = False) -> None:
    with open_store(path) as store:
        for _ in run_import(store, find_inputs(names), pseudonyms=pseudonyms):
            pass


def contents_of(path: Path) -> dict[str, Rows]:
    """Every row of every table, sorted; a game is told by its hash instead of its number."""
    with open_store(path, read_only=True) as store:
        return {name: _rows(store, name) for name in tables_in(store) if name not in NOT_COMPARED}


def tables_in(store: Store) -> list[str]:
    with store.cursor() as cursor:
        found = cursor.execute(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = 'main' ORDER BY ALL"
        ).fetchall()
    return [str(name) for (name,) in found]


def _rows(store: Store, table: str) -> Rows:
    with store.cursor() as cursor:
        hashes = dict(cursor.execute("SELECT game_id, hash FROM games").fetchall())
        found = cursor.execute(f"FROM {table}")
        names = [column[0] for column in found.description or ()]
        rows = []
        for values in found.fetchall():
            row = dict(zip(names, values, strict=True))
            if row.get("game_id") is not None:
                row["game_id"] = hashes.get(row["game_id"], "gone by now")
            if row.get("fate") == "duplicate":
                # It names the game's number, and a file that comes twice is not looked into twice
                # by an import that has stored all of it already.
                del row["reason"]
            rows.append(
                tuple((name, row[name]) for name in names if name in row and name not in OF_THE_WAY)
            )
    return sorted(rows, key=repr)
