"""The cases that break naive engines, in the order of the spec, told at both tables."""

import copy

import pytest

from tests.engine.takenoko.conftest import Begin
from tests.engine.takenoko.gardens import plenty, rhombus


def test_1_first_growth_happens_once_in_a_plots_life(begin: Begin) -> None:
    story = begin()
    story.turn("", "lay green 0,1", "channel")
    story.turn("", "lay yellow 1,0", "channel", "irrigate 0,1 1,0")
    assert (story.bamboo("0,1"), story.bamboo("1,0")) == (1, 1)


def test_1_a_wet_plot_eaten_bare_gets_nothing_from_a_second_channel(begin: Begin) -> None:
    story = begin()
    story.turn("", "lay green 0,1", "channel").turn("", "lay yellow 1,0", "channel")
    story.play("weather sun", "panda 0,1")
    assert story.bamboo("0,1") == 0
    story.play("irrigate 0,0 0,1")
    assert story.bamboo("0,1") == 0
    assert story.plot("0,1")["irrigated"]


def test_2_a_watershed_chip_wets_a_dry_plot_but_does_not_extend_the_network(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "channel", "lay green 0,1", "channel")
    story.turn("clouds", "chip watershed", "lay green 1,1", "channel")
    story.turns("lay yellow 2,0", "channel").play("weather sun")
    assert story.plot("1,1") == {
        "colour": "green",
        "improvement": None,
        "bamboo": 0,
        "irrigated": False,
    }
    story.play("improve watershed 1,1")
    assert story.plot("1,1")["irrigated"]
    assert story.bamboo("1,1") == 1
    assert story.me["channels"] == 2
    for outer_edge in ("1,1 2,0", "1,0 1,1", "0,1 1,1"):
        assert story.refuses(f"irrigate {outer_edge}")
    assert story.allows("irrigate 0,1 1,0")


def test_2_a_watershed_chip_on_a_wet_bare_plot_grows_nothing(begin: Begin) -> None:
    story = begin()
    story.turn("", "lay yellow 1,0", "channel").turn("", "panda 1,0", "channel")
    story.play("weather clouds", "chip watershed", "improve watershed 1,0")
    assert story.bamboo("1,0") == 0
    assert story.plot("1,0")["improvement"] == "watershed"


def test_3_a_fertilizer_plot_at_three_grows_to_four_by_rain_not_to_five(begin: Begin) -> None:
    story = begin()
    story.turn("", "lay yellow+fertilizer 1,0", "gardener 1,0")
    assert story.bamboo("1,0") == 3
    story.turn("", "gardener 0,0", "channel").play("weather rain", "rain 1,0")
    assert story.bamboo("1,0") == 4
    assert story.has_effect("grew", what="yellow", amount=1, q=1, r=0, cause="rain")


TEN_CARDS = (
    "gardener:green-4-bare",
    "gardener:green-4-fertilizer",
    "gardener:green-4-watershed",
    "gardener:green-4-enclosure",
    "gardener:yellow-4-bare",
    "gardener:yellow-4-fertilizer",
    "gardener:yellow-4-watershed",
    "gardener:pink-4-bare",
    "plot:green-triangle",
    "plot:green-curve",
)


def test_4_from_one_short_to_one_over_there_is_one_emperor_and_the_game_ends(begin: Begin) -> None:
    story = plenty(begin(2)).complete(0, *TEN_CARDS[:8])
    assert len(story.player(0)["completed"]) == 8
    assert story.player(0)["score"] == 5 + 3 + 4 + 4 + 6 + 4 + 5 + 7
    story.complete(0, *TEN_CARDS[8:])
    assert story.player(0)["completed"] == list(TEN_CARDS)
    assert story.position["emperor"] == 0
    assert story.player(0)["score"] == 5 + 3 + 4 + 4 + 6 + 4 + 5 + 7 + 2 + 2 + 2
    assert story.position["to_move"] == 1
    story.turn("sun")
    assert story.phase == "over"
    assert story.table.scores() == [44, 0]


def test_5_seat_1_of_three_triggers_and_seats_2_and_0_have_one_turn_each(begin: Begin) -> None:
    story = plenty(begin(3)).complete(1, *TEN_CARDS[:8])
    assert story.position["emperor"] == 1
    assert story.position["to_move"] == 2
    story.turn("sun")
    assert story.position["to_move"] == 0
    story.turn("sun")
    assert story.phase == "over"
    assert story.table.to_move() is None


def test_6_equal_scores_and_panda_points_share_and_a_lower_score_cannot_win_by_pandas(
    begin: Begin,
) -> None:
    story = plenty(begin(3))
    # 22 points without pandas for seat 1, 5 for seat 2, 20 for seat 0.
    story.complete(1, "gardener:yellow-4-bare", "gardener:pink-4-bare")
    story.complete(1, "gardener:pink-4-fertilizer", "gardener:yellow-4-fertilizer")
    story.complete(2, "gardener:yellow-4-watershed")
    story.complete(0, "gardener:green-4-bare", "gardener:green-4-fertilizer")
    story.complete(0, "gardener:green-4-watershed", "gardener:green-4-enclosure")
    story.complete(0, "plot:green-triangle", "plot:green-curve")
    # 8 panda points for seat 1, 20 for seat 2, and 8 for seat 0, who becomes Emperor.
    story.feed(1, *["-1,0"] * 4).complete(1, "panda:yellow-2", "panda:yellow-2")
    story.feed(2, "1,0", "1,0", "1,0", "1,0", "1,-1", "1,-1", *["-1,1"] * 4)
    story.complete(2, "panda:three-colours", "panda:three-colours")
    story.complete(2, "panda:green-2", "panda:pink-2")
    story.feed(0, "0,1", "0,1", "-2,1", "-2,1").complete(0, "panda:green-2", "panda:pink-2")
    story.turn("sun").turn("sun")
    assert story.table.scores() == [30, 30, 25]
    assert story.table.winners() == [0, 1]
    ranks = {effect.seat: effect.amount for effect in story.effects if effect.kind == "ranked"}
    assert ranks == {0: 1, 1: 1, 2: 3}


def test_6_among_those_tied_the_points_on_panda_cards_decide(begin: Begin) -> None:
    story = plenty(begin(4))
    story.complete(2, "gardener:pink-4-bare", "gardener:yellow-4-bare")
    story.complete(2, "gardener:pink-4-fertilizer")
    story.feed(2, "1,0", "-1,0", "-1,1").complete(2, "panda:three-colours")
    story.complete(0, "gardener:green-4-fertilizer", "gardener:green-4-watershed")
    story.complete(0, "gardener:green-4-enclosure", "gardener:yellow-4-fertilizer")
    story.complete(0, "plot:green-triangle", "plot:green-curve", "plot:green-diamond")
    story.turn("sun").turn("sun").turn("sun")
    assert story.table.scores() == [24, 0, 24, 0]
    assert story.table.winners() == [2]
    ranks = {effect.seat: effect.amount for effect in story.effects if effect.kind == "ranked"}
    assert ranks == {2: 1, 0: 2, 1: 3, 3: 3}


def test_7_a_sun_turn_without_a_possible_third_action_ends_normally(begin: Begin) -> None:
    story = begin()
    story.turns(*["lay", "channel"] * 20, *["lay"] * 7, "take panda")
    story.turns("take panda", "take panda").until(1).turns("take panda", "idle").until(0)
    assert story.position["bank"]["channels"] == 0
    assert story.position["bank"]["plots"] == 0
    assert len(story.me["hand"]) == 5
    story.play("weather sun", "idle")
    assert not story.allows("end")
    gone = story.position["used"][0]
    other = "gardener" if gone == "panda" else "panda"
    story.play(f"{other} {min(story.listed(other))}")
    assert story.position["actions_left"] == 1
    assert not story.words() & {"plots", "channel", "gardener", "panda", "card"}
    story.play("end")
    assert story.position["to_move"] == 1


def test_8_on_the_first_turn_there_is_only_the_pond(begin: Begin) -> None:
    story = begin()
    assert story.phase == "act"
    assert set(story.legal) == {"plots", "channel", "card plot", "card gardener", "card panda"}
    story.play("channel")
    assert story.me["channels"] == 1
    assert story.refuses("irrigate 0,0 1,0")
    assert story.refuses("gardener 1,0")
    assert story.refuses("panda 1,0")


def test_9_pawns_move_in_straight_lines_without_gaps(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "channel", "lay green -1,1", "channel")
    story.turns("lay green+enclosure -1,0", "lay yellow -2,1", "lay yellow -2,2", "lay pink -1,2")
    story.play("weather wind", "panda 1,0")
    assert story.bamboo("1,0") == 0
    assert story.refuses("panda -1,2"), "0,1 is missing on the way"
    assert story.refuses("panda -1,1"), "no straight line"
    assert story.refuses("panda 1,0"), "a pawn never stays put"
    assert story.refuses("gardener 0,1"), "nothing is laid there"
    story.play("panda -1,0")
    assert story.position["panda"] == "-1,0", "across the pond"
    assert story.bamboo("-1,0") == 1, "onto an enclosure: nothing eaten"
    story.play("end", "weather wind", "panda -2,1")
    assert story.bamboo("-2,1") == 0, "onto a bare plot: nothing eaten"
    story.play("panda -1,0", "end", "weather wind", "panda 0,0")
    assert story.position["panda"] == "0,0", "onto the pond: nothing eaten"
    assert [sum(player["bamboo"].values()) for player in story.position["players"]] == [1, 0]


def test_10_the_gardener_grows_his_plot_and_its_neighbours_where_it_is_wet(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "channel", "lay green+enclosure 0,1", "gardener 1,0")
    assert (story.bamboo("1,0"), story.bamboo("0,1")) == (2, 2)
    story.turns("lay green 1,1", "gardener 1,1")
    assert story.bamboo("1,1") == 0, "dry"
    assert story.bamboo("1,0") == 3, "a wet neighbour of the same colour"
    assert story.bamboo("0,1") == 3, "an enclosure never stops growth"
    story.turns("gardener 1,0", "gardener 0,0")
    assert (story.bamboo("1,0"), story.bamboo("0,1"), story.bamboo("1,1")) == (4, 4, 0)
    assert story.phase == "weather"


def test_10_the_gardener_on_the_pond_grows_nothing(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "gardener 1,0", "gardener 0,0", "channel")
    assert story.bamboo("1,0") == 2


def test_11_a_pattern_made_complete_by_a_channel(begin: Begin) -> None:
    hands = [["plot:green-triangle", "?", "?"], ["?", "?", "?"]]
    story = begin(hands=hands)
    story.turns("lay green 1,0", "channel", "lay green 0,1", "channel")
    story.turns("lay green 1,1", "channel", "channel", "channel")
    story.play("weather sun", "irrigate 0,1 1,0")
    assert story.refuses("complete plot:green-triangle")
    story.play("irrigate 1,0 1,1", "complete plot:green-triangle")
    assert story.me["completed"] == ["plot:green-triangle"]
    assert story.me["score"] == 2
    assert story.position["used"] == []


def test_12_enclosure_card_with_two_four_high_plots_without_one(begin: Begin) -> None:
    hands = [["gardener:green-4-enclosure", "?", "?"], ["?", "?", "?"]]
    story = begin(hands=hands).settle()
    story.turns("lay green 1,0", "lay green+fertilizer 0,1").rain("1,0", 3).rain("0,1", 2)
    story.until(0).play("weather sun")
    assert (story.bamboo("1,0"), story.bamboo("0,1")) == (4, 4)
    assert story.refuses("complete gardener:green-4-enclosure")


def test_12_heights_3_3_3_4_are_not_four_of_three(begin: Begin) -> None:
    hands = [["gardener:green-3x4", "?", "?"], ["?", "?", "?"]]
    story = begin(hands=hands).settle()
    story.turns("lay green 1,0", "lay green 0,1", "lay green -1,1", "lay green -1,0")
    for cell in ("1,0", "0,1", "-1,1", "-1,0"):
        story.rain(cell, 2)
    story.until(0).play("weather rain")
    assert story.allows("complete gardener:green-3x4")
    story.play("rain 0,1")
    assert story.refuses("complete gardener:green-3x4")


def test_12_four_high_on_a_watershed_is_not_bare(begin: Begin) -> None:
    hands = [["gardener:green-4-bare", "?", "?"], ["gardener:green-4-watershed", "?", "?"]]
    story = begin(hands=hands).settle()
    story.turns("lay green+watershed 1,0").rain("1,0", 3)
    story.until(0).play("weather sun")
    assert story.refuses("complete gardener:green-4-bare")
    story.play("idle", "idle", "end").play("weather sun")
    assert story.allows("complete gardener:green-4-watershed")


def test_13_a_two_colour_diamond_may_be_turned_but_not_mirrored(begin: Begin) -> None:
    card = "complete plot:green-yellow-diamond"
    assert (
        rhombus(begin(), ("green", "green"), ("yellow", "yellow")).play("weather sun").allows(card)
    )
    swapped = rhombus(begin(), ("yellow", "yellow"), ("green", "green")).play("weather sun")
    assert swapped.allows(card), "turned by 180 degrees with colours swapped"
    mirrored = rhombus(begin(), ("green", "yellow"), ("green", "yellow")).play("weather sun")
    assert mirrored.refuses(card)
    assert (
        rhombus(begin(), ("yellow", "green"), ("yellow", "green")).play("weather sun").refuses(card)
    )


@pytest.mark.parametrize(
    ("cells", "shape"),
    [(("1,0", "-1,0"), "straight"), (("1,0", "0,1"), "triangle"), (("1,0", "-1,1"), "curve")],
)
def test_13_a_shape_that_would_need_the_pond_is_never_there(
    begin: Begin, cells: tuple[str, str], shape: str
) -> None:
    story = begin()
    story.turns(f"lay pink {cells[0]}", "channel", f"lay pink {cells[1]}", "channel")
    assert story.play("weather sun").refuses(f"complete plot:pink-{shape}")


def test_14_after_a_storm_the_panda_moves_in_straight_lines_again(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "channel", "lay green 0,1", "channel")
    story.turns("lay green 1,1", "lay green -1,0").play("weather storm", "storm 1,1")
    assert story.position["panda"] == "1,1", "from the pond, no straight line"
    assert story.refuses("panda -1,0")
    assert story.allows("panda 1,0")


def test_14_with_an_empty_bank_of_chips_clouds_are_not_offered(begin: Begin) -> None:
    story = begin().settle()
    for chip in ("watershed", "fertilizer", "enclosure"):
        for _ in range(3):
            story.turn("clouds", f"chip {chip}")
    story.play("weather clouds")
    assert (story.phase, story.position["weather"]) == ("choose", "clouds")
    assert story.listed("choose") == {"sun", "rain", "wind", "storm"}
    assert story.refuses("choose clouds")
    story.play("choose wind", "idle", "idle", "end", "weather any")
    assert (story.phase, story.position["weather"]) == ("choose", "any")
    assert story.listed("choose") == {"sun", "rain", "wind", "storm"}


def test_14_rain_with_nothing_to_grow_can_only_be_skipped(begin: Begin) -> None:
    story = begin()
    story.turns("channel", "take plot", "channel", "take plot").play("weather rain")
    assert story.legal == ["skip"]


def test_15_two_plots_left_are_both_drawn_and_an_empty_pile_makes_the_action_impossible(
    begin: Begin,
) -> None:
    story = begin()
    story.turns(*["lay", "channel"] * 2, *["lay"] * 22).turn("wind", "lay").play("weather wind")
    assert story.position["bank"]["plots"] == 2
    story.play("plots")
    assert {len(plots.split()) for plots in story.listed("drawn")} == {2}
    story.play(story.legal[0])
    assert story.position["bank"]["plots"] == 0
    story.play(story.legal[0])
    assert story.position["bank"]["plots"] == 1
    story.play("plots")
    assert {len(plots.split()) for plots in story.listed("drawn")} == {1}
    story.play(story.legal[0]).play(story.legal[0], "end", "weather wind")
    assert story.position["bank"]["plots"] == 0
    assert story.refuses("plots")


def test_15_asking_for_the_legal_moves_changes_nothing(begin: Begin) -> None:
    story = begin()
    for move in ("plots", "drawn green pink ?", "lay pink 0,1", "card panda", "drawn ?", "end"):
        before = copy.deepcopy(story.position)
        legal = story.legal
        assert story.legal == legal
        assert story.position == before
        story.play(move)


def test_16_with_five_cards_in_hand_card_is_illegal_until_one_is_completed(begin: Begin) -> None:
    story = begin().settle().turns("take plot", "take panda").until(0)
    story.play("weather sun")
    assert len(story.me["hand"]) == 5
    assert story.refuses("card plot")
    assert story.allows("complete gardener:pink-4-enclosure")
    story.play("complete gardener:pink-4-enclosure")
    assert story.allows("card plot")


def test_16_an_empty_deck_cannot_be_drawn_from(begin: Begin) -> None:
    story = plenty(begin(4))
    for seat, card in enumerate(TEN_CARDS[:4]):
        story.until(seat).turn("sun", f"complete {card}")
    for seat in (0, 1, 2):
        story.until(seat).turn("wind", "take panda", "take panda")
        story.until(seat).turn("wind", "take panda")
    story.until(3).play("weather wind", "take panda")
    assert story.listed("card") == {"plot", "gardener", "panda"}
    story.play("take panda", "end").until(3).play("weather wind")
    assert len(story.me["hand"]) == 4
    assert story.listed("card") == {"plot", "gardener"}
    assert story.refuses("card panda")


def test_17_a_fulfilled_card_drawn_goes_under_its_deck_and_no_action_is_spent(
    begin: Begin,
) -> None:
    story = begin()
    rhombus(story, ("green", "green"), ("green", "yellow")).play("weather sun", "card plot")
    hand = story.me["hand"]
    story.play("drawn plot:green-triangle")
    assert story.has_effect("objective_returned", what="plot:green-triangle")
    assert (story.phase, story.position["used"], story.me["hand"]) == ("act", [], hand)
    assert {"plots", "card", "panda"} <= story.words()
    story.play("card plot")
    assert "plot:green-triangle" not in story.listed("drawn"), "it lies under the deck"


def test_17_a_payable_panda_card_is_kept(begin: Begin) -> None:
    story = begin().settle().turns("lay green 1,0", "lay green 0,1").feed(0, "1,0", "0,1").until(0)
    assert story.me["bamboo"]["green"] == 2
    story.play("weather sun", "card panda", "drawn panda:green-2")
    assert "panda:green-2" in story.me["hand"]
    assert story.position["used"] == ["card"]


def test_18_growth_stops_at_the_last_section_and_given_back_sections_return(begin: Begin) -> None:
    story = begin().settle()
    story.turns("lay green 1,0", "lay green 0,1", "lay green -1,1", "idle").until(0)
    while story.in_bank("green") > 2:
        for cell in ("1,0", "0,1", "-1,1"):
            if story.in_bank("green") > 2 and story.bamboo(cell) < 4:
                story.rain(cell)
            else:
                story.turn("storm", f"storm {cell}")
    for cell in ("1,0", "0,1", "-1,1"):
        while story.bamboo(cell) > 1:
            story.turn("storm", f"storm {cell}")
    # The gardener's plot grows first, then the others by q, then r: nothing is left for 1,0.
    story.until(0).play("weather sun").play("gardener 0,1")
    assert story.in_bank("green") == 0
    assert [story.bamboo(cell) for cell in ("0,1", "-1,1", "1,0")] == [2, 2, 1]
    story.play("lay green -1,0", "end").play("weather rain")
    assert story.bamboo("-1,0") == 0
    assert story.listed("rain") == set()
    story.play("complete panda:green-2")
    assert story.in_bank("green") == 2
    assert story.bamboo("-1,0") == 0, "the first growth for which nothing was left is spent"
    assert story.listed("rain") == {"1,0", "0,1", "-1,1", "-1,0"}


def test_19_wind_allows_the_same_action_twice_or_two_different_ones(begin: Begin) -> None:
    story = begin().settle().turn("wind", "channel", "channel").play("weather wind", "channel")
    assert {"channel", "plots", "card", "panda", "gardener"} <= story.words()
    story.play("take plot")
    assert story.position["used"] == ["channel", "card"]
    assert story.position["actions_left"] == 0
    assert not story.words() & {"channel", "plots", "card", "panda", "gardener"}
    assert story.allows("end")


def test_19_sun_does_not_allow_two_equal_actions(begin: Begin) -> None:
    story = begin().settle().play("weather sun", "channel")
    assert story.refuses("channel")
    story.play("take panda")
    assert story.refuses("card plot")
    assert story.position["actions_left"] == 1
    assert story.allows("end"), "the sun's action is never owed"
