"""What an import holds in memory is a batch, however large the file."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.importers.hexlog import format_log
from tests.data import measured_import
from tests.data.ledger import logs_of

ROOT = Path(__file__).resolve().parents[2]
BATCH = 20_000
MOVES = 600_000
SLACK = 64 * 1024 * 1024
"""Bytes. All moves of the file at once are some hundred million."""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads memory from /proc")
def test_memory_stays_flat_whatever_the_size_of_the_file(tmp_path: Path) -> None:
    logs = logs_of("china_gold", 50, 2, seed=1)[:-1]
    path = tmp_path / "games.hexlog"
    moves = number = 0
    with path.open("w", encoding="utf-8") as file:
        while moves < MOVES:
            log = logs[number % len(logs)]
            log.id = f"game {number}"
            log.meta = None
            moves += len(log.moves)
            number += 1
            file.write(f"{format_log(log)}\n")
    child = subprocess.run(
        [
            sys.executable,
            "-m",
            measured_import.__name__,
            str(tmp_path / "games.duckdb"),
            str(path),
            str(BATCH),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    measured = [tuple(map(int, line.split())) for line in child.stdout.splitlines()]
    assert measured[-1][0] == moves
    early = max(memory for done, memory in measured if done <= MOVES // 4)
    late = max(memory for done, memory in measured if done > MOVES // 4)
    assert late < early + SLACK
