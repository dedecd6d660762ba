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
                OR NOT EXISTS (FROM effects WHERE effects.game_id = games.game_id)
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
            OR (read, stored, rejected) <> coalesce((
                SELECT (sum(read), sum(stored), sum(rejected))
                FROM files WHERE files.import_id = imports.import_id
                HAVING count(*) > 0
            ), (0, 0, 0))
        """).fetchall()
        uncounted = cursor.sql("""
            SELECT (SELECT sum(stored) FROM imports), (SELECT count(*) FROM games)
        """).fetchall()
    assert (wrong, strays, books) == ([], [], [])
    ((stored, games),) = uncounted
    assert (stored or 0) == games
