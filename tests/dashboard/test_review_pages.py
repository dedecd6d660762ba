"""The review on the pages, every number worked out again from the reviews themselves."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from dashboard import loaders
from dashboard.charts.value import is_large, loss_shares, value_curve
from dashboard.naming import player_name
from dashboard.texts import catalogue, text
from dashboard.verdicts import LABELLED, label_mark
from data import reviews
from data.analysing import Working
from data.filters import Filters, Grouping
from data.ingest import find_inputs, run_import
from data.reading import games
from data.reviews import phase_of
from data.store import Store, open_store
from engine.analysis.review import Decision, Review
from engine.core.registry import game_keys
from tests.dashboard.conftest import HOSTILE_NAMES, write_logs
from tests.dashboard.reviewing import review_games, short_logs
from tests.dashboard.test_pages import assert_healthy, opened, said

EVERY = {"status": "incomplete"}
"""The address that counts unfinished games, too."""
ALL = Filters(statuses=())


@dataclass(frozen=True)
class Made:
    """A store in which one game of each kind is reviewed, and the reviews by game."""

    path: Path
    ids: dict[str, int]
    reviews: dict[int, Review]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("reviewed")
    path = folder / "reviewed.duckdb"
    with open_store(path) as store:
        list(run_import(store, find_inputs([write_logs(folder / "a.hexlog", short_logs())])))
        stored = games(store, ALL)
        ids = {row["game"]: int(row["game_id"]) for row in stored.iter_rows(named=True)}
        return Made(path, ids, review_games(store, ids.values()))


class Held:
    """Stands for the reviewer: remembers what it is asked, and reviews nothing."""

    def __init__(self) -> None:
        self.working: Working | None = None
        self.paused = False
        self.asked: list[tuple[str, list[int], str]] = []

    def add(self, game_ids: list[int], depth: str) -> None:
        self.asked.append(("add", list(game_ids), depth))
        reviews.enqueue(loaders.store(), game_ids, depth)

    def remove(self, game_ids: list[int], depth: str) -> None:
        self.asked.append(("remove", list(game_ids), depth))
        reviews.leave_queue(loaders.store(), game_ids, depth)

    def pause(self) -> None:
        self.paused = True

    def go_on(self) -> None:
        self.paused = False


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    reviewer = Held()
    monkeypatch.setattr(loaders, "reviewer", lambda: reviewer)
    return reviewer


@pytest.fixture
def reviewed(made: Made, held: Held, monkeypatch: pytest.MonkeyPatch) -> Made:
    monkeypatch.setenv("HEXCOACH_STORE", str(made.path))
    return made


@pytest.fixture
def own_copy(made: Made, held: Held, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """A store that a test may change."""
    path = tmp_path / "own.duckdb"
    monkeypatch.setenv("HEXCOACH_STORE", str(made.path))
    with loaders.store().cursor() as cursor:
        cursor.execute("CHECKPOINT")
    shutil.copy(made.path, path)
    monkeypatch.setenv("HEXCOACH_STORE", str(path))
    return Made(path, made.ids, made.reviews)


def frames(app: AppTest) -> list[pl.DataFrame]:
    return [pl.from_pandas(element.value) for element in app.dataframe]


def frame_with(app: AppTest, key: str) -> pl.DataFrame:
    return next(frame for frame in frames(app) if key in frame.columns)


# The game page


@pytest.mark.parametrize("game", game_keys())
def test_the_game_page_shows_the_review(game: str, reviewed: Made) -> None:
    number = reviewed.ids[game]
    app = opened("game", id=str(number), ply="3")
    assert_healthy(app)
    assert text("review.curve") in said(app)
    review = reviewed.reviews[number]
    skill = frame_with(app, text("review.loss"))
    assert skill.height == review.seats
    for seat, row in enumerate(skill.iter_rows(named=True)):
        own = [one for one in review.decisions if one.seat == seat]
        assert row[text("review.decisions")] == len(own)
        assert row[text("review.loss")] == pytest.approx(100 * sum(one.loss for one in own))
        for label in LABELLED:
            assert row[label] == sum(one.label == label for one in own)
        luck = 100 * sum(chance.luck[seat] for chance in review.chances)
        if review.chances:
            assert row[text("review.luck")] == pytest.approx(luck)
        result = review.totals[seat].result
        if review.chances and result is not None:
            assert row[text("review.adjusted")] == pytest.approx(100 * result - luck)


@pytest.mark.parametrize("game", game_keys())
def test_the_browser_is_told_every_label_and_fact(game: str, reviewed: Made) -> None:
    number = reviewed.ids[game]
    shown = loaders.reviewed(number)
    assert shown is not None
    plies = msgspec.json.decode(shown.told)["plies"]
    review = reviewed.reviews[number]
    assert {int(ply) - 1: said["label"] for ply, said in plies.items() if said["label"]} == {
        one.ply: one.label for one in review.decisions
    }
    mistakes = {int(ply) - 1 for ply, said in plies.items() if said["mistake"]}
    assert mistakes == {one.ply for one in review.decisions if one.label in LABELLED}
    assert sum(len(said["facts"]) for said in plies.values()) == shown.stored.findings.height


@pytest.mark.parametrize("game", game_keys())
def test_better_moves_are_drawn_where_the_move_names_a_place(game: str, reviewed: Made) -> None:
    number = reviewed.ids[game]
    shown = loaders.reviewed(number)
    assert shown is not None
    plies = msgspec.json.decode(shown.told)["plies"]
    for one in reviewed.reviews[number].decisions:
        drawn = plies[str(one.ply + 1)]["better"].get("marks", {})
        if one.label not in LABELLED or one.best == one.played:
            assert not drawn
        elif "," in one.best or game == "china_gold":
            assert drawn, one.best
            assert set(drawn.values()) == {"better"}


@pytest.mark.parametrize("game", game_keys())
def test_the_curve_has_every_position_and_marks_what_stands_out(game: str, made: Made) -> None:
    review = made.reviews[made.ids[game]]
    players = [f"P{seat}" for seat in range(review.seats)]
    made_curve = value_curve(review, players, ["move"] * review.plies, at_ply=2)
    lines = [trace for trace in made_curve["data"] if trace["mode"] == "lines" and "name" in trace]
    assert len(lines) == review.seats
    for seat, line in enumerate(lines):
        assert line["x"] == [point.ply for point in review.curve]
        assert line["y"] == pytest.approx([100 * point.value[seat] for point in review.curve])
        assert [low for low, _ in line["customdata"]] == pytest.approx(
            [100 * point.low[seat] for point in review.curve]
        )
    marks = {trace["name"]: trace for trace in made_curve["data"] if trace["mode"] == "markers"}
    for label in LABELLED:
        wanted = [one.ply + 1 for one in review.decisions if one.label == label]
        assert list(marks.get(label, {"x": []})["x"]) == wanted
    large = [chance.ply + 1 for chance in review.chances if is_large(chance)]
    assert list(marks.get(text("review.luck_mark"), {"x": []})["x"]) == large


def test_a_game_without_a_review_offers_one(loaded_store: Path, held: Held) -> None:
    app = opened("game", id="1")
    assert_healthy(app)
    assert text("review.quick") in [button.label for button in app.button]
    assert text("review.curve") not in said(app)


def test_a_review_that_is_asked_for_waits_and_is_told_of(own_copy: Made, held: Held) -> None:
    number = own_copy.ids["battle_sheep"]
    app = opened("game", id=str(number))
    app.button(key="review-deep").click().run()
    assert_healthy(app)
    assert held.asked == [("add", [number], "deep")]
    assert text("review.waits", before=0) in [caption.value for caption in app.caption]
    app.button(key="review-remove").click().run()
    assert held.asked[-1] == ("remove", [number], "deep")
    assert "review-deep" in [button.key for button in app.button]


def test_a_game_that_was_given_up_says_why(own_copy: Made, held: Held) -> None:
    number = own_copy.ids["china_gold"]
    reviews.enqueue(loaders.store(), [number], "deep")
    reviews.leave_queue(loaders.store(), [number], "deep", "There is <b>no</b> way.")
    app = opened("game", id=str(number))
    assert_healthy(app)
    told = [warning.value for warning in app.warning]
    assert any("could not be reviewed" in value and "<b>" not in value for value in told)


def resaved(store: Store, number: int, **changes: Any) -> None:
    stored = reviews.load(store, number)
    assert stored is not None
    reviews.save(store, number, msgspec.structs.replace(stored.review, **changes), [], 1.0)


def test_a_review_by_other_rules_says_so_and_a_new_one_is_offered(own_copy: Made) -> None:
    number = own_copy.ids["china_gold"]
    resaved(loaders.store(), number, rules_version="0")
    app = opened("game", id=str(number))
    assert_healthy(app)
    assert text("review.stale") in [warning.value for warning in app.warning]
    assert text("review.again") in [button.label for button in app.button]


def test_a_review_that_stops_early_says_where_and_why(own_copy: Made) -> None:
    number = own_copy.ids["china_gold"]
    resaved(loaders.store(), number, stopped_ply=7, stopped="Something is not known.")
    told = [info.value for info in opened("game", id=str(number)).info]
    assert any("from move 8 on" in value and "Something is not known" in value for value in told)
    resaved(loaders.store(), number, stopped_ply=0, stopped="Nothing is known.", curve=())
    app = opened("game", id=str(number))
    assert_healthy(app)
    assert any("Nothing of this game" in info.value for info in app.info)


# The page of mistakes


def decisions(made: Made, game: str | None = None) -> list[tuple[int, Decision]]:
    return [
        (number, one)
        for number, review in made.reviews.items()
        for one in review.decisions
        if game is None or review.game == game
    ]


def listed(app: AppTest) -> list[tuple[object, ...]]:
    """Label, loss, lower end and link of each row."""
    table = frame_with(app, text("mistakes.link"))
    names = ("mistakes.label", "mistakes.loss", "mistakes.low", "mistakes.link")
    return table.select([catalogue()[name] for name in names]).rows()


def expected(found: list[tuple[int, Decision]]) -> list[tuple[object, ...]]:
    found = sorted(found, key=lambda each: (-each[1].low, each[0], each[1].ply))
    return [
        (
            label_mark(one.label),
            pytest.approx(100 * one.loss),
            pytest.approx(100 * one.low),
            f"game?id={number}&ply={one.ply + 1}",
        )
        for number, one in found[:50]
    ]


Kept = Callable[[int, Decision], bool]


@pytest.mark.parametrize("game", [None, *game_keys()])
def test_all_mistakes_are_listed_dearest_first(game: str | None, reviewed: Made) -> None:
    narrowed(
        reviewed,
        {} if game is None else {"game": game},
        lambda _, one: one.label in LABELLED,
    )


def test_games_played_at_random_have_mistakes(made: Made) -> None:
    """Or else the tests here would compare nothing with nothing."""
    assert sum(one.label in LABELLED for _, one in decisions(made)) >= 3


def narrowed(made: Made, address: dict[str, str], kept: Kept) -> None:
    app = opened("mistakes", **EVERY, **address)
    assert_healthy(app)
    assert dict(app.query_params) == EVERY | address
    wanted = [each for each in decisions(made, address.get("game")) if kept(*each)]
    if wanted:
        assert listed(app) == expected(wanted)
    else:
        assert text("mistakes.none") in [info.value for info in app.info]


def test_mistakes_are_chosen_by_label(reviewed: Made) -> None:
    narrowed(reviewed, {"labels": "blunder"}, lambda _, one: one.label == "blunder")
    narrowed(reviewed, {"labels": "close"}, lambda _, one: one.label == "close")


def test_mistakes_are_chosen_by_cost(reviewed: Made) -> None:
    narrowed(reviewed, {"least": "30"}, lambda _, one: one.label in LABELLED and one.loss >= 0.3)


def test_mistakes_are_chosen_by_part_of_the_game(reviewed: Made) -> None:
    def late(number: int, one: Decision) -> bool:
        phase = phase_of(one.ply, reviewed.reviews[number].plies)
        return one.label in LABELLED and phase == "late"

    narrowed(reviewed, {"phases": "late"}, late)


def test_mistakes_are_chosen_by_kind_of_move(reviewed: Made) -> None:
    narrowed(
        reviewed,
        {"game": "battle_sheep", "kinds": "tile"},
        lambda _, one: one.label in LABELLED and one.played.startswith("tile"),
    )


def test_only_avoidable_mistakes(reviewed: Made) -> None:
    narrowed(reviewed, {"avoidable": "yes"}, lambda _, one: one.label in LABELLED and one.avoidable)


def test_the_easiest_to_avoid_come_first_when_asked_for(reviewed: Made) -> None:
    app = opened("mistakes", **EVERY, sort="ease")
    ease = {
        f"game?id={number}&ply={one.ply + 1}": one.loss - one.difficulty
        for number, one in decisions(reviewed)
    }
    order = [ease[str(link)] for *_, link in listed(app)]
    assert order == sorted(order, reverse=True)


def test_players_are_told_apart_by_labels_and_luck(reviewed: Made) -> None:
    app = opened("mistakes", **EVERY, game="china_gold")
    number = reviewed.ids["china_gold"]
    review = reviewed.reviews[number]
    names = [player.name for player in loaders.shown(number).game.log.players]
    table = frame_with(app, text("mistakes.adjusted"))
    by_name = {row[text("mistakes.player")]: row for row in table.iter_rows(named=True)}
    for seat, name in enumerate(names):
        row = by_name[player_name(name, seat)]
        own = [one for one in review.decisions if one.seat == seat]
        for label in LABELLED:
            share = 100 * sum(one.label == label for one in own) / len(own)
            assert row[text("mistakes.per_hundred", label=label)] == pytest.approx(share)
        assert row[text("mistakes.decisions")] == len(own)
        mean = 100 * sum(one.loss for one in own) / len(own)
        assert row[text("mistakes.mean_loss")] == f"{mean:.2f}"
        luck = 100 * sum(chance.luck[seat] for chance in review.chances)
        assert row[text("mistakes.luck")] == pytest.approx(luck)
        result = review.totals[seat].result
        assert result is not None
        assert row[text("mistakes.adjusted")] == f"{100 * result - luck:.1f}".replace("-", "−")


@pytest.mark.parametrize("by", ["action", "phase"])
def test_where_loss_comes_from_adds_up(by: str, reviewed: Made) -> None:
    found: dict[str, list[tuple[int, Decision]]] = {}
    for number, one in decisions(reviewed):
        phase = phase_of(one.ply, reviewed.reviews[number].plies)
        part = one.played.split(" ")[0] if by == "action" else phase
        found.setdefault(part, []).append((number, one))
    frame = loaders.losses_by(ALL, by)
    assert set(frame["part"].to_list()) == set(found)
    for row in frame.iter_rows(named=True):
        mine = [one for _, one in found[row["part"]]]
        assert row["decisions"] == len(mine)
        assert row["loss"] == pytest.approx(sum(one.loss for one in mine))
        assert row["labelled"] == sum(one.label in LABELLED for one in mine)
        assert row["games"] == len({number for number, _ in found[row["part"]]})
    chart = loss_shares(frame, str)
    # What was measured below zero in sum has no share.
    losses = {part: sum(one.loss for _, one in found[part]) for part in found}
    whole = sum(max(0.0, loss) for loss in losses.values())
    shares = dict(zip(chart["data"][0]["y"], chart["data"][0]["x"], strict=True))
    for part, loss in losses.items():
        assert shares[part] == pytest.approx(max(0.0, loss) / whole)


def test_errors_of_means_are_over_games(reviewed: Made) -> None:
    """By the formula of a ratio: G / (G - 1) times the sum of squared residuals, over n squared."""
    row = loaders.review_rates(ALL, Grouping.NOTHING).row(0, named=True)
    games_of: dict[int, list[float]] = {}
    for number, one in decisions(reviewed):
        games_of.setdefault(number, []).append(one.loss)
    count = sum(map(len, games_of.values()))
    mean = sum(map(sum, games_of.values())) / count
    residuals = [sum(losses) - mean * len(losses) for losses in games_of.values()]
    variance = len(games_of) / (len(games_of) - 1) * sum(each**2 for each in residuals) / count**2
    assert row["mean_loss"] == pytest.approx(mean)
    assert row["error"] == pytest.approx(variance**0.5)
    alone = loaders.review_rates(Filters(game="china_gold"), Grouping.NOTHING)
    assert alone["error"].to_list() == [None]


def test_names_never_become_markdown_on_reviewed_pages(reviewed: Made) -> None:
    for page in ("mistakes", "game"):
        for shown in said(opened(page, **EVERY)):
            assert not any(attack in shown for attack in HOSTILE_NAMES), shown


def test_without_reviews_the_page_says_how_to_get_them(
    empty_store: Path, held: Held, tmp_path: Path
) -> None:
    list(
        run_import(loaders.store(), find_inputs([write_logs(tmp_path / "b.hexlog", short_logs())]))
    )
    app = opened("mistakes", **EVERY)
    assert_healthy(app)
    assert text("mistakes.unreviewed", games=3) in [info.value for info in app.info]
    app.button(key="queue-quick").click().run()
    assert_healthy(app)
    [(what, numbers, depth)] = held.asked
    assert (what, sorted(numbers), depth) == ("add", [1, 2, 3], "quick")
    assert "queue-quick" not in [button.key for button in app.button]
    waiting = reviews.queue(loaders.store())
    assert sorted(waiting["game_id"].to_list()) == [1, 2, 3]


def test_the_queue_tells_what_is_worked_on_and_can_be_held(own_copy: Made, held: Held) -> None:
    numbers = sorted(own_copy.ids.values())
    reviews.enqueue(loaders.store(), numbers, "deep")
    reviews.leave_queue(loaders.store(), numbers[2:], "deep", "Cannot be done.")
    held.working = Working(numbers[0], "deep", 5, 20)
    app = opened("mistakes", **EVERY)
    assert_healthy(app)
    progress = app.get("progress")[0].proto
    assert progress.value == 25
    assert "ply 5 of 20" in progress.text
    assert any("Cannot be done" in warning.value for warning in app.warning)
    app.button(key="queue-pause").click().run()
    assert held.paused, "the reviewer was asked to stop"
    assert text("queue.paused") in [info.value for info in app.info]
    app.button(key="queue-go_on").click().run()
    assert [info.value for info in app.info] == []
    app.button(key=f"queue-again-{numbers[2]}-deep").click().run()
    assert held.asked[-1] == ("add", [numbers[2]], "deep")
    app.button(key=f"queue-remove-{numbers[1]}-deep").click().run()
    assert held.asked[-1] == ("remove", [numbers[1]], "deep")
    app.button(key="queue-end").click().run()
    assert_healthy(app)
    assert reviews.queue(loaders.store()).is_empty()
