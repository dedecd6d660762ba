"""Reviews in the store: kept whole, replaced, counted, queued, resumed."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from data.analysing import Reviewer, Stored, analyse
from data.filters import Filters, Grouping
from data.reviews import (
    MISTAKES,
    StoreMemory,
    enqueue,
    load,
    losses_by,
    mistakes,
    pending,
    phase_of,
    queue,
    replay_stored,
    review_rates,
    save,
)
from data.scale.run import LocalWorkers
from data.store import Store, open_store
from engine.analysis.review import Review, review
from tests.data.ledger import import_all, write_logs
from tests.data.reviewed import GAMES, TINY, fill, log_with_mistakes, review_again

ALL = Filters(statuses=())


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("reviews")
    with open_store(folder / "reviews.duckdb") as store:
        fill(store, folder)
        yield store


@pytest.fixture
def unreviewed(tmp_path: Path) -> Iterator[Store]:
    """One short game of China Gold."""
    log = log_with_mistakes("china_gold")
    log = msgspec.structs.replace(log, moves=log.moves[:8], result=None)
    with open_store(tmp_path / "games.duckdb") as store:
        import_all(store, write_logs(tmp_path / "games.hexlog", [log]))
        yield store


def documents(store: Store) -> dict[int, Review]:
    found = {game_id: load(store, game_id) for game_id in range(1, len(GAMES) + 1)}
    return {game_id: one.review for game_id, one in found.items() if one is not None}


def as_read(found: Review) -> Review:
    """As JSON gives it back: whole numbers among the fractions become fractions."""
    return msgspec.json.decode(msgspec.json.encode(found), type=Review)


def test_a_review_is_found_again_as_it_was_stored(reviewed: Store) -> None:
    again = review_again(reviewed, 1)
    found = load(reviewed, 1)
    assert found is not None
    assert found.review == as_read(again)
    assert found.current
    assert load(reviewed, 99) is None
    assert load(reviewed, 1, "deep") is None


def test_storing_a_review_again_takes_the_place_of_the_older_one(reviewed: Store) -> None:
    before = mistakes(reviewed, ALL, limit=1000).height
    review_again(reviewed, 2)
    assert mistakes(reviewed, ALL, limit=1000).height == before


def test_mistakes_are_the_labelled_decisions_of_the_documents(reviewed: Store) -> None:
    expected = Counter(
        (game_id, one.ply, one.seat, one.played, one.best, one.label)
        for game_id, document in documents(reviewed).items()
        for one in document.decisions
        if one.label in MISTAKES
    )
    found = mistakes(reviewed, ALL, limit=1000)
    assert found["total"].unique().to_list() == [expected.total()]
    columns = ("game_id", "ply", "seat", "played", "best", "label")
    assert Counter(found.select(columns).iter_rows()) == expected
    assert found["low"].to_list() == sorted(found["low"], reverse=True)
    assert all(
        phase == phase_of(ply, plies)
        for ply, plies, phase in found.select("ply", "plies", "phase").iter_rows()
    )


def test_only_mine_are_those_of_my_seat(reviewed: Store) -> None:
    found = mistakes(reviewed, Filters(statuses=(), names=("First player",)), limit=1000)
    assert found.height > 0
    assert found["seat"].unique().to_list() == [0]
    assert found["name"].unique().to_list() == ["First player"]


def test_rates_are_sums_over_the_documents(reviewed: Store) -> None:
    rows = {row["grouping"]: row for row in review_rates(reviewed, ALL, Grouping.SEAT).to_dicts()}
    for seat in (0, 1):
        decisions = [
            one
            for document in documents(reviewed).values()
            for one in document.decisions
            if one.seat == seat
        ]
        row = rows[str(seat)]
        assert row["decisions"] == len(decisions)
        assert row["mean_loss"] == pytest.approx(
            sum(one.loss for one in decisions) / len(decisions)
        )
        labels = Counter(one.label for one in decisions)
        assert row["blunders"] == labels["blunder"]
        assert row["mistakes"] == labels["mistake"]
        assert row["inaccuracies"] == labels["inaccuracy"]


def test_losses_by_action_and_by_phase_have_the_same_sum(reviewed: Store) -> None:
    total = sum(one.loss for document in documents(reviewed).values() for one in document.decisions)
    for by in ("action", "phase"):
        assert losses_by(reviewed, ALL, by)["loss"].sum() == pytest.approx(total)


def test_a_game_waits_until_it_has_a_review_of_that_depth(reviewed: Store) -> None:
    assert pending(reviewed, ALL, "quick") == []
    assert pending(reviewed, ALL, "deep") == [1, 2, 3]
    deep = msgspec.structs.replace(documents(reviewed)[2], depth="deep")
    with reviewed.transaction() as cursor:
        cursor.execute("DELETE FROM reviews WHERE game_id = 2")
    save(reviewed, 2, deep, [], 1.0)
    assert pending(reviewed, ALL, "quick") == []
    assert pending(reviewed, ALL, "deep") == [1, 3]


def test_what_was_found_of_positions_is_kept_in_the_store(unreviewed: Store) -> None:
    played = replay_stored(unreviewed, 1)
    memory = StoreMemory(unreviewed)
    asked = iter(range(100))
    assert review(played, TINY, memory=memory, cancel=lambda: next(asked) > 3) is None
    memory.write()
    first = review(played, TINY, memory=StoreMemory(unreviewed))
    assert first == review(played, TINY)


def test_a_queue_keeps_its_order_and_every_game_once(reviewed: Store) -> None:
    enqueue(reviewed, [3, 1], "deep")
    enqueue(reviewed, [1, 2], "deep")
    assert queue(reviewed)["game_id"].to_list() == [3, 1, 2]
    save(reviewed, 3, msgspec.structs.replace(documents(reviewed)[3], depth="deep"), [], 1.0)
    assert queue(reviewed)["game_id"].to_list() == [1, 2]


def test_the_reviewer_in_the_background_empties_the_queue(unreviewed: Store) -> None:
    reviewer = Reviewer(unreviewed, threads=1)
    try:
        reviewer.pause()
        reviewer.add([1], "quick")
        assert queue(unreviewed).height == 1
        reviewer.go_on()
        assert reviewer.wait_until_idle(300)
    finally:
        reviewer.close()
    found = load(unreviewed, 1)
    assert found is not None
    assert found.review.plies == 8
    assert queue(unreviewed).is_empty()


def test_workers_review_what_is_stored(unreviewed: Store) -> None:
    pool = LocalWorkers(1)
    try:
        (event,) = analyse(unreviewed, [1], "quick", pool)
    finally:
        pool.close()
    assert isinstance(event, Stored)
    found = load(unreviewed, 1)
    assert found is not None
    assert found.review == event.reviewed.review
