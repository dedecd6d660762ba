"""Whatever holds a name, and wherever: nothing of it is stored or told of an import without."""

import re
import shutil
from pathlib import Path

import pytest

from data.ingest import Finished, find_inputs, run_import
from data.privacy import salt_of
from data.scale.rebuild import rebuild
from data.store import open_store
from tests.data.hidden import checkpoint, found_in_file, found_in_rows
from tests.data.hostile import WORDS, write_hostile
from tests.data.scale.both_ways import shard_here

TOLD = re.compile("|".join(WORDS), re.IGNORECASE)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "logs"
    assert write_hostile(folder) > 40
    return folder


def names_in(path: Path) -> list[str]:
    with open_store(path) as store:
        checkpoint(store)
        tables = [table for word in WORDS for table in found_in_rows(store, word)]
    return tables + [word for word in WORDS if found_in_file(path, word)]


def test_no_byte_of_the_store_holds_a_name_and_no_event_tells_one(
    tmp_path: Path, hostile: Path
) -> None:
    direct, sharded, shards = (tmp_path / name for name in ("d.duckdb", "s.duckdb", "shards"))
    with open_store(direct) as store:
        salt = salt_of(store)
    shutil.copyfile(direct, sharded)
    with open_store(direct) as store:
        events = list(run_import(store, find_inputs([hostile]), pseudonyms=True))
        few = find_inputs([hostile])[:10]
        again = list(run_import(store, few, pseudonyms=True))
    assert [event for event in events + again if TOLD.search(repr(event))] == []
    counts = [event.counts for event in (events[-1], again[-1]) if isinstance(event, Finished)]
    assert (counts[0].stored > 4, counts[0].rejected > 50, counts[1].stored) == (True, True, 0)
    assert names_in(direct) == []
    shard_here([hostile], shards, 1024 * 1024, salt)
    list(rebuild(str(shards), sharded))
    assert names_in(sharded) == []


def test_the_same_logs_with_names_hold_them_and_whoever_is_to_see_none_sees_none(
    tmp_path: Path, hostile: Path
) -> None:
    path = tmp_path / "open.duckdb"
    files = sorted(hostile.iterdir())[:8]
    with open_store(path) as store:
        events = list(run_import(store, find_inputs(files)))
        with store.masked.cursor() as cursor:
            for table in ("verdicts", "rejected"):
                told = cursor.execute(f"FROM {table}").fetchall()
                assert len(told) > 20
                assert [row for row in told if TOLD.search(repr(row))] == []
    assert any(TOLD.search(repr(event)) for event in events)
    assert set(WORDS) < set(names_in(path))
