"""Board files as people write them: whatever JSON lets pass without a word gets one here."""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.core.errors import HexcoachError
from engine.core.wording import as_json

KEYS = ("format", "name", "side", "status", "mountains", "rivers")
LONGEST_NUMBER = 18
"""Digits; no board has cells, or anything else, to be counted by longer ones."""


class BadBoardFile(HexcoachError):
    """The file holds no board; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class BoardFile:
    """What is in a board file. `unknown` are keys that mean nothing in a board."""

    data: Any
    unknown: tuple[str, ...] = ()

    @property
    def remarks(self) -> list[str]:
        """A sentence for each thing that is passed over."""
        known = ", ".join(KEYS)
        return [
            f"The board has {as_json(key)}, which means nothing in a board (these do: {known}) and "
            "is passed over: is it misspelt?"
            for key in self.unknown
        ]


def read_board_file(content: bytes, name: str) -> BoardFile:
    """The document in a board file, whose faults are told of `name`. Raises `BadBoardFile`."""
    try:
        data = json.loads(
            content.decode("utf-8-sig"), parse_int=_whole, object_pairs_hook=_without_repeats
        )
    except HexcoachError as error:
        raise BadBoardFile(f"{name}: {error}") from error
    except RecursionError as error:
        raise BadBoardFile(f"{name} is not JSON: it is nested too deep.") from error
    except UnicodeDecodeError as error:
        raise BadBoardFile(f"{name} is not JSON: it is no text in UTF-8.") from error
    except ValueError as error:
        raise BadBoardFile(f"{name} is not JSON: {error}.") from error
    unknown = [key for key in data if key not in KEYS] if isinstance(data, dict) else []
    return BoardFile(data, tuple(unknown))


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > LONGEST_NUMBER:
        shown = f"{text[:LONGEST_NUMBER]}…"
        raise BadBoardFile(
            f"The number {shown} has {len(text.lstrip('-')):,} digits; no number of a board has "
            f"more than {LONGEST_NUMBER}."
        )
    return int(text)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
    if twice:
        raise BadBoardFile(
            f"{as_json(twice[0])} stands more than once in the same object, and which is meant "
            "cannot be told: leave one."
        )
    return dict(pairs)
