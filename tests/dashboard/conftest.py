"""Stores to look at: one with games of every kind and hostile names, and an empty one."""

from pathlib import Path

import msgspec
import pytest

from data.ingest import find_inputs, run_import
from data.store import open_store
from engine.core.gamelog import GameLog
from tests.dashboard.samples import HEXLOG, games_with_samples, logs

HOSTILE_NAMES = (
    "<script>alert(1)</script>",
    "**bold** [x](http://evil.example/)",
    "=1+1",
    ":red[hi] :smile: $x$ <b>b</b>",
)


def with_hostile_words(log: GameLog, number: int) -> GameLog:
    """The same game between people whose names are attacks."""
    names = [HOSTILE_NAMES[(number + seat) % len(HOSTILE_NAMES)] for seat in range(4)]
    players = [
        msgspec.structs.replace(player, name=name)
        for player, name in zip(log.players, names, strict=False)
    ]
    return msgspec.structs.replace(
        log,
        players=players,
        id=f"<i>{number}</i>",
        notes={"0": "<img src=x onerror=alert(1)>"},
        meta={"source": "**source** <u>x</u>", "date": "2026-03-01"},
    )


def hostile_logs() -> list[GameLog]:
    return [
        with_hostile_words(log, number)
        for game in games_with_samples()
        for number, log in enumerate(logs(game))
    ]


def write_logs(path: Path, games: list[GameLog]) -> Path:
    path.write_bytes(b"\n".join(msgspec.json.encode(log) for log in games))
    return path


@pytest.fixture(scope="session")
def loaded_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the samples, good and spoilt, and the same games between hostile names."""
    folder = tmp_path_factory.mktemp("store")
    hostile = write_logs(folder / "hostile.hexlog", hostile_logs())
    path = folder / "loaded.duckdb"
    with open_store(path) as store:
        files = [file for file in sorted(HEXLOG.glob("*.hexlog")) if "-first" not in file.name]
        list(run_import(store, find_inputs([*files, hostile])))
    return path


@pytest.fixture
def loaded_store(loaded_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXCOACH_STORE", str(loaded_path))
    return loaded_path


@pytest.fixture
def empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "empty.duckdb"
    monkeypatch.setenv("HEXCOACH_STORE", str(path))
    return path
