"""The page that teaches an importer: from a generated log to a dialect that every import uses."""

import json
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components.teach_view import file_name
from dashboard.texts import text
from engine.importers.bga.dialect import USER_FOLDER, all_dialects
from engine.replay import Status
from tests.dashboard.test_pages import assert_healthy, opened, said
from tests.engine.importers.bga.costumes import GOLD, SHEEP, Costume
from tests.engine.importers.bga.dressing import Habits, dress, games_of
from tests.engine.importers.bga.reading import played, read_bytes, the_found

HOSTILE = "<img src=x onerror=alert(1)>**bold**"


def with_log(content: bytes, game: str) -> AppTest:
    app = opened("teach")
    app.file_uploader(key="teach-files").upload("log.json", content, "application/json")
    app.run()
    return app.selectbox(key="teach-game").set_value(game).run()


def press(app: AppTest, label: str) -> AppTest:
    (button,) = [one for one in app.button if one.label == label]
    return button.click().run()


@pytest.mark.parametrize("costume", [SHEEP, GOLD], ids=lambda costume: costume.game)
def test_a_dialect_is_taught_from_one_log_and_used_by_imports(
    costume: Costume, empty_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(USER_FOLDER, str(tmp_path / "mine"))
    first, second = games_of(costume.game, 2, 2, 77)
    app = with_log(dress(first, costume, Habits(seed=1)).content(), costume.game)
    assert [one.value for one in app.success] == []
    app = press(app, text("teach.propose"))
    assert_healthy(app)
    assert text("teach.verified", count=1, all=1) in [one.value for one in app.success]
    app = press(app, text("teach.save"))
    assert_healthy(app)
    (taught,) = (tmp_path / "mine").glob("*.toml")
    assert all_dialects()[0][0].dialect.status == "verified"
    content = dress(second, costume, Habits(seed=2)).content()
    assert played(the_found(read_bytes(content))).status is Status.VERIFIED
    assert taught.read_text().startswith('format = "bga-dialect/1"')


def test_a_box_changed_is_replayed_at_once(empty_store: Path) -> None:
    (log,) = games_of("battle_sheep", 1, 2, 77)
    app = press(with_log(dress(log, SHEEP).content(), "battle_sheep"), text("teach.propose"))
    boxes = [one for one in app.selectbox if one.label == text("teach.role")]
    assert [one.value for one in app.error] == []
    app = boxes[0].set_value("ignored").run()
    assert [element.message for element in app.exception] == []
    assert [one.value for one in app.success] == []
    assert app.warning[0].value == text("teach.partly", count=0, all=1)
    assert app.error or app.info
    boxes = [one for one in app.selectbox if one.label == text("teach.role")]
    app = press(boxes[0].set_value("moves").run(), text("teach.turns"))
    assert [element.message for element in app.exception] == []


def test_hostile_names_are_shown_as_they_are(empty_store: Path) -> None:
    (log,) = games_of("battle_sheep", 1, 2, 77)
    document = json.dumps(dress(log, SHEEP).document()).replace("flockMoved", HOSTILE)
    app = with_log(document.encode(), "battle_sheep")
    assert [element.message for element in app.exception] == []
    texts = said(app) + [one.label for one in app.expander]
    assert any("img" in one for one in texts)
    assert not any(re.search(r"(?<!\\)<img|(?<!\\)\*", one) for one in texts if "img" in one)


def test_what_is_no_log_is_told_in_a_sentence(empty_store: Path) -> None:
    app = opened("teach")
    app.file_uploader(key="teach-files").upload("x.json", b'{"a": 1}', "application/json")
    app.run()
    assert_healthy(app)
    assert [one.value for one in app.warning] != []


def test_a_shared_dialect_that_is_none_is_told_in_a_sentence(empty_store: Path) -> None:
    (log,) = games_of("battle_sheep", 1, 2, 77)
    app = opened("teach")
    app.file_uploader(key="teach-files").upload("log.json", dress(log, SHEEP).content(), "a/b")
    app.file_uploader(key="teach-shared").upload("mine.toml", b"format = ", "application/toml")
    app.run()
    assert [element.message for element in app.exception] == []
    (error,) = app.error
    assert "no right TOML" in error.value


@pytest.mark.parametrize(
    ("name", "file"), [("Café <b>", "caf-b"), ("../../x", "x"), ("", "dialect"), ("道", "dialect")]
)
def test_a_dialect_is_saved_under_a_harmless_name(name: str, file: str) -> None:
    assert file_name(name) == file
