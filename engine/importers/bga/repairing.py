"""Walks made better by changing one unknown at a time, as long as that leads further."""

from collections.abc import Iterator
from typing import Any

from engine.importers.bga.coordinates import Cells
from engine.importers.bga.solving import Solver
from engine.importers.bga.walks import NO_MOVE, Unit, Unknown, Walked


def repair(solver: Solver, cells: Cells, best: Walked) -> Walked:
    """The best walk that changes of one unknown at a time lead to, within the budget."""
    while solver.may_go_on() and best.worth[0] < solver.reach:
        better = None
        for forced in alternatives(solver, best):
            found = solver.walk(cells, best.values, forced, best)
            if found.worth > best.worth:
                better = found
                break
            if not solver.may_go_on():
                break
        if better is None:
            return best
        best = better
    return best


def alternatives(solver: Solver, best: Walked) -> Iterator[dict[Unknown, Any]]:
    """Changes of one unknown, or of two words that change places: those that the events at which
    the walk stuck are read by come first, then those met last before."""
    yield from in_order(solver, best)
    last = max(best.stuck, default=len(best.pasts))
    at_fault = solver.read_by(best)
    order = sorted(
        (one for one, number in best.met.items() if number <= last),
        key=lambda one: (one not in at_fault, -best.met[one]),
    )
    for unknown in order:
        value = best.values[unknown]
        match unknown[0]:
            case "kind":
                unit: Unit = (unknown[1], unknown[2], unknown[3])
                for option in (*solver.options_of(unit), NO_MOVE):
                    if option is not value:
                        yield {unknown: option}
            case "split":
                for path in (*solver.splits_of(unknown[1]), None):
                    if path != value:
                        yield {unknown: path}
            case _:
                yield from _other_words(solver, best, unknown, value)


def in_order(solver: Solver, best: Walked) -> Iterator[dict[Unknown, Any]]:
    """All numbers of a table at once as the places of its words, counted from 0, 1 or the least."""
    tables: dict[str, dict[int, str]] = {}
    for unknown, word in best.values.items():
        if unknown[0] == "word" and unknown[2].isdecimal():
            tables.setdefault(unknown[1], {})[int(unknown[2])] = word
    for table, known in tables.items():
        words = list(solver.lesson.vocabulary.get(solver.vocabulary_of[table], ()))
        for first in sorted({0, 1, min(known)}):
            if all(0 <= number - first < len(words) for number in known):
                ordered = {number: words[number - first] for number in known}
                if ordered != known:
                    yield {("word", table, str(number)): word for number, word in ordered.items()}


def put_in_order(solver: Solver, cells: Cells, best: Walked) -> Walked:
    """Numbers that stand for words in their order are no coincidence: they are taken to do so
    wherever the logs go as far with them as without."""
    changed = True
    while changed and solver.may_go_on():
        changed = False
        for forced in in_order(solver, best):
            found = solver.walk(cells, best.values, forced, best)
            if found.worth >= best.worth:
                best, changed = found, True
                break
    return best


def _other_words(
    solver: Solver, best: Walked, unknown: Unknown, value: str
) -> Iterator[dict[Unknown, Any]]:
    vocabulary = solver.vocabulary_of[unknown[1]]
    holders = {
        word: other
        for other, word in best.values.items()
        if other[0] == "word" and other[1] == unknown[1]
    }
    for word in solver.words_of(vocabulary, unknown[2]):
        if word == value:
            continue
        holder = holders.get(word)
        yield {unknown: word} if holder is None else {unknown: word, holder: value}
        if holder is not None:
            yield {unknown: word}
