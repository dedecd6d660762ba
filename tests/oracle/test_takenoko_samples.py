"""The oracle of Takenoko gives what the sample files say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.effect import IllegalMove
from tests.oracle.takenoko import Takenoko

SAMPLES = Path(__file__).parent.parent / "samples" / "hexlog"


def lines(name: str) -> list[dict[str, Any]]:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def start(log: dict[str, Any]) -> Takenoko:
    return Takenoko(len(log["players"]), log.get("rules", {}), log.get("setup", {}))


def replay(log: dict[str, Any]) -> dict[str, Any]:
    """What `hexcoach replay --json` is to print of this log, apart from file and line."""
    game = start(log)
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
    agrees = all(
        result.get(key, found) == found
        for key, found in (("scores", game.scores()), ("winners", game.winners()))
    )
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


def games_and_expected(name: str) -> Iterator[Any]:
    logs, expected = lines(f"{name}.hexlog"), lines(f"{name}.expected")
    assert len(logs) == len(expected)
    for number, (log, wanted) in enumerate(zip(logs, expected, strict=True), start=1):
        yield pytest.param(log, wanted, id=f"{name}-{number}")


@pytest.mark.parametrize(
    ("log", "wanted"),
    [*games_and_expected("takenoko"), *games_and_expected("takenoko-spoilt")],
)
def test_replay_of_the_sample_game(log: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert replay(log) == {key: value for key, value in wanted.items() if key != "line"}


def test_position_at_every_ply_of_the_first_game() -> None:
    (log,) = lines("takenoko-first.hexlog")
    game = start(log)
    positions = [game.position()]
    for move in log["moves"]:
        game.play(move)
        positions.append(game.position())
    expected = lines("takenoko-first.every-ply.expected")
    assert positions == [line["position"] for line in expected]


def test_legal_moves_at_every_ply_of_the_first_game() -> None:
    (log,) = lines("takenoko-first.hexlog")
    game = start(log)
    for line in lines("takenoko-first.legal.expected"):
        assert sorted(game.legal()) == sorted(line["moves"])
        if line["ply"] < len(log["moves"]):
            assert game.kind() == line["kind"]
            game.play(log["moves"][line["ply"]])
    assert game.kind() == "over"
