"""What each move says that it changed, told at both tables; order within a ply is free."""

from collections import Counter

from tests.engine.takenoko.conftest import Begin
from tests.engine.takenoko.gardens import plenty, rhombus
from tests.engine.takenoko.story import RESTING_PLACE, Story
from tests.oracle.effect import Effect


def gives(story: Story, move: str, *effects: Effect) -> bool:
    """Whether the move gives exactly these effects."""
    story.play(move)
    assert Counter(story.effects) == Counter(effects)
    return True


def test_opening_hands(begin: Begin) -> None:
    hands = [["plot:pink-curve", "?", "panda:pink-2"], ["?", "?", "?"]]
    assert Counter(begin(hands=hands).effects) == Counter(
        [
            Effect("objective_drawn", 0, "plot:pink-curve", cause="deal"),
            Effect("objective_drawn", 0, "gardener:?", cause="deal"),
            Effect("objective_drawn", 0, "panda:pink-2", cause="deal"),
            Effect("objective_drawn", 1, "plot:?", cause="deal"),
            Effect("objective_drawn", 1, "gardener:?", cause="deal"),
            Effect("objective_drawn", 1, "panda:?", cause="deal"),
        ]
    )


def test_plots(begin: Begin) -> None:
    story = begin()
    assert gives(story, "plots")
    assert gives(story, "drawn green yellow+watershed ?")
    assert gives(
        story,
        "lay yellow+watershed 1,0",
        Effect("laid", 0, "yellow+watershed", q=1, r=0),
        Effect("irrigated", 0, q=1, r=0, cause="pond"),
        Effect("grew", 0, "yellow", 1, 1, 0, cause="first"),
        Effect("acted", 0, "plots"),
    )


def test_plots_away_from_the_pond(begin: Begin) -> None:
    story = begin().settle().turn("clouds", "chip fertilizer", "lay green 1,0")
    story.turn("sun", "lay green 0,1").play("weather sun", "plots", "drawn pink ? ?")
    assert gives(
        story,
        "lay pink 1,1 with fertilizer",
        Effect("laid", 0, "pink", q=1, r=1),
        Effect("chip_placed", 0, "fertilizer", q=1, r=1, cause="lay"),
        Effect("acted", 0, "plots"),
    )
    story.play("channel", "end", "weather wind", "plots", "drawn green+watershed ? ?")
    assert gives(
        story,
        "lay green+watershed 2,0",
        Effect("laid", 1, "green+watershed", q=2, r=0),
        Effect("irrigated", 1, q=2, r=0, cause="watershed"),
        Effect("grew", 1, "green", 1, 2, 0, cause="first"),
        Effect("acted", 1, "plots"),
    )


def test_channels(begin: Begin) -> None:
    story = begin().turns("lay green 1,0", "channel", "lay green 0,1", "channel")
    story.turns("lay pink 1,1", "channel").play("weather wind")
    assert gives(
        story, "channel", Effect("channel_taken", 1, amount=1), Effect("acted", 1, "channel")
    )
    assert gives(
        story,
        "irrigate 0,0 0,1",
        Effect("channel_laid", 1, q=0, r=0, other_q=0, other_r=1, cause="pond"),
    )
    assert gives(
        story,
        "irrigate 1,0 0,1",
        Effect("channel_laid", 1, q=0, r=1, other_q=1, other_r=0, cause="garden"),
    )
    story.play("channel")
    assert gives(
        story,
        "irrigate 1,1 1,0",
        Effect("channel_laid", 1, q=1, r=0, other_q=1, other_r=1, cause="garden"),
        Effect("irrigated", 1, q=1, r=1, cause="channel"),
        Effect("grew", 1, "pink", 1, 1, 1, cause="first"),
    )


def test_chips(begin: Begin) -> None:
    story = begin().turns("lay green 1,0", "channel", "lay green 0,1", "channel")
    story.turns("lay pink 1,1", "channel", "channel", "channel")
    assert gives(story, "weather clouds", Effect("weather", 0, "clouds"))
    assert gives(story, "chip watershed", Effect("chip_taken", 0, "watershed"))
    assert gives(
        story,
        "improve watershed 1,1",
        Effect("chip_placed", 0, "watershed", q=1, r=1, cause="improve"),
        Effect("irrigated", 0, q=1, r=1, cause="watershed"),
        Effect("grew", 0, "pink", 1, 1, 1, cause="first"),
    )


def test_gardener(begin: Begin) -> None:
    story = begin().turns("lay green+fertilizer 1,0", "channel", "lay green 0,1", "channel")
    story.play("weather wind", "plots", "drawn green ? ?", "lay green 1,1")
    assert gives(
        story,
        "gardener 1,0",
        Effect("moved", 0, "gardener", q=1, r=0, other_q=0, other_r=0, cause="action"),
        Effect("grew", 0, "green", 2, 1, 0, cause="gardener"),
        Effect("grew", 0, "green", 1, 0, 1, cause="gardener"),
        Effect("acted", 0, "gardener"),
    )


def test_panda_and_storm(begin: Begin) -> None:
    story = begin().turns("lay green+fertilizer 1,0", "channel", "lay pink 0,1", "channel")
    story.play("weather wind")
    assert gives(
        story,
        "panda 1,0",
        Effect("moved", 0, "panda", q=1, r=0, other_q=0, other_r=0, cause="action"),
        Effect("ate", 0, "green", 1, 1, 0, cause="panda"),
        Effect("acted", 0, "panda"),
    )
    assert gives(
        story,
        "panda 0,0",
        Effect("moved", 0, "panda", q=0, r=0, other_q=1, other_r=0, cause="action"),
        Effect("acted", 0, "panda"),
    )
    assert gives(story, "end", Effect("turn_ended", 0, amount=3))
    assert gives(story, "weather storm", Effect("weather", 1, "storm"))
    assert gives(
        story,
        "storm 0,1",
        Effect("moved", 1, "panda", q=0, r=1, other_q=0, other_r=0, cause="storm"),
        Effect("ate", 1, "pink", 1, 0, 1, cause="storm"),
    )


def test_weather(begin: Begin) -> None:
    story = begin().settle()
    assert gives(story, "weather any", Effect("weather", 0, "any"))
    assert gives(story, "choose storm", Effect("weather_chosen", 0, "storm"))
    assert gives(story, "skip", Effect("weather_declined", 0, "storm"))
    story.turn("sun").turn("sun", "lay green+fertilizer 1,0").play("weather rain")
    assert gives(story, "rain 1,0", Effect("grew", 0, "green", 2, 1, 0, cause="rain"))


def test_a_first_growth_without_supply_is_due_all_the_same(begin: Begin) -> None:
    story = begin().settle().turn("sun", "lay pink 1,0")
    while story.in_bank("pink"):
        story.rain("1,0").turn("storm", "storm 1,0")
    story.play("weather sun", "plots", "drawn pink ? ?")
    seat = story.position["to_move"]
    assert gives(
        story,
        "lay pink 0,1",
        Effect("laid", seat, "pink", q=0, r=1),
        Effect("irrigated", seat, q=0, r=1, cause="pond"),
        Effect("acted", seat, "plots"),
    )


def test_a_card_that_goes_back(begin: Begin) -> None:
    story = rhombus(begin(), ("green", "green"), ("green", "green")).play("weather wind")
    seat = story.position["to_move"]
    assert gives(story, "card plot")
    assert gives(
        story, "drawn plot:green-curve", Effect("objective_returned", seat, "plot:green-curve")
    )


def test_cards_kept_and_completed(begin: Begin) -> None:
    story = begin(preset="rulebook").settle().turns("lay green 1,0", "lay pink 0,1")
    story.feed(0, "1,0", "0,1").until(0).rain("1,0").feed(0, "1,0").until(0).play("weather wind")
    assert story.me["bamboo"] == {"green": 2, "yellow": 0, "pink": 1}
    story.play("card panda")
    assert gives(
        story,
        "drawn panda:green-2",
        Effect("objective_drawn", 0, "panda:green-2", cause="card"),
        Effect("acted", 0, "card"),
    )
    assert gives(
        story,
        "complete panda:green-2",
        Effect("paid", 0, "green", 2),
        Effect("objective_completed", 0, "panda:green-2", 3),
        Effect("scored", 0, "panda", 3),
    )
    story.play("card plot")
    assert gives(
        story,
        "drawn ?",
        Effect("objective_drawn", 0, "plot:?", cause="card"),
        Effect("acted", 0, "card"),
    )
    assert gives(
        story,
        "complete gardener:pink-4-enclosure",
        Effect("objective_completed", 0, "gardener:pink-4-enclosure", 6),
        Effect("scored", 0, "gardener", 6),
    )
    assert story.bamboo(RESTING_PLACE) == 4


def test_three_colours_are_paid_one_of_each(begin: Begin) -> None:
    story = begin().settle().turns("lay green 1,0", "lay pink 0,1", "lay yellow -1,0", "idle")
    story.feed(0, "1,0", "0,1", "-1,0").until(0).play("weather sun")
    assert gives(
        story,
        "complete panda:three-colours",
        Effect("paid", 0, "green", 1),
        Effect("paid", 0, "yellow", 1),
        Effect("paid", 0, "pink", 1),
        Effect("objective_completed", 0, "panda:three-colours", 6),
        Effect("scored", 0, "panda", 6),
    )


def test_emperor_and_the_end(begin: Begin) -> None:
    story = plenty(begin(4)).complete(
        2,
        "gardener:green-4-bare",
        "gardener:green-4-fertilizer",
        "gardener:green-4-watershed",
        "gardener:green-4-enclosure",
        "gardener:yellow-4-bare",
        "gardener:yellow-4-fertilizer",
    )
    story.until(2).play("weather sun")
    assert gives(
        story,
        "complete plot:green-curve",
        Effect("objective_completed", 2, "plot:green-curve", 2),
        Effect("scored", 2, "plot", 2),
        Effect("scored", 2, "emperor", 2),
    )
    story.turn("sun").turn("sun").turn("sun", "take panda").play("weather wind", "idle", "idle")
    finished = story.position["turn"] + 1
    hands = [["plot:?", "gardener:?", "panda:?"] for _ in range(4)]
    hands[0].append("panda:?")
    hands[2].remove("plot:?")
    assert gives(
        story,
        "end",
        Effect("turn_ended", 1, amount=finished),
        *[
            Effect("objective_missed", seat, card, cause="hand")
            for seat, hand in enumerate(hands)
            for card in hand
        ],
        Effect("ranked", 2, amount=1),
        *[Effect("ranked", seat, amount=2) for seat in (0, 1, 3)],
    )
