"""The contract between a game and everything else: replay, search, store and pages.

A game is a folder in `engine/games` whose package offers `GAME: Game`. Its state is one NumPy
record; its rules are compiled functions on that record (`Rules`); moves are 64-bit codes inside
and text at the edge (`Notation`). Chance is data: a chance outcome is a ply like any other.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from engine.core.chance import RandomState
from engine.core.compiling import rule
from engine.core.effects import EffectLog
from engine.core.errors import BadSetup
from engine.core.findings import Detector, Finding, Seen, watch
from engine.core.ids import MoveCode, Seat
from engine.core.keys import key_of_bytes
from engine.core.telling import Positions, Telling
from engine.core.wording import as_json

State = np.record
"""One record of the game's `state_dtype`."""

Codes = npt.NDArray[np.int64]
Points = npt.NDArray[np.int64]
Worths = npt.NDArray[np.float64]


@rule
def equally_promising(state: State, moves: Codes, count: int, worths: Worths) -> None:
    """`Rules.appraise` of a game that does not tell."""
    worths[:count] = 0.0


@rule
def never_decided(state: State) -> int:
    """`Rules.decided` of a game that does not tell."""
    return -1


@rule
def nothing_to_fill(state: State, random: RandomState) -> None:
    """`Rules.fill` of a game whose logs know everything."""


@rule
def seen_by_all(state: State, moves: Codes, seat: int, seen: Codes, log: EffectLog) -> None:
    """`Rules.seen_by` of a game without secrets."""
    seen[:] = moves


class Kind(IntEnum):
    """What the position waits for."""

    DECISION = 0
    CHANCE = 1
    OVER = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """One game's compiled rules. All of them are pure but `play` and `opening`, which change the
    state (and log) they are given; whoever needs the old state copies it first.

    legal(state, buffer): write every legal move (of a chance node: every possible known outcome)
        once into `buffer`, in a stable order, and return how many.
    refusal(state, move): 0 if the move may be played, else a reason code of the game; it is made
        of the same predicates as `legal`, and may accept more only where the spec says that a log
        may hold what is never listed (`?`, a first tile anywhere, claims, passes).
    play(state, move, log): play a move that is not refused.
    opening(state, log): effects that hold before the first move (cards dealt, objectives set).
    kind(state): a `Kind` as integer. to_move(state): the seat to move, at chance nodes the seat
        whose turn it is; -1 when over. turn(state): turns finished.
    draw(state, random): one chance outcome by its true probability.
    weight(state, move): that outcome's probability (0 to 1) among those that `legal` lists.
    scores(state, points): write every seat's points as they stand into `points`.
    places(state, places): write every seat's place, 1-based, ties sharing (1, 1, 3), as it stands.
    choose(state, policy, random, buffer): a decision by the policy at this index of
        `Game.policies`; `buffer` is scratch for `legal`. -1 when a log must go on first, as on
        a board of unknown areas.
    appraise(state, moves, count, worths): write how promising each of the first `count` legal
        moves of a decision looks at a glance into `worths` (float64; only their order means
        anything). A search looks at the best of them first.
    fill(state, random): put in the place of everything that the log does not know (`?`) something
        that it may be, by its probability; afterwards nothing is unknown.
    seen_by(state, moves, seat, seen, log): write legal moves that begin at `state` to `seen` as
        this seat knows them after the last one: with `?` for what only others have seen by then.
        `state` may be changed, nothing is written to the muted `log`.
    key(state): a 64-bit key; the same for two positions only if from both the same moves lead to
        the same scores and places. Keys are comparable among states of one start (board, switches).
    decided(state): the seat that will win alone whatever is played, or -1, also where that is not
        seen at a glance.
    """

    legal: Callable[[State, Codes], int]
    refusal: Callable[[State, int], int]
    play: Callable[[State, int, EffectLog], None]
    opening: Callable[[State, EffectLog], None]
    kind: Callable[[State], int]
    to_move: Callable[[State], int]
    turn: Callable[[State], int]
    draw: Callable[[State, RandomState], int]
    weight: Callable[[State, int], float]
    scores: Callable[[State, Points], None]
    places: Callable[[State, Points], None]
    choose: Callable[[State, int, RandomState, Codes], int]
    appraise: Callable[[State, Codes, int, Worths], None] = equally_promising
    fill: Callable[[State, RandomState], None] = nothing_to_fill
    seen_by: Callable[[State, Codes, int, Codes, EffectLog], None] = seen_by_all
    key: Callable[[State], np.uint64] = key_of_bytes
    decided: Callable[[State], int] = never_decided


class Notation(Protocol):
    """Moves as text. One notation serves all states of games that share a board."""

    def parse(self, text: str) -> MoveCode:
        """Read a move, forgiving blanks, case and the order of what is a set.

        Raises `UnreadableMove` with a sentence that says what is wrong and what would be right.
        """
        ...

    def format(self, move: MoveCode) -> str:
        """The canonical text."""
        ...


UNREAD = -1
"""The code of no move; what `ReadsMany.read_many` leaves to `parse`."""


@runtime_checkable
class ReadsMany(Notation, Protocol):
    """A notation that reads many texts at once, for games whose texts hardly ever come again."""

    def read_many(self, texts: Sequence[str]) -> Codes:
        """The code of each text that is canonical; `UNREAD`, or what `parse` gives, for others."""
        ...


@dataclass(frozen=True, slots=True)
class Switch:
    """One rule switch: its values by name of preset (or `default`), and what it means."""

    default: Any
    choices: tuple[Any, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Objective:
    """Something a seat may complete; completion rates are counted by it."""

    key: str
    group: str
    colour: str | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class HeatmapLayer:
    """Effects that are counted by cell: rows of `kind`, of these `what` and `cause` if given.

    `weight` is `count` (rows), `amount` (sum of amounts) or `turn` (mean turn).
    `edge` layers count the edge between the two cells of the effect, `origin` layers its second
    cell in place of the first: where something came from.
    """

    key: str
    kind: str
    what: tuple[str, ...] = ()
    cause: tuple[str, ...] = ()
    weight: str = "count"
    edge: bool = False
    origin: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """What a log's header says of how the game starts."""

    players: int
    rules: Mapping[str, Any]
    setup: Mapping[str, Any]


class Game(ABC):
    """One game. Everything that is not compiled is here."""

    key: str
    """As in logs: `takenoko`."""
    aliases: tuple[str, ...] = ()
    """Other keys under which sites know the game."""
    name: str
    version: str
    """Of the rules; stored with everything computed by them."""
    players: range
    """Numbers of players it can be played with."""
    state_dtype: np.dtype[np.void]
    most_legal_moves: int
    """Length of buffer that `Rules.legal` needs at most."""
    turn_limit: int
    """Turns after which a simulation gives up (`result.reason` `unfinished`)."""
    policies: tuple[str, ...]
    """Names of the players that `Rules.choose` knows by index; `random` is the first."""
    guide: str
    """The policy that plays positions out when they are evaluated; chosen by measurement."""
    patience: int = 40
    """Visits after which a tree search looks at what may follow a move; chosen by measurement.
    Where playouts are noisy, only many visits tell the moves after a move apart."""
    steadiness: float = 1.0
    """The chance, in each turn of a playout, that nothing happens that only better players see;
    after it everybody is as likely to win. So playouts are the less sure the longer they are.
    Chosen by measurement: how a playout ends says too much in games that luck and plans decide."""
    appraised_plies: int = 2
    """Plies from the root on which `Rules.appraise` orders the moves of an exact search; chosen by
    measurement. Where a good look is worth more than many positions, all of them."""
    quickness: int = 1
    """How many times as many playouts a quick review can afford as one of Takenoko."""
    hides: bool = False
    """Whether a seat may know something that another does not."""
    rules: Rules
    switches: Mapping[str, Switch]
    effect_kinds: tuple[str, ...]
    vocabulary: tuple[str, ...]
    """Texts behind `what` and `cause`; index 0 is empty."""
    score_sources: tuple[str, ...]
    """The values of `what` in `scored` effects."""
    objectives: tuple[Objective, ...]
    heatmap_layers: tuple[HeatmapLayer, ...]
    detectors: tuple[type[Detector], ...] = ()
    """What `findings` looks for."""
    rejected_words: Mapping[int, str]
    """Reason codes of `Rules.refusal` to sentences, with `{move}` to be filled in."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The state before the first move. Raises `BadSetup` with a sentence."""

    @abstractmethod
    def notation(self, state: State) -> Notation:
        """The notation of this state's board; the same object for boards of the same kind."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """The position as the JSON object that the game's page of the spec defines."""

    def explain(self, state: State, move: MoveCode, reason: int) -> str:
        """Why the move may not be played here, as one sentence; games may say it better."""
        return self.rejected_words[reason].format(move=self.notation(state).format(move))

    def knows_enough(self, state: State, seat: Seat) -> bool:
        """Whether the state holds all that this seat sees of its own, so that its moves are known
        and games from here on end."""
        return True

    def changing(self, state: State) -> int:
        """How many bytes, from the first of the record on, moves can still change; the others stay
        as they are to the end of the game."""
        return self.state_dtype.itemsize

    def circles(self, state: State) -> int:
        """About how many positions may be come back to from here on, 0 if none can: where play may
        go in circles, solving takes all of them together."""
        return 0

    def default_setup(self, players: int, random: RandomState) -> dict[str, Any]:
        """The `setup` of a simulated game: whatever chance or people decide before move 0."""
        return {}

    def seen_setup(self, setup: Setup, seat: Seat) -> Setup:
        """The header as this seat sees it when the game begins: hands of others are unknown."""
        return setup

    def findings(self, steps: Iterable[Seen]) -> Iterator[Finding]:
        """What can be said of one game's plies without any search, as soon as it is certain."""
        return watch(self.detectors, steps)

    def tells_at_once(
        self, view: State, seat: Seat, players: int, after: Positions
    ) -> Iterator[Telling]:
        """What positions say in terms of the game right after this seat has moved: `view` is the
        position as it knew it. Exact, and with a number for every position."""
        return iter(())

    def tells_at_end(
        self, view: State, seat: Seat, players: int, ends: Positions
    ) -> Iterator[Telling]:
        """Likewise of positions in which games that went on from there have ended."""
        return iter(())

    def empty_state(self) -> State:
        """A zeroed record of this game's type."""
        return np.zeros(1, dtype=np.dtype((np.record, self.state_dtype)))[0]

    def copy(self, state: State) -> State:
        """An independent copy."""
        # As bytes: NumPy copies a record field by field, which takes ten to thirty times as long.
        dtype = np.dtype((np.record, self.state_dtype))
        return np.frombuffer(bytearray(state.tobytes()), dtype=dtype)[0]

    def check_players(self, setup: Setup) -> None:
        """Raises `BadSetup` unless the game can be played by so many."""
        if setup.players not in self.players:
            raise BadSetup(
                f"{self.name} is played by {self.players[0]} to {self.players[-1]} players, "
                f"not by {setup.players}."
                if len(self.players) > 1
                else f"{self.name} is played by {self.players[0]} players, not by {setup.players}."
            )

    def legal_moves(self, state: State) -> list[MoveCode]:
        """Every legal move, or every known outcome of a chance node."""
        buffer = np.empty(self.most_legal_moves, dtype=np.int64)
        count = self.rules.legal(state, buffer)
        return [MoveCode(move) for move in buffer[:count].tolist()]

    def kind(self, state: State) -> Kind:
        return Kind(self.rules.kind(state))

    def to_move(self, state: State) -> Seat | None:
        """The seat to move (at chance nodes: whose turn it is); None when the game is over."""
        seat = self.rules.to_move(state)
        return None if seat < 0 else Seat(seat)

    def scores(self, state: State, players: int) -> list[int]:
        """Every seat's points as they stand."""
        points = np.zeros(players, dtype=np.int64)
        self.rules.scores(state, points)
        return [int(value) for value in points]

    def places(self, state: State, players: int) -> list[int]:
        """Every seat's place as it stands, 1-based, ties sharing."""
        places = np.zeros(players, dtype=np.int64)
        self.rules.places(state, places)
        return [int(value) for value in places]


def read_switches(
    game: str, switches: Mapping[str, Switch], rules: Mapping[str, Any]
) -> dict[str, Any]:
    """The value of every switch, defaults filled in.

    Raises `BadSetup` for a switch that the game does not have or a value that it cannot take.
    Booleans are told from integers: `1` is not `true` in a log.
    """
    for key, value in rules.items():
        if key not in switches:
            known = ", ".join(sorted(switches)) or "none"
            raise BadSetup(f"{game} has no rule switch {as_json(key)}; it has: {known}.")
        choices = switches[key].choices
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            shown = ", ".join(as_json(choice) for choice in choices)
            raise BadSetup(
                f"Rule switch {as_json(key)} of {game} is one of {shown}, not {as_json(value)}."
            )
    return {key: rules.get(key, switch.default) for key, switch in switches.items()}
