"""Move texts with holes, and how the holes are filled from a notification's arguments.

`split {from} {to} {count}` names arguments; what stands in square brackets is left out where an
argument in it has no value: `lay {plot} {cell}[ with {chip}]`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

import msgspec

from engine.core.errors import HexcoachError
from engine.importers.bga.coordinates import Translator, int_of

EMPTY: tuple[Any, ...] = ("", [], {})
"""What stands where there is nothing; an empty map may be written as either of the last two."""
OF_MANY = frozenset({"cells", "each", "count"})
"""Kinds of argument of which there may be none."""
KINDS = ("text", "number", "cell", "cells", "neighbour", "each", "seat", "role", "count", "unseen")


class Argument(
    msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, rename={"kind": "as"}
):
    """Where a value stands in the arguments, and what it is."""

    paths: str | list[str] = []
    """Alternatives, tried in order; `a.b.0` goes down through maps and lists. Left out, it is the
    argument's own name."""
    kind: str = "text"
    q: str | list[str] = []
    r: str | list[str] = []
    """For a cell whose two numbers stand apart."""
    table: str = ""
    """Of `values`: the source's text to the word of a move."""
    default: str | None = None
    """In the place of no value; a template with the holes of the move, where it has any."""
    add: int = 0
    """For a number."""
    item: str = ""
    """For `each`: the template for one element, whose arguments stand in it."""
    arguments: dict[str, "Argument"] = {}
    of: int = 0
    most: int = 0
    """For `unseen`: a `?` for each other thing drawn with the one that is told, of `most` at once
    and `of` in all; `item` is the first word of the moves that each used one up."""
    direction: str | list[str] = []
    """For `neighbour`: where the direction stands; `table` names it as E, NE, NW, W, SW, SE."""

    def problem(self, values: dict[str, dict[str, str]]) -> str | None:
        """What cannot be right, as the end of a sentence."""
        if self.kind not in KINDS:
            return f"`as` is one of {', '.join(KINDS)}, not {self.kind!r}"
        if self.table and self.table not in values:
            return f"there is no table `values.{self.table}`"
        if self.kind == "each" and not self.item:
            return "`each` needs an `item`, the template for one element"
        if self.kind == "unseen" and not (self.item and self.of and self.most):
            return "`unseen` needs `item`, `of` and `most`"
        for name, argument in self.arguments.items():
            wrong = argument.problem(values)
            if wrong is not None:
                return f"`{name}`: {wrong}"
        return None


class NoValue(HexcoachError):
    """An argument has no value that can be used."""


def _none_made(word: str) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Context:
    """What filling a template needs to know of the game at hand."""

    translator: Translator
    values: dict[str, dict[str, str]]
    seat_of: Callable[[str], int | None]
    mountain: int = 0
    """The seat that owns the mountains, for `role`."""
    made: Callable[[str], int] = _none_made
    """How many moves of a first word were made so far, for `unseen`."""
    veil: str | None = None
    """What stands for a value that is not told; None where each has to be."""


@dataclass(frozen=True, slots=True)
class Hole:
    name: str
    argument: Argument
    item: "Template | None" = None
    default: "Template | None" = None


@dataclass(frozen=True, slots=True)
class Optional:
    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A move text with holes."""

    text: str
    parts: tuple[Any, ...]

    def fill(self, arguments: Any, context: Context) -> str:
        """The move. Raises `NoValue` or `NoCell` with a sentence."""
        return " ".join(_filled(self.parts, arguments, context).split())


_TOKEN = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}|([\[\]])|([^\[\]{}]+)|(.)", re.DOTALL)


def parse_template(text: str, arguments: dict[str, Argument]) -> Template:
    """Raises `ValueError` whose text ends a sentence on the move."""
    stack: list[list[Any]] = [[]]
    for found in _TOKEN.finditer(text):
        name, bracket, plain, stray = found.groups()
        if name:
            argument = arguments.get(name, Argument(name))
            if not argument.paths and not argument.q:
                argument = msgspec.structs.replace(argument, paths=name)
            item = parse_template(argument.item, argument.arguments) if argument.item else None
            default = None
            if argument.default is not None and "{" in argument.default:
                others = {key: one for key, one in arguments.items() if key != name}
                default = parse_template(argument.default, others)
            stack[-1].append(Hole(name, argument, item, default))
        elif bracket == "[":
            stack.append([])
        elif bracket == "]" and len(stack) > 1:
            inside = Optional(tuple(stack.pop()))
            stack[-1].append(inside)
        elif plain:
            stack[-1].append(plain)
        else:
            raise ValueError(f"has a stray {stray or bracket!r} in {text!r}")
    if len(stack) > 1:
        raise ValueError(f"has a [ that is never closed in {text!r}")
    return Template(text, tuple(stack[0]))


def _filled(parts: tuple[Any, ...], arguments: Any, context: Context) -> str:
    written = []
    for part in parts:
        if isinstance(part, str):
            written.append(part)
        elif isinstance(part, Optional):
            try:
                written.append(_filled(part.parts, arguments, replace(context, veil=None)))
            except NoValue:
                continue
        else:
            written.append(_value(part, arguments, context))
    return "".join(written)


def _value(hole: Hole, arguments: Any, context: Context) -> str:
    argument = hole.argument
    if argument.kind == "unseen":
        left = argument.of - context.made(argument.item)
        return " ".join("?" * (min(argument.most, left) - 1))
    try:
        found = _found(hole, arguments)
    except NoValue:
        if hole.default is not None:
            return hole.default.fill(arguments, context)
        if argument.default is not None:
            return argument.default
        if context.veil is None:
            raise
        return context.veil
    match argument.kind:
        case "cell":
            return context.translator.text(bare(found))
        case "cells":
            return " ".join(context.translator.text(one) for one in listed(bare(found)))
        case "neighbour":
            named = _at(arguments, argument.direction)
            direction = _word(plain_text(named), argument, context, hole.name)
            return context.translator.neighbour(bare(found), direction)
        case "each" if hole.item is not None:
            return " ".join(hole.item.fill(one, context) for one in listed(found))
        case "number":
            return str(
                int_of(_word(plain_text(found), argument, context, hole.name)) + argument.add
            )
        case "count":
            return str(len(listed(found)) + argument.add)
        case "seat" | "role":
            seat = context.seat_of(plain_text(found))
            if seat is None:
                raise NoValue(f"`{hole.name}` is {plain_text(found)[:40]!r}, who is no player.")
            if argument.kind == "seat":
                return str(seat)
            return "mountain" if seat == context.mountain else "river"
        case _:
            if isinstance(found, list) and argument.table:
                words = (_word(plain_text(one), argument, context, hole.name) for one in found)
                return " ".join(words)
            return _word(plain_text(found), argument, context, hole.name)


def _found(hole: Hole, arguments: Any) -> Any:
    argument = hole.argument
    if argument.q:
        pair = [_at(arguments, argument.q), _at(arguments, argument.r)]
        if None in pair:
            raise NoValue(f"`{hole.name}` has no value in the arguments.")
        return pair
    value = _at(arguments, argument.paths)
    if value is None or value == "" or (value in EMPTY and argument.kind not in OF_MANY):
        raise NoValue(f"`{hole.name}` has no value in the arguments.")
    return value


def _word(text: str, argument: Argument, context: Context, name: str) -> str:
    if not argument.table:
        return text
    table = context.values[argument.table]
    found = table.get(text)
    if found is None:
        folded = text.casefold().strip()
        found = next((word for key, word in table.items() if key.casefold() == folded), None)
    if found is None:
        letters = _letters(text)
        alike = (word for key, word in table.items() if letters and _letters(key) == letters)
        found = next(alike, None)
    if found is None:
        raise NoValue(f"`{name}` is {text[:60]!r}, which is not in `values.{argument.table}`.")
    if found == "":
        raise NoValue(f"`{name}` is empty by `values.{argument.table}`.")
    return found


def _letters(text: str) -> str:
    """What is left of a word where nothing parts it; empty where it is a number."""
    bare = "".join(one for one in text.casefold() if one.isalnum())
    return "" if bare.isdecimal() else bare


def at_path(arguments: Any, path: str) -> Any:
    """The value at `a.b.0`; an empty list where a map is due holds nothing. `.` is all of it."""
    if path == ".":
        return arguments
    value = arguments
    for key in path.split("."):
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.lstrip("-").isdecimal():
            index = int(key)
            value = value[index] if -len(value) <= index < len(value) else None
        else:
            return None
        if value is None:
            return None
    return value


def _at(arguments: Any, paths: str | list[str]) -> Any:
    """The first value that holds anything, else the first at all."""
    empty = None
    for path in [paths] if isinstance(paths, str) else paths:
        value = at_path(arguments, path)
        if value is None:
            continue
        if value not in EMPTY:
            return value
        empty = value if empty is None else empty
    return empty


def listed(value: Any) -> list[Any]:
    """The elements: of a list, of a map's values, of a text parted by blanks, `;` or `|`; a pair of
    numbers is one cell."""
    if isinstance(value, list):
        pair = len(value) == 2 and not any(isinstance(one, list | dict) for one in value)
        numbers = pair and all(isinstance(one, int) for one in value)
        return [value] if numbers else value
    if isinstance(value, dict):
        inner = [one for one in value.values() if isinstance(one, dict | list)]
        return inner or [value]
    return re.split(r"[\s;|]+", value.strip()) if isinstance(value, str) else [value]


_TAG = re.compile(r"<[^>]*>")
_NAMED = re.compile(r"\$\{(\w+)\}")


def is_message(value: Any) -> bool:
    """Whether a value is a text of its own: `{log, args}`."""
    return isinstance(value, dict) and isinstance(value.get("log"), str)


def bare(value: Any) -> Any:
    """The value with every text in it plain, so that no number in its markup is taken for one of
    the value's own."""
    if isinstance(value, str) or is_message(value):
        return plain_text(value)
    if isinstance(value, list):
        return [bare(one) for one in value]
    if isinstance(value, dict):
        return {key: bare(one) for key, one in value.items()}
    return value


def plain_text(value: Any) -> str:
    """A value as text: `{log, args}` with its places filled, tags taken off, entities read."""
    if is_message(value):
        inner = value.get("args")
        named = inner if isinstance(inner, dict) else {}
        text = _NAMED.sub(lambda found: plain_text(named.get(found[1], "")), value["log"])
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, float) and value.is_integer():
        text = str(int(value))
    else:
        text = str(value) if isinstance(value, str | int | float) else ""
    return unescape(_TAG.sub("", text)).strip() if "<" in text or "&" in text else text.strip()
