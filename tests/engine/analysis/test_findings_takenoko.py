"""Facts about moves in Takenoko: where each is told, and where it is not."""

from typing import Any

import pytest

from engine.core.findings import Finding
from engine.core.ids import Ply, Seat
from tests.engine.analysis.told import Told
from tests.engine.takenoko.gardens import FULFILLED, plenty
from tests.engine.takenoko.story import Story


class Game(Story):
    """A story whose findings can be asked for."""

    def __init__(
        self, players: int = 2, hands: list[list[str]] | None = None, **rules: Any
    ) -> None:
        self.told = Told("takenoko", players, rules, {} if hands is None else {"hands": hands})
        super().__init__(self.told)

    def ply(self) -> int:
        return self.told.ply()

    def found(self, *keys: str) -> list[Finding]:
        return self.told.found(*keys)


def hands(*first: str) -> list[list[str]]:
    """Two hands, the first with these cards known."""
    decks = {card.split(":")[0]: card for card in first}
    return [[decks.get(deck, "?") for deck in ("plot", "gardener", "panda")], ["?"] * 3]


def test_a_channel_on_the_ponds_edge_is_wasted() -> None:
    game = Game()
    game.turn("", "lay green 0,1", "canal 0,0 0,1")
    (wasted,) = game.found("channel-wasted", "channel-without-water")
    assert (wasted.key, wasted.seat, wasted.cell) == ("channel-wasted", 0, (0, 1))
    assert game.told.moves[wasted.ply] == "irrigate 0,0 0,1"


def test_a_channel_between_wet_plots_brings_no_water_and_one_to_a_dry_plot_does() -> None:
    game = Game()
    game.turn("", "lay green 0,1", "channel").turn("", "lay green 1,0", "channel")
    game.play("weather sun", "irrigate 0,1 1,0")
    dry = game.ply()
    game.play("lay green 1,1", "channel", "irrigate 0,1 1,1")
    (finding,) = game.found("channel-wasted", "channel-without-water")
    assert (finding.key, finding.ply) == ("channel-without-water", dry)


def test_a_panda_that_eats_nothing_is_told_with_what_was_in_reach() -> None:
    game = Game()
    game.turn("", "lay green 0,1", "panda 0,1").turn("", "lay pink 1,0", "panda 0,0")
    game.turn("sun", "lay yellow+enclosure 0,-1", "panda 0,-1")
    assert [(it.seat, it.cell, it.words) for it in game.found("panda-ate-nothing")] == [
        (1, (0, 0), {"choices": 1}),
        (0, (0, -1), {"choices": 1}),
    ]


def test_a_storm_whose_panda_eats_nothing_is_told_and_one_that_eats_is_not() -> None:
    game = Game()
    game.turn("", "lay green 0,1", "channel").turn("", "lay pink+enclosure 1,0", "channel")
    game.turn("storm", "storm 0,1", "channel").turn("storm", "storm 1,0")
    (finding,) = game.found("storm-ate-nothing")
    assert (finding.seat, finding.cell, finding.words) == (1, (1, 0), {"choices": 0})


def test_a_gardener_who_grows_nothing_is_told_with_goals_where_something_would_grow() -> None:
    game = Game()
    game.turn("", "lay green 0,1", "gardener 0,1").turn("", "lay pink 1,0", "gardener 0,0")
    (finding,) = game.found("gardener-grew-nothing")
    assert (finding.seat, finding.cell, finding.words) == (1, (0, 0), {"choices": 1})


def test_a_card_completed_a_turn_late_is_told_where_it_could_be_first() -> None:
    game = Game(hands=hands("plot:green-curve"))
    game.turn("", "lay green 1,0", "channel").turn("", "lay green 0,1", "channel")
    game.turn("sun", "lay green -1,1")
    first = game.ply()
    game.until(0).turn("sun", "idle").until(0)
    game.play("weather sun", "complete plot:green-curve")
    assert game.found("completed-late", "never-completed") == [
        Finding(
            "completed-late",
            Seat(0),
            Ply(first),
            words={"what": "plot:green-curve", "turns": 2},
        )
    ]


def test_a_card_completed_in_the_turn_that_shows_it_is_not_late() -> None:
    game = Game(hands=hands("plot:green-curve"))
    game.turn("", "lay green 1,0", "channel").turn("", "lay green 0,1", "channel")
    game.turn("sun", "lay green -1,1", "complete plot:green-curve")
    assert game.found("completed-late", "never-completed") == []


def test_nothing_is_said_of_a_card_that_the_log_does_not_know() -> None:
    game = Game()
    game.turn("", "lay green 1,0", "channel").turn("", "lay green 0,1", "channel")
    game.turn("sun", "lay green -1,1").until(0)
    game.play("weather sun", "complete plot:green-curve")
    assert game.found("completed-late", "never-completed") == []


def get_two_green_sections(game: Game) -> None:
    """Seat 0 eats them, and its turn is not over."""
    game.turn("", "lay green 0,1", "channel").turn("", "lay green 1,0", "channel")
    game.turn("storm", "storm 0,1", "channel").turn("sun", "channel")
    game.play("weather storm", "storm 1,0", "channel", "idle")


def test_a_panda_card_whose_sections_lay_ready_is_late() -> None:
    game = Game(hands=hands("panda:green-2"))
    get_two_green_sections(game)
    game.play("end")
    first = game.ply()
    game.until(0).play("weather sun", "complete panda:green-2")
    (finding,) = game.found("completed-late")
    assert (finding.ply, finding.words) == (first, {"what": "panda:green-2", "turns": 1})


def test_a_panda_card_whose_sections_paid_for_another_is_not_late() -> None:
    game = Game(hands=hands("panda:green-2"))
    get_two_green_sections(game)
    game.play("end").until(0)
    first = game.ply()
    game.play("weather wind", "card panda", "drawn panda:green-2", "complete panda:green-2")
    game.play("idle", "end")
    game.rain("0,1").rain("1,0")
    eat_when_possible(game, "0,1", "1,0", times=2)
    game.until(0).play("weather sun", "complete panda:green-2")
    late = game.found("completed-late")
    # The first copy waited from the turn before; the second was payable a turn before it went.
    assert [finding.ply < first for finding in late] == [True, False]
    assert [finding.words["turns"] for finding in late] == [1, 1]


def eat_when_possible(game: Game, *cells: str, times: int) -> None:
    """In so many turns of seat 0 a storm carries the panda to one of these plots with bamboo."""
    for _ in range(times):
        game.until(0)
        panda = game.position["panda"]
        cell = next(it for it in cells if it != panda and game.bamboo(it) > 0)
        game.turn("storm", f"storm {cell}", "channel", "card plot", "drawn ?")


def test_a_panda_card_whose_sections_went_to_another_kind_waits_anew() -> None:
    game = Game(hands=hands("panda:green-2"))
    game.settle().turns("lay green 0,1", "lay green 1,0", "lay yellow -1,1", "lay yellow 1,-1")
    game.turns("lay pink -1,0", "idle", "idle", "idle")
    game.feed(0, "0,1", "1,0", "-1,1", "-1,0")
    game.until(0).play("weather wind", "card panda", "drawn panda:three-colours")
    game.play("complete panda:three-colours", "idle", "end")
    spent = game.ply()
    game.rain("0,1").rain("1,0")
    eat_when_possible(game, "0,1", "1,0", times=1)
    game.until(0).play("weather sun")
    regained = game.ply()
    game.play("complete panda:green-2")
    (late,) = game.found("completed-late")
    assert spent < late.ply < regained
    assert late.words == {"what": "panda:green-2", "turns": 1}


def test_a_second_copy_left_in_the_turn_that_completes_the_first_is_late() -> None:
    game = Game(hands=hands("panda:green-2"))
    game.settle().turns("lay green 0,1", "lay green 1,0", "lay green -1,1", "lay green 1,-1")
    game.feed(0, "0,1", "1,0", "-1,1", "1,-1")
    game.until(0).play("weather wind", "card panda", "drawn panda:green-2")
    game.play("complete panda:green-2", "idle", "end")
    first = game.ply()
    game.until(0).play("weather sun", "complete panda:green-2")
    late = game.found("completed-late")
    assert (late[-1].ply, late[-1].words["turns"]) == (first, 1)


def test_a_card_that_could_be_completed_to_the_end_and_never_was_costs_its_points() -> None:
    held = "gardener:green-4-bare"
    game = Game(hands=hands(held))
    plenty(game).complete(1, *[card for card in FULFILLED if card != held][:9])
    game.until(0)
    turns = sum(row == "end" for row in game.told.moves)
    assert game.found("never-completed") == []  # not over yet
    game.turn("sun")
    (finding,) = game.found("never-completed")
    assert (finding.seat, finding.ply, finding.points) == (0, game.ply(), 5.0)
    assert finding.words["what"] == held
    assert 1 < int(finding.words["turns"]) <= turns // 2 + 1


def test_panda_cards_never_completed_count_only_as_far_as_they_could_be_paid_together() -> None:
    game = Game(hands=hands("panda:green-2"))
    plenty(game).feed(0, "0,1", "1,0", "-1,0", "-1,1")
    game.until(0).turn("wind", "card panda", "drawn panda:three-colours", "idle")
    cards = [card for card in FULFILLED if "pink" not in card and "bare" not in card]
    game.rain("1,0").rain("0,1").rain("-1,0").rain("-1,1")
    game.complete(1, *cards[:4], "gardener:green-4-bare", *cards[4:])
    while game.phase != "over":
        game.turn("sun")
    assert [finding.words["what"] for finding in game.found("never-completed")] == [
        "panda:three-colours"
    ]


def test_an_emperor_passed_over_costs_two_points_if_another_takes_it() -> None:
    held = "gardener:green-4-bare"
    unknown = [["?"] * 3] * 3
    game = Game(4, hands=[hands(held)[0], *unknown])
    others = [card for card in FULFILLED if card != held]
    plenty(game).complete(0, *others[:6])
    first = game.ply()
    assert game.found("emperor-passed-over") == []
    game.complete(1, *others[6:]).feed(1, "-1,0", "-1,-1").complete(1, "panda:yellow-2")
    assert game.position["emperor"] == 1
    assert game.found("emperor-passed-over") == [
        Finding("emperor-passed-over", Seat(0), Ply(first), None, 2.0, {"cards": 1})
    ]


def test_an_emperor_who_comes_a_turn_later_was_not_lost() -> None:
    held = "gardener:green-4-bare"
    game = Game(4, hands=[hands(held)[0], *[["?"] * 3] * 3])
    plenty(game).complete(0, *[card for card in FULFILLED if card != held][:6])
    game.until(0).play("weather sun", f"complete {held}")
    assert game.position["emperor"] == 0
    assert game.found("emperor-passed-over") == []


def test_turns_with_a_full_hand_are_told_once() -> None:
    game = Game()
    game.settle().turn("wind", "take plot", "take plot")
    assert game.found("hand-full") == []
    game.until(0).turn("sun")
    first = game.ply()
    game.until(0).turn("wind")
    (finding,) = game.found("hand-full")
    assert (finding.seat, finding.ply, finding.words) == (0, first, {"turns": 2})


def test_an_action_left_with_a_full_hand_is_told() -> None:
    game = Game()
    game.settle().turn("wind", "take plot", "take plot").until(0)
    game.turn("wind").until(0)
    assert game.found("draw-blocked") == []
    game.turn("sun")
    (finding,) = game.found("draw-blocked")
    assert (finding.seat, finding.ply) == (0, game.ply())


@pytest.mark.parametrize("completed", [False, True])
def test_a_card_drawn_in_the_last_turn_is_in_vain_unless_it_is_completed(completed: bool) -> None:
    game = Game()
    plenty(game).complete(1, *FULFILLED[:9]).until(0)
    game.play("weather sun", "card gardener")
    action = game.ply()
    game.play("drawn ?")
    if completed:
        game.play(f"complete {FULFILLED[-1]}")
    game.play("idle", "end")
    assert game.phase == "over"
    told = [(it.seat, it.ply, it.words) for it in game.found("drawn-in-vain")]
    assert told == ([] if completed else [(0, action, {"what": "gardener:?"})])
