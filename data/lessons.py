"""Kept files as logs from which an importer is taught, and by which it shows what it has learnt."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import polars as pl

from data.accounts import Fate
from data.keeping import KeptFile
from data.reports import report_chunks
from data.store import Store
from engine.replay import Status

MOST_LISTED = 1000


def teachable(store: Store, importer: str, limit: int = MOST_LISTED) -> pl.DataFrame:
    """Logs that gave no game, or one without moves, and that this importer may read better once it
    is taught: hash (of the kept file), inside (an archive), name, imported (when), id, game (null
    where nothing tells it), reason."""
    return store.ask("library/teachable", {"importer": importer, "limit": limit})


@contextmanager
def at_hand(store: Store, chosen: pl.DataFrame) -> Iterator[list[tuple[Path, str]]]:
    """The kept files of these rows of `teachable`, with their companions beside them, and the names
    by which people know them. Raises `NotKept`."""
    with ExitStack() as stack:
        files = []
        for (digest,), rows in chosen.group_by("hash", maintain_order=True):
            name = str(rows["name"][0]).removesuffix(str(rows["inside"][0]))
            tables = tuple(rows["id"].drop_nulls().unique().sort())
            kept = KeptFile(store, str(digest), name, 0, tables)
            files.append((stack.enter_context(kept.at_hand()), name))
        yield files


def became_verified(store: Store, import_id: int) -> int:
    """How many games a run verified that were not stored, or not like this, before."""
    fates = (str(Fate.STORED), str(Fate.REPLACED))
    chunks = report_chunks(store, import_id, fates=fates)
    return sum(int((chunk["status"] == str(Status.VERIFIED)).sum()) for chunk in chunks)
