"""Reads a hexlog file: one game a line, or a whole JSON document laid out for people."""

import json
import re
from collections.abc import Iterator
from io import BufferedReader

from engine.core.errors import UnreadableLog
from engine.importers.containers import HEAD
from engine.importers.contract import Found, Rejected
from engine.importers.hexlog.record import parse_log
from engine.importers.lines import LONGEST_LINE, Line, excerpt, lines

_BLANK = " \t\r\n"
_FIELD = r'"{}"\s*:\s*"((?:[^"\\]|\\.)*)"'
_ID = re.compile(_FIELD.format("id"))
_GAME = re.compile(_FIELD.format("game"))


class HexlogImporter:
    """The importer of the project's own format; files that look like JSON come here as well."""

    key = "hexlog"
    version = "1"

    def claims(self, name: str, head: bytes) -> bool:
        return name.lower().endswith(".hexlog") or b'"hexlog/' in head

    def read(self, stream: BufferedReader, name: str) -> Iterator[Found | Rejected]:
        head = stream.peek(HEAD)
        games = _document(stream) if _is_document(head) else _lines(stream)
        none = True
        for game in games:
            none = False
            yield game
        if none:
            yield Rejected(1, "There is no game in the file.")


def _lines(stream: BufferedReader) -> Iterator[Found | Rejected]:
    for line in lines(stream):
        if line.fault:
            yield _rejected(line.number, line.text, line.fault)
        elif line.text and not line.text.isspace():
            yield _game(line)


def _game(line: Line) -> Found | Rejected:
    try:
        log, warnings = parse_log(line.text)
    except UnreadableLog as error:
        return _rejected(line.number, line.text, str(error))
    return Found(line.number, log, warnings)


def _rejected(number: int, text: bytes, reason: str) -> Rejected:
    """With the game's id and key where they can still be made out."""
    shown = text[:4096].decode("utf-8", "replace")
    id_found, game_found = _ID.search(shown), _GAME.search(shown)
    return Rejected(
        number,
        reason,
        id=id_found[1] if id_found else None,
        game=game_found[1] if game_found else None,
        text=excerpt(text),
    )


def _is_document(head: bytes) -> bool:
    """Whether this is a JSON list, or one object on many lines, instead of a game a line."""
    begun = head.lstrip()
    if begun.startswith(b"["):
        return True
    first, _, rest = begun.partition(b"\n")
    return (
        first.startswith(b"{")
        and first.rstrip().endswith((b"{", b"[", b","))
        and not rest.lstrip().startswith(b"{")
    )


def _document(stream: BufferedReader) -> Iterator[Found | Rejected]:
    content = stream.read(LONGEST_LINE + 1)
    if len(content) > LONGEST_LINE:
        yield _rejected(
            1,
            content[:4096],
            f"A JSON list of games is read up to {LONGEST_LINE:,} bytes: "
            "write one game a line, without brackets and commas around them.",
        )
        return
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        yield _rejected(
            before.count(b"\n") + 1,
            content[:4096],
            f"Byte {error.start + 1} of the file is no UTF-8 (it is {content[error.start]:#04x}); "
            "logs are in UTF-8: save the file again as UTF-8.",
        )
        return
    yield from _elements(text)


def _elements(text: str) -> Iterator[Found | Rejected]:
    """The one object, or every element of the list; from where the JSON breaks on, or after the
    list, every line that is a game by itself, since one bad line must not cost those after it."""
    decoder = json.JSONDecoder()
    position = _skip(text, 0)
    in_list = text[position] == "["
    line, counted = 1, 0
    if in_list:
        position = _skip(text, position + 1)
    while position < len(text) and not (in_list and text[position] == "]"):
        line += text.count("\n", counted, position)
        counted = position
        try:
            _, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            yield _rejected(line, text[position : position + 1024].encode(), _broken(text, error))
            yield from _one_a_line(text, text.find("\n", position))
            return
        yield _game(Line(line, text[position:end].encode()))
        position = _skip(text, end)
        if in_list and text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif position < len(text) and not (in_list and text[position] == "]"):
            line += text.count("\n", counted, position)
            yield _rejected(
                line,
                text[position : position + 1024].encode(),
                "Here the JSON goes on after the end of a game: put a comma between the games of "
                "a list, or write one game a line.",
            )
            yield from _one_a_line(text, text.find("\n", position))
            return
    yield from _one_a_line(text, text.find("\n", position))


def _one_a_line(text: str, start: int) -> Iterator[Found | Rejected]:
    """The games that stand on a line of their own from the line break at `start` on."""
    if start < 0:
        return
    line = text.count("\n", 0, start) + 1
    for number, written in enumerate(text[start:].split("\n"), line):
        game = written.strip(_BLANK + ",")
        if game.startswith("{") and '"hexlog/' in game:
            yield _game(Line(number, game.removesuffix("]").encode()))


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANK:
        position += 1
    return position


def _broken(text: str, error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            return "The file ends in the middle of a JSON object: it was cut short."
        return f"The JSON is not right in line {error.lineno}, column {error.colno}: {error.msg}."
    if isinstance(error, RecursionError):
        return "The JSON is nested deeper than any game log is."
    return "A number here has thousands of digits: correct it, or take it out."
