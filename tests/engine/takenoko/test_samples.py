"""The engine gives what the sample files say: each game's end, and every ply of the first."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.table import EngineTable
from tests.engine.takenoko.harness import new_engine_table
from tests.oracle.effect import IllegalMove

SAMPLES = Path(__file__).parents[2] / "samples" / "hexlog"


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a sample file, a line each."""
    return [json.loads(line) for line in (SAMPLES / name).read_text().splitlines()]


def start(log: dict[str, Any]) -> EngineTable:
    return new_engine_table(len(log["players"]), log.get("rules", {}), log.get("setup", {}))


@pytest.mark.parametrize("name", ["takenoko", "takenoko-spoilt"])
def test_each_game_ends_as_expected(name: str) -> None:
    logs, expected = lines(f"{name}.hexlog"), lines(f"{name}.expected")
    for log, end in zip(logs, expected, strict=True):
        table = start(log)
        plies, error = 0, None
        for move in log["moves"]:
            try:
                table.play(move)
            except IllegalMove:
                error = {"ply": plies, "move": move}
                break
            plies += 1
        over = table.kind() == "over"
        found = {
            "plies": plies,
            "error": error,
            "scores": table.scores() if over else None,
            "winners": table.winners() if over else None,
            "position": table.position(),
        }
        assert found == {key: end[key] for key in found}, log["id"]


def test_every_ply_of_the_first_game() -> None:
    log = lines("takenoko-first.hexlog")[0]
    positions = lines("takenoko-first.every-ply.expected")
    legal = lines("takenoko-first.legal.expected")
    table = start(log)
    for ply, move in enumerate([None, *log["moves"]]):
        if move is not None:
            table.play(move)
        assert table.position() == positions[ply]["position"], (ply, move)
        assert sorted(table.legal()) == sorted(legal[ply]["moves"]), (ply, move)
        if table.kind() != "over":
            assert table.kind() == legal[ply]["kind"], (ply, move)
    assert len(positions) == len(legal) == len(log["moves"]) + 1
