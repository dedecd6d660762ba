"""What logs leave open: where another reading than a dialect's takes them to their own results too.

A dialect is verified by the logs at hand, and says more than they do: of two arguments that are
always equal either may be meant, and no log tells of moves that were not made in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from engine.core.errors import HexcoachError
from engine.importers.bga.coordinates import Cells, images
from engine.importers.bga.dialect import Dialect, checked
from engine.importers.bga.facts import Facts
from engine.importers.bga.naming import Unplaced
from engine.importers.bga.teaching import judge
from engine.importers.bga.workbench import Bench, Meaning, Part, name_of

MOST_TRIED = 400
"""Other readings that are replayed at most; a log takes some milliseconds."""
NEIGHBOURS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Open:
    """Of events of a type, with one value where they are told apart, something that can be read
    otherwise: a slot, or, with `slot` empty, the move that they tell. A reading that is empty
    stands for telling no move."""

    kind: str
    value: str
    slot: str
    chosen: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """All of it. `complete` says that every other reading was tried."""

    readings: tuple[Open, ...]
    turns: int
    """Of the eleven other ways to turn and mirror the board, those that do as well."""
    shifts: int
    """Of the six neighbouring places to count cells from, those that do as well."""
    moves: tuple[str, ...]
    """Moves of the game that none of the logs has."""
    words: tuple[tuple[str, tuple[str, ...]], ...]
    """By slot, words that no value of the logs stands for."""
    untried: tuple[str, ...]
    """Types of which the dialect says something, and that stand in none of the logs."""
    complete: bool


def undecided(bench: Bench, dialect: Dialect) -> Undecided:
    """What the logs on the bench leave open of a dialect that takes them to their own results."""
    trial = _Trial(bench.logs)
    meanings = bench.meanings(dialect)
    readings = tuple(_readings(bench, dialect, meanings, trial))
    turned = [one for one in images(dialect.cells) if one != dialect.cells]
    return Undecided(
        readings,
        sum(trial.reaches(_counted(dialect, cells)) for cells in turned),
        sum(trial.reaches(_counted(dialect, cells)) for cells in _shifted(dialect.cells)),
        tuple(unmade(bench, dialect)),
        tuple(_unsaid(bench, dialect, meanings)),
        tuple(sorted(dialect.known_types() - bench.counts.keys() - {""})),
        trial.left > 0,
    )


class _Trial:
    """Replays, as long as there may be more of them."""

    def __init__(self, logs: Sequence[Facts]) -> None:
        self.left = MOST_TRIED
        # What fails mostly does so in a short log, too.
        self._logs = sorted(logs, key=lambda facts: len(facts.events))

    def reaches(self, dialect: Dialect) -> bool:
        """Whether every log reaches its own result by this dialect."""
        if not self.left:
            return False
        self.left -= 1
        try:
            loaded = checked(dialect, "trial")
            return all(judge(facts, loaded).verified for facts in self._logs)
        except (HexcoachError, Unplaced):
            return False


def _readings(
    bench: Bench, dialect: Dialect, meanings: Sequence[Meaning], trial: _Trial
) -> Iterator[Open]:
    for place, meaning in enumerate(meanings):
        for number, part in enumerate(meaning.parts):
            if part.shape is None:
                continue
            found: dict[tuple[str, str], list[str]] = {}
            for slot, other, name in _others(bench, meaning, part):
                parts = (*meaning.parts[:number], other, *meaning.parts[number + 1 :])
                changed = [*meanings]
                changed[place] = replace(meaning, parts=parts)
                if trial.reaches(bench.dialect(dialect, changed)):
                    chosen = dict(part.arguments).get(slot)
                    said = name_of(chosen) if chosen else ""
                    if not slot:
                        said = ", ".join(bench.lesson.moves[part.shape].moves)
                    found.setdefault((slot, said), []).append(name)
            for (slot, said), names in found.items():
                yield Open(meaning.kind, part.value, slot, said, tuple(dict.fromkeys(names)))


def _others(bench: Bench, meaning: Meaning, part: Part) -> Iterator[tuple[str, Part, str]]:
    """Other readings of a part: the slot that differs, the part, and what is read instead."""
    assert part.shape is not None
    shapes = bench.lesson.moves
    profile = bench.profile(meaning.kind, meaning.path, part.value)
    known = dict(part.arguments)
    for slot, chosen in known.items():
        for other in bench.arguments_for(profile, shapes[part.shape], slot):
            if name_of(other) == name_of(chosen):
                continue
            # The same words are looked for where the other values stand.
            there = msgspec.structs.replace(other, table=chosen.table) if chosen.table else other
            arguments = tuple({**known, slot: there}.items())
            yield slot, replace(part, arguments=arguments), name_of(other)
    for shape in range(len(shapes)):
        filled = bench.first_filling(profile, shapes[shape]) if shape != part.shape else ()
        if filled or (shape != part.shape and not shapes[shape].slots):
            yield "", Part(part.value, shape, filled), ", ".join(shapes[shape].moves)
    yield "", Part(part.value), ""


def _counted(dialect: Dialect, cells: Cells) -> Dialect:
    return msgspec.structs.replace(dialect, cells=cells)


def _shifted(cells: Cells) -> Iterator[Cells]:
    across, down = cells.offset
    for right, below in NEIGHBOURS:
        yield msgspec.structs.replace(cells, offset=(across + right, down + below))


def unmade(bench: Bench, dialect: Dialect) -> Iterator[str]:
    """Moves of the game that none of the logs has by the dialect, told apart by their first
    words."""
    loaded = checked(dialect, "trial")
    made = {
        draft.text.split(" ", 1)[0]
        for facts in bench.logs
        for draft in judge(facts, loaded).reading.mapped.drafts
    }
    seen = set()
    for shape in bench.lesson.moves:
        for move in shape.moves:
            word = move.split(" ", 1)[0]
            if word not in made and "{" not in word and word not in seen:
                seen.add(word)
                yield word


def _unsaid(
    bench: Bench, dialect: Dialect, meanings: Sequence[Meaning]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """By vocabulary, as many types may share one."""
    said: dict[str, set[str]] = {}
    names: dict[str, str] = {}
    for meaning in meanings:
        for part in meaning.parts:
            if part.shape is None:
                continue
            for slot, argument in part.arguments:
                kind = bench.lesson.moves[part.shape].slots[slot].removesuffix("?")
                vocabulary = kind.partition(":")[2]
                if not argument.table or vocabulary not in bench.lesson.vocabulary:
                    continue
                table = dialect.values.get(argument.table, {})
                values = bench.values_of(meaning.kind, str(argument.paths))
                said.setdefault(vocabulary, set()).update(
                    table[value] for value in values if value in table
                )
                names.setdefault(vocabulary, slot)
    for vocabulary, words in said.items():
        missing = tuple(one for one in bench.lesson.vocabulary[vocabulary] if one not in words)
        if missing:
            yield names[vocabulary], missing
