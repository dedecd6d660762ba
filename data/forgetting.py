"""Deleting a person or a game for good.

What is deleted is deleted from every table, and the file is then written anew: DuckDB only marks
the blocks of deleted rows as free, and their bytes stay (see `Store.rewrite`).

A kept file in which a person or a game stands is deleted as a whole. Other games that came out of
it stay in the store, and `hexcoach reimport` verifies them again from what is stored of them. If
such a file is imported once more, it is read once more: what was deleted is not remembered, as
remembering it would be keeping it.
"""

import html
import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import msgspec
import polars as pl

from data.batches import content_of, forget_games, natural_key, with_tables
from data.export import CHUNK_GAMES
from data.fingerprints import digest_of
from data.keeping import restore
from data.own_words import is_own, is_own_word
from data.privacy import SHORT, where, words_of
from data.store import Cursor, Store, StoreBusy, query
from engine.core.errors import HexcoachError, UnreadableLog
from engine.core.gamelog import GameLog, Player
from engine.core.registry import game_keys
from engine.importers.containers import open_path

TEXTS = {
    "companions": ("inside", "source_id"),
    "files": ("name", "inside", "problem"),
    "games": ("source", "source_id", "board", "reason", "remark"),
    "raw": ("name", "choice"),
    "rejected": ("file", "id", "game", "move", "reason", "excerpt"),
    "review_queue": ("failed",),
    "seats": ("player_id",),
    "unknown_types": ("type",),
    "verdicts": ("id", "game", "move", "reason", "warnings"),
}
"""Columns in which a name may stand among other words. Names of players, headers and logs are
looked after by themselves; all other columns hold words of the program or of a game's rules."""

BLOCK = 1 << 20
SHORTEST_ID = 5
"""An id of fewer letters is only looked for where ids stand by themselves."""


class NobodyToForget(HexcoachError):
    """There is nobody of this name, or no such game."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a person or a game stands in the store."""

    game_ids: tuple[int, ...]
    rejected_ids: tuple[int, ...]
    files: tuple[str, ...]
    """Hashes of kept files."""
    mentions: int = 0
    """Other texts in which the name stands, such as warnings and names of files."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done. `rewritten` is False where others were at work: then the file is written anew
    when the store is next opened, and holds the bytes till then."""

    trace: Trace
    new_name: str | None
    rewritten: bool


@dataclass(frozen=True, slots=True)
class _Called:
    """What a person is called: the name, and ids that nobody else has."""

    name: str
    ids: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """As DuckDB reads it, in texts and in JSON, which writes some letters otherwise."""
        names = [where(form).pattern for form in dict.fromkeys([self.name, _in_json(self.name)])]
        return "|".join([*names, *(rf"\b{re.escape(one)}\b" for one in self._telling_ids)])

    @property
    def bytes(self) -> re.Pattern[bytes]:
        """As kept files write it."""
        ids = [rf"\b{re.escape(one)}\b".encode() for one in self._telling_ids]
        return re.compile(b"|".join([_in_bytes(self.name).pattern, *ids]), re.IGNORECASE)

    @property
    def at_home(self) -> str:
        """The same and single words of the name in any case, for texts about the person's own
        games; words that the program writes itself tell nobody."""
        words = words_of(self.name)
        if len(self.name) <= SHORT and not is_own_word(self.name):
            words.append(self.name)
        return "|".join([self.pattern, *(rf"(?i:\b{re.escape(word)}\b)" for word in words)])

    @property
    def _telling_ids(self) -> list[str]:
        return [one for one in self.ids if len(one) >= SHORTEST_ID]


def trace_person(store: Store, name: str) -> Trace:
    """What the store holds of a person, known by the name exactly as it stands there. Raises
    `NobodyToForget`."""
    store = store.plain
    return _trace(store, _called(store, name))


def _called(store: Store, name: str) -> _Called:
    return _Called(name, tuple(store.ask("privacy/ids_of_person", {"name": name})["id"].to_list()))


def _trace(store: Store, called: _Called) -> Trace:
    games = store.ask("privacy/games_of_person", {"name": called.name})
    rejected = store.ask("privacy/rejected_of_person", {"pattern": called.pattern})
    with store.cursor() as cursor:
        mentions = sum(_count(cursor, *column, called) for column in _columns())
    files = dict.fromkeys(_files_of(store, games, rejected))
    files |= dict.fromkeys(_files_naming(store, called, files))
    if games.is_empty() and rejected.is_empty() and not mentions and not files:
        raise NobodyToForget(
            f"Nobody of the name {called.name!r} is in the store {store.path}: names are taken "
            "exactly as they stand there."
        )
    return Trace(
        tuple(games["game_id"].to_list()),
        tuple(rejected["rejected_id"].to_list()),
        tuple(files),
        mentions,
    )


def trace_game(store: Store, game_id: int) -> Trace:
    """What the store holds of a game. Raises `NobodyToForget`."""
    store = store.plain
    if store.ask("game/facts", {"game_id": game_id}).is_empty():
        raise NobodyToForget(f"There is no game {game_id} in the store {store.path}.")
    return Trace((game_id,), (), tuple(_files_of(store, _ids("game_id", [game_id]), None)))


def forget_person(store: Store, name: str, *, keep_games: bool = False) -> Forgotten:
    """Delete a person with all their games, or, with `keep_games`, put a name in the place of
    theirs that is made up and cannot be worked out from it. Raises `NobodyToForget`."""
    called = _called(store.plain, name)
    trace = _trace(store.plain, called)
    digits = secrets.token_hex(5)
    new = f"Player {digits[:5]}-{digits[5:]}"
    with store.transaction() as cursor:
        _drop_files(cursor, trace.files)
        theirs = {
            "gone": _ids("game_id", trace.game_ids),
            "gone_rejected": _ids("rejected_id", trace.rejected_ids),
        }
        if keep_games:
            _run(cursor, "privacy/rename_seats", {"new": new, "name": name})
            _rename_in_rejected(cursor, called, new)
            _rename_at_home(cursor, called, new, theirs)
        else:
            _drop_games(cursor, trace.game_ids)
            with_tables(cursor, "privacy/drop_rejected", {"gone_rejected": theirs["gone_rejected"]})
            _run(cursor, "privacy/drop_exercises_of_person", {"name": name})
        _rename_in_headers(cursor, called, new)
        for table, column in _columns():
            _rename_in_texts(cursor, table, column, called.pattern, new)
        cursor.execute(query("privacy/end"))
    return Forgotten(trace, new if keep_games else None, _rewritten(store))


def forget_game(store: Store, game_id: int) -> Forgotten:
    """Delete a game. Raises `NobodyToForget`."""
    trace = trace_game(store, game_id)
    with store.transaction() as cursor:
        _drop_files(cursor, trace.files)
        _drop_games(cursor, trace.game_ids)
        cursor.execute(query("privacy/end"))
    return Forgotten(trace, None, _rewritten(store))


def _rewritten(store: Store) -> bool:
    try:
        store.rewrite()
    except StoreBusy:
        return False
    return True


# Where a name stands


def _in_json(name: str) -> str:
    return msgspec.json.encode(name).decode()[1:-1]


def _columns() -> Iterator[tuple[str, str]]:
    return ((table, column) for table, columns in TEXTS.items() for column in columns)


def _count(cursor: Cursor, table: str, column: str, called: _Called) -> int:
    """Rows in whose text the person is named."""
    asked = {"pattern": called.pattern}
    found = cursor.execute(f"SELECT count(*) FROM {table} WHERE {_stands(column)}", asked)
    ((rows,),) = found.fetchall()
    return int(rows)


def _stands(column: str) -> str:
    """The condition that a name stands in a column; somebody may be called as a game is."""
    stands = f"regexp_matches({column}::VARCHAR, $pattern)"
    if column == "game":
        known = ", ".join(f"'{key}'" for key in game_keys())
        stands += f" AND game NOT IN ({known})"
    return stands


def _files_of(store: Store, games: pl.DataFrame, rejected: pl.DataFrame | None) -> list[str]:
    gone_rejected = _ids("rejected_id", []) if rejected is None else rejected
    found = store.ask("privacy/files_of_games", gone=games, gone_rejected=gone_rejected)
    return found["hash"].to_list()


def _files_naming(store: Store, called: _Called, known: Iterable[str]) -> Iterator[str]:
    """Kept files in which the person is named, of archives in what they hold."""
    kept = store.ask("privacy/kept").filter(~pl.col("hash").is_in(list(known)))
    longest = max(6 * len(called.name), *map(len, called.ids), 0) + 2
    for digest in kept["hash"].to_list():
        with TemporaryDirectory(prefix="hexcoach-") as folder:
            path = Path(folder) / "file"
            restore(store, digest, path)
            if _stands_in(path, called.bytes, longest):
                yield digest


def _in_bytes(name: str) -> re.Pattern[bytes]:
    """The name as logs write it: plain, in JSON with and without letters beyond ASCII, in JSON
    inside JSON, in HTML and in addresses."""
    ascii_json = re.sub(
        r"[^\x00-\x7f]",
        lambda letter: "".join(
            f"\\u{int.from_bytes(unit, 'big'):04x}" for unit in _utf_16(letter.group())
        ),
        _in_json(name),
    )
    forms = [name, _in_json(name), ascii_json, ascii_json.replace("\\", "\\\\")]
    forms += [html.escape(name), quote(name)]
    found = [where(form) for form in dict.fromkeys(forms)]
    parts = [
        re.escape(form).encode() if len(form) > 3 else pattern.pattern.encode()
        for form, pattern in zip(dict.fromkeys(forms), found, strict=True)
    ]
    return re.compile(b"|".join(parts), re.IGNORECASE)


def _utf_16(letter: str) -> list[bytes]:
    encoded = letter.encode("utf-16-be", errors="surrogatepass")
    return [encoded[at : at + 2] for at in range(0, len(encoded), 2)]


def _stands_in(path: Path, looked_for: re.Pattern[bytes], longest: int) -> bool:
    for opened in open_path(path):
        if looked_for.search(opened.name.removeprefix(str(path)).encode()):
            return True
        stream = getattr(opened, "stream", None)
        before = b""
        try:
            while stream is not None and (block := stream.read(BLOCK)):
                if looked_for.search(before + block):
                    return True
                before = block[-longest:]
        except UnreadableLog:
            # Damaged from here on; so it was when it was imported, and nothing of it was read.
            continue
    return False


# Deleting


def _ids(column: str, ids: Iterable[int]) -> pl.DataFrame:
    return pl.DataFrame({column: pl.Series(list(ids), dtype=pl.Int32)})


def _run(cursor: Cursor, name: str, parameters: dict[str, Any]) -> None:
    """Statements one by one, each with the parameters that DuckDB takes for the last one alone."""
    for statement in query(name).split(";"):
        if statement.strip():
            cursor.execute(statement, parameters)


def _drop_files(cursor: Cursor, hashes: Iterable[str]) -> None:
    dropped = pl.DataFrame({"hash": pl.Series(list(hashes), dtype=pl.String)})
    with_tables(cursor, "privacy/drop_files", {"dropped": dropped})


def _drop_games(cursor: Cursor, game_ids: tuple[int, ...]) -> None:
    with_tables(cursor, "privacy/drop_games", {"gone": _ids("game_id", game_ids)})
    forget_games(cursor, game_ids)


def _rename_in_texts(
    cursor: Cursor, table: str, column: str, pattern: str, new: str, rows: str = "TRUE"
) -> None:
    changed = "regexp_replace({}, $pattern, $new, 'g')"
    if column == "warnings":
        value = f"list_transform({column}, lambda warning: {changed.format('warning')})"
    else:
        value = changed.format(column)
    cursor.execute(
        f"UPDATE {table} SET {column} = {value} WHERE {_stands(column)} AND {rows}",
        {"pattern": pattern, "new": new},
    )


def _rename_at_home(
    cursor: Cursor, called: _Called, new: str, theirs: dict[str, pl.DataFrame]
) -> None:
    """Words of the name in what is told of the person's own games."""
    for name, frame in theirs.items():
        cursor.register(name, frame)
    for table, rows in _THEIRS.items():
        for column in TEXTS[table]:
            _rename_in_texts(cursor, table, column, called.at_home, new, rows)
    for name in theirs:
        cursor.unregister(name)


_THEIRS = {
    "games": "game_id IN (SELECT game_id FROM gone)",
    "rejected": "rejected_id IN (SELECT rejected_id FROM gone_rejected)",
    "verdicts": """(
        game_id IN (SELECT game_id FROM gone)
        OR (fate = 'rejected' AND (import_id, file, line) IN (
            SELECT (files.import_id, files.file, rejected.line)
            FROM rejected
            JOIN files ON files.hash = rejected.file_hash
            WHERE rejected.rejected_id IN (SELECT rejected_id FROM gone_rejected)
        ))
    )""",
}


def _rename_in_headers(cursor: Cursor, called: _Called, new: str) -> None:
    """Also of games of others, in whose notes the name may stand. The hash is that of the log as
    it now is, so that a game is known again when it is exported and imported."""
    named = cursor.sql(query("privacy/logs_naming"), params={"pattern": called.pattern}).pl()
    for chunk in named.iter_slices(CHUNK_GAMES):
        keys = dict(chunk.select("game_id", "table_key").iter_rows())
        cursor.register("selection", chunk.select("game_id"))
        rows = []
        for game_id, header, moves in cursor.execute(query("export/logs")).fetchall():
            log = msgspec.json.decode(header, type=GameLog)
            renamed = _renamed(log, called, new)
            if renamed == log:
                continue
            written = msgspec.json.encode(renamed)
            whole = msgspec.structs.replace(renamed, moves=moves)
            rows.append(
                {
                    "game_id": game_id,
                    "table_key": keys[game_id],
                    "header": written.decode(),
                    "hash": digest_of(content_of(whole)) if moves else digest_of(written),
                    "natural_key": natural_key(renamed),
                }
            )
        cursor.unregister("selection")
        rewritten = pl.DataFrame(rows, schema=_REWRITTEN)
        with_tables(cursor, "privacy/write_headers", {"rewritten": rewritten})


_REWRITTEN: dict[str, type[pl.DataType]] = {
    "game_id": pl.Int32,
    "table_key": pl.String,
    "header": pl.String,
    "hash": pl.String,
    "natural_key": pl.String,
}


def _rename_in_rejected(cursor: Cursor, called: _Called, new: str) -> None:
    asked = {"pattern": called.pattern}
    found = cursor.execute(query("privacy/rejected_logs_naming"), asked).fetchall()
    rows = [
        {
            "rejected_id": rejected_id,
            "log": msgspec.json.encode(
                _renamed(msgspec.json.decode(log, type=GameLog), called, new)
            ).decode(),
        }
        for rejected_id, log in found
    ]
    schema = {"rejected_id": pl.Int32, "log": pl.String}
    tables = {"rewritten": pl.DataFrame(rows, schema=schema)}
    with_tables(cursor, "privacy/write_rejected_logs", tables)


def _renamed(log: GameLog, called: _Called, new: str) -> GameLog:
    """A log with another name in the place of one: of its player, and in its texts. Moves and
    rules are the game's words, whatever somebody is called, but for moves that are none."""
    name = called.name
    players = log.players
    pattern = re.compile(
        called.at_home if name in {one.name for one in players} else called.pattern
    )
    ids = {player.id for player in players if player.name == name}

    def renamed(value: Any) -> Any:
        match value:
            case str():
                return new if value in ids else pattern.sub(new, value)
            case list():
                return [renamed(one) for one in value]
            case dict():
                return {renamed(key): renamed(one) for key, one in value.items()}
            case _:
                return value

    players = [
        Player(new, rating=player.rating) if player.name == name else player
        for player in log.players
    ]
    setup = log.setup
    board = setup.get("board")
    if isinstance(board, dict) and isinstance(board.get("name"), str):
        setup = {**setup, "board": {**board, "name": renamed(board["name"])}}
    result = log.result
    if result is not None and result.reason is not None:
        result = msgspec.structs.replace(result, reason=renamed(result.reason))
    return msgspec.structs.replace(
        log,
        id=renamed(log.id),
        players=players,
        setup=setup,
        moves=[move if is_own(move) else renamed(move) for move in log.moves],
        notes=renamed(log.notes),
        result=result,
        meta=renamed(log.meta),
    )
