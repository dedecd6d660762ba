"""With names masked no page shows one, nor lets one be taken away; switching is seen at once."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard import loaders
from dashboard.components import taking
from dashboard.components.downloads import KINDS
from data import exercises, reading, reviews
from data.analysing import review_replay
from data.filters import Filters
from data.ingest import find_inputs, run_import
from data.privacy import pseudonyms_of
from data.store import open_store
from engine.core.registry import game_keys
from tests.dashboard.test_pages import FOUND, VIEWS, assert_healthy, opened
from tests.data.hidden import IDS, NAMES, named_logs, write_named
from tests.data.ledger import write_logs

MASKED = {"masked": "yes"}


@pytest.fixture(scope="session")
def named_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of every kind among people of unmistakable names, one of them reviewed."""
    folder = tmp_path_factory.mktemp("named")
    path = folder / "named.duckdb"
    with open_store(path) as store:
        list(run_import(store, find_inputs([write_named(folder)])))
        for game in game_keys():
            file = write_logs(folder / f"{NAMES[4]} {game}.hexlog", named_logs(game, 4, seed=8))
            list(run_import(store, find_inputs([file])))
        (chosen,) = reading.games(store, Filters(game="china_gold"), limit=1)["game_id"]
        made = review_replay(reviews.replay_stored(store, chosen), "quick")
        assert made is not None
        # Whatever the playouts found: everybody has mistakes to practise.
        blunders = [
            msgspec.structs.replace(one, label="blunder", loss=0.3, low=0.2, high=0.4)
            for one in made.review.decisions
        ]
        review = msgspec.structs.replace(made.review, decisions=tuple(blunders))
        reviews.save(store, chosen, review, made.findings, made.seconds)
        for name in NAMES:
            exercises.make(store, name, datetime.now(UTC))
    return path


@pytest.fixture
def named_store(named_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXCOACH_STORE", str(named_path))
    return named_path


def protos(node: Any) -> Iterator[Any]:
    proto = getattr(node, "proto", None)
    if hasattr(proto, "SerializeToString"):
        yield proto
    for child in (getattr(node, "children", None) or {}).values():
        yield from protos(child)


def on_page(app: AppTest) -> bytes:
    """Everything that is sent to the browser."""
    return b"\n".join(proto.SerializeToString() for proto in protos(app._tree))


def named_on(page: bytes) -> list[str]:
    """Names and ids that stand there, in any case, also as JSON writes them."""
    found = []
    for word in (*NAMES, *IDS):
        forms = [word.encode(), word.encode("unicode_escape"), word.replace('"', '\\"').encode()]
        if any(re.search(re.escape(form), page, re.IGNORECASE) for form in forms):
            found.append(word)
    return found


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the download buttons of a page would give."""
    found: list[bytes] = []

    def button(label: str, data: Any, *args: Any, **how: Any) -> bool:
        found.append(data() if callable(data) else bytes(data))
        return False

    monkeypatch.setattr(st, "download_button", button)
    return found


@pytest.mark.parametrize("page", ["library", "game", "curves", "objectives"])
def test_names_are_seen_where_they_are_not_masked(page: str, named_store: Path) -> None:
    """So the tests below can see one."""
    app = opened(page, by="player")
    assert_healthy(app)
    assert named_on(on_page(app))


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize("page", FOUND)
def test_no_page_shows_a_name(page: str, game: str, named_store: Path, taken: list[bytes]) -> None:
    app = opened(page, game=game, **MASKED)
    assert_healthy(app)
    assert named_on(on_page(app)) == []
    assert named_on(b"".join(taken)) == []


@pytest.mark.parametrize(
    ("page", "view"),
    [
        *VIEWS,
        ("curves", {"by": "player"}),
        ("objectives", {"by": "player"}),
        ("objectives", {"by": "player", "view": "heatmaps"}),
        ("library", {"part": "taking"}),
        ("library", {"part": "imports", "import": "1"}),
        ("library", {"search": NAMES[0][:5]}),
        ("library", {"names": NAMES[0]}),
        ("mistakes", {"names": NAMES[1], "opponents": NAMES[2]}),
        ("exercises", {"player": NAMES[0]}),
    ],
    ids=str,
)
def test_no_view_shows_a_name(
    page: str, view: dict[str, str], named_store: Path, taken: list[bytes]
) -> None:
    app = opened(page, **{"game": "china_gold", **view, **MASKED})
    assert_healthy(app)
    assert named_on(on_page(app)) == []
    assert named_on(b"".join(taken)) == []


def test_no_game_shows_a_name_stored_or_rejected(named_store: Path, taken: list[bytes]) -> None:
    with open_store(named_store) as store:
        games = reading.games(store, Filters(statuses=()), limit=100)["game_id"].to_list()
        refused = reading.rejected(store)
    assert len(games) >= 10
    for number in games:
        for about in ("objectives", "details"):
            app = opened("game", id=str(number), about=about, **MASKED)
            assert_healthy(app)
            assert named_on(on_page(app)) == []
    illegal = refused.filter(refused["status"] == "illegal")["rejected_id"].to_list()
    assert illegal
    for number in illegal:
        app = opened("game", rejected=str(number), **MASKED)
        assert [element.message for element in app.exception] == []
        assert named_on(on_page(app)) == []
    assert len(taken) > len(games)
    assert named_on(b"".join(taken)) == []


def test_what_is_sent_of_a_board_is_masked(
    named_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (chosen,) = loaders.games(Filters(game="takenoko"), limit=1)["game_id"].to_list()
    assert named_on(loaders.shown(chosen).screening.film)
    monkeypatch.setattr(loaders, "names_are_masked", lambda: True)
    assert named_on(loaders.shown(chosen).screening.film) == []


def test_the_switch_is_kept_on_every_page_and_stands_in_the_address(named_store: Path) -> None:
    app = opened("curves", by="player", game="takenoko", names=NAMES[0])
    (switch,) = [toggle for toggle in app.sidebar.toggle if toggle.key == "masked"]
    assert switch.value is False
    assert named_on(on_page(app))
    switch.set_value(True).run()
    assert_healthy(app)
    assert named_on(on_page(app)) == []
    assert app.query_params["masked"] in ("yes", ["yes"])
    assert "names" not in app.query_params
    for page in FOUND:
        app.query_params.clear()  # as the browser does on the way to another page
        app.switch_page(f"app_pages/{page}.py").run()
        assert_healthy(app)
        assert named_on(on_page(app)) == []
        assert app.query_params["masked"] in ("yes", ["yes"])
    next(toggle for toggle in app.sidebar.toggle if toggle.key == "masked").set_value(False).run()
    app.switch_page("app_pages/library.py").run()
    assert named_on(on_page(app))


def test_a_masked_link_brings_back_the_view(named_store: Path) -> None:
    with open_store(named_store) as store:
        name = pseudonyms_of(store).of_name(NAMES[0])
        games = reading.count_games(store, Filters(game="takenoko", names=(NAMES[0],)))
    app = opened("curves", game="takenoko", names=name, **MASKED)
    assert_healthy(app)
    assert any(f"{games}" in caption.value for caption in app.caption)
    assert app.query_params["names"] in (name, [name])


def test_exercises_made_behind_the_mask_belong_to_the_person(named_path: Path) -> None:
    with open_store(named_path) as store:
        before = store.ask("export/exercises", selection=reading.select_seats(store, Filters()))
        with store.transaction() as cursor:
            cursor.execute("DELETE FROM exercises")
        for name in NAMES:
            exercises.make(store.masked, pseudonyms_of(store).of_name(name), datetime.now(UTC))
        after = store.ask("export/exercises", selection=reading.select_seats(store, Filters()))
        assert sorted(after["name"]) == sorted(before["name"])
        assert before.height


def test_files_are_made_by_the_store_that_the_page_saw(named_store: Path) -> None:
    """Streamlit makes them later, when no session is at hand to say who may see names."""
    with open_store(named_store) as store:
        for make in (taking.hexlog, taking.plays_json):
            assert named_on(make(store))
            assert named_on(make(store.masked)) == []
    assert [ending for ending, _, _ in KINDS] == ["csv", "parquet"]
