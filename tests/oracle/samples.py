"""The sample games, and what a replay on an oracle says of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.battle_sheep import BattleSheep
from tests.oracle.china_gold import ChinaGold
from tests.oracle.effect import IllegalMove

SAMPLES = Path(__file__).parent.parent / "samples" / "hexlog"

MakeOracle = Callable[[int, dict[str, Any], dict[str, Any]], BattleSheep | ChinaGold]


def lines(name: str) -> list[dict[str, Any]]:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def start(make: MakeOracle, log: dict[str, Any]) -> BattleSheep | ChinaGold:
    return make(len(log["players"]), log.get("rules", {}), log.get("setup", {}))


def replay(make: MakeOracle, log: dict[str, Any]) -> dict[str, Any]:
    """What `hexcoach replay --json` is to print of this log, apart from file and line."""
    game = start(make, log)
    error = None
    plies = 0
    for move in log["moves"]:
        try:
            game.play(move)
        except IllegalMove:
            error = {"ply": plies, "move": move}
            break
        plies += 1
    over = game.kind() == "over"
    result = log["result"]
    agrees = (game.scores(), game.winners()) == (result["scores"], result["winners"])
    if error:
        status = "illegal"
    elif not over:
        status = "incomplete"
    else:
        status = "verified" if agrees else "mismatch"
    return {
        "id": log["id"],
        "game": log["game"],
        "status": status,
        "plies": plies,
        "scores": game.scores() if over else None,
        "winners": game.winners() if over else None,
        "error": error,
        "position": game.position(),
    }


def games_and_expected(name: str) -> list[Any]:
    """Each log of this name with the line that a replay is to give, as parameters of a test."""
    logs, expected = lines(f"{name}.hexlog"), lines(f"{name}.expected")
    pairs = zip(logs, expected, strict=True)
    return [
        pytest.param(log, wanted, id=f"{name}-{number}")
        for number, (log, wanted) in enumerate(pairs, start=1)
    ]
