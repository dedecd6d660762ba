"""`hexcoach legal`: which ply, shapes, exit codes."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import SAMPLES, Shell
from tests.cli.test_replay_command import BAD, GOLD, WHOLE, log


def test_without_a_ply_it_is_after_the_last_move_of_the_first_game(
    shell: Shell, tmp_path: Path
) -> None:
    ran = shell("legal", "--json", log(tmp_path, GOLD, WHOLE))
    assert ran.code == 0
    (line,) = ran.json()
    assert list(line) == ["ply", "to_move", "kind", "moves"]
    assert (line["ply"], line["to_move"], line["kind"]) == (3, 1, "decision")
    assert "turn b1 b2" in line["moves"]
    assert len(set(line["moves"])) == len(line["moves"])


@pytest.mark.parametrize(
    ("ply", "to_move", "kind"), [(0, 1, "chance"), (1, 1, "decision"), (55, None, "over")]
)
def test_a_ply_can_be_named(
    shell: Shell, tmp_path: Path, ply: int, to_move: int | None, kind: str
) -> None:
    ran = shell("legal", "--json", "--ply", str(ply), log(tmp_path, WHOLE))
    (line,) = ran.json()
    assert (line["ply"], line["to_move"], line["kind"]) == (ply, to_move, kind)
    if kind == "chance":
        assert line["moves"] == [f"throw {number}" for number in range(1, 6)]


@pytest.mark.parametrize("ply", [4, -1])
def test_a_ply_beyond_the_game_is_wrong_use(shell: Shell, tmp_path: Path, ply: int) -> None:
    ran = shell("legal", f"--ply={ply}", log(tmp_path, GOLD))
    assert (ran.code, ran.output) == (2, "")
    assert ran.remarks == (
        f"hexcoach legal: There is no ply {ply} in this game: what can be played goes from ply 0 "
        "to 3.\n"
    )


def test_of_an_illegal_game_the_good_prefix_is_shown(shell: Shell) -> None:
    ran = shell("legal", "--every-ply", "--json", BAD / "illegal-move.hexlog")
    assert ran.code == 1
    assert [(line["line"], line["ply"]) for line in ran.json()] == [
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 1),
        (3, 0),
        (3, 1),
        (3, 2),
    ]
    assert list(ran.json()[0]) == ["line", "id", "ply", "to_move", "kind", "moves"]
    assert 'line 2: ply 1, "turn a1 a2": The throw is 3: ' in ran.remarks


def test_an_unreadable_first_game_is_told(shell: Shell) -> None:
    ran = shell("legal", BAD / "empty.hexlog")
    assert (ran.code, ran.output) == (1, "")
    assert ran.remarks == f"{BAD / 'empty.hexlog'}, line 1: The file is empty.\n"


def test_the_first_game_is_the_first_that_is_one(shell: Shell, tmp_path: Path) -> None:
    path = log(tmp_path, {"format": "hexlog/1"}, {**GOLD, "rules": {"x": 1}}, GOLD, WHOLE)
    ran = shell("legal", "--json", path)
    assert ran.code == 1
    assert [line["ply"] for line in ran.json()] == [3]
    assert [remark.split(":")[0] for remark in ran.remarks.splitlines()] == [
        f"{path}, line 1",
        f"{path}, line 2",
    ]


def test_a_missing_file_is_told(shell: Shell) -> None:
    ran = shell("legal", "missing.hexlog")
    assert (ran.code, ran.remarks) == (2, "missing.hexlog: there is no such file.\n")


def test_people_get_a_title_and_the_moves(shell: Shell, tmp_path: Path) -> None:
    assert shell("legal", "--ply", "0", log(tmp_path, GOLD)).output == (
        "line 1, ply 0: chance decides, 5 possible outcomes\n"
        "  throw 1 · throw 2 · throw 3 · throw 4 · throw 5\n"
    )
    title = shell("legal", log(tmp_path, GOLD)).output.splitlines()[0]
    assert title.startswith("line 1, ply 3: Zoë (seat 1) to move, ")
    over = SAMPLES / "hexlog" / "china_gold-first.hexlog"
    assert shell("legal", over).output == "line 1, ply 55: the game is over\n"


def test_json_is_one_line_whatever_the_moves(shell: Shell, tmp_path: Path) -> None:
    ran = shell("legal", "--json", log(tmp_path, GOLD))
    assert ran.output.count("\n") == 1
    assert json.loads(ran.output)["ply"] == 3
