"""How commands print: JSON lines for programs, readable lines for people."""

import sys
from collections.abc import Iterable
from typing import Any

ILLEGAL_SHOWN = 8
LONGEST_MOVE = 200
"""Characters; no move of a real game comes near."""


def json_line(document: dict[str, Any]) -> None:
    """One JSON object on one line of standard output."""
    import msgspec

    print(msgspec.json.encode(document).decode())


def remark(text: str) -> None:
    """One line for people on standard error."""
    sys.stdout.flush()
    print(plain(text), file=sys.stderr)


def plain(text: str) -> str:
    """Text from a log made safe for a terminal: control characters would steer it."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def cut(text: str, longest: int = LONGEST_MOVE) -> str:
    """The text, if need be only its beginning and how long it is."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}… ({len(text):,} characters)"


def utf_8(name: str) -> str:
    """A file's name as text that can be written anywhere, whatever bytes it is made of."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 game`, `2 games`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def some_of(texts: Iterable[str], shown: int = ILLEGAL_SHOWN) -> str:
    """The first of `texts`, and how many more there are."""
    listed = list(texts)
    more = f" · and {len(listed) - shown:,} more" if len(listed) > shown else ""
    return " · ".join(listed[:shown]) + more


def announce_compilation() -> None:
    """Tell whoever waits why the first command after a change of the rules takes its time."""
    if not sys.stderr.isatty():
        return
    from engine.core.compiling import cache_folder
    from engine.core.registry import game_keys

    if not all(cache_folder(game).is_dir() for game in game_keys()):
        remark("The rules are compiled before their first use; this takes a while, once.")
