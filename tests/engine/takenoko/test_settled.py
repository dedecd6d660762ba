"""The settled details of the spec, each told at both tables."""

from collections import Counter
from functools import reduce
from operator import and_

import pytest

from tests.engine.takenoko.conftest import Begin
from tests.engine.takenoko.gardens import FULFILLED, plenty, rhombus
from tests.engine.takenoko.story import Story

# Weather


def test_there_is_no_weather_in_first_turns(begin: Begin) -> None:
    story = begin(3)
    for _ in range(3):
        assert story.phase == "act"
        assert story.position["weather"] is None
        story.turn("")
    assert story.phase == "weather"
    assert story.table.kind() == "chance"
    assert story.table.to_move() == 0
    assert story.listed("weather") == {"sun", "rain", "wind", "storm", "clouds", "any"}


def test_rain_falls_only_where_a_section_can_really_grow(begin: Begin) -> None:
    story = begin().settle().turns("lay green 1,0", "lay yellow 0,1", "lay yellow 1,1", "idle")
    story.rain("1,0", 2).play("weather rain")
    assert story.bamboo("1,0") == 3
    assert story.listed("rain") == {"1,0", "0,1"}, "1,1 is dry"
    story.play("rain 1,0", "idle", "idle", "end", "weather rain")
    assert story.bamboo("1,0") == 4
    assert story.listed("rain") == {"0,1"}
    assert story.refuses("rain 1,0")
    assert story.refuses("rain 1,1")


@pytest.mark.parametrize("weather", ["rain", "storm", "clouds"])
def test_skip_leaves_the_weather_and_the_turn_goes_on(begin: Begin, weather: str) -> None:
    story = begin().settle().play(f"weather {weather}")
    assert story.phase == "effect"
    assert story.allows("skip")
    story.play("skip")
    assert (story.phase, story.position["weather"]) == ("act", weather)
    assert story.has_effect("weather_declined", what=weather)
    assert story.refuses("skip")


@pytest.mark.parametrize("weather", ["sun", "wind"])
def test_only_an_effect_that_is_due_can_be_skipped(begin: Begin, weather: str) -> None:
    assert begin().settle().play(f"weather {weather}").refuses("skip")


def test_a_choice_cannot_be_skipped_but_what_was_chosen_can(begin: Begin) -> None:
    story = begin().settle().play("weather any")
    assert story.refuses("skip")
    assert story.refuses("end")
    assert story.listed("choose") == {"sun", "rain", "wind", "storm", "clouds"}
    assert story.refuses("choose any")
    story.play("choose storm")
    assert (story.phase, story.position["weather"]) == ("effect", "storm")
    story.play("skip")
    assert story.position["weather"] == "storm"


def test_a_chosen_sun_gives_a_third_action(begin: Begin) -> None:
    story = begin().settle().play("weather any")
    assert story.position["actions_left"] == 2
    story.play("choose sun")
    assert (story.phase, story.position["actions_left"]) == ("act", 3)
    story.play("channel", "idle", "idle")
    assert story.position["actions_left"] == 0
    assert len(set(story.position["used"])) == 3


def test_a_storm_with_no_plot_to_go_to_can_only_be_skipped(begin: Begin) -> None:
    story = begin()
    story.turns("channel", "take plot", "channel", "take plot").play("weather storm")
    assert story.legal == ["skip"]


def test_a_storm_goes_to_any_plot_but_the_one_under_the_panda_and_eats(begin: Begin) -> None:
    story = begin().settle().turns("lay green 1,0", "lay green 0,1").play("weather storm")
    assert story.listed("storm") == {"1,0", "0,1", "0,-1"} - {story.position["panda"]}
    story.play("storm 0,1")
    assert story.bamboo("0,1") == 0
    assert story.me["bamboo"]["green"] == 1
    assert story.has_effect("ate", what="green", amount=1, q=0, r=1, cause="storm")


def test_clouds_give_a_chip_of_the_bank(begin: Begin) -> None:
    story = begin().settle()
    for _ in range(3):
        story.turn("clouds", "chip watershed")
    story.play("weather clouds")
    assert story.listed("chip") == {"fertilizer", "enclosure"}
    assert story.refuses("chip watershed")
    story.play("chip enclosure")
    assert story.position["bank"]["chips"] == {"watershed": 0, "fertilizer": 3, "enclosure": 2}
    assert story.me["chips"] == sorted(story.me["chips"])


# Free moves


def test_free_moves_are_legal_while_a_weather_is_chosen_and_its_effect_is_due(
    begin: Begin,
) -> None:
    story = begin().settle().turn("clouds", "chip fertilizer", "lay green 1,0", "channel")
    story.turn("sun", "lay green 0,1").turn("sun", "lay green 1,1")
    story.turn("sun").play("weather any")
    assert story.words() == {"choose", "irrigate", "complete", "improve"}
    story.play("irrigate 0,1 1,0")
    assert story.phase == "choose"
    story.play("choose rain", "complete gardener:pink-4-enclosure")
    assert story.phase == "effect"
    story.play("improve fertilizer 1,1")
    assert (story.phase, story.position["weather"]) == ("effect", "rain")
    assert story.position["used"] == []


def test_free_moves_wait_while_a_draw_is_open(begin: Begin) -> None:
    story = begin().settle().turn("sun", "channel").until(0).turn("sun", "channel").until(0)
    story.play("weather sun")
    assert {"irrigate", "complete"} <= story.words()
    story.play("plots")
    assert story.words() == {"drawn"}
    assert story.refuses("complete gardener:pink-4-enclosure")
    story.play("drawn green yellow pink")
    assert story.words() == {"lay"}
    assert story.refuses("complete gardener:pink-4-enclosure")
    story.play("lay green 1,0", "card panda")
    assert story.words() == {"drawn"}
    assert story.refuses("irrigate 0,0 1,0")


def test_free_moves_are_legal_when_all_actions_are_spent(begin: Begin) -> None:
    story = begin().settle().turn("sun", "channel").play("weather wind", "channel", "idle")
    assert story.position["actions_left"] == 0
    assert {"end", "irrigate", "complete"} == story.words()


def test_a_channel_needs_two_laid_cells_and_a_connection(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "channel", "lay green 0,1", "channel")
    story.turns("lay green 1,1", "channel", "lay green 2,0", "channel").play("weather sun")
    assert story.listed("irrigate") == {"0,0 1,0", "0,0 0,1", "0,1 1,0"}
    story.play("irrigate 1,0 0,1")
    assert story.position["channels"] == [["0,1", "1,0"]]
    assert story.listed("irrigate") == {"0,0 1,0", "0,0 0,1", "1,0 1,1", "0,1 1,1"}
    assert story.refuses("irrigate 0,1 1,0"), "there lies one already"
    assert story.refuses("irrigate 1,0 2,-1"), "nothing is laid there"
    assert story.refuses("irrigate 1,0 -1,0"), "no neighbours"
    story.play("irrigate 1,1 1,0")
    assert story.plot("1,1") == {
        "colour": "green",
        "improvement": None,
        "bamboo": 1,
        "irrigated": True,
    }


def test_channels_are_sorted_as_numbers(begin: Begin) -> None:
    story = begin()
    story.turns("lay green 1,0", "channel", "lay green 0,-1", "channel")
    story.turns("lay green -1,0", "channel", "channel", "channel")
    story.turns("canal 0,0 1,0", "canal 0,0 0,-1", "canal 0,0 -1,0", "canal 0,-1 -1,0")
    assert story.position["channels"] == [
        ["-1,0", "0,-1"],
        ["-1,0", "0,0"],
        ["0,-1", "0,0"],
        ["0,0", "1,0"],
    ]


# Chips


def test_a_chip_may_be_laid_with_its_plot_before_the_first_section_grows(begin: Begin) -> None:
    story = begin().settle().turn("clouds", "chip enclosure").until(0)
    story.play("weather wind", "plots", "drawn green green+fertilizer yellow")
    assert story.allows("lay green 1,0 with enclosure")
    assert story.refuses("lay green+fertilizer 1,0 with enclosure")
    assert story.refuses("lay green 1,0 with watershed")
    story.play("lay green 1,0 with enclosure")
    assert story.plot("1,0")["improvement"] == "enclosure"
    assert story.bamboo("1,0") == 1
    assert story.me["chips"] == []


def test_a_watershed_chip_laid_with_its_plot_wets_it_anywhere(begin: Begin) -> None:
    story = begin().settle().turn("clouds", "chip watershed", "lay green 1,0")
    story.turn("sun", "lay green 0,1").play("weather sun", "lay yellow 1,1 with watershed")
    assert story.plot("1,1") == {
        "colour": "yellow",
        "improvement": "watershed",
        "bamboo": 1,
        "irrigated": True,
    }


def test_a_chip_goes_on_a_plot_without_improvement_and_without_bamboo(begin: Begin) -> None:
    story = begin().settle().turn("clouds", "chip fertilizer", "lay green 1,0")
    story.turn("sun", "lay green 0,1").turn("sun", "lay yellow+enclosure 1,1")
    story.turn("storm", "storm 1,0", "lay yellow 2,0").play("weather sun")
    assert story.bamboo("1,0") == 0
    assert story.listed("improve") == {"fertilizer 1,0", "fertilizer 2,0"}
    assert story.refuses("improve fertilizer 0,1"), "bamboo on it"
    assert story.refuses("improve fertilizer 1,1"), "improved already"
    assert story.refuses("improve fertilizer 0,0"), "the pond"
    story.play("improve fertilizer 1,0")
    assert story.plot("1,0")["improvement"] == "fertilizer"
    assert story.listed("improve") == set()


# The hand and what is unknown


def test_an_unknown_card_may_be_any_fulfilled_card_not_known_to_be_elsewhere(
    begin: Begin,
) -> None:
    hands = [["?", "?", "?"], ["plot:green-curve", "?", "?"]]
    story = rhombus(begin(hands=hands), ("green", "green"), ("green", "green")).until(0)
    story.play("weather sun")
    assert story.listed("complete") == {"plot:green-triangle", "plot:green-diamond"}
    assert story.refuses("complete plot:green-curve"), "the other player holds it"
    story.play("complete plot:green-diamond")
    assert story.me["hand"] == ["gardener:?", "panda:?"]
    assert story.has_effect("objective_completed", what="plot:green-diamond", amount=3)
    assert story.has_effect("scored", what="plot", amount=3)
    assert story.refuses("complete plot:green-triangle"), "no unknown plot card is left"
    story.play("take plot")
    assert story.listed("complete") == {"plot:green-triangle"}


def test_a_known_card_is_completed_before_an_unknown_one(begin: Begin) -> None:
    story = begin().settle().turns("lay green 1,0", "lay green 0,1")
    story.feed(0, "1,0", "0,1").until(0).play("weather wind", "card panda")
    story.play("drawn panda:green-2", "complete panda:green-2")
    assert story.me["hand"] == ["gardener:?", "panda:?", "plot:?"]


def test_a_drawn_card_that_is_unknown_is_kept(begin: Begin) -> None:
    story = rhombus(begin(), ("green", "green"), ("green", "green")).play("weather sun")
    story.play("card plot", "drawn plot:?")
    assert story.me["hand"] == ["gardener:?", "panda:?", "plot:?", "plot:?"]
    assert story.position["used"] == ["card"]
    assert story.has_effect("objective_drawn", what="plot:?", cause="card")


def test_a_dealt_hand_may_stand_in_any_order(begin: Begin) -> None:
    hands = [["panda:pink-2", "?", "plot:pink-curve"], ["?", "gardener:pink-3x2", "?"]]
    story = begin(hands=hands)
    assert story.player(0)["hand"] == ["gardener:?", "panda:pink-2", "plot:pink-curve"]
    assert story.player(1)["hand"] == ["gardener:pink-3x2", "panda:?", "plot:?"]
    assert begin().player(1)["hand"] == ["gardener:?", "panda:?", "plot:?"]


def test_a_card_known_to_be_elsewhere_cannot_be_drawn(begin: Begin) -> None:
    hands = [["plot:green-curve", "?", "panda:pink-2"], ["?", "?", "panda:pink-2"]]
    story = begin(hands=hands).play("card plot")
    assert "plot:green-curve" not in story.listed("drawn")
    assert len(story.legal) == 14
    assert story.refuses("drawn plot:green-curve")
    assert story.refuses("drawn panda:green-2"), "another deck"
    assert story.refuses("drawn panda:?")
    story.play("drawn plot:green-diamond", "channel", "end", "card panda", "drawn panda:pink-2")
    story.play("channel", "end").play("weather sun", "card panda")
    assert story.listed("drawn") == {"panda:green-2", "panda:yellow-2", "panda:three-colours"}
    assert story.refuses("drawn panda:pink-2")


# The piles


def test_plots_that_cannot_be_next_are_refused(begin: Begin) -> None:
    story = begin().play("plots")
    assert story.table.kind() == "chance"
    assert len(story.legal) == 289
    assert story.refuses("drawn yellow+watershed yellow+watershed green"), "there is one"
    assert story.refuses("drawn green green"), "three are drawn"
    assert story.refuses("drawn green green green green")
    story.play("drawn yellow+watershed green yellow", "lay green 1,0", "channel", "end", "plots")
    assert story.refuses("drawn yellow+watershed green green"), "it lies below"
    story.play("drawn green+fertilizer ? ?")
    assert story.listed("lay") == {
        f"green+fertilizer {cell}" for cell in ("0,1", "-1,1", "-1,0", "0,-1", "1,-1")
    }


def test_at_least_the_plot_laid_must_be_known(begin: Begin) -> None:
    story = begin().play("plots")
    assert story.refuses("drawn ? ? ?")
    story.play("drawn ? pink ?")
    assert {move.split()[0] for move in story.listed("lay")} == {"pink"}
    assert story.refuses("lay green 1,0")


DRAWS_FROM_ABOVE = (
    "green green green",
    "green green yellow",
    "yellow yellow yellow",
    "yellow yellow pink",
    "pink pink pink",
    "green+watershed green+watershed green+fertilizer",
    "green+fertilizer green+enclosure green+enclosure",
    "yellow+watershed yellow+fertilizer yellow+enclosure",
)


PINK_IMPROVED = {"pink+watershed", "pink+fertilizer", "pink+enclosure"}


def at_an_action(story: Story) -> Story:
    """Where an action may be done: in this turn, or else in the next one, which has wind."""
    if story.allows("end"):
        story.play("end")
    return story.play("weather wind") if story.phase == "weather" else story


def test_what_lies_under_the_pile_comes_when_the_part_above_has_run_out(begin: Begin) -> None:
    story = begin()
    for plots in DRAWS_FROM_ABOVE:
        at_an_action(story).play("plots", f"drawn {plots}", "lay")
        if story.position["weather"] is None:
            story.turn("")
    at_an_action(story).play("plots")
    assert story.legal == ["drawn pink+watershed pink+fertilizer pink+enclosure"]
    story.play(story.legal[0], "lay")
    laid = {f"{p['colour']}+{p['improvement']}" for p in story.position["plots"].values()}
    story.turn("wind").play("weather wind", "plots")
    # Everything put back is the part above now, also what was put back in the last draw.
    possible = {word for plots in story.listed("drawn") for word in plots.split()}
    assert possible & PINK_IMPROVED == PINK_IMPROVED - laid
    assert {"green", "yellow", "pink", "green+watershed", "green+enclosure"} <= possible
    story.play("drawn yellow yellow yellow", "lay", "plots")
    assert story.refuses("drawn yellow yellow yellow"), "two of the four left lie below again"
    assert story.allows("drawn yellow yellow pink")


def test_a_draw_across_both_parts_takes_all_that_is_left_above(begin: Begin) -> None:
    story = begin()
    story.turns(*["lay", "channel"] * 2, *["lay"] * 19)
    story.play(*(["weather wind"] if story.phase == "weather" else []))
    # The parts above had 27, 18, 12 and 8 plots; two of the 8 are left, and four lie below.
    assert story.position["bank"]["plots"] == 6
    story.play("plots")
    draws = [Counter(plots.split()) for plots in story.listed("drawn")]
    assert 1 < len(draws) <= 4
    in_every_draw = reduce(and_, draws)
    assert in_every_draw.total() == 2


def test_a_deck_turns_over_when_the_part_above_has_run_out(begin: Begin) -> None:
    story = plenty(begin(4))
    shown = sorted(card for card in FULFILLED if card.startswith("plot:"))
    for seat, card in enumerate(FULFILLED[3:7]):
        story.until(seat).turn("sun", f"complete {card}")
    # Of the 11 plot cards above, the three that the garden shows go under the deck, ...
    story.until(0).play("weather wind")
    for card in shown:
        story.play("card plot", f"drawn {card}")
    story.play("idle", "idle", "end")
    # ... and the eight others into hands, unknown.
    for seat in range(4):
        story.until(seat).turn("wind", "take plot", "take plot")
    story.until(0).play("weather wind")
    for _ in range(2):
        left = set(shown)
        while left:
            story.play("card plot")
            assert story.listed("drawn") == left
            story.play(f"drawn {min(left)}")
            left.remove(min(left))
    assert story.refuses(f"complete {shown[0]}"), "the unknown cards in hand cannot be it"
    story.play("take plot")
    assert story.listed("complete") == set(shown), "but one drawn from this part can be"
    story.turn("wind").play("weather wind")
    assert story.refuses(f"complete {shown[0]}"), "those of the next player still cannot"
    story.until(0).play("weather wind", f"complete {shown[0]}")
    assert story.listed("complete") == set(), "it was the only one of its part"


# The end of a turn and of the game


def test_a_turn_cannot_end_while_an_action_is_owed_and_possible(begin: Begin) -> None:
    story = begin()
    assert story.refuses("end")
    story.play("channel")
    assert story.refuses("end")
    story.play("take plot")
    assert story.allows("end")
    story.play("end")
    assert story.has_effect("turn_ended", seat=0, amount=1)
    assert story.table.turn() == 1


def test_the_suns_third_action_is_never_owed_but_its_first_two_are(begin: Begin) -> None:
    story = begin().settle().play("weather sun", "channel")
    assert story.position["actions_left"] == 2
    assert story.refuses("end")
    story.play("take plot")
    assert story.allows("end")
    assert story.allows("plots")


def test_when_the_game_is_over_nobody_is_to_move(begin: Begin) -> None:
    story = plenty(begin(2)).complete(0, *FULFILLED[:9])
    story.turn("sun")
    position = story.position
    assert position["phase"] == "over"
    assert position["to_move"] is None
    assert position["weather"] is None
    assert (position["used"], position["actions_left"]) == ([], 0)
    assert position["turn"] == story.table.turn()
    assert story.table.kind() == "over"
    assert story.legal == []
    assert story.refuses("weather sun")
    assert story.table.winners() == [0]
    missed = [effect for effect in story.effects if effect.kind == "objective_missed"]
    assert sorted((effect.seat, effect.what, effect.cause) for effect in missed) == [
        (seat, card, "hand") for seat in (0, 1) for card in ("gardener:?", "panda:?", "plot:?")
    ]


# Reading


def test_blanks_letter_case_and_the_order_of_what_is_a_set_are_forgiven(begin: Begin) -> None:
    story = begin()
    story.play("  PLOTS ", "Drawn  PINK+Watershed  green ?", " lay   Green 1,0", "CHANNEL", "End")
    assert list(story.position["plots"]) == ["1,0"]
    story.play("plots", "drawn yellow green+fertilizer green", "lay green 0,1", "channel")
    story.play("irrigate 1,0 0,1")
    assert story.position["channels"] == [["0,1", "1,0"]]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "weather snow",
        "plots green",
        "lay green",
        "lay green 1,",
        "lay green 1,0 with",
        "gardener 1,0 0,1",
        "gardener one,two",
        "gardener 99999999999999999999,0",
        "card weather",
        "complete plot:green-square",
        "irrigate 0,0",
        "improve moat 1,0",
        "channel channel",
        "drawn",
        "?",
    ],
)
def test_what_is_no_move_is_refused_with_a_sentence(begin: Begin, text: str) -> None:
    assert begin().refuses(text)
