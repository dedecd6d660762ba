"""Shards without names: the pseudonyms are those of the store, whoever makes them and however."""

import os
import shutil
import zipfile
from contextlib import nullcontext
from pathlib import Path

import polars as pl
import pytest

import data.scale.run
from data.ingest import Unopened, find_inputs, run_import
from data.privacy import salt_of
from data.scale.rebuild import RebuildRefused, rebuild
from data.scale.run import Planned
from data.store import open_store
from tests.cli.shell import Shell
from tests.data.hidden import NAMES, named_logs, write_named
from tests.data.ledger import write_logs
from tests.data.scale.both_ways import Here, contents_of, import_to, rebuild_to, shard_here

WHOLE = 1024 * 1024


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Logs that name people in every place, plain and packed, in files named after them."""
    folder = tmp_path / "logs"
    folder.mkdir()
    write_named(folder)
    with zipfile.ZipFile(folder / f"{NAMES[0]}.zip", "w") as archive:
        for number, name in enumerate(NAMES):
            inner = write_logs(tmp_path / "inner.hexlog", named_logs("china_gold", 1, seed=number))
            archive.write(inner, f"{name}/{number}.hexlog")
    return folder


def empty_store(path: Path) -> str:
    with open_store(path) as store:
        return salt_of(store)


def told_in(folder: Path) -> list[str]:
    """Where below a folder a name stands, in a file or in what it is called."""
    return [
        f"{file.name}: {name}"
        for file in sorted(folder.rglob("*"))
        for name in NAMES
        if name in file.name or name in (content_of(file) if file.is_file() else "")
    ]


def content_of(file: Path) -> str:
    if file.suffix == ".parquet":
        return str(pl.read_parquet(file).rows())
    return file.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("job_bytes", [20_000, WHOLE])
def test_shards_without_names_are_the_import_without_names(
    tmp_path: Path, folder: Path, job_bytes: int
) -> None:
    direct, rebuilt, shards = (tmp_path / name for name in ("d.duckdb", "r.duckdb", "shards"))
    salt = empty_store(direct)
    shutil.copyfile(direct, rebuilt)
    import_to([folder], direct, pseudonyms=True)
    shard_here([folder], shards, job_bytes, salt)
    # An empty store may be replaced unasked: it is there for its secret.
    *_, _ = rebuild(str(shards), rebuilt)
    wanted, found = contents_of(direct), contents_of(rebuilt)
    for table, rows in wanted.items():
        assert found[table] == rows, table
    assert told_in(shards) == []
    assert told_in(folder) != []
    with open_store(rebuilt) as store:
        assert salt_of(store) == salt
    assert salt.encode() not in b"".join(
        file.read_bytes() for file in shards.rglob("*") if file.is_file()
    )


def test_they_go_into_no_other_store(tmp_path: Path, folder: Path) -> None:
    salt = empty_store(tmp_path / "mine.duckdb")
    shard_here([folder], tmp_path / "shards", WHOLE, salt)
    other = tmp_path / "other.duckdb"
    for _ in range(2):
        with pytest.raises(RebuildRefused, match="have pseudonyms of a store that is not"):
            rebuild_to(tmp_path / "shards", other)
        empty_store(other)


def test_a_file_that_cannot_be_opened_is_told_by_its_number(tmp_path: Path, folder: Path) -> None:
    pipe = tmp_path / f"{NAMES[0]}.pipe"
    os.mkfifo(pipe)
    direct, rebuilt, shards = (tmp_path / name for name in ("d.duckdb", "r.duckdb", "shards"))
    salt = empty_store(direct)
    shutil.copyfile(direct, rebuilt)
    with open_store(direct) as store:
        events = list(run_import(store, find_inputs([pipe, folder]), pseudonyms=True))
    (unopened,) = [one for one in events if isinstance(one, Unopened)]
    assert unopened.file == "file 1.pipe"
    sharded = shard_here([pipe, folder], shards, WHOLE, salt)
    (planned,) = [one for one in sharded if isinstance(one, Planned)]
    assert [one.name for one in planned.plan.sources if one.problem] == ["file 1.pipe"]
    assert not any(name in repr(events + sharded) for name in NAMES)
    list(rebuild(str(shards), rebuilt))
    assert contents_of(rebuilt)["files"] == contents_of(direct)["files"]


def test_the_same_logs_with_names_are_other_shards(tmp_path: Path, folder: Path) -> None:
    mine = tmp_path / "mine.duckdb"
    shards = tmp_path / "shards"
    shard_here([folder], shards, WHOLE, empty_store(mine))
    before = {path.name for path in (shards / "jobs").iterdir()}
    shard_here([folder], shards, WHOLE)
    assert len(list((shards / "jobs").iterdir())) == 2 * len(before)


def test_a_store_that_is_replaced_hands_on_its_secret(tmp_path: Path) -> None:
    path = write_logs(tmp_path / "games.hexlog", named_logs("china_gold", 1, seed=3))
    store = tmp_path / "games.duckdb"
    import_to([path], store)
    salt = empty_store(store)
    shard_here([path], tmp_path / "shards", WHOLE)
    with pytest.raises(RebuildRefused, match="There is a store at"):
        list(rebuild(str(tmp_path / "shards"), store))
    rebuild_to(tmp_path / "shards", store)
    assert empty_store(store) == salt


def test_the_commands(
    tmp_path: Path, folder: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.scale.run, "workers", lambda *_: nullcontext(Here()))
    store, shards = str(tmp_path / "club.duckdb"), str(tmp_path / "shards")
    words = ["--out", shards]
    ran = shell("shard", str(folder), *words, "--store", store)
    assert (ran.code, "give --pseudonyms too" in ran.remarks) == (2, True)
    ran = shell("shard", str(folder), *words, "--pseudonyms", "--store", store)
    assert ran.code == 0, ran.remarks
    ran = shell("rebuild", shards, "--store", store)
    assert ran.code == 0, ran.remarks
    ran = shell("export", "--store", store)
    assert ran.output.count("Player ") >= 2
    assert not any(name in ran.output for name in NAMES)
