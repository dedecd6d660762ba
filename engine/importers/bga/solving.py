"""Reading a log by playing it: every notification is taken for a move that is legal where it
stands, and where that leads nowhere an earlier choice is made another way.

What has to be chosen are *unknowns*: which moves a type tells, by which argument it tells several
kinds apart, which word a value stands for. A walk goes through the events and chooses each unknown
where it first meets it; a repaired walk starts again where the changed unknown was first met.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from engine.core.effects import effect_log
from engine.core.errors import HexcoachError
from engine.core.game import Game, Setup, State
from engine.core.registry import find_game
from engine.importers.bga.coordinates import Cells, Translator
from engine.importers.bga.dialect import Dialect, Loaded, Undo
from engine.importers.bga.facts import UNDO, Facts, is_framework
from engine.importers.bga.lessons import Lesson
from engine.importers.bga.mapping import Told, map_log, told_events
from engine.importers.bga.options import (
    Option,
    decides,
    has_cell,
    likeness_of_value,
    option_of,
)
from engine.importers.bga.shapes import Profile, fillings, profile
from engine.importers.bga.templates import (
    Context,
    Template,
    at_path,
    parse_template,
    plain_text,
)
from engine.importers.bga.walks import Course, Past, Step, Unit, Unknown, Walked

HINT = 4
"""Worth of a word in a type's name, or of words of the game in its arguments, against an argument
that fits."""
MOST_FILLINGS = 12
PATIENCE = 30.0
"""Seconds of work that a teacher may take."""
MOST_TOGETHER = 400
"""Words for the values of one event that are tried together."""


@dataclass
class Solver:
    """Finds what unknowns stand for. `budget` is the number of steps that it may walk, `patience`
    the seconds of work of its own thread."""

    game: str
    base: Dialect
    lesson: Lesson
    logs: Sequence[Facts]
    silent: frozenset[str]
    """Types that tell no move: undo, and those that the base ignores for good."""
    budget: int
    progress: Callable[[float], None] = lambda share: None
    patience: float = PATIENCE
    walked: int = 0
    trials: int = 0

    def __post_init__(self) -> None:
        self.reach = len(self.logs)
        """Of the logs, so many are walked over."""
        self._began = time.thread_time()
        self.rules: Game = find_game(self.game)
        self.vocabulary_of: dict[str, str] = {}
        """By the name of a table."""
        self._courses: list[Course] = []
        self._profiles: dict[Unit, Profile] = {}
        self._options: dict[Unit, list[Option]] = {}
        self._splits: dict[str, str | None] = {}
        self._from_zero: set[str] = set()
        """Tables in whose values is a 0."""
        self._effects = effect_log(muted=True)
        self._codes: dict[str, int | None] = {}
        undos = {one.type: one for one in self.base.undo} | {UNDO: Undo(UNDO, "turn")}
        for facts in self.logs:
            kinds = [kind for kind in facts.counts if not is_framework(kind)]
            told = [one for one in told_events(facts, [*kinds, UNDO]) if not one.alone]
            steps = [Step(one, undos.get(one.kind)) for one in told]
            mapped = map_log(facts, Loaded(self.base, "", "", _templates(self.base)))
            setup = Setup(len(facts.players), mapped.rules, mapped.setup)
            start = Past(self.rules.start(setup))
            scores = {one.id: one.score for one in facts.ending.standings if one.score is not None}
            self._courses.append(Course(facts, steps, start, scores))
            self._notation = self.rules.notation(start.state)

    def like(self, base: Dialect) -> "Solver":
        """One for the same logs with another base, that has done as much work."""
        other = Solver(
            self.game, base, self.lesson, self.logs, self.silent, self.budget, self.progress
        )
        other.reach, other.patience, other._began = self.reach, self.patience, self._began
        other.walked, other.trials = self.walked, self.trials
        other.vocabulary_of.update(self.vocabulary_of)
        other._from_zero |= self._from_zero
        return other

    def may_go_on(self) -> bool:
        """Whether there is work left that may be done."""
        return self._spent < 1

    @property
    def _spent(self) -> float:
        """The share of work that is done of what may be."""
        worked = (time.thread_time() - self._began) / self.patience
        return max(worked, self.walked / self.budget if self.budget else 1.0)

    @property
    def kinds(self) -> list[str]:
        """Every type that may tell a move, in the order in which they are first met."""
        found = {step.told.kind: None for one in self._courses for step in one.steps}
        return [kind for kind in found if kind not in self.silent and kind != UNDO]

    def read_by(self, walked: Walked) -> set[Unknown]:
        """The unknowns by which the events are read at which a walk stuck."""
        found: set[Unknown] = set()
        steps = [step for course in self._courses for step in course.steps]
        for number in walked.stuck:
            told = steps[number].told
            unit = self.unit_of(told, walked.values)
            found |= {("split", told.kind), ("kind", *unit)}
            option = walked.values.get(("kind", *unit))
            for _, argument in option.tables if option else ():
                text = plain_text(at_path(told.arguments, str(argument.paths)))
                found.add(("word", argument.table, text))
        return found

    # What there is to choose from

    def profile_of(self, unit: Unit) -> Profile:
        known = self._profiles.get(unit)
        if known is None:
            kind, path, value = unit
            events = [
                step.told.arguments
                for one in self._courses
                for step in one.steps
                if step.told.kind == kind
                and (not path or plain_text(at_path(step.told.arguments, path)) == value)
            ]
            known = self._profiles[unit] = profile(kind, len(events), events)
        return known

    def options_of(self, unit: Unit) -> list[Option]:
        """What the unit may be taken for, by its arguments; likely ones first."""
        known = self._options.get(unit)
        if known is not None:
            return known
        found = self.profile_of(unit)
        rated = []
        for shape in self.lesson.moves:
            spoken = found.likeness(shape) + likeness_of_value(unit[2], shape)
            # What tells the unit is the same in all of its events, and so no word in its move.
            ways = (
                way
                for way in fillings(shape, found, self.lesson)
                if not unit[1] or all(one.paths != unit[1] for one in way.values())
            )
            for number, (arguments, _) in enumerate(zip(ways, range(MOST_FILLINGS), strict=False)):
                worth = HINT * spoken + len(arguments) - len(shape.arguments)
                option = option_of(shape, arguments, worth)
                read = 0
                for vocabulary, argument in option.tables:
                    self.vocabulary_of[argument.table] = vocabulary
                    path = str(argument.paths)
                    texts = found.words.get(path) or found.sometimes.get(path, ())
                    if "0" in texts:
                        self._from_zero.add(argument.table)
                    meant = [self.lesson.word_for(vocabulary, text) for text in texts]
                    read += bool(meant) and None not in meant
                if read:
                    worth += HINT
                    option = replace(option, worth=worth)
                rated.append((-worth, number, option))
        rated.sort(key=lambda one: one[:2])
        known = self._options[unit] = [one for _, _, one in rated]
        return known

    def splits_of(self, kind: str) -> list[str]:
        """Paths to arguments by whose value a type may tell several kinds of move."""
        return [*self.profile_of((kind, "", "")).values, *self._named_like_moves(kind)]

    def first_split(self, kind: str) -> str | None:
        """The path by which a type most likely tells several kinds of move: its values begin
        moves, or they decide which other arguments there are."""
        if kind not in self._splits:
            found = self.profile_of((kind, "", ""))
            begins = {move.split(" ", 1)[0] for one in self.lesson.moves for move in one.moves}
            telling = [path for path in found.values if decides(found.events, path)]
            named = (
                path
                for path, few in found.values.items()
                if len(begins & {*few}) > 1 and (path in telling or not self._is_word(kind, path))
            )
            likely = [*self._named_like_moves(kind), *named, *telling]
            self._splits[kind] = next(iter(likely), None)
        return self._splits[kind]

    def _named_like_moves(self, kind: str) -> list[str]:
        """Paths of many values, half of which at least are named like moves of the game, and that
        are no words of one vocabulary."""
        return [
            path
            for path, many in self.profile_of((kind, "", "")).kinds.items()
            if 2 * sum(any(likeness_of_value(one, s) for s in self.lesson.moves) for one in many)
            >= len(many)
            and not any(
                all(self.lesson.word_for(vocabulary, one) is not None for one in many)
                for vocabulary in self.lesson.vocabulary
            )
        ]

    def _is_word(self, kind: str, path: str) -> bool:
        """Whether a move for which the type's name speaks has a slot for the words at the path."""
        return any(
            option.worth >= HINT
            and any(
                argument.paths == path
                and all(
                    self.lesson.word_for(vocabulary, text) is not None
                    for text in self.profile_of((kind, "", "")).values[path]
                )
                for vocabulary, argument in option.tables
            )
            for option in self.options_of((kind, "", ""))
        )

    def units_of(self, kind: str) -> list[Unit]:
        """The kinds of event that a type most likely tells as they are first met, or the whole
        type."""
        path = self.first_split(kind)
        if path is None:
            return [(kind, "", "")]
        found = self.profile_of((kind, "", ""))
        met = (plain_text(at_path(one, path)) for one in found.events)
        return [(kind, path, one) for one in dict.fromkeys(met)]

    def unit_of(self, told: Told, values: dict[Unknown, Any]) -> Unit:
        path = values.get(("split", told.kind)) or ""
        return (told.kind, path, plain_text(at_path(told.arguments, path)) if path else "")

    def words_of(self, vocabulary: str, value: str) -> list[str]:
        """The words that a value may stand for: the one that it is by its spelling; else by its
        place in the list, then all others."""
        words = list(self.lesson.vocabulary.get(vocabulary, ()))
        first = [self.lesson.word_for(vocabulary, value)]
        if first[0] is not None and len(value) > 1:
            return [first[0]]
        if value.isdecimal():
            first += [words[n] for n in (int(value) - 1, int(value)) if 0 <= n < len(words)]
        return list(dict.fromkeys([one for one in first if one is not None] + words))

    def next_in_order(self, table: str, known: dict[str, str], value: str) -> str | None:
        """The word for a number where those known are numbered in the order of the list."""
        vocabulary = self.vocabulary_of[table]
        words = list(self.lesson.vocabulary.get(vocabulary, ()))
        numbered = ((one, word) for one, word in known.items() if one.isdecimal() and word in words)
        shifts = {int(one) - words.index(word) for one, word in numbered}
        shifts = shifts or {0 if table in self._from_zero else 1}
        if len(shifts) != 1 or not value.isdecimal():
            return None
        place = int(value) - shifts.pop()
        return words[place] if 0 <= place < len(words) else None

    # Walking

    def walk(
        self,
        cells: Cells,
        liked: dict[Unknown, Any],
        forced: dict[Unknown, Any],
        earlier: Walked | None = None,
    ) -> Walked:
        """Go through all logs. `forced` unknowns are what they are told to be; `liked` ones too
        where that is legal when they are first met. With an `earlier` walk it begins where the
        first of the forced ones was met."""
        self.trials += 1
        self.progress(min(1.0, self._spent))
        begin = min(earlier.met.get(one, 0) for one in forced) if earlier and forced else 0
        walker = _Walker(self, cells, liked, forced)
        if earlier is not None:
            walker.take_over(earlier, begin)
        worth: list[Any] = [0, 0, 0, 0.0]
        stops: list[int | None] = []
        ends: list[Past] = []
        offset = 0
        for index, course in enumerate(self._courses[: self.reach]):
            end = offset + len(course.steps)
            if earlier is not None and index < len(earlier.ends) and end <= begin:
                past, stop = earlier.ends[index], earlier.stops[index]
            else:
                past, stop = self._go(walker, course, offset, max(offset, begin))
            stops.append(stop)
            ends.append(past)
            self._judge(course, past, stop, worth)
            offset = end
        return Walked(tuple(worth), walker.met, walker.values, walker.pasts, stops, ends)

    def _go(
        self, walker: "_Walker", course: Course, offset: int, begin: int
    ) -> tuple[Past, int | None]:
        past = course.start if begin == offset else walker.pasts[begin]
        del walker.pasts[begin:]
        for number in range(begin, offset + len(course.steps)):
            walker.pasts.append(past)
            self.walked += 1
            after = walker.step(number, past, course.steps[number - offset])
            if after is None:
                # The steps that were not reached keep their numbers.
                missing = offset + len(course.steps) - len(walker.pasts)
                walker.pasts.extend([past] * missing)
                return past, number
            past = after
        return walker.ended(past) if course.facts.ending.standings else past, None

    def _judge(self, course: Course, past: Past, stop: int | None, worth: list[Any]) -> None:
        worth[2] += past.told
        over = self.rules.to_move(past.state) is None
        worth[1] += over
        if not course.scores or not self.base.result.scores:
            worth[0] += stop is None
        elif over:
            points = self.rules.scores(past.state, len(course.facts.players))
            seats = zip(past.seats, past.places, strict=True)
            distance = sum(abs(points[place] - course.scores.get(one, 0)) for one, place in seats)
            worth[3] -= distance
            worth[0] += distance == 0

    def play(self, past: Past, texts: Sequence[str]) -> State | None:
        """The state after these moves; None where one of them may not be played."""
        state = self.rules.copy(past.state)
        for text in texts:
            code = self._code(text)
            if code is None or self.rules.rules.refusal(state, code):
                return None
            self.rules.rules.play(state, code, self._effects)
        return state

    def _code(self, text: str) -> int | None:
        if text not in self._codes:
            try:
                self._codes[text] = int(self._notation.parse(text))
            except HexcoachError:
                self._codes[text] = None
        return self._codes[text]


def _templates(dialect: Dialect) -> dict[int, list[Template]]:
    return {
        index: [parse_template(move, rule.arguments) for move in rule.moves]
        for index, rule in enumerate(dialect.moves)
    }


class _Walker:
    """One walk: the unknowns that it has met, and how it goes over a step."""

    def __init__(
        self,
        solver: Solver,
        cells: Cells,
        liked: dict[Unknown, Any],
        forced: dict[Unknown, Any],
    ) -> None:
        self._solver = solver
        self._translator = Translator(cells)
        self._liked = liked
        self._forced = forced
        self.met: dict[Unknown, int] = {}
        self.values: dict[Unknown, Any] = {}
        self.pasts: list[Past] = []
        self._tables: dict[str, dict[str, str]] = {}

    def take_over(self, earlier: Walked, begin: int) -> None:
        """Everything before step `begin` as an earlier walk had it."""
        self.pasts = earlier.pasts[: begin + 1]
        for unknown, number in earlier.met.items():
            if number < begin:
                self.met[unknown] = number
                self._set(unknown, earlier.values[unknown])

    def _set(self, unknown: Unknown, value: Any) -> None:
        self.values[unknown] = value
        if unknown[0] == "word":
            self._tables.setdefault(unknown[1], {})[unknown[2]] = value

    def _meet(self, unknown: Unknown, number: int) -> None:
        self.met.setdefault(unknown, number)

    def step(self, number: int, past: Past, step: Step) -> Past | None:
        """What stands after this step; None where it cannot be played."""
        told = step.told
        if step.undo is not None:
            return self._taken_back(past, step.undo, told.player)
        if told.kind in self._solver.silent:
            return past
        split: Unknown = ("split", told.kind)
        if split not in self.met:
            self._meet(split, number)
            first = self._liked.get(split, self._solver.first_split(told.kind))
            self._set(split, self._forced.get(split, first))
        unit = self._solver.unit_of(told, self.values)
        unknown: Unknown = ("kind", *unit)
        if unknown in self.met:
            option = self.values[unknown]
            return self._played(number, past, told, option) if option else past
        self._meet(unknown, number)
        if unknown in self._forced:
            option = self._forced[unknown]
            self._set(unknown, option)
            return self._played(number, past, told, option) if option else past
        option = self._liked.get(unknown)
        if option is not None:
            after = self._played(number, past, told, option) if option else past
            if after is not None:
                self._set(unknown, option)
                return after
        options = self._solver.options_of(unit)
        # What is called by two words of a move is hardly one of which nothing speaks.
        spoken = bool(options) and options[0].worth >= 2 * HINT
        for option in options:
            if option.worth < HINT and (spoken or not has_cell(option)):
                continue
            after = self._played(number, past, told, option)
            if after is not None:
                self._set(unknown, option)
                return after
        self._set(unknown, None)
        return past

    def _taken_back(self, past: Past, undo: Undo, player: str | None) -> Past | None:
        back = past
        while (
            back.before is not None and not back.reveals and back.player == (player or past.player)
        ):
            back = back.before
            if undo.takes == "last":
                return back
        return None if back is past else back

    # Playing one event

    def _played(self, number: int, past: Past, told: Told, option: Option) -> Past | None:
        unknown, fixed = [], []
        for vocabulary, argument in option.tables:
            text = plain_text(at_path(told.arguments, str(argument.paths)))
            key: Unknown = ("word", argument.table, text)
            if not text or key in fixed:
                continue
            if key in self.met:
                continue
            if key in self._forced:
                self._set(key, self._forced[key])
                fixed.append(key)
                continue
            unknown.append((key, self._candidates(key, vocabulary)))
            fixed.append(key)
        for words, _ in zip(product(*(w for _, w in unknown)), range(MOST_TOGETHER), strict=False):
            for (key, _), word in zip(unknown, words, strict=True):
                self._set(key, word)
            after = self._tried(past, told, option)
            if after is not None:
                for key in fixed:
                    self._meet(key, number)
                return after
        for key in fixed:
            self.values.pop(key, None)
            self._tables.setdefault(key[1], {}).pop(key[2], None)
        return None

    def _candidates(self, key: Unknown, vocabulary: str) -> list[str]:
        """Words for a value, those that stand for no other value of its table first."""
        words = self._solver.words_of(vocabulary, key[2])
        table = self._tables.get(key[1], {})
        taken = set(table.values())
        likely = self._solver.next_in_order(key[1], table, key[2])
        if likely is None:
            likely = self._solver.lesson.word_for(vocabulary, key[2])
        words.sort(key=lambda word: (word != likely, word in taken))
        liked = self._liked.get(key)
        return words if liked is None else [liked, *(word for word in words if word != liked)]

    def _tried(self, past: Past, told: Told, option: Option) -> Past | None:
        context = Context(self._translator, self._tables, self._seat_of(past), 0, past.made.count)
        try:
            texts = [template.fill(told.arguments, context) for template in option.templates]
        except HexcoachError:
            return None
        after = self._moved(past, texts, told.player, option.shape.actor)
        return after and after._replace(told=past.told + 1 + len(option.arguments))

    def _seat_of(self, past: Past) -> Callable[[str], int | None]:
        seats = dict(zip(past.seats, past.places, strict=True))
        return seats.get

    def _moved(self, past: Past, texts: list[str], player: str | None, actor: bool) -> Past | None:
        turns = self._solver.base.turns
        chance = self._solver.base.chance
        words = tuple(text.split(" ", 1)[0] for text in texts)
        opened = past
        if turns.end and past.made and past.word != turns.end and words[0] != turns.end:
            begins = words[0] in turns.starts
            other = actor and player is not None and player != past.player
            if (begins or other) and past.word not in turns.starts:
                state = self._solver.play(past, [turns.end])
                if state is None:
                    return None
                opened = past._replace(state=state, made=(*past.made, turns.end))
        if actor and player is not None:
            seat = self._solver.rules.to_move(opened.state)
            if seat is None:
                return None
            if player in opened.seats:
                if opened.places[opened.seats.index(player)] != seat:
                    return None
            elif seat in opened.places:
                return None
            else:
                opened = opened._replace(
                    seats=(*opened.seats, player), places=(*opened.places, seat)
                )
        state = self._solver.play(opened, texts)
        if state is None:
            return None
        return Past(
            state,
            player if player is not None else past.player,
            words[-1],
            (*opened.made, *words),
            0,
            opened.seats,
            opened.places,
            past,
            any(word in chance for word in words),
        )

    def ended(self, past: Past) -> Past:
        """With the last turn ended, where that is written."""
        end = self._solver.base.turns.end
        if not end or past.word == end or not past.made:
            return past
        state = self._solver.play(past, [end])
        return past if state is None else past._replace(state=state, made=(*past.made, end))
