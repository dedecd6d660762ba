"""Files of the simulator `ozeliurs`: loggers, runs of many games, how games end, damage."""

from pathlib import Path

import pytest

from engine.importers.contract import Found, Rejected
from engine.importers.ozeliurs import IMPORTER
from engine.importers.reading import read_file
from engine.replay import Status
from tests.engine.importers.simulator_lines import (
    FIRST_ROUND,
    WELCOME,
    channel,
    found_in,
    game,
    log,
    played,
    read,
    turn,
    vector,
    walked,
)

SAMPLE = Path(__file__).parents[2] / "samples" / "simulators" / "takenoko-ozeliurs-1.log"

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
