"""What games cost on the way through shards: seconds of one core, bytes on disk, memory."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core.registry import find_game
from tests.benchmarks.bench_import import write_games
from tests.benchmarks.figure import Figure

GAMES = {
    "takenoko": (4_000, ["greedy"]),
    "battle_sheep": (20_000, ["random"]),
    "china_gold": (10_000, ["random"]),
}
"""How many, so that there are some jobs of each, and who plays."""

IN_A_PROCESS = """
import json, resource, sys, time
from pathlib import Path
from data.scale.jobs import JOB_BYTES
from data.scale.rebuild import rebuild
from data.scale.run import shard
from tests.data.scale.both_ways import Here

step, logs, out, store = sys.argv[1:]
began = time.process_time()
if step == "shard":
    *_, last = shard([logs], out, Here(), JOB_BYTES)
else:
    *_, last = rebuild(out, Path(store))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([time.process_time() - began, peak]))
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one game on average, in seconds of one core and bytes; peaks are of a whole process."""

    games: int
    log: float
    shard_seconds: float
    shard_bytes: float
    shard_peak: float
    rebuild_seconds: float
    store_bytes: float
    rebuild_peak: float


def cost_of(key: str, games: int, policies: list[str]) -> Cost:
    """Measured on simulated games, each step in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        logs, shards, store = folder / "games.hexlog", folder / "shards", folder / "games.duckdb"
        write_games(logs, key, games, policies)
        shard_seconds, shard_peak = _measured("shard", logs, shards, store)
        rebuild_seconds, rebuild_peak = _measured("rebuild", logs, shards, store)
        size = sum(file.stat().st_size for file in shards.rglob("*") if file.is_file())
        return Cost(
            games=games,
            log=logs.stat().st_size / games,
            shard_seconds=shard_seconds / games,
            shard_bytes=size / games,
            shard_peak=shard_peak,
            rebuild_seconds=rebuild_seconds / games,
            store_bytes=store.stat().st_size / games,
            rebuild_peak=rebuild_peak,
        )


def _measured(step: str, *paths: Path) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS, step, *map(str, paths)],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, peak = json.loads(done.stdout)
    return float(seconds), float(peak)


def figures() -> Iterator[Figure]:
    """The costs of a million games of each kind."""
    for key, (games, policies) in GAMES.items():
        cost = cost_of(key, games, policies)
        name = f"{find_game(key).name}, a million games"
        hours = cost.shard_seconds * 1e6 / 3600
        yield Figure(f"{name}: shards", hours, "core hours", 1, at_most=True)
        yield Figure(f"{name}: shards", cost.shard_bytes / 1e3, "GB", 10, at_most=True)
        hours = cost.rebuild_seconds * 1e6 / 3600
        yield Figure(f"{name}: rebuild", hours, "core hours", 0.5, at_most=True)
        yield Figure(f"{name}: store", cost.store_bytes / 1e3, "GB", 10, at_most=True)
        yield Figure(f"{name}: worker", cost.shard_peak / 1e6, "MB peak", 1_000, at_most=True)
        yield Figure(f"{name}: rebuild", cost.rebuild_peak / 1e6, "MB peak", 2_000, at_most=True)
