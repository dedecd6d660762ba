"""Each chart gives its numbers away, as CSV without formulas and as Parquet, and nothing else."""

import ast
import csv
import io
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import streamlit as st

from dashboard.components import downloads, taking
from data import reading
from data.forgetting import trace_person
from data.store import open_store
from engine.core.registry import game_keys
from tests.dashboard.conftest import HOSTILE_NAMES
from tests.dashboard.test_masking import named_on, named_path, named_store, on_page
from tests.dashboard.test_pages import assert_healthy, opened
from tests.data.hidden import NAMES, found_in_file

__all__ = ["named_path", "named_store"]

COMPONENTS = Path(downloads.__file__).parent
CHARTS = [
    ("curves", {}, {"chart-bands", "chart-sources"}),
    ("curves", {"by": "player"}, {"chart-bands", "chart-sources"}),
    ("objectives", {}, {"chart-rates"}),
    ("objectives", {"by": "player"}, {"chart-rates"}),
    ("objectives", {"view": "heatmaps"}, {"chart-map-"}),
    ("objectives", {"view": "events"}, {"chart-actions"}),
    ("game", {}, {"chart-points"}),
]


class Given:
    """What charts were drawn from on a page, and what its buttons give."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.frames: dict[str, pl.DataFrame] = {}
        self.figures: dict[str, Any] = {}
        self.files: dict[str, tuple[str, bytes]] = {}
        monkeypatch.setattr(st, "download_button", self._button)
        monkeypatch.setattr(st, "plotly_chart", self._chart)
        offer = downloads.offer

        def offered(frame: pl.DataFrame, *, name: str, key: str) -> None:
            self.frames[key.removeprefix("take-")] = frame
            offer(frame, name=name, key=key)

        monkeypatch.setattr(downloads, "offer", offered)

    def _chart(self, figure: Any, *, key: str, **how: Any) -> None:
        self.figures[key] = figure

    def _button(self, label: str, data: Any, *, key: str = "", **how: Any) -> bool:
        name = how.get("file_name", "")
        self.files[key or name] = (name, data() if callable(data) else data)
        return False


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    return Given(monkeypatch)


def numbers_of(figure: Any) -> set[float]:
    """What the lines, bars and areas of a figure stand for."""
    found: set[float] = set()
    for trace in figure["data"]:
        for axis in ("x", "y", "z"):
            values = trace.get(axis)
            for value in [] if values is None else values:
                if isinstance(value, int | float) and not isinstance(value, bool):
                    found.add(round(float(value), 6))
    return found


def numbers_in(frame: pl.DataFrame) -> set[float]:
    return {
        round(float(value), 6)
        for name, kind in frame.schema.items()
        if kind.is_numeric()
        for value in frame[name].drop_nulls().to_list()
    }


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize(("page", "view", "keys"), CHARTS)
def test_each_chart_gives_the_frame_that_it_is_drawn_from(
    page: str, view: dict[str, str], keys: set[str], game: str, loaded_store: Path, given: Given
) -> None:
    if page == "game":
        with open_store(loaded_store) as store:
            from data.filters import Filters  # noqa: PLC0415

            (number,) = reading.games(store, Filters(game=game), limit=1)["game_id"].to_list()
        view = {**view, "id": str(number)}
    assert_healthy(opened(page, game=game, **view))
    for key in keys:
        if key == "chart-sources" and key not in given.figures:
            continue  # a game with one source of points has one chart
        assert [drawn for drawn in given.figures if drawn.startswith(key)]
    for key, figure in given.figures.items():
        frame = given.frames[key]
        assert not frame.is_empty()
        csv_name, written = given.files[f"take-{key}-csv"]
        parquet_name, packed = given.files[f"take-{key}-parquet"]
        assert csv_name.endswith(".csv")
        assert parquet_name.endswith(".parquet")
        assert pl.read_parquet(io.BytesIO(packed)).equals(frame)
        header, *rows = csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""))
        assert header == frame.columns
        assert len(rows) == frame.height
        assert not any(cell[:1] in "=+@\t" for row in rows for cell in row if cell)
        if key in {"chart-bands", "chart-points"}:
            drawn = numbers_of(figure)
            assert len(drawn) > 3
            assert drawn <= numbers_in(frame) | {0.0}


def test_reviews_give_their_numbers_too(named_store: Path, given: Given) -> None:
    with open_store(named_store) as store, store.cursor() as cursor:
        ((number,),) = cursor.execute("SELECT game_id FROM reviews").fetchall()
    assert_healthy(opened("game", id=str(number)))
    assert_healthy(opened("mistakes", game="china_gold"))
    for key in ("chart-values", "chart-loss-action", "chart-loss-phase"):
        assert key in given.figures
        _, packed = given.files[f"take-{key}-parquet"]
        assert pl.read_parquet(io.BytesIO(packed)).equals(given.frames[key])
        assert f"take-{key}-csv" in given.files


def test_hostile_names_are_guarded_in_what_charts_give(loaded_store: Path, given: Given) -> None:
    assert_healthy(opened("curves", game="takenoko", by="player"))
    _, written = given.files["take-chart-bands-csv"]
    assert "=1+1" in HOSTILE_NAMES
    assert "'=1+1" in written.decode("utf-8-sig")
    assert not [line for line in written.decode("utf-8-sig").splitlines() if line[:1] == "="]


def test_no_page_draws_a_chart_past_the_component() -> None:
    past = [
        path.name
        for path in COMPONENTS.rglob("*.py")
        if path.name != "downloads.py"
        and any(
            isinstance(node, ast.Attribute) and node.attr == "plotly_chart"
            for node in ast.walk(ast.parse(path.read_text()))
        )
    ]
    assert past == []


# Taking out and deleting, in the library


def test_the_library_gives_games_plays_and_tables(named_store: Path, given: Given) -> None:
    assert_healthy(opened("library", part="taking"))
    with open_store(named_store) as store:
        assert given.files["hexcoach-games.hexlog"][1] == taking.hexlog(store)
        assert given.files["hexcoach-plays.json"][1] == taking.plays_json(store)
    rows = given.files["hexcoach-games.csv"][1].decode("utf-8-sig")
    assert rows.startswith("game_id,game,source,")
    frame = pl.read_parquet(io.BytesIO(given.files["hexcoach-games.parquet"][1]))
    assert frame.height == len(rows.splitlines()) - 1


def test_a_person_is_deleted_on_the_page_in_two_steps(
    named_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(named_path.read_bytes())
    monkeypatch.setenv("HEXCOACH_STORE", str(copy))
    app = opened("library", part="taking")
    assert_healthy(app)
    app.selectbox(key="forget_name").set_value(NAMES[0]).run()
    assert_healthy(app)
    assert found_in_file(copy, NAMES[0])
    delete = next(button for button in app.button if "for good" in button.label)
    assert delete.disabled
    next(box for box in app.checkbox if str(box.key).startswith("forget_sure")).check().run()
    next(button for button in app.button if "for good" in button.label).click().run()
    assert_healthy(app)
    assert app.success
    assert not found_in_file(copy, NAMES[0])
    app.switch_page("app_pages/library.py").run()
    assert NAMES[0] not in named_on(on_page(app))


def test_a_game_is_deleted_on_the_page(
    named_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.duckdb"
    copy.write_bytes(named_path.read_bytes())
    monkeypatch.setenv("HEXCOACH_STORE", str(copy))
    with open_store(copy) as store:
        (chosen,) = store.ask("library/names", LIMIT).head(1)["games"]
        assert trace_person(store, NAMES[1]).game_ids
    assert chosen
    app = opened("library", part="taking")
    app.segmented_control(key="forget_what").set_value("game").run()
    app.number_input(key="forget_number").set_value(99_999).run()
    assert "no game 99999" in app.error[0].value.replace("\\", "")
    app.number_input(key="forget_number").set_value(7).run()
    assert_healthy(app)
    next(box for box in app.checkbox if str(box.key).startswith("forget_sure")).check().run()
    next(button for button in app.button if "for good" in button.label).click().run()
    assert_healthy(app)
    assert app.success
    assert any("no game 7 " in error.value for error in opened("game", id="7").error)


LIMIT = {"game": None, "search": "", "limit": 10}


def test_behind_the_mask_nobody_is_chosen_for_deletion(named_store: Path) -> None:
    app = opened("library", part="taking", masked="yes")
    assert_healthy(app)
    assert not [box for box in app.selectbox if box.key == "forget_name"]
