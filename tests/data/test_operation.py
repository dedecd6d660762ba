"""An import is held, let go on and ended; its report is whole; a source that changes is noticed."""

import csv
import json
import os
import signal
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import data.ingest
from data import reading, reports
from data.batches import content_of
from data.control import Control
from data.ingest import Event, Finished, Input, Progress, run_import
from data.operation import Operation, start_import
from data.store import Store, open_store
from data.telling import alarm_sentence
from data.watching import Watch, seen_before
from engine.core.errors import HexcoachError
from engine.core.gamelog import GameLog
from engine.core.registry import game_keys
from engine.importers.hexlog import format_log
from tests.cli.shell import Shell
from tests.data.consistency import check_consistency, count
from tests.data.ledger import import_all, logs_of, write_logs

BGA = Path(__file__).resolve().parents[1] / "samples" / "bga" / "containers"
LOGS = [log for game in game_keys() for log in logs_of(game, 3, 2, seed=11)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store" / "games.duckdb") as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_logs(tmp_path / "games.hexlog", LOGS)


# Held, let go on, ended


def test_a_held_import_stores_what_it_read_and_waits(store: Store, path: Path) -> None:
    control = Control()
    control.pause()
    events = run_import(store, [Input(path, "games")], control=control)
    said: list[Event] = []
    for event in events:
        said.append(event)
        if isinstance(event, Progress) and event.paused:
            assert reading.imports(store)["state"].to_list() == ["paused"]
            control.resume()
    assert sum(isinstance(event, Progress) and event.paused for event in said) == 1
    finished = said[-1]
    assert isinstance(finished, Finished)
    assert (finished.state, finished.counts.stored) == ("done", len(LOGS))
    assert reading.imports(store)["state"].to_list() == ["done"]
    check_consistency(store)


def test_holding_in_the_middle_leaves_whole_games(store: Store, path: Path) -> None:
    control = Control()
    asked = iter(range(1000))

    def cancel() -> bool:
        if next(asked) == 3:
            control.pause()
        return False

    for event in run_import(store, [Input(path, "games")], cancel=cancel, control=control):
        if isinstance(event, Progress) and event.paused:
            assert count(store, "games") == event.counts.read == 4
            check_consistency(store)
            control.cancel()
    assert reading.imports(store)["state"].to_list() == ["cancelled"]
    assert count(store, "games") == 4
    again, _ = import_all(store, path)
    assert (again.counts.duplicate, again.counts.stored) == (4, len(LOGS) - 4)
    check_consistency(store)


def test_an_import_beside_the_pages_is_held_and_ended_from_another_thread(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", 1)
    removed = threading.Event()
    held = threading.Event()

    def events(control: Control) -> Iterator[Event]:
        for event in run_import(store, [Input(path, "games")], control=control):
            yield event
            if isinstance(event, Progress) and event.counts.read == 2:
                control.pause()
                held.set()

    operation = Operation(events, removed.set)
    assert held.wait(60)
    while not operation.is_held:
        assert not operation.wait(0.01)
    assert operation.progress is not None
    assert operation.progress.counts.read == count(store, "games") == 2
    operation.control.cancel()
    assert operation.wait(60)
    assert removed.is_set()
    assert operation.finished is not None
    assert operation.finished.state == "cancelled"
    check_consistency(store)


def test_an_import_beside_the_pages_tells_why_it_failed(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object, **__: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(data.ingest, "write_reading", breaks)
    operation = start_import(store, [Input(path, "games")])
    assert operation.wait(60)
    assert operation.problem == "The import ended early: No space left on device."
    assert reading.imports(store)["state"].to_list() == ["failed"]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# Files known again


def test_a_file_read_to_its_end_is_not_read_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = import_all(store, path)

    def breaks(*_: object) -> object:
        raise AssertionError("it was read")

    monkeypatch.setattr(data.ingest, "read_raw", breaks)
    again, verdicts = import_all(store, path.rename(path.with_name("other.hexlog")))
    assert again.counts.duplicate == first.counts.read
    assert {one.file for one in verdicts} == {"other.hexlog"}
    check_consistency(store)
    with store.transaction() as cursor:  # a game that is gone is stored again
        cursor.execute("DELETE FROM games WHERE game_id = 2")
    with pytest.raises(AssertionError, match="it was read"):
        import_all(store, path.with_name("other.hexlog"))


# Reports


def spoilt(number: int) -> str:
    document = json.loads(format_log(LOGS[number]))
    document["moves"].insert(1, "dance")
    document["id"] = "=1+1"
    return json.dumps(document)


def test_the_report_has_a_row_for_everything_that_was_read(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "games.hexlog"
    lines = [format_log(LOGS[0]), spoilt(1), format_log(LOGS[0]), "nonsense"]
    path.write_text("\n".join(lines))
    finished, verdicts = import_all(store, path)
    number = finished.import_id
    report = reports.report(store, number)
    assert report["line"].to_list() == [1, 2, 3, 4]
    assert report["fate"].to_list() == [one.fate.value for one in verdicts]
    assert report["game_id"].to_list() == [1, None, 1, None]
    assert reports.report(store, number, fates=["rejected"])["line"].to_list() == [2, 4]
    assert reports.report(store, number, search="DANCE")["line"].to_list() == [2]
    assert reports.report(store, number, after=2, limit=1)["line"].to_list() == [3]
    assert reports.report_size(store, number) == {"duplicate": 1, "rejected": 2, "stored": 1}

    as_csv, as_json = tmp_path / "report.csv", tmp_path / "report.json"
    assert reports.write_report(store, number, as_csv) == 4
    assert reports.write_report(store, number, as_json) == 4
    with as_csv.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["fate"] for row in rows] == report["fate"].to_list()
    assert rows[1]["id"] == "'=1+1"
    assert [row["id"] for row in json.loads(as_json.read_text())] == report["id"].to_list()


def test_a_long_report_comes_in_pieces(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "CHUNK", 2)
    finished, _ = import_all(store, write_logs(tmp_path / "games.hexlog", LOGS[:4]))
    chunks = list(reports.report_chunks(store, finished.import_id))
    assert [chunk.height for chunk in chunks] == [2, 2, 0]
    target = tmp_path / "report.json"
    assert reports.write_report(store, finished.import_id, target) == 4
    assert len(json.loads(target.read_text())) == 4


def test_a_report_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HexcoachError, match=r"ends in \.csv or \.json"):
        reports.check_report_path(tmp_path / "report.txt")
    with pytest.raises(HexcoachError, match="There is no folder"):
        reports.check_report_path(tmp_path / "none" / "report.csv")


def test_an_alarm_when_a_source_fails_more_than_it_did(store: Store, tmp_path: Path) -> None:
    games = logs_of("battle_sheep", 41, 2, seed=2)
    import_all(store, write_logs(tmp_path / "past.hexlog", games[:20]))
    quiet, _ = import_all(store, write_logs(tmp_path / "quiet.hexlog", games[20:30]))
    assert reports.alarms(store, quiet.import_id).is_empty()
    path = tmp_path / "changed.hexlog"
    lines = [json.loads(format_log(log)) for log in games[30:]]
    for document in lines[:6]:
        document["moves"].insert(1, "dance")
    path.write_text("\n".join(map(json.dumps, lines)))
    changed, _ = import_all(store, path)
    found = reports.alarms(store, changed.import_id).to_dicts()
    assert [(one["importer"], one["what"]) for one in found] == [
        ("hexlog", "rejected"),
        ("", "rejected"),
    ]
    assert (found[0]["hits"], found[0]["n"], found[0]["past_hits"], found[0]["past_n"]) == (
        6,
        11,
        0,
        30,
    )
    assert "6 of 11 games were rejected, before 0 of 30" in alarm_sentence(found[0])
    # The same file again is no news.
    again, _ = import_all(store, path)
    assert reports.alarms(store, again.import_id).is_empty()


def test_what_is_rejected_is_set_beside_what_is_kept(store: Store, tmp_path: Path) -> None:
    games = logs_of("battle_sheep", 24, 2, seed=2)
    lines = [json.loads(format_log(log)) for log in games]
    longest = sorted(lines, key=lambda one: len(one["moves"]))[-8:]
    for document in longest:
        document["moves"].insert(1, "dance")
    path = tmp_path / "games.hexlog"
    path.write_text("\n".join([*map(json.dumps, lines), "nonsense"]))
    finished, _ = import_all(store, path)
    assert finished.counts.rejected == 9
    found = reports.rejected_and_kept(store)
    for (trait,), part in found.group_by("trait"):
        known = 9 if trait == "importer" else 8
        dated = sum("date" in log["meta"] for log in longest) if trait == "date" else known
        assert part["rejected"].sum() == part["rejected_known"][0] == dated, trait
        assert part["kept"].sum() == part["kept_known"][0], trait
    lengths = found.filter(trait="length").rows_by_key("value", named=True, unique=True)
    assert lengths["4"]["rejected_share"] > lengths["4"]["kept_share"]
    assert lengths["4"]["stands_out"]
    assert reports.rejected_and_kept(store, "takenoko").is_empty()


# Watching


def test_a_file_is_taken_once_it_has_settled(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    assert watch.look() == []
    path = tmp_path / "growing.hexlog"
    path.write_text("a")
    assert watch.look() == []
    path.write_text("ab")
    assert watch.look() == []
    settled = watch.look()
    assert [one.path for one in settled] == [path]
    assert [one.path for one in watch.look()] == [path]  # until it is said to be handled
    watch.handled(settled)
    assert watch.look() == []
    path.write_text("abc")
    watch.look()
    assert [one.path for one in watch.look()] == [path]


def test_what_failed_or_was_read_is_known_by_size_time_and_content(
    store: Store, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("no log")
    good = write_logs(tmp_path / "good.hexlog", LOGS[:1])
    import_all(store, bad, good)
    moved = bad.rename(tmp_path / "moved.txt")
    given = [Input(one, one.name) for one in (moved, good, tmp_path / "missing")]
    assert [one.name for one in seen_before(store, given)] == ["moved.txt", "good.hexlog"]
    facts = moved.stat()
    moved.write_text("ho log")  # as long, but another content
    os.utime(moved, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert [one.name for one in seen_before(store, given)] == ["good.hexlog"]


def test_an_archive_with_companions_is_left_alone_until_it_changes(
    shell: Shell, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("texts.json", "texts.tableinfos.json"):
            archive.write(BGA / name, f"deep/{name}")
    arguments = ("watch", str(folder), "--once", "--every", "0.05", "--store")
    where = ""
    for pseudonyms in ((), ("--pseudonyms",)):
        where = str(tmp_path / f"games{len(pseudonyms)}.duckdb")
        assert "1 companion read" in shell(*arguments, where, *pseudonyms).output
        for _ in range(2):
            ran = shell(*arguments, where, *pseudonyms)
            assert (ran.code, ran.output) == (0, "")
            assert "1 file was read before and not changed since: left alone." in ran.remarks
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("more.txt", "no log")
    assert "1 rejected" in shell(*arguments, where).output


def test_an_archive_of_which_an_import_was_cancelled_is_read_on(
    store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "no log")
        archive.writestr("b.hexlog", write_logs(tmp_path / "b.hexlog", LOGS[:2]).read_bytes())
    given = [Input(path, path.name)]
    asked = iter(range(100))
    *_, finished = run_import(store, given, cancel=lambda: next(asked) == 1)
    assert isinstance(finished, Finished)
    assert seen_before(store, given) == []
    list(run_import(store, given))
    assert seen_before(store, given) == given


def test_watching_one_round(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_logs(folder / "games.hexlog", LOGS[:2])
    (folder / "bad.txt").write_text("no log")
    arguments = ("watch", str(folder), "--once", "--every", "0.05", "--store")
    ran = shell(*arguments, str(tmp_path / "games.duckdb"))
    assert ran.code == 1
    assert "2 stored + 0 duplicate + 1 rejected" in ran.output
    ran = shell(*arguments, str(tmp_path / "games.duckdb"))
    assert (ran.code, ran.output) == (0, "")
    assert "2 files were read before and not changed since: left alone." in ran.remarks
    ran = shell("watch", str(tmp_path / "none"))
    assert ran.code == 2
    assert "is no folder that can be watched" in ran.remarks


# The command line


def test_a_watched_folder_is_read_without_names(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    write_logs(folder / "a.hexlog", logs_of("battle_sheep", 2, 2, 1))
    where = tmp_path / "watched.duckdb"
    shell("watch", str(folder), "--once", "--every", "0.05", "--pseudonyms", "--store", str(where))
    with open_store(where) as store, store.cursor() as cursor:
        names = cursor.execute("SELECT name FROM seats").fetchall()
    assert len(names) > 1
    assert all(name.startswith("Player ") and len(name) > 12 for (name,) in names)


def test_ctrl_c_ends_between_games_and_says_how_to_go_on(
    shell: Shell, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", 1)
    real = content_of
    calls = iter(range(1000))

    def interrupted(log: GameLog) -> bytes:
        if next(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return real(log)

    monkeypatch.setattr(data.ingest, "content_of", interrupted)
    before = signal.getsignal(signal.SIGINT)
    store = str(tmp_path / "games.duckdb")
    ran = shell("import", str(path), "--store", store)
    assert ran.code == 130
    assert signal.getsignal(signal.SIGINT) is before
    assert "= 3 stored + 0 duplicate + 0 rejected" in ran.output
    assert "the same command again goes on where it stopped" in ran.remarks
    report = tmp_path / "report.csv"
    ran = shell("import", str(path), "--store", store, "--report", str(report))
    assert f"= {len(LOGS) - 3} stored + 3 duplicate" in ran.output
    assert len(report.read_text().splitlines()) == len(LOGS) + 1
    ran = shell("reimport", "--store", store)
    assert ran.output.startswith("0 games read from 0 files")
    ran = shell("reimport", "--store", store, "--importer", "nobody")
    assert (ran.code, ran.output) == (2, "")
    assert "There is no importer nobody" in ran.remarks


def test_totals_name_companions_and_alarms(shell: Shell, tmp_path: Path) -> None:
    store = str(tmp_path / "games.duckdb")
    texts = [str(BGA / name) for name in ("texts.json", "texts.tableinfos.json")]
    ran = shell("import", *texts, "--store", store)
    assert ran.code == 0
    assert "1 game read from 2 files = 1 stored" in ran.output
    assert "; 1 companion read with its log" in ran.output
    ran = shell("import", *texts, "--store", store, "--json")
    totals = json.loads(ran.output.splitlines()[-1])
    assert (totals["read"], totals["duplicate"], totals["companion"]) == (1, 1, 1)
    assert (totals["state"], totals["alarms"]) == ("done", [])
