"""A stream's lines in bounded memory, however long they are."""

from collections.abc import Iterator
from io import BufferedReader
from typing import NamedTuple

from engine.core.errors import UnreadableLog

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes; a game of thousands of moves takes some tens of kilobytes."""

CHUNK = 1024 * 1024
KEPT_OF_TOO_LONG = 200
MANY_BLANK = 4096
"""Blank lines in one piece, from which on the last of them stands for all."""


class Line(NamedTuple):
    """One line without its end. `fault`, where there is one, is a sentence on why `text` is only
    the beginning; after a fault of the stream itself no further line comes."""

    number: int
    text: bytes
    fault: str | None = None


def lines(stream: BufferedReader, longest: int = LONGEST_LINE) -> Iterator[Line]:
    """Every line, numbered from 1, blank ones too (but of thousands together only some). A line of
    more than `longest` bytes comes with its beginning and a fault, and reading goes on after it."""
    number = 1
    parts: list[bytes] = []
    size = 0
    too_long = False
    while True:
        try:
            chunk = stream.read1(CHUNK)
        except UnreadableLog as error:
            yield Line(number, b"".join(parts)[:KEPT_OF_TOO_LONG], str(error))
            return
        if not chunk:
            break
        if not size and len(chunk) >= MANY_BLANK and not chunk.strip(b"\n"):
            # Nothing but blank lines: one stands for all, as a bomb may hold hundreds of millions.
            number += len(chunk)
            yield Line(number - 1, b"")
            continue
        *ended, rest = chunk.split(b"\n")
        for text in ended:
            size += len(text)
            if too_long:
                yield _too_long(number, parts, size, longest)
            elif size > longest:
                yield _too_long(number, [*parts, text[:KEPT_OF_TOO_LONG]], size, longest)
            elif parts:
                parts.append(text)
                yield Line(number, b"".join(parts))
            else:
                yield Line(number, text)
            number += 1
            parts = []
            size = 0
            too_long = False
        size += len(rest)
        if too_long:
            continue
        if size > longest:
            too_long = True
            parts = [b"".join(parts)[:KEPT_OF_TOO_LONG], rest[:KEPT_OF_TOO_LONG]]
        elif rest:
            parts.append(rest)
    if too_long:
        yield _too_long(number, parts, size, longest)
    elif parts:
        yield Line(number, b"".join(parts))


def _too_long(number: int, parts: list[bytes], size: int, longest: int) -> Line:
    return Line(
        number,
        b"".join(parts)[:KEPT_OF_TOO_LONG],
        f"The line has {size:,} bytes, more than the {longest:,} that a game log may have; "
        "is a line break missing between two games?",
    )


def excerpt(text: bytes, length: int = 120) -> str:
    """The beginning as text that is safe to show: what is no printable character becomes `�`."""
    shown = " ".join(text[: length * 4].decode("utf-8", "replace").split())
    shown = "".join(letter if letter.isprintable() else "�" for letter in shown)
    return shown if len(shown) <= length else shown[: length - 1] + "…"
