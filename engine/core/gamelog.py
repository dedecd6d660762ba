"""The log of one game: `hexlog/1`, the format that every importer produces."""

from typing import Any

import msgspec

FORMAT = "hexlog/1"


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One seat's person, as the source names them."""

    name: str
    id: str | None = None
    rating: float | None = None


class Result(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What the source says the outcome was."""

    scores: list[float] | None = None
    winners: list[int] | None = None
    reason: str | None = None


class GameLog(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened in one game, and nothing that can be computed from it."""

    format: str
    game: str
    id: str | None = None
    players: list[Player]
    rules: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    moves: list[str]
    clock: list[float | None] | None = None
    notes: dict[str, str] | None = None
    result: Result | None = None
    meta: dict[str, Any] | None = None
