"""Replaying a log: a fold of its moves over the game's rules.

A replay gives the good prefix and, if a move fails, the ply and why; it never skips a check.
"""

import itertools
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from engine.core.effects import CAPACITY, EFFECT, EFFECT_LOG, effect_log
from engine.core.errors import HexcoachError
from engine.core.evidence import Disagreement, Evidence, Step
from engine.core.game import UNREAD, Codes, Game, Notation, ReadsMany, Setup, State
from engine.core.gamelog import GameLog, Result
from engine.core.ids import MoveCode, Ply, Seat
from engine.core.kernels import EMPTIED, NOT_BEGUN, PLY, Plies, kernels_of
from engine.core.registry import find_game

Effects = npt.NDArray[np.void]
"""Rows of `EFFECT`."""
Bytes = npt.NDArray[np.uint8]
NO_EFFECTS: Bytes = np.empty(0, dtype=np.uint8)

NEVER_COMPARED = frozenset({"conceded", "abandoned", "timeout"})
"""Reasons of a result whose scores are nominal: such games count as incomplete."""


class NoSuchPly(HexcoachError):
    """A ply was asked for that the game does not reach."""


class Status(StrEnum):
    """What a replay says of a log."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    INCOMPLETE = "incomplete"
    MISMATCH = "mismatch"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


@dataclass(slots=True)
class ReplayError:
    """Where a log breaks the rules."""

    ply: Ply
    move: str
    """As it stands in the log."""
    reason: str
    """One sentence."""
    legal: list[str]
    """The legal moves (or known outcomes) there that begin with the same word; where there is
    none, the words that a legal move may begin with."""


@dataclass(slots=True)
class Outcome:
    """What a log came to. Arrays have one row for each of the `plies` that could be played."""

    log: GameLog
    game: Game
    status: Status
    plies: int
    seats: int
    scores: list[int] | None
    """By seat; None while the game is not over, `places` (1-based, ties sharing) and `winners`
    (the seats in first place) likewise."""
    places: list[int] | None
    winners: list[int] | None
    error: ReplayError | None
    warnings: list[str]
    ply_rows: Plies
    effects: Effects
    """Opening effects first, with ply -1; empty if they were not asked for."""


@dataclass(slots=True)
class Replay(Outcome):
    """An outcome with all that is needed to look at the game ply by ply."""

    start: State
    """Before move 0."""
    state: State
    """After the good prefix."""
    codes: Codes


def replay(log: GameLog, effects: bool = True, evidence: Iterable[Evidence] = ()) -> Replay:
    """Play a log by the rules. An illegal or unreadable move is no exception but a result.

    Where `evidence` (see `engine.core.evidence`; an importer finds it together with the log)
    disagrees with what the rules give, the game is illegal there.

    Raises `UnknownGame` or `BadSetup` if the header cannot start a game: such a log is
    `unreadable`.
    """
    game = find_game(log.game)
    seats = len(log.players)
    opening = _opening_of(game, Setup(seats, log.rules, log.setup))
    evidence = tuple(evidence)
    codes = opening.codes.read(log.moves)
    unread = np.flatnonzero(codes == UNREAD)
    if unread.size:
        codes = codes[: unread[0]]
    folded = _fold(
        _Folding(game, [opening], [0], [0, codes.shape[0]], codes, seats),
        effects=effects or bool(evidence),
    )
    index, reason, over, _ = folded.ends[0]
    state = folded.states[0]
    error = None
    if reason != 0:
        explained = game.explain(state, MoveCode(int(codes[index])), reason)
        error = _error(game, state, log, index, explained)
    elif unread.size:
        why = opening.codes.why_unread(log.moves[index])
        error = _error(game, state, log, index, why)
    result = Replay(
        log=log,
        game=game,
        status=Status.ILLEGAL,
        plies=index,
        seats=seats,
        scores=None,
        places=None,
        winners=None,
        error=error,
        warnings=[],
        ply_rows=folded.ply_rows[:index],
        effects=folded.effects,
        start=_states([opening])[0],
        state=state,
        codes=codes[:index],
    )
    if over:
        _conclude(result, folded.outcomes[0])
    disagreement = _first_disagreement(result, evidence)
    if disagreement is not None:
        _cut_short(result, disagreement)
    if result.error is None:
        _compare(result)
    return result


MOST_MOVES_AT_ONCE = 50_000
MOST_OPENINGS_AT_ONCE = 64


def replay_many(logs: Sequence[GameLog]) -> list[Outcome | None]:
    """What `replay` tells of each of these logs, for a fraction of the time, but for those that
    break the rules, cannot be read or cannot be started: there None, and `replay` says why."""
    outcomes: list[Outcome | None] = [None] * len(logs)
    waiting: _Waiting | None = None
    for place, log in enumerate(logs):
        try:
            game = find_game(log.game)
            opening = _opening_of(game, Setup(len(log.players), log.rules, log.setup))
        except HexcoachError:
            continue
        if waiting is None or waiting.game is not game or waiting.is_full:
            if waiting is not None:
                waiting.settle(outcomes)
            waiting = _Waiting(game)
        waiting.take(place, log, opening)
    if waiting is not None:
        waiting.settle(outcomes)
    return outcomes


class _Waiting:
    """Games of one kind that are to be folded in one call."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._places: list[int] = []
        self._logs: list[GameLog] = []
        self._openings: dict[int, tuple[int, _Opening]] = {}
        self._which: list[int] = []
        self._texts: list[str] = []
        self._bounds = [0]

    @property
    def is_full(self) -> bool:
        return (
            len(self._texts) >= MOST_MOVES_AT_ONCE or len(self._openings) >= MOST_OPENINGS_AT_ONCE
        )

    def take(self, place: int, log: GameLog, opening: "_Opening") -> None:
        number, _ = self._openings.setdefault(id(opening), (len(self._openings), opening))
        self._places.append(place)
        self._logs.append(log)
        self._which.append(number)
        self._texts += log.moves
        self._bounds.append(len(self._texts))

    def settle(self, outcomes: list[Outcome | None]) -> None:
        """Fold the games and put at their places what they came to."""
        openings = [opening for _, opening in self._openings.values()]
        codes = self._codes(openings)
        unread = np.flatnonzero(codes == UNREAD)
        if unread.size:
            self._without(unread, openings).settle(outcomes)
            return
        if not self._logs:
            return
        seats = max(len(log.players) for log in self._logs)
        folded = _fold(
            _Folding(self.game, openings, self._which, self._bounds, codes, seats),
            effects=True,
        )
        effects_begin = 0
        for game, (log, place) in enumerate(zip(self._logs, self._places, strict=True)):
            plies, reason, over, effects_end = folded.ends[game]
            if reason == 0:
                begin = self._bounds[game]
                outcomes[place] = outcome = Outcome(
                    log,
                    self.game,
                    Status.INCOMPLETE,
                    plies,
                    len(log.players),
                    None,
                    None,
                    None,
                    None,
                    [],
                    folded.ply_rows[begin : begin + plies],
                    folded.effects[effects_begin:effects_end],
                )
                if over:
                    _conclude(outcome, folded.outcomes[game])
                _compare(outcome)
            effects_begin = effects_end

    def _codes(self, openings: "list[_Opening]") -> Codes:
        if len(openings) == 1:
            return openings[0].codes.read(self._texts)
        codes = np.empty(len(self._texts), dtype=np.int64)
        for number, (begin, end) in zip(self._which, pairwise(self._bounds), strict=True):
            codes[begin:end] = openings[number].codes.read(self._texts[begin:end])
        return codes

    def _without(self, unread: npt.NDArray[np.intp], openings: "list[_Opening]") -> "_Waiting":
        """The games none of whose moves is among these."""
        bad = set((np.searchsorted(self._bounds, unread, "right") - 1).tolist())
        good = _Waiting(self.game)
        for game, (place, log) in enumerate(zip(self._places, self._logs, strict=True)):
            if game not in bad:
                good.take(place, log, openings[self._which[game]])
        return good


class _Folding(NamedTuple):
    """What `_fold` folds; `bounds` has one more element than there are games."""

    game: Game
    openings: "list[_Opening]"
    which: list[int]
    bounds: list[int]
    codes: Codes
    seats: int


class _Folded(NamedTuple):
    """`states` is left with the last game's; `ends` and `outcomes` as `Kernels.run` wrote them."""

    states: npt.NDArray[np.void]
    ply_rows: Plies
    effects: Effects
    ends: list[list[int]]
    outcomes: list[list[list[int]]]


def _fold(folding: _Folding, *, effects: bool) -> _Folded:
    game, openings, which, bounds, codes, seats = folding
    scratch = _scratch.loud if effects else _scratch.muted
    heads = [opening.effects if effects else NO_EFFECTS for opening in openings]
    scratch.begin()
    begin = _states(openings)
    head_rows = np.concatenate(heads).view(EFFECT) if heads else np.empty(0, dtype=EFFECT)
    head_bounds = np.zeros(len(heads) + 1, dtype=np.int64)
    np.cumsum([len(head) // EFFECT.itemsize for head in heads], out=head_bounds[1:])
    at = np.array([0, NOT_BEGUN, 0], dtype=np.int64)
    states = np.zeros(1, dtype=begin.dtype)
    ply_rows = np.zeros(codes.shape[0], dtype=PLY)
    ends = np.zeros((len(which), 4), dtype=np.int64)
    outcomes = np.zeros((len(which), 2, seats), dtype=np.int64)
    run = kernels_of(game).run
    while not run(
        begin,
        head_rows,
        head_bounds,
        np.array(which, dtype=np.int64),
        codes,
        np.array(bounds, dtype=np.int64),
        at,
        states,
        ply_rows,
        scratch.logs,
        ends,
        outcomes,
    ):
        at[EMPTIED] += scratch.empty()
    return _Folded(states, ply_rows, scratch.taken().view(EFFECT), ends.tolist(), outcomes.tolist())


def _conclude(outcome: Outcome, told: list[list[int]]) -> None:
    """Note scores and places of a game that is over; `told` may have more seats than the game."""
    scores, places = told
    outcome.scores, outcome.places = scores[: outcome.seats], places[: outcome.seats]
    outcome.winners = [seat for seat, place in enumerate(outcome.places) if place == 1]


def states(replay: Replay) -> Iterator[State]:
    """The state at every ply from 0 to `plies`: one record that changes with each step."""
    state = replay.game.copy(replay.start)
    muted = effect_log(muted=True)
    yield state
    for code in replay.codes.tolist():
        replay.game.rules.play(state, code, muted)
        yield state


def state_at(replay: Replay, ply: int | None) -> State:
    """The state after so many moves, by default after the good prefix.

    Raises `NoSuchPly` with a sentence if the game does not go so far.
    """
    if ply is None:
        return replay.state
    if not 0 <= ply <= replay.plies:
        raise NoSuchPly(
            f"There is no ply {ply} in this game: what can be played goes from ply 0 to "
            f"{replay.plies}."
        )
    return next(itertools.islice(states(replay), ply, None))


def positions(replay: Replay) -> Iterator[dict[str, Any]]:
    """The position at every ply from 0 to `plies`, as the game's page of the spec defines it."""
    for state in states(replay):
        yield replay.game.position(state)


def legal_texts(game: Game, state: State) -> list[str]:
    """Every legal move, or every known outcome of a chance node, in canonical text."""
    notation = game.notation(state)
    return [notation.format(move) for move in game.legal_moves(state)]


class _Scratch:
    """An effect log that is filled again for every game, as making one costs more than a fold.

    Rows are copied as bytes, as NumPy copies records field by field.
    """

    def __init__(self, *, muted: bool) -> None:
        self.logs = np.zeros(1, dtype=np.dtype((np.record, EFFECT_LOG)))
        self.logs["limit"] = 0 if muted else CAPACITY
        # Views of the fields: an attribute of a record takes microseconds to set.
        self._count = self.logs["count"]
        self._ply = self.logs["ply"]
        self._turn = self.logs["turn"]
        self._rows = self.logs["rows"][0].view(np.uint8)
        self._parts: list[Bytes] = []

    def begin(self) -> None:
        self._count[0] = 0
        self._ply[0] = -1
        self._turn[0] = 0
        self._parts.clear()

    def empty(self) -> int:
        """Put aside what the log holds; the number of rows."""
        count = int(self._count[0])
        self._parts.append(self._filled().copy())
        self._count[0] = 0
        return count

    def taken(self) -> Bytes:
        """All rows since `begin`, in an array of their own."""
        last = self._filled()
        return np.concatenate([*self._parts, last]) if self._parts else last.copy()

    def _filled(self) -> Bytes:
        return self._rows[: int(self._count[0]) * EFFECT.itemsize]


@dataclass(frozen=True, slots=True)
class _Opening:
    """How a game begins."""

    state: bytes
    dtype: np.dtype[Any]
    effects: Bytes
    codes: "_Codes"


def _states(openings: "Sequence[_Opening]") -> npt.NDArray[np.void]:
    """Fresh states before the first move, elements `np.record`."""
    return np.frombuffer(
        bytearray().join(opening.state for opening in openings), dtype=openings[0].dtype
    )


_MOST_OPENINGS = 256
_openings: dict[tuple[str, bytes], _Opening] = {}


def _opening_of(game: Game, setup: Setup) -> _Opening:
    """From the last few headers, as the games of a file mostly begin alike, and making a board
    takes longer than playing on it. Raises `BadSetup`."""
    header = msgspec.json.encode((setup.players, setup.rules, setup.setup))
    opening = _openings.get((game.key, header))
    if opening is None:
        state = game.start(setup)
        scratch = _scratch.loud
        scratch.begin()
        game.rules.opening(state, scratch.logs[0])
        opening = _Opening(
            state=state.tobytes(),
            dtype=np.dtype((np.record, game.state_dtype)),
            effects=scratch.taken(),
            codes=_codes_for(game.notation(state)),
        )
        if len(_openings) >= _MOST_OPENINGS:
            _openings.clear()
        _openings[game.key, header] = opening
    return opening


class _Scratches(threading.local):
    """One pair a thread: compiled folds run without the interpreter's lock."""

    def __init__(self) -> None:
        self.loud = _Scratch(muted=False)
        self.muted = _Scratch(muted=True)


_scratch = _Scratches()


class _Codes(dict[str, int]):
    """Move texts to codes. Most texts come again and again, and parsing is the slow part."""

    MOST = 100_000
    LONGEST = 200

    def __init__(self, notation: Notation) -> None:
        super().__init__()
        self.notation = notation
        self._many = notation if isinstance(notation, ReadsMany) else None

    def __missing__(self, text: str) -> int:
        code = int(self.notation.parse(text))
        if len(text) <= self.LONGEST:
            if len(self) >= self.MOST:
                self.clear()
            self[text] = code
        return code

    def read(self, texts: list[str]) -> Codes:
        """The code of each text; `UNREAD` for those that are no move, and then `self[text]` raises
        the reason."""
        if self._many is not None:
            codes = self._many.read_many(texts)
            for index in np.flatnonzero(codes == UNREAD).tolist():
                codes[index] = self._code(texts[index])
            return codes
        try:
            return np.fromiter(map(self.__getitem__, texts), dtype=np.int64, count=len(texts))
        except HexcoachError:
            return np.array([self._code(text) for text in texts], dtype=np.int64)

    def why_unread(self, text: str) -> str:
        """One sentence."""
        try:
            self[text]
        except HexcoachError as error:
            return str(error)
        raise AssertionError(f"{text!r} is a move")

    def _code(self, text: str) -> int:
        try:
            return self[text]
        except HexcoachError:
            return UNREAD


_MOST_NOTATIONS = 64
_codes_of: dict[int, _Codes] = {}
"""By the notation's identity, which is its own as long as the entry holds it."""


def _codes_for(notation: Notation) -> _Codes:
    codes = _codes_of.get(id(notation))
    if codes is None:
        if len(_codes_of) >= _MOST_NOTATIONS:
            _codes_of.clear()
        codes = _codes_of[id(notation)] = _Codes(notation)
    return codes


def _error(game: Game, state: State, log: GameLog, ply: int, reason: str) -> ReplayError:
    text = log.moves[ply]
    texts = legal_texts(game, state)
    word = (text.lower().split() or [""])[0]
    same_word = [legal for legal in texts if legal.split(" ", 1)[0] == word]
    words = dict.fromkeys(legal.split(" ", 1)[0] for legal in texts)
    return ReplayError(Ply(ply), text, reason, same_word or list(words))


def _first_disagreement(result: Replay, evidence: Iterable[Evidence]) -> Disagreement | None:
    told: dict[int, list[Evidence]] = {}
    for one in evidence:
        told.setdefault(one.ply, []).append(one)
    if not told:
        return None
    for index, state in enumerate(states(result)):
        ply = Ply(index - 1)
        for one in told.get(ply, ()):
            seat = Seat(int(result.ply_rows[ply]["seat"]))
            disagreement = one.check(Step(result.game, ply, seat, state, result.effects))
            if disagreement is not None:
                return disagreement
    return None


def _cut_short(result: Replay, disagreement: Disagreement) -> None:
    """Leave what was played before the ply of the disagreement."""
    ply = disagreement.ply
    result.state = state_at(result, ply)
    result.error = _error(result.game, result.state, result.log, ply, disagreement.reason)
    result.plies = ply
    result.codes = result.codes[:ply]
    result.ply_rows = result.ply_rows[:ply]
    result.effects = result.effects[: np.searchsorted(result.effects["ply"], ply)]
    result.scores = result.places = result.winners = None


def _compare(result: Outcome) -> None:
    """Set the status of a game whose moves were all legal."""
    said = result.log.result
    if result.scores is None or (said is not None and said.reason in NEVER_COMPARED):
        result.status = Status.INCOMPLETE
        result.warnings += _of_nobody(said, len(result.log.players))
    elif said is None or (said.scores is None and said.winners is None):
        result.status = Status.UNVERIFIED
    else:
        scores_differ = said.scores is not None and said.scores != result.scores
        winners_differ = said.winners is not None and sorted(said.winners) != result.winners
        result.status = Status.VERIFIED
        if scores_differ or winners_differ:
            result.status = Status.MISMATCH
            result.warnings.append(
                f"The log says {_outcome(said.scores, said.winners)}; "
                f"the replay gives {_outcome(result.scores, result.winners)}."
            )


def _of_nobody(said: Result | None, players: int) -> list[str]:
    """What a result that is not compared says of seats that the game does not have."""
    if said is None:
        return []
    found = []
    strange = [seat for seat in said.winners or () if not 0 <= seat < players]
    if strange:
        found.append(
            f"The log says that seat {strange[0]} won, and its seats are 0 to {players - 1}."
        )
    if said.scores is not None and len(said.scores) != players:
        found.append(f"The log gives {len(said.scores)} scores, and has {players} seats.")
    return found


def _outcome(scores: list[float] | list[int] | None, winners: list[int] | None) -> str:
    parts = []
    if scores is not None:
        parts.append(f"scores {', '.join(f'{score:g}' for score in scores) or 'of nobody'}")
    if winners is not None:
        named = " and ".join(f"seat {seat}" for seat in winners)
        parts.append(f"won by {named or 'nobody'}")
    return ", ".join(parts)
