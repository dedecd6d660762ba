"""Companions among the files of one upload, wherever they lie: found by the games they tell of."""

import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import cast

import msgspec

from engine.core.errors import UnreadableLog
from engine.importers.containers import HEAD, ZIP, Opened, open_path
from engine.importers.contract import ReadsBeside

LARGEST = 4 * 1024 * 1024
"""Bytes of a companion; some kilobytes are usual."""

_FAULTS = (OSError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error, UnreadableLog)


class Told(msgspec.Struct, frozen=True):
    """A companion of an upload."""

    place: str
    """Of its file, as whoever keeps the list calls it."""
    inside: str
    """Its name in an archive, "" where it is the file itself."""
    digest: str
    games: tuple[str, ...]
    """Ids of the games that it tells of."""


def told_in(path: Path, place: str, by: Iterable[ReadsBeside]) -> list[Told]:
    """The companions in a file, by readers who know them. Of what cannot be opened there are none:
    whoever reads it says why."""
    readers = list(by)
    try:
        return [
            Told(place, inside, blake2b(content, digest_size=16).hexdigest(), games)
            for inside, content in _small_files(path, readers)
            for games in (_games(content, readers),)
            if games
        ]
    except _FAULTS:
        return []


def _games(content: bytes, readers: Iterable[ReadsBeside]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for reader in readers for one in reader.told_by(content)))


def _small_files(path: Path, readers: list[ReadsBeside]) -> Iterator[tuple[str, bytes]]:
    """Those that may be companions by how they begin."""
    with path.open("rb") as file:
        packed = file.read(4) in ZIP
    if not packed:
        if path.stat().st_size <= LARGEST:
            for opened in open_path(path):
                if isinstance(opened, Opened) and _may_tell(opened.stream, readers):
                    content = opened.stream.read(LARGEST + 1)
                    if len(content) <= LARGEST:
                        yield "", content
        return
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            locked = entry.flag_bits & 0x1
            if entry.is_dir() or locked or not 0 < entry.file_size <= LARGEST:
                continue
            with archive.open(entry) as inner:
                stream: BufferedReader = BufferedReader(cast(RawIOBase, inner), HEAD)
                if _may_tell(stream, readers):
                    yield entry.filename, stream.read()


def _may_tell(stream: BufferedReader, readers: Iterable[ReadsBeside]) -> bool:
    head = stream.peek(HEAD)[:HEAD]
    return any(reader.may_tell(head) for reader in readers)


class Shelf:
    """The companions of an upload. The list is made when it is first asked for, and contents are
    read each time that they are needed, so that there may be very many."""

    def __init__(
        self, told: Callable[[], Iterable[Told]], fetch: Callable[[str], Path] = Path
    ) -> None:
        self._told = told
        self._fetch = fetch
        self._index: dict[str, list[Told]] | None = None

    def of(self, game: str, but: str = "") -> Iterator[bytes]:
        """Contents that tell of a game, each once, in the order of the upload; `but` those in this
        file."""
        if self._index is None:
            self._index = {}
            for one in self._told():
                for told in one.games:
                    self._index.setdefault(told, []).append(one)
        seen: set[str] = set()
        for one in self._index.get(game, ()):
            if one.digest in seen or one.place == but:
                continue
            seen.add(one.digest)
            try:
                yield self._content(one)
            except _FAULTS:
                continue

    def _content(self, one: Told) -> bytes:
        path = self._fetch(one.place)
        if one.inside:
            with zipfile.ZipFile(path) as archive:
                return archive.read(one.inside)
        for opened in open_path(path):
            if isinstance(opened, Opened):
                return opened.stream.read(LARGEST + 1)
        return b""


def shelf_of(paths: Iterable[Path], by: Iterable[ReadsBeside]) -> Shelf:
    """The companions in these files."""
    files, readers = list(paths), list(by)
    return Shelf(lambda: (one for path in files for one in told_in(path, str(path), readers)))
