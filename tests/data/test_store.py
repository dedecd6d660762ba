"""The store's file: who may open it, and how its tables grow."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

import data.store
from data import reading
from data.store import StoreUnusable, default_path, migrations, open_store, query

ROOT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys
from data.store import open_store
with open_store(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_by_another_process(path: Path) -> Iterator[int]:
    """The other process's number, while it has the store open."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        yield child.pid


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_in_use_elsewhere_says_what_to_do(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "games.duckdb"
    with (
        held_by_another_process(path) as process,
        pytest.raises(StoreUnusable) as refused,
    ):
        open_store(path, read_only=read_only)
    sentence = str(refused.value)
    assert f"in use by another program (process {process})" in sentence
    assert "--store" in sentence
    assert "\n" not in sentence
    open_store(path).close()


def test_what_is_no_store_says_so(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, " * 1000)
    with pytest.raises(StoreUnusable, match=r"notes\.txt is no Hexcoach store, .*--store") as told:
        open_store(text)
    assert "DuckDB" not in str(told.value)
    assert text.read_text().startswith("not a database")
    damaged = tmp_path / "damaged.duckdb"
    open_store(damaged).close()
    content = bytearray(damaged.read_bytes())
    content[12_288 : len(content) // 2] = b"x" * (len(content) // 2 - 12_288)
    damaged.write_bytes(content)
    with pytest.raises(StoreUnusable, match=r"damaged\.duckdb is damaged and cannot be opened"):
        open_store(damaged)
    with pytest.raises(StoreUnusable, match="is a folder; name a file"):
        open_store(tmp_path)
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        open_store(text / "below-a-file.duckdb")
    other = tmp_path / "other.duckdb"
    with duckdb.connect(other) as connection:
        connection.execute("CREATE TABLE songs (title VARCHAR)")
    with pytest.raises(StoreUnusable, match="DuckDB file of something else"):
        open_store(other)
    with duckdb.connect(other) as connection:
        tables = connection.sql("SELECT table_name FROM information_schema.tables").fetchall()
    assert tables == [("songs",)]


def test_a_file_that_ends_too_soon_is_told_in_a_sentence(tmp_path: Path) -> None:
    """It opens, as what it says of itself is whole; what is missing is found when it is needed."""
    path = tmp_path / "games.duckdb"
    with open_store(path) as store, store.cursor() as cursor:
        cursor.execute("CREATE TABLE many AS SELECT hash(range) AS one FROM range(500_000)")
    size = path.stat().st_size
    content = bytearray(path.read_bytes())
    content[size // 3 : 2 * size // 3] = bytes(2 * size // 3 - size // 3)
    path.write_bytes(content)
    with open_store(path) as store:
        told = r"games\.duckdb cannot be read or written"
        with pytest.raises(StoreUnusable, match=told), store.cursor() as cursor:
            cursor.sql("SELECT sum(one::HUGEINT) FROM many").fetchall()
        with (
            pytest.raises(StoreUnusable, match="put a copy in its place"),
            store.transaction() as cursor,
        ):
            cursor.execute("CREATE TABLE more AS SELECT one + 1 FROM many WHERE one > 5")


def test_a_store_that_may_not_be_written_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.duckdb"
    open_store(path).close()

    def refused(*_: object, **__: object) -> None:
        raise duckdb.IOException(f'Cannot open file "{path}": Permission denied')

    monkeypatch.setattr(duckdb, "connect", refused)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreUnusable, match="cannot be written, and even reading it needs that"):
        open_store(path)


def test_reading_needs_a_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="There is no store"):
        open_store(tmp_path / "none.duckdb", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_store_opened_for_reading_cannot_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    open_store(path).close()
    with open_store(path, read_only=True) as store:
        assert reading.totals(store).is_empty()
        with pytest.raises(duckdb.InvalidInputException), store.transaction() as cursor:
            cursor.execute("UPDATE store SET version = 7")


def test_the_path_may_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCOACH_STORE", str(tmp_path / "deep" / "er" / "games.duckdb"))
    with open_store() as store:
        assert store.path == tmp_path / "deep" / "er" / "games.duckdb"
    monkeypatch.delenv("HEXCOACH_STORE")
    assert default_path() == ROOT / "data" / "local" / "hexcoach.duckdb"


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.duckdb") as store:
        before = store.version
        with pytest.raises(duckdb.CatalogException), store.transaction() as cursor:
            cursor.execute("UPDATE store SET version = version + 1; FROM no_such_table")
        assert store.version == before


def test_threads_read_with_cursors_of_their_own(tmp_path: Path) -> None:
    """One connection shared by threads mixes up their answers."""
    with open_store(tmp_path / "games.duckdb") as store:
        wrong: list[object] = []

        def read(number: int) -> None:
            for _ in range(50):
                with store.cursor() as cursor:
                    cursor.execute("SELECT ? + version FROM store", [number])
                    if cursor.fetchone() != (number,):
                        wrong.append(number)

        threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []


# Migrations


def test_migrations_are_numbered_without_gaps() -> None:
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


@pytest.fixture
def schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations, to which more can be added."""
    folder = tmp_path / "schema"
    folder.mkdir()
    for _, file in migrations():
        (folder / file.name).write_text(file.read_text())
    monkeypatch.setattr(data.store, "_SCHEMA", folder)
    return folder


def test_an_old_store_is_brought_up_to_date(tmp_path: Path, schema: Path) -> None:
    path = tmp_path / "games.duckdb"
    open_store(path).close()
    newest = migrations()[-1][0] + 1
    (schema / f"{newest:04}_more.sql").write_text("CREATE TABLE more AS SELECT 1 AS one;")
    with pytest.raises(StoreUnusable, match="from an older Hexcoach"):
        open_store(path, read_only=True)
    for _ in range(2):
        with open_store(path) as store, store.cursor() as cursor:
            assert cursor.sql("FROM more").fetchall() == [(1,)]
            applied = cursor.sql("SELECT number FROM migrations ORDER BY number").fetchall()
            assert applied == [(number,) for number in range(1, newest + 1)]


def test_effects_of_an_old_store_tell_the_same_afterwards(tmp_path: Path, schema: Path) -> None:
    """Once every effect spelled out what happened."""
    path = tmp_path / "games.duckdb"
    later = [(file, file.read_text()) for number, file in migrations() if number > 5]
    for file, _ in later:
        file.unlink()
    effects = [
        (7, -1, 0, 1, "objective_drawn", "panda:pink-2", "deal", 0, None, None, None, None),
        (7, 3, 1, 0, "moved", "panda", "action", 0, 2, -1, 0, 0),
        (8, 4, 2, 1, "moved", "panda", "action", 0, 1, 1, 2, -1),
    ]
    with open_store(path) as store, store.cursor() as cursor:
        cursor.executemany(f"INSERT INTO effects VALUES ({', '.join('?' * 12)})", effects)
    for file, text in later:
        file.write_text(text)
    with open_store(path) as store, store.cursor() as cursor:
        told = cursor.sql(f"{query('export/effects').split('SEMI')[0]} ORDER BY game_id, ply")
        assert told.fetchall() == effects
        assert cursor.sql("SELECT count(*) FROM events").fetchall() == [(2,)]


def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path, schema: Path) -> None:
    path = tmp_path / "games.duckdb"
    extra = schema / "9000_future.sql"
    extra.write_text("CREATE TABLE future (one INTEGER);")
    open_store(path).close()
    extra.unlink()
    with pytest.raises(StoreUnusable, match="made by a newer Hexcoach"):
        open_store(path)


def test_a_migration_that_fails_is_undone(tmp_path: Path, schema: Path) -> None:
    path = tmp_path / "games.duckdb"
    open_store(path).close()
    bad = schema / "9000_bad.sql"
    bad.write_text("CREATE TABLE half (one INTEGER); SELECT no_such_column FROM half;")
    with pytest.raises(duckdb.BinderException):
        open_store(path)
    bad.unlink()
    with open_store(path) as store, store.cursor() as cursor:
        found = cursor.sql("FROM information_schema.tables WHERE table_name = 'half'").fetchall()
        assert found == []


def test_every_query_says_its_purpose_and_grain() -> None:
    folder = ROOT / "data" / "queries"
    files = sorted(folder.rglob("*.sql"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith("-- Purpose: "), file
        assert "Grain: " in text, file
