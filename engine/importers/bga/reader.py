"""The importer of logs of Board Game Arena: opens, names the game, maps, grades."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from io import BufferedReader
from typing import Any

from engine.core.evidence import Evidence
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.core.registry import find_game, games
from engine.importers import contract
from engine.importers.bga.beside import (
    companions_beside,
    contents_beside,
    may_tell,
    tables_told,
)
from engine.importers.bga.companions import Companion, reason_of
from engine.importers.bga.dialect import Loaded, all_dialects, chosen_dialect
from engine.importers.bga.facts import Facts, move_numbers, read_facts
from engine.importers.bga.mapping import Actor, Mapped, map_log
from engine.importers.bga.naming import Unplaced, best_dialect, game_of
from engine.importers.bga.opening import Saved, open_logs
from engine.importers.bga.texts import is_csv
from engine.importers.bga.wrong import Wrong
from engine.importers.contract import Choice, Found, Rejected, Shelf, View

SOURCE = "boardgamearena"
VERSION = "3"
LARGEST_FILE = 256 * 1024 * 1024
MOST_TYPES_NAMED = 8
EXAMPLE_LENGTH = 200
LONGEST_SHOWN = 60

_MARKS = re.compile(
    rb'"(?:packet_id|packet_type|move_id|logEntries|gamedatas|tableinfos|gamelogs|endgame_reason|'
    rb'game_name)"\s*:|g_gamelogs\s*='
)
_REFUSAL = re.compile(rb'"status"\s*:\s*"?0"?\s*,\s*"error"\s*:|"error"\s*:[^{}]*"code"\s*:')
_PACKETS = re.compile(rb'"packet_(?:id|type)"\s*:')
_ENVELOPE = re.compile(rb'\{\s*"status"\s*:\s*"?[01]"?\s*[,}]')
_PAGE = re.compile(rb"<!doctype html|<html[\s>]", re.IGNORECASE)


class Grade(StrEnum):
    """How much of a game a log can give."""

    REPLAYABLE = contract.REPLAYABLE
    PARTIAL = contract.PARTIAL
    LOG_ONLY = contract.LOG_ONLY


@dataclass(slots=True)
class Reading:
    """One log of one of our games, and all that is known of it."""

    facts: Facts
    game: str
    loaded: Loaded | None
    mapped: Mapped
    grade: Grade
    log: GameLog
    warnings: tuple[str, ...]
    evidence: tuple[Evidence, ...]


class BgaImporter:
    """Reads whatever people save of Board Game Arena. `game` and `dialects`, where given, are the
    user's choice and come before all else."""

    key = "bga"

    def __init__(
        self,
        game: str | None = None,
        dialects: Sequence[Loaded] = (),
        shelf: Shelf | None = None,
    ) -> None:
        self._game = game
        self._chosen = tuple(dialects)
        self._shelf = shelf

    def chosen(self, choice: Choice) -> "BgaImporter":
        """One for logs of which the user says the game, or by which dialects to read them. Raises
        `BadDialect`."""
        dialects = [chosen_dialect(path) for path in choice.dialects]
        return BgaImporter(choice.game, dialects, self._shelf)

    def shelved(self, shelf: Shelf) -> "BgaImporter":
        """One for logs that are brought with these companions."""
        return BgaImporter(self._game, self._chosen, shelf)

    @property
    def version(self) -> str:
        """Another one whenever a dialect changes, or the user's choice."""
        chosen = f"+{self._game}" if self._game else ""
        return f"{version_of(self.dialects()[0])}{chosen}"

    def beside(self, name: str, ids: Iterable[str]) -> list[bytes]:
        """The companions beside a log, or brought with it."""
        return contents_beside(name, ids, self._shelf)

    def may_tell(self, head: bytes) -> bool:
        """Whether a file that begins like this may be a companion."""
        return may_tell(head)

    def told_by(self, content: bytes) -> tuple[str, ...]:
        """The tables that a companion tells of."""
        return tables_told(content)

    def claims(self, name: str, head: bytes) -> bool:
        begun = head.lstrip()
        if b'"hexlog/' in head:
            return False
        if begun[:1] in {b"{", b"["}:
            return (
                _MARKS.search(head) is not None
                or _ENVELOPE.match(begun) is not None
                or _REFUSAL.search(head) is not None
            )
        return (
            _PAGE.match(begun) is not None
            or b"g_gamelogs" in head
            or _PACKETS.search(head) is not None
            or (begun[:1].isdigit() and is_csv(begun))
        )

    def read(self, stream: BufferedReader, name: str) -> Iterator[Found | Rejected]:
        dialects, problems = self.dialects()
        for item in self.opened(stream, name):
            if isinstance(item, Wrong):
                yield rejected(item)
                continue
            facts = read_facts(item, companions_beside(name, item.table, self._shelf))
            try:
                reading = self.reading(facts, dialects)
            except Unplaced as error:
                yield Rejected(item.line, str(error), id=facts.table)
                continue
            yield Found(
                item.line,
                reading.log,
                (*reading.warnings, *problems),
                reading.evidence,
                grade=reading.grade.value,
                unknown=reading.mapped.unknown,
                view=_view(facts, reading),
            )

    def opened(self, stream: BufferedReader, name: str) -> list[Saved | Wrong]:
        """Every log in the stream, or what is wrong with it."""
        content = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            return [
                Wrong(
                    "too large",
                    f"A file of Board Game Arena is read up to {LARGEST_FILE:,} bytes: save its "
                    "games in several files.",
                )
            ]
        return open_logs(content)

    def dialects(self) -> tuple[list[Loaded], list[str]]:
        """The dialects in order of preference, and a sentence for each that cannot be used."""
        loaded, problems = all_dialects()
        return [*self._chosen, *loaded], problems

    def reading(self, facts: Facts, dialects: Sequence[Loaded]) -> Reading:
        """The log as far as it can be read. Raises `Unplaced`."""
        key = game_of(facts, dialects, self._game)
        chosen = [one for one in self._chosen if one.dialect.game == key]
        loaded = chosen[0] if chosen else best_dialect(facts, dialects, key)
        mapped = Mapped(players=list(facts.players))
        if loaded is not None and not facts.is_text:
            mapped = map_log(facts, loaded)
        else:
            known = loaded.dialect.known_types() if loaded is not None else set()
            mapped.unknown.update({k: n for k, n in facts.counts.items() if k not in known})
        players = len(mapped.players)
        allowed = find_game(key).players
        grade = _grade(facts, mapped)
        # What tells of no move may well not tell of every player either.
        if players > allowed[-1] or (players < allowed[0] and grade is not Grade.LOG_ONLY):
            raise Unplaced(
                f"This log of {find_game(key).name} names {_players(players)}, and the game is for "
                f"{allowed[0]} to {allowed[-1]}: keep its tableinfos beside it."
            )
        return Reading(
            facts,
            key,
            loaded,
            mapped,
            grade,
            _log(facts, key, loaded, mapped, grade),
            _warnings(facts, loaded, mapped, grade),
            _evidence(facts, mapped),
        )


def _view(facts: Facts, reading: Reading) -> View | None:
    """What joining with another view settles; None if there is no other."""
    mapped = reading.mapped
    if not facts.viewers or not facts.viewers < set(mapped.players):
        return None
    plies = enumerate(_replayed(facts, mapped))
    return View(
        frozenset(ply for ply, draft in plies if draft.veiled),
        _one_sided(facts, mapped),
        _grade(facts, mapped, joined=True).value,
    )


def version_of(dialects: Sequence[Loaded]) -> str:
    """Another one whenever a dialect changes, as the same file then gives another log."""
    digest = sha256("".join(one.digest for one in dialects).encode()).hexdigest()
    return f"{VERSION}+{digest[:8]}"


def rejected(wrong: Wrong) -> Rejected:
    """A wrong file as the report of an import has it."""
    if not wrong.companions:
        return Rejected(wrong.line, wrong.reason, id=wrong.table, text=wrong.text)
    first = wrong.companions[0]
    ours = frozenset(key for game in games().values() for key in (game.key, *game.aliases))
    # One of a game that is not read here tells nothing of any log that is.
    readable = [one for one in wrong.companions if one.game is None or one.game in ours]
    tables = tuple(one.table for one in readable if one.table is not None)
    sentence = companion_sentence(wrong.companions, ours)
    return Rejected(wrong.line, sentence, id=first.table, companion_of=tables)


def companion_sentence(companions: Sequence[Companion], ours: frozenset[str]) -> str:
    """What a companion without its log is."""
    first = companions[0]
    of_game = f", of the game `{first.game}`" if first.game else ""
    if len(companions) > 1:
        return (
            f"This is a companion of Board Game Arena ({first.kind} of {len(companions)} tables) "
            "and holds no log: keep it beside their logs, and they are read together."
        )
    table = f" of table {first.table}" if first.table else ""
    if first.game and first.game not in ours:
        return (
            f"This is a companion of Board Game Arena ({first.kind}{table}{of_game}, which is not "
            "read here) and holds no log."
        )
    return (
        f"This is a companion of Board Game Arena ({first.kind}{table}{of_game}) and holds no log: "
        "kept beside the table's log it is read together with that."
    )


def _grade(facts: Facts, mapped: Mapped, joined: bool = False) -> Grade:
    """`joined` with the views of others."""
    if facts.is_text or not mapped.drafts:
        return Grade.LOG_ONLY
    one_sided = facts.is_private or (len(facts.viewers) == 1 and len(facts.players) > 1)
    problems = mapped.problem_count - mapped.veiled
    if facts.starts_late or mapped.unknown or problems:
        return Grade.PARTIAL
    if not joined and (one_sided or mapped.veiled):
        return Grade.PARTIAL
    return Grade.REPLAYABLE


def _log(facts: Facts, key: str, loaded: Loaded | None, mapped: Mapped, grade: Grade) -> GameLog:
    replayed = _replayed(facts, mapped)
    ratings = {placed.id: placed.rating for one in facts.companions for placed in one.players}
    times = [draft.happening.time if draft.happening else None for draft in replayed]
    return GameLog(
        format=FORMAT,
        game=key,
        id=facts.table,
        players=[
            Player(facts.players.get(player, player), player, ratings.get(player))
            for player in mapped.players
        ],
        rules=mapped.rules,
        setup=mapped.setup,
        moves=[draft.text for draft in replayed],
        clock=times if any(time is not None for time in times) else None,
        result=_result(facts, loaded, mapped),
        meta=_meta(facts, loaded, mapped, grade),
    )


def _replayed(facts: Facts, mapped: Mapped) -> list[Any]:
    """The moves; none of a log that starts late, as there is nothing to play them on."""
    return [] if facts.starts_late else mapped.drafts


def _result(facts: Facts, loaded: Loaded | None, mapped: Mapped) -> Result | None:
    ending = facts.ending
    reason = ending.reason
    if reason is None:
        return None
    by_id = {one.id: one for one in ending.standings}
    found = [by_id[player].score for player in mapped.players if player in by_id]
    scores = [score for score in found if score is not None]
    comparable = loaded is None or loaded.dialect.result.scores
    winners = [mapped.players.index(one) for one in ending.winners() if one in mapped.players]
    return Result(
        scores=scores if comparable and len(scores) == len(mapped.players) else None,
        winners=sorted(winners) or None,
        reason=reason,
    )


def _meta(facts: Facts, loaded: Loaded | None, mapped: Mapped, grade: Grade) -> dict[str, Any]:
    meta: dict[str, Any] = {"source": SOURCE, "place": "Board Game Arena"}
    if facts.began is not None:
        began = datetime.fromtimestamp(facts.began, UTC)
        meta["date"] = began.isoformat().replace("+00:00", "Z")
    if facts.began is not None and facts.ended is not None:
        meta["seconds"] = round(facts.ended - facts.began)
    meta |= {
        "grade": grade.value,
        "saved_as": facts.saved.source.value,
        "moves_of_the_site": move_numbers(facts),
    }
    if loaded is not None:
        meta["dialect"] = loaded.label
        meta["dialect_status"] = loaded.dialect.status
        meta["dialect_digest"] = loaded.digest
    if mapped.unknown:
        meta["unknown_types"] = dict(mapped.unknown.most_common())
    back = facts.taken_back + mapped.taken_back
    if back:
        meta["moves_taken_back"] = back
    if facts.viewers:
        meta["private_views"] = sorted(facts.viewers)
    if facts.ending.companion:
        meta["endgame_reason"] = facts.ending.companion
    return meta


def _warnings(facts: Facts, loaded: Loaded | None, mapped: Mapped, grade: Grade) -> tuple[str, ...]:
    found = []
    if facts.is_text:
        found.append(
            f"It is log only ({facts.saved.source.value}): it tells {_told(facts)}, and no moves."
        )
    elif not facts.counts:
        found.append("It is log only: it holds no notification of its game.")
    elif grade is Grade.LOG_ONLY and mapped.unknown != facts.counts:
        found.append("It is log only: none of its notifications is a move that stands.")
    elif grade is Grade.LOG_ONLY:
        found.append(
            "It is log only: no dialect knows any of its notifications; teach one with `hexcoach "
            "inspect`."
        )
    if facts.starts_late:
        first = next((move.number for move in facts.moves if move.number is not None), None)
        found.append(
            f"The log starts at move {first}; what came before is missing, so its moves cannot be "
            "played."
        )
    if mapped.unknown and not facts.is_text:
        found.append(_unknown(facts, mapped))
    found += mapped.problems
    more = mapped.problem_count - mapped.veiled - len(mapped.problems)
    if more:
        found.append(f"{more} more events cannot be read.")
    if facts.saved.damaged:
        found.append(f"{facts.saved.damaged} packets or events are damaged and left out.")
    if facts.taken_back:
        found.append(
            "1 move taken back: its number is missing in the log."
            if facts.taken_back == 1
            else f"{facts.taken_back} moves taken back: their numbers are missing in the log."
        )
    if facts.leap is not None:
        found.append(
            f"The number of the move leaps from {facts.leap[0]} to {facts.leap[1]}: it is damaged, "
            "or what came between is missing."
        )
    told = facts.ending.companion
    if told is not None and reason_of(told) is None:
        found.append(
            f"The companion says that the game ended as `{_shown(told)}`, which is not known here; "
            f"it is taken as {facts.ending.reason or 'not told'}."
        )
    found += _one_sided(facts, mapped)
    found += facts.saved.notes
    if loaded is not None and loaded.dialect.status != "verified" and mapped.drafts:
        found.append(
            f"The dialect {loaded.label} is unverified: only a replay that reaches the log's own "
            "scores proves it."
        )
    return tuple(found)


def _one_sided(facts: Facts, mapped: Mapped) -> tuple[str, ...]:
    """That the log is one view, and what that hides."""
    found = []
    if facts.is_private:
        viewers = [_shown(facts.players.get(one, one)) for one in sorted(facts.viewers)]
        found.append(f"Its moves came on private channels only, of {' and '.join(viewers)}.")
    elif len(facts.viewers) == 1 and len(facts.players) > 1:
        (viewer,) = facts.viewers
        name = _shown(facts.players.get(viewer, viewer))
        found.append(f"Of the private views only that of {name} is in the log.")
    if mapped.veiled:
        events = "1 event hides" if mapped.veiled == 1 else f"{mapped.veiled} events hide"
        found.append(
            f"{events} what only another player's view tells, the first {mapped.first_veiled}; "
            "import the log of that player too, and the two are joined."
        )
    return tuple(found)


def _told(facts: Facts) -> str:
    """What a log without moves tells."""
    if not facts.players:
        return "how many moves there were" if facts.began is None else "when it was played"
    return "who played" if facts.began is None else "who played and when"


def _shown(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def _unknown(facts: Facts, mapped: Mapped) -> str:
    """Types, counts, one example each."""
    shown = []
    for kind, count in mapped.unknown.most_common(MOST_TYPES_NAMED):
        example = bytes(facts.examples[kind].event.args).decode("utf-8", "replace")
        cut = example if len(example) <= EXAMPLE_LENGTH else example[: EXAMPLE_LENGTH - 1] + "…"
        times = "once" if count == 1 else f"{count} times"
        shown.append(f"{kind} ({times}, such as {cut})")
    rest = len(mapped.unknown) - len(shown)
    more = f" and {rest} more types" if rest > 0 else ""
    return f"Notifications of unknown types: {', '.join(shown)}{more}."


def _evidence(facts: Facts, mapped: Mapped) -> tuple[Evidence, ...]:
    seats = {player: seat for seat, player in enumerate(mapped.players)}
    return tuple(
        Actor(ply, seats[draft.player], facts.players[draft.player])
        for ply, draft in enumerate(_replayed(facts, mapped))
        if draft.actor and draft.player in seats and draft.player in facts.players
    )
