"""What a log tells without any knowledge of its game: players, times, events, how it ended."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine.importers.bga.companions import Companion, number, reason_of
from engine.importers.bga.opening import Saved, Source
from engine.importers.bga.templates import plain_text
from engine.importers.bga.wire import Happening, Move, happenings, in_moves, whole

FRAMEWORK = frozenset(
    [
        "gameStateChange",
        "gameStateChangePrivateArg",
        "gameStateMultipleActiveUpdate",
        "newPrivateState",
        "newActivePlayer",
        "leaveGameState",
        "updateReflexionTime",
        "wakeupPlayers",
        "simpleNote",
        "simpleNode",
        "message",
        "tableInfosChanged",
        "clockalert",
        "playerstatus",
        "yourturnack",
        "infomsg",
        "simplePause",
        "resultsAvailable",
        "tableWindow",
        "switchToTurnbased",
        "timeJokerUsed",
        "newUndoableStep",
        "archivewaitingdelay",
        "undoRestorePoint",
        "playerConcedeGame",
        "skipTurnOfPlayer",
        "gameResultNeutralized",
        "tableDecision",
    ]
)
"""Types that every game has; none of them is a move."""

MOST_TAKEN_BACK = 500
"""Moves in a row; a wider gap of their numbers tells of something else."""
LONGEST_NAME = 100
"""Letters kept of a type or a player's name."""
UNDO = "undoRestorePoint"
END_STATE = 99
END_STATE_NAME = "gameEnd"
CHAT = ("chat", "chatmessage", "startwriting", "stopwriting")
"""How the types of chat end. A game's own type may well have the letters elsewhere in it."""
PLAYER_KEYS = ("player_id", "playerId", "pId", "player")
SETUP_STATE = "gameSetup"
TEXT_SOURCES = frozenset({Source.TEXT, Source.CSV, Source.HISTORY})


def is_framework(kind: str) -> bool:
    """Whether this type says nothing of the game itself."""
    return kind in FRAMEWORK or not kind or kind.lower().endswith(CHAT)


def player_of(arguments: dict[str, Any]) -> str | None:
    """The acting player's id, under whichever key and as whichever type."""
    for key in PLAYER_KEYS:
        value = arguments.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).isdecimal():
            return str(value)
    return None


@dataclass(slots=True)
class Standing:
    """One row of the result at the end of a log."""

    id: str
    name: str | None
    score: float | None
    score_aux: float | None
    rank: int | None
    zombie: bool
    conceded: bool


@dataclass(slots=True)
class Ending:
    """What the log and its companion tell of the end."""

    standings: list[Standing] = field(default_factory=list)
    conceded: bool = False
    skipped: bool = False
    """Somebody ran out of time."""
    neutralized: bool = False
    """Somebody quit."""
    abandoned: bool = False
    companion: str | None = None
    """The companion's word for the reason."""

    @property
    def reason(self) -> str | None:
        """As a hexlog result has it; None where nothing tells of an end."""
        told = reason_of(self.companion)
        if told is not None and told != "normal":
            return told
        if self.conceded or any(one.conceded for one in self.standings):
            return "conceded"
        if self.abandoned:
            return "abandoned"
        left = self.neutralized or any(one.zombie for one in self.standings)
        if self.skipped and (left or not self.standings):
            return "timeout"
        if left:
            return "abandoned"
        return "normal" if self.standings else told

    def winners(self) -> list[str]:
        """The ids in first place: by rank, else by score and tie-break."""
        ranks = [one.rank for one in self.standings]
        known = [rank for rank in ranks if rank is not None]
        if len(known) == len(ranks) and known:
            return [one.id for one in self.standings if one.rank == min(known)]
        keyed = [(one.score or 0.0, one.score_aux or 0.0) for one in self.standings]
        if not keyed or any(one.score is None for one in self.standings):
            return []
        return [one.id for one, key in zip(self.standings, keyed, strict=True) if key == max(keyed)]


@dataclass(slots=True)
class Facts:
    """One table, read once."""

    saved: Saved
    moves: list[Move] = field(default_factory=list)
    events: list[Happening] = field(default_factory=list)
    """In order, without those of the framework but for `undoRestorePoint`."""
    counts: Counter[str] = field(default_factory=Counter)
    """By type, the framework's left out, each private copy counted, too."""
    examples: dict[str, Happening] = field(default_factory=dict)
    """The first event of each type, a public one where there is one."""
    players: dict[str, str] = field(default_factory=dict)
    """Names by id, in the order in which the log lists them."""
    viewers: set[str] = field(default_factory=set)
    """Players whose private channel carries events of the game."""
    began: float | None = None
    ended: float | None = None
    starts_late: bool = False
    taken_back: int = 0
    """Move numbers that are missing between the first and the last."""
    leap: tuple[int, int] | None = None
    """Two neighbours among the numbers with more between than anybody takes back."""
    ending: Ending = field(default_factory=Ending)
    companions: list[Companion] = field(default_factory=list)

    @property
    def table(self) -> str | None:
        """The log's own id, else its companion's."""
        told = (one.table for one in self.companions if one.table is not None)
        return self.saved.table or next(told, None)

    @property
    def is_private(self) -> bool:
        """Whether nothing of the game came to the whole table."""
        return bool(self.viewers) and all(
            one.viewer is not None or one.event.type == UNDO for one in self.events
        )

    @property
    def is_text(self) -> bool:
        return self.saved.source in TEXT_SOURCES


def read_facts(saved: Saved, companions: Iterable[Companion] = ()) -> Facts:
    """Everything that can be known of the log, whatever its game."""
    facts = Facts(saved, companions=[*saved.companions, *companions])
    _read_listed_players(facts)
    if saved.texts:
        _read_texts(facts)
    else:
        _read_packets(facts)
    _read_companions(facts)
    facts.players = {player: shortened(name) for player, name in facts.players.items()}
    return facts


def shortened(text: str) -> str:
    """A type or a name as long as one may be."""
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def _read_packets(facts: Facts) -> None:
    facts.moves = in_moves(facts.saved.packets)
    begun_at_setup = False
    for move in facts.moves:
        for happening in happenings(move):
            kind = happening.event.type or ""
            if kind == "gameStateChange":
                begun_at_setup |= _read_state(facts, happening)
                continue
            if is_framework(kind):
                _read_framework(facts, kind, happening)
                continue
            facts.events.append(happening)
            kind = shortened(kind)
            facts.counts[kind] += 1
            # Where the game goes on, the vote on abandoning it failed.
            facts.ending.abandoned = False
            known = facts.examples.get(kind)
            if known is None or (known.viewer is not None and happening.viewer is None):
                facts.examples[kind] = happening
            if happening.viewer is not None:
                facts.viewers.add(happening.viewer)
    numbers = [move.number for move in facts.moves if move.number is not None]
    if numbers:
        _read_gaps(facts, sorted(set(numbers)))
        facts.starts_late = numbers[0] > 1 and not begun_at_setup
    _read_times(facts)
    _read_players_of_channels(facts)


def _read_gaps(facts: Facts, numbers: list[int]) -> None:
    for earlier, later in pairwise(numbers):
        missing = later - earlier - 1
        if missing <= MOST_TAKEN_BACK:
            facts.taken_back += missing
        else:
            facts.leap = facts.leap or (earlier, later)


def _read_state(facts: Facts, happening: Happening) -> bool:
    """Whether this state is the beginning; the result, where it holds one, is kept."""
    raw = bytes(happening.event.args)
    if b'"result"' in raw:
        state = happening.event.arguments()
        arguments = state.get("args")
        listed = arguments.get("result") if isinstance(arguments, dict) else None
        if isinstance(listed, list) and _is_end(state):
            table = arguments.get("table") if isinstance(arguments, dict) else None
            flags = table if isinstance(table, dict) else {}
            facts.ending.conceded |= _flag(flags.get("concede"))
            facts.ending.neutralized |= _flag(flags.get("neutralized"))
            facts.ending.standings = [_standing(one) for one in listed if isinstance(one, dict)]
    return f'"{SETUP_STATE}"'.encode() in raw


def _is_end(state: dict[str, Any]) -> bool:
    """Whether a state with a result is the end, and none of the game's own."""
    number_, name = state.get("id"), state.get("name")
    return name == END_STATE_NAME or whole(number_) == END_STATE or (number_ is name is None)


def _standing(row: dict[str, Any]) -> Standing:
    rank = number(row.get("rank"))
    name = row.get("name")
    return Standing(
        str(row.get("player") or row.get("id")),
        name if isinstance(name, str) else None,
        number(row.get("score")),
        number(row.get("score_aux")),
        None if rank is None else int(rank),
        _flag(row.get("zombie")),
        _flag(row.get("concede")),
    )


def _flag(value: Any) -> bool:
    """Whether a flag is set, written as 1, "1", true, or who it was."""
    return isinstance(value, str | int) and str(value).lower() not in {"", "0", "false"}


def _read_framework(facts: Facts, kind: str, happening: Happening) -> None:
    ending = facts.ending
    if kind == UNDO:
        facts.events.append(happening)
    elif kind == "playerConcedeGame":
        ending.conceded = True
    elif kind == "skipTurnOfPlayer":
        ending.skipped = True
    elif kind == "gameResultNeutralized":
        ending.neutralized = True
    elif kind == "tableDecision" and b"abandon" in bytes(happening.event.args):
        ending.abandoned = True


def _read_times(facts: Facts) -> None:
    for packets, ends in ((facts.moves, False), (facts.moves[::-1], True)):
        time = next((found for move in packets if (found := _time_of(move)) is not None), None)
        if ends:
            facts.ended = time
        else:
            facts.began = time


def _time_of(move: Move) -> float | None:
    return next(
        (one.time for one in happenings(move) if one.time is not None),
        None,
    )


def _read_listed_players(facts: Facts) -> None:
    listed = facts.saved.sibling("players")
    datas = facts.saved.sibling("gamedatas")
    for source in (listed, datas.get("players") if isinstance(datas, dict) else None):
        listed_rows = source if isinstance(source, list) else []
        rows = source.items() if isinstance(source, dict) else enumerate(listed_rows)
        for key, row in rows:
            if not isinstance(row, dict):
                continue
            player = row.get("id", row.get("player_id", key))
            name = row.get("name", row.get("player_name"))
            facts.players.setdefault(str(player), name if isinstance(name, str) else str(player))


def _read_players_of_channels(facts: Facts) -> None:
    """Where no list of players came: from the end, else from the arguments and the private
    channels. One private channel more than players may be a spectator's, as it is where players'
    names were taken out."""
    if facts.players:
        return
    for standing in facts.ending.standings:
        facts.players[standing.id] = standing.name or standing.id
    if not facts.players:
        for happening in facts.events:
            if happening.viewer is None:
                arguments = happening.event.arguments()
                player = player_of(arguments)
                if player is not None:
                    name = plain_text(arguments.get("player_name"))
                    facts.players.setdefault(player, name or player)
        if len(facts.players) < 2 or len(facts.viewers) > 1:
            for viewer in sorted(facts.viewers):
                facts.players.setdefault(viewer, viewer)
    if not facts.players:
        # A history has no ids: the names have to do.
        for happening in facts.events:
            name = plain_text(happening.event.arguments().get("player_name"))
            if name:
                facts.players.setdefault(name, name)
    for packet in facts.saved.packets:
        if packet.viewer is not None and not facts.players:
            facts.players.setdefault(packet.viewer, packet.viewer)


def _read_texts(facts: Facts) -> None:
    times = []
    numbers = set()
    for number_, seconds, player, _ in facts.saved.texts:
        if number_ is not None:
            numbers.add(number_)
        if seconds is not None:
            times.append(seconds)
        if player is not None:
            facts.players.setdefault(player, player)
    facts.moves = [Move(one) for one in sorted(numbers)]
    if times:
        facts.began, facts.ended = min(times), max(times)


def _read_companions(facts: Facts) -> None:
    for companion in facts.companions:
        facts.ending.companion = facts.ending.companion or companion.reason
        for placed in companion.players:
            if placed.name or placed.id not in facts.players:
                facts.players[placed.id] = placed.name or placed.id
        facts.began = facts.began if facts.began is not None else companion.began
        facts.ended = facts.ended if facts.ended is not None else companion.ended
        if not facts.ending.standings and any(one.score is not None for one in companion.players):
            facts.ending.standings = [
                Standing(one.id, one.name, one.score, one.score_aux, one.rank, False, False)
                for one in companion.players
            ]


def move_numbers(facts: Facts) -> int:
    """How many moves of the site's own count the log holds."""
    return len({whole(move.number) for move in facts.moves if move.number is not None})
