"""The companion that lies beside a log, in its folder or its zip."""

import zipfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath

import msgspec

from engine.importers.bga.companions import Companion, read_companion

LARGEST = 4 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"


def companions_beside(name: str, table: str | None) -> list[Companion]:
    """The companions of a table whose log is in the file `name`, as readers name files: a path,
    inside a zip `archive.zip/folder/file`. One of another table does not count."""
    found = []
    for content in _contents(name, table):
        try:
            document = msgspec.json.decode(content.removeprefix(_BOM))
        except (msgspec.DecodeError, UnicodeError):
            continue
        found += [
            one for one in read_companion(document) if table is None or one.table in {None, table}
        ]
    return found


def files_beside(name: str, ids: Iterable[str]) -> list[Path]:
    """The files beside the log `name` that may be companions of these tables."""
    path = Path(name)
    candidates = dict.fromkeys(
        one for table in (None, *ids) for one in _candidates(path.name, table)
    )
    return [beside for one in candidates if (beside := path.with_name(one)).is_file()]


def _contents(name: str, table: str | None) -> Iterator[bytes]:
    path = Path(name)
    if path.is_file():
        for candidate in _candidates(path.name, table):
            beside = path.with_name(candidate)
            if beside != path and beside.is_file() and beside.stat().st_size <= LARGEST:
                yield beside.read_bytes()
        return
    archive = next((one for one in path.parents if one.is_file()), None)
    if archive is None or not zipfile.is_zipfile(archive):
        return
    inner = PurePosixPath(path.relative_to(archive).as_posix())
    entries = _entries(str(archive), archive.stat().st_mtime_ns)
    for candidate in _candidates(inner.name, table):
        beside_it = str(inner.with_name(candidate))
        if beside_it != str(inner) and entries.get(beside_it, LARGEST + 1) <= LARGEST:
            with zipfile.ZipFile(archive) as opened:
                yield opened.read(beside_it)


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
