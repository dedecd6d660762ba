"""A dialect as choices that somebody can correct without code: what each type of notification
means, which argument fills which slot, which value stands for which word."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import UnreadableLog
from engine.importers.bga.beside import companions_beside
from engine.importers.bga.dialect import Dialect, Rule, Undo
from engine.importers.bga.facts import Facts, is_framework, read_facts
from engine.importers.bga.lessons import Lesson, Shape, lesson_of
from engine.importers.bga.mapping import told_events
from engine.importers.bga.options import option_of
from engine.importers.bga.reader import BgaImporter, rejected
from engine.importers.bga.shapes import Profile, choices, fillings, profile
from engine.importers.bga.templates import Argument, at_path, plain_text
from engine.importers.bga.wrong import Wrong
from engine.importers.containers import Refused, open_path
from engine.importers.shelf import shelf_of

ROLES = ("moves", "ignored", "undo", "unknown", "written")
"""What a type may be: it tells moves, or nothing new, or takes back, or nobody has said; or the
dialect's file says more of it than can be chosen here, which is kept as it is written."""


@dataclass(frozen=True, slots=True)
class Part:
    """The events of a type with one value, or all: as which of the lesson's moves they are read.
    `shape` is None where they tell no move."""

    value: str = ""
    shape: int | None = None
    arguments: tuple[tuple[str, Argument], ...] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a type means. `path` leads to the value by which its parts are told apart."""

    kind: str
    role: str
    path: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """What is in the files that somebody brings: logs that can be taught from, and a sentence for
    everything else."""

    logs: list[Facts]
    problems: list[str]


def bring(
    files: Iterable[tuple[Path, str]],
    wanted: Callable[[str], bool] = lambda name: True,
    beside: Iterable[Path] = (),
) -> Brought:
    """Open files, packed or not; each with the name by which people know it. `wanted` says of what
    is in them, by such a name, whether it counts. Companions are looked for in all of them, and in
    the files `beside`."""
    importer = BgaImporter()
    files = list(files)
    shelf = shelf_of([*(path for path, _ in files), *beside], [importer])
    logs: list[Facts] = []
    problems: list[str] = []
    for path, name in files:
        for opened in open_path(path):
            shown = name + opened.name.removeprefix(str(path))
            if not wanted(shown):
                continue
            if isinstance(opened, Refused):
                problems.append(f"{shown}: {opened.reason}")
                continue
            try:
                found = importer.opened(opened.stream, opened.name)
            except UnreadableLog as error:
                problems.append(f"{shown}: {error}")
                continue
            for item in found:
                if isinstance(item, Wrong):
                    problems.append(f"{shown}: {rejected(item).reason}")
                    continue
                facts = read_facts(item, companions_beside(opened.name, item.table, shelf))
                if facts.counts and not facts.is_text:
                    logs.append(facts)
                else:
                    problems.append(
                        f"{shown}: it is log only ({facts.saved.source.value}) and tells no moves."
                    )
    return Brought(logs, problems)


class Bench:
    """Logs on the bench: their types, and what their arguments could be."""

    def __init__(self, logs: Sequence[Facts], game: str) -> None:
        self.logs = list(logs)
        self.game = game
        self.lesson: Lesson = lesson_of(game)
        self.counts: dict[str, int] = {}
        for facts in logs:
            for kind, count in facts.counts.items():
                if not is_framework(kind):
                    self.counts[kind] = self.counts.get(kind, 0) + count
        self._events: dict[str, list[dict[str, Any]]] = {kind: [] for kind in self.counts}
        for facts in logs:
            for told in told_events(facts, self.counts):
                if told.kind in self._events:
                    self._events[told.kind].append(told.arguments)

    @property
    def kinds(self) -> list[str]:
        """Types, the most frequent first."""
        return sorted(self.counts, key=lambda kind: -self.counts[kind])

    def example(self, kind: str) -> dict[str, Any]:
        """The arguments of the first event of a type."""
        return self._events[kind][0] if self._events[kind] else {}

    def profile(self, kind: str, path: str = "", value: str = "") -> Profile:
        """What the arguments look like, of all events of a type or of those with one value."""
        events = self._events[kind]
        if path:
            events = [one for one in events if plain_text(at_path(one, path)) == value]
        return profile(kind, len(events), events)

    def arguments_for(self, found: Profile, shape: Shape, slot: str) -> list[Argument]:
        """The arguments that could fill a slot."""
        return list(choices(slot, shape.slots[slot], found, self.lesson))

    def first_filling(self, found: Profile, shape: Shape) -> tuple[tuple[str, Argument], ...]:
        """The likeliest way to fill a shape's slots; none where not all can be filled."""
        filled = next(fillings(shape, found, self.lesson), {})
        return tuple((name, one) for name, one in filled.items() if name in shape.slots)

    def values_of(self, kind: str, path: str) -> list[str]:
        """The values that an argument takes, in the order in which they are first seen."""
        texts = (plain_text(at_path(one, path)) for one in self._events[kind])
        return [text for text in dict.fromkeys(texts) if text]

    # From a dialect to choices and back

    def meanings(self, dialect: Dialect) -> list[Meaning]:
        """What the dialect says of each type of these logs."""
        return [self._meaning(kind, dialect) for kind in self.kinds]

    def _meaning(self, kind: str, dialect: Dialect) -> Meaning:
        rules = [rule for rule in dialect.moves if kind in rule.types]
        if not rules:
            if any(one.type == kind for one in dialect.undo):
                return Meaning(kind, "undo")
            return Meaning(kind, "ignored" if kind in dialect.ignore else "unknown")
        paths = {next(iter(rule.when), "") for rule in rules}
        parts = [self._part(rule) for rule in rules]
        path = next(iter(paths))
        plain = len(paths) == 1 and (path or len(rules) == 1)
        if not plain or any(part is None for part in parts):
            return Meaning(kind, "written")
        found = tuple(part for part in parts if part is not None)
        said = {part.value for part in found}
        others = self.values_of(kind, path) if path else []
        return Meaning(
            kind, "moves", path, (*found, *(Part(value) for value in others if value not in said))
        )

    def _part(self, rule: Rule) -> Part | None:
        """The rule as a choice; None where it says more than can be chosen."""
        value = next(iter(rule.when.values()), "")
        bare = Rule(
            type=rule.type,
            move=rule.move,
            when=rule.when,
            arguments=rule.arguments,
            actor=rule.actor,
        )
        if bare != rule or len(rule.when) > 1 or isinstance(value, list):
            return None
        for index, shape in enumerate(self.lesson.moves):
            known = {**shape.arguments, **rule.arguments}
            try:
                same = [one.text for one in option_of(shape, known).templates] == rule.moves
            except ValueError:
                continue
            if same and shape.actor == rule.actor and known.keys() == rule.arguments.keys():
                slots = tuple(
                    (name, _without_default(shape, name, one))
                    for name, one in rule.arguments.items()
                    if name in shape.slots
                )
                if option_of(shape, {**shape.arguments, **dict(slots)}).arguments != rule.arguments:
                    continue
                return Part(plain_text(value), index, slots)
        return None

    def dialect(self, before: Dialect, meanings: Sequence[Meaning]) -> Dialect:
        """The dialect with these meanings; what it says of other types stays."""
        mine = {one.kind for one in meanings}
        kept = {one.kind for one in meanings if one.role == "written"}
        rules = [
            rule for rule in before.moves if not (mine & {*rule.types}) or kept & {*rule.types}
        ]
        undo = [one for one in before.undo if one.type not in mine]
        for one in meanings:
            if one.role == "undo":
                known = next((old for old in before.undo if old.type == one.kind), Undo(one.kind))
                undo.append(known)
            rules += self._rules(one)
        ignored = [kind for kind in before.ignore if kind not in mine]
        ignored += [one.kind for one in meanings if one.role == "ignored"]
        told = {kind for rule in rules for kind in rule.types}
        return msgspec.structs.replace(
            before,
            status="unverified",
            moves=rules,
            undo=undo,
            ignore=ignored,
            claims=sorted(told & set(self.counts)),
            values={**{table: {} for table in _tables(rules)}, **before.values},
        )

    def _rules(self, meaning: Meaning) -> list[Rule]:
        if meaning.role != "moves":
            return []
        rules = []
        for part in meaning.parts:
            if part.shape is None:
                continue
            shape = self.lesson.moves[part.shape]
            option = option_of(shape, {**shape.arguments, **dict(part.arguments)})
            moves = option.moves
            rules.append(
                Rule(
                    type=meaning.kind,
                    move=moves[0] if len(moves) == 1 else moves,
                    when={meaning.path: part.value} if meaning.path else {},
                    arguments=option.arguments,
                    actor=shape.actor,
                )
            )
        return rules


def _without_default(shape: Shape, name: str, argument: Argument) -> Argument:
    """The argument as it can be chosen: what the lesson adds to it taken off."""
    return msgspec.structs.replace(argument, default=None) if name in shape.defaults else argument


def _tables(rules: Iterable[Rule]) -> set[str]:
    return {one.table for rule in rules for one in rule.arguments.values() if one.table}


def name_of(argument: Argument) -> str:
    """An argument as people name it: where it stands."""
    if argument.q:
        return f"{argument.q}, {argument.r}"
    paths = [argument.paths] if isinstance(argument.paths, str) else argument.paths
    return " / ".join(paths)
