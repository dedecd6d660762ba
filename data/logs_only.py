"""Games whose logs give no moves, stored apart, and what an importer says of the others' logs."""

from collections.abc import Sequence
from itertools import chain

import polars as pl

from data.accounts import Apart
from data.batches import date_of, with_tables
from data.store import Cursor
from data.waiting import Read
from engine.importers.contract import REPLAYABLE


def add_log_only(cursor: Cursor, import_id: int, games: Sequence[tuple[int, Read]]) -> None:
    """Store these games by their numbers: who played, when, and what the log says of the end.

    Scores are those that the log tells, 0 where it tells none; places are not known.
    """
    logs = [one.found.log for _, one in games]
    told = [log.result.scores if log.result else None for log in logs]
    facts = pl.DataFrame(
        {
            "game_id": [game_id for game_id, _ in games],
            "hash": [one.hash for _, one in games],
            "natural_key": [one.natural_key for _, one in games],
            "game": [log.game for log in logs],
            "source": [_source(one) for _, one in games],
            "source_id": [log.id for log in logs],
            "status": [str(Apart.LOG_ONLY)] * len(games),
            "grade": [one.found.grade for _, one in games],
            "date": [date_of(log) for log in logs],
            "players": [len(log.players) for log in logs],
            "header": [one.header.decode() for _, one in games],
            "reason": [log.result.reason if log.result else None for log in logs],
            "remark": [" ".join(one.found.warnings) or None for _, one in games],
            "importer": [one.file.importer or "" for _, one in games],
            "importer_version": [one.file.importer_version or "" for _, one in games],
            "import_id": [import_id] * len(games),
            "file": [one.file.number for _, one in games],
            "line": [one.found.line for _, one in games],
        },
        schema_overrides=dict.fromkeys(("natural_key", "source_id", "reason", "remark"), pl.String)
        | {"date": pl.Date},
    )
    everybody = list(chain.from_iterable(log.players for log in logs))
    seats = pl.DataFrame(
        {
            "game_id": [game_id for game_id, one in games for _ in one.found.log.players],
            "seat": [seat for log in logs for seat in range(len(log.players))],
            "name": [player.name for player in everybody],
            "player_id": [player.id for player in everybody],
            "rating": [player.rating for player in everybody],
            "score": [
                _points(scores, seat)
                for log, scores in zip(logs, told, strict=True)
                for seat in range(len(log.players))
            ],
        },
        schema_overrides={"player_id": pl.String, "rating": pl.Float64, "score": pl.Int32},
    )
    with_tables(cursor, "ingest/add_log_only", {"new_games": facts, "new_seats": seats})


def note_grades(cursor: Cursor, grades: Sequence[tuple[int, str]]) -> None:
    """Say of stored games, by number, how much their logs gave; replayable is what is assumed."""
    others = [one for one in grades if one[1] != REPLAYABLE]
    if others:
        schema = {"game_id": pl.Int32, "grade": pl.String}
        table = pl.DataFrame(others, schema=schema, orient="row")
        with_tables(cursor, "ingest/note_grades", {"grades": table})


def refresh(cursor: Cursor, versions: Sequence[tuple[int, str]]) -> None:
    """Note which version of its importer reads a stored game the same today."""
    if versions:
        schema = {"game_id": pl.Int32, "importer_version": pl.String}
        table = pl.DataFrame(versions, schema=schema, orient="row")
        with_tables(cursor, "ingest/refresh_games", {"refreshed": table})


def _source(one: Read) -> str:
    named = (one.found.log.meta or {}).get("source")
    return named if isinstance(named, str) else one.file.importer or ""


def _points(scores: list[float] | None, seat: int) -> int:
    most = 2**31 - 1
    if scores is None or seat >= len(scores) or not abs(scores[seat]) <= most:
        return 0
    return round(scores[seat])
