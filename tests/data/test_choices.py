"""What was chosen at an import, the game and dialects, holds when the files are read again."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import data.store
from data import reading, reports
from data.filters import Filters
from data.ingest import Event, Finished, Unopened, find_inputs, run_import
from data.keeping import choices
from data.rereading import Which, run_reimport, to_reread
from data.store import Store, migrations, open_store
from engine.importers.bga.dialect import STORE, USER_FOLDER, BadDialect
from engine.importers.contract import NO_CHOICE, Choice
from tests.cli.shell import Shell
from tests.data.consistency import check_consistency, count
from tests.data.ledger import logs_of, write_logs
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import dress, games_of

ALL = Filters(statuses=())
DIALECT = SHEEP.toml


@pytest.fixture(autouse=True)
def no_dialects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(USER_FOLDER, str(tmp_path / "mine"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "games.duckdb") as opened:
        yield opened


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def dialect(tmp_path: Path) -> Path:
    path = tmp_path / "taught.toml"
    path.write_text(DIALECT)
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (game,) = games_of("battle_sheep", 1, 2, 77)
    path = tmp_path / "log.json"
    path.write_bytes(dress(game, SHEEP).content())
    return path


def run(store: Store, path: Path, choice: Choice = NO_CHOICE) -> tuple[list[Event], Finished]:
    *events, finished = run_import(store, find_inputs([path]), choice=choice)
    assert isinstance(finished, Finished)
    check_consistency(store)
    return events, finished


def again(store: Store, which: Which = Which.OUTDATED) -> tuple[list[Unopened], Finished]:
    *events, finished = run_reimport(store, which)
    assert isinstance(finished, Finished)
    check_consistency(store)
    return [one for one in events if isinstance(one, Unopened)], finished


def statuses(store: Store) -> list[str]:
    return reading.games(store, ALL)["status"].to_list()


def test_what_was_chosen_holds_when_the_file_is_read_again(
    store: Store, dialect: Path, log: Path
) -> None:
    _, finished = run(store, log, Choice("battle_sheep", (str(dialect),)))
    assert finished.counts.stored == 1
    assert statuses(store) == ["verified"]
    assert to_reread(store) == []
    unopened, finished = again(store, Which.ALL)
    assert (unopened, finished.counts.duplicate) == ([], 1)
    # Without a word it is the same file, read the same way.
    _, finished = run(store, log)
    assert finished.counts.duplicate == 1
    # A better dialect at the same place is reason to read again.
    dialect.write_text(DIALECT + "\n# better\n")
    assert reports.outdated(store)["why"].to_list() == ["importer"]
    assert reports.outdated(store.masked)["why"].to_list() == ["importer"]
    unopened, finished = again(store)
    assert (unopened, finished.counts.read) == ([], 1)
    assert to_reread(store) == []
    assert statuses(store) == ["verified"]


def test_a_dialect_that_is_gone_costs_no_game(store: Store, dialect: Path, log: Path) -> None:
    run(store, log, Choice("battle_sheep", (str(dialect),)))
    dialect.unlink()
    for which in Which:
        (unopened,), finished = again(store, which)
        assert finished.counts.read == 0
        assert unopened.file == str(log)
        assert f"The dialect {dialect} is not found: put it back there" in unopened.reason
        assert "games stored from it stay" in unopened.reason
    assert reports.outdated(store)["why"].to_list() == ["choice"]
    assert statuses(store) == ["verified"]
    # It may lie among the user's own by now.
    folder = dialect.parent / "mine"
    folder.mkdir()
    (folder / dialect.name).write_text(DIALECT)
    unopened_now, finished = again(store, Which.ALL)
    assert (unopened_now, finished.counts.duplicate) == ([], 1)
    assert statuses(store) == ["verified"]


def test_another_choice_takes_the_place_of_the_first(
    store: Store, dialect: Path, log: Path
) -> None:
    first = Choice("battle_sheep", (str(dialect),))
    run(store, log, first)
    other = dialect.with_name("moved.toml")
    dialect.rename(other)
    second = Choice("battle_sheep", (str(other),))
    _, finished = run(store, log, second)
    assert finished.counts.duplicate == 1
    assert list(choices(store).values()) == [second]
    assert to_reread(store) == []
    with pytest.raises(BadDialect, match="is not found"):
        run(store, log, first)
    assert count(store, "imports") == 2


def test_only_files_that_it_concerns_keep_a_choice(
    store: Store, dialect: Path, log: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    write_logs(folder / "games.hexlog", logs_of("china_gold", 1, 2, seed=9))
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        archive.write(log, "one/log.json")
    choice = Choice("battle_sheep", (str(dialect),))
    run(store, folder, choice)
    assert statuses(store) == ["verified", "incomplete"]
    assert list(choices(store).values()) == [choice]
    assert choices(store.masked) == {}
    dialect.unlink()
    (unopened,), finished = again(store, Which.ALL)
    assert (Path(unopened.file).name, finished.counts.duplicate) == ("packed.zip", 1)


def test_a_store_of_before_reads_its_files_as_then(
    tmp_path: Path, log: Path, dialect: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "schema"
    folder.mkdir()
    for number, file in migrations():
        if number < 7:
            (folder / file.name).write_text(file.read_text())
    newer = [(file.name, file.read_text()) for number, file in migrations() if number >= 7]
    monkeypatch.setattr(data.store, "_SCHEMA", folder)
    path = tmp_path / "old.duckdb"
    with open_store(path) as old, old.transaction() as cursor:
        cursor.execute("INSERT INTO raw VALUES ('0a', 'log.json', 3, 3, 1)")
    for name, text in newer:
        (folder / name).write_text(text)
    with open_store(path) as store:
        assert choices(store) == {}
        with store.cursor() as cursor:
            assert cursor.sql("SELECT hash, choice FROM raw").fetchall() == [("0a", None)]
            cursor.execute("DELETE FROM raw")
        run(store, log, Choice("battle_sheep", (str(dialect),)))
        assert len(choices(store)) == 1


def test_the_command_keeps_it_and_looks_for_dialects_in_the_same_folder(
    tmp_path: Path, shell: Shell, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(USER_FOLDER)
    monkeypatch.setenv(STORE, str(tmp_path / "home" / "games.duckdb"))
    folder = tmp_path / "home" / "dialects"
    folder.mkdir(parents=True)
    (folder / "sheep.toml").write_text(DIALECT)
    elsewhere = tmp_path / "elsewhere.duckdb"
    ran = shell("import", str(log), "--game", "battle_sheep", "--store", str(elsewhere))
    assert ran.code == 0, ran.remarks
    assert "1 stored" in ran.output
    with open_store(elsewhere) as store:
        assert statuses(store) == ["verified"]
        assert list(choices(store).values()) == [Choice("battle_sheep")]
    ran = shell("reimport", "--all", "--store", str(elsewhere))
    assert (ran.code, "1 duplicate" in ran.output) == (0, True)
