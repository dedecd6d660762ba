"""Games between people whose names are found nowhere else, and where in a store a name stands."""

import re
from pathlib import Path

import msgspec
import zstandard

from data.store import Store
from engine.core.gamelog import GameLog, Player
from tests.data.ledger import logs_of, write_logs

NAMES = ("Zwiebelfisch", "Ōtsutsuki 大", 'Quo"tine\\', "Vexlar Ō'Dim", "Yolandé")
IDS = ("85550001", "85550002", "85550003", "85550004", "85550005")


def named_logs(game: str = "battle_sheep", count: int = 5, seed: int = 3) -> list[GameLog]:
    """Names stand in players, notes, `meta`, ids and reasons."""
    logs = []
    for number, log in enumerate(logs_of(game, count, 2, seed=seed)):
        people = [(number + seat) % len(NAMES) for seat in range(len(log.players))]
        log.players = [Player(NAMES[one], IDS[one], 1500.5) for one in people]
        log.notes = {"0": f"hello {NAMES[people[0]].upper()}, says {NAMES[(number + 3) % 5]}"}
        log.id = f"{NAMES[people[1]]} at home {number}"
        log.meta = {
            "source": "club",
            "date": "2026-03-01",
            "host": NAMES[(number + 4) % 5],
            "private_views": [IDS[people[0]]],
        }
        if log.result is not None:
            log.result.reason = f"{NAMES[people[0]]} conceded"
        logs.append(log)
    return logs


def spoilt(log: GameLog) -> GameLog:
    """The same with a move that nobody can make."""
    copy = msgspec.convert(msgspec.to_builtins(log), GameLog)
    copy.id = f"{copy.players[0].name} cheats"
    copy.moves[3] = "jump"
    return copy


def write_named(folder: Path) -> Path:
    """A file whose own name tells somebody too, with games, an illegal one and lines that are
    none."""
    logs = named_logs()
    path = write_logs(folder / f"{NAMES[0]} and friends.hexlog", [*logs, spoilt(logs[1])])
    with path.open("a", encoding="utf-8") as file:
        file.write(f'{{"format": "hexlog/1", "game": "{NAMES[0]}"}}\n')
        file.write(f"not a game, says {NAMES[3]}\n")
    return path


def tables(store: Store) -> list[str]:
    with store.plain.cursor() as cursor:
        return [name for (name,) in cursor.execute("SHOW TABLES").fetchall()]


def found_in_rows(store: Store, word: str) -> list[str]:
    """Tables in whose rows, and in whose packed contents, a word stands in any case, plain or as
    JSON writes it."""
    wanted = re.compile(
        b"|".join(
            re.escape(form)
            for form in (word.encode(), msgspec.json.encode(word)[1:-1], repr(word).encode()[1:-1])
        ),
        re.IGNORECASE,
    )
    found = []
    for table in tables(store):
        with store.plain.cursor() as cursor:
            for row in cursor.execute(f"FROM {table}").fetchall():
                if any(wanted.search(_bytes(value)) for value in row):
                    found.append(table)
                    break
    return found


def _bytes(value: object) -> bytes:
    if isinstance(value, bytes):
        packed = value.startswith(b"\x28\xb5\x2f\xfd")
        return zstandard.decompress(value, 1 << 26) if packed else value
    return str(value).encode(errors="surrogatepass")


def found_in_file(path: Path, word: str) -> bool:
    """Whether the bytes of the store's file, or of its log, have the word."""
    wanted = re.compile(re.escape(word.encode()), re.IGNORECASE)
    files = [path, path.with_name(f"{path.name}.wal")]
    return any(wanted.search(file.read_bytes()) for file in files if file.exists())


def checkpoint(store: Store) -> None:
    with store.plain.cursor() as cursor:
        cursor.execute("FORCE CHECKPOINT")
