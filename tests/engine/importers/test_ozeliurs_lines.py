"""What single lines of the simulator `ozeliurs` become, and what it does against the rules."""

import pytest

from engine.games.takenoko.components import CARD_TEXTS
from engine.importers.ozeliurs.words import Unmapped, card
from engine.replay import Status
from tests.engine.importers.simulator_lines import (
    channel,
    game,
    grew,
    moves,
    placed,
    played,
    tiles,
    turn,
    vector,
    walked,
)


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["rolled weather: Sunny", "did not apply the weather Sunny"], ["weather sun"]),
        (["rolled weather: Windy", "did not apply the weather Windy"], ["weather wind"]),
        (["rolled weather: Rainy", "did not apply the weather Rainy"], ["weather rain", "skip"]),
        (["rolled weather: Stormy", "did not apply the weather Stormy"], ["weather storm", "skip"]),
        (
            ["rolled weather: Cloudy", "did not apply the weather Cloudy"],
            ["weather clouds", "skip"],
        ),
        (
            ["rolled weather: QuestionMark", "did not apply the weather QuestionMark"],
            ["weather any", "choose rain", "skip"],
        ),
        (
            [
                "rolled weather: QuestionMark",
                "applied the weather QuestionMark",
                "chose and applied weather Windy",
            ],
            ["weather any", "choose wind"],
        ),
        (
            ["rolled weather: Cloudy", "applied the weather Cloudy", "drew improvement FERTILIZER"],
            ["weather clouds", "chip fertilizer"],
        ),
    ],
)
def test_weather(lines: list[str], wanted: list[str]) -> None:
    found = game(*turn("Ann", *(f"Ann {line}" for line in lines)))
    assert moves(found) == wanted
    assert played(found).status is Status.INCOMPLETE


def test_a_weather_declined_without_choosing_is_told() -> None:
    found = game(
        *turn(
            "Ann", "Ann rolled weather: QuestionMark", "Ann did not apply the weather QuestionMark"
        )
    )
    assert any("declines a weather 1 times" in warning for warning in found.warnings)
    assert found.log.notes is not None
    assert "declines the weather" in found.log.notes["11"]


def test_rain_grows_where_it_is_told_and_nowhere_without_plots() -> None:
    rain = ["Ann rolled weather: Rainy", "Ann applied the weather Rainy"]
    assert moves(game(*turn("Ann", *rain, f"Grew bamboo at {vector(0, 1)}"))) == [
        "weather rain",
        "rain 0,1",
    ]
    assert moves(game(*turn("Ann", *rain, "No bamboo to grow"))) == ["weather rain", "skip"]


STORM = [
    "Ann rolled weather: Stormy",
    "Ann applied the weather Stormy",
    walked("Ann", "panda", (1, 0), (1, 0)),
    "Panda ate one GREEN bamboo for Ann",
]
"""The storm takes the panda from the pond to 1,0."""


def test_only_the_first_walk_under_a_storm_is_the_storms() -> None:
    found = game(
        *turn(
            "Ann",
            *STORM,
            *channel("Ann"),
            walked("Ann", "panda", (-1, 1), (0, 1)),
            "Panda ate one GREEN bamboo for Ann",
        ),
        *turn("Bob", "Bob rolled weather: Sunny", "Bob did not apply the weather Sunny"),
    )
    assert moves(found) == [
        "weather storm",
        "storm 1,0",
        "channel",
        "panda 0,1",
        "end",
        "weather sun",
    ]
    assert played(found).status is Status.INCOMPLETE


def test_after_a_storm_a_panda_that_walks_askew_is_refused() -> None:
    found = game(
        *turn(
            "Ann",
            *STORM,
            tiles("Ann", "green", "green", "green"),
            placed("Ann", "green", -1, 1),
            grew("GREEN", -1, 1),
            walked("Ann", "panda", (-2, 1), (-1, 1)),
            "Panda ate one GREEN bamboo for Ann",
        )
    )
    result = played(found)
    assert result.error is not None
    assert (result.status, result.error.move) == (Status.ILLEGAL, "panda -1,1")
    assert result.plies == len(found.log.moves) - 1
    assert "straight line" in result.error.reason


def test_a_storm_that_is_counted_as_an_action_is_told() -> None:
    found = game(*turn("Ann", *STORM, *channel("Ann")), *turn("Bob"))
    result = played(found)
    assert result.error is not None
    assert (result.error.move, result.error.ply) == ("end", 13)
    assert any("counts the storm's walk" in warning for warning in found.warnings)


def test_a_watershed_chip_that_does_nothing_is_the_fault() -> None:
    """It shows when the panda finds nothing; the rules were broken when the chip was put down."""
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Cloudy",
            "Ann applied the weather Cloudy",
            "Ann drew improvement WATERSHED",
            "Ann stored improvement WATERSHED",
            tiles("Ann", "green", "pink", "pink"),
            placed("Ann", "pink", 1, 1),
            f"Ann applied improvement WATERSHED at {vector(1, 1)} from inventory",
            walked("Ann", "panda", (1, 0), (1, 0)),
            "Panda ate one GREEN bamboo for Ann",
        ),
        *turn(
            "Bob",
            "Bob rolled weather: Sunny",
            "Bob did not apply the weather Sunny",
            walked("Bob", "panda", (0, 1), (1, 1)),
            "Panda didn't eat any bamboo",
        ),
    )
    result = played(found)
    assert result.error is not None
    assert result.error.move == "improve watershed 1,1"
    assert result.plies == found.log.moves.index("improve watershed 1,1") == result.error.ply
    assert "the watershed irrigates 1,1" in result.error.reason
    assert "The panda eats nothing on 1,1 in the log" in result.error.reason


def test_a_weather_chosen_instead_of_a_chip_is_refused() -> None:
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Cloudy",
            "Ann applied the weather Cloudy",
            "No more ENCLOSURE in the deck",
            "Ann chose and applied weather Sunny",
        )
    )
    result = played(found)
    assert moves(found) == ["weather clouds", "choose sun"]
    assert result.error is not None
    assert (result.status, result.error.ply) == (Status.ILLEGAL, 11)


def test_chips_go_on_plots_while_they_are_laid_and_later() -> None:
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Cloudy",
            "Ann applied the weather Cloudy",
            "Ann drew improvement ENCLOSURE",
            "Ann stored improvement ENCLOSURE",
            tiles("Ann", "green", "pink", "pink"),
            "Ann applied improvement ENCLOSURE on tile to place",
            placed("Ann", "pink+enclosure", 1, 1),
            *channel("Ann"),
        ),
        *turn(
            "Bob",
            "Bob rolled weather: Cloudy",
            "Bob applied the weather Cloudy",
            "Bob drew improvement FERTILIZER",
            tiles("Bob", "green", "yellow", "yellow"),
            placed("Bob", "yellow", -1, 2),
            f"Bob applied improvement FERTILIZER at {vector(-1, 2)}",
        ),
    )
    assert "lay pink 1,1 with enclosure" in found.log.moves
    result = played(found)
    assert result.error is not None
    assert (result.error.move, result.plies) == ("lay yellow -1,2", len(found.log.moves) - 2)


def test_channels_lie_between_two_cells_in_either_order() -> None:
    edge = f"IrrigationChannelPosition{{positions=[{vector(1, 0)}, {vector(0, 1)}]}}"
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Sunny",
            "Ann did not apply the weather Sunny",
            f"Ann placed irrigation at {edge} from inventory",
            "Ann drew irrigation",
            f"Ann placed an irrigation channel at {edge}",
        )
    )
    assert moves(found) == ["weather sun", "irrigate 0,1 1,0", "channel", "irrigate 0,1 1,0"]
    result = played(found)
    assert result.error is not None
    assert (result.error.ply, "there already" in result.error.reason) == (13, True)


def test_a_turn_out_of_turn_ends_the_game_there() -> None:
    result = played(game(*turn("Bob", "Bob rolled weather: Sunny")))
    assert result.error is not None
    assert (result.error.ply, result.error.move) == (10, "weather sun")
    assert "the turn of Bob (line 19); by the rules it is the turn of Ann" in result.error.reason


def test_points_that_a_card_does_not_bring_end_the_game_there() -> None:
    windy = ["Ann rolled weather: Windy", "Ann applied the weather Windy"]
    eaten = [walked("Ann", "panda", (1, 0), (1, 0)), "Panda ate one GREEN bamboo for Ann"]
    again = [walked("Ann", "panda", (-1, 1), (0, 1)), "Panda ate one GREEN bamboo for Ann"]
    for points, status in ((3, Status.INCOMPLETE), (4, Status.ILLEGAL)):
        redeemed = (
            f"Ann redeemed objectivePanda Objective <{{GREEN=2}} high> and gained {points}points"
        )
        found = game(*turn("Ann", *windy, *eaten, *again, redeemed))
        result = played(found)
        assert moves(found)[-1] == "complete panda:green-2"
        assert result.status is status
        if result.error is not None:
            assert "gives 4 points for this card; it is worth 3" in result.error.reason


CARDS = {
    "Pattern Objective <Triangle{GREEN}>": "plot:green-triangle",
    "Pattern Objective <Line{YELLOW}>": "plot:yellow-straight",
    "Pattern Objective <Curve{PINK}>": "plot:pink-curve",
    "Pattern Objective <Diamond{PINK}>": "plot:pink-diamond",
    "Pattern Objective <MixedColorsDiamond{GREEN,PINK}>": "plot:green-pink-diamond",
    "Pattern Objective <MixedColorsDiamond{YELLOW, GREEN}>": "plot:green-yellow-diamond",
    "Pattern Objective <MixedColorsDiamond{PINK, YELLOW}>": "plot:yellow-pink-diamond",
    "Panda Objective <{GREEN=2} high>": "panda:green-2",
    "Panda Objective <{GREEN=1, PINK=1, YELLOW=1} high>": "panda:three-colours",
    "Panda Objective <{YELLOW=1, GREEN=1, PINK=1} high>": "panda:three-colours",
    "Single Gardener Objective <YELLOW bamboo, 4 high, FERTILIZER improvement>": (
        "gardener:yellow-4-fertilizer"
    ),
    "Single Gardener Objective <PINK bamboo, 4 high, NONE improvement>": "gardener:pink-4-bare",
    "Multiple Gardener Objective <Single Gardener Objective <PINK bamboo, 3 high, "
    "NONE improvement>, 2 times>": "gardener:pink-3x2",
    "Multiple Gardener Objective <Single Gardener Objective <GREEN bamboo, 3 high, "
    "NONE improvement>, 4 times>": "gardener:green-3x4",
}


@pytest.mark.parametrize(("text", "wanted"), CARDS.items())
def test_objectives_are_our_cards(text: str, wanted: str) -> None:
    assert card(text) == wanted
    assert wanted in CARD_TEXTS


@pytest.mark.parametrize(
    "text",
    [
        "Emperor Objective",
        "Panda Objective <{GREEN=3} high>",
        "Panda Objective <{BLUE=2} high>",
        "Panda Objective <{GREEN=1, PINK=1} high>",
        "Pattern Objective <Star{GREEN}>",
        "Pattern Objective <Line{GREEN,PINK}>",
        "Pattern Objective <MixedColorsDiamond{PINK,PINK}>",
        "Single Gardener Objective <PINK bamboo, 3 high, NONE improvement>",
        (
            "Multiple Gardener Objective <Single Gardener Objective <PINK bamboo, 3 high, "
            "NONE improvement>, 4 times>"
        ),
    ],
)
def test_an_objective_that_is_no_card_of_the_game(text: str) -> None:
    with pytest.raises(Unmapped):
        card(text)


def test_what_no_move_can_say_ends_the_game_there() -> None:
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Sunny",
            "Ann did not apply the weather Sunny",
            "Ann drew objective Pattern Objective <Star{GREEN}>",
            "Ann drew irrigation",
        )
    )
    result = played(found)
    assert result.error is not None
    assert (result.status, result.plies) == (Status.ILLEGAL, 11)
    assert result.error.move == "Ann drew objective Pattern Objective <Star{GREEN}>"
