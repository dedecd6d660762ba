"""The sample game of each game, with the position at every ply as the spec gives it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.core.gamelog import GameLog

HEXLOG = Path(__file__).resolve().parents[1] / "samples" / "hexlog"


def games_with_samples() -> list[str]:
    return sorted(path.stem.removesuffix("-first") for path in HEXLOG.glob("*-first.hexlog"))


@cache
def first_log(game: str) -> GameLog:
    line = (HEXLOG / f"{game}-first.hexlog").read_text(encoding="utf-8").splitlines()[0]
    return msgspec.json.decode(line, type=GameLog)


@cache
def first_positions(game: str) -> list[dict[str, Any]]:
    text = (HEXLOG / f"{game}-first.every-ply.expected").read_text(encoding="utf-8")
    return [json.loads(line)["position"] for line in text.splitlines()]


@cache
def first_legal_moves(game: str) -> list[list[str]]:
    """The legal moves at every ply of the first game."""
    text = (HEXLOG / f"{game}-first.legal.expected").read_text(encoding="utf-8")
    return [json.loads(line)["moves"] for line in text.splitlines()]


@cache
def logs(game: str) -> list[GameLog]:
    text = (HEXLOG / f"{game}.hexlog").read_text(encoding="utf-8")
    return [msgspec.json.decode(line, type=GameLog) for line in text.splitlines()]
