"""Opens what people bring: plain files, `.gz`, `.zst` and `.zip`, told by their first bytes.

Everything is streamed, so memory stays bounded whatever a file's size; a stream that unpacks to
far more than any log does is stopped.
"""

import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedReader, FileIO, RawIOBase
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Protocol, cast

import zstandard

from engine.core.errors import UnreadableLog

HEAD = 64 * 1024
"""Bytes of a file's beginning by which its kind is told."""
BUFFER = 1024 * 1024
PIECE = 1024
"""Bytes unpacked at once: few, as a bomb makes thousands of each, and damage spoils a piece."""

MOST_UNPACKED = 64 * 1024**3
"""Bytes that one file may unpack to, all its entries together."""
HIGHEST_RATIO = 250
"""Game logs shrink to a twentieth, or to a hundredth where every game is the same."""
RATIO_COUNTS_FROM = 128 * 1024**2
"""Bytes; below this a high ratio harms nobody."""

FAULTS = (EOFError, OSError, zlib.error, zipfile.BadZipFile, zstandard.ZstdError)

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
PICTURES = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
}
UNREAD_KINDS = {
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!": "rar",
}
PDF = b"%PDF-"
TAR = b"ustar"
TAR_AT = 257

JUNK_NAMES = {".DS_Store", "Thumbs.db", "desktop.ini"}


@dataclass(frozen=True, slots=True)
class Opened:
    """One uncompressed file; inside a zip its name is `archive.zip/folder/file`. The stream is
    good until the next one is asked for. Reading it may raise `UnreadableLog`."""

    name: str
    stream: BufferedReader


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that cannot be opened as a log, with the reason as one sentence."""

    name: str
    reason: str


def open_path(path: Path) -> Iterator[Opened | Refused]:
    """What is in the file at `path`. Raises `OSError` if it cannot be opened."""
    with FileIO(path) as raw:
        yield from open_raw(raw, str(path))


def open_raw(raw: FileIO, name: str) -> Iterator[Opened | Refused]:
    """What is in an opened file. Whoever opened it can tell from its position how much was read."""
    with _buffered(raw) as file:
        budget = _Budget.of(os.fstat(raw.fileno()).st_size)
        if file.peek(4)[:4] in ZIP:
            yield from _entries(name, file, budget)
        else:
            yield _opened(name, file, budget)


def open_stream(stream: BinaryIO, name: str) -> Iterator[Opened | Refused]:
    """What comes from a pipe, which cannot go back and hence is no zip."""
    budget = _Budget(MOST_UNPACKED)
    file = _buffered(_Guarded(_Whole(stream), None, budget))
    if file.peek(4)[:4] in ZIP:
        yield Refused(name, "A zip cannot be read from a pipe: name the file instead.")
    else:
        yield _opened(name, file, budget)


def files_under(path: Path) -> Iterator[Path]:
    """The file itself, or every file in the folder and below it by name, without the litter that
    operating systems leave."""
    if not path.is_dir():
        yield path
        return
    for found in sorted(path.rglob("*")):
        if found.is_file() and not _is_junk(found.relative_to(path).as_posix()):
            yield found


def _buffered(raw: RawIOBase) -> BufferedReader:
    return BufferedReader(raw, BUFFER)


class _Source(Protocol):
    def read1(self, size: int, /) -> bytes: ...


@dataclass(slots=True)
class _Budget:
    """What a file may still unpack to; shared by all entries of a zip."""

    left: int

    @classmethod
    def of(cls, packed: int) -> "_Budget":
        return cls(min(MOST_UNPACKED, max(RATIO_COUNTS_FROM, HIGHEST_RATIO * packed)))


class _Whole:
    """Lets a stream without `read1`, as a pipe may be, be read like the others."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def read1(self, size: int, /) -> bytes:
        return self._stream.read(size)


class _Members:
    """Unpacks the members of a gzip file, or frames of a zstd file, one after another.

    The readers that come with gzip and zstandard either lose what they had unpacked when the data
    breaks off, or do not tell that it broke off.
    """

    def __init__(self, packed: BufferedReader, new_member: Callable[[], Any]) -> None:
        self._packed = packed
        self._new_member = new_member
        self._member = new_member()
        self._begun = False
        self._rest = b""
        self._ready = memoryview(b"")
        self.taken = 0

    def read1(self, size: int, /) -> bytes:
        while not self._ready:
            piece = self._rest or self._packed.read(PIECE)
            if not self._begun and piece:
                # Tapes fill their last block with zeros, with which no member begins.
                stripped = piece.lstrip(b"\0")
                self.taken += len(piece) - len(stripped)
                self._rest = piece = stripped
                if not piece:
                    continue
            if not piece:
                if self._begun:
                    raise EOFError
                return b""
            self._begun = True
            self._ready = memoryview(self._member.decompress(piece))
            self._rest = b""
            self.taken += len(piece)
            if self._member.eof:
                self._rest = self._member.unused_data
                self.taken -= len(self._rest)
                self._member = self._new_member()
                self._begun = False
        given, self._ready = self._ready[:size], self._ready[size:]
        return bytes(given)


class _Guarded(RawIOBase):
    """Turns every fault of unpacking into `UnreadableLog`.

    Bytes that were read before the fault are handed out first, so that the games in them count.
    """

    def __init__(self, source: _Source, packed: Callable[[], int] | None, budget: _Budget) -> None:
        self._source = source
        self._packed = packed
        self._budget = budget
        self._unpacked = 0
        self._fault: str | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        filled = 0
        while filled < len(buffer):
            if self._fault:
                if filled:
                    break
                raise UnreadableLog(self._fault)
            try:
                read = self._source.read1(len(buffer) - filled)
            except UnreadableLog as error:
                self._fault = str(error)
                continue
            except (
                EOFError,
                OSError,
                zlib.error,
                zipfile.BadZipFile,
                zstandard.ZstdError,
            ) as error:
                self._fault = _damage(error)
                continue
            if not read:
                break
            buffer[filled : filled + len(read)] = read
            filled += len(read)
            self._count(len(read))
        return filled

    def _count(self, size: int) -> None:
        if self._packed is None:
            return
        self._unpacked += size
        self._budget.left -= size
        too_dense = self._unpacked > max(RATIO_COUNTS_FROM, HIGHEST_RATIO * self._packed())
        if too_dense or self._budget.left < 0:
            self._fault = (
                f"It unpacks to more than {HIGHEST_RATIO} times its size or {MOST_UNPACKED:,} "
                "bytes, as a zip bomb does and no game log, and was stopped; if you trust it, "
                "unpack it yourself and read the files in it."
            )


def _damage(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "The compressed data ends too early: the file was cut short, fetch it again."
    if isinstance(error, zstandard.ZstdError) and "memory" in str(error):
        return "It was packed with a window too large to unpack safely: pack it without --long."
    if isinstance(error, OSError):
        return f"Reading it failed: {error.strerror or error}."
    return f"The compressed data is damaged ({error}): fetch the file again."


def _opened(name: str, packed: BufferedReader, budget: _Budget) -> Opened | Refused:
    """The file behind at most one layer of gzip or zstd."""
    head = packed.peek(HEAD)[:HEAD]
    stream = packed
    if head.startswith((GZIP, ZSTD)):
        if head.startswith(GZIP):
            members = _Members(packed, lambda: zlib.decompressobj(wbits=31))
        else:
            members = _Members(packed, zstandard.ZstdDecompressor().decompressobj)
        stream = _buffered(_Guarded(members, lambda: members.taken, budget))
        try:
            head = stream.peek(HEAD)[:HEAD]
        except UnreadableLog as error:
            return Refused(name, str(error))
        if head.startswith((GZIP, ZSTD, *ZIP)):
            return Refused(name, "It is packed twice, one archive in another: unpack it once.")
    for magic, kind in UNREAD_KINDS.items():
        if head.startswith(magic):
            return Refused(
                name, f"It is packed with {kind}, which is not read here: use .gz, .zst or .zip."
            )
    for magic, kind in PICTURES.items():
        if head.startswith(magic):
            return Refused(name, f"It is a picture ({kind}), no game log: logs are text.")
    if head.startswith(PDF):
        return Refused(name, "It is a PDF document, no game log: logs are text.")
    if head[TAR_AT : TAR_AT + len(TAR)] == TAR:
        return Refused(name, "It is a tar archive, which is not read here: unpack it or use .zip.")
    if head.startswith(BYTE_ORDER_MARK):
        stream.read(len(BYTE_ORDER_MARK))
    return Opened(name, stream)


def _entries(name: str, file: BufferedReader, budget: _Budget) -> Iterator[Opened | Refused]:
    try:
        archive = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        yield Refused(name, f"The zip is damaged or was cut short ({error}): fetch it again.")
        return
    with archive:
        entries = [
            entry
            for entry in archive.infolist()
            if not entry.is_dir() and not _is_junk(entry.filename)
        ]
        if not entries:
            yield Refused(name, "The zip holds no files.")
        for entry in entries:
            inside = f"{name}/{entry.filename}"
            if budget.left < 0:
                yield Refused(
                    inside,
                    "It is not read, as what stands before it in the zip unpacks to too much.",
                )
            else:
                yield from _entry(inside, archive, entry, budget)


def _entry(
    name: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: _Budget
) -> Iterator[Opened | Refused]:
    if entry.flag_bits & 0x1:
        yield Refused(name, "It is protected by a password: unpack it yourself.")
        return
    try:
        inside = archive.open(entry)
    except (zipfile.BadZipFile, NotImplementedError, OSError) as error:
        yield Refused(name, f"This entry of the zip cannot be unpacked ({error}).")
        return
    with inside:
        unpacked = cast(zipfile.ZipExtFile, inside)
        stream = _buffered(_Guarded(unpacked, lambda: entry.compress_size, budget))
        try:
            if stream.peek(4)[:4] in ZIP:
                yield Refused(name, "It is a zip inside a zip, which is not opened: unpack it.")
            else:
                yield _opened(name, stream, budget)
        except UnreadableLog as error:
            yield Refused(name, str(error))


def _is_junk(name: str) -> bool:
    parts = PurePosixPath(name).parts
    last = parts[-1]
    return "__MACOSX" in parts or last.startswith("._") or last in JUNK_NAMES
