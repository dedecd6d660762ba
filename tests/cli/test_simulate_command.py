"""`hexcoach simulate` and `perft`: what they write is what the rules give."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import SAMPLES, Shell

BOARD_91 = SAMPLES / "boards" / "synthetic-91.json"


@pytest.mark.parametrize("game", ["battle_sheep", "china_gold", "takenoko"])
def test_simulated_games_are_verified_by_their_replay(
    shell: Shell, tmp_path: Path, game: str
) -> None:
    ran = shell("simulate", game, "-n", "3", "--seed", "5", "--with", "random,greedy")
    assert ran.code == 0
    path = tmp_path / "games.hexlog"
    path.write_text(ran.output)
    lines = shell("replay", "--json", path).json()
    logs = ran.json()
    assert len(lines) == len(logs) == 3
    for line, log in zip(lines, logs, strict=True):
        assert line["plies"] == len(log["moves"])
        if log["result"]["reason"] == "unfinished":
            assert line["status"] == "incomplete"
        else:
            assert log["result"]["reason"] == "normal"
            assert line["status"] == "verified"


def test_policies_are_seated_in_turn_and_name_the_players(shell: Shell) -> None:
    (log,) = shell("simulate", "takenoko", "--players", "3", "--with", "random, greedy").json()
    assert [player["name"] for player in log["players"]] == ["random 0", "greedy 1", "random 2"]
    assert log["meta"]["source"] == "hexcoach simulate"


def test_the_same_seed_gives_the_same_games_and_another_seed_others(shell: Shell) -> None:
    first = shell("simulate", "china_gold", "-n", "3", "--seed", "1")
    again = shell("simulate", "china_gold", "-n", "3", "--seed", "1")
    assert first.output == again.output
    assert len({json.dumps(log["moves"]) for log in first.json()}) == 3
    assert len({log["id"] for log in first.json()}) == 3
    longer = shell("simulate", "china_gold", "-n", "5", "--seed", "1")
    assert longer.output.startswith(first.output)
    other = shell("simulate", "china_gold", "-n", "3", "--seed", "2")
    assert not {log["id"] for log in other.json()} & {log["id"] for log in first.json()}
    assert other.json()[0]["moves"] != first.json()[0]["moves"]


def test_boards_and_rules_are_those_given_and_stand_in_the_log(shell: Shell) -> None:
    rules = '{"turn_count": "up_to"}'
    ran = shell("simulate", "china_gold", "--board", BOARD_91, "--rules", rules)
    (log,) = ran.json()
    assert log["setup"]["board"] == json.loads(BOARD_91.read_text())
    assert log["rules"] == {"turn_count": "up_to"}
    (plain,) = shell("simulate", "china_gold").json()
    assert plain["id"] != log["id"]
    assert "rules" not in plain


def test_a_board_that_ships_is_known_by_its_name(shell: Shell) -> None:
    (log,) = shell("simulate", "china_gold", "--board", "synthetic-91").json()
    assert log["setup"]["board"] == "synthetic-91"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "There is no game 'chess' here; the games are: "),
        (["china_gold", "--players", "3"], "China Gold is played by 2 players, not by 3."),
        (["china_gold", "--with", "random,lucky"], "China Gold has no player 'lucky'; it has: "),
        (["china_gold", "--with", ""], "China Gold has no player ''; it has: "),
        (["china_gold", "--rules", "{"], "--rules is not JSON: "),
        (["china_gold", "--rules", "[]"], "--rules is a JSON object, such as "),
        (["china_gold", "--rules", '{"a": 1}'], 'China Gold has no rule switch "a"; it has: '),
        (["china_gold", "--board", "missing.json"], "The board missing.json: No such file"),
        (
            ["china_gold", "--board", "missing"],
            'There is no board "missing"; the boards that ship are: ',
        ),
    ],
)
def test_what_cannot_be_played_is_told(shell: Shell, arguments: list[str], reason: str) -> None:
    ran = shell("simulate", *arguments)
    assert (ran.code, ran.output) == (2, "")
    assert ran.remarks.startswith(f"hexcoach simulate: {reason}")
    assert ran.remarks.count("\n") == 1


def test_a_board_that_is_not_json_is_told(shell: Shell, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text("a1 a2")
    ran = shell("simulate", "china_gold", "--board", board)
    assert ran.code == 2
    assert ran.remarks.startswith(f"hexcoach simulate: The board {board} is not JSON: ")


@pytest.mark.parametrize("number", ["0", "-1", "many", "²"])
def test_counts_are_from_one_up(shell: Shell, number: str) -> None:
    ran = shell("simulate", "china_gold", f"--games={number}")
    assert ran.code == 2
    assert f"{number!r} is not a number from 1 up" in ran.remarks


def test_perft_counts_what_legal_lists(shell: Shell) -> None:
    ran = shell("perft", "china_gold", "--depth", "2", "--json")
    assert ran.code == 0
    # 5 throws; then 61 markers and the windows of 2 to 5 in the rows of three directions. Nothing
    # is face up to be hidden.
    windows = [61, *(3 * sum(max(0, row - k + 1) for row in ROWS) for k in (2, 3, 4, 5))]
    assert ran.json() == [
        {"game": "china_gold", "depth": 1, "count": 5},
        {"game": "china_gold", "depth": 2, "count": sum(windows)},
    ]


ROWS = (5, 6, 7, 8, 9, 8, 7, 6, 5)


def test_perft_of_a_log_starts_at_the_ply_and_splits_by_move(shell: Shell) -> None:
    path = SAMPLES / "hexlog" / "china_gold-first.hexlog"
    ran = shell("perft", "--log", path, "--ply", "1", "--depth", "1", "--json", "--by-move")
    total, *split = ran.json()
    (listed,) = shell("legal", "--json", "--ply", "1", path).json()
    assert total["count"] == len(listed["moves"])
    assert [line["move"] for line in split] == listed["moves"]
    assert {line["count"] for line in split} == {1}
    assert shell("perft", "--log", path).output == "depth 1: 0\ndepth 2: 0\n"


@pytest.mark.parametrize("arguments", [[], ["china_gold", "--log", "x"]])
def test_perft_needs_a_game_or_a_log(shell: Shell, arguments: list[str]) -> None:
    ran = shell("perft", *arguments)
    assert ran.code == 2
    assert ran.remarks == "hexcoach perft: Name either a game or, with --log, a file.\n"
