"""The companion that lies beside a log, in its folder or its zip."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath

import msgspec

from engine.importers.bga.companions import Companion, read_companion
from engine.importers.contract import Shelf

LARGEST = 4 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"
_TELLS = re.compile(rb'"(?:game_name|player_names|endgame_reason)"\s*:')
_LOGS = re.compile(rb'"(?:packet_id|packet_type|channel)"\s*:')


def companions_beside(name: str, table: str | None, shelf: Shelf | None = None) -> list[Companion]:
    """The companions of a table whose log is in the file `name`, as readers name files: a path,
    inside a zip `archive.zip/folder/file`; and those that were brought with it. One of another
    table does not count."""
    found = []
    elsewhere = shelf.of(table) if shelf is not None and table is not None else ()
    for content in dict.fromkeys((*_contents(name, table), *elsewhere)):
        try:
            document = msgspec.json.decode(content.removeprefix(_BOM))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            continue
        found += [
            one for one in read_companion(document) if table is None or one.table in {None, table}
        ]
    return found


def contents_beside(name: str, ids: Iterable[str], shelf: Shelf | None = None) -> list[bytes]:
    """What lies beside the log `name`, or was brought with it, and may be a companion of these
    tables, each content once; of a log in an archive only what lies outside of that."""
    path = Path(name)
    tables = list(ids)
    own = path if path.is_file() else _archive_of(path)
    found: dict[bytes, None] = {}
    if own == path:
        for table in (None, *tables):
            found |= dict.fromkeys(_contents(name, table))
    if shelf is not None:
        for table in tables:
            found |= dict.fromkeys(shelf.of(table, but=str(own)))
    return list(found)


def may_tell(head: bytes) -> bool:
    """Whether a file that begins like this may be a companion."""
    begun = head.removeprefix(_BOM).lstrip()[:1] in {b"{", b"["}
    return begun and _TELLS.search(head) is not None and _LOGS.search(head) is None


def tables_told(content: bytes) -> tuple[str, ...]:
    """The tables that a companion tells of; none if it is none."""
    try:
        document = msgspec.json.decode(content.removeprefix(_BOM))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ()
    return tuple(one.table for one in read_companion(document) if one.table is not None)


def _contents(name: str, table: str | None) -> Iterator[bytes]:
    path = Path(name)
    if path.is_file():
        for candidate in _candidates(path.name, table):
            beside = path.with_name(candidate)
            if beside != path and beside.is_file() and beside.stat().st_size <= LARGEST:
                yield beside.read_bytes()
        return
    archive = _archive_of(path)
    if archive is None or not zipfile.is_zipfile(archive):
        return
    inner = PurePosixPath(path.relative_to(archive).as_posix())
    entries = _entries(str(archive), archive.stat().st_mtime_ns)
    for candidate in _candidates(inner.name, table):
        beside_it = str(inner.with_name(candidate))
        if beside_it != str(inner) and entries.get(beside_it, LARGEST + 1) <= LARGEST:
            with zipfile.ZipFile(archive) as opened:
                yield opened.read(beside_it)


def _archive_of(path: Path) -> Path | None:
    return next((one for one in path.parents if one.is_file()), None)


@lru_cache(maxsize=4)
def _entries(archive: str, changed: int) -> dict[str, int]:
    """Size by name; `changed` makes a rewritten archive another one."""
    with zipfile.ZipFile(archive) as opened:
        return {entry.filename: entry.file_size for entry in opened.infolist()}


def _candidates(name: str, table: str | None) -> list[str]:
    stems = [name.split(".", 1)[0], *([table] if table and table.isdecimal() else [])]
    kinds = ("tableinfos", "getGames")
    shapes = (
        "{stem}.{kind}.json",
        "{stem}_{kind}.json",
        "{stem}-{kind}.json",
        "{kind}_{stem}.json",
    )
    named = [
        shape.format(stem=stem, kind=kind) for stem in stems for kind in kinds for shape in shapes
    ]
    return list(dict.fromkeys([*named, *(f"{kind}.json" for kind in kinds)]))
