"""Importing hexlog: every game replayed, compared with its result and stored, on one core."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from data.ingest import Finished, Input, run_import
from data.store import open_store
from engine.core.registry import find_game
from engine.importers.hexlog.writer import format_log
from engine.simulate.playing import simulate
from tests.benchmarks.figure import Figure

GIGABYTE = 1_000_000_000
CHUNK_GAMES = 2_000


def write_games(path: Path, key: str, games: int, policies: list[str]) -> None:
    """A hexlog file of simulated games."""
    game = find_game(key)
    players = game.players[0]
    with path.open("w", encoding="utf-8") as file:
        for log in simulate(game, games, players, 1, policies):
            file.write(format_log(log) + "\n")


def import_file(path: Path, store: Path) -> tuple[Finished, float]:
    """The account of one import into a new store, and its seconds of one core."""
    with open_store(store) as opened:
        began = process_time()
        *_, finished = run_import(opened, [Input(path, path.name)])
        seconds = process_time() - began
    assert isinstance(finished, Finished)
    return finished, seconds


def import_rate(folder: Path, key: str, games: int, policies: list[str]) -> tuple[float, float]:
    """Moves a second, and seconds in all, of games enough to fill several batches."""
    path = folder / f"{key}-{policies[0]}.hexlog"
    write_games(path, key, games, policies)
    finished, seconds = import_file(path, folder / f"{key}-{policies[0]}.duckdb")
    assert finished.counts.stored == games
    return finished.moves / seconds, seconds


def peak_of_an_import(path: Path, store: Path) -> float:
    """Peak resident memory in MB of a process of its own that imports the file."""
    code = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from tests.benchmarks.bench_import import import_file\n"
        "import_file(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path, store], check=True, capture_output=True, text=True
    )
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e6


def write_a_gigabyte(path: Path) -> None:
    """Games of Takenoko, the same few under ever new ids, until the file is a gigabyte long."""
    game = find_game("takenoko")
    logs = list(simulate(game, CHUNK_GAMES, 2, 1, ["greedy"]))
    written = number = 0
    with path.open("w", encoding="utf-8") as file:
        while written < GIGABYTE:
            log = logs[number % CHUNK_GAMES]
            log.id = f"gigabyte-{number}"
            number += 1
            written += file.write(format_log(log) + "\n")


def figures() -> Iterator[Figure]:
    """Speed for each game, the ten thousand games of Takenoko, and memory for a gigabyte."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key, games, target in (
            ("takenoko", 2_000, 100_000),
            ("battle_sheep", 20_000, 150_000),
            ("china_gold", 10_000, 150_000),
        ):
            speed, _ = import_rate(folder, key, games, ["random"])
            label = f"{find_game(key).name}: import, random games"
            yield Figure(label, speed, "moves/s", target)
        speed, seconds = import_rate(folder, "takenoko", 10_000, ["greedy"])
        yield Figure("Takenoko: import, greedy games", speed, "moves/s", 100_000)
        yield Figure("Takenoko: import of 10 000 greedy games", seconds, "s", 20, at_most=True)
        path = folder / "gigabyte.hexlog"
        write_a_gigabyte(path)
        peak = peak_of_an_import(path, folder / "gigabyte.duckdb")
        yield Figure("Takenoko: peak memory, a file of 1 GB", peak, "MB", 1_000, at_most=True)
