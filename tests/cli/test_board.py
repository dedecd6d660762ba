"""`hexcoach board`: checking a file, and inferring a board that was withheld from the logs."""

import json
import re
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core.effects import effect_log
from engine.core.game import Setup
from engine.core.gamelog import GameLog
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from engine.games.china_gold.board import read_board, shipped_boards
from engine.importers.hexlog.writer import format_log
from engine.replay import Status, replay
from engine.simulate.playing import simulate

GAME = find_game("china_gold")


def withhold(log: GameLog) -> GameLog:
    """The same game on a board of which only the side is known, each claim written down."""
    state = GAME.start(Setup(2, {}, log.setup))
    notation, muted = GAME.notation(state), effect_log(muted=True)
    moves = []
    for text in log.moves:
        GAME.rules.play(state, notation.parse(text), muted)
        moves.append(text)
        claims = state.claims[: state.claim_count].tolist()
        moves += [notation.format(MoveCode(claim)) for claim in claims]
        state.claim_count = 0
    setup = {**log.setup, "board": {"side": int(state.side)}}
    return GameLog(
        format=log.format,
        game=log.game,
        players=log.players,
        setup=setup,
        moves=moves,
        result=log.result,
    )


@pytest.fixture(scope="module")
def withheld(tmp_path_factory: pytest.TempPathFactory) -> Path:
    board = shipped_boards()["synthetic-91"].to_json()
    logs = simulate(GAME, 20, 2, 7, ["random", "greedy"], setup={"board": board})
    path = tmp_path_factory.mktemp("withheld") / "games.hexlog"
    path.write_text("".join(format_log(withhold(log)) + "\n" for log in logs), encoding="utf-8")
    return path


def test_a_game_on_a_withheld_board_gives_the_same_result() -> None:
    for log in simulate(GAME, 5, 2, 3, ["greedy"]):
        assert replay(withhold(log)).status is Status.VERIFIED


def test_the_withheld_board_is_inferred_written_and_passes_the_check(
    withheld: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.json"
    assert main(["board", "infer", str(withheld), "--out", str(out), "--name", "ours"]) == 0
    assert "20 games: the board is exact." in capsys.readouterr().out
    board, faults = read_board(json.loads(out.read_text(encoding="utf-8")))
    wanted = shipped_boards()["synthetic-91"]
    assert faults == []
    assert board is not None
    assert set(board.mountains or ()) == set(wanted.mountains or ())
    assert set(board.rivers or ()) == set(wanted.rivers or ())
    assert main(["board", "check", str(out)]) == 0
    assert "ours (inferred), side 6, 17 mountains and 17 rivers" in capsys.readouterr().out


def test_one_game_leaves_pieces_open_and_writes_no_board(
    withheld: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = tmp_path / "one.hexlog"
    one.write_text(withheld.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    out = tmp_path / "board.json"
    assert main(["board", "infer", str(one), "--json", "--out", str(out)]) == 2
    printed = capsys.readouterr()
    assert not json.loads(printed.out)["exact"]
    assert "is not written: the board is not exact yet" in printed.err
    assert not out.exists()


def test_a_broken_board_file_is_told_fault_by_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = shipped_boards()["synthetic-61"].to_json()
    data["rivers"][0][0] = "z9"
    path = tmp_path / "board.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main(["board", "check", str(path)]) == 1
    printed = capsys.readouterr().out
    assert 'river 1 has "z9", no cell of a board of side 5.' in printed
    assert "No river has a1." in printed


def test_a_board_with_a_warning_is_not_said_to_meet_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = shipped_boards()["synthetic-61"].to_json()
    path = tmp_path / "board.json"
    path.write_text(json.dumps({**data, "rivers": data["mountains"]}), encoding="utf-8")
    assert main(["board", "check", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "warning: No mirror of the hexagon" in printed
    assert printed.endswith("It can be played on, with 1 warning.\n")


def test_logs_of_which_one_tells_otherwise_are_not_settled_by_more(
    withheld: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = withheld.read_text(encoding="utf-8").splitlines()[:10]
    swap = {"claim mountain": "claim river", "claim river": "claim mountain"}
    lie = re.sub("|".join(swap), lambda told: swap[told[0]], games[0])
    path = tmp_path / "games.hexlog"
    path.write_text("\n".join([*games, lie]) + "\n", encoding="utf-8")
    assert main(["board", "infer", str(path)]) == 1
    printed = capsys.readouterr().out
    assert "contradiction: " in printed
    assert "11 games: no number of games settles what is contradicted" in printed


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00"])
def test_what_is_not_json_is_wrong_use(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.json"
    path.write_text(text, encoding="utf-8")
    assert main(["board", "check", str(path)]) == 2
    assert "is not JSON" in capsys.readouterr().err


def test_logs_without_claims_teach_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "plain.hexlog"
    path.write_text(
        "".join(format_log(log) + "\n" for log in simulate(GAME, 1, 2, 1, ["random"])),
        encoding="utf-8",
    )
    assert main(["board", "infer", str(path)]) == 2
    assert "no claim is written in this log" in capsys.readouterr().err
