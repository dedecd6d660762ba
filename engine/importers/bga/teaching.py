"""Teaching a dialect: a first proposal from names, shapes and the order of play, tried by replay.

Every candidate is judged by one measure: how far the logs can be played by the rules with it, and
whether they reach their own final scores.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import msgspec

from engine.core.errors import HexcoachError
from engine.importers.bga.coordinates import AXES, Cells, NoCell, images, numbers_of
from engine.importers.bga.dialect import FORMAT, Dialect, Loaded, Rule, Undo, checked, write_dialect
from engine.importers.bga.facts import Facts, is_framework
from engine.importers.bga.mapping import fits
from engine.importers.bga.reader import BgaImporter, Reading
from engine.importers.bga.shapes import (
    SHAPES,
    Profile,
    Shape,
    fillings,
    is_undo,
    profile,
)
from engine.importers.bga.templates import Argument, at_path, listed
from engine.replay import Replay, Status, replay

MOST_LOGS = 3
"""Logs by which candidates are tried; verdicts are of all."""
MOST_TRIALS = 3_000
HEAD = 40
"""Events by which a candidate is tried first."""
MOST_FILLINGS = 12
MOST_TOGETHER = 300
"""Ways to read the parts of a type that are tried."""
ROUNDS = 6
HINT = 4
"""Worth of a word in a type's name against an argument that fits."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far one log goes by a dialect."""

    reading: Reading
    replay: Replay | None
    problem: str | None = None
    """Why it cannot even start."""

    @property
    def verified(self) -> bool:
        return self.replay is not None and self.replay.status is Status.VERIFIED

    @property
    def worth(self) -> int:
        """Plies that can be played, then moves that at least have their arguments; more than all of
        them for a game that is over, and most for reaching the log's own score."""
        if self.replay is None:
            return -1
        over = self.replay.status in {Status.VERIFIED, Status.UNVERIFIED}
        legible = sum(not draft.text.endswith(" ?") for draft in self.reading.mapped.drafts)
        played = 1_000 * self.replay.plies + min(legible, 999)
        return played + 10**7 * over + 10**8 * self.verified


@dataclass(frozen=True, slots=True)
class Proposal:
    """A dialect to begin with, and what came of it."""

    dialect: Dialect
    verdicts: list[Verdict]
    trials: int

    @property
    def toml(self) -> str:
        return write_dialect(self.dialect)

    @property
    def verified(self) -> bool:
        return all(one.verified for one in self.verdicts)

    @property
    def worth(self) -> int:
        return sum(one.worth for one in self.verdicts)


def judge(facts: Facts, loaded: Loaded) -> Verdict:
    """Replay one log by one dialect. Raises `naming.Unplaced` where it is of another game."""
    importer = BgaImporter(loaded.dialect.game, [loaded])
    return verdict_of(importer.reading(facts, [loaded]))


def verdict_of(reading: Reading) -> Verdict:
    """Replay what was read."""
    try:
        return Verdict(reading, replay(reading.log, evidence=reading.evidence))
    except HexcoachError as error:
        return Verdict(reading, None, str(error))


def with_status(dialect: Dialect, verdicts: Sequence[Verdict]) -> Dialect:
    """`verified` when every log reached its own final score, and there is one."""
    proved = bool(verdicts) and all(one.verified for one in verdicts)
    return msgspec.structs.replace(dialect, status="verified" if proved else "unverified")


@dataclass(frozen=True, slots=True)
class _Choice:
    """What one type, or one value of a type's argument, is taken for."""

    shape: Shape
    arguments: dict[str, Argument]


_Unit = tuple[str, str, str]
"""Type, path and value that tell a kind of event; the latter two empty for the whole type."""


def propose(logs: Sequence[Facts], game: str, base: Dialect | None = None) -> Proposal:
    """The dialect by which the logs go furthest. From `base` comes what is no move: setup, rules,
    how moves write cells, undo."""
    return _Teacher(logs, game, base).propose()


class _Teacher:
    def __init__(self, logs: Sequence[Facts], game: str, base: Dialect | None) -> None:
        self._logs = list(logs)
        self._tried = self._logs[:MOST_LOGS]
        self._heads = [replace(facts, events=facts.events[:HEAD]) for facts in self._tried]
        self._shapes = SHAPES.get(game, ())
        self._base = base or Dialect(format=FORMAT, game=game)
        self._values: dict[str, dict[str, str]] = dict(self._base.values)
        self._trials = 0
        kinds = dict.fromkeys(kind for facts in self._tried for kind in facts.counts)
        known = {one.type for one in self._base.undo}
        self._undo = [
            *self._base.undo,
            *(Undo(kind) for kind in kinds if kind not in known and is_undo(kind, kinds)),
        ]
        silent = {one.type for one in self._undo}
        self._profiles = _profiles(self._tried, [kind for kind in kinds if kind not in silent])

    def propose(self) -> Proposal:
        chosen = self._first_choice()
        units: list[_Unit] = [(kind, "", "") for kind in self._profiles]
        cells = self._base.cells
        best = self._worth(chosen, cells)
        for candidate in self._coordinates(chosen):
            worth = self._worth(chosen, candidate)
            if worth > best:
                best, cells = worth, candidate
        for _ in range(ROUNDS):
            before = best
            best, chosen = self._improved(units, chosen, cells, best)
            for candidate in self._coordinates(chosen):
                worth = self._worth(chosen, candidate)
                if worth > best:
                    best, cells = worth, candidate
            best, chosen, units = self._told_apart(units, chosen, cells, best)
            if best == before or self._trials >= MOST_TRIALS:
                break
        dialect = self._dialect(chosen, cells)
        verdicts = [judge(facts, checked(dialect, "proposal")) for facts in self._logs]
        return Proposal(with_status(dialect, verdicts), verdicts, self._trials)

    # Candidates

    def _first_choice(self) -> dict[_Unit, _Choice]:
        """Each type as the kind of move that fits its arguments and its name best."""
        chosen: dict[_Unit, _Choice] = {}
        for kind, found in self._profiles.items():
            rated = [
                (HINT * found.likeness(one.shape) + len(one.shape.slots), -n, one)
                for n, one in enumerate(self._options(found))
            ]
            if rated:
                chosen[kind, "", ""] = max(rated, key=lambda one: one[:2])[2]
        return chosen

    def _options(self, found: Profile) -> Iterator[_Choice]:
        for shape in self._shapes:
            if not shape.slots and not found.likeness(shape):
                continue
            ways = fillings(shape, found, self._values)
            for arguments, _ in zip(ways, range(MOST_FILLINGS), strict=False):
                yield _Choice(shape, arguments)

    def _improved(
        self, units: list[_Unit], chosen: dict[_Unit, _Choice], cells: Cells, best: int
    ) -> tuple[int, dict[_Unit, _Choice]]:
        """Each kind of event as every kind of move in turn, or as none."""
        for unit in units:
            found = self._profile_of(unit)
            for option in (None, *self._options(found)):
                candidate = {key: one for key, one in chosen.items() if key != unit}
                if option is not None:
                    candidate[unit] = option
                worth = self._worth(candidate, cells)
                if worth > best:
                    best, chosen = worth, candidate
        return best, chosen

    def _told_apart(
        self, units: list[_Unit], chosen: dict[_Unit, _Choice], cells: Cells, best: int
    ) -> tuple[int, dict[_Unit, _Choice], list[_Unit]]:
        """One type may tell several kinds of move, by the value of an argument."""
        for kind, found in self._profiles.items():
            if (kind, "", "") not in units:
                continue
            for path, few in found.values.items():
                parts: list[_Unit] = [(kind, path, value) for value in few]
                rest = {key: one for key, one in chosen.items() if key[0] != kind}
                # All together, as one kind of move may only be legal once the other is read.
                options = [[None, *self._options(self._profile_of(part))] for part in parts]
                for picked, _ in zip(product(*options), range(MOST_TOGETHER), strict=False):
                    told = {
                        part: one
                        for part, one in zip(parts, picked, strict=True)
                        if one is not None
                    }
                    worth = self._worth(rest | told, cells)
                    if worth > best:
                        best, chosen = worth, rest | told
                        units = [*(one for one in units if one[0] != kind), *parts]
        return best, chosen, units

    def _profile_of(self, unit: _Unit) -> Profile:
        kind, path, value = unit
        found = self._profiles[kind]
        if not path:
            return found
        rule = Rule(type=kind, move="", when={path: value})
        return profile(kind, 0, [one for one in found.events if fits(rule, one)])

    def _coordinates(self, chosen: dict[_Unit, _Choice]) -> Iterator[Cells]:
        """Every way to count cells, those first that put what the log names about the middle; then
        the twelve images of each."""
        pairs = list(self._pairs(chosen))
        if not pairs:
            return
        for axes in AXES:
            for offset in _offsets(pairs):
                base = msgspec.structs.replace(
                    self._base.cells, axes=axes, offset=offset, rotation=0, mirror=False
                )
                yield from (images(base) if self._asymmetric else (base,))

    @property
    def _asymmetric(self) -> bool:
        """Whether turning the board can make a legal game illegal: where areas are given."""
        board = self._base.setup.get("board")
        return isinstance(board, str) or (isinstance(board, dict) and "mountains" in board)

    def _pairs(self, chosen: dict[_Unit, _Choice]) -> Iterator[tuple[int, int]]:
        for unit, choice in chosen.items():
            rule = Rule(type=unit[0], move="", when={unit[1]: unit[2]} if unit[1] else {})
            for arguments in self._profiles[unit[0]].events:
                if not fits(rule, arguments):
                    continue
                for argument in choice.arguments.values():
                    yield from _named_pairs(argument, arguments)

    # Trials

    def _worth(self, chosen: dict[_Unit, _Choice], cells: Cells) -> int:
        if self._trials >= MOST_TRIALS:
            return -1
        self._trials += 1
        try:
            loaded = checked(self._dialect(chosen, cells), "proposal")
        except HexcoachError:
            return -1
        return sum(
            self._worth_of(*pair, loaded) for pair in zip(self._heads, self._tried, strict=True)
        )

    @staticmethod
    def _worth_of(head: Facts, whole: Facts, loaded: Loaded) -> int:
        """Most candidates fail early, so that the beginning of the log tells enough of them."""
        begun = judge(head, loaded)
        failed = begun.replay is None or begun.replay.status is Status.ILLEGAL
        return begun.worth if failed else judge(whole, loaded).worth

    def _dialect(self, chosen: dict[_Unit, _Choice], cells: Cells) -> Dialect:
        rules = [
            Rule(
                type=kind,
                move=choice.shape.move,
                when={path: value} if path else {},
                arguments=choice.arguments,
                actor=choice.shape.actor,
            )
            for (kind, path, value), choice in sorted(
                chosen.items(), key=lambda one: (one[0][0], one[0][1] == "", one[0])
            )
        ]
        used = {one.table for rule in rules for one in rule.arguments.values() if one.table}
        told = {kind for kind, _, _ in chosen}
        silent = [kind for kind in self._profiles if kind not in told]
        return msgspec.structs.replace(
            self._base,
            name=self._base.name.replace("(guess)", "(proposal)"),
            claims=sorted(told),
            ignore=silent,
            values={key: table for key, table in self._values.items() if key in used},
            cells=cells,
            moves=rules,
            undo=self._undo,
        )


def _profiles(logs: Sequence[Facts], kinds: Iterable[str]) -> dict[str, Profile]:
    """Of every type on the table's channel, those of the framework left out."""
    return {
        kind: profile(kind, sum(facts.counts[kind] for facts in logs), _arguments(logs, kind))
        for kind in kinds
        if not is_framework(kind)
    }


def _arguments(logs: Sequence[Facts], kind: str) -> Iterator[dict[str, Any]]:
    for facts in logs:
        for happening in facts.events:
            if happening.event.type == kind and happening.viewer is None:
                yield happening.event.arguments()


def _named_pairs(argument: Argument, arguments: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """The numbers of the cells that an argument names, as they stand."""
    if argument.kind not in {"cell", "cells"}:
        return
    if argument.q:
        values: list[Any] = [[at_path(arguments, str(one)) for one in (argument.q, argument.r)]]
    else:
        paths = [argument.paths] if isinstance(argument.paths, str) else argument.paths
        found = (at_path(arguments, path) for path in paths)
        value = next((one for one in found if one is not None), None)
        values = listed(value) if argument.kind == "cells" else [value]
    for value in values:
        try:
            numbers = numbers_of(value)
        except NoCell:
            continue
        if len(numbers) > 1:
            yield numbers[0], numbers[1]


def _offsets(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """None, then the middle of what is named and the places around it."""
    across, down = zip(*pairs, strict=True)
    middle = ((min(across) + max(across)) // 2, (min(down) + max(down)) // 2)
    around = [(middle[0] + a, middle[1] + d) for a in (0, 1, -1) for d in (0, 1, -1)]
    return list(dict.fromkeys([(0, 0), *around]))
