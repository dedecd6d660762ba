"""One JSON object as a game log, or a sentence on why it is none."""

import re
from typing import Any, NamedTuple

import msgspec

from engine.core.errors import UnknownGame, UnreadableLog
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.core.registry import find_game

UNKNOWN_KEYS = "unknown_keys"
"""The key of `meta` that keeps what hexlog/1 does not know, in the shape in which it stood;
writing puts each key back in its place."""

REASONS = ("normal", "conceded", "abandoned", "timeout", "unfinished")

_LOG_KEYS = frozenset(GameLog.__struct_fields__)
_PLAYER_KEYS = frozenset(Player.__struct_fields__)
_RESULT_KEYS = frozenset(Result.__struct_fields__)

_decode_log = msgspec.json.Decoder(GameLog).decode

_WORDS = {
    "object": "an object",
    "array": "a list",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}
_DUE_WORDS = {**_WORDS, "int": "a whole number"}
_UNEXPECTED = re.compile(
    r"Expected `(?P<due>[^`]*)`, got `(?P<got>[^`]*)`(?: - at `\$\.(?P<at>.*)`)?"
)
_MISSING = re.compile(r"Object missing required field `(?P<key>[^`]*)`(?: - at `\$\.(?P<at>.*)`)?")
_MALFORMED = re.compile(r"JSON is malformed: (?P<what>.*) \(byte (?P<byte>\d+)\)")
_TOO_LARGE = re.compile(r"(Number|Integer value) out of range")
_AT = re.compile(r" - at `\$\.(?P<at>[^`]*)`$")


class ReadLog(NamedTuple):
    """A log and what to know about it, one sentence each."""

    log: GameLog
    warnings: tuple[str, ...]


def parse_log(text: bytes | str) -> ReadLog:
    """Read one JSON object. Keys that hexlog/1 does not know are kept under `meta` and named in a
    warning. Raises `UnreadableLog` with a sentence.
    """
    try:
        log = _decode_log(text)
        warnings: tuple[str, ...] = ()
    except msgspec.ValidationError as error:
        if _TOO_LARGE.match(str(error)):
            raise UnreadableLog(_too_large(str(error))) from error
        log, warnings = _with_unknown_keys(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableLog(_malformed(text, error)) from error
    if log.format != FORMAT:
        raise UnreadableLog(
            f'The format is {_quoted(log.format)}; what can be read here is "{FORMAT}".'
        )
    try:
        log.game = find_game(log.game[:60]).key
    except UnknownGame as error:
        raise UnreadableLog(str(error)) from error
    if log.clock is not None and len(log.clock) != len(log.moves):
        raise UnreadableLog(
            f"`clock` has the length {len(log.clock)} and `moves` {len(log.moves)}: it holds a "
            "time for each move, null where that is not known."
        )
    if log.notes is not None or log.result is not None:
        warnings += _doubts(log)
    return ReadLog(log, warnings)


def _with_unknown_keys(text: bytes | str) -> ReadLog:
    try:
        document = msgspec.json.decode(text)
    except msgspec.ValidationError as error:  # without a type to check, only of a number
        raise UnreadableLog(_too_large(str(error))) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableLog(_malformed(text, error)) from error
    if not isinstance(document, dict):
        raise UnreadableLog(f"A game is a JSON object, and this is {_WORDS[_type_word(document)]}.")
    if "format" not in document:
        raise UnreadableLog(f'The key `format` is missing; it says "{FORMAT}" in every game log.')
    unknown = _taken_out(document, _LOG_KEYS)
    names = [f"`{key}`" for key in unknown]
    players = document.get("players")
    if isinstance(players, list):
        found = [
            _taken_out(player, _PLAYER_KEYS) if isinstance(player, dict) else {}
            for player in players
        ]
        if any(found):
            unknown["players"] = found
            names += [f"`players[{seat}].{key}`" for seat, one in enumerate(found) for key in one]
    if isinstance(document.get("result"), dict):
        found_in_result = _taken_out(document["result"], _RESULT_KEYS)
        if found_in_result:
            unknown["result"] = found_in_result
            names += [f"`result.{key}`" for key in found_in_result]
    try:
        log = msgspec.convert(document, GameLog)
    except msgspec.ValidationError as error:
        raise UnreadableLog(_invalid(document, str(error))) from error
    log.meta = {**(log.meta or {}), UNKNOWN_KEYS: unknown}
    what = "is an unknown key and is" if len(names) == 1 else "are unknown keys and are"
    return ReadLog(log, (f"{', '.join(names)} {what} kept, but not used.",))


def _taken_out(document: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    return {key: document.pop(key) for key in list(document) if key not in known}


def _doubts(log: GameLog) -> tuple[str, ...]:
    doubts = []
    for key in log.notes or ():
        if not (key.isdecimal() and int(key) < max(1, len(log.moves))):
            doubts.append(f"`notes` has the key {_quoted(key)}, which is no ply of this game.")
    reason = log.result.reason if log.result else None
    if reason is not None and reason not in REASONS:
        doubts.append(
            f"`result.reason` is {_quoted(reason)} and is taken as `normal`; "
            f"known are: {', '.join(REASONS)}."
        )
    return tuple(doubts)


def _malformed(text: bytes | str, error: Exception) -> str:
    content = text.encode() if isinstance(text, str) else text
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return (
            f"Byte {wrong.start + 1} of the line is no UTF-8 (it is {content[wrong.start]:#04x}); "
            "logs are in UTF-8: save the file again as UTF-8."
        )
    if isinstance(error, RecursionError):
        return "The JSON is nested deeper than any game log is."
    if "truncated" in str(error):
        return "The line ends in the middle of the JSON object: it was cut short."
    if "trailing" in str(error):
        return "The line goes on after the end of the JSON object; each line is one game."
    malformed = _MALFORMED.fullmatch(str(error))
    if not content.lstrip().startswith((b"{", b"[")) or malformed is None:
        return "The line is not JSON; in a hexlog file each line is one JSON object."
    return f"The line is not right JSON: {malformed['what']} at byte {int(malformed['byte']) + 1}."


def _too_large(message: str) -> str:
    at = _AT.search(message)
    where = f"`{at['at'].replace('[...]', '')}`" if at else "the line"
    return f"A number in {where} is too large to be computed with: correct it, or take it out."


def _invalid(document: dict[str, Any], message: str) -> str:
    missing = _MISSING.fullmatch(message)
    if missing:
        where = f" in `{missing['at']}`" if missing["at"] else ""
        return f"The key `{missing['key']}` is missing{where}."
    unexpected = _UNEXPECTED.fullmatch(message)
    if unexpected:
        due = " or ".join(_DUE_WORDS.get(word, word) for word in unexpected["due"].split(" | "))
        got = _WORDS.get(unexpected["got"], unexpected["got"])
        return f"`{_named(document, unexpected['at'] or '')}` is {got}, and has to be {due}."
    return f"It is no game log: {message}."


def _named(document: dict[str, Any], path: str) -> str:
    """msgspec writes `[...]` for a key of an object; the first value that is no text is meant."""
    if path == "notes[...]":
        wrong = next(key for key, text in document["notes"].items() if not isinstance(text, str))
        return f"notes.{wrong}"
    return path


def _type_word(value: object) -> str:
    words = {list: "array", str: "str", bool: "bool", int: "int", float: "float"}
    return words.get(type(value), "null")


def _quoted(text: str) -> str:
    shown = text if len(text) <= 60 else text[:59] + "…"
    return '"' + "".join(letter if letter.isprintable() else "�" for letter in shown) + '"'
