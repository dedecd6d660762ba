"""Files are kept as they came: given back byte for byte, each content once, whatever happens."""

import gzip
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import data.keeping
from data.fingerprints import digest_of_file
from data.ingest import Input, run_import
from data.keeping import Keeper, KeptFile, NotKept, restore
from data.store import Store, open_store
from tests.data.consistency import count
from tests.data.ledger import import_all, logs_of, write_logs


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store" / "games.duckdb") as opened:
        yield opened


def keep(store: Store, path: Path) -> str:
    keeper = Keeper()
    digest = digest_of_file(path)
    for _ in keeper.keep(store, path, digest, path.name):
        with store.transaction() as cursor:
            keeper.write(cursor)
    with store.transaction() as cursor:
        keeper.write(cursor)
    return digest


@pytest.mark.parametrize("size", [0, 1, 999, 1000, 1001, 10_500])
def test_a_kept_file_comes_back_byte_for_byte(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(data.keeping, "PIECE", 1000)
    monkeypatch.setattr(data.keeping, "MOST_WAITING", 2500)
    path = tmp_path / "noise.bin"
    path.write_bytes(random.Random(size).randbytes(size))
    digest = keep(store, path)
    assert count(store, "raw_pieces") == -(-size // 1000)
    back = tmp_path / "back.bin"
    restore(store, digest, back)
    assert back.read_bytes() == path.read_bytes()


def test_a_log_takes_a_fraction_of_its_size(store: Store, tmp_path: Path) -> None:
    path = write_logs(tmp_path / "games.hexlog", logs_of("takenoko", 20, 2, seed=3))
    keep(store, path)
    with store.cursor() as cursor:
        ((size, kept),) = cursor.execute("SELECT size, kept FROM raw").fetchall()
    assert size == path.stat().st_size
    assert kept < size / 4


def test_every_file_of_an_import_is_kept_once(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    log = write_logs(folder / "a.hexlog", logs_of("battle_sheep", 2, 2, seed=3))
    (folder / "b.hexlog").write_bytes(log.read_bytes())
    (folder / "c.hexlog.gz").write_bytes(gzip.compress(log.read_bytes()))
    (folder / "note.txt").write_text("no log\n")
    paths = sorted(folder.iterdir())
    for _ in range(2):
        import_all(store, *paths)
    with store.cursor() as cursor:
        kept = cursor.execute("SELECT name, hash FROM raw ORDER BY name").fetchall()
    assert [name for name, _ in kept] == ["a.hexlog", "c.hexlog.gz", "note.txt"]
    for name, digest in kept:
        with KeptFile(store, digest, f"some/{name}", 0).at_hand() as path:
            assert path.name == name
            assert path.read_bytes() == (folder / name).read_bytes()
        assert not path.exists()


def test_what_an_ended_import_had_begun_to_keep_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.keeping, "PIECE", 100)
    monkeypatch.setattr(data.keeping, "MOST_WAITING", 100)
    path = write_logs(tmp_path / "games.hexlog", logs_of("battle_sheep", 3, 2, seed=3))
    store_path = tmp_path / "games.duckdb"
    real = Keeper.write
    writes = iter(range(1000))

    def breaks(self: Keeper, cursor: object) -> None:
        if next(writes) == 3:
            raise OSError(28, "No space left on device")
        real(self, cursor)  # type: ignore[arg-type]

    with open_store(store_path) as store:
        monkeypatch.setattr(Keeper, "write", breaks)
        with pytest.raises(OSError, match="No space"):
            list(run_import(store, [Input(path, path.name)]))
        assert count(store, "raw") == 0
        assert count(store, "raw_pieces") > 0
    monkeypatch.setattr(Keeper, "write", real)
    with open_store(store_path) as store:
        assert count(store, "raw_pieces") == 0
        import_all(store, path)
        restore(store, digest_of_file(path), tmp_path / "back")
        assert (tmp_path / "back").read_bytes() == path.read_bytes()


def test_what_is_not_kept_says_so(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NotKept, match="is not kept in the store"):
        restore(store, "abc", tmp_path / "back")
