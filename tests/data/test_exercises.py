"""Exercises: made of reviews, asked again by the scheduler, kept whatever becomes of games."""

import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from fsrs import Card, Rating, Scheduler

from data import exercises
from data.answers import Verdict
from data.batches import forget_games
from data.privacy import pseudonyms_of
from data.reading import NotStored
from data.reviews import MISTAKES, load, save
from data.store import Store, open_store
from engine.analysis.review import Decision, Review
from tests.data.ledger import import_all, write_logs
from tests.data.reviewed import GAMES, NAMES, fill, log_with_mistakes, review_again

FIRST, SECOND = NAMES
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(scope="session")
def reviewed_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reviewed")
    path = folder / "reviewed.duckdb"
    with open_store(path) as store:
        fill(store, folder)
    return path


@pytest.fixture
def store(reviewed_path: Path, tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "own.duckdb"
    shutil.copy(reviewed_path, path)
    with open_store(path) as opened:
        yield opened


def verdict(correct: bool) -> Verdict:
    loss = 0.0 if correct else 0.4
    return Verdict("move", correct, loss, loss, loss, 0, True, True, "best", ())


def game_ids(store: Store) -> dict[str, int]:
    with store.cursor() as cursor:
        return dict(cursor.execute("SELECT game, game_id FROM games").fetchall())


def own_mistakes(store: Store, seat: int) -> set[tuple[int, int]]:
    """Game and ply, from the documents of the reviews instead of their tables."""
    found = set()
    for game_id in game_ids(store).values():
        stored = load(store, game_id)
        if stored is not None:
            found |= {
                (game_id, one.ply)
                for one in stored.review.decisions
                if one.seat == seat and one.label in MISTAKES
            }
    return found


def first_exercise(store: Store) -> int:
    exercises.make(store, FIRST, NOON)
    return int(exercises.due(store, FIRST, NOON)["exercise_id"][0])


def card(store: Store, exercise_id: int) -> dict[str, Any]:
    return store.ask("exercises/card", {"exercise_id": exercise_id}).row(0, named=True)


# Made of reviews


@pytest.mark.parametrize("seat", [0, 1])
def test_each_own_mistake_becomes_one_exercise_due_at_once(store: Store, seat: int) -> None:
    wanted = own_mistakes(store, seat)
    assert exercises.make(store, NAMES[seat], NOON) == len(wanted) > 0
    assert exercises.make(store, NAMES[seat], NOON + DAY) == 0
    due = exercises.due(store, NAMES[seat], NOON)
    assert set(zip(due["game_id"], due["ply"], strict=True)) == wanted
    assert due["exercise_id"].n_unique() == len(wanted)
    assert exercises.due(store, NAMES[seat], NOON - timedelta(seconds=1)).is_empty()
    other = exercises.at_hand(store, NAMES[1 - seat])
    assert other["exercise_id"].null_count() == other.height == len(own_mistakes(store, 1 - seat))


def test_exercises_of_one_game_are_made_alone(store: Store) -> None:
    made = exercises.make(store, FIRST, NOON, "takenoko")
    assert made >= 2
    assert set(exercises.due(store, FIRST, NOON)["game"]) == {"takenoko"}
    assert exercises.due(store, FIRST, NOON, "battle_sheep").is_empty()


def test_who_sees_no_names_makes_and_finds_the_same_exercises(store: Store) -> None:
    masked = store.masked
    first = pseudonyms_of(store).of_name(FIRST)
    assert first != FIRST
    count = exercises.make(masked, first, NOON)
    assert exercises.make(store, FIRST, NOON) == 0
    seen, plain = exercises.due(masked, first, NOON), exercises.due(store, FIRST, NOON)
    assert seen.height == count == plain.height
    assert seen["name"].unique().to_list() == [first]
    assert seen.drop("name").equals(plain.drop("name"))
    exercises.record(masked, seen["exercise_id"][0], verdict(True), 20, NOON)
    assert exercises.progress(masked, first) == exercises.progress(store, FIRST)
    assert exercises.progress(store, FIRST)["attempts"] == 1


def test_players_are_counted_from_the_documents(store: Store) -> None:
    exercises.make(store, SECOND, NOON)
    found = {row["name"]: row for row in exercises.players(store, NOON).iter_rows(named=True)}
    for seat, name in enumerate(NAMES):
        wanted = own_mistakes(store, seat)
        row = found[name]
        assert row["mistakes"] == len(wanted)
        assert row["games"] == len({game_id for game_id, _ in wanted})
        assert row["exercises"] == row["due"] == (len(wanted) if name == SECOND else 0)
    assert list(found) == [SECOND, FIRST]
    before = exercises.players(store, NOON - timedelta(seconds=1))
    assert before["due"].sum() == 0


def test_avoidable_and_dear_mistakes_come_first_and_known_ones_before_them(store: Store) -> None:
    exercises.make(store, FIRST, NOON)
    order = exercises.due(store, FIRST, NOON).to_dicts()
    ranks = [(row["avoidable"], row["low"]) for row in order]
    assert ranks == sorted(ranks, reverse=True)
    last, middle = order[-1]["exercise_id"], order[1]["exercise_id"]
    exercises.record(store, last, verdict(False), 5, NOON)
    exercises.record(store, middle, verdict(False), 5, NOON + timedelta(minutes=1))
    later = exercises.due(store, FIRST, NOON + DAY)["exercise_id"].to_list()
    rest = [row["exercise_id"] for row in order if row["exercise_id"] not in {last, middle}]
    assert later == [last, middle, *rest]


# When they come again


def test_what_is_known_moves_away_and_what_is_not_comes_back(store: Store) -> None:
    exercise = first_exercise(store)
    known = exercises.record(store, exercise, verdict(True), 40, NOON)
    assert known.rating is Rating.Good
    assert known.due - NOON >= DAY
    assert exercise not in exercises.due(store, FIRST, known.due - DAY)["exercise_id"].to_list()
    assert exercise in exercises.due(store, FIRST, known.due)["exercise_id"].to_list()
    again = exercises.record(store, exercise, verdict(True), 40, known.due)
    assert again.due - known.due > known.due - NOON
    lost = exercises.record(store, exercise, verdict(False), 40, again.due)
    assert lost.rating is Rating.Again
    assert lost.due - again.due == exercises.SOON
    relearnt = exercises.record(store, exercise, verdict(True), 40, lost.due)
    assert DAY <= relearnt.due - lost.due < again.due - known.due


def test_the_store_loses_nothing_of_what_the_scheduler_knows(store: Store) -> None:
    """The same answers given to the scheduler alone, without a store between them."""
    scheduler = Scheduler(
        learning_steps=(exercises.SOON,), relearning_steps=(exercises.SOON,), enable_fuzzing=False
    )
    exercise = first_exercise(store)
    alone, moment = Card(card_id=1, due=NOON), NOON
    ratings = [Rating.Hard, Rating.Good, Rating.Easy, Rating.Again, Rating.Good, Rating.Hard]
    for rating in ratings:
        alone, _ = scheduler.review_card(alone, rating, moment)
        kept = exercises.record(store, exercise, verdict(True), 1, moment, rating)
        assert kept.due == alone.due
        stored = card(store, exercise)
        assert stored["stability"] == alone.stability
        assert stored["difficulty"] == alone.difficulty
        assert stored["state"] == alone.state
        moment = alone.due + timedelta(hours=7)


@pytest.mark.parametrize(
    ("correct", "seconds", "rating"),
    [
        (False, 1.0, Rating.Again),
        (True, 15.0, Rating.Easy),
        (True, 16.0, Rating.Good),
        (True, 90.0, Rating.Good),
        (True, 91.0, Rating.Hard),
    ],
)
def test_a_rating_is_proposed_by_right_and_time(
    correct: bool, seconds: float, rating: Rating
) -> None:
    assert exercises.suggested(correct, seconds) is rating


@pytest.mark.parametrize("rating", list(Rating))
def test_an_answer_rated_anew_is_as_if_it_had_been_rated_so(store: Store, rating: Rating) -> None:
    exercises.make(store, FIRST, NOON)
    one, other = exercises.due(store, FIRST, NOON)["exercise_id"].to_list()[:2]
    for exercise in (one, other):
        exercises.record(store, exercise, verdict(True), 20, NOON)
    later = NOON + 3 * DAY
    wanted = exercises.record(store, one, verdict(True), 20, later, rating)
    given = exercises.record(store, other, verdict(True), 20, later)
    assert exercises.outlook(store, given.attempt_id)[rating] == wanted.due
    changed = exercises.rate(store, given.attempt_id, rating)
    assert (changed.attempt_id, changed.due) == (given.attempt_id, wanted.due)
    assert card(store, other) == card(store, one)
    assert exercises.attempts(store, FIRST)["rating"].to_list()[-1] == rating
    assert exercises.attempts(store, FIRST).height == 4


def test_only_the_last_answer_can_be_rated_anew(store: Store) -> None:
    exercise = first_exercise(store)
    old = exercises.record(store, exercise, verdict(True), 20, NOON)
    exercises.record(store, exercise, verdict(True), 20, NOON + DAY)
    with pytest.raises(NotStored, match="not the last one"):
        exercises.rate(store, old.attempt_id, Rating.Again)
    with pytest.raises(NotStored, match="not the last one"):
        exercises.outlook(store, 99)


def test_an_exercise_that_is_not_there_is_told(store: Store) -> None:
    with pytest.raises(NotStored, match="no exercise 7"):
        exercises.record(store, 7, verdict(True), 20, NOON)
    with pytest.raises(NotStored, match="ply 0"):
        exercises.question(store, next(iter(game_ids(store).values())), 0)
    with pytest.raises(NotStored, match="game 99"):
        exercises.question(store, 99, 0)


# What becomes of games


def test_a_game_that_goes_takes_its_exercises_along_and_brings_them_back(
    store: Store, tmp_path: Path
) -> None:
    exercise = first_exercise(store)
    row = exercises.at_hand(store, FIRST).row(0, named=True)
    assert row["exercise_id"] == exercise
    exercises.record(store, exercise, verdict(True), 20, NOON)
    before, known = exercises.at_hand(store, FIRST, row["game"]), card(store, exercise)
    with store.transaction() as cursor:
        forget_games(cursor, [row["game_id"]])
    assert exercises.at_hand(store, FIRST, row["game"]).is_empty()
    assert exercises.progress(store, FIRST)["attempts"] == 1
    log = log_with_mistakes(row["game"])
    _, (stored,) = import_all(store, write_logs(tmp_path / "again.hexlog", [log]))
    assert stored.game_id != row["game_id"]
    assert exercises.at_hand(store, FIRST, row["game"]).is_empty()
    assert stored.game_id is not None
    review_again(store, stored.game_id)
    after = exercises.at_hand(store, FIRST, row["game"])
    assert after.drop("game_id").equals(before.drop("game_id"))
    assert exercises.make(store, FIRST, NOON) == 0
    assert card(store, exercise) == known


def relabelled(one: Decision, ply: int) -> Decision:
    return msgspec.structs.replace(one, label="best") if one.ply == ply else one


@pytest.mark.parametrize("depth", ["quick", "deep"])
def test_what_a_new_review_calls_no_mistake_is_not_asked_any_more(store: Store, depth: str) -> None:
    exercise = first_exercise(store)
    row = exercises.at_hand(store, FIRST).row(0, named=True)
    stored = load(store, row["game_id"])
    assert stored is not None
    old = stored.review
    milder = msgspec.structs.replace(
        old, depth=depth, decisions=tuple(relabelled(one, row["ply"]) for one in old.decisions)
    )
    count = exercises.at_hand(store, FIRST).height
    save(store, row["game_id"], milder, [], 1.0)
    left = exercises.at_hand(store, FIRST)
    assert exercise not in left["exercise_id"].to_list()
    assert left.height == count - 1
    save(store, row["game_id"], msgspec.structs.replace(old, depth="deep"), [], 1.0)
    assert exercises.at_hand(store, FIRST)["exercise_id"][0] == exercise


def made_by(review: Review, evaluator: str, depth: str) -> Review:
    return msgspec.structs.replace(review, evaluator_version=evaluator, depth=depth)


def test_an_exercise_of_an_older_evaluator_says_so_and_is_judged_anew(store: Store) -> None:
    row = exercises.at_hand(store, FIRST).row(0, named=True)
    stored = load(store, row["game_id"])
    assert stored is not None
    assert exercises.question(store, row["game_id"], row["ply"]).current
    save(store, row["game_id"], made_by(stored.review, "older", "quick"), [], 1.0)
    question = exercises.question(store, row["game_id"], row["ply"])
    assert not question.current
    best = question.read(question.decision.best)
    assert question.judge_stored(best) is not None
    assert not question.judge(best).stored


def test_a_deeper_review_that_is_out_of_date_hides_no_new_one(store: Store) -> None:
    row = exercises.at_hand(store, FIRST).row(0, named=True)
    stored = load(store, row["game_id"])
    assert stored is not None
    for depth in ("quick", "deep"):
        save(store, row["game_id"], made_by(stored.review, "older", depth), [], 1.0)
    save(store, row["game_id"], stored.review, [], 1.0)
    found = load(store, row["game_id"])
    assert found is not None
    assert (found.review.depth, found.current) == ("quick", True)
    left = exercises.at_hand(store, FIRST).filter(pl.col("game_id") == row["game_id"])
    assert set(left["depth"]) == {"quick"}


# How it goes


def test_progress_is_what_the_answers_say(store: Store) -> None:
    exercises.make(store, FIRST, NOON)
    ids = exercises.due(store, FIRST, NOON)["exercise_id"].to_list()
    given = [
        (0, True, 0.0), (1, False, 0.1), (1, True, 0.2), (0, True, 2.0), (1, False, 2.0),
        (2, True, 2.0), (0, True, 5.5), (1, True, 5.6), (2, True, 5.7), (3, True, 5.8),
    ]  # fmt: skip
    for which, correct, days in given:
        exercises.record(store, ids[which], verdict(correct), 10 + which, NOON + days * DAY)
    rows = exercises.attempts(store, FIRST).to_dicts()
    assert [(ids.index(row["exercise_id"]), row["correct"]) for row in rows] == [
        (which, correct) for which, correct, _ in given
    ]
    first_seen: set[int] = set()
    last_day: dict[int, Any] = {}
    recalled: list[bool] = []
    for row in rows:
        exercise, day = row["exercise_id"], row["answered"].date()
        assert row["again"] == (exercise in first_seen)
        first_seen.add(exercise)
        if exercise in last_day and last_day[exercise] < day:
            recalled.append(row["correct"])
        last_day[exercise] = day
    found = exercises.progress(store, FIRST)
    assert (found["attempts"], found["correct"]) == (10, 8)
    assert (found["recalls"], found["recalled"]) == (len(recalled), sum(recalled)) == (5, 4)
    assert found["retention"] == pytest.approx(4 / 5)
    assert found["low"] == pytest.approx(0.3755, abs=0.001)  # Wilson, from a table
    assert found["high"] == pytest.approx(0.9638, abs=0.001)
    assert (found["streak"], found["longest"]) == (5, 5)
    exercises.record(store, ids[0], verdict(False), 10, NOON + 9 * DAY)
    found = exercises.progress(store, FIRST)
    assert (found["streak"], found["longest"]) == (0, 5)

    rows = exercises.attempts(store, FIRST).to_dicts()
    kinds = Counter((row["game"], row["action"]) for row in rows)
    hits = Counter((row["game"], row["action"]) for row in rows if row["correct"])
    by_kind = exercises.by_kind(store, FIRST).to_dicts()
    assert {(row["game"], row["action"]): row["attempts"] for row in by_kind} == kinds
    assert {(row["game"], row["action"]): row["correct"] for row in by_kind} == {
        key: hits[key] for key in kinds
    }
    for kind in by_kind:
        assert 0 <= kind["low"] <= kind["rate"] <= kind["high"] <= 1
    per_day = Counter(row["answered"].date() for row in rows)
    by_day = exercises.by_day(store, FIRST)
    assert dict(zip(by_day["day"], by_day["attempts"], strict=True)) == per_day


def test_nobody_has_answered_anything_at_first(store: Store) -> None:
    assert exercises.progress(store, FIRST) == {
        "attempts": 0,
        "correct": 0,
        "recalls": 0,
        "recalled": 0,
        "retention": None,
        "low": None,
        "high": None,
        "streak": 0,
        "longest": 0,
    }
    assert exercises.by_kind(store, FIRST).is_empty()
    assert exercises.by_day(store, FIRST).is_empty()


def test_the_store_has_mistakes_of_every_game(store: Store) -> None:
    assert set(exercises.at_hand(store, FIRST)["game"]) == set(GAMES)
