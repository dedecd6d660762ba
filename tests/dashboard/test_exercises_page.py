"""The page of exercises for every game: asked, answered, judged, rated, come again."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from fsrs import Rating
from streamlit.testing.v1 import AppTest

from dashboard import loaders
from dashboard.components import exercises_view
from dashboard.texts import text
from data import exercises
from data.answers import Question
from data.ingest import Input, run_import
from data.reviews import load, save
from data.store import open_store
from engine.analysis.search import CannotEvaluate
from engine.core.game import Game
from engine.core.gamelog import Player
from engine.core.registry import find_game
from tests.dashboard.conftest import HOSTILE_NAMES, write_logs
from tests.dashboard.test_pages import assert_healthy, opened, said
from tests.data.reviewed import GAMES, NAMES, fill, log_with_mistakes, review_again

FIRST, SECOND = NAMES
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVERY_GAME = list(GAMES)


@pytest.fixture(scope="session")
def practice_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("practice")
    path = folder / "practice.duckdb"
    with open_store(path) as store:
        fill(store, folder)
        exercises.make(store, FIRST, NOON)
    return path


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What the page takes for now: the last entry."""
    moments = [NOON]
    monkeypatch.setattr(exercises_view, "now", lambda: moments[-1])
    return moments


@pytest.fixture
def practice(
    practice_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[datetime]
) -> Iterator[Path]:
    path = tmp_path / "practice.duckdb"
    shutil.copy(practice_path, path)
    monkeypatch.setenv("HEXCOACH_STORE", str(path))
    yield path
    loaders.store().close()


def at_work(app: AppTest) -> Question:
    work = app.session_state["exercise at hand"]
    assert isinstance(work, exercises_view.Work)
    return work.question


def exercise_of(app: AppTest) -> int:
    return int(str(app.query_params["exercise"]))


def write_and_answer(app: AppTest, move: str) -> AppTest:
    app.text_input[0].set_value(move)
    return press(app, text("exercises.answer"))


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def practise(game: str, **address: str) -> AppTest:
    app = opened("exercises", player=FIRST, exercises_of=game, **address)
    assert_healthy(app)
    return app


def plain(told: str) -> str:
    """Without what keeps it from being read as Markdown."""
    return told.replace("\\", "").replace("\u2060", "")


def metric(app: AppTest, label: str) -> str:
    return next(str(one.value) for one in app.metric if one.label == label)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_exercises_are_answered_one_after_the_other(
    game: str, practice: Path, clock: list[datetime]
) -> None:
    """Right; then by the move of the game, which is wrong; then by one that no review compared."""
    app = practise(game)
    due = int(metric(app, text("exercises.due")))
    assert due >= 3
    known = exercise_of(app)
    best = at_work(app).decision.best
    write_and_answer(app, best)
    assert_healthy(app)
    assert any("Right" in one for one in said(app))
    assert metric(app, text("exercises.due")) == str(due - 1)
    assert metric(app, text("exercises.streak")) == "1"
    press(app, text("exercises.next"))

    mistaken = exercise_of(app)
    played = at_work(app).decision.played
    write_and_answer(app, played)
    assert_healthy(app)
    assert any("Not right" in one for one in said(app))
    assert text("answered.same") in plain(" ".join(said(app)))
    assert metric(app, text("exercises.streak")) == "0"
    press(app, text("exercises.next"))

    third, question = exercise_of(app), at_work(app)
    other = next(
        move for move in question.moves if question.judge_stored(question.read(move)) is None
    )
    app.selectbox[-1].set_value(other).run()
    assert_healthy(app)
    press(app, text("exercises.answer"))
    assert_healthy(app)
    judged = question.judge(question.read(other))

    assert len({known, mistaken, third}) == 3
    rows = exercises.attempts(loaders.store(), FIRST).to_dicts()
    assert [(row["exercise_id"], row["move"], row["correct"]) for row in rows] == [
        (known, best, True),
        (mistaken, played, False),
        (third, other, judged.correct),
    ]
    assert rows[2]["loss"] == judged.loss
    assert {row["answered"] for row in rows} == {NOON}
    assert [row["rating"] for row in rows[:2]] == [Rating.Easy, Rating.Again]

    clock.append(NOON + timedelta(minutes=10))
    press(app, text("exercises.next"))
    assert_healthy(app)
    assert exercise_of(app) == mistaken
    assert text("exercises.answer") in [one.label for one in app.button]


def test_what_is_no_move_is_told_and_does_not_count(practice: Path) -> None:
    app = practise("takenoko")
    write_and_answer(app, "end of the world 7")
    assert_healthy(app)
    assert any("does not count" in warning.value for warning in app.warning)
    assert exercises.attempts(loaders.store(), FIRST).is_empty()
    write_and_answer(app, at_work(app).decision.best)
    assert exercises.attempts(loaders.store(), FIRST).height == 1


def test_an_illegal_move_is_told_by_the_rules(practice: Path) -> None:
    app = practise("battle_sheep")
    question = at_work(app)
    move = question.notation.parse("split 0,0 1,0 16")
    game: Game = find_game("battle_sheep")
    reason = game.explain(question.view, move, game.rules.refusal(question.view, move))
    write_and_answer(app, "split 0,0 1,0 16")
    assert reason in plain(app.warning[0].value)
    assert exercises.attempts(loaders.store(), FIRST).is_empty()


def test_nothing_chosen_is_no_answer(practice: Path) -> None:
    app = practise("battle_sheep")
    press(app, text("exercises.answer"))
    assert [one.value for one in app.warning] == [text("exercises.no_answer")]


def test_an_answer_that_cannot_be_judged_does_not_count(
    practice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(question: Question, move: int) -> None:
        raise CannotEvaluate("It cannot be played out.")

    monkeypatch.setattr(Question, "judge", fail)
    app = practise("takenoko")
    write_and_answer(app, at_work(app).decision.best)
    assert_healthy(app)
    assert any("could not be judged" in warning.value for warning in app.warning)
    assert exercises.attempts(loaders.store(), FIRST).is_empty()


def test_the_rating_can_be_changed(practice: Path) -> None:
    app = practise("china_gold")
    write_and_answer(app, at_work(app).decision.best)
    app.segmented_control[0].set_value(Rating.Hard).run()
    assert_healthy(app)
    (attempt,) = exercises.attempts(loaders.store(), FIRST).to_dicts()
    assert attempt["rating"] == Rating.Hard
    made = exercises.at_hand(loaders.store(), FIRST).filter(exercise_id=attempt["exercise_id"])
    assert made["due"][0] == NOON + timedelta(minutes=15)


def test_a_link_brings_back_the_exercise(practice: Path) -> None:
    rows = exercises.at_hand(loaders.store(), FIRST)
    wanted = rows.row(-1, named=True)
    app = opened("exercises", player=FIRST, exercise=str(wanted["exercise_id"]))
    assert_healthy(app)
    assert at_work(app).decision.ply == wanted["ply"]
    assert at_work(app).game.key == wanted["game"]
    app = opened("exercises", player=FIRST, exercise="12345")
    assert_healthy(app)
    assert at_work(app).decision.ply == rows["ply"][0]


def test_an_exercise_of_an_older_evaluator_is_flagged(practice: Path) -> None:
    assert not any(text("exercises.stale") in one.value for one in practise("china_gold").warning)
    row = exercises.at_hand(loaders.store(), FIRST, "china_gold").row(0, named=True)
    stored = load(loaders.store(), row["game_id"])
    assert stored is not None
    older = msgspec.structs.replace(stored.review, evaluator_version="older")
    save(loaders.store(), row["game_id"], older, [], 1.0)
    app = practise("china_gold", exercise=str(row["exercise_id"]))
    assert any(text("exercises.stale") in one.value for one in app.warning)


def test_mistakes_become_exercises_by_a_button(practice: Path) -> None:
    app = opened("exercises", player=SECOND)
    assert_healthy(app)
    count = exercises.at_hand(loaders.store(), SECOND).height
    assert count > 0
    assert text("exercises.not_made") in [one.value for one in app.info]
    press(app, text("exercises.make", count=count))
    assert_healthy(app)
    assert metric(app, text("exercises.due")) == str(count)
    assert app.query_params["player"] == SECOND


def test_when_nothing_is_due_the_next_one_is_told_and_can_be_practised(
    practice: Path, clock: list[datetime]
) -> None:
    clock.append(NOON - timedelta(days=2))
    app = practise("china_gold")
    assert text("exercises.nothing_due", when=text("when.days", count=2)) in said(app)
    press(app, text("exercises.ahead"))
    assert_healthy(app)
    assert at_work(app).game.key == "china_gold"


def test_progress_is_drawn_once_something_was_answered(practice: Path) -> None:
    app = practise("china_gold")
    assert text("exercises.no_answers") in [one.value for one in app.caption]
    write_and_answer(app, at_work(app).decision.best)
    assert app.get("plotly_chart")
    table = app.dataframe[0].value
    assert table[text("exercises.count")].to_list() == [1]
    assert table[text("exercises.share")].to_list() == ["100%"]


def test_without_reviews_it_is_told_how_to_get_exercises(loaded_store: Path) -> None:
    app = opened("exercises")
    assert_healthy(app)
    assert [one.value for one in app.info] == [text("exercises.none")]


def test_names_from_logs_stay_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: list[datetime]
) -> None:
    path = tmp_path / "hostile.duckdb"
    monkeypatch.setenv("HEXCOACH_STORE", str(path))
    log = log_with_mistakes("china_gold")
    players = [Player(name) for name in HOSTILE_NAMES[: len(log.players)]]
    file = write_logs(tmp_path / "hostile.hexlog", [msgspec.structs.replace(log, players=players)])
    store = loaders.store()
    list(run_import(store, [Input(file, file.name)]))
    review_again(store, 1)
    exercises.make(store, HOSTILE_NAMES[0], NOON)
    app = opened("exercises", player=HOSTILE_NAMES[0])
    assert_healthy(app)
    write_and_answer(app, at_work(app).decision.played)
    assert_healthy(app)
    for shown in said(app):
        assert not any(attack in shown for attack in HOSTILE_NAMES), shown
    store.close()


def test_a_switch_takes_the_names_off_the_exercise_at_hand(practice: Path) -> None:
    app = practise("china_gold")
    assert FIRST in app.subheader[0].value
    assert FIRST.encode() in app.session_state["exercise at hand"].scene.film
    number = exercise_of(app)
    app.toggle[0].set_value(True).run()
    assert_healthy(app)
    assert exercise_of(app) == number
    assert FIRST not in plain(" ".join(said(app)))
    assert FIRST.encode() not in app.session_state["exercise at hand"].scene.film
    write_and_answer(app, at_work(app).decision.best)
    assert_healthy(app)
    assert exercises.attempts(loaders.store().plain, FIRST).height == 1


def test_the_board_shows_no_later_move(practice: Path) -> None:
    app = practise("battle_sheep")
    work = app.session_state["exercise at hand"]
    film = msgspec.json.decode(work.scene.film + b"}")
    ply = work.question.decision.ply
    assert len(film["plies"]) == ply
    assert len(film["patches"]) == ply + 1
