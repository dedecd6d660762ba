"""What comes beside a log: `tableinfos`, rows of `getGames`, updates of ratings.

A companion names the game, the players and the outcome, which the log alone may not.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from math import isfinite
from typing import Any

ELO_OFFSET = 1300
"""Shown ratings are the stored ones less this."""

_RATING = re.compile(r"(?:^|_)(?:elo|ratings?)(?:_|$)")

REASONS = {
    "normal_end": "normal",
    "normal_concede_end": "conceded",
    "neutralized_after_skipturn": "timeout",
    "abandon_by_decision": "abandoned",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A player of a companion. `rating` as the site shows it."""

    id: str
    name: str | None = None
    score: float | None = None
    score_aux: float | None = None
    rank: int | None = None
    rating: float | None = None


@dataclass(frozen=True, slots=True)
class Companion:
    """One table as a companion tells of it; `kind` is `tableinfos`, `getGames` or `ratings`."""

    kind: str
    table: str | None = None
    game: str | None = None
    players: tuple[Placed, ...] = ()
    reason: str | None = None
    """As the source words it: `normal_end`, `normal_concede_end`."""
    options: dict[str, Any] = field(default_factory=dict)
    """Value by option id, both as text."""
    began: float | None = None
    ended: float | None = None
    """UTC seconds."""


def read_companion(document: Any) -> list[Companion]:
    """The tables of a decoded companion, inside its envelope or not; none if it is none."""
    if isinstance(document, list):
        return [_of_row(row) for row in document if _is_row(row)]
    if not isinstance(document, dict):
        return []
    if isinstance(document.get("data"), dict) and "game_name" not in document:
        document = document["data"]
    if isinstance(document.get("tables"), list):
        return [
            _of_row(row)
            for row in document["tables"]
            if isinstance(row, dict) and "table_id" in row
        ]
    if _is_row(document):
        return [_of_row(document)]
    if "game_name" in document and not {"logs", "packets", "gamelogs"} & document.keys():
        return [_of_tableinfos(document)]
    if document and all(key.isdecimal() and isinstance(document[key], dict) for key in document):
        return [
            one if one.table else replace(one, table=key)
            for key, value in document.items()
            for one in read_companion(value)
        ]
    if _rates(document, 0):
        return [Companion("ratings", table=_text(document.get("table_id") or document.get("id")))]
    return []


def _is_row(row: Any) -> bool:
    return isinstance(row, dict) and "table_id" in row and isinstance(row.get("player_names"), str)


def _rates(document: dict[str, Any], depth: int) -> bool:
    """Whether a map holds ratings, somewhere near its top."""
    if any(_RATING.search(key) for key in document):
        return True
    inner = [one for one in document.values() if isinstance(one, dict)]
    return depth < 2 and any(_rates(one, depth + 1) for one in inner)


def _of_tableinfos(data: dict[str, Any]) -> Companion:
    result = data.get("result")
    outcome: dict[str, Any] = result if isinstance(result, dict) else {}
    listed = outcome.get("player")
    players = (
        [_placed(one) for one in listed if isinstance(one, dict)]
        if isinstance(listed, list)
        else []
    )
    seated = data.get("players")
    if not players and isinstance(seated, dict):
        players = [
            Placed(str(key), _text(one.get("fullname") or one.get("name")))
            for key, one in seated.items()
            if isinstance(one, dict)
        ]
    options = data.get("options")
    chosen = options if isinstance(options, dict) else {}
    return Companion(
        "tableinfos",
        table=_text(data.get("id")),
        game=_text(data.get("game_name")),
        players=tuple(players),
        reason=_text(outcome.get("endgame_reason")),
        options={
            str(key): str(one.get("value") if isinstance(one, dict) else one)
            for key, one in chosen.items()
        },
        began=number(data.get("gamestart")) or paris_time(outcome.get("time_start")),
        ended=paris_time(outcome.get("time_end")),
    )


def _placed(one: dict[str, Any]) -> Placed:
    rating = number(one.get("rank_after_game"))
    rank = number(one.get("gamerank"))
    return Placed(
        str(one.get("player_id")),
        _text(one.get("name")),
        number(one.get("score")),
        number(one.get("score_aux")),
        None if rank is None else int(rank),
        None if rating is None else round(rating - ELO_OFFSET, 2),
    )


def _of_row(row: dict[str, Any]) -> Companion:
    """A row holds its players as parallel lists joined by commas, in order of rank."""
    ids = _split(row.get("players"))
    names, scores = _split(row.get("player_names")), _split(row.get("scores"))
    ranks = _split(row.get("ranks"))
    players = []
    for index, player in enumerate(ids):
        rank = number(_at(ranks, index))
        players.append(
            Placed(
                player,
                _at(names, index),
                number(_at(scores, index)),
                rank=index + 1 if rank is None else int(rank),
            )
        )
    conceded = str(row.get("concede")) == "1"
    began, ended = number(row.get("start")), number(row.get("end"))
    return Companion(
        "getGames",
        table=_text(row.get("table_id")),
        game=_text(row.get("game_name")),
        players=tuple(players),
        reason="normal_concede_end" if conceded else None,
        began=began if began is not None else paris_time(row.get("start")),
        ended=ended if ended is not None else paris_time(row.get("end")),
    )


def _split(value: Any) -> list[str]:
    return [part.strip() for part in value.split(",")] if isinstance(value, str) and value else []


def _at(parts: list[str], index: int) -> str | None:
    return parts[index] if index < len(parts) else None


def reason_of(told: str | None) -> str | None:
    """The reason of a hexlog result for what a companion says of the end."""
    if told is None:
        return None
    if told.startswith("didntstart"):
        return "abandoned"
    return REASONS.get(told, "abandoned" if "neutralized" in told or "abandon" in told else None)


def number(value: Any) -> float | None:
    """The finite number that a value says, as text or as such; None where it says none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if isfinite(found) else None


def _text(value: Any) -> str | None:
    return str(value) if isinstance(value, str | int) and value != "" else None


_LOCAL = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?")


def paris_time(text: Any) -> float | None:
    """UTC seconds of `YYYY-MM-DD HH:MM:SS` in Paris; None for what is no such time.

    By the European rule for summer time, as a machine need not have a table of time zones.
    """
    found = _LOCAL.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    try:
        local = datetime(*(int(part or 0) for part in found.groups()), tzinfo=UTC)  # type: ignore[arg-type, misc]
    except ValueError:
        return None
    begins, ends = (_last_sunday(local.year, month) for month in (3, 10))
    summer = begins <= local - timedelta(hours=1) < ends
    return (local - timedelta(hours=2 if summer else 1)).timestamp()


def _last_sunday(year: int, month: int) -> datetime:
    """One o'clock UTC on the last Sunday of a month of 31 days."""
    last = datetime(year, month, 31, 1, tzinfo=UTC)
    return last - timedelta(days=(last.weekday() + 1) % 7)
