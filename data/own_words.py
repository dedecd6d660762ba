"""Words that the program itself writes, to tell them from what came out of a log.

A sentence about a log is made of the program's words and of what stood in the log, and once it is
made nothing tells the two apart but that the program's words stand in its sources. So whatever a
log smuggles into a sentence, with or without quotation marks, is found by not being among them.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

import data
import engine

GAP = "…"
LONGEST_NUMBER = 6
"""Digits of a number that tells nobody: people and tables of a site have more."""

_SOURCES = (".py", ".toml")
_LETTERS = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"`[^`\n]*`")
_MARKS = "…“”’·–—×≥≤→"
"""Characters beyond ASCII, no letters, that the program writes."""
_PIECES = re.compile(
    rf"(?P<pseudonym>(?:Player|id|source|board) [0-9a-f]{{5}}-[0-9a-f]{{5}})"
    rf"|(?:[^\W_]|[^\x00-\x7f{_MARKS}])+"
)
_GAPS = re.compile(rf"{GAP}(?:[ _]*{GAP})+")


class _Own(NamedTuple):
    words: frozenset[str]
    """In lower case."""
    code: frozenset[str]
    """What stands between backquotes, with them."""


@cache
def _own() -> _Own:
    words: set[str] = set()
    code: set[str] = set()
    for package in (engine, data):
        for folder in package.__path__:
            for path in Path(folder).rglob("*"):
                if path.suffix in _SOURCES and "local" not in path.parts:
                    text = path.read_text(encoding="utf-8")
                    words.update(_LETTERS.findall(text.lower()))
                    code.update(_CODE.findall(text))
    return _Own(frozenset(words), frozenset(code))


def is_own_word(word: str) -> bool:
    """Whether the program writes this word, in any case."""
    return word.lower() in _own().words


@lru_cache(maxsize=1 << 16)
def is_own(text: str, *, numbers: bool = False) -> bool:
    """Whether nothing in a text came out of a log, but for pseudonyms; `numbers` says that long
    ones are no matter."""
    return all(_is_own_piece(piece, numbers) for piece in _PIECES.finditer(text))


def only_own(text: str) -> str:
    """A text with `GAP` in the place of what came out of a log, but for pseudonyms."""
    if is_own(text):
        return text
    kept = _PIECES.sub(lambda piece: piece.group() if _is_own_piece(piece) else GAP, text)
    return _GAPS.sub(GAP, kept)


def only_own_code(text: str) -> str:
    """A text with `GAP` in the place of code between backquotes that the program does not write so:
    words of a log stand there, and may be ones that the program writes elsewhere."""
    return _CODE.sub(lambda code: code.group() if _is_own_code(code.group()) else GAP, text)


def only_own_told(text: str) -> str:
    """As both of these."""
    return only_own(only_own_code(text))


def only_own_moves(log: str) -> str:
    """A log as JSON whose moves are rid of what the program does not write."""
    document = msgspec.json.decode(log)
    document["moves"] = [only_own(move) for move in document["moves"]]
    return msgspec.json.encode(document).decode()


def _is_own_code(code: str) -> bool:
    return code in _own().code or _LETTERS.search(code) is None


def _is_own_piece(piece: re.Match[str], numbers: bool = False) -> bool:
    text = piece.group()
    if text.isdigit():
        return numbers or len(text) <= LONGEST_NUMBER
    if piece["pseudonym"]:
        return True
    return text.isascii() and all(map(is_own_word, _LETTERS.findall(text)))
