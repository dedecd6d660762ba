"""Import: everything read is accounted for, whatever else is in the file and whatever happens."""

import gzip
import json
import threading
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import data.ingest
import data.judging
from data import reading
from data.accounts import Fate, Verdict
from data.batches import add_games
from data.filters import Filters
from data.ingest import Finished, Input, Progress, Unopened, find_inputs, run_import
from data.store import Store, open_store
from engine.core.gamelog import GameLog, Result
from engine.core.registry import game_keys
from engine.importers.hexlog import format_log
from engine.replay import Status, replay
from tests.data.consistency import check_consistency, contents, count
from tests.data.ledger import import_all, logs_of, write_logs

EVERY_STATUS = Filters(statuses=())
GAMES = [log for game in game_keys() for log in logs_of(game, 4, 2, seed=7)]
COMPLETE = [log for log in GAMES if log.result is not None]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store" / "games.duckdb") as opened:
        yield opened


@pytest.fixture(params=[1, 150, 200_000])
def batch_moves(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """A batch a game, some games a batch, everything in one."""
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", request.param)
    return int(request.param)


# Everything is accounted for


def spoilt(log: GameLog) -> dict[str, Any]:
    """Illegal in the middle, whatever the game."""
    document: dict[str, Any] = json.loads(format_log(log))
    document["moves"].insert(len(document["moves"]) // 2, "dance on the table")
    document["id"] = f"{log.id}-spoilt"
    return document


def variants(log: GameLog) -> dict[str, tuple[str, Fate]]:
    """Lines made of one log, and what should become of each when it comes first."""
    line = format_log(log)
    document = json.loads(line)
    return {
        "good": (line, Fate.STORED),
        "spaced": (json.dumps(document, indent=None), Fate.STORED),
        "noted": (json.dumps({**document, "notes": {"0": "hm"}}), Fate.STORED),
        "spoilt": (json.dumps(spoilt(log)), Fate.REJECTED),
        "cut": (line[: len(line) * 2 // 3], Fate.REJECTED),
        "format": (json.dumps({**document, "format": "hexlog/99"}), Fate.REJECTED),
        "game": (json.dumps({**document, "game": "chess"}), Fate.REJECTED),
        "players": (json.dumps({**document, "players": [{"name": "A"}] * 9}), Fate.REJECTED),
        "switch": (json.dumps({**document, "rules": {"nonsense": 1}}), Fate.REJECTED),
        "not json": (line.replace(":", "=", 1), Fate.REJECTED),
        "number": ("12", Fate.REJECTED),
        "blank": ("   ", Fate.STORED),
    }


LINES = st.tuples(st.sampled_from(range(len(COMPLETE))), st.sampled_from(list(variants(GAMES[0]))))


@settings(max_examples=15)
@given(
    files=st.lists(st.lists(LINES, min_size=1, max_size=12), min_size=1, max_size=3),
    batch=st.sampled_from([1, 400, 100_000]),
)
def test_read_is_the_sum_of_all_fates(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[list[tuple[int, str]]],
    batch: int,
) -> None:
    folder = tmp_path_factory.mktemp("sum")
    expected: Counter[Fate] = Counter()
    seen: set[int] = set()
    paths = []
    for number, lines in enumerate(files):
        texts = []
        for which, variant in lines:
            text, fate = variants(COMPLETE[which])[variant]
            texts.append(text)
            if variant == "blank":
                continue
            if fate is Fate.STORED:
                fate = Fate.DUPLICATE if which in seen else Fate.STORED
                seen.add(which)
            expected[fate] += 1
        # The first line settles that it is a hexlog file, and is blank to everybody else.
        path = folder / f"{number}.hexlog"
        path.write_text("\n".join(["", *texts]), encoding="utf-8")
        if all(variant == "blank" for _, variant in lines):
            expected[Fate.REJECTED] += 1
        paths.append(path)
    with pytest.MonkeyPatch.context() as patch, open_store(folder / "s.duckdb") as store:
        patch.setattr(data.ingest, "BATCH_MOVES", batch)
        first, verdicts = import_all(store, *paths)
        assert Counter(verdict.fate for verdict in verdicts) == expected
        assert {str(fate): first.counts.columns()[fate] for fate in Fate} == {
            str(fate): expected[fate] for fate in Fate
        }
        assert first.counts.read == expected.total()
        assert count(store, "games") == expected[Fate.STORED]
        check_consistency(store)
        before = contents(store)

        second, _ = import_all(store, *paths)
        assert second.counts.stored == 0
        assert second.counts.rejected == first.counts.rejected
        assert second.counts.read == first.counts.read
        assert contents(store) == before
        check_consistency(store)


@pytest.mark.usefixtures("batch_moves")
def test_a_file_imported_twice_changes_nothing(store: Store, tmp_path: Path) -> None:
    path = write_logs(tmp_path / "games.hexlog", GAMES)
    first, _ = import_all(store, path)
    before = contents(store)
    again = path.rename(tmp_path / "other-name.hexlog")
    second, verdicts = import_all(store, again)
    assert (first.counts.stored, second.counts.stored) == (len(GAMES), 0)
    assert second.counts.duplicate == len(GAMES)
    assert contents(store) == before
    games = {verdict.id: verdict.game_id for verdict in verdicts}
    for verdict in verdicts:
        assert verdict.reason == f"The same game is stored already (game {games[verdict.id]})."


def test_the_version_changes_with_every_import(store: Store, tmp_path: Path) -> None:
    versions = [store.version]
    for log in GAMES[:3]:
        import_all(store, write_logs(tmp_path / "one.hexlog", [log]))
        versions.append(store.version)
    assert versions == sorted(set(versions))


# One bad game never costs another


def test_what_is_rejected_is_told_and_kept(store: Store, tmp_path: Path) -> None:
    bad = spoilt(COMPLETE[0])
    path = tmp_path / "games.hexlog"
    lines = [format_log(COMPLETE[0]), "", json.dumps(bad), '{"format": "hexlog/1"', "{}"]
    path.write_text("\n".join([*lines, format_log(COMPLETE[1])]), encoding="utf-8")
    finished, verdicts = import_all(store, path)
    assert [verdict.fate.value for verdict in verdicts] == [
        "stored",
        "rejected",
        "rejected",
        "rejected",
        "stored",
    ]
    ply = bad["moves"].index("dance on the table")
    illegal, cut, empty = (verdict for verdict in verdicts if verdict.fate is Fate.REJECTED)
    assert (illegal.line, illegal.status, illegal.ply) == (3, Status.ILLEGAL, ply)
    assert illegal.move == "dance on the table"
    assert illegal.legal
    assert (cut.line, cut.status, cut.ply) == (4, Status.UNREADABLE, None)
    assert "cut short" in (cut.reason or "")
    assert empty.line == 5
    assert finished.counts.rejected == 3

    kept = reading.rejected(store).to_dicts()
    for verdict, row in zip((illegal, cut, empty), kept, strict=True):
        assert row["file"] == "games.hexlog"
        assert (row["line"], row["id"], row["game"]) == (verdict.line, verdict.id, verdict.game)
        assert (row["status"], row["ply"], row["move"]) == (
            verdict.status,
            verdict.ply,
            verdict.move,
        )
        assert (row["reason"], tuple(row["legal"])) == (verdict.reason, verdict.legal)
    assert kept[0]["excerpt"].endswith("· dance on the table")
    log = reading.rejected_log(store, kept[0]["rejected_id"])
    assert log is not None
    assert json.loads(format_log(log)) == bad
    assert reading.rejected_log(store, kept[1]["rejected_id"]) is None
    with pytest.raises(reading.NotStored, match="no rejected game 99"):
        reading.rejected_log(store, 99)


def test_rejected_games_are_found_by_run_and_by_words(store: Store, tmp_path: Path) -> None:
    for number in (0, 1):
        path = tmp_path / f"file-{number}.hexlog"
        path.write_text(json.dumps(spoilt(COMPLETE[number])), encoding="utf-8")
        import_all(store, path)
    import_all(store, tmp_path / "file-0.hexlog")

    def found(*args: Any, **kwargs: Any) -> list[str]:
        return reading.rejected(store, *args, **kwargs)["file"].to_list()

    assert found() == ["file-0.hexlog", "file-1.hexlog"]
    assert found(1) == ["file-0.hexlog"]
    assert found(2) == ["file-1.hexlog"]
    assert found(3) == ["file-0.hexlog"]
    assert found(search="FILE-1") == ["file-1.hexlog"]
    assert found(search="dance") == ["file-0.hexlog", "file-1.hexlog"]
    assert found(limit=1, offset=1) == ["file-1.hexlog"]


def test_a_fault_of_the_program_costs_one_game(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = replay

    def breaks(log: GameLog, **options: Any) -> Any:
        if log.id == COMPLETE[1].id:
            raise ZeroDivisionError("of ours")
        return real(log, **options)

    def all_break(logs: Sequence[GameLog]) -> Any:
        return [breaks(log) for log in logs]

    monkeypatch.setattr(data.judging, "replay", breaks)
    monkeypatch.setattr(data.judging, "replay_many", all_break)
    _, verdicts = import_all(store, write_logs(tmp_path / "games.hexlog", COMPLETE[:3]))
    assert [verdict.fate.value for verdict in verdicts] == ["stored", "rejected", "stored"]
    assert "ZeroDivisionError" in (verdicts[1].reason or "")


def test_files_that_are_no_logs(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    good = write_logs(folder / "good.hexlog", COMPLETE[:1])
    (folder / "empty.hexlog").write_bytes(b"")
    (folder / "blank.hexlog").write_text("\n \n")
    (folder / "text.txt").write_text("Dear diary,\nwe played.")
    (folder / "noise.bin").write_bytes(bytes(range(256)) * 40)
    (folder / "cut.hexlog.gz").write_bytes(gzip.compress(good.read_bytes() * 50)[:-200])
    events = list(run_import(store, find_inputs([folder, folder / "missing.hexlog"])))
    verdicts = [event for event in events if isinstance(event, Verdict)]
    by_file = {
        Path(verdict.file).name: verdict for verdict in verdicts if verdict.fate is Fate.REJECTED
    }
    assert set(by_file) == {
        "empty.hexlog",
        "blank.hexlog",
        "text.txt",
        "noise.bin",
        "cut.hexlog.gz",
    }
    assert all(verdict.reason and verdict.reason.endswith(".") for verdict in by_file.values())
    assert sum(verdict.fate is Fate.STORED for verdict in verdicts) == 1
    (unopened,) = (event for event in events if isinstance(event, Unopened))
    assert unopened.reason == "The file cannot be opened: No such file or directory."
    finished = events[-1]
    assert isinstance(finished, Finished)
    problems = reading.files(store, finished.import_id).filter(pl.col("problem").is_not_null())
    assert [Path(name).name for name in problems["name"]] == ["missing.hexlog"]
    check_consistency(store)


def test_archives_are_files_of_files(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "archive.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/one.hexlog", format_log(COMPLETE[0]))
        archive.writestr("b/two.hexlog", format_log(COMPLETE[1]) + "\nnot json\n")
    events = list(run_import(store, [Input(path, "from Ana.zip")]))
    verdicts = [event for event in events if isinstance(event, Verdict)]
    assert [(one.file, one.line, one.fate.value) for one in verdicts] == [
        ("from Ana.zip/a/one.hexlog", 1, "stored"),
        ("from Ana.zip/b/two.hexlog", 1, "stored"),
        ("from Ana.zip/b/two.hexlog", 2, "rejected"),
    ]
    files = reading.files(store, 1)
    assert files["read"].to_list() == [1, 2]
    assert files["size"].to_list() == [None, None]
    assert files["hash"].n_unique() == 2
    check_consistency(store)


def test_a_device_is_no_file(store: Store) -> None:
    events = list(run_import(store, [Input(Path("/dev/zero"), "zero")]))
    assert isinstance(events[0], Unopened)
    assert "It is no file but a pipe or a device" in events[0].reason


def test_odd_text_is_kept(store: Store, tmp_path: Path) -> None:
    document = json.loads(format_log(COMPLETE[0]))
    names = ["nul \0 inside", "<b>🐼</b> ' \" \\ \u202e"]
    document["players"] = [{"name": name, "id": "", "rating": 1e308} for name in names]
    document["meta"] = {"source": "", "date": "no day", "deep": [[{"a": None}]]}
    path = tmp_path / "odd.hexlog"
    path.write_text(json.dumps(document), encoding="utf-8")
    _, (verdict,) = import_all(store, path)
    assert verdict.game_id is not None
    stored = reading.game(store, verdict.game_id)
    assert json.loads(format_log(stored.log)) == document
    assert stored.seats["name"].to_list() == names
    assert reading.select_seats(store, Filters(names=(names[0],))).height == 1


@pytest.mark.parametrize(
    ("meta", "clock", "expected"),
    [
        ({"date": "2026-03-04"}, None, date(2026, 3, 4)),
        ({"date": "2026-03-04T23:59:00+02:00"}, [0.0], date(2026, 3, 4)),
        ({}, [None, 86_400.0 * 3], date(1970, 1, 4)),
        ({}, [1e300], None),
        ({"date": "yesterday"}, [0.0], None),
        ({"date": 20260304}, None, None),
        (None, None, None),
    ],
)
def test_the_day_of_a_game(
    store: Store,
    tmp_path: Path,
    meta: dict[str, Any] | None,
    clock: list[float | None] | None,
    expected: date | None,
) -> None:
    document = json.loads(format_log(COMPLETE[0]))
    document["meta"] = meta or {}
    if clock is not None:
        document["clock"] = clock + [None] * (len(document["moves"]) - len(clock))
    path = tmp_path / "day.hexlog"
    path.write_text(json.dumps(document), encoding="utf-8")
    import_all(store, path)
    assert reading.games(store, EVERY_STATUS)["date"].to_list() == [expected]


def test_a_result_that_differs_is_told(store: Store, tmp_path: Path) -> None:
    log = logs_of(game_keys()[0], 2, 2, seed=7)[0]
    log.result = Result(scores=[99.0, -1.0])
    _, (verdict,) = import_all(store, write_logs(tmp_path / "one.hexlog", [log]))
    assert (verdict.fate, verdict.status) == (Fate.STORED, Status.MISMATCH)
    (row,) = reading.games(store, EVERY_STATUS).to_dicts()
    assert row["status"] == "mismatch"
    assert "99, -1" in row["remark"]
    assert reading.games(store, Filters()).is_empty()


# The same table twice


def half(log: GameLog) -> GameLog:
    """The log of the same table, made before the game was over."""
    other = logs_copy(log)
    other.moves = other.moves[: len(other.moves) // 2]
    other.result = None
    return other


def logs_copy(log: GameLog) -> GameLog:
    return msgspec.json.decode(msgspec.json.encode(log), type=GameLog)


@pytest.mark.usefixtures("batch_moves")
def test_a_better_log_of_a_table_takes_the_place_of_a_worse_one(
    store: Store, tmp_path: Path
) -> None:
    whole = COMPLETE[0]
    logs = [half(whole), whole, half(whole), COMPLETE[1]]
    finished, verdicts = import_all(store, write_logs(tmp_path / "games.hexlog", logs))
    assert [verdict.fate.value for verdict in verdicts] == [
        "stored",
        "replaced",
        "duplicate",
        "stored",
    ]
    assert verdicts[1].reason == (
        "It takes the place of a log of the same game that was incomplete."
    )
    assert "as good is stored already" in (verdicts[2].reason or "")
    assert finished.counts.read == 4
    assert finished.counts.stored - count(store, "games") == 0
    assert verdicts[2].game_id == verdicts[1].game_id
    assert verdicts[1].game_id is not None
    assert reading.game(store, verdicts[1].game_id).log == whole
    check_consistency(store)


def test_equal_ids_without_a_source_are_different_games(store: Store, tmp_path: Path) -> None:
    logs = [logs_copy(log) for log in COMPLETE[:2]]
    for log in logs:
        log.id, log.meta = "table 1", None
    finished, _ = import_all(store, write_logs(tmp_path / "games.hexlog", logs))
    assert finished.counts.stored == 2


# Stopping


def test_cancelling_keeps_whole_batches(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", 1)
    path = write_logs(tmp_path / "games.hexlog", GAMES)
    asked = iter(range(1000))
    events = list(run_import(store, [Input(path, "games")], cancel=lambda: next(asked) >= 4))
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert (finished.state, finished.counts.read, count(store, "games")) == ("cancelled", 4, 4)
    assert reading.imports(store)["state"].to_list() == ["cancelled"]
    check_consistency(store)
    again, _ = import_all(store, path)
    assert (again.counts.duplicate, again.counts.stored) == (4, len(GAMES) - 4)


def test_a_caller_who_goes_away_leaves_whole_batches(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", 1)
    path = write_logs(tmp_path / "games.hexlog", GAMES)
    events = run_import(store, [Input(path, "games")])
    for event in events:
        if isinstance(event, Progress) and event.counts.read == 3:
            break
    events.close()  # type: ignore[attr-defined]
    assert reading.imports(store)["state"].to_list() == ["cancelled"]
    assert count(store, "games") == 3
    check_consistency(store)


def test_a_failing_batch_leaves_the_ones_before(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", 1)
    real = add_games
    calls = iter(range(1000))

    def breaks(*args: Any) -> list[int]:
        ids = real(*args)
        if next(calls) == 2:
            raise OSError(28, "No space left on device")
        return ids

    monkeypatch.setattr(data.judging, "add_games", breaks)
    path = write_logs(tmp_path / "games.hexlog", GAMES)
    with pytest.raises(OSError, match="No space"):
        import_all(store, path)
    assert reading.imports(store)["state"].to_list() == ["failed"]
    assert count(store, "games") == 2
    check_consistency(store)


def test_imports_at_the_same_time_take_turns(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", 1)
    paths = [write_logs(tmp_path / f"{number}.hexlog", GAMES[number:]) for number in range(3)]
    finished: list[Finished] = []
    threads = [
        threading.Thread(target=lambda path=path: finished.append(import_all(store, path)[0]))
        for path in paths
    ]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        found = reading.games(store, EVERY_STATUS, limit=1000)
        assert found["game_id"].n_unique() == found.height
    for thread in threads:
        thread.join()
    assert sum(one.counts.stored for one in finished) == len(GAMES)
    assert sum(one.counts.read for one in finished) == 3 * len(GAMES) - 3
    assert count(store, "games") == len(GAMES)
    check_consistency(store)


# What is found to read


def test_a_folder_is_all_files_below_it(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name in ("b.hexlog", "deep/a.hexlog", "deep/er/c.zip", "deep/MANIFEST.toml", ".DS_Store"):
        (tmp_path / name).write_text("x")
    found = find_inputs([tmp_path, tmp_path / "b.hexlog", tmp_path / "no-such"])
    assert [str(one.path.relative_to(tmp_path)) for one in found] == [
        "b.hexlog",
        "deep/a.hexlog",
        "deep/er/c.zip",
        "b.hexlog",
        "no-such",
    ]
