"""What holds of a store at any time, whatever was done to it."""

from typing import Any

from data.store import Store


def count(store: Store, table: str) -> int:
    with store.cursor() as cursor:
        (number,) = cursor.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
        return int(number)


def contents(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that describes games, not how they came in."""
    tables = ("games", "seats", "moves", "effects", "objectives", "scores", "rejected")
    with store.cursor() as cursor:
        return {name: sorted(cursor.sql(f"FROM {name}").fetchall(), key=repr) for name in tables}


def check_consistency(store: Store) -> None:
    """Games are stored whole, and the books agree with what is stored."""
    with store.cursor() as cursor:
        wrong = cursor.sql("""
            SELECT game_id FROM games WHERE
                plies <> (SELECT count(*) FROM moves WHERE moves.game_id = games.game_id)
                OR players <> (SELECT count(*) FROM seats WHERE seats.game_id = games.game_id)
                OR (status <> 'log only')
                    <> EXISTS (FROM effects WHERE effects.game_id = games.game_id)
                OR NOT EXISTS (FROM files WHERE (files.import_id, files.file)
                               = (games.import_id, games.file))
        """).fetchall()
        strays = cursor.sql("""
            SELECT game_id FROM moves UNION ALL SELECT game_id FROM seats
            UNION ALL SELECT game_id FROM effects UNION ALL SELECT game_id FROM scores
            UNION ALL SELECT game_id FROM objectives EXCEPT SELECT game_id FROM games
        """).fetchall()
        books = cursor.sql("""
            SELECT import_id FROM imports
            WHERE read <> stored + replaced + duplicate + rejected
            OR (read, stored, rejected, companion) <> coalesce((
                SELECT (sum(read), sum(stored), sum(rejected), sum(companion))
                FROM files WHERE files.import_id = imports.import_id
                HAVING count(*) > 0
            ), (0, 0, 0, 0))
            OR (read + companion, stored, replaced, duplicate, rejected) <> (
                SELECT (
                    count(*),
                    count(*) FILTER (fate = 'stored'),
                    count(*) FILTER (fate = 'replaced'),
                    count(*) FILTER (fate = 'duplicate'),
                    count(*) FILTER (fate = 'rejected')
                )
                FROM verdicts WHERE verdicts.import_id = imports.import_id
            )
        """).fetchall()
        unkept = cursor.sql("""
            SELECT hash FROM raw
            WHERE pieces <> (SELECT count(*) FROM raw_pieces WHERE raw_pieces.hash = raw.hash)
            UNION ALL SELECT hash FROM raw GROUP BY hash HAVING count(*) > 1
            UNION ALL SELECT raw FROM files WHERE read > 0 AND raw NOT IN (SELECT hash FROM raw)
        """).fetchall()
        uncounted = cursor.sql("""
            SELECT (SELECT sum(stored) - sum(removed) FROM imports), (SELECT count(*) FROM games)
        """).fetchall()
    assert (wrong, strays, books, unkept) == ([], [], [], [])
    ((stored, games),) = uncounted
    assert (stored or 0) == games
