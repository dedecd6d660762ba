"""Files of the simulator `ozeliurs`: loggers, runs, damage; and single lines of games written for
the case."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.games.takenoko.components import CARD_TEXTS
from engine.importers.contract import Found, Rejected
from engine.importers.ozeliurs import IMPORTER
from engine.importers.ozeliurs.words import Unmapped, card
from engine.importers.reading import read_file
from engine.replay import Replay, Status, replay

SAMPLE = Path(__file__).parents[2] / "samples" / "simulators" / "takenoko-ozeliurs-1.log"


def read(content: bytes) -> list[Found | Rejected]:
    return list(IMPORTER.read(io.BufferedReader(io.BytesIO(content)), "some.log"))


def found_in(content: bytes) -> Found:
    """The only game in the file."""
    (item,) = read(content)
    assert isinstance(item, Found)
    return item


def played(found: Found) -> Replay:
    return replay(found.log, evidence=found.evidence)


# Games written for a case


def vector(q: int, r: int) -> str:
    return f"Vector[q={q}.0, r={r}.0, s={-q - r}.0]"


def tile(plot: str) -> str:
    colour, _, improvement = plot.upper().partition("+")
    return f"Tile{{type=OTHER, color={colour}, improvement={improvement or 'null'}}}"


def tiles(name: str, *plots: str) -> str:
    return f"{name} drew tiles[{', '.join(tile(plot) for plot in plots)}]"


def placed(name: str, plot: str, q: int, r: int) -> str:
    return f"{name} placed {tile(plot)} at {vector(q, r)}"


def grew(colour: str, q: int, r: int) -> str:
    return f"{colour} bamboo grew at {vector(q, r)}"


def walked(name: str, pawn: str, by: tuple[int, int], to: tuple[int, int]) -> str:
    return f"{name} moved the {pawn} with {vector(*by)} to position {vector(*to)}"


def channel(name: str) -> list[str]:
    return [f"{name} drew irrigation", f"{name} stored an irrigation channel in inventory"]


def turn(name: str, *lines: str) -> list[str]:
    return [f"===== <{name}> is playing =====", *lines]


WELCOME = [
    "------------------------------------------------------------",
    "Welcome to Takenoko!",
    "The new game has been set up. You can start the game !",
    "The game has started !",
]
FIRST_ROUND = [
    "===== Round 1 =====",
    *turn(
        "Ann",
        tiles("Ann", "green", "green", "pink"),
        placed("Ann", "green", 1, 0),
        grew("GREEN", 1, 0),
        *channel("Ann"),
    ),
    *turn(
        "Bob",
        tiles("Bob", "green", "yellow", "yellow"),
        placed("Bob", "green", 0, 1),
        grew("GREEN", 0, 1),
        *channel("Bob"),
    ),
    "===== Round 2 =====",
]
MOVES_OF_FIRST_ROUND = [
    "plots",
    "drawn green green pink",
    "lay green 1,0",
    "channel",
    "end",
    "plots",
    "drawn green yellow yellow",
    "lay green 0,1",
    "channel",
    "end",
]


def log(lines: Sequence[str], before: str = "INFO  - ", end: str = "\n") -> bytes:
    return "".join(f"{before}{line}{end}" for line in lines).encode()


def game(*lines: str) -> Found:
    """A game of Ann and Bob that goes on with these lines in round 2."""
    found = found_in(log([*WELCOME, *FIRST_ROUND, *lines]))
    assert found.log.moves[: len(MOVES_OF_FIRST_ROUND)] == MOVES_OF_FIRST_ROUND
    return found


def moves(found: Found) -> list[str]:
    """Those of round 2."""
    return found.log.moves[len(MOVES_OF_FIRST_ROUND) :]


# Lines and what they become


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


# Loggers and runs


@pytest.mark.parametrize(
    ("before", "end"),
    [
        ("INFO  - ", "\r\n"),
        ("", "\n"),
        ("12:34:56.789 [main] INFO  com.takenoko.ui.ConsoleUserInterface - ", "\n"),
        ("2023-01-15 12:34:56,789 [main] INFO c.t.u.ConsoleUserInterface - ", "\n"),
        ("[INFO ] 2023-01-15 12:34:56.789 [main] ConsoleUserInterface - ", "\n"),
        ("INFO: ", "\n"),
        ("\x1b[32mINFO \x1b[m - ", "\n"),
    ],
)
def test_however_the_logger_is_set_up(before: str, end: str) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    wanted = found_in(text.encode())
    lines = [line.replace("INFO  - ", before, 1) for line in text.splitlines()]
    got = found_in((end.join(lines) + end).encode())
    assert got.log == wanted.log
    assert got.evidence == wanted.evidence
    assert got.warnings == wanted.warnings


def test_debugging_lines_are_passed_over() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    debug = "DEBUG - ColletBot can play: [DrawIrrigationAction]\nINFO  - Gardener planted"
    wanted, got = (
        found_in(content.encode())
        for content in (text, text.replace("INFO  - Gardener planted", debug))
    )
    assert got.log.moves == wanted.log.moves
    assert len(got.evidence) == len(wanted.evidence)


def test_games_of_one_file_are_found_where_they_begin(tmp_path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    path = tmp_path / "application-20230115.log"
    path.write_text(text + "\n" + text + "\n".join(text.splitlines()[1:]), encoding="utf-8")
    entries = list(read_file(path))
    assert all(entry.importer is IMPORTER for entry in entries)
    length = len(text.splitlines())
    assert [entry.item.line for entry in entries] == [1, length + 2, 2 * length + 2]
    logs = [entry.item.log for entry in entries if isinstance(entry.item, Found)]
    assert [one.moves for one in logs] == [logs[0].moves] * 3
    assert [one.result for one in logs] == [logs[0].result] * 3


@pytest.mark.parametrize("names", [["A", "B"], ["A b", "B.c", "Ä"], ["Joe", "Joe", "Zed", "Joe"]])
def test_two_to_four_players_of_any_name(names: list[str]) -> None:
    rounds = []
    for number in range(1, 4):
        rounds.append(f"===== Round {number} =====")
        for name in names:
            thrown = [f"{name} rolled weather: Windy", f"{name} did not apply the weather Windy"]
            weather = thrown if number > 1 else []
            cards = (
                [] if number > 1 else [f"{name} drew objective Panda Objective <{{GREEN=2}} high>"]
            )
            rounds += turn(name, *weather, *cards, *channel(name))
    found = found_in(log([*WELCOME, *rounds]))
    assert [player.name for player in found.log.players] == names
    # In the second round nobody takes a second action: the first end of a turn is refused there.
    result = played(found)
    assert result.error is not None
    assert result.plies == len(names) * 4 + 2
    assert result.error.move == "end"


# How a game ended


def ended(*lines: str) -> Found:
    return found_in(log([*WELCOME, *FIRST_ROUND, *lines]))


def test_the_winner_and_the_scoreboard_give_the_result() -> None:
    winner = "The winner is Bob with 7 points ! With the following objectives : Emperor Objective"
    found = ended("===== Game finished =====", winner)
    assert found.log.result is not None
    assert (found.log.result.winners, found.log.result.reason) == ([1], "unfinished")
    assert found.log.result.scores is None
    assert any("do not make the points at its end" in warning for warning in found.warnings)
    board = [
        " \t \t \t< Ann : Wins-0 Total Score-3 > | ",
        " \t \t \t< Bob : Wins-1 Total Score-7 > | ",
    ]
    content = log([*WELCOME, *FIRST_ROUND, "===== Game finished =====", winner])
    for number, scores in ((1, [3, 7]), (2, None)):
        run = f"END   - All {number} games have been run :\nSCOREBOARD - == Scoreboard ==\n"
        (item,) = read(content + (run + "\n".join(board)).encode())
        assert isinstance(item, Found)
        assert item.log.result is not None
        assert item.log.result.scores == scores


def test_a_tie_has_several_winners() -> None:
    found = ended("It's a tie !, the winners are : Ann, Bob")
    assert found.log.result is not None
    assert (found.log.result.winners, found.log.result.scores) == ([0, 1], [0, 0])


def test_an_emperor_whom_the_rules_do_not_crown() -> None:
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Windy",
            "Ann applied the weather Windy",
            *channel("Ann"),
            *channel("Ann"),
        ),
        "===== <Ann> finished the game =====",
        "Ann received the Emperor objective !",
        "==<Last round>==<Last round>==<Last round>==<Last round>==",
        *turn("Bob", "Bob rolled weather: Windy"),
    )
    result = played(found)
    assert result.error is not None
    assert (result.error.move, result.plies) == ("end", 13)
    assert "Ann takes the Emperor" in result.error.reason


def test_a_game_cut_short_is_played_as_far_as_it_goes() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    cut = lines.index(
        "INFO  - Gardener planted bamboo at Vector[q=-1.0, r=1.0, s=0.0], the stack is now 3high"
    )
    for last in (cut, cut + 1, cut + 2):
        found = found_in("\n".join(lines[:last]).encode())
        result = played(found)
        assert (result.status, result.plies) == (Status.INCOMPLETE, 33)
        assert found.log.result is None


# Damage


def test_an_unknown_line_is_left_out_and_told() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    lines = text.splitlines()
    lines[9:9] = ["INFO  - ColletBot pondered", "\x00\xff garbage"]
    got, wanted = found_in("\n".join(lines).encode()), found_in(text.encode())
    assert got.log.moves == wanted.log.moves
    assert got.warnings[:2] == (
        "Line 10 is not understood and left out: ColletBot pondered",
        "Line 11 is not understood and left out: \x00\xff garbage",
    )


def test_many_unknown_lines_are_counted() -> None:
    found = game(*turn("Ann"), *(f"noise {number}" for number in range(20)))
    assert sum("not understood" in warning for warning in found.warnings) == 5
    assert any("15 more lines" in warning for warning in found.warnings)


def test_growth_around_an_unknown_line_proves_nothing() -> None:
    found = game(
        *turn(
            "Ann",
            "Ann rolled weather: Windy",
            "Ann applied the weather Windy",
            walked("Ann", "gardener", (1, 0), (1, 0)),
            f"Gardener planted bamboo at {vector(1, 0)}, the stack is now 2high",
            "INFO  - Gardener pl",
        )
    )
    assert played(found).status is Status.INCOMPLETE


def test_lost_headings_of_turns_and_rounds() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    wanted = found_in(text.encode())
    lines = text.splitlines()
    second_turn = lines.index("INFO  - ===== <GeneralTactic> is playing =====", 20)
    without_turn = found_in("\n".join(lines[:second_turn] + lines[second_turn + 1 :]).encode())
    assert without_turn.log.moves == wanted.log.moves
    assert any("1 turns have no heading" in warning for warning in without_turn.warnings)
    without_round = found_in(text.replace("INFO  - ===== Round 2 =====\n", "").encode())
    assert without_round.log.moves == wanted.log.moves
    assert without_round.log.players == wanted.log.players


def test_the_middle_of_a_game_is_rejected_and_the_next_game_read() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    lines = text.splitlines()
    middle = "".join(line + "\n" for line in lines[lines.index("INFO  - ===== Round 5 =====") :])
    rejected, found = read((middle + text).encode())
    assert isinstance(rejected, Rejected)
    assert (rejected.line, rejected.game) == (1, "takenoko")
    assert "beginning" in rejected.reason
    assert isinstance(found, Found)
    assert found.line == len(middle.splitlines()) + 1


def test_a_game_may_begin_with_its_first_round() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    cut = "".join(line + "\n" for line in text.splitlines()[4:])
    assert found_in(cut.encode()).log.moves == found_in(text.encode()).log.moves


@pytest.mark.parametrize("lines", [WELCOME, [*WELCOME, *FIRST_ROUND[:6]]])
def test_a_game_that_hardly_begins_is_rejected(lines: list[str]) -> None:
    (item,) = read(log(lines))
    assert isinstance(item, Rejected)
    assert (item.line, item.game) == (1, "takenoko")
    assert "breaks off" in item.reason


def test_a_game_cut_in_its_first_round_may_lack_players() -> None:
    found = found_in(log([*WELCOME, *FIRST_ROUND[:-1]]))
    assert any("there may be more players" in warning for warning in found.warnings)


def test_a_file_without_games_is_rejected() -> None:
    (item,) = read(b"INFO  - nothing\n")
    assert isinstance(item, Rejected)
    assert item.reason == "There is no game in the file."


def test_a_line_too_long_costs_only_itself() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    long_line = "INFO  - ColletBot " + "x" * 100_000 + "\n"
    begin, end = (
        text[: text.index("INFO  - ===== Round 2")],
        text[text.index("INFO  - ===== Round 2") :],
    )
    got = found_in((begin + long_line + end).encode())
    assert got.log.moves == found_in(text.encode()).log.moves
    assert got.warnings[0].startswith("Line 15 is not understood")
    found, rejected = read((text + long_line).encode())
    assert isinstance(found, Found)
    assert isinstance(rejected, Rejected)
    assert "bytes" in rejected.reason


def test_the_file_is_claimed_by_what_is_in_it() -> None:
    assert IMPORTER.claims("x", SAMPLE.read_bytes()[:4096])
    assert IMPORTER.claims("x", SAMPLE.read_bytes()[20_000:24_096])
    assert not IMPORTER.claims("takenoko.log", b"INFO  - Welcome to Azul!\n")
