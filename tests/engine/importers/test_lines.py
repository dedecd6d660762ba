"""Lines of any length in bounded memory."""

import tracemalloc
from collections.abc import Iterable, Iterator
from io import BufferedReader, BytesIO, RawIOBase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.importers.lines import LONGEST_LINE, Line, excerpt, lines


class Pieces(RawIOBase):
    """A stream that hands out what it is given, a piece a read."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces: Iterator[bytes] = iter(pieces)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        piece = next(self._pieces, b"")
        buffer[: len(piece)] = piece
        return len(piece)


def stream(*pieces: bytes, buffer: int = 64) -> BufferedReader:
    raw: RawIOBase = Pieces(piece for piece in pieces if piece)
    return BufferedReader(raw, buffer)


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_lines_are_those_between_the_line_feeds(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    expected = whole.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    read = list(lines(stream(*pieces)))
    assert [line.text for line in read] == expected
    assert [line.number for line in read] == list(range(1, len(expected) + 1))
    assert all(line.fault is None for line in read)


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_only_lines_beyond_the_limit_have_a_fault(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    expected = whole.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    read = list(lines(stream(*pieces), longest=10))
    assert len(read) == len(expected)
    for line, text in zip(read, expected, strict=True):
        assert (line.fault is not None) == (len(text) > 10)
        assert text.startswith(line.text)


@pytest.mark.parametrize("end", [b"\nlast", b"\n", b""])
def test_a_line_of_a_gigabyte_takes_little_memory_and_reading_goes_on(end: bytes) -> None:
    piece = b"x" * 1024 * 1024
    source = stream(b"first\n", *[piece] * 1024, end, buffer=1024 * 1024)
    tracemalloc.start()
    read = list(lines(source))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * LONGEST_LINE + 16 * 1024 * 1024
    assert read[0].text == b"first"
    assert read[1].number == 2
    assert read[1].fault == (
        "The line has 1,073,741,824 bytes, more than the 67,108,864 that a game log may have; "
        "is a line break missing between two games?"
    )
    assert read[1].text == b"x" * 200
    assert [line.text for line in read[2:]] == ([b"last"] if end == b"\nlast" else [])


def test_a_short_end_of_a_long_line_is_part_of_it() -> None:
    read = list(lines(BufferedReader(BytesIO(b"x" * 11 + b"\nab\n")), longest=10))
    assert [(line.number, line.fault is None) for line in read] == [(1, False), (2, True)]


def test_of_very_many_blank_lines_only_some_come_and_the_count_goes_on() -> None:
    blank = 3 * 1024 * 1024
    found = list(lines(BufferedReader(BytesIO(b"\n" * blank + b"a\n"), 1024 * 1024)))
    assert found[-1] == Line(blank + 1, b"a")
    assert len(found) < blank // 2


def test_an_excerpt_is_short_and_cannot_steer_a_terminal() -> None:
    assert excerpt(b"a\x1b[31m\tb\r\n\xff c") == "a�[31m b � c"
    assert len(excerpt(b"x" * 5000)) == 120
    assert excerpt(b"x" * 5000).endswith("…")
