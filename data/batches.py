"""One batch of an import written to the store: rows in bulk, in the transaction that is given."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec
import numpy as np
import polars as pl

from data.columns import Batch, Played, batch_of
from data.store import Cursor, query
from engine.core.game import Game
from engine.core.gamelog import GameLog

_encode = msgspec.json.Encoder(order="deterministic").encode


class NewGame(msgspec.Struct):
    """A replayed game that is to be stored."""

    hash: str
    natural_key: str | None
    game: Game
    played: Played
    header: bytes
    status: str
    remark: str | None
    importer: str
    importer_version: str
    import_id: int
    file: int
    line: int


def content_of(log: GameLog) -> bytes:
    """What happened, by which copies of a game are known: not times, notes and remarks, which
    another copy may lack."""
    return _encode((log.game, log.id, log.players, log.rules, log.setup, log.moves, log.result))


def natural_key(log: GameLog) -> str | None:
    """The source's own name of the game; None where the log does not tell its source or id."""
    source = (log.meta or {}).get("source")
    if log.id is None or not isinstance(source, str):
        return None
    return f"{log.game} {log.id} {source}"


def add_games(cursor: Cursor, first_id: int, games: Sequence[NewGame]) -> list[int]:
    """Store the games with ids from `first_id` on; returns their ids in the order given."""
    by_game: dict[Game, list[int]] = defaultdict(list)
    for place, one in enumerate(games):
        by_game[one.game].append(place)
    ids = [0] * len(games)
    for game, places in by_game.items():
        chosen = [games[place] for place in places]
        batch = batch_of(game, first_id, [one.played for one in chosen])
        tables = {
            "new_games": _games(first_id, chosen, batch),
            "new_seats": _seats(first_id, chosen, batch),
            "new_moves": batch.moves,
            "new_actions": batch.actions,
            "new_effects": _with_numbers(cursor, batch),
            "new_objectives": batch.objectives,
            "new_scores": batch.scores,
        }
        with_tables(cursor, "ingest/add_games", tables)
        for place in places:
            ids[place] = first_id
            first_id += 1
    return ids


def forget_games(cursor: Cursor, game_ids: Iterable[int]) -> None:
    """Take games out of the store with all their rows."""
    gone = pl.DataFrame({"game_id": pl.Series(list(game_ids), dtype=pl.Int32)})
    with_tables(cursor, "ingest/forget_games", {"gone": gone})


def _with_numbers(cursor: Cursor, batch: Batch) -> pl.DataFrame:
    """The effects with the numbers that their events have in this store; new ones get one."""
    with_tables(cursor, "ingest/add_events", {"new_events": batch.events})
    numbered = batch.events.join(
        cursor.sql("FROM events").pl(), on=batch.events.columns, how="left", maintain_order="left"
    )
    return batch.effects.with_columns(numbered["event"].gather(batch.effects["event"]))


def with_tables(cursor: Cursor, name: str, tables: dict[str, pl.DataFrame]) -> None:
    """Run the statements of `data/queries/<name>.sql`, which name these tables."""
    for table_name, table in tables.items():
        cursor.register(table_name, table)
    cursor.execute(query(name))
    for table_name in tables:
        cursor.unregister(table_name)


def _games(first_id: int, games: Sequence[NewGame], batch: Batch) -> pl.DataFrame:
    logs = [one.played.log for one in games]
    metas = [log.meta or {} for log in logs]
    return pl.DataFrame(
        {
            "game_id": np.arange(first_id, first_id + len(games), dtype=np.int32),
            "hash": [one.hash for one in games],
            "natural_key": pl.Series([one.natural_key for one in games], dtype=pl.String),
            "game": [log.game for log in logs],
            "source": [
                _text(meta.get("source")) or one.importer
                for meta, one in zip(metas, games, strict=True)
            ],
            "source_id": pl.Series([log.id for log in logs], dtype=pl.String),
            "status": [one.status for one in games],
            "date": pl.Series([date_of(log) for log in logs], dtype=pl.Date),
            "players": [len(log.players) for log in logs],
            "plies": [one.played.plies.shape[0] for one in games],
            "turns": batch.turns,
            "board": pl.Series([_board(log.setup) for log in logs], dtype=pl.String),
            "rules": [_encode(log.rules).decode() for log in logs],
            "header": [one.header.decode() for one in games],
            "reason": pl.Series(
                [log.result and log.result.reason for log in logs], dtype=pl.String
            ),
            "remark": pl.Series([one.remark for one in games], dtype=pl.String),
            "rules_version": [one.game.version for one in games],
            "importer": [one.importer for one in games],
            "importer_version": [one.importer_version for one in games],
            "import_id": [one.import_id for one in games],
            "file": [one.file for one in games],
            "line": [one.line for one in games],
        }
    )


def _seats(first_id: int, games: Sequence[NewGame], batch: Batch) -> pl.DataFrame:
    at_table = [one.played.log.players for one in games]
    everybody = list(chain.from_iterable(at_table))
    game_id = np.repeat(
        np.arange(first_id, first_id + len(games), dtype=np.int32),
        [len(players) for players in at_table],
    )
    return pl.DataFrame(
        {
            "game_id": game_id,
            "seat": list(chain.from_iterable(range(len(players)) for players in at_table)),
            "name": [player.name for player in everybody],
            "player_id": pl.Series([player.id for player in everybody], dtype=pl.String),
            "rating": pl.Series([player.rating for player in everybody], dtype=pl.Float64),
            "score": batch.seat_scores,
            "place": batch.seat_places,
            "won": batch.seat_places == 1,
            "turns": batch.seat_turns,
        }
    ).with_columns(pl.when(pl.col("place") > 0).then(pl.col("place", "won")))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def date_of(log: GameLog) -> date | None:
    """The day, as the log says it or as its first move was made (UTC)."""
    written = (log.meta or {}).get("date")
    if isinstance(written, str):
        return _iso_date(written)
    for seconds in log.clock or ():
        if seconds is not None:
            return _day_of(seconds)
    return None


@lru_cache(maxsize=4096)
def _iso_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        return None


def _day_of(seconds: float) -> date | None:
    try:
        return datetime.fromtimestamp(seconds, UTC).date()
    except (ValueError, OverflowError, OSError):
        return None


def _board(setup: dict[str, Any]) -> str | None:
    """The name of a board that was there from the start, or what can be said of it without one."""
    board = setup.get("board")
    if isinstance(board, dict):
        return _text(board.get("name")) or f"side {board.get('side')}"
    if isinstance(board, list):
        return f"{len(board)} cells"
    return _text(board)
