"""Exercises in the store: own mistakes, when each comes again (FSRS), and how it went.

An exercise is at hand while its game is stored and the deepest review still labels the decision;
what was answered counts for ever. All times are given by the caller, in UTC.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl
import polars.selectors as cs
from fsrs import Card, Rating, Scheduler, State

from data.answers import Question, Verdict
from data.batches import with_tables
from data.reading import NotStored
from data.reviews import MISTAKES, load, replay_stored
from data.store import Store, query
from engine.analysis.decisions import DEPTHS

SOON = timedelta(minutes=10)
"""After a wrong answer. Once is enough: whoever answers wrong is shown the answer, and to see it
again a minute later trains nothing."""

QUICK_SECONDS = 15.0
SLOW_SECONDS = 90.0
"""Right answers within these were easy, beyond these hard."""

# Without fuzz, which spreads cards that were learnt on one day: the day shown is the day meant.
_SCHEDULER = Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer that was kept; it can be rated anew by its number."""

    attempt_id: int
    rating: Rating
    due: datetime


def players(store: Store, now: datetime) -> pl.DataFrame:
    """Who has own mistakes: name, mistakes, exercises (made of them), due, games."""
    asked = {"now": now, "labels": list(MISTAKES), "depths": list(DEPTHS)}
    return store.ask("exercises/players", asked)


def at_hand(store: Store, name: str, game: str | None = None) -> pl.DataFrame:
    """The player's own mistakes, avoidable and dear ones first: exercise_id (null where no
    exercise was made yet), game_id, table_key, ply, seat, turn, name, game, date, depth, action,
    played, label, loss, low, avoidable, due, last_answer (null before the first)."""
    return _at_hand(store, name, game)


def due(store: Store, name: str, now: datetime, game: str | None = None) -> pl.DataFrame:
    """The exercises to be done now, columns as of `at_hand`: first those that have been answered
    before, the longest due first, then new ones, avoidable and dear ones first."""
    found = at_hand(store, name, game).filter(pl.col("due") <= now)
    known = found.filter(pl.col("last_answer").is_not_null()).sort("due", maintain_order=True)
    return pl.concat([known, found.filter(pl.col("last_answer").is_null())])


def make(store: Store, name: str, now: datetime, game: str | None = None) -> int:
    """Make exercises of all own mistakes that have none; they are due at once. Returns how many."""
    wanted = at_hand(store, name, game).filter(pl.col("exercise_id").is_null())
    if wanted.is_empty():
        return 0
    if store.is_masked:
        # What is written has names; who is shown pseudonyms chose the player by one.
        named = _at_hand(store.plain, None, game)
        wanted = named.join(wanted, on=("game_id", "ply"), how="semi", maintain_order="left")
    card = Card(card_id=0, due=now)
    rows = wanted.select(
        pl.int_range(pl.len()).alias("place"),
        *("table_key", "ply", "seat", "played", "name", "game", "action"),
        pl.lit(now, _TIME).alias("made"),
        *(pl.lit(value, _CARD[key]).alias(key) for key, value in _columns(card).items()),
    )
    with store.transaction() as cursor:
        with_tables(cursor, "exercises/add", {"new_exercises": rows})
    return wanted.height


def question(store: Store, game_id: int, ply: int) -> Question:
    """The position of an exercise, and what its review knows. Raises `NotStored`."""
    stored = load(store, game_id)
    found = () if stored is None else stored.review.decisions
    decision = next((one for one in found if one.ply == ply), None)
    if stored is None or decision is None:
        raise NotStored(f"No review of game {game_id} knows of a decision at ply {ply}.")
    return Question(replay_stored(store, game_id), decision, current=stored.current)


def suggested(correct: bool, seconds: float) -> Rating:
    """How well an answer was known, by whether it was right and how long it took."""
    if not correct:
        return Rating.Again
    if seconds <= QUICK_SECONDS:
        return Rating.Easy
    return Rating.Good if seconds <= SLOW_SECONDS else Rating.Hard


def outlook(store: Store, attempt_id: int) -> dict[Rating, datetime]:
    """When the exercise would come again, had its last answer been rated so. Raises `NotStored`."""
    row = _last_attempt(store, attempt_id)
    card = _card(row, row["exercise_id"])
    return {rating: _rated(card, rating, _utc(row["answered"])).due for rating in Rating}


def record(
    store: Store,
    exercise_id: int,
    verdict: Verdict,
    seconds: float,
    now: datetime,
    rating: Rating | None = None,
) -> Recorded:
    """Keep an answer and let the scheduler say when the exercise comes again; without a rating by
    `suggested`. Raises `NotStored`."""
    before = store.ask("exercises/card", {"exercise_id": exercise_id})
    if before.is_empty():
        raise NotStored(f"There is no exercise {exercise_id} in the store {store.path}.")
    card = _card(before.row(0, named=True), exercise_id)
    attempt = {
        "exercise_id": exercise_id,
        "answered": now,
        "move": verdict.move,
        "loss": verdict.loss,
        "correct": verdict.correct,
        "rating": suggested(verdict.correct, seconds) if rating is None else rating,
        "seconds": seconds,
        **_columns(card),
    }
    return _write(store, attempt, card, None)


def rate(store: Store, attempt_id: int, rating: Rating) -> Recorded:
    """Rate the last answer to an exercise anew. Raises `NotStored`."""
    row = _last_attempt(store, attempt_id)
    card = _card(row, row["exercise_id"])
    attempt = row | {"answered": _utc(row["answered"]), "rating": rating} | _columns(card)
    del attempt["is_last"]
    return _write(store, attempt, card, attempt_id)


def progress(store: Store, name: str, game: str | None = None) -> dict[str, Any]:
    """How a player stands: attempts, correct, recalls (answers to exercises answered on an earlier
    day), recalled (right ones of them), retention with low and high (Wilson's 95 %; None without
    recalls), streak (right answers up to the last), longest."""
    return store.ask("exercises/progress", {"name": name, "game": game}).row(0, named=True)


def by_kind(store: Store, name: str, game: str | None = None) -> pl.DataFrame:
    """Answers by kind of move: game, action, attempts, correct, rate, low, high (Wilson's 95 %),
    seconds (mean), exercises."""
    return store.ask("exercises/by_kind", {"name": name, "game": game})


def by_day(store: Store, name: str, game: str | None = None) -> pl.DataFrame:
    """Answers by day (UTC): day, attempts, correct."""
    return store.ask("exercises/by_day", {"name": name, "game": game})


def attempts(store: Store, name: str, game: str | None = None) -> pl.DataFrame:
    """Every answer in order: attempt_id, exercise_id, answered, game, action, move, loss, correct,
    rating, seconds, again (whether it had been answered before)."""
    return _in_utc(store.ask("exercises/attempts", {"name": name, "game": game}))


def _at_hand(store: Store, name: str | None, game: str | None) -> pl.DataFrame:
    asked = {"name": name, "game": game, "labels": list(MISTAKES), "depths": list(DEPTHS)}
    return _in_utc(store.ask("exercises/at_hand", asked))


def _last_attempt(store: Store, attempt_id: int) -> dict[str, Any]:
    found = store.ask("exercises/attempt", {"attempt_id": attempt_id})
    if found.is_empty() or not found["is_last"].item():
        raise NotStored(f"Answer {attempt_id} is not the last one of an exercise.")
    return found.row(0, named=True)


def _write(store: Store, attempt: dict[str, Any], before: Card, known: int | None) -> Recorded:
    rating = Rating(attempt["rating"])
    after = _rated(before, rating, attempt["answered"])
    cards = pl.DataFrame(
        [{"exercise_id": attempt["exercise_id"], **_columns(after)}],
        schema={"exercise_id": pl.Int32, **_CARD},
    )
    with store.transaction() as cursor:
        number = known
        if number is None:
            ((number,),) = cursor.execute(query("exercises/next_attempt")).fetchall()
        rows = pl.DataFrame([{"attempt_id": number, **attempt}], schema=_ATTEMPT)
        with_tables(cursor, "exercises/record", {"new_attempts": rows, "new_cards": cards})
    return Recorded(int(number), rating, after.due)


def _rated(card: Card, rating: Rating, now: datetime) -> Card:
    after, _ = _SCHEDULER.review_card(card, rating, now)
    return after


def _card(row: dict[str, Any], exercise_id: int) -> Card:
    return Card(
        card_id=exercise_id,
        state=State(row["state"]),
        step=row["step"],
        stability=row["stability"],
        difficulty=row["difficulty"],
        due=_utc(row["due"]),
        last_review=None if row["last_answer"] is None else _utc(row["last_answer"]),
    )


def _columns(card: Card) -> dict[str, Any]:
    return {
        "state": card.state.value,
        "step": card.step,
        "stability": card.stability,
        "difficulty": card.difficulty,
        "due": card.due,
        "last_answer": card.last_review,
    }


def _utc(moment: datetime) -> datetime:
    """The scheduler takes no other zone, and the database tells times in that of the machine."""
    return moment.astimezone(UTC)


def _in_utc(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(cs.datetime().dt.convert_time_zone("UTC"))


_Schema = dict[str, type[pl.DataType] | pl.DataType]
_TIME = pl.Datetime("us", "UTC")
_CARD: _Schema = {
    "state": pl.UInt8,
    "step": pl.Int32,
    "stability": pl.Float64,
    "difficulty": pl.Float64,
    "due": _TIME,
    "last_answer": _TIME,
}
_ATTEMPT: _Schema = {
    "attempt_id": pl.Int32,
    "exercise_id": pl.Int32,
    "answered": _TIME,
    "move": pl.String,
    "loss": pl.Float64,
    "correct": pl.Boolean,
    "rating": pl.UInt8,
    "seconds": pl.Float64,
    **_CARD,
}
