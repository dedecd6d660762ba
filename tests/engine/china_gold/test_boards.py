"""Board files: every fault is named by cell and area; boards are inferred from claims."""

from typing import Any

import numpy as np
import pytest

from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.errors import BadSetup
from engine.core.game import Kind, Setup
from engine.games.china_gold import GAME
from engine.games.china_gold.board import (
    Board,
    board_of_setup,
    mirrors_of,
    read_board,
    shipped_boards,
)
from engine.games.china_gold.inference import Claim, infer_board
from engine.games.china_gold.state import CLAIM_ROLE_SHIFT, claim_cells


def board_file(name: str = "synthetic-61") -> dict[str, Any]:
    return shipped_boards()[name].to_json()


def messages(data: object, level: str = "error") -> str:
    return " ".join(fault.message for fault in read_board(data)[1] if fault.level == level)


@pytest.mark.parametrize("name", ["synthetic-61", "synthetic-91"])
def test_shipped_boards_meet_every_constraint_and_say_that_they_are_synthetic(name: str) -> None:
    board, faults = read_board(board_file(name))
    assert board is not None
    assert faults == []
    assert board.status == "synthetic"
    assert len(mirrors_of(board)) == 1


def test_a_cell_twice_is_named_with_its_areas() -> None:
    data = board_file()
    data["mountains"][1].append("d1")
    assert "Cell d1 stands 2 times among the mountains (mountain 1 and 2)." in messages(data)


def test_a_missing_cell_is_named() -> None:
    data = board_file()
    data["rivers"][0].remove("b3")
    assert "No river has b3." in messages(data)


def test_an_area_in_two_pieces_is_shown_piece_by_piece() -> None:
    data = board_file()
    first, second = data["mountains"][0], data["mountains"][3]
    first[0], second[0] = second[0], first[0]
    assert "mountain 1 is in 2 pieces" in messages(data)


def test_sizes_are_an_error_on_91_cells_and_a_warning_on_61() -> None:
    small, large = board_file("synthetic-61"), board_file("synthetic-91")
    for data in (small, large):
        for role in ("mountains", "rivers"):
            data[role][0] = data[role][0] + data[role].pop()
    assert "areas have 3 to 8" in messages(small, "warning") + messages(large)
    assert "There are 11 mountains; a board of side 5 has 12." in messages(small)


def test_different_sizes_and_a_missing_mirror_are_told() -> None:
    data = board_file()
    data["rivers"] = data["mountains"]
    assert "No mirror of the hexagon" in messages(data, "warning")
    data = board_file()
    data["rivers"][0].remove("b3")
    data["rivers"][4].append("b3")
    assert "do not have the same sizes" in messages(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "A board is an object"),
        ({"side": 7}, "The side of a board is 5 or 6, not 7."),
        ({"side": True}, "The side of a board is 5 or 6, not true."),
        ({"side": 5, "mountains": [["a1"]]}, "The board needs `rivers`"),
        ({"side": 5, "mountains": [[7]], "rivers": [[]]}, "mountain 1 has 7, no cell"),
        ({"side": 5, "mountains": [[["a1"]]], "rivers": [[]]}, 'mountain 1 has ["a1"], no cell'),
        ({"side": 5, "format": "x"}, 'The format of a board is "china-gold-board/1", not "x".'),
    ],
)
def test_what_is_no_board_gets_one_sentence(data: object, sentence: str) -> None:
    assert sentence in messages(data)


def test_an_unknown_board_name_lists_the_shipped_ones() -> None:
    with pytest.raises(BadSetup, match="the boards that ship are: synthetic-61, synthetic-91"):
        board_of_setup("everest")


def test_a_board_with_only_a_side_has_unknown_areas() -> None:
    assert board_of_setup({"side": 6}) == Board(6)


def claims_of_a_game(board: Board, seed: int) -> list[Claim]:
    state = GAME.start(Setup(2, {}, {"board": board.to_json()}))
    random, muted = random_state(seed), effect_log(muted=True)
    buffer = np.empty(GAME.most_legal_moves, dtype=np.int64)
    claims = []
    while GAME.kind(state) is not Kind.OVER:
        if GAME.kind(state) is Kind.CHANCE:
            move = GAME.rules.draw(state, random)
        else:
            move = GAME.rules.choose(state, 0, random, buffer)
        GAME.rules.play(state, move, muted)
        for code in state.claims[: state.claim_count].tolist():
            cells = frozenset(claim_cells(board.side, code))
            claims.append((code >> CLAIM_ROLE_SHIFT & 1, cells))
        state.claim_count = 0
    return claims


@pytest.mark.parametrize(("name", "most_games"), [("synthetic-91", 15), ("synthetic-61", 30)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_withheld_board_is_inferred_exactly_from_a_few_games(
    name: str, most_games: int, seed: int
) -> None:
    board = shipped_boards()[name]
    games: list[list[Claim]] = []
    inference = infer_board(board.side, games)
    while not inference.exact:
        assert len(games) < most_games
        games.append(claims_of_a_game(board, 100 * seed + len(games)))
        inference = infer_board(board.side, games)
        assert inference.contradictions == ()
        assert (inference.games_needed == 0) or not inference.exact
    assert set(map(frozenset, inference.pieces[0])) == set(map(frozenset, board.mountains or ()))
    assert set(map(frozenset, inference.pieces[1])) == set(map(frozenset, board.rivers or ()))
    assert read_board(inference.board("mine").to_json())[1] == []


def test_nothing_is_claimed_from_nothing() -> None:
    inference = infer_board(5, [])
    assert not inference.exact
    assert inference.certain(0) == []
    assert inference.games_needed is None


def test_games_of_different_boards_contradict_each_other() -> None:
    board = shipped_boards()["synthetic-61"]
    swapped = Board(5, "", "synthetic", board.rivers, board.mountains)
    games = [claims_of_a_game(each, seed) for seed in range(8) for each in (board, swapped)]
    inference = infer_board(5, games)
    assert inference.contradictions
    assert not inference.exact
    assert inference.games_needed is None, "more games do not mend a contradiction"
