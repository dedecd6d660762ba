"""`hexcoach replay`: shapes, remarks and exit codes."""

import gzip
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import SAMPLES, Shell

BAD = SAMPLES / "bad"
GOLD: dict[str, Any] = {
    "format": "hexlog/1",
    "game": "china_gold",
    "id": "g",
    "players": [{"name": "Ana"}, {"name": "Zoë"}],
    "setup": {"board": "synthetic-61"},
    "moves": ["throw 3", "turn a1 a2 a3", "THROW 2"],
}
WHOLE = json.loads((SAMPLES / "hexlog" / "china_gold.hexlog").read_text().splitlines()[0])


def log(folder: Path, *games: dict[str, Any], name: str = "games.hexlog") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    return path


def test_a_line_that_is_no_game_has_every_key(shell: Shell) -> None:
    ran = shell("replay", "--json", BAD / "wrong-type.hexlog")
    assert ran.code == 1
    before, wrong, after = ran.json()
    assert list(wrong) == list(before) == list(after)
    assert wrong == {
        "file": str(BAD / "wrong-type.hexlog"),
        "line": 2,
        "id": "number-as-move",
        "game": "china_gold",
        "status": "unreadable",
        "plies": 0,
        "scores": None,
        "winners": None,
        "error": {
            "ply": None,
            "move": None,
            "reason": "`moves[1]` is a number, and has to be text.",
        },
        "position": None,
    }


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("too-many-players.hexlog", "China Gold is played by 2 players, not by 3."),
        ("unknown-switch.hexlog", 'China Gold has no rule switch "speed"; it has: '),
    ],
)
def test_a_header_that_cannot_start_is_unreadable(shell: Shell, name: str, reason: str) -> None:
    ran = shell("replay", "--json", BAD / name)
    assert ran.code == 1
    assert [line["status"] for line in ran.json()] == ["incomplete", "unreadable", "incomplete"]
    assert ran.json()[1]["error"]["reason"].startswith(reason)


@pytest.mark.parametrize("name", ["illegal-move.hexlog", "unreadable-move.hexlog"])
def test_an_illegal_move_is_told_with_its_ply(shell: Shell, name: str) -> None:
    ran = shell("replay", "--json", BAD / name)
    assert ran.code == 1
    assert [line["status"] for line in ran.json()] == ["incomplete", "illegal", "incomplete"]
    wrong = ran.json()[1]
    assert (wrong["plies"], wrong["error"]["ply"]) == (1, 1)
    assert wrong["error"]["move"] in {"turn a1 a2", "dance"}
    assert wrong["position"]["throw"] == 3


def test_a_mismatch_shows_both_results(shell: Shell, tmp_path: Path) -> None:
    game = {**WHOLE, "result": {"scores": [28, 33], "winners": [1]}}
    path = log(tmp_path, game)
    both = (
        "The log says scores 28, 33, won by seat 1; the replay gives scores 33, 28, won by seat 0."
    )
    ran = shell("replay", "--json", path)
    assert ran.code == 1
    (line,) = ran.json()
    assert (line["status"], line["scores"], line["winners"]) == ("mismatch", [33, 28], [0])
    assert line["error"] is None
    assert ran.remarks == f"{path}, line 1: {both}\n"
    assert both in shell("replay", path).output


def test_unknown_keys_are_remarked(shell: Shell, tmp_path: Path) -> None:
    path = log(tmp_path, {**GOLD, "colour": "red"})
    warning = "`colour` is an unknown key and is kept, but not used."
    ran = shell("replay", "--json", path)
    assert ran.code == 0
    assert ran.remarks == f"{path}, line 1: {warning}\n"
    assert warning in shell("replay", path).output


def test_people_get_a_line_a_game_the_fault_and_a_sum(shell: Shell) -> None:
    ran = shell("replay", BAD / "illegal-move.hexlog")
    assert ran.code == 1
    lines = ran.output.splitlines()
    assert lines[0] == str(BAD / "illegal-move.hexlog")
    assert lines[1].split() == [
        "1",
        "incomplete",
        "china_gold",
        "before",
        "2",
        "plies",
        "Ana,",
        "Zoë",
    ]
    assert lines[2].split()[:4] == ["2", "illegal", "china_gold", "illegal"]
    assert lines[3].strip().startswith('ply 1, "turn a1 a2": ')
    assert lines[4].strip().startswith("legal there: turn ")
    assert lines[4].endswith(" more")
    assert lines[-1] == "3 games: 2 incomplete, 1 illegal"


@pytest.mark.parametrize("move", ["x" * 1_000_000, "turn" + " a1" * 300_000])
def test_an_endless_move_is_cut_for_people(shell: Shell, tmp_path: Path, move: str) -> None:
    path = log(tmp_path, {**GOLD, "moves": ["throw 3", move]})
    shown = f'ply 1, "{move[:200]}… ({len(move):,} characters)": '
    for output in (
        shell("replay", path).output,
        shell("replay", "--every-ply", path).remarks,
        shell("legal", path).remarks,
    ):
        assert shown in output
        assert len(output) < 1000
    assert shell("replay", "--json", path).json()[0]["error"]["move"] == move


def test_a_move_among_endless_blanks_is_cut_for_people(shell: Shell, tmp_path: Path) -> None:
    path = log(tmp_path, {**GOLD, "moves": ["throw" + " " * 100_000 + "3"]})
    output = shell("replay", "--every-ply", path).output
    assert "… (100,006 characters)" in output
    assert len(output) < 1000


def test_people_see_the_outcome(shell: Shell, tmp_path: Path) -> None:
    ran = shell("replay", log(tmp_path, WHOLE))
    assert ran.code == 0
    assert ran.output.splitlines()[1].endswith("55 plies  P1 33 (won), P2 28")


def test_names_from_logs_cannot_steer_the_terminal(shell: Shell, tmp_path: Path) -> None:
    game = {**GOLD, "id": "\x1b[31m", "players": [{"name": "A\x1b]0;x\x07"}, {"name": "B\r"}]}
    for arguments in (["replay"], ["replay", "--every-ply"], ["legal"]):
        output = shell(*arguments, log(tmp_path, game)).output
        assert output.isprintable() or set(output) - {"\n"} == {
            letter for letter in output if letter.isprintable()
        }


def test_moves_are_told_as_they_stand_in_the_log(shell: Shell, tmp_path: Path) -> None:
    lines = shell("replay", "--every-ply", "--json", log(tmp_path, GOLD)).json()
    assert [line["move"] for line in lines] == [None, "throw 3", "turn a1 a2 a3", "THROW 2"]
    assert [line["ply"] for line in lines] == [0, 1, 2, 3]
    assert {(line["line"], line["id"]) for line in lines} == {(1, "g")}


def test_every_ply_ends_with_the_good_prefix(shell: Shell, tmp_path: Path) -> None:
    path = log(tmp_path, {**GOLD, "moves": ["throw 3", "dance", "throw 2"]}, GOLD)
    ran = shell("replay", "--every-ply", "--json", path)
    assert ran.code == 1
    assert [(line["line"], line["ply"]) for line in ran.json()] == [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 3),
    ]
    assert f'{path}, line 1: ply 1, "dance": ' in ran.remarks


def test_every_ply_tells_what_is_unreadable_on_the_side(shell: Shell) -> None:
    ran = shell("replay", "--every-ply", "--json", BAD / "not-json.hexlog")
    assert ran.code == 1
    assert {line["line"] for line in ran.json()} == {1, 3}
    assert "line 2: The line is not JSON" in ran.remarks


def test_people_get_each_move_with_the_scores(shell: Shell, tmp_path: Path) -> None:
    ran = shell("replay", "--every-ply", log(tmp_path, WHOLE))
    lines = ran.output.splitlines()
    assert len(lines) == 2 + 56
    assert lines[3].split()[:4] == ["1", "chance", "throw", "3"]
    assert lines[-1].split()[-2:] == ["33", "28"]


def test_a_file_that_is_not_there_costs_itself_alone(shell: Shell, tmp_path: Path) -> None:
    path = log(tmp_path, GOLD)
    missing = tmp_path / "missing.hexlog"
    ran = shell("replay", "--json", missing, tmp_path, path)
    assert ran.code == 2
    assert [line["file"] for line in ran.json()] == [str(path)]
    assert ran.remarks.splitlines() == [
        f"{missing}: there is no such file.",
        f"{tmp_path}: this is a folder; name the files in it.",
    ]


def test_a_missing_file_of_the_program_is_not_blamed_on_the_log(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path) -> Iterator[str]:
        yield (tmp_path / "dialects").read_text()

    monkeypatch.setattr("engine.importers.reading.read_file", broken)
    with pytest.raises(FileNotFoundError, match="dialects"):
        shell("replay", log(tmp_path, GOLD))


def test_a_file_that_cannot_be_opened_outweighs_a_bad_game(shell: Shell, tmp_path: Path) -> None:
    ran = shell("replay", "--json", tmp_path / "missing", BAD / "not-json.hexlog")
    assert ran.code == 2
    assert len(ran.json()) == 3


def test_files_in_a_zip_are_named_within_it(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/one.hexlog", json.dumps(GOLD))
        archive.writestr("two.hexlog.gz", gzip.compress(json.dumps(GOLD).encode()))
        archive.writestr("picture.png", b"\x89PNG\r\n")
    ran = shell("replay", "--json", path)
    assert ran.code == 1
    assert [(line["file"], line["status"]) for line in ran.json()] == [
        (f"{path}/a/one.hexlog", "incomplete"),
        (f"{path}/two.hexlog.gz", "incomplete"),
        (f"{path}/picture.png", "unreadable"),
    ]


def test_standard_input_is_a_file_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.BytesIO(gzip.compress(json.dumps(GOLD).encode()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    ran = shell("replay", "--json", "-")
    assert ran.code == 0
    assert [line["file"] for line in ran.json()] == ["standard input"]
