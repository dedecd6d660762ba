"""Every switch, both presets, and headers that cannot start a game; told at both tables."""

from typing import Any

import pytest

from tests.engine.takenoko.conftest import Begin
from tests.engine.takenoko.gardens import rhombus
from tests.oracle.effect import BadSetup


def test_redraw_fulfilled_off_a_fulfilled_card_is_kept(begin: Begin) -> None:
    story = rhombus(begin(redraw_fulfilled=False), ("green", "green"), ("green", "green"))
    story.play("weather sun", "card plot", "drawn plot:green-triangle")
    assert "plot:green-triangle" in story.me["hand"]
    assert story.position["used"] == ["card"]
    story.play("complete plot:green-triangle")
    assert story.me["score"] == 2


def test_fertilizer_first_two_sections_grow_first_on_a_fertilizer(begin: Begin) -> None:
    assert begin().play("lay green+fertilizer 1,0").bamboo("1,0") == 1
    story = begin(fertilizer_first=True).play("lay green+fertilizer 1,0")
    assert story.bamboo("1,0") == 2
    assert story.has_effect("grew", what="green", amount=2, cause="first")
    assert begin(fertilizer_first=True).play("lay green 1,0").bamboo("1,0") == 1


def test_fertilizer_first_holds_for_a_chip_laid_with_the_plot(begin: Begin) -> None:
    story = begin(fertilizer_first=True).settle().turn("clouds", "chip fertilizer").until(0)
    assert story.play("weather sun", "lay green 1,0 with fertilizer").bamboo("1,0") == 2


def test_pond_edges_off_the_ponds_own_edges_take_no_channel(begin: Begin) -> None:
    wasted = begin().turns("lay green 1,0", "channel", "lay green 0,1", "canal 0,0 0,1")
    assert wasted.position["channels"] == [["0,0", "0,1"]]
    story = begin(pond_edges=False).turns("lay green 1,0", "channel").play("lay green 0,1")
    story.play("channel")
    assert story.listed("irrigate") == {"0,1 1,0"}
    assert story.refuses("irrigate 0,0 0,1")


@pytest.mark.parametrize(
    ("rules", "bare", "fertilizer"),
    [({}, 5, 2), ({"green_plots": "6-2-1-2"}, 6, 1), ({"preset": "rulebook"}, 6, 1)],
)
def test_green_plots(begin: Begin, rules: dict[str, Any], bare: int, fertilizer: int) -> None:
    story = begin(**rules).play("plots")
    assert story.allows("drawn green+fertilizer green+fertilizer pink") == (fertilizer == 2)
    story.play("drawn green green green", "lay green 1,0", "channel", "end", "plots")
    # Two green ones lie below, one in the garden.
    most = max(plots.split().count("green") for plots in story.listed("drawn"))
    assert most == bare - 3


def test_storm_stay_the_panda_may_stay_in_place_and_eat_again(begin: Begin) -> None:
    story = begin(storm_stay=True).settle().turns("lay green 1,0", "lay yellow 0,1")
    story.rain("1,0", 2).play("weather storm", "storm 1,0", "channel", "take plot", "end")
    story.play("weather storm")
    assert story.listed("storm") == {"1,0", "0,1", "0,-1"}, "not the pond"
    story.play("storm 1,0")
    assert story.bamboo("1,0") == 1
    assert story.has_effect("ate", what="green", q=1, r=0, cause="storm")
    story.play("channel", "idle", "end").until(0).play("weather storm")


def test_storm_stay_on_the_pond_needs_storm_pond_too(begin: Begin) -> None:
    for stay, pond in ((False, False), (True, False), (False, True), (True, True)):
        story = begin(storm_stay=stay, storm_pond=pond)
        story.turns("lay green 1,0", "channel", "channel", "take plot").play("weather storm")
        assert story.position["panda"] == "0,0"
        assert story.listed("storm") == ({"1,0", "0,0"} if stay and pond else {"1,0"})


def test_storm_pond_the_storm_may_carry_the_panda_to_the_pond(begin: Begin) -> None:
    for pond in (False, True):
        story = begin(storm_pond=pond)
        story.turns("lay green 1,0", "panda 1,0", "channel", "take plot").play("weather storm")
        assert story.position["panda"] == "1,0"
        assert story.listed("storm") == ({"0,0"} if pond else set())
        assert story.allows("skip")


RHOMBI = {
    "clockwise": ("green", "green", "yellow", "yellow"),
    "counterclockwise": ("green", "yellow", "green", "yellow"),
}


@pytest.mark.parametrize("diamond", ["clockwise", "counterclockwise", "any"])
@pytest.mark.parametrize("shown", ["clockwise", "counterclockwise"])
def test_diamond(begin: Begin, diamond: str, shown: str) -> None:
    one, two, three, four = RHOMBI[shown]
    story = rhombus(begin(diamond=diamond), (one, two), (three, four)).play("weather sun")
    assert story.allows("complete plot:green-yellow-diamond") == (diamond in {shown, "any"})


@pytest.mark.parametrize("heights", ["exactly", "at_least"])
def test_heights(begin: Begin, heights: str) -> None:
    story = begin(heights=heights).settle().turns("lay yellow 1,0", "lay yellow 0,1")
    story.turns("lay yellow -1,1", "idle")
    story.rain("1,0", 3).rain("0,1", 2).rain("-1,1", 1).play("weather rain")
    card = "complete gardener:yellow-3x3"
    assert story.refuses(card), "4, 3, 2"
    story.play("rain -1,1")
    assert story.allows(card) == (heights == "at_least"), "4, 3, 3"


def test_bamboo_supply_off_growth_never_stops(begin: Begin) -> None:
    story = begin(bamboo_supply=False).settle().turns("lay pink 1,0", "idle")
    assert story.in_bank("pink") == 24 - 5
    for _ in range(20):
        story.rain("1,0").turn("storm", "storm 1,0")
    assert story.in_bank("pink") == -1
    assert story.play("weather rain").allows("rain 1,0")


@pytest.mark.parametrize("may_skip", [True, False])
def test_clouds_may_skip(begin: Begin, may_skip: bool) -> None:
    story = begin(clouds_may_skip=may_skip).settle().play("weather clouds")
    assert story.allows("skip") == may_skip
    if not may_skip:
        assert story.refuses("skip")
    story.play("chip watershed", "idle", "idle", "end", "weather any", "choose clouds")
    assert story.allows("skip") == may_skip
    story.play("chip watershed", "idle", "idle", "end", "weather rain")
    assert story.allows("skip"), "the others may always be declined"


def test_the_rulebook_preset(begin: Begin) -> None:
    story = begin(preset="rulebook")
    story.turns("lay green+fertilizer 1,0", "channel", "panda 1,0", "channel")
    assert story.bamboo("1,0") == 1, "fertilizer_first: two grew, one was eaten"
    story.play("weather storm")
    assert story.listed("irrigate") == set(), "no pond_edges"
    assert story.listed("storm") == {"0,0"}, "storm_pond"
    story.play("storm 0,0", "idle", "take plot", "end", "weather clouds")
    assert story.refuses("skip"), "no clouds_may_skip"


def test_a_single_switch_overrides_the_preset(begin: Begin) -> None:
    story = begin(preset="rulebook", fertilizer_first=False, pond_edges=True)
    story.play("lay green+fertilizer 1,0", "channel")
    assert story.bamboo("1,0") == 1
    assert story.allows("irrigate 0,0 1,0")
    assert (
        begin(preset="bga", fertilizer_first=True).play("lay green+fertilizer 1,0").bamboo("1,0")
        == 2
    )


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "house"},
        {"preset": ["bga"]},
        {"rain": True},
        {"storm_stay": 1},
        {"storm_pond": "true"},
        {"diamond": "left"},
        {"heights": None},
        {"green_plots": "5-2-2"},
        {"green_plots": "9-9-9-9"},
        {"green_plots": [5, 2, 2, 2]},
    ],
)
def test_unknown_switches_and_values_cannot_start(begin: Begin, rules: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match=r".+\.$"):
        begin(**rules)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_takenoko_is_for_two_to_four(begin: Begin, players: int) -> None:
    with pytest.raises(BadSetup, match=r".+\.$"):
        begin(players)


@pytest.mark.parametrize(
    "hand",
    [
        ["plot:green-curve", "?"],
        ["plot:green-curve", "plot:pink-curve", "?"],
        ["plot:green-square", "?", "?"],
        ["plot:yellow-curve", "?", "?"],
        ["?", "?", "?", "?"],
        ["?", "?", 3],
        ["?", "?", ["?"]],
        "???",
    ],
)
def test_hands_that_cannot_have_been_dealt_cannot_start(begin: Begin, hand: Any) -> None:
    with pytest.raises(BadSetup, match=r".+\.$"):
        begin(hands=[["plot:yellow-curve", "?", "?"], hand])


def test_one_hand_for_each_player(begin: Begin) -> None:
    with pytest.raises(BadSetup, match=r".+\.$"):
        begin(3, hands=[["?", "?", "?"], ["?", "?", "?"]])
