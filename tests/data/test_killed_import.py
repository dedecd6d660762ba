"""An import that is killed leaves whole batches, and doing it again completes it."""

import subprocess
import sys
from pathlib import Path

import pytest

from data import reading
from data.ingest import Finished
from data.store import open_store
from engine.core.registry import game_keys
from tests.data import killed_import
from tests.data.consistency import check_consistency, count
from tests.data.ledger import import_all, logs_of, write_logs

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("batches", [0, 3])
@pytest.mark.parametrize("moment", killed_import.MOMENTS)
def test_killed_in_the_middle(tmp_path: Path, moment: str, batches: int) -> None:
    logs = [log for game in game_keys() for log in logs_of(game, 2, 2, seed=3)]
    path = write_logs(tmp_path / "games.hexlog", logs)
    store_path = tmp_path / "games.duckdb"
    child = subprocess.run(
        [
            sys.executable,
            "-m",
            killed_import.__name__,
            str(store_path),
            str(path),
            str(batches),
            moment,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert child.returncode == killed_import.KILLED, child.stderr
    with open_store(store_path) as store:
        assert count(store, "games") == batches
        check_consistency(store)
        (run,) = reading.imports(store).to_dicts()
        assert (run["state"], run["read"], run["stored"]) == ("broken off", batches, batches)

        finished, _ = import_all(store, path)
        assert isinstance(finished, Finished)
        assert (finished.counts.duplicate, finished.counts.stored) == (batches, len(logs) - batches)
        check_consistency(store)
