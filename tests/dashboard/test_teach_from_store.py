"""Teaching from logs that the store keeps: chosen in a list, read again, and what stays open."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import loaders
from dashboard.components.teach_store import name_of
from dashboard.texts import text
from data import lessons, reading
from data.filters import Filters
from data.fingerprints import digest_of
from data.ingest import find_inputs, run_import
from engine.importers.bga.dialect import USER_FOLDER
from tests.dashboard.test_pages import assert_healthy, opened
from tests.dashboard.test_teach import press
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import Dressed, Habits, dress, games_of

ALL = Filters(statuses=())


@pytest.fixture
def unknown_logs(
    empty_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Dressed]]:
    """Three logs in the store in a dialect that nobody knows: one with a companion, of the others
    nothing tells the game; the last lies in an archive."""
    monkeypatch.setenv(USER_FOLDER, str(tmp_path / "mine"))
    games = list(games_of("battle_sheep", 3, 2, 77))
    dressed = [
        dress(game, SHEEP, Habits(seed=number), table=400_000_001 + number)
        for number, game in enumerate(games)
    ]
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, one in enumerate(dressed):
        if number == 2:
            with zipfile.ZipFile(folder / "more.zip", "w") as archive:
                archive.writestr("a/log2.json", one.content())
            continue
        (folder / f"log{number}.json").write_bytes(one.content())
        if number:
            told = {"data": {"id": str(one.table), "game_name": "splits", "result": {}}}
            (folder / f"log{number}.tableinfos.json").write_text(json.dumps(told))
    list(run_import(loaders.store(), find_inputs([folder])))
    yield dressed
    loaders.store()


def select(app: AppTest, *rows: int) -> AppTest:
    listed = digest_of(name_of(lessons.teachable(loaders.store(), "bga")).encode())
    app.session_state[f"teach-kept-{listed}"] = {"selection": {"rows": list(rows), "columns": []}}
    return app.run()


def test_logs_of_the_store_are_chosen_taught_and_read_again(
    unknown_logs: list[Dressed],
) -> None:
    app = opened("teach")
    assert_healthy(app)
    assert text("teach.none_chosen") in [one.value for one in app.info]
    found = lessons.teachable(loaders.store(), "bga")
    assert sorted(Path(name).name for name in found["name"]) == [
        "log0.json",
        "log1.json",
        "log2.json",
    ]
    (table,) = [frame.value for frame in app.dataframe]
    assert list(table[text("teach.reason")]) == found["reason"].to_list()
    inside = found["inside"].to_list()
    app = select(app, inside.index("/a/log2.json"))
    assert_healthy(app)
    app = app.selectbox(key="teach-game").set_value("battle_sheep").run()
    again = text("teach.read_again", count=3)
    (button,) = [one for one in app.button if one.label == again]
    assert button.disabled
    app = press(app, text("teach.propose"))
    assert text("teach.verified", count=1, all=1) in [one.value for one in app.success]
    app = press(app, text("teach.save"))
    app = press(app, again)
    assert_healthy(app)
    told = text("teach.became", verified=3, read=3, rejected=0)
    assert told in [one.value for one in app.success]
    assert set(reading.games(loaders.store(), ALL)["status"]) == {"verified"}
    # The log that was taught from is still on the page, though the list has it no more.
    assert lessons.teachable(loaders.store(), "bga").is_empty()
    assert text("teach.verified", count=1, all=1) in [one.value for one in app.success]


def test_with_names_masked_no_log_of_the_store_is_shown(unknown_logs: list[Dressed]) -> None:
    app = opened("teach", masked="yes")
    assert_healthy(app)
    assert text("teach.masked") in [one.value for one in app.caption]
    assert not app.dataframe
