"""The solver's log: its moves are what changes from board to board, and every board must agree."""

import re
from pathlib import Path

import pytest

from engine.importers.contract import Found, Rejected
from engine.importers.reading import read_file
from engine.replay import Replay, Status, replay

SAMPLE = Path(__file__).parent.parent.parent / "samples/simulators/battle-sheep-tuupertunut-1.txt"
TEXT = SAMPLE.read_text(encoding="utf-8")


def read(tmp_path: Path, text: str) -> list[Found | Rejected]:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    return [entry.item for entry in read_file(path)]


def replayed(item: Found | Rejected) -> Replay:
    assert isinstance(item, Found), item
    return replay(item.log, evidence=item.evidence)


def only(tmp_path: Path, text: str) -> Replay:
    (item,) = read(tmp_path, text)
    return replayed(item)


def test_the_sample_is_verified_and_agrees_with_each_printed_board(tmp_path: Path) -> None:
    (item,) = read(tmp_path, TEXT)
    assert isinstance(item, Found)
    game = replayed(item)
    assert item.line == 2
    assert game.status is Status.VERIFIED
    assert (game.plies, game.scores, game.winners) == (25, [13, 12], [0])
    assert [evidence.ply for evidence in item.evidence] == list(range(1, 25))
    assert item.log.moves[:3] == ["start 4,2", "start -1,3", "split 4,2 -1,2 1"]


def test_a_stack_that_stops_short_is_illegal_at_that_ply(tmp_path: Path) -> None:
    first, second = TEXT.split("\n\n")[:2]
    short = second.replace("  -1   0   0   0   0  -15", "   0  -1   0   0   0  -15")
    game = only(tmp_path, f"{first}\n\n{short}\n")
    assert game.status is Status.ILLEGAL
    assert game.error is not None
    assert game.error.ply == 2
    assert game.error.move.startswith("split ")
    assert game.plies == 2


def test_sheep_that_vanish_are_no_move(tmp_path: Path) -> None:
    game = only(
        tmp_path, TEXT.replace("  -1  -1   0   0   0  -14\n", "  -1  -1   0   0   0  -13\n")
    )
    assert game.status is Status.ILLEGAL
    assert game.error is not None
    assert game.error.ply == 4
    assert game.error.move.startswith("no one move: ")
    assert re.match(r"Line \d+: no one move makes this board", game.error.reason)


def test_the_wrong_player_named_is_told(tmp_path: Path) -> None:
    game = only(tmp_path, TEXT.replace("ply 3 player 0", "ply 3 player 1"))
    assert game.error is not None
    assert game.error.ply == 4
    assert "by the log seat 1 moved here; by the rules it is seat 0's turn" in game.error.reason


def test_a_board_that_was_left_out_shows(tmp_path: Path) -> None:
    blocks = TEXT.split("\n\n")
    game = only(tmp_path, "\n\n".join(blocks[:3] + blocks[4:]))
    assert game.error is not None
    assert game.error.ply == 4


def test_a_log_cut_short_is_incomplete(tmp_path: Path) -> None:
    game = only(tmp_path, "\n\n".join(TEXT.split("\n\n")[:10]))
    assert game.status is Status.INCOMPLETE
    assert game.plies == 2 + 9


def test_a_board_cut_short_ends_the_game_there(tmp_path: Path) -> None:
    whole = "\n\n".join(TEXT.split("\n\n")[:10])
    game = only(tmp_path, whole.rsplit("\n", 2)[0])
    assert game.status is Status.ILLEGAL
    assert game.plies == 2 + 8
    assert game.error is not None
    assert re.match(r"Line \d+: the board does not have the cells", game.error.reason)


def test_a_board_printed_twice_is_told_by_its_line(tmp_path: Path) -> None:
    blocks = TEXT.split("\n\n")
    game = only(tmp_path, "\n\n".join([*blocks[:4], blocks[3], *blocks[4:]]))
    assert game.error is not None
    assert game.error.ply == game.plies == 2 + 3
    assert re.match(r"Line \d+: no one move makes this board", game.error.reason)


def test_a_cell_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    first, second = TEXT.split("ply 2 ")[0].rsplit("ply 1 ", 1)
    (item,) = read(tmp_path, first.replace("-16", "-x6") + "ply 1 player 0\n")
    assert isinstance(item, Rejected)
    assert 'Line 4: "-x6" is no cell of a board' in item.reason
    game = only(tmp_path, first + "ply 1 " + second.replace("-15", "-1000"))
    assert game.error is not None
    assert (game.plies, game.error.ply) == (2, 2)
    assert '"-1000" is no cell of a board' in game.error.reason


def test_what_the_program_itself_prints_with_colours(tmp_path: Path) -> None:
    turns = re.sub(
        r"ply \d+ player (\d) value (\S+) boards (\d+)",
        lambda told: (
            f"{('Min', 'Max')[int(told[1])]}'s turn\n"
            f"took 1.2ms, evaluated {told[3]} boards, value {told[2]}"
        ),
        TEXT[: TEXT.index("ply 23 player 1 cannot")],
    )
    coloured = re.sub(r"([-+]\d+)", "\x1b[31;1m\\1\x1b[0m", turns.split("\n", 1)[1])
    coloured = re.sub(r"value \x1b\[31;1m(\S+?)\x1b\[0m", r"value \1", coloured)
    game = only(tmp_path, "Enter a board\n" + coloured.replace("\n", "\r\n") + "\nMin won!\n")
    assert game.status is Status.VERIFIED
    assert game.plies == 25


def test_a_wrong_result_is_a_mismatch(tmp_path: Path) -> None:
    game = only(tmp_path, TEXT.replace("cells [13, 12]", "cells [12, 13]"))
    assert game.status is Status.MISMATCH


def test_several_games_in_one_file(tmp_path: Path) -> None:
    games = [replayed(item) for item in read(tmp_path, TEXT + "\n" + TEXT)]
    assert [game.status for game in games] == [Status.VERIFIED, Status.VERIFIED]


def test_a_game_that_begins_with_an_empty_pasture(tmp_path: Path) -> None:
    text = (
        " 0   0   0   0\n   0   0   0   0\n\nply 1 player 0 value 0 boards 1\n"
        "-16  0   0   0\n   0   0   0   0\n\nply 2 player 1 value 0 boards 1\n"
        "-16  0   0   0\n   0   0   0  +16\n\nply 3 player 0 value 0 boards 1\n"
        "-8   0   0  -8\n   0   0   0  +16\n"
    )
    game = only(tmp_path, text)
    assert game.error is None
    assert game.plies == 3


def test_the_middle_of_a_game_is_rejected_with_a_sentence(tmp_path: Path) -> None:
    tail = TEXT[TEXT.index("ply 5 player 0") :].split("\n", 1)[1]
    (item,) = read(tmp_path, tail)
    assert isinstance(item, Rejected)
    assert item.reason.startswith("The first board is in the middle of a game")


@pytest.mark.parametrize(
    "text",
    [
        "ply 1 player 0 value 0 boards 1\n",
        "ply 1 player 0\n 0   0\n  0   0\n",
        "ply 1 player 0\n" + " 0\n" * 3000,
        "ply 1 player 0\n" + " 0  " * 3000 + "\nply 1 player 1\n" + " 0  " * 3000,
        TEXT.replace("0", "7"),
        TEXT.replace(" ", ""),
    ],
)
def test_hostile_files_get_sentences_and_no_crash(text: str, tmp_path: Path) -> None:
    for item in read(tmp_path, text):
        if isinstance(item, Rejected):
            assert item.reason.endswith((".", "?"))
