"""The library's part of imports: held and let go on, reports, logs apart, what is outdated."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import loaders
from dashboard.components import operations
from dashboard.texts import text
from data import reports
from data.control import Control
from data.ingest import Event, Input, find_inputs, run_import
from data.operation import Operation
from data.store import open_store
from tests.dashboard.samples import HEXLOG
from tests.dashboard.test_pages import assert_healthy, opened

BGA = HEXLOG.parent / "bga" / "containers"
GOOD = HEXLOG / "china_gold-first.hexlog"
SPOILT = HEXLOG / "china_gold-spoilt.hexlog"


@pytest.fixture
def filled_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With good and rejected games, and a log without moves beside its companion."""
    path = tmp_path / "filled.duckdb"
    monkeypatch.setenv("HEXCOACH_STORE", str(path))
    texts = [BGA / "texts.json", BGA / "texts.tableinfos.json"]
    with open_store(path) as store:
        list(run_import(store, find_inputs([GOOD, SPOILT, *texts])))
    return path


def words(app: AppTest) -> str:
    return "\n".join(one.value for kind in (app.markdown, app.caption, app.info) for one in kind)


@pytest.mark.usefixtures("filled_store")
def test_an_import_is_told_game_by_game_and_what_is_kept_apart() -> None:
    app = opened("library", part="imports")
    assert_healthy(app)
    said = words(app)
    for heading in ("report.by_game", "compared.title", "log_only.title"):
        assert text(heading) in said
    assert text("report.companion", count=1) in said
    assert text("outdated.title") not in said
    (pills,) = app.button_group
    assert pills.label == text("report.which")
    (apart,) = reports.logs_only(loaders.store()).to_dicts()
    tables = [frame.value for frame in app.dataframe]
    assert any(text("log_only.names") in table.columns for table in tables)
    assert any(
        ", ".join(apart["names"]) in table.to_dict("list").get(text("log_only.names"), [])
        for table in tables
    )


@pytest.mark.usefixtures("filled_store")
def test_what_is_outdated_can_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "rules_version", lambda game: "next")
    app = opened("library", part="imports")
    said = words(app)
    assert text("outdated.title") in said
    assert text("outdated.files", count=2) in said
    again = next(button for button in app.button if button.label == text("outdated.again"))
    again.click().run()
    assert_healthy(app)
    assert text("report.title") in [heading.value for heading in app.subheader]


def test_an_import_is_held_let_go_on_and_told(empty_store: Path) -> None:
    def events(control: Control) -> Iterator[Event]:
        control.pause()
        yield from run_import(loaders.store(), [Input(GOOD, "held.hexlog")], control=control)

    operation = Operation(events)
    operations._of_this_store().add(operation)
    app = opened("library")
    assert_healthy(app)
    assert text("running.paused", done=0, files=1, games=0) in words(app)
    labels = [button.label for button in app.button]
    assert text("running.go_on") in labels
    assert text("running.end") in labels
    next(one for one in app.button if one.label == text("running.go_on")).click().run()
    assert_healthy(app)
    assert operation.is_over
    assert text("report.title") in [heading.value for heading in app.subheader]
