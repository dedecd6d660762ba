"""`hexcoach inspect`: what a file is, what is in it, and a dialect to read it by."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import dress, games_of
from tests.engine.importers.bga.samples import FOLDER, SMALL

PAGE = FOLDER / "containers" / "replay.html"


@pytest.fixture(name="dialect")
def a_dialect(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL.toml)
    return path


@pytest.fixture(name="log")
def a_log(tmp_path: Path) -> Path:
    (log,) = games_of("battle_sheep", 1, 2, 4)
    path = tmp_path / "log.json"
    path.write_bytes(dress(log, SHEEP).content())
    return path


def test_a_log_and_how_far_it_replays(dialect: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(PAGE), "--dialect", str(dialect)]) == 0
    shown = capsys.readouterr().out
    assert "replay page" in shown
    assert "grade     replayable" in shown
    assert "replay    verified after 9 plies" in shown
    assert "9  flockMoved                start {to} | split {from} {to} {nb}" in shown
    assert "(ignored)" in shown
    assert "proposed" not in shown


def test_the_same_for_programs(dialect: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(PAGE), "--dialect", str(dialect), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kind"] == "replay page"
    assert told["game"] == "battle_sheep"
    assert told["status"] == "verified"
    assert told["error"] is None
    first = told["types"][0]
    assert (first["type"], first["count"]) == ("flockMoved", 9)
    assert first["example"]["first"] == "1"


def test_a_broken_mapping_is_told_by_ply_and_by_the_move_of_the_site(
    dialect: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dialect.write_text(SMALL.toml.replace('paths = ["origin", "from"]', 'paths = ["origin"]'))
    arguments = ["inspect", str(PAGE), "--dialect", str(dialect), "--json", "--no-proposal"]
    assert main(arguments) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "illegal"
    assert told["grade"] == "partial"
    assert told["error"]["move"] == "flockMoved ?"
    assert told["error"]["site_move"] == told["error"]["ply"] + 2
    assert any("`from` has no value" in warning for warning in told["warnings"])


def test_a_verified_dialect_is_not_called_so_above_a_log_that_it_does_not_read(
    dialect: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = SMALL.toml.replace('paths = ["origin", "from"]', 'paths = ["origin"]')
    dialect.write_text(toml.replace('game = "', 'status = "verified"\ngame = "', 1))
    assert main(["inspect", str(PAGE), "--dialect", str(dialect), "--no-proposal"]) == 1
    shown = capsys.readouterr().out
    assert "(verified by other logs, not by this one)" in shown
    assert "of 9 plies" in shown


def test_a_proposal_that_does_not_reach_the_end_is_written_too(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.write_text(log.read_text().replace('"hexes"', '"h"').replace('"x"', '"a"'))
    written = tmp_path / "partial.toml"
    assert main(["inspect", str(log), "--game", "splits", "--write", str(written)]) == 1
    shown = capsys.readouterr().out
    assert "0 of 1 log verified by it" in shown
    assert "not known yet: pasturePlaced" in shown
    assert "try it with --dialect" in shown
    assert "# not known yet: pasturePlaced" in written.read_text()
    assert main(["inspect", str(log), "--dialect", str(written), "--no-proposal"]) == 1


def test_a_dialect_is_taught_written_and_used(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "taught.toml"
    assert main(["inspect", str(log), "--game", "splits", "--write", str(written)]) == 0
    shown = capsys.readouterr().out
    assert "none knows its types" in shown
    assert "1 of 1 log verified by it" in shown
    assert 'status = "verified"' in written.read_text()
    assert main(["inspect", str(log), "--dialect", str(written)]) == 0
    assert "replay    verified" in capsys.readouterr().out


def test_a_log_that_nothing_names_shows_its_types(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(log)]) == 1
    shown = capsys.readouterr().out
    assert "of which game nothing tells" in shown
    assert "pasturePlaced" in shown


def test_what_is_no_log_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    other = sorted((FOLDER / "other").iterdir())
    files = [str(path) for path in (FOLDER / "wrong" / "login.html", *other)]
    assert main(["inspect", *files]) == 1
    page, log, companion = capsys.readouterr().out.splitlines()
    assert "the login page" in page
    assert "`raceforthegalaxy`" in log
    assert "is a companion" in companion


def test_files_that_cannot_be_opened_and_wrong_dialects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(tmp_path / "none.json")]) == 2
    assert "cannot be opened" in capsys.readouterr().err
    assert main(["inspect", str(PAGE), "--dialect", str(tmp_path / "none.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err
