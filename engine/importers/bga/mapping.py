"""From events to moves by a dialect: twins joined, undone moves taken off, turns ended."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.core.errors import HexcoachError
from engine.core.evidence import Disagreement, Step
from engine.importers.bga.coordinates import Translator
from engine.importers.bga.dialect import FORMAT, Dialect, Loaded, Rule, Undo
from engine.importers.bga.facts import UNDO, Facts, player_of
from engine.importers.bga.templates import Context, Template, at_path, parse_template, plain_text
from engine.importers.bga.wire import Happening

MOST_PROBLEMS = 5
UNKNOWN = "?"
HIDDEN: tuple[Any, ...] = (None, "", "?", [], {})
"""What stands in a public event where something is hidden."""


@dataclass(slots=True)
class Draft:
    """A move on its way into the log, and the event that told it."""

    text: str
    player: str | None = None
    happening: Happening | None = None
    actor: bool = True
    veiled: bool = False
    """Whether something in it is `?` because only a private view that is missing tells it."""

    @property
    def word(self) -> str:
        return self.text.split(" ", 1)[0]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who moved, by the log, for the replay to compare with whose turn it is."""

    ply: int
    seat: int
    name: str

    def check(self, step: Step) -> Disagreement | None:
        if step.seat == self.seat:
            return None
        return Disagreement(
            self.ply,
            f"The log says that {self.name} (seat {self.seat}) does this, and by the rules it is "
            f"the turn of seat {step.seat}.",
        )


@dataclass(slots=True)
class Mapped:
    """What a dialect makes of a log."""

    drafts: list[Draft] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    """Ids by seat."""
    setup: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    """Events that became moves or took some back, by type."""
    unknown: Counter[str] = field(default_factory=Counter)
    """Events of which the dialect says nothing, by type."""
    problems: list[str] = field(default_factory=list)
    """Events that could not be read by it: one sentence each, the first few."""
    problem_count: int = 0
    """With `veiled`."""
    veiled: int = 0
    """Events that hide something which only a private view that is missing tells."""
    first_veiled: str = ""
    """Where the first of them is, and what it hides, as the end of a sentence."""
    taken_back: int = 0
    """Moves undone by later events."""

    def problem(self, text: str) -> None:
        self.problem_count += 1
        if self.problem_count <= MOST_PROBLEMS:
            self.problems.append(text)


@dataclass(slots=True)
class Told:
    """An event with its arguments, private copies joined to it."""

    happening: Happening
    arguments: dict[str, Any]
    alone: bool
    """Whether it came on private channels only."""

    @property
    def kind(self) -> str:
        return self.happening.event.type or ""

    @property
    def player(self) -> str | None:
        return player_of(self.arguments) or (self.happening.viewer if self.alone else None)


def map_log(facts: Facts, loaded: Loaded) -> Mapped:
    """Every move that the dialect finds. What it cannot read stands among the moves as a text that
    no game reads, so that the replay stops there and nothing is passed over."""
    return _Mapping(facts, loaded).run()


def told_events(facts: Facts, kinds: Iterable[str]) -> list[Told]:
    """The events of these types, private copies joined to them, whatever they mean."""
    dialect = Dialect(format=FORMAT, game="", moves=[Rule(type=list(kinds), move="")])
    return list(_Mapping(facts, Loaded(dialect, "", "", {})).told())


class _Mapping:
    def __init__(self, facts: Facts, loaded: Loaded) -> None:
        self._facts = facts
        self._loaded = loaded
        self._dialect = loaded.dialect
        self._rules: dict[str, list[tuple[int, Rule]]] = {}
        for index, rule in enumerate(self._dialect.moves):
            for kind in rule.types:
                self._rules.setdefault(kind, []).append((index, rule))
        self._undos = {one.type: one for one in self._dialect.undo}
        self._undos.setdefault(UNDO, Undo(UNDO, "turn"))
        self._twins = {
            kind: rule.twin for rule in self._dialect.moves if rule.twin for kind in rule.types
        }
        self._private = facts.is_private
        """Where the table was told nothing, what players were told alone are the moves."""
        self._waiting: list[tuple[str, Draft]] = []
        self._revealing: set[int] = set()
        """Events, by identity, that tell an outcome of chance."""
        self._result = Mapped()

    def run(self) -> Mapped:
        result = self._result
        known = self._dialect.known_types() | {UNDO}
        for kind, count in self._facts.counts.items():
            if kind not in known:
                result.unknown[kind] += count
        told = list(self.told())
        result.players = self._seats(told)
        self._read_options()
        context = self._context(0)
        self._read_setup(told, context)
        mountain = result.setup.get("mountain", 0)
        context = self._context(mountain if isinstance(mountain, int) else 0)
        for one in told:
            if one.kind in self._undos:
                self._undo(one)
            elif one.kind in self._rules:
                self._apply(one, context)
        for word, draft in self._waiting:
            result.problem(f"`{draft.text}` waits for a move `{word}`, which never comes.")
            result.drafts.append(draft)
        if self._dialect.turns.end and self._facts.ending.standings:
            self._end_turn(None)
        return result

    def _context(self, mountain: int) -> Context:
        seats = {player: seat for seat, player in enumerate(self._result.players)}
        return Context(
            Translator(self._dialect.cells), self._dialect.values, seats.get, mountain, self._made
        )

    def _made(self, word: str) -> int:
        return sum(draft.word == word for draft in self._result.drafts)

    # Twins

    def told(self) -> Iterator[Told]:
        """The events of which the dialect says something, move by move."""
        wanted = self._rules.keys() | self._undos.keys()
        wanted |= {one.type for one in self._dialect.setup_from.values()}
        group: list[Happening] = []
        for happening in self._facts.events:
            if group and group[0].move != happening.move:
                yield from self._joined(group)
                group = []
            if happening.event.type in wanted:
                group.append(happening)
        yield from self._joined(group)

    def _joined(self, group: list[Happening]) -> Iterator[Told]:
        """The public events of one move, each filled in from its private twins; a private event
        without a twin stands where it was seen, one for all who saw it."""
        told = [Told(one, one.event.arguments(), one.viewer is not None) for one in group]
        if not any(one.alone for one in told):
            yield from told
            return
        gone: set[int] = set()
        counted: Counter[tuple[str, str | None, str | None]] = Counter()
        first_copies: dict[tuple[str, str | None, int], Told] = {}
        for index, one in enumerate(told):
            if not one.alone:
                continue
            named = player_of(one.arguments)
            key = (one.kind, named, one.happening.viewer)
            place = counted[key]
            counted[key] += 1
            twin = self._twin_of(one, named, place, told)
            if twin is None:
                copy_key = (one.kind, named or one.happening.viewer, place)
                twin = first_copies.setdefault(copy_key, one)
                if twin is one:
                    continue
            _fill_in(twin.arguments, one.arguments)
            gone.add(index)
        yield from (one for index, one in enumerate(told) if index not in gone)

    def _twin_of(self, one: Told, named: str | None, place: int, told: list[Told]) -> Told | None:
        kind = self._twins.get(one.kind, one.kind)
        alike = [other for other in told if other.kind == kind and not other.alone]
        player = named or one.happening.viewer
        own = [other for other in alike if player_of(other.arguments) in {player, None}]
        candidates = own if own or named else alike
        return candidates[place] if place < len(candidates) else None

    # Players and setup

    def _seats(self, told: list[Told]) -> list[str]:
        """Ids in turn order: as they first act, then as the log lists those who never do."""
        order: dict[str, None] = {}
        for one in told:
            rules = self._rules.get(one.kind, ())
            player = player_of(one.arguments)
            if player in self._facts.players and any(rule.actor for _, rule in rules):
                order[str(player)] = None
        listed = list(self._facts.players)
        if order:
            # The list goes round the table: those who never act follow the first who does.
            first = listed.index(next(iter(order)))
            listed = listed[first:] + listed[:first]
        return [*order, *(player for player in listed if player not in order)]

    def _read_options(self) -> None:
        result = self._result
        result.rules = dict(self._dialect.rules)
        result.setup = dict(self._dialect.setup)
        chosen: dict[str, str] = {}
        for companion in self._facts.companions:
            chosen |= companion.options
        for option in self._dialect.options:
            if chosen.get(option.id) == option.value:
                result.rules |= option.rules
                result.setup |= option.setup

    def _read_setup(self, told: list[Told], context: Context) -> None:
        datas = self._facts.saved.sibling("gamedatas")
        for key, source in self._dialect.setup_from.items():
            name = "value"
            template = parse_template("{value}", {name: source.argument})
            sources: Iterable[Any] = (
                (one.arguments for one in told if one.kind == source.type)
                if source.type
                else (datas,)
            )
            problem = "nothing in the log tells it"
            for arguments in sources:
                try:
                    text = template.fill(arguments, context)
                except HexcoachError as error:
                    problem = str(error).rstrip(".")
                    continue
                numeric = source.argument.kind in {"number", "seat", "count"}
                self._result.setup[key] = int(text) if numeric else text
                break
            else:
                if key not in self._result.setup:
                    self._result.problem(f"The setup's `{key}` is not known: {problem}.")

    # Moves

    def _apply(self, one: Told, context: Context) -> None:
        result = self._result
        for index, rule in self._rules[one.kind]:
            if one.alone and not (rule.private or self._private):
                continue
            if not fits(rule, one.arguments):
                continue
            result.used[one.kind] += 1
            for template in self._loaded.templates[index]:
                veiled = None
                try:
                    text = template.fill(one.arguments, context)
                except HexcoachError as error:
                    veiled = self._veiled(one, template, context)
                    where = f"n move {one.happening.move}, `{one.kind}`: {error}"
                    if veiled is None:
                        result.problem(f"I{where}")
                    else:
                        result.problem_count += 1
                        result.veiled += 1
                        result.first_veiled = result.first_veiled or f"i{where.rstrip('.')}"
                    text = veiled or f"{one.kind} ?"
                if text:
                    draft = Draft(text, one.player, one.happening, rule.actor, veiled is not None)
                    self._put(draft, rule)
            return
        if not one.alone:
            result.unknown[one.kind] += 1

    def _veiled(self, one: Told, template: Template, context: Context) -> str | None:
        """The move with `?` for what is not told, where the log is somebody else's view; None if
        that is not what is wrong with it."""
        viewers = self._facts.viewers
        if not viewers or one.alone or one.player in viewers:
            return None
        try:
            return template.fill(one.arguments, replace(context, veil=UNKNOWN))
        except HexcoachError:
            return None

    def _put(self, draft: Draft, rule: Rule) -> None:
        drafts = self._result.drafts
        if draft.word in self._dialect.chance:
            self._revealing.add(id(draft.happening))
        if rule.after is not None:
            self._waiting.append((rule.after, draft))
            return
        if rule.before is not None:
            place = next(
                (
                    len(drafts) - 1 - back
                    for back, other in enumerate(reversed(drafts))
                    if other.word == rule.before
                ),
                None,
            )
            if place is None:
                self._result.problem(f"`{draft.text}` comes before any move `{rule.before}`.")
            drafts.insert(len(drafts) if place is None else place, draft)
            return
        self._end_turn(draft)
        drafts.append(draft)
        released = [one for one in self._waiting if one[0] == draft.word]
        if released:
            self._waiting = [one for one in self._waiting if one[0] != draft.word]
            drafts.extend(waiting for _, waiting in released)

    def _end_turn(self, coming: Draft | None) -> None:
        """Write the end of a turn where the next move, or the end of the log, shows that it is
        over."""
        turns = self._dialect.turns
        drafts = self._result.drafts
        if not turns.end or not drafts:
            return
        last = next((one for one in reversed(drafts) if one.player is not None), None)
        if last is None or drafts[-1].word == turns.end.split(" ", 1)[0]:
            return
        if coming is not None:
            if coming.word == turns.end.split(" ", 1)[0]:
                return
            begins = coming.word in turns.starts
            other = coming.player is not None and coming.player != last.player and coming.actor
            if not begins and not other:
                return
        if drafts[-1].word in turns.starts:
            return
        drafts.append(Draft(turns.end, last.player, drafts[-1].happening))

    # Undo

    def _undo(self, one: Told) -> None:
        if one.alone and not self._private:
            return
        undo = self._undos[one.kind]
        drafts = self._result.drafts
        self._result.used[one.kind] += 1
        player = one.player or next((d.player for d in reversed(drafts) if d.player), None)
        reach = 0
        for draft in reversed(drafts):
            # An event that reveals something is not taken back, nor half of it.
            if draft.player not in {player, None} or id(draft.happening) in self._revealing:
                break
            reach += 1
        open_moves = drafts[len(drafts) - reach :]
        if undo.takes == "turn":
            gone = open_moves
        else:
            matching = [d for d in open_moves if undo.of is None or d.word == undo.of]
            last = matching[-1].happening if matching else None
            # One event may have told several moves: they go together.
            gone = [d for d in open_moves if d.happening is last and last is not None]
        if not gone:
            self._result.problem(
                f"In move {one.happening.move}, `{one.kind}` takes back a move, but there is none "
                "since the last draw, reveal or change of player."
            )
            return
        gone_ids = {id(draft) for draft in gone}
        self._result.drafts = [draft for draft in drafts if id(draft) not in gone_ids]
        self._result.taken_back += len(gone)


def fits(rule: Rule, arguments: dict[str, Any]) -> bool:
    """Whether the arguments have the values that the rule's `when` asks for."""
    for path, wanted in rule.when.items():
        value = plain_text(at_path(arguments, path))
        choices = wanted if isinstance(wanted, list) else [wanted]
        if value not in {plain_text(choice) for choice in choices}:
            return False
    return True


def _fill_in(public: dict[str, Any], private: dict[str, Any]) -> None:
    """What the public copy hides, from the private one."""
    for key, value in private.items():
        shown = public.get(key)
        if shown == value:
            continue
        if any(shown == hidden and type(shown) is type(hidden) for hidden in HIDDEN):
            public[key] = value
        elif isinstance(shown, dict) and isinstance(value, dict):
            _fill_in(shown, value)
        elif isinstance(shown, list) and isinstance(value, list) and len(value) > len(shown):
            public[key] = value
