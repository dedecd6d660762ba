"""No name gets into a store that is to have none."""

from pathlib import Path

import pytest

from data import reading
from data.accounts import Verdict
from data.filters import Filters
from data.ingest import Finished, Input, find_inputs, run_import
from data.operation import start_import
from data.own_words import only_own
from data.privacy import Pseudonyms, numbered, pseudonyms_of
from data.rereading import run_reimport
from data.store import open_store
from engine.cli.main import main
from engine.importers.bga.mapping import Actor
from engine.importers.contract import Found
from engine.replay import replay
from tests.data.hidden import (
    IDS,
    NAMES,
    checkpoint,
    found_in_file,
    found_in_rows,
    named_logs,
    spoilt,
    write_named,
)
from tests.data.ledger import write_logs

EVERY_STATUS = Filters(statuses=())


def test_an_import_with_pseudonyms_leaves_no_name_in_the_file(tmp_path: Path) -> None:
    path = write_named(tmp_path)
    words = [*NAMES, *IDS]
    with open_store(tmp_path / "open.duckdb") as store:
        list(run_import(store, find_inputs([path])))
        checkpoint(store)
        assert {"seats", "games", "rejected", "files", "raw_pieces"} <= set(
            found_in_rows(store, NAMES[0])
        )
        assert found_in_file(store.path, NAMES[0])  # so a name can be found in the bytes
    with open_store(tmp_path / "hidden.duckdb") as store:
        *_, finished = run_import(store, find_inputs([path]), pseudonyms=True)
        assert isinstance(finished, Finished)
        assert (finished.counts.stored, finished.counts.rejected) == (5, 3)
        checkpoint(store)
        assert {word: found_in_rows(store, word) for word in words} == {word: [] for word in words}
        assert [word for word in words if found_in_file(store.path, word)] == []
        assert reading.files(store, 1)["name"].to_list() == ["file 1.hexlog"]


def test_one_person_has_one_pseudonym_in_every_import_into_a_store(tmp_path: Path) -> None:
    first = write_logs(tmp_path / "a.hexlog", named_logs(seed=3))
    second = write_logs(tmp_path / "b.hexlog", named_logs("takenoko", seed=4))
    with open_store(tmp_path / "one.duckdb") as store:
        list(run_import(store, find_inputs([first]), pseudonyms=True))
        before = set(reading.names(store)["name"])
        assert before == {pseudonyms_of(store).of_name(name) for name in NAMES}
    with open_store(tmp_path / "one.duckdb") as store:
        list(run_import(store, find_inputs([second]), pseudonyms=True))
        assert set(reading.names(store)["name"]) == before
        assert set(reading.names(store.masked)["name"]) == before
    with open_store(tmp_path / "other.duckdb") as store:
        list(run_import(store, find_inputs([first]), pseudonyms=True))
        assert set(reading.names(store)["name"]).isdisjoint(before)


def test_games_between_pseudonyms_are_the_same_games(tmp_path: Path) -> None:
    path = write_logs(tmp_path / "a.hexlog", named_logs())
    with (
        open_store(tmp_path / "open.duckdb") as store,
        open_store(tmp_path / "hidden.duckdb") as hidden,
    ):
        list(run_import(store, find_inputs([path])))
        list(run_import(hidden, find_inputs([path]), pseudonyms=True))
        for game_id in (1, 2, 3):
            one, other = reading.game(store, game_id), reading.game(hidden, game_id)
            assert one.moves.equals(other.moves)
            assert one.seats.drop("name").equals(other.seats.drop("name"))
            assert one.facts["status"] == other.facts["status"]
            assert other.log.notes is None
            assert other.log.meta == {"source": "club", "date": "2026-03-01"}
            assert [player.id for player in other.log.players] == [None, None]
        # Coming again, with pseudonyms or not, the same bytes change nothing.
        *_, again = run_import(hidden, find_inputs([path]))
        assert isinstance(again, Finished)
        assert (again.counts.stored, again.counts.duplicate) == (0, 5)
        assert not found_in_rows(hidden, NAMES[0])


def test_what_was_not_kept_is_read_again_from_what_is_stored(tmp_path: Path) -> None:
    path = write_logs(tmp_path / "a.hexlog", named_logs())
    with open_store(tmp_path / "hidden.duckdb") as store:
        list(run_import(store, find_inputs([path]), pseudonyms=True))
        with store.transaction() as cursor:
            cursor.execute("UPDATE games SET rules_version = 'older'")
        *_, finished = run_reimport(store)
        assert isinstance(finished, Finished)
        assert finished.counts.replaced == 5
        assert reading.count_games(store, EVERY_STATUS) == 5
        assert not found_in_rows(store, NAMES[0])


def test_files_and_what_archives_hold_are_called_by_numbers(tmp_path: Path) -> None:
    assert numbered("deep/Zoë.tar.GZ", 7) == "file 7.tar.gz"
    assert numbered("Zoë", 7) == "file 7"
    import zipfile  # noqa: PLC0415

    inner = write_named(tmp_path)
    with zipfile.ZipFile(tmp_path / f"{NAMES[0]}.zip", "w") as archive:
        archive.write(inner, f"{NAMES[3]}/{NAMES[0]}.hexlog")
    missing = Input(tmp_path / "gone", f"{NAMES[0]}.json")
    with open_store(tmp_path / "hidden.duckdb") as store:
        archive_path = tmp_path / f"{NAMES[0]}.zip"
        list(run_import(store, [Input(archive_path, archive_path.name), missing], pseudonyms=True))
        assert reading.files(store, 1)["name"].to_list() == [
            "file 1.zip/file 1.hexlog",
            "file 2.json",
        ]
        assert not any(found_in_rows(store, name) for name in NAMES)


def test_a_page_can_start_such_an_import(tmp_path: Path) -> None:
    path = write_named(tmp_path)
    with open_store(tmp_path / "hidden.duckdb") as store:
        operation = start_import(store.masked, find_inputs([path]), pseudonyms=True)
        assert operation.wait(60)
        assert operation.problem is None
        assert reading.count_games(store, EVERY_STATUS) == 5
        assert not found_in_rows(store, NAMES[0])


def test_the_command_imports_with_pseudonyms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, where = write_named(tmp_path), tmp_path / "hidden.duckdb"
    code = main(["import", "--pseudonyms", "--store", str(where), str(path)])
    printed = capsys.readouterr()
    assert code == 1
    assert "8 games read from 1 file = 5 stored" in printed.out
    assert NAMES[0] not in printed.out + printed.err
    with open_store(where) as store:
        assert not found_in_rows(store, NAMES[0])


def test_a_text_is_rid_of_names_and_of_nothing_else() -> None:
    hidden = Pseudonyms("salt")
    al, ada = hidden.of_name("Al"), hidden.of_name("Ada Lima")
    names = ["Al", "Ada Lima"]
    assert hidden.without("al and Al also met ADA LIMA's", names) == f"al and {al} also met {ada}'s"
    assert hidden.of_name("") == ""
    assert hidden.of_name(al) == al
    assert hidden.without(f"{al}: well", [al]) == f"{al}: well"


def test_what_a_log_tells_of_moves_is_rid_of_names_too() -> None:
    hidden = Pseudonyms("salt")
    log = named_logs(count=1)[0]
    log.players[0].name = "Zwiebelfisch Vexlar"
    wrong = Actor(0, 1, "Zwiebelfisch Vexlar")
    named = Found(1, log, (f"vexlar, {IDS[0]} and Yolandé say so",), (wrong,), unknown={"x": 1})
    found = hidden.of_game(named)
    assert isinstance(found, Found)
    called = hidden.of_name("Zwiebelfisch Vexlar")
    error = replay(found.log, evidence=found.evidence).error
    assert error is not None
    assert error.reason.startswith(f"The log says that {called} (seat 1) does this")
    assert found.warnings == (f"{called}, {hidden.of_name(IDS[0])} and … say so",)
    assert found.log.moves == log.moves
    assert replay(named.log, evidence=named.evidence).error is not None


def test_only_words_that_the_program_writes_are_told() -> None:
    hidden = Pseudonyms("salt")
    said = "This is a log of the game `Green Gold` (table 710000005, 12 moves) of Zoë’s: “green”."
    assert hidden.told(said) == 'This is a log of the game … (table …, 12 moves) of …’s: "…".'
    assert hidden.told("The key `format` is missing.") == "The key `format` is missing."
    assert only_own("tile 0,0 zwiebelfisch 1,0") == "tile 0,0 … 1,0"


def test_ids_that_somebody_thought_up_are_told_apart_and_not_told() -> None:
    hidden = Pseudonyms("salt")
    logs = named_logs(count=4)
    for log, said in zip(logs, ("Zoë 1", "Zoë 2", "710000005", "id 01234-56789"), strict=True):
        log.id = said
    ids = [hidden.of_log(log).id for log in logs]
    assert ids[2:] == ["710000005", "id 01234-56789"]
    assert len(set(ids)) == 4
    assert not any("Zoë" in str(one) for one in ids)


def test_verdicts_of_such_an_import_name_nobody(tmp_path: Path) -> None:
    logs = named_logs()
    path = write_logs(tmp_path / "a.hexlog", [spoilt(logs[0]), logs[1], logs[1]])
    with open_store(tmp_path / "hidden.duckdb") as store:
        events = list(run_import(store, find_inputs([path]), pseudonyms=True))
        verdicts = [event for event in events if isinstance(event, Verdict)]
        assert [str(one.fate) for one in verdicts] == ["rejected", "stored", "duplicate"]
        assert not any(name in repr(verdicts) for name in NAMES)
