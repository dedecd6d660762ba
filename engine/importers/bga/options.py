"""What events may be taken for: a lesson's moves with their holes filled by arguments."""

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.importers.bga.facts import PLAYER_KEYS
from engine.importers.bga.lessons import Shape
from engine.importers.bga.shapes import words_of
from engine.importers.bga.templates import (
    Argument,
    Template,
    at_path,
    parse_template,
    plain_text,
)


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """What one unit may be taken for. `worth` is how much its name and arguments speak for it."""

    shape: Shape
    arguments: dict[str, Argument]
    templates: list[Template]
    worth: int
    tables: list[tuple[str, Argument]]
    """Vocabulary and argument of each slot that is filled by a table."""

    @property
    def moves(self) -> list[str]:
        return [template.text for template in self.templates]


def option_of(shape: Shape, arguments: dict[str, Argument], worth: int = 0) -> Option:
    """The shape with its slots filled; what stands in brackets falls away with an empty slot."""
    moves = shape.moves
    arguments = {
        name: msgspec.structs.replace(one, default=shape.defaults[name])
        if name in shape.defaults
        else one
        for name, one in arguments.items()
    }
    for name in shape.slots:
        if name not in arguments:
            moves = [re.sub(rf"\[[^\[\]]*\{{{name}\}}[^\[\]]*\]", "", move) for move in moves]
    templates = [parse_template(move, arguments) for move in moves]
    tables = [
        (kind.rstrip("?*").removeprefix("word:"), arguments[name])
        for name, kind in shape.slots.items()
        if name in arguments and arguments[name].table
    ]
    return Option(shape, arguments, templates, worth, tables)


def decides(events: list[dict[str, Any]], path: str) -> bool:
    """Whether events with the same value have the same arguments, and others have others."""
    own = path.split(".", 1)[0]
    keys: dict[str, set[frozenset[str]]] = {}
    for one in events:
        # An argument named after another, as in `from` and `origin`, may stand in for it.
        keys.setdefault(plain_text(at_path(one, path)), set()).add(
            frozenset(key for key in one if key not in PLAYER_KEYS and key != own)
        )
    shared = [frozenset.intersection(*kinds) for kinds in keys.values()]
    return len(set(shared)) > 1 and all(len(kinds) <= 2 for kinds in keys.values())


def likeness_of_value(value: str, shape: Shape) -> int:
    """How much the value that tells a unit speaks for the move: twice when it is its first word,
    else once for each of its words that begins as one of the hints does."""
    if value.casefold() == shape.moves[0].split(" ", 1)[0]:
        return 2
    return sum(word.startswith(tuple(shape.hints)) for word in words_of(value))


def has_cell(option: Option) -> bool:
    return any(kind.startswith("cell") for kind in option.shape.slots.values())
