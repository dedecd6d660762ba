"""Kept files read again: what is better takes its place, what is wrong goes, all is told."""

import json
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from io import BufferedReader
from pathlib import Path
from typing import Any

import msgspec
import pytest

import data.ingest
import data.judging
import data.recalling
import data.reports
from data import reading, reports
from data.accounts import Fate, Verdict
from data.filters import Filters
from data.ingest import Event, Finished
from data.rereading import Which, run_reimport, to_reread
from data.store import Store, open_store
from engine.core.gamelog import GameLog
from engine.core.registry import find_game
from engine.importers.contract import Found, Rejected, importers
from engine.importers.hexlog import format_log
from engine.replay import Replay, replay
from tests.data.consistency import check_consistency, contents, count
from tests.data.ledger import import_all, logs_of, write_logs

GAME = "china_gold"
LOGS = [log for log in logs_of(GAME, 4, 2, seed=9) if log.result is not None]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store" / "games.duckdb") as opened:
        yield opened


@pytest.fixture(autouse=True, params=[1, 200_000])
def batch_moves(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", request.param)


def reimport(store: Store, *how: Any) -> tuple[Finished, list[Verdict]]:
    events: list[Event] = list(run_reimport(store, *how))
    finished = events[-1]
    assert isinstance(finished, Finished)
    return finished, [event for event in events if isinstance(event, Verdict)]


NEXT = copy(find_game(GAME))
NEXT.version = "next"


class NewImporter:
    """The importer of hexlog in its next version, which may read otherwise."""

    key = "hexlog"
    version = "next"

    def __init__(self, change: Any = lambda item: item) -> None:
        self._old = importers()["hexlog"]
        self._change = change

    def claims(self, name: str, head: bytes) -> bool:
        return self._old.claims(name, head)

    def read(self, stream: BufferedReader, name: str) -> Iterator[Found | Rejected]:
        for item in self._old.read(stream, name):
            yield self._change(item)


def install(monkeypatch: pytest.MonkeyPatch, importer: NewImporter) -> None:
    monkeypatch.setitem(importers(), "hexlog", importer)


def new_rules(monkeypatch: pytest.MonkeyPatch, refused: str = "") -> None:
    """The game's rules in their next version, which refuse one game."""
    monkeypatch.setattr(
        data.recalling, "rules_version", lambda game: "next" if game == GAME else None
    )
    monkeypatch.setattr(data.judging, "rules_version", lambda game: "next")
    monkeypatch.setattr(data.reports, "rules_version", lambda game: "next")

    def judged(log: GameLog, **options: Any) -> Replay:
        if log.id == refused:
            log = GameLog(**{**as_fields(log), "moves": [log.moves[0], "dance"]})
        result = replay(log, **options)
        return replace(result, game=NEXT)

    monkeypatch.setattr(data.judging, "_replayed", lambda *_: {})
    monkeypatch.setattr(data.judging, "replay", judged)


def as_fields(log: GameLog) -> dict[str, Any]:
    return {name: getattr(log, name) for name in log.__struct_fields__}


def test_nothing_is_outdated_after_an_import(store: Store, tmp_path: Path) -> None:
    import_all(store, write_logs(tmp_path / "games.hexlog", LOGS))
    assert to_reread(store) == []
    before = contents(store)
    finished, verdicts = reimport(store, Which.ALL)
    assert finished.counts.duplicate == len(LOGS) == len(verdicts)
    assert contents(store) == before
    check_consistency(store)


def test_another_version_that_reads_the_same_is_noted(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_all(store, write_logs(tmp_path / "games.hexlog", LOGS))
    install(monkeypatch, NewImporter())
    assert reports.outdated(store)["why"].to_list() == ["importer"]
    finished, _ = reimport(store)
    assert (finished.counts.duplicate, finished.counts.replaced) == (len(LOGS), 0)
    assert {reading.game(store, one).facts["importer_version"] for one in (1, 2, 3)} == {"next"}
    assert to_reread(store) == []
    check_consistency(store)


def test_a_better_importer_replaces_what_it_reads_otherwise(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_logs(tmp_path / "games.hexlog", LOGS)
    import_all(store, path)
    path.unlink()  # what is kept is read, not what lies there

    def change(item: Found | Rejected) -> Found | Rejected:
        if isinstance(item, Found) and item.log.id == LOGS[1].id:
            moves = item.log.moves[:-1]
            return msgspec.structs.replace(
                item, log=GameLog(**{**as_fields(item.log), "moves": moves})
            )
        return item

    install(monkeypatch, NewImporter(change))
    finished, verdicts = reimport(store)
    assert (finished.counts.replaced, finished.counts.duplicate) == (1, len(LOGS) - 1)
    (other,) = (one for one in verdicts if one.fate is Fate.REPLACED)
    assert other.id == LOGS[1].id
    assert "The importer reads it otherwise now (next)" in (other.reason or "")
    assert "it was verified and is incomplete" in (other.reason or "")
    assert count(store, "games") == len(LOGS)
    assert to_reread(store) == []
    check_consistency(store)


def test_a_rejected_log_has_its_second_chance(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = json.loads(format_log(LOGS[0]))
    document["moves"].insert(1, "dance")
    path = tmp_path / "games.hexlog"
    path.write_text(f"{json.dumps(document)}\nnonsense\n{format_log(LOGS[1])}\n")
    first, _ = import_all(store, path)
    assert (first.counts.stored, first.counts.rejected) == (1, 2)

    def change(item: Found | Rejected) -> Found | Rejected:
        if isinstance(item, Found):
            moves = [move for move in item.log.moves if move != "dance"]
            return msgspec.structs.replace(
                item, log=GameLog(**{**as_fields(item.log), "moves": moves})
            )
        return item

    install(monkeypatch, NewImporter(change))
    finished, _ = reimport(store)
    counts = finished.counts
    assert (counts.stored, counts.duplicate, counts.rejected) == (1, 1, 1)
    assert reading.rejected(store)["line"].to_list() == [2]
    check_consistency(store)


def test_what_nobody_could_read_is_tried_again_when_there_is_another_importer(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "note.txt"
    path.write_text("a log of nobody\n")
    import_all(store, path)
    assert to_reread(store) == []
    install(monkeypatch, NewImporter())
    assert [one.name for one in to_reread(store)] == ["note.txt"]
    finished, _ = reimport(store)
    assert finished.counts.rejected == 1
    assert to_reread(store) == []


def test_other_rules_verify_again_and_take_out_what_they_refuse(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_all(store, write_logs(tmp_path / "games.hexlog", LOGS))
    refused = LOGS[1].id or ""
    new_rules(monkeypatch, refused)
    assert reports.older_rules(store)["games"].to_list() == [len(LOGS)]
    assert reports.outdated(store)["why"].to_list() == ["rules"]
    finished, verdicts = reimport(store)
    assert (finished.counts.replaced, finished.counts.rejected) == (len(LOGS) - 1, 1)
    fates = {one.id: (one.fate, one.reason or "") for one in verdicts}
    assert fates[refused][0] is Fate.REJECTED
    assert "It was stored as game" in fates[refused][1]
    assert "Verified again by version next" in fates[LOGS[0].id][1]
    assert "it is still verified" in fates[LOGS[0].id][1]
    assert count(store, "games") == len(LOGS) - 1
    assert reading.imports(store)["removed"].to_list() == [1, 0]
    assert reports.older_rules(store).is_empty()
    assert to_reread(store) == []
    check_consistency(store)


def test_games_whose_files_are_gone_are_verified_again_from_the_store(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_all(store, write_logs(tmp_path / "games.hexlog", LOGS))
    with store.transaction() as cursor:
        cursor.execute("DELETE FROM raw; DELETE FROM raw_pieces; UPDATE files SET raw = NULL")
    new_rules(monkeypatch)
    finished, _ = reimport(store)
    assert finished.counts.replaced == len(LOGS)
    assert reports.older_rules(store).is_empty()


def test_one_importer_can_be_chosen(store: Store, tmp_path: Path) -> None:
    import_all(store, write_logs(tmp_path / "games.hexlog", LOGS))
    assert [one.name for one in to_reread(store, importer="hexlog")] == ["games.hexlog"]
    assert to_reread(store, importer="bga") == []


def test_ended_early_it_goes_on_with_the_rest(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, log in enumerate(LOGS):
        import_all(store, write_logs(tmp_path / f"{number}.hexlog", [log]))
    new_rules(monkeypatch)
    events = run_reimport(store)
    for event in events:
        if isinstance(event, Verdict):
            break
    events.close()  # type: ignore[attr-defined]
    left = reports.older_rules(store)["games"].sum()
    finished, _ = reimport(store)
    assert finished.counts.replaced == left
    assert reports.older_rules(store).is_empty()
    check_consistency(store)


def test_events_that_nobody_knows_raise_an_alarm_and_name_their_types(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = logs_of(GAME, 24, 2, seed=4)
    import_all(store, write_logs(tmp_path / "past.hexlog", logs[:12]))

    def change(item: Found | Rejected) -> Found | Rejected:
        assert isinstance(item, Found)
        return msgspec.structs.replace(item, unknown={"flockMoved": 2, "flock": 1}, grade="partial")

    install(monkeypatch, NewImporter(change))
    finished, _ = import_all(store, write_logs(tmp_path / "now.hexlog", logs[12:]))
    alarm, together = reports.alarms(store, finished.import_id).to_dicts()
    assert (alarm["importer"], alarm["what"], alarm["types"]) == (
        "hexlog",
        "unknown",
        ["flock", "flockMoved"],
    )
    assert (alarm["hits"], alarm["n"], alarm["past_hits"], alarm["past_n"]) == (12, 12, 0, 12)
    assert (together["importer"], together["hits"]) == ("", 12)
    listed = reading.games(store, Filters(statuses=()), limit=100)
    assert sorted(listed["grade"].to_list()) == ["partial"] * 12 + ["replayable"] * 12
    with store.cursor() as cursor:
        counted = cursor.execute("SELECT type, games, events FROM unknown_types").fetchall()
    assert sorted(counted) == [("flock", 12, 12), ("flockMoved", 12, 24)]
    assert {reading.game(store, one).facts["grade"] for one in (1, 24)} == {"replayable", "partial"}
