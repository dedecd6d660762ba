"""What an event's arguments look like, and which moves of a game could be told by such ones."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from engine.importers.bga.coordinates import PAIRS, is_cell_text
from engine.importers.bga.facts import PLAYER_KEYS
from engine.importers.bga.lessons import Lesson, Shape, unaccented
from engine.importers.bga.templates import Argument, at_path, is_message, plain_text

MOST_EVENTS = 300
"""Events of a type that are looked at."""
DEEPEST = 3
MOST_VALUES = 4
"""Values that an argument may have to tell kinds of move apart."""
MOST_KINDS = 24
"""Likewise where the values are named like moves: one type may tell all moves of a game."""
MOST_APART = 2
"""Cells in a list that may be meant one by one, as those on the two sides of an edge."""
MOST_WORDS = 60
"""Values of an argument that may be words of a game."""
UNDO_WORDS = frozenset(
    ("undo", "undone", "cancel", "cancelled", "canceled", "revert", "reverted", "back")
)

_WHOLE = re.compile(r"-?\d{1,4}")
_SPLIT_NAMES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NOT_LOOKED_INTO = frozenset({*PLAYER_KEYS, "i18n", "player_name", "preserve"})


@dataclass(slots=True)
class Profile:
    """What the events of one type have in their arguments."""

    kind: str
    count: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    cells: list[Argument] = field(default_factory=list)
    """Ways to read one cell, that all events have."""
    lists: list[tuple[Argument, int, int]] = field(default_factory=list)
    """Ways to read several, with the least and the greatest number of them."""
    numbers: list[tuple[str, int, int]] = field(default_factory=list)
    """Paths to whole numbers, with the least and the greatest."""
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths to texts or numbers of few values."""
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths to texts of more values, that all events have."""
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths to texts or numbers that all events have, however many values they take."""
    sometimes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The same of paths that only some events have."""
    empty: list[str] = field(default_factory=list)
    """Paths at which nothing stands in any event."""
    parts: list[tuple[str, str, frozenset[int]]] = field(default_factory=list)
    """Paths to a cell, or cells, that only some events have, and which."""
    player: str | None = None
    """The key under which the player stands."""

    def likeness(self, shape: Shape) -> int:
        """How many words of the type's name begin as hints of the shape do."""
        return sum(word.startswith(tuple(shape.hints)) for word in words_of(self.kind))


def words_of(kind: str) -> set[str]:
    """The words of a name in camel case or with strokes, in lower case and without accents."""
    return {word.lower() for word in _SPLIT_NAMES.findall(unaccented(kind))}


def is_undo(kind: str, kinds: Iterable[str]) -> bool:
    """Whether a type takes a move back by its name: it says so, or is another type's with `un`."""
    words = words_of(kind)
    others = {word for other in kinds if other != kind for word in words_of(other)}
    return bool(words & UNDO_WORDS) or any(
        word.startswith("un") and word[2:] in others for word in words
    )


def profile(kind: str, count: int, events: Iterable[dict[str, Any]]) -> Profile:
    """Look at some events of one type."""
    looked = [arguments for arguments, _ in zip(events, range(MOST_EVENTS), strict=False)]
    found = Profile(kind, count, looked)
    paths = list(dict.fromkeys(path for one in looked for path in _paths(one, "", 0)))
    found.player = next((key for key in PLAYER_KEYS if all(key in one for one in looked)), None)
    for path in paths:
        _look_at(found, path)
    _join_parts(found)
    _pair_up(found, paths)
    _leave_out_coordinates(found)
    return found


def _paths(value: Any, before: str, depth: int) -> Iterator[str]:
    if not isinstance(value, dict) or depth >= DEEPEST or is_message(value):
        return
    for key, inner in value.items():
        if key in _NOT_LOOKED_INTO or "." in key:
            continue
        path = f"{before}{key}"
        yield path
        yield from _paths(inner, f"{path}.", depth + 1)


def _look_at(found: Profile, path: str) -> None:
    values = [at_path(one, path) for one in found.events]
    present = [value for value in values if value is not None and value != []]
    if not present:
        found.empty.append(path)
        return
    whole = len(present) == len(values)
    where = frozenset(n for n, value in enumerate(values) if value is not None and value != [])
    if all(_is_cell(value) for value in present):
        if whole:
            found.cells.append(Argument(path, "cell"))
        else:
            found.parts.append((path, "cell", where))
    if all(isinstance(value, list) and all(map(_names_cell, value)) for value in present):
        if whole:
            _add_list(found, path, values)
        else:
            found.parts.append((path, "cells", where))
    if whole and all(_is_edge(value) for value in present):
        for first in (0, 2):
            found.cells.append(Argument(kind="cell", q=f"{path}.{first}", r=f"{path}.{first + 1}"))
    texts = [plain_text(value) for value in present]
    if whole and all(_WHOLE.fullmatch(text) for text in texts):
        numbers = [int(text) for text in texts]
        found.numbers.append((path, min(numbers), max(numbers)))
    few = tuple(sorted({plain_text(value) for value in values}))
    if all(texts) and len(few) <= MOST_WORDS:
        (found.words if whole else found.sometimes)[path] = tuple(dict.fromkeys(texts))
    if 1 < len(few) <= MOST_VALUES and all(not isinstance(value, dict) for value in present):
        found.values[path] = few
    elif whole and len(few) <= MOST_KINDS and not any(map(str.isdecimal, few)) and all(few):
        found.kinds[path] = few


def _add_list(found: Profile, paths: str | list[str], values: list[Any]) -> None:
    sizes = [len(one) for one in values]
    found.lists.append((Argument(paths, "cells"), min(sizes), max(sizes)))
    if min(sizes) == max(sizes) <= MOST_APART:
        for place in range(max(sizes)):
            each = [f"{path}.{place}" for path in ([paths] if isinstance(paths, str) else paths)]
            found.cells.append(Argument(each if len(each) > 1 else each[0], "cell"))


def _join_parts(found: Profile) -> None:
    """The same thing under one of two names: between them they are in every event, in none both."""
    everywhere = frozenset(range(len(found.events)))
    for (path, kind, where), (other, other_kind, elsewhere) in combinations(found.parts, 2):
        if kind != other_kind or where & elsewhere or where | elsewhere != everywhere:
            continue
        if kind == "cell":
            found.cells.append(Argument([path, other], "cell"))
        else:
            values = [at_path(one, path) or at_path(one, other) for one in found.events]
            _add_list(found, [path, other], values)


def _is_cell(value: Any) -> bool:
    if isinstance(value, dict):
        pair = next((pair for pair in PAIRS if all(key in value for key in pair)), None)
        return pair is not None and all(_WHOLE.fullmatch(plain_text(value[key])) for key in pair)
    if isinstance(value, list):
        return len(value) in {2, 3} and all(_WHOLE.fullmatch(plain_text(one)) for one in value)
    return isinstance(value, str) and is_cell_text(plain_text(value))


def _names_cell(value: Any) -> bool:
    """Whether it is a cell, or a map of which one value is one: `{"id": "h_3_1"}`."""
    if _is_cell(value):
        return True
    texts = [plain_text(one) for one in value.values()] if isinstance(value, dict) else []
    return sum(is_cell_text(one) for one in texts) == 1


def _is_edge(value: Any) -> bool:
    """Whether four numbers stand in a list: two cells in one."""
    numbers = value if isinstance(value, list) else []
    return len(numbers) == 4 and all(_WHOLE.fullmatch(plain_text(one)) for one in numbers)


_APART = (*PAIRS, ("Col", "Row"), ("Col", "Lig"), ("Col", "Lin"), ("Ligne", "Colonne"))


def _pair_up(found: Profile, paths: list[str]) -> None:
    """Two numbers that stand apart but are named as a pair: `to_x` and `to_y`, `x1` and `y1`."""
    numbers = {path for path, _, _ in found.numbers}
    for path in paths:
        if path not in numbers:
            continue
        *outer, last = path.split(".")
        for across, down in _APART:
            for place in (match.start() for match in re.finditer(across, last)):
                other = last[:place] + down + last[place + len(across) :]
                partner = ".".join([*outer, other])
                pair = Argument(kind="cell", q=path, r=partner)
                if partner in numbers and partner != path and pair not in found.cells:
                    found.cells.append(pair)
    everything = [one for one in found.events if all(key in one for key in ("x", "y"))]
    if everything and len(everything) == len(found.events):
        found.cells.append(Argument(".", "cell"))


def _leave_out_coordinates(found: Profile) -> None:
    """The numbers of a cell are no words, no counts, and tell no kinds of moves apart."""
    parts: set[str] = set()
    for one in found.cells:
        if one.q:
            parts |= {str(one.q), str(one.r)}
            continue
        for path in [one.paths] if isinstance(one.paths, str) else one.paths:
            before = "" if path == "." else f"{path}."
            parts |= {f"{before}{key}" for pair in PAIRS for key in pair}
    found.numbers = [one for one in found.numbers if one[0] not in parts]
    for known in (found.values, found.words, found.sometimes):
        for path in parts & known.keys():
            del known[path]


def fillings(shape: Shape, found: Profile, lesson: Lesson) -> Iterator[dict[str, Argument]]:
    """Every way in which the arguments could fill the shape's slots, a slot after another."""
    yield from _filled(list(shape.slots.items()), found, lesson, dict(shape.arguments))


def _filled(
    slots: list[tuple[str, str]], found: Profile, lesson: Lesson, so_far: dict[str, Argument]
) -> Iterator[dict[str, Argument]]:
    if not slots:
        yield so_far
        return
    (name, kind), *rest = slots
    for argument in choices(name, kind, found, lesson):
        taken = any(argument == other for other in so_far.values())
        if not taken:
            yield from _filled(rest, found, lesson, {**so_far, name: argument})
    if kind.endswith("?"):
        yield from _filled(rest, found, lesson, so_far)


def choices(name: str, kind: str, found: Profile, lesson: Lesson) -> Iterator[Argument]:
    """The arguments that could fill one slot, likely ones first."""
    what, _, limits = kind.rstrip("?*").partition(":")
    match what:
        case "cell":
            yield from found.cells
        case "cells":
            least, greatest = _limits(limits)
            for argument, low, high in found.lists:
                if least <= low and high <= greatest:
                    yield argument
        case "number":
            least, greatest = _limits(limits)
            for path, low, high in found.numbers:
                if least <= low and high <= greatest:
                    yield Argument(path, "number")
        case "word":
            paths = {} if kind.endswith("?") else found.words
            if kind.endswith(("?", "*")):
                paths = paths | found.sometimes
            yield from _words(name, limits, paths, lesson)
            if kind.endswith("?"):
                # What no event has may well be in others, where the name says what it would be.
                for path in found.empty:
                    if _is_named(path, lesson.named.get(limits, ())):
                        yield Argument(path, table=table_name(limits, path))
        case _:
            if found.player is not None:
                yield Argument(found.player, "role")
            for path, few in found.values.items():
                if len(few) == 2:
                    yield Argument(path, table=table_name("role", path))


def _limits(limits: str) -> tuple[int, int]:
    least, _, greatest = limits.partition("-")
    return int(least), int(greatest)


def table_name(vocabulary: str, path: str) -> str:
    """The table by which an argument's values become words: one for each name of an argument."""
    return re.sub(r"\W", "_", f"{vocabulary}_{path}")


def _words(
    name: str, vocabulary: str, paths: dict[str, tuple[str, ...]], lesson: Lesson
) -> Iterator[Argument]:
    most = len(lesson.vocabulary.get(vocabulary, ()))
    names = lesson.named.get(vocabulary, ())
    rated = []
    for index, (path, texts) in enumerate(paths.items()):
        meant = [lesson.word_for(vocabulary, text) for text in texts]
        spelled = sum(word is not None for word in meant)
        if _is_of_others(texts, spelled, vocabulary, lesson):
            continue
        if not spelled and vocabulary in lesson.picky and not _is_named(path, names):
            continue
        # A word may be written in the language of each player.
        different = len({word for word in meant if word is not None}) + len(texts) - spelled
        if different <= most and not any("," in text for text in texts):
            named = any(word.startswith((name, vocabulary)) for word in words_of(path))
            rated.append((-spelled / len(texts) - named - len(texts) / most, index, path))
    for _, _, path in sorted(rated):
        yield Argument(path, table=table_name(vocabulary, path))


def _is_named(path: str, names: Iterable[str]) -> bool:
    """Whether a word in the last name of the path begins like one of these."""
    return any(word.startswith(tuple(names)) for word in words_of(path.rpartition(".")[2]))


def _is_of_others(texts: tuple[str, ...], spelled: int, vocabulary: str, lesson: Lesson) -> bool:
    """Whether the texts are words of another vocabulary by their spelling, more than of this."""
    others = (
        sum(lesson.word_for(other, text) is not None for text in texts)
        for other in lesson.vocabulary
        if other != vocabulary
    )
    return max(others, default=0) > max(spelled, len(texts) // 2)
