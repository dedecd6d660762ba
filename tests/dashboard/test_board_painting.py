"""Boards of China Gold on the page: what is painted is what is checked and saved."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.components.boards_view import (
    board_of,
    draft_of,
    faulty_places,
    file_name,
    json_of,
    mirrored,
    numbered,
    partition,
)
from engine.games.china_gold.board import Board, check_board, mirrors_of, read_board, shipped_boards
from tests.dashboard.test_pages import assert_healthy, opened

BOARDS = sorted(shipped_boards())


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_that_is_not_touched_stays_as_it_was(name: str) -> None:
    board = shipped_boards()[name]
    assert board_of(draft_of(board, "x")) == board


@pytest.mark.parametrize("name", BOARDS)
def test_a_saved_board_is_read_again(name: str) -> None:
    board = shipped_boards()[name]
    again, faults = read_board(json.loads(json_of(board)))
    assert again == board
    assert [fault for fault in faults if fault.level == "error"] == []


@pytest.mark.parametrize("name", BOARDS)
def test_mirroring_the_mountains_gives_rivers_that_a_mirror_explains(name: str) -> None:
    board = shipped_boards()[name]
    mountains = numbered(board.mountains or ())
    for which in range(6):
        rivers = partition(board.side, mirrored(board.side, mountains, which))
        made = replace(board, rivers=rivers)
        assert which in mirrors_of(made)
        assert [fault for fault in check_board(made) if fault.level == "error"] == []


def test_a_cell_that_is_taken_away_is_named_and_marked() -> None:
    board = shipped_boards()["synthetic-61"]
    draft = draft_of(board, "x")
    mountains = {label: area for label, area in draft.painted["mountains"].items() if label != "e5"}
    spoilt = board_of(replace(draft, painted=draft.painted | {"mountains": mountains}))
    faults = check_board(spoilt)
    assert any("e5" in fault.message for fault in faults)
    assert "0,0" in faulty_places(spoilt, faults)["mountains"]
    assert faulty_places(spoilt, faults)["rivers"] == []


def test_an_area_in_two_pieces_is_marked_for_its_role() -> None:
    board = shipped_boards()["synthetic-61"]
    draft = draft_of(board, "x")
    rivers = draft.painted["rivers"] | {"a1": draft.painted["rivers"]["i5"]}
    spoilt = board_of(replace(draft, painted=draft.painted | {"rivers": rivers}))
    marked = faulty_places(spoilt, check_board(spoilt))
    assert "0,-4" in marked["rivers"]
    assert marked["mountains"] == []


def test_an_empty_board_has_faults_and_can_still_be_saved() -> None:
    empty = Board(side=6, name="new", status="inferred", mountains=(), rivers=())
    assert check_board(empty)
    assert json.loads(json_of(empty))["side"] == 6


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("My board 3", "my-board-3"),
        ("../../etc/passwd", "etc-passwd"),
        ("<script>", "script"),
        ("", "board"),
        ("é", "board"),
    ],
)
def test_a_file_is_named_by_its_board_and_nothing_worse(name: str, wanted: str) -> None:
    assert file_name(name) == wanted


@pytest.mark.parametrize("board", [*BOARDS, "empty-5", "empty-6", "file"])
def test_the_page_opens_with_every_board(board: str, empty_store: Path) -> None:
    app = opened("boards", board=board)
    assert_healthy(app)
    if board in BOARDS:
        assert any("synthetic" in info.value for info in app.info)
