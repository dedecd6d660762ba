"""Teaching a dialect: a first proposal from names, shapes and the order of play, tried by replay.

Every candidate is judged by one measure: how far the logs can be played by the rules with it, and
whether they reach their own final scores.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import msgspec

from engine.core.errors import HexcoachError
from engine.importers.bga.coordinates import AXES, Cells, NoCell, images, numbers_of
from engine.importers.bga.dialect import FORMAT, Dialect, Loaded, Rule, Undo, checked, write_dialect
from engine.importers.bga.facts import Facts, is_framework
from engine.importers.bga.lessons import Lesson, lesson_of
from engine.importers.bga.options import Option, option_of
from engine.importers.bga.reader import BgaImporter, Reading
from engine.importers.bga.repairing import put_in_order, repair
from engine.importers.bga.shapes import is_undo
from engine.importers.bga.solving import HINT, Solver
from engine.importers.bga.templates import Argument, at_path, listed
from engine.importers.bga.walks import Walked
from engine.replay import Replay, Status, replay

MOST_LOGS = 3
"""Logs by which candidates are tried; verdicts are of all."""
BUDGET = 400_000
"""Events that are walked over at most."""
MOST_WAYS = 4
"""Ways to count cells that are followed beyond a first walk."""
EXAMPLE_LENGTH = 120
KNOWN_ENOUGH = 2
"""Values whose words follow the order of the list before the rest is taken to follow it."""


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
        """The dialect as a file; what is left to do stands above it as remarks."""
        return "".join(f"# {line}\n" for line in self.left_to_do) + write_dialect(self.dialect)

    @property
    def left_to_do(self) -> list[str]:
        """One sentence for each log that does not reach its own result, and for each type of
        notification that is not known yet."""
        lines = [_how_far(one) for one in self.verdicts if not one.verified]
        if not lines:
            return []
        counts = Counter[str]()
        examples: dict[str, Any] = {}
        known = self.dialect.known_types()
        for one in self.verdicts:
            for kind, count in one.reading.facts.counts.items():
                if kind not in known and not is_framework(kind):
                    counts[kind] += count
                    example = one.reading.facts.examples[kind].event.arguments()
                    examples.setdefault(kind, example)
        for kind, count in counts.most_common():
            shown = msgspec.json.encode(examples[kind]).decode()[:EXAMPLE_LENGTH]
            lines.append(f"not known yet: {plain_line(kind)}, {count} times, such as {shown}")
        return [plain_line(line) for line in lines]

    @property
    def verified(self) -> bool:
        return all(one.verified for one in self.verdicts)

    @property
    def worth(self) -> int:
        return sum(one.worth for one in self.verdicts)


def _how_far(verdict: Verdict) -> str:
    replay = verdict.replay
    table = verdict.reading.facts.table or "?"
    if replay is None:
        return f"table {table}: {verdict.problem}"
    told = f"table {table}: {replay.plies} of {len(verdict.reading.mapped.drafts)} moves can be"
    if replay.error is None:
        missing = unsaid(verdict)
        return f"{told} played, {replay.status.value}." + (f" {missing}" if missing else "")
    before = passed_over(verdict)
    unknown = f" Passed over before, as not known: {', '.join(before)}." if before else ""
    return f'{told} played; then "{replay.error.move}": {replay.error.reason}{unknown}'


def passed_over(verdict: Verdict) -> list[str]:
    """The types of which nothing is known and that come before the place where the log and the
    rules part: one of them may have told the move that is missing there."""
    replay, reading = verdict.replay, verdict.reading
    drafts = reading.mapped.drafts
    if replay is None or replay.error is None or replay.error.ply >= len(drafts):
        return []
    place = drafts[replay.error.ply].happening
    found: dict[str, None] = {}
    for happening in reading.facts.events:
        kind = happening.event.type or ""
        if happening is place:
            break
        if happening.viewer is None and kind in reading.mapped.unknown:
            found[kind] = None
    return list(found)


def plain_line(text: str) -> str:
    """The text on one line, whatever stands in it."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def unsaid(verdict: Verdict) -> str | None:
    """What a log that does not end by the rules says nothing of, as one sentence."""
    replay, reading = verdict.replay, verdict.reading
    lesson = lesson_of(reading.game)
    if replay is None or replay.status is not Status.INCOMPLETE or not lesson.starts:
        return None
    return lesson.unsaid if _is_unsaid(reading.mapped.setup, lesson) else None


def _is_unsaid(setup: Mapping[str, Any], lesson: Lesson) -> bool:
    """Whether nothing, or nothing but a size, stands where the lesson's setups say more."""
    keys = {key for start in lesson.starts for key in start.setup}
    said = [setup.get(key) for key in keys]
    return bool(keys) and all(
        one is None or (isinstance(one, dict) and len(one) < 2) for one in said
    )


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


def propose(
    logs: Sequence[Facts],
    game: str,
    base: Dialect | None = None,
    progress: Callable[[float], None] = lambda share: None,
    budget: int = BUDGET,
) -> Proposal:
    """The dialect by which the logs go furthest. From `base` comes what is no move: setup, rules,
    how moves write cells, undo."""
    base = base or Dialect(format=FORMAT, game=game)
    taught = base
    base = msgspec.structs.replace(base, undo=_undo(base, logs))
    silent = frozenset(one.type for one in base.undo)
    tried = sorted(logs, key=lambda facts: -len(facts.events))[:MOST_LOGS]
    lesson = lesson_of(game)
    solver = Solver(game, base, lesson, tried, silent, budget, progress)
    cells, found = _found(solver, base)
    if found.worth[0] < solver.reach and not base.setup_from and _is_unsaid(base.setup, lesson):
        base, solver, cells, found = _started(solver, cells, found)
    found = put_in_order(solver, cells, found)
    dialect = _with_known(_dialect(solver, base, cells, found), taught, logs)
    verdicts = [judge(facts, checked(dialect, "proposal")) for facts in logs]
    return Proposal(with_status(dialect, verdicts), verdicts, solver.trials)


def _undo(base: Dialect, logs: Sequence[Facts]) -> list[Undo]:
    kinds = dict.fromkeys(kind for facts in logs for kind in facts.counts if not is_framework(kind))
    known = {one.type for one in base.undo}
    found = [one for one in base.undo if one.type in kinds]
    return found + [Undo(kind) for kind in kinds if kind not in known and is_undo(kind, kinds)]


def _found(solver: Solver, base: Dialect) -> tuple[Cells, Walked]:
    """What the log with most events says first, as walks over it alone are short; then what all of
    them say."""
    solver.reach = 1
    cells, found = _best_way(solver, base)
    found = repair(solver, cells, found)
    cells, found = _turned(solver, base, cells, found)
    if len(solver.logs) > 1:
        solver.reach = len(solver.logs)
        found = repair(solver, cells, solver.walk(cells, found.values, {}))
        cells, found = _turned(solver, base, cells, found)
    return cells, found


def _started(solver: Solver, cells: Cells, found: Walked) -> tuple[Dialect, Solver, Cells, Walked]:
    """The same with the setup by which the logs go furthest, of those that they may leave
    unsaid."""
    best = (solver.base, solver, cells, found)
    for start in solver.lesson.starts:
        counted = msgspec.structs.replace(solver.base.cells, side=start.side)
        base = msgspec.structs.replace(
            solver.base, setup=solver.base.setup | start.setup, cells=counted
        )
        other = solver.like(base)
        if start.side == solver.base.cells.side:
            # What is legal on a board of which nothing is known tells what the types mean.
            known = found.values
            ways = [msgspec.structs.replace(one, side=start.side) for one in images(cells)]
            walks = [(other.walk(way, known, {}), way) for way in ways]
            walked, way = max(walks, key=lambda one: one[0].worth)
            walked = repair(other, way, walked)
        else:
            way, walked = _found(other, base)
        if walked.worth > best[3].worth:
            best = (base, other, way, walked)
        if best[3].worth[0] == other.reach:
            break
    return best


def _best_way(solver: Solver, base: Dialect) -> tuple[Cells, Walked]:
    """The way to count cells by which a first walk comes furthest; the best few are also repaired
    a little, as one wrong word may hide how good a way is."""
    ways = [base.cells, *_ways(solver, base)]
    walks = [(solver.walk(cells, {}, {}), -number, cells) for number, cells in enumerate(ways)]
    walks.sort(key=lambda one: (one[0].worth, one[1]), reverse=True)
    best, _, cells = walks[0]
    if best.worth[0] == solver.reach:
        return cells, best
    # Some moves alone tell left from right.
    reflected = msgspec.structs.replace(cells, mirror=not cells.mirror)
    other = solver.walk(reflected, {}, {})
    if other.worth > best.worth:
        walks.insert(0, (other, 0, reflected))
        best, cells = other, reflected
        if best.worth[0] == solver.reach:
            return cells, best
    whole, spent = solver.budget, solver.walked
    for number, (walked, _, way) in enumerate(walks[:MOST_WAYS]):
        solver.budget = spent + (number + 1) * (whole - spent) // (3 * MOST_WAYS)
        repaired = repair(solver, way, walked)
        if repaired.worth > best.worth:
            best, cells = repaired, way
        if best.worth[0] == solver.reach:
            break
    solver.budget = whole
    return cells, best


def _turned(solver: Solver, base: Dialect, cells: Cells, found: Walked) -> tuple[Cells, Walked]:
    """Once what the types mean is known, every way to count cells is tried again, their mirror
    images, too: some moves alone tell left from right."""
    if found.worth[0] == solver.reach:
        return cells, found
    for way in chain(images(cells), _ways(solver, base)):
        if not solver.may_go_on():
            break
        walked = solver.walk(way, found.values, {})
        if walked.worth > found.worth:
            cells, found = way, walked
    return cells, repair(solver, cells, found)


def best_cells(logs: Sequence[Facts], dialect: Dialect) -> tuple[Cells, list[Verdict]]:
    """Of all axes, offsets, turns and mirror images the one by which the logs go furthest with the
    dialect as it stands, and how far that is."""
    solver = Solver(
        dialect.game, dialect, lesson_of(dialect.game), logs[:MOST_LOGS], frozenset(), 0
    )
    best, worth = dialect.cells, -1
    for cells in [dialect.cells, *_ways(solver, dialect)]:
        loaded = checked(msgspec.structs.replace(dialect, cells=cells), "candidate")
        reached = sum(judge(facts, loaded).worth for facts in logs[:MOST_LOGS])
        if reached > worth:
            best, worth = cells, reached
    loaded = checked(msgspec.structs.replace(dialect, cells=best), "candidate")
    return best, [judge(facts, loaded) for facts in logs]


def _ways(solver: Solver, base: Dialect) -> Iterator[Cells]:
    """Every way to count cells, those first that put what the log names about the middle; then the
    twelve images of each where turning the board can make a legal game illegal."""
    pairs = [pair for kind in solver.kinds for pair in _pairs(solver, kind)]
    if not pairs:
        return
    board = base.setup.get("board")
    turns = isinstance(board, str) or (isinstance(board, dict) and "mountains" in board)
    for axes in AXES:
        for offset in _offsets(pairs):
            way = msgspec.structs.replace(
                base.cells, axes=axes, offset=offset, rotation=0, mirror=False
            )
            yield from (images(way) if turns else (way,))


def _pairs(solver: Solver, kind: str) -> Iterator[tuple[int, int]]:
    for unit in solver.units_of(kind):
        found = solver.profile_of(unit)
        for argument in (*found.cells, *(one for one, _, _ in found.lists)):
            for arguments in found.events:
                yield from _named_pairs(argument, arguments)


def _dialect(solver: Solver, base: Dialect, cells: Cells, found: Walked) -> Dialect:
    rules = [*_rules(solver, found), *_likely(solver, found)]
    rules.sort(key=lambda rule: (rule.types, str(rule.when)))
    used = {one.table for rule in rules for one in rule.arguments.values() if one.table}
    told = {kind for rule in rules for kind in rule.types}
    return msgspec.structs.replace(
        base,
        status="unverified",
        name=base.name.replace("(guess)", "(proposal)"),
        claims=sorted(told),
        ignore=[
            kind for kind in solver.kinds if kind not in told and _says_nothing(solver, found, kind)
        ],
        values={table: _table(solver, table, found) for table in sorted(used)},
        cells=cells,
        moves=rules,
    )


def _with_known(dialect: Dialect, base: Dialect, logs: Sequence[Facts]) -> Dialect:
    """With what a base that was taught before says of types and words that these logs lack, so that
    every further log adds to it."""
    if not base.claims or base.cells != dialect.cells:
        return dialect
    seen = {kind for facts in logs for kind in facts.counts}
    kept = [rule for rule in base.moves if not seen & {*rule.types}]
    tables = {one.table for rule in kept for one in rule.arguments.values()}
    values = {
        name: base.values.get(name, {}) | dialect.values.get(name, {})
        for name in sorted(base.values.keys() & tables | dialect.values.keys())
    }
    return msgspec.structs.replace(
        dialect,
        claims=sorted({*dialect.claims, *(kind for rule in kept for kind in rule.types)}),
        ignore=[*dialect.ignore, *(kind for kind in base.ignore if kind not in seen)],
        undo=[*dialect.undo, *(one for one in base.undo if one.type not in seen)],
        values=values,
        moves=[*dialect.moves, *kept],
    )


def _likely(solver: Solver, found: Walked) -> Iterator[Rule]:
    """Rules for the types that the walk did not come to, where their names speak for a move."""
    met = {unknown[1] for unknown in found.values if unknown[0] == "kind"}
    for kind in solver.kinds:
        if kind in met:
            continue
        for unit in solver.units_of(kind):
            option = next(iter(solver.options_of(unit)), None)
            if option is not None and option.worth >= HINT:
                yield rule_of(*unit, option)


def _says_nothing(solver: Solver, found: Walked, kind: str) -> bool:
    """Whether a type was met and left out, and that cost nothing: the logs reached their results
    without it, or neither its name nor its arguments speak for a move."""
    units = [one for one in found.values if one[0] == "kind" and one[1] == kind]
    if found.worth[0] == solver.reach or not units:
        return bool(units)
    if any(solver.profile_of((kind, "", "")).likeness(shape) for shape in solver.lesson.moves):
        return False
    spoken = (solver.options_of((one[1], one[2], one[3])) for one in units)
    return not any(options and options[0].worth >= HINT for options in spoken)


def _rules(solver: Solver, found: Walked) -> Iterator[Rule]:
    """A rule for each unit that tells moves. Slots whose table nothing was put into fall away,
    unless nothing stands there in any event: what they are for is then known by their names."""
    tables = {unknown[1] for unknown in found.values if unknown[0] == "word"}
    for unknown, option in found.values.items():
        if unknown[0] != "kind" or not option:
            continue
        _, kind, path, value = unknown
        if path != (found.values.get(("split", kind)) or ""):
            continue
        arguments = {
            name: one
            for name, one in option.arguments.items()
            if not one.table
            or one.table in tables
            or one.paths in solver.profile_of((kind, path, value)).empty
        }
        yield rule_of(kind, path, value, option_of(option.shape, arguments))


def rule_of(kind: str, path: str, value: str, option: Option) -> Rule:
    """What a dialect says of a unit that is taken for this."""
    moves = option.moves
    return Rule(
        type=kind,
        move=moves[0] if len(moves) == 1 else moves,
        when={path: value} if path else {},
        arguments=option.arguments,
        actor=option.shape.actor,
    )


def _table(solver: Solver, table: str, found: Walked) -> dict[str, str]:
    """Value to word; where the known ones follow the order of the list, the rest does so too, and
    where they are words of some language, the others that are known of it stand beside them."""
    known = {
        unknown[2]: str(word)
        for unknown, word in found.values.items()
        if unknown[0] == "word" and unknown[1] == table
    }
    vocabulary = solver.lesson.vocabulary.get(solver.vocabulary_of[table], {})
    words = list(vocabulary)
    shifts = {
        int(value) - words.index(word)
        for value, word in known.items()
        if value.isdecimal() and word in words
    }
    shift = next(iter(shifts)) if len(shifts) == 1 else None
    numbered = sum(value.isdecimal() for value in known)
    if shift is not None and numbered >= min(KNOWN_ENOUGH, len(words)):
        known = {str(place + shift): word for place, word in enumerate(words)} | known
    if not known or not all(value.isdecimal() for value in known):
        spelled = {
            one: word for word, others in vocabulary.items() for one in (word, *others) if one
        }
        said = {value.casefold() for value in known}
        known |= {one: word for one, word in spelled.items() if one.casefold() not in said}
    return dict(sorted(known.items(), key=lambda one: (len(one[0]), one[0])))


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


def _offsets(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """None, then the middle of what is named, the places around it, and those around the first."""
    across, down = zip(*pairs, strict=True)
    middle = ((min(across) + max(across)) // 2, (min(down) + max(down)) // 2)
    near = [(a, d) for a in (0, 1, -1) for d in (0, 1, -1)]
    around = [(spot[0] + a, spot[1] + d) for spot in (middle, pairs[0]) for a, d in near]
    return list(dict.fromkeys([(0, 0), *around]))
