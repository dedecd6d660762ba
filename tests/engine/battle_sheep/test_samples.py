"""The sample games, replayed: status, scores and position, move by move where the sample tells."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.gamelog import GameLog
from engine.replay import legal_texts, positions, replay, states

HEXLOG = Path(__file__).parents[2] / "samples" / "hexlog"


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HEXLOG / name).read_text().splitlines()]


def logs(name: str) -> list[GameLog]:
    return [
        msgspec.json.decode(line, type=GameLog)
        for line in (HEXLOG / name).read_bytes().splitlines()
    ]


def pairs() -> list[Any]:
    return [
        pytest.param(log, wanted, id=f"{wanted['line']}-{wanted['id']}")
        for name in ("battle_sheep", "battle_sheep-spoilt")
        for log, wanted in zip(logs(f"{name}.hexlog"), read(f"{name}.expected"), strict=True)
    ]


@pytest.mark.parametrize(("log", "wanted"), pairs())
def test_the_replay_ends_as_expected(log: GameLog, wanted: dict[str, Any]) -> None:
    replayed = replay(log)
    error = replayed.error and {"ply": replayed.error.ply, "move": replayed.error.move}
    assert {
        "line": wanted["line"],
        "id": log.id,
        "game": log.game,
        "status": replayed.status,
        "plies": replayed.plies,
        "scores": replayed.scores,
        "winners": replayed.winners,
        "error": error,
        "position": replayed.game.position(replayed.state),
    } == wanted


def test_every_ply_of_the_first_game() -> None:
    replayed = replay(logs("battle_sheep-first.hexlog")[0])
    wanted = read("battle_sheep-first.every-ply.expected")
    assert list(positions(replayed)) == [line["position"] for line in wanted]


def test_legal_moves_at_every_ply_of_the_first_game() -> None:
    replayed = replay(logs("battle_sheep-first.hexlog")[0])
    found = [sorted(legal_texts(replayed.game, state)) for state in states(replayed)]
    wanted = read("battle_sheep-first.legal.expected")
    assert found == [sorted(line["moves"]) for line in wanted]
