"""Imports that are killed, fifty times: nothing is lost and nothing is there twice."""

import gzip
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from data import reading
from data.accounts import Fate
from data.fingerprints import digest_of_file
from data.keeping import restore
from data.store import open_store
from engine.core.gamelog import GameLog
from engine.core.registry import game_keys
from engine.importers.hexlog import format_log
from tests.data import killed_import
from tests.data.consistency import check_consistency, count
from tests.data.ledger import import_all, logs_of, write_logs

ROOT = Path(__file__).resolve().parents[2]
TIMES = 50
LONGEST = 900
"""Thousandths of a second: an import of these logs takes about as long."""


def brought(folder: Path) -> list[GameLog]:
    """Some files with games, one with faults in it and one packed; returns the good games."""
    folder.mkdir()
    logs = [log for game in game_keys() for log in logs_of(game, 4, 2, seed=3)]
    write_logs(folder / "1.hexlog", logs[:5])
    spoilt = json.loads(format_log(logs[0]))
    spoilt["moves"].insert(1, "dance")
    text = "\n".join([json.dumps(spoilt), "nonsense", *map(format_log, logs[5:7])])
    (folder / "2.hexlog").write_text(text, encoding="utf-8")
    packed = "\n".join(map(format_log, logs[7:])).encode()
    (folder / "3.hexlog.gz").write_bytes(gzip.compress(packed))
    return logs


def deaths() -> list[str]:
    """Half by the clock, half at places in the work, early and late; the same in every run."""
    chosen = random.Random(2026)
    places = list(killed_import.PLACES)
    told = [f"{killed_import.CLOCK}:{chosen.randint(1, LONGEST)}" for _ in range(TIMES // 2)]
    told += [
        f"{places[number % len(places)]}:{chosen.choice((0, 0, 1, 2, 3, 5))}"
        for number in range(TIMES - len(told))
    ]
    chosen.shuffle(told)
    return told


def killed(store_path: Path, folder: Path, told: list[str]) -> dict[str, int]:
    child = subprocess.run(
        [sys.executable, "-m", killed_import.__name__, str(store_path), str(folder), *told],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    outcomes = [line.split()[1] for line in child.stdout.splitlines()]
    assert len(outcomes) == len(told)
    return Counter(outcomes)


def test_killed_fifty_times_an_import_loses_and_doubles_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    logs = brought(folder)
    store_path = tmp_path / "games.duckdb"
    outcomes = killed(store_path, folder, deaths())
    # Many are over before their time has come, the quicker the machine the more; not all of them.
    assert outcomes["killed"] >= TIMES // 10
    files = sorted(folder.iterdir())
    with open_store(store_path) as store:
        check_consistency(store)
        before = count(store, "games")
        finished, verdicts = import_all(store, *files)
        check_consistency(store)
        assert count(store, "games") == len(logs)
        fates = Counter(verdict.fate for verdict in verdicts)
        assert fates == {
            Fate.REJECTED: 2,
            **({Fate.STORED: len(logs) - before} if before < len(logs) else {}),
            **({Fate.DUPLICATE: before} if before else {}),
        }
        assert reading.rejected(store).height == 2
        assert finished.state == "done"
        # Each game is there as it was brought, and so is each file.
        assert {
            (stored.id, tuple(stored.moves))
            for number in range(1, 1 + len(logs))
            for stored in [reading.game(store, number).log]
        } == {(log.id, tuple(log.moves)) for log in logs}
        assert count(store, "raw") == len(files)
        for path in files:
            back = tmp_path / "back"
            restore(store, digest_of_file(path), back)
            assert back.read_bytes() == path.read_bytes()
        states = set(reading.imports(store)["state"].to_list())
        assert states == {"done", "broken off"}


@pytest.mark.parametrize("place", list(killed_import.PLACES))
def test_killed_at_any_place_what_is_left_is_whole(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "logs"
    logs = brought(folder)
    store_path = tmp_path / "games.duckdb"
    numbers = (0, 1) if place in {"rejecting"} else (0,) if place in {"opening", "ending"} else (2,)
    outcomes = killed(store_path, folder, [f"{place}:{number}" for number in numbers])
    assert outcomes["killed"] >= 1
    with open_store(store_path) as store:
        check_consistency(store)
        import_all(store, *sorted(folder.iterdir()))
        check_consistency(store)
        assert count(store, "games") == len(logs)
