"""Two views of one table: what one hides and the other tells is told, the rest is not touched."""

from typing import Any

import msgspec
import pytest

from data import views
from engine.core.gamelog import FORMAT, GameLog, Player, Result


def log(*moves: str, **fields: Any) -> GameLog:
    people = [Player("A", "1"), Player("B", "2")]
    plain = GameLog(format=FORMAT, game="takenoko", players=people, moves=[*moves])
    return msgspec.structs.replace(plain, **fields)


def joined(first: GameLog, second: GameLog) -> views.Joined:
    answer = views.join(first, second)
    assert isinstance(answer, views.Joined), answer
    return answer


@pytest.mark.parametrize(
    ("first", "second", "together", "knew"),
    [
        ("drawn ?", "drawn panda:green-2", "drawn panda:green-2", (0, 1)),
        ("drawn panda:green-2", "drawn panda:?", "drawn panda:green-2", (1, 0)),
        ("drawn panda:?", "drawn ?", "drawn panda:?", (1, 0)),
        ("lay green 1,0", "lay green 1,0", "lay green 1,0", (0, 0)),
        ("drawn green ? pink", "drawn ? yellow pink", "drawn green yellow pink", (1, 1)),
        # What was drawn at once is written known things first.
        ("drawn pink ? ?", "drawn green pink yellow", "drawn green pink yellow", (0, 1)),
        ("drawn a a b", "drawn b ? ?", "drawn a a b", (1, 0)),
    ],
)
def test_what_one_hides_the_other_tells(
    first: str, second: str, together: str, knew: tuple[int, int]
) -> None:
    answer = joined(log("weather sun", first), log("weather sun", second))
    assert answer.log.moves == ["weather sun", together]
    assert (answer.first_knew, answer.second_knew) == knew


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("drawn panda:?", "drawn plot:green"),
        ("drawn a", "drawn b"),
        ("drawn a ?", "drawn b c"),
        ("drawn a", "drawn a ?"),
        ("throw ? 3", "drawn 3 ?"),
        ("drawn a a ?", "drawn a b c"),
    ],
)
def test_what_cannot_both_be_right_is_told_by_ply(first: str, second: str) -> None:
    answer = views.join(log("weather sun", first), log("weather sun", second))
    assert answer == views.Apart(f"at ply 1 one has `{first}` and the other `{second}`")


def test_hands_at_the_start_are_joined_card_by_card() -> None:
    ours = {"hands": [["plot:green", "panda:pink"], ["plot:?", "?"]]}
    theirs = {"hands": [["?", "?"], ["plot:pink", "panda:green"]], "board": "x"}
    answer = joined(log(setup=ours), log(setup=theirs))
    both = {"hands": [["plot:green", "panda:pink"], ["plot:pink", "panda:green"]], "board": "x"}
    assert answer.log.setup == both
    assert (answer.first_knew, answer.second_knew) == (2, 3)
    assert isinstance(views.join(log(setup={"a": [1]}), log(setup={"a": [1, 2]})), views.Apart)


def test_one_that_stops_early_agrees_as_far_as_it_goes() -> None:
    answer = joined(log("a", "b ?", "c"), log("a", "b x"))
    assert answer.log.moves == ["a", "b x", "c"]


def test_times_notes_ratings_and_results_come_from_either() -> None:
    first = log("a", "b", clock=[1.0, None], notes={"0": "hm"}, result=Result(scores=[1, 2]))
    first.players[1].rating = 1500.0
    first.meta = {"private_views": ["1"], "place": "here"}
    second = log("a", "b", clock=[5.0, 6.0], meta={"private_views": ["2"]})
    answer = joined(first, second).log
    assert answer.clock == [5.0, 6.0]
    assert joined(second, first).log.clock == [1.0, 6.0]
    assert answer.notes == {"0": "hm"}
    assert answer.result == Result(scores=[1, 2])
    assert answer.players[1].rating == 1500.0
    assert answer.meta == {"private_views": ["1", "2"], "place": "here"}


@pytest.mark.parametrize(
    "other",
    [
        {"game": "china_gold"},
        {"rules": {"beginner": True}},
        {"players": [Player("B", "2"), Player("A", "1")]},
        {"players": [Player("A", "1")]},
    ],
)
def test_other_games_are_not_joined(other: dict[str, Any]) -> None:
    assert isinstance(views.join(log("a"), msgspec.structs.replace(log("a"), **other)), views.Apart)
