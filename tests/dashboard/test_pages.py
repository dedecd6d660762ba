"""Every page, found by its file, for every game, with and without games, and when things fail."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import loaders
from dashboard.components import imports
from dashboard.texts import text
from engine.core.registry import game_keys
from tests.dashboard.conftest import HOSTILE_NAMES, hostile_logs, write_logs
from tests.dashboard.samples import HEXLOG

APP = HEXLOG.parents[2] / "dashboard" / "app.py"
FOUND = sorted(path.stem for path in (APP.parent / "app_pages").glob("*.py"))
SECONDS = 120
"""Rules may have to be loaded first."""


def opened(page: str, /, **address: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=SECONDS)
    for key, value in address.items():
        app.query_params[key] = value
    if page != "library":
        app.switch_page(f"app_pages/{page}.py")
    return app.run()


def said(app: AppTest) -> list[str]:
    """Every text on the page that is read as Markdown."""
    kinds = (
        app.title,
        app.header,
        app.subheader,
        app.markdown,
        app.caption,
        app.info,
        app.warning,
        app.error,
        app.success,
    )
    found = [str(element.value) for kind in kinds for element in kind]
    found += [str(element.label) for element in (*app.metric, *app.button, *app.tabs)]
    return found


def assert_healthy(app: AppTest) -> None:
    assert [element.message for element in app.exception] == []
    assert [element.value for element in app.error] == []


@pytest.mark.parametrize("page", FOUND)
def test_every_page_opens_on_an_empty_store(page: str, empty_store: Path) -> None:
    app = opened(page)
    assert_healthy(app)
    told = [info.value for info in app.info]
    assert text("empty.page") in told or app.title
    assert page != "library" or text("empty.library") in told


@pytest.mark.parametrize("page", ["game", "curves", "objectives"])
def test_pages_of_games_say_that_there_are_none(page: str, empty_store: Path) -> None:
    app = opened(page)
    assert text("empty.page") in [info.value for info in app.info]
    assert len(app.sidebar) == 0


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize("page", FOUND)
def test_every_page_opens_for_every_game(page: str, game: str, loaded_store: Path) -> None:
    app = opened(page, game=game)
    assert_healthy(app)
    assert said(app)


VIEWS = [
    (page, view)
    for page, view in (
        ("library", {"part": "add"}),
        ("library", {"part": "imports"}),
        ("objectives", {"view": "heatmaps"}),
        ("objectives", {"view": "events"}),
        ("game", {"about": "details"}),
    )
]


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize(("page", "view"), VIEWS, ids=str)
def test_every_tab_opens_for_every_game(
    page: str, view: dict[str, str], game: str, loaded_store: Path
) -> None:
    assert_healthy(opened(page, game=game, **view))


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize("by", ["player", "seat", "outcome", "place", "players", "source", "board"])
@pytest.mark.parametrize("page", ["curves", "objectives"])
def test_statistics_open_for_every_comparison(
    page: str, by: str, game: str, loaded_store: Path
) -> None:
    assert_healthy(opened(page, game=game, by=by))


def game_ids(game: str) -> list[int]:
    from data import reading  # noqa: PLC0415  (the fixture must have set the store)
    from data.filters import Filters  # noqa: PLC0415

    frame = reading.games(loaders.store(), Filters(game=game, statuses=()), limit=100)
    return [int(number) for number in frame["game_id"].to_list()]


@pytest.mark.parametrize("game", game_keys())
def test_every_stored_game_can_be_looked_at(game: str, loaded_store: Path) -> None:
    ids = game_ids(game)
    assert ids
    for number in ids:
        app = opened("game", id=str(number), ply="3")
        assert_healthy(app)
        assert app.selectbox[0].value == number


@pytest.mark.parametrize("page", FOUND)
def test_names_from_logs_never_become_markdown(page: str, loaded_store: Path) -> None:
    by = {"by": "player"} if page in {"curves", "objectives"} else {}
    app = opened(page, **by)
    assert_healthy(app)
    attacks = [*HOSTILE_NAMES, "**source** <u>x</u>", "<i>", "<img"]
    for shown in said(app):
        assert not any(attack in shown for attack in attacks), shown


def test_a_filter_in_the_address_is_applied(loaded_store: Path) -> None:
    everybody = opened("curves", game="takenoko")
    two = opened("curves", game="takenoko", players="2")
    assert_healthy(two)
    assert everybody.caption[0].value != two.caption[0].value


def test_filters_that_let_nothing_through_say_so(loaded_store: Path) -> None:
    app = opened("curves", game="takenoko", names="Nobody of this name")
    assert_healthy(app)
    assert text("sample.none") in [info.value for info in app.info]


def test_few_games_are_called_few(loaded_store: Path) -> None:
    app = opened("curves", game="china_gold")
    assert any("hints" in warning.value for warning in app.warning)


def test_nonsense_in_the_address_is_passed_over(loaded_store: Path) -> None:
    nonsense = {"game": "chess", "seats": "x", "from": "never", "by": "nobody", "ply": "-5"}
    for page in FOUND:
        assert_healthy(opened(page, **nonsense, id="one", rejected="x", page="0", order="x"))


def test_a_game_that_is_not_there_is_told_in_a_sentence(loaded_store: Path) -> None:
    app = opened("game", id="123456")
    assert [element.message for element in app.exception] == []
    assert len(app.error) == 1
    assert "no game 123456" in app.error[0].value.replace("\\", "")


def rejected_ids(status: str) -> list[int]:
    frame = loaders.rejected(None)
    return [
        int(row["rejected_id"]) for row in frame.iter_rows(named=True) if row["status"] == status
    ]


def test_an_illegal_game_is_shown_up_to_where_it_stops(loaded_store: Path) -> None:
    ids = rejected_ids("illegal")
    assert ids
    for number in ids:
        app = opened("game", rejected=str(number))
        assert [element.message for element in app.exception] == []
        assert len(app.error) == 1
        assert app.error[0].value.startswith("Illegal at move ")


def test_a_store_that_is_none_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.duckdb"
    broken.write_text("this is no database, and long enough to be looked at as one" * 50)
    monkeypatch.setenv("HEXCOACH_STORE", str(broken))
    for page in FOUND:
        app = opened(page)
        assert [element.message for element in app.exception] == []
        assert len(app.error) == 1
        assert "Traceback" not in app.error[0].value


def test_a_fault_of_ours_is_told_without_a_traceback(
    loaded_store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("a secret of the inside")

    monkeypatch.setattr(loaders, "totals", fail)
    for page in FOUND:
        if page == "boards":  # it asks nothing of the store
            continue
        caplog.clear()
        app = opened(page)
        assert [element.message for element in app.exception] == []
        assert [element.value for element in app.error] == [text("fault.page")]
        assert "a secret of the inside" in caplog.text


@pytest.fixture
def few_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "samples" / "some"
    folder.mkdir(parents=True)
    write_logs(folder / "few.hexlog", hostile_logs()[:4])
    shutil.copy(HEXLOG / "china_gold-spoilt.hexlog", folder)
    (folder / "empty.hexlog").touch()
    folder.with_name("MANIFEST.toml").write_text("# no log")
    monkeypatch.setattr(imports, "SAMPLES", folder.parent)
    return folder


def test_an_empty_store_offers_the_samples_and_tells_what_became_of_them(
    empty_store: Path, few_samples: Path
) -> None:
    app = opened("library")
    app.button[0].click().run()
    assert_healthy(app)
    totals = {metric.label: metric.value for metric in app.metric}
    assert totals["Battle Sheep"] == "4 games"
    assert text("report.title") in [heading.value for heading in app.subheader]
    app = opened("library", part="imports")
    numbers = [
        int(metric.value.replace(",", "")) for metric in app.metric if metric.value.isdecimal()
    ]
    read, *parts = numbers
    spoilt = (HEXLOG / "china_gold-spoilt.hexlog").read_text().splitlines()
    assert read == 4 + len(spoilt) + 1
    assert read == sum(parts)


def test_what_is_imported_is_seen_at_once(empty_store: Path, few_samples: Path) -> None:
    assert loaders.totals().is_empty()
    app = opened("library")
    app.button[0].click().run()
    assert not loaders.totals().is_empty()


def test_uploads_are_written_under_names_that_stay_in_their_folder(tmp_path: Path) -> None:
    class Upload:
        def __init__(self, name: str) -> None:
            self.name = name
            self.left = [b"abc", b""]

        def read(self, size: int) -> bytes:
            return self.left.pop(0)

    hostile = ["../../x.hexlog", "a/b/c.jsonl.gz", "..", "x.<script>", "é.zip"]
    inputs = imports._written([Upload(name) for name in hostile], tmp_path)
    assert [one.name for one in inputs] == hostile
    for one in inputs:
        assert one.path.parent == tmp_path
        assert one.path.read_bytes() == b"abc"
    assert inputs[1].path.name.endswith(".jsonl.gz")


def test_choices_are_kept_on_the_way_through_other_pages(loaded_store: Path) -> None:
    app = opened("curves", game="china_gold", outcome="won", by="seat")
    for page in ("game", "library", "objectives"):
        app.query_params.clear()  # as the browser does on the way to another page
        app.switch_page(f"app_pages/{page}.py").run()
        assert_healthy(app)
    assert dict(app.query_params) == {"game": "china_gold", "outcome": "won", "by": "seat"}
    assert "China Gold" in app.title[0].value


def test_what_is_not_chosen_leaves_no_trace_in_the_address(loaded_store: Path) -> None:
    app = opened("objectives")
    assert list(app.query_params) == []


def test_an_address_that_is_changed_on_the_same_page_is_followed(loaded_store: Path) -> None:
    app = opened("curves", game="china_gold")
    app.query_params["game"] = "takenoko"
    app.run()
    assert "Takenoko" in app.title[0].value
    del app.query_params["game"]
    app.run()
    assert "Takenoko" not in app.title[0].value
