"""Walks made better by changing one unknown at a time, as long as that leads further."""

from collections.abc import Iterator
from typing import Any

from engine.importers.bga.coordinates import Cells
from engine.importers.bga.solving import NO_MOVE, Solver, Unit, Unknown, Walked


def repair(solver: Solver, cells: Cells, best: Walked) -> Walked:
    """The best walk that changes of one unknown at a time lead to, within the budget."""
    while solver.walked < solver.budget and best.worth[0] < len(solver.logs):
        better = None
        for forced in alternatives(solver, best):
            found = solver.walk(cells, best.values, forced, best)
            solver.progress(min(1.0, solver.walked / solver.budget))
            if found.worth > best.worth:
                better = found
                break
            if solver.walked >= solver.budget:
                break
        if better is None:
            return best
        best = better
    return best


def alternatives(solver: Solver, best: Walked) -> Iterator[dict[Unknown, Any]]:
    """Changes of one unknown, or of two words that change places: those met last before the walk
    stuck come first."""
    last = max(best.stuck, default=len(best.pasts))
    at_fault = {solver.kind_at(number) for number in best.stuck}
    order = sorted(
        (one for one, number in best.met.items() if number <= last),
        key=lambda one: (one[0] == "word" or one[1] not in at_fault, -best.met[one]),
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
