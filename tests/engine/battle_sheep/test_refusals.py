"""What the engine says to a move or a header that cannot be: what is wrong, what would be right."""

from typing import Any

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Setup
from engine.core.registry import find_game
from tests.engine.battle_sheep.pastures import FENCED_IN, RINGED_HOLE, corridors
from tests.engine.table import EngineTable, Table

FOUR_IN_A_ROW = corridors(4, 2)


def table(players: int = 2, board: list[str] | None = None, **rules: str) -> Table:
    setup: dict[str, Any] = {} if board is None else {"board": board}
    return Table(EngineTable("battle_sheep", players, rules, setup))


def in_a_row() -> Table:
    return table(board=FOUR_IN_A_ROW).play("start 0,0", "start 0,10")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The move is empty; a move begins with tile, start, split, pass."),
        (
            "jump 0,0 1,0",
            (
                "'jump 0,0 1,0' is no move of Battle Sheep; a move begins with tile, start, split, "
                "pass."
            ),
        ),
        (
            "tile 0,0 0,1 1,0",
            "'tile 0,0 0,1 1,0' names 3 cells; a tile covers four, as in `tile 0,0 0,1 1,0 1,1`.",
        ),
        (
            "tile 0,0 0,1 1,0 2,0",
            (
                "'tile 0,0 0,1 1,0 2,0' is no tile: a tile is a rhombus, two rows of two cells "
                "side by side, as in `tile 0,0 0,1 1,0 1,1`."
            ),
        ),
        (
            "split 0,0 3,0",
            "'split 0,0 3,0' has 2 words after 'split'; such a move reads like `split 3,-1 3,2 7`.",
        ),
        (
            "split 0,0 3,0 many",
            (
                "'split 0,0 3,0 many' says 'many' where a number of sheep is due, as in "
                "`split 3,-1 3,2 7`."
            ),
        ),
        ("split 0,0 0,0 3", "'split 0,0 0,0 3' goes nowhere: sheep slide at least one cell."),
        (
            "split 0,0 1,2 3",
            (
                "'split 0,0 1,2 3' is no straight line: sheep slide in one of the six directions, "
                "and 1,2 lies in none of them from 0,0."
            ),
        ),
        (
            "split 0,0 2000,0 3",
            "'split 0,0 2000,0 3' goes 2000 cells; no pasture is so long.",
        ),
        (
            "start 0;1",
            (
                "'start 0;1' says '0;1' where a cell is due; a cell is two whole numbers with a "
                "comma between, as in `3,-1`."
            ),
        ),
        (
            "start 40000,0",
            "'start 40000,0' names the cell 40000,0; coordinates go from -32767 to 32767.",
        ),
    ],
)
def test_what_cannot_be_read(text: str, sentence: str) -> None:
    assert in_a_row().why_not(text) == sentence


def test_a_very_long_move_is_quoted_by_its_beginning() -> None:
    sentence = in_a_row().why_not("start " + "9" * 5000)
    assert len(sentence) < 300
    assert sentence.startswith("'start 9999")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "tile 0,0 0,1 1,0 1,1",
            "tile 0,0 0,1 1,0 1,1 is not due: seat 0 must make a split here.",
        ),
        ("start 1,0", "start 1,0 is not due: seat 0 must make a split here."),
        (
            "split 0,5 3,5 2",
            "split 0,5 3,5 2 starts off the pasture: it has no cell 0,5.",
        ),
        ("split 1,0 3,0 2", "split 1,0 3,0 2 starts from 1,0, where there are no sheep."),
        (
            "split 0,10 1,10 2",
            "split 0,10 1,10 2 splits a stack of seat 1; it is the turn of seat 0.",
        ),
        ("split 0,0 3,0 0", "split 0,0 3,0 0 takes no sheep: at least one is taken."),
        (
            "split 0,0 3,0 16",
            (
                "split 0,0 3,0 16 takes 16 sheep, and 16 stand there: at least one must stay, so 1 "
                "to 15 can go."
            ),
        ),
        (
            "split 0,0 2,0 7",
            (
                "split 0,0 2,0 7 stops short at 2,0: sheep slide to the last free cell of their "
                "line, which is 3,0."
            ),
        ),
        (
            "split 0,0 6,0 7",
            (
                "split 0,0 6,0 7 goes too far: the last free cell of this line is 3,0, behind it "
                "at 4,0 there is no pasture."
            ),
        ),
        (
            "split 0,0 0,1 7",
            "split 0,0 0,1 7 cannot move: next to 0,0 at 0,1 there is no pasture.",
        ),
        (
            "pass",
            (
                "pass is not due: it may stand once for each blocked player just skipped, and "
                "nobody was."
            ),
        ),
    ],
)
def test_a_split_that_is_refused(text: str, sentence: str) -> None:
    assert in_a_row().why_not(text) == sentence


def test_what_stands_in_the_way_is_named() -> None:
    game = in_a_row().play("split 0,0 3,0 15", "split 0,10 1,10 1")
    assert game.why_not("split 0,0 2,0 1") == (
        "split 0,0 2,0 1 splits a stack of one sheep, which must stay."
    )
    assert game.why_not("split 3,0 0,0 1") == (
        "split 3,0 0,0 1 goes too far: the last free cell of this line is 1,0, behind it at 0,0 "
        "stands a stack of seat 0."
    )


def test_a_pass_too_many() -> None:
    game = in_a_row().play("split 0,0 3,0 1", "split 0,10 1,10 1", "split 0,0 2,0 1", "pass")
    assert game.why_not("pass") == (
        "pass is not due: it may stand once for each blocked player just skipped, and no more of "
        "them wait for it here."
    )


def test_after_the_end() -> None:
    game = table(board=corridors(2, 1)).play("start 0,0", "start 0,10", "split 0,0 1,0 1")
    assert game.why_not("split 0,0 1,0 1") == "split 0,0 1,0 1 comes too late: the game is over."


def test_a_tile_that_overlaps_floats_or_is_too_far_off() -> None:
    game = table()
    assert game.why_not("tile 32700,0 32700,1 32701,0 32701,1").endswith(
        "is too far off: the first tile lies within 32000 of 0,0."
    )
    game.play("tile 0,0 0,1 1,0 1,1")
    assert game.why_not("tile 1,0 1,1 2,0 2,1") == (
        "tile 1,0 1,1 2,0 2,1 overlaps the pasture on 1,0 1,1, where a tile lies already."
    )
    # Far off by a whole turn of the grid: it must not look as if it touched or overlapped.
    for far in (4, 64, 66, 128, -64):
        for floating in (
            f"tile {far},0 {far},1 {far + 1},0 {far + 1},1",
            f"tile 0,{far} 0,{far + 1} 1,{far} 1,{far + 1}",
        ):
            assert game.why_not(floating) == (
                f"{floating} floats: a tile shares at least one cell side with the pasture."
            )
    assert game.why_not("start 0,0") == (
        "start 0,0 comes too early: the pasture is being built, 1 of 8 tiles lie, and a tile of "
        "seat 1 is due."
    )


def test_a_start_that_is_refused() -> None:
    game = table(board=[*RINGED_HOLE, "10,0", *(f"{20 + q},0" for q in range(3))])
    assert game.why_not("tile 0,0 0,1 1,0 1,1").endswith("seat 0 must make a start here.")
    assert game.why_not("start 0,0") == (
        "start 0,0 is off the pasture: a herd starts on one of its cells."
    )
    assert game.why_not("start 1,0") == (
        "start 1,0 is on a cell that borders only on a hole: a herd starts on the outside border."
    )
    game.play("start 10,0")
    assert game.why_not("start 10,0") == "start 10,0 is on a cell where seat 0 stands already."


def test_a_start_inside() -> None:
    game = table(players=4, border="own_tile").play(*FENCED_IN)
    assert game.why_not("start 0,0") == (
        "start 0,0 is inside the pasture: a herd starts on the outside border."
    )
    game.play("start -2,-2")
    assert game.why_not("start -2,-1").startswith(
        "start -2,-1 is not on a tile of the player's own"
    )


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (
            {"boards": []},
            (
                'The setup of Battle Sheep has no "boards"; it is empty, or has a `board` '
                "that lists the cells of a ready-made pasture."
            ),
        ),
        ({"board": "0,0"}, 'The board is a list of cells, as in ["0,0", "1,0"].'),
        (
            {"board": []},
            "The board lists no cells; without a board the players build the pasture.",
        ),
        (
            {"board": ["0,0", "1,0", "+0,00"]},
            "The board names the cell 0,0 twice.",
        ),
        (
            {"board": ["0,0", [1, 0]]},
            (
                "The board names [1, 0], which is no cell; a cell is a text of two whole numbers, "
                'as in "3,-1".'
            ),
        ),
        (
            {"board": ["0,0", "x" * 100]},
            (
                f'The board names "{"x" * 58}…, which is no cell; a cell is a text of two whole '
                'numbers, as in "3,-1".'
            ),
        ),
        (
            {"board": ["0,0", "32001,0"]},
            "The board names the cell 32001,0; coordinates go from -32000 to 32000.",
        ),
        (
            {"board": ["0,0"]},
            "2 players start on as many cells of the outside border; this board has only 1.",
        ),
        (
            {"board": [f"{q},0" for q in range(513)]},
            (
                "The board has 513 cells; a pasture of more than 512 is not played, as four herds "
                "occupy 64 at most."
            ),
        ),
    ],
)
def test_a_pasture_that_is_refused(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup) as refused:
        find_game("splits").start(Setup(2, {}, setup))
    assert str(refused.value) == sentence
