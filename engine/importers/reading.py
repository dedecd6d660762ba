"""From a file to its games: opens it, finds the importer that knows it, and reads."""

from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import BinaryIO

import msgspec

from engine.core.errors import UnreadableLog
from engine.importers.containers import HEAD, Opened, Refused, open_path, open_raw, open_stream
from engine.importers.contract import Found, Importer, Rejected, importers
from engine.importers.lines import excerpt

HEXLOG_ENDINGS = (".hexlog", ".jsonl", ".ndjson", ".json")
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Entry(msgspec.Struct, frozen=True):
    """One game, or one thing that is none, and where it was read.

    `file` is the path, inside a zip `archive.zip/folder/file`; `importer` is None where no
    importer was asked.
    """

    file: str
    importer: Importer | None
    item: Found | Rejected


def read_file(path: Path) -> Iterator[Entry]:
    """Every game in the file, plain or packed. Raises `OSError` if it cannot be opened."""
    return _read(open_path(path))


def read_raw(
    raw: FileIO, name: str, known: Mapping[str, Importer] | None = None
) -> Iterator[Entry]:
    """The same of an opened file, whose position tells how much of it was read; by these importers
    instead of all as they are."""
    return _read(open_raw(raw, name), known)


def read_stream(stream: BinaryIO, name: str) -> Iterator[Entry]:
    """Every game that comes through a pipe."""
    return _read(open_stream(stream, name))


def _read(
    files: Iterator[Opened | Refused], known: Mapping[str, Importer] | None = None
) -> Iterator[Entry]:
    for file in files:
        if isinstance(file, Refused):
            yield Entry(file.name, None, Rejected(1, file.reason))
        else:
            yield from _games(file, known)


def _games(file: Opened, known: Mapping[str, Importer] | None) -> Iterator[Entry]:
    line = 1
    importer: Importer | None = None
    try:
        head = file.stream.peek(HEAD)[:HEAD]
        found = importer_of(file.name, head, known)
        if isinstance(found, Rejected):
            yield Entry(file.name, None, found)
            return
        importer = found
        for item in importer.read(file.stream, file.name):
            line = item.line
            yield Entry(file.name, importer, item)
    except UnreadableLog as error:
        yield Entry(file.name, importer, Rejected(line, str(error)))


def importer_of(
    name: str, head: bytes, known: Mapping[str, Importer] | None = None
) -> Importer | Rejected:
    """Who reads a file of this name and beginning, of these importers or all, or why nobody
    does."""
    if not head:
        return Rejected(1, "The file is empty.")
    if _is_utf_16(head):
        return Rejected(1, "The file is in UTF-16, logs are in UTF-8: save it again as UTF-8.")
    if _is_no_text(head):
        return Rejected(
            1,
            "This is no text file, whatever its name says, and logs are text.",
            text=excerpt(head),
        )
    known = importers() if known is None else known
    for importer in known.values():
        if importer.claims(name, head):
            return importer
    if name.lower().endswith(HEXLOG_ENDINGS) or head.lstrip()[:1] in {b"{", b"["}:
        return known["hexlog"]
    return Rejected(
        1,
        f"This is no game log that can be read here; what can be read: {', '.join(known)}.",
        text=excerpt(head),
    )


def _is_no_text(head: bytes) -> bool:
    """Whether it begins as programs, databases and sounds do: with zeros and control characters
    in between. A log that was spoilt in places has lines, most of them good."""
    start = head[:4096]
    control = sum(byte < 32 and byte not in b"\t\n\r" for byte in start)
    return b"\0" in start and 0.02 * len(start) < control < len(start) and b'"format"' not in head


def _is_utf_16(head: bytes) -> bool:
    """By its mark, or, as some editors leave that out, by every second byte of plain text."""
    start = head[:256]
    fewer, more = sorted((start[::2].count(0), start[1::2].count(0)))
    by_zeros = len(start) > 8 and more > 0.45 * len(start) and fewer < 0.05 * len(start)
    return by_zeros or head.startswith(UTF_16_MARKS)
