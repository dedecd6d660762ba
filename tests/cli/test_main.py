"""What holds for every command: discovery, help, wrong use, quiet ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli.commands import replay as replay_command
from engine.cli.discovery import commands
from engine.cli.main import main
from tests.cli.shell import SAMPLES, Shell


def test_the_commands_of_the_engine_are_found() -> None:
    assert {"replay", "legal", "simulate", "perft"} <= commands().keys()


def test_help_lists_every_command_with_its_first_line(shell: Shell) -> None:
    ran = shell("--help")
    assert ran.code == 0
    for name, command in commands().items():
        assert f"\n    {name} " in ran.output
        first_words = " ".join(command.__doc__.split()[:4])
        assert first_words in " ".join(ran.output.split())


@pytest.mark.parametrize("name", sorted(commands()))
def test_the_help_of_every_command_shows_examples(shell: Shell, name: str) -> None:
    ran = shell(name, "--help")
    assert ran.code == 0
    assert "example" in ran.output
    assert f"hexcoach {name} " in ran.output.split("example", 1)[1]


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from engine.cli.main import main; code = main(['--help']); "
        "heavy = {'numba', 'numpy', 'polars', 'duckdb', 'streamlit', 'plotly'} & set(sys.modules); "
        "sys.exit(str(heavy) if heavy else code)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [[], ["dance"], ["replay"], ["replay", "--dance", "x"]])
def test_wrong_use_is_told_on_the_side(shell: Shell, arguments: list[str]) -> None:
    ran = shell(*arguments)
    assert (ran.code, ran.output) == (2, "")
    assert "usage: hexcoach" in ran.remarks


def test_the_version_is_told(shell: Shell) -> None:
    ran = shell("--version")
    assert ran.code == 0
    assert ran.output.startswith("hexcoach ")


def test_an_interrupt_ends_quietly(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(replay_command, "run", interrupted)
    ran = shell("replay", "x")
    assert (ran.code, ran.output, ran.remarks) == (130, "", "")


def test_a_closed_pipe_ends_quietly() -> None:
    log = SAMPLES / "hexlog" / "takenoko-first.hexlog"
    command = [sys.executable, "-m", "engine.cli.main", "replay", "--every-ply", "--json", str(log)]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_names_are_written_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    path = tmp_path / "Zoë.hexlog"
    path.write_bytes((SAMPLES / "bad" / "illegal-move.hexlog").read_bytes())
    ran = subprocess.run(
        [sys.executable, "-m", "engine.cli.main", "replay", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr == b""
    assert "Ana, Zoë" in ran.stdout.decode("utf-8")


def test_the_entry_point_is_main() -> None:
    assert main(["--version"]) == 0
