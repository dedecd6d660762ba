"""Logs of Board Game Arena with their companions in other folders and archives of one upload."""

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import reading, reports
from data.accounts import Fate, Verdict
from data.filters import Filters
from data.ingest import Finished, find_inputs, run_import
from data.privacy import salt_of
from data.rereading import Which, run_reimport, to_reread
from data.store import Store, open_store
from engine.importers.bga.dialect import USER_FOLDER
from tests.data.consistency import check_consistency
from tests.data.scale.both_ways import contents_of, import_to, last_of, rebuild_to, shard_here
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import Habits, dress, games_of
from tests.engine.importers.bga.garden import GARDEN

SAMPLES = Path(__file__).parents[2] / "samples" / "bga"
ALL = Filters(statuses=())
FIRST = 400_000_001
NEVER_NAMED = 4
"""Logs of Battle Sheep, of which only companions tell the game."""


@pytest.fixture(scope="module")
def logs() -> list[bytes]:
    return [
        dress(log, SHEEP, Habits(seed=number), table=FIRST + number).content()
        for number, log in enumerate(games_of("battle_sheep", NEVER_NAMED, 2, 77))
    ]


@pytest.fixture(scope="module")
def views() -> list[bytes]:
    """One table of Takenoko as each of its players saved it."""
    (log,) = games_of("takenoko", 1, 2, 77, policy="greedy")
    return [
        dress(log, GARDEN, Habits(seed=3, viewers=(seat,)), table=FIRST + 50).content()
        for seat in range(2)
    ]


def companion(number: int) -> bytes:
    told = {"id": str(FIRST + number), "game_name": "splits", "result": {}}
    return json.dumps({"status": 1, "data": told}).encode()


@pytest.fixture
def upload(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logs: list[bytes], views: list[bytes]
) -> Path:
    mine = tmp_path / "mine"
    mine.mkdir()
    # Without the types that it claims a dialect tells the game of no log.
    lines = [line for line in SHEEP.toml.splitlines() if not line.startswith("claims")]
    (mine / "sheep.toml").write_text("\n".join(lines))
    (mine / "garden.toml").write_text(GARDEN.toml)
    monkeypatch.setenv(USER_FOLDER, str(mine))
    folder = tmp_path / "upload"
    for name in ("a", "b", "c/below"):
        (folder / name).mkdir(parents=True)
    (folder / "a" / "log1.json").write_bytes(logs[1])
    (folder / "c" / "below" / "whatever.txt").write_bytes(companion(1))
    with zipfile.ZipFile(folder / "a" / "logs.zip", "w") as archive:
        archive.writestr("saved/log0.json", logs[0])
    with zipfile.ZipFile(folder / "b" / "infos.zip", "w") as archive:
        archive.writestr("x/one.json", companion(0))
        archive.writestr("x/three.json", companion(3))
    with zipfile.ZipFile(folder / "c" / "both.zip", "w") as archive:
        archive.writestr("logs/log2.json", logs[2])
        archive.writestr("infos/two.json", companion(2))
    (folder / "b" / "log3.json").write_bytes(logs[3])
    (folder / "b" / "first-view.json").write_bytes(views[0])
    with zipfile.ZipFile(folder / "c" / "other-view.zip", "w") as archive:
        archive.writestr("second-view.json", views[1])
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "games.duckdb") as opened:
        yield opened


def verdicts_of(store: Store, *paths: Path) -> list[Verdict]:
    events = list(run_import(store, find_inputs(paths)))
    check_consistency(store)
    return [one for one in events if isinstance(one, Verdict)]


def told(verdicts: list[Verdict]) -> list[tuple[str, str]]:
    return sorted((Path(one.file).name, str(one.fate)) for one in verdicts)


def test_a_companion_is_found_wherever_it_lies(store: Store, upload: Path) -> None:
    verdicts = verdicts_of(store, upload)
    assert told(verdicts) == [
        ("first-view.json", "stored"),
        ("log0.json", "stored"),
        ("log1.json", "stored"),
        ("log2.json", "stored"),
        ("log3.json", "stored"),
        ("one.json", "companion"),
        ("second-view.json", "replaced"),
        ("three.json", "companion"),
        ("two.json", "companion"),
        ("whatever.txt", "companion"),
    ]
    (joined,) = [one for one in verdicts if one.fate is Fate.REPLACED]
    assert "the two views are joined" in (joined.reason or "")
    games = reading.games(store, ALL)
    assert games["game"].to_list().count("battle_sheep") == NEVER_NAMED
    # Nothing of it is worth another reading, and whatever comes again is known.
    assert to_reread(store) == []
    assert {one.fate for one in verdicts_of(store, upload)} == {Fate.DUPLICATE, Fate.COMPANION}
    assert {one.fate for one in verdicts_of(store, upload / "a")} == {Fate.DUPLICATE}
    *_, _ = run_reimport(store, Which.ALL)
    check_consistency(store)
    assert reading.games(store, ALL).height == games.height
    assert to_reread(store) == []


def test_a_companion_that_comes_later_in_an_archive_is_read_with_its_log(
    store: Store, upload: Path
) -> None:
    (before,) = verdicts_of(store, upload / "b" / "log3.json")
    assert before.fate is Fate.REJECTED
    verdicts = verdicts_of(store, upload / "b" / "infos.zip")
    assert told(verdicts) == [("one.json", "rejected"), ("three.json", "companion")]
    assert set(reports.outdated(store)["why"]) == {"companion"}
    *_, _ = run_reimport(store)
    check_consistency(store)
    assert reading.games(store, ALL)["status"].to_list() != []
    assert to_reread(store) == []


@pytest.mark.parametrize(("job_bytes", "hidden"), [(1, False), (1024 * 1024, True)])
def test_shards_find_them_too(tmp_path: Path, upload: Path, job_bytes: int, hidden: bool) -> None:
    direct, rebuilt = tmp_path / "direct.duckdb", tmp_path / "rebuilt.duckdb"
    with open_store(direct) as opened:
        salt = salt_of(opened) if hidden else ""
    shutil.copyfile(direct, rebuilt)
    import_to([upload], direct, pseudonyms=hidden)
    shard_here([upload], tmp_path / "shards", job_bytes, salt)
    rebuild_to(tmp_path / "shards", rebuilt)
    wanted, found = contents_of(direct), contents_of(rebuilt)
    assert found.keys() == wanted.keys()
    for table, rows in wanted.items():
        assert found[table] == rows, table
    assert len(wanted["games"]) == NEVER_NAMED + 1
    assert len(wanted["companions"]) == NEVER_NAMED


@pytest.mark.parametrize("job_bytes", [1, 1024 * 1024])
def test_what_is_read_is_counted_alike_in_shards(tmp_path: Path, job_bytes: int) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for sample in ("containers/texts.json", "containers/texts.tableinfos.json"):
        shutil.copy(SAMPLES / sample, folder)
    shutil.copy(SAMPLES / "wrong" / "not-json.json", folder)
    for number in (1, 2):  # of tables whose logs are not there
        (folder / f"alone{number}.json").write_bytes(companion(number))
    with open_store(tmp_path / "direct.duckdb") as opened:
        *_, finished = run_import(opened, find_inputs([folder]))
    assert isinstance(finished, Finished)
    last = last_of(shard_here([folder], tmp_path / "shards", job_bytes))
    rebuilt = rebuild_to(tmp_path / "shards", tmp_path / "rebuilt.duckdb")
    assert finished.counts.read == last.statuses.total() == rebuilt.counts.read == 4
    assert finished.counts.companion == last.companions == 1
    assert last.statuses["unreadable"] == finished.counts.rejected == 3
    # What was done before is counted as well.
    again = last_of(shard_here([folder], tmp_path / "shards", job_bytes))
    assert (again.statuses, again.companions) == (last.statuses, 1)
