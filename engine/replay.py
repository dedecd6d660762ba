"""Replaying a log: a fold of its moves over the game's rules.

A replay gives the good prefix and, if a move fails, the ply and why; it never skips a check.
"""

import itertools
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from engine.core.effects import CAPACITY, EFFECT, EFFECT_LOG, effect_log
from engine.core.errors import HexcoachError
from engine.core.evidence import Disagreement, Evidence, Step
from engine.core.game import Codes, Game, Notation, Setup, State
from engine.core.gamelog import GameLog
from engine.core.ids import MoveCode, Ply, Seat
from engine.core.kernels import LOG_IS_FULL, PLY, Plies, kernels_of
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
class Replay:
    """What came of a log. Arrays have one row for each of the `plies` that could be played."""

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
    start: State
    """Before move 0."""
    state: State
    """After the good prefix."""
    codes: Codes
    ply_rows: Plies
    effects: Effects
    """Opening effects first, with ply -1; empty if they were not asked for."""


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
    start, played = opening.states(), opening.states()
    state = played[0]
    evidence = tuple(evidence)
    effects = effects or bool(evidence)
    scratch = _scratch.loud if effects else _scratch.muted
    scratch.begin(opening.effects if effects else NO_EFFECTS)
    codes, unreadable = _read_moves(opening.codes, log.moves)
    rows = np.zeros(codes.shape[0], dtype=PLY)
    outcome = np.zeros((2, seats), dtype=np.int64)
    run = kernels_of(game).run
    index, reason, over = run(played, codes, 0, rows, scratch.logs, outcome)
    while reason == LOG_IS_FULL:
        scratch.empty()
        index, reason, over = run(played, codes, index, rows, scratch.logs, outcome)
    error = None
    if reason != 0:
        explained = game.explain(state, MoveCode(int(codes[index])), int(reason))
        error = _error(game, state, log, index, explained)
    elif unreadable is not None:
        error = _error(game, state, log, index, unreadable)
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
        start=start[0],
        state=state,
        codes=codes[:index],
        ply_rows=rows[:index],
        effects=scratch.taken().view(EFFECT),
    )
    if over:
        result.scores, result.places = outcome.tolist()
        result.winners = [seat for seat, place in enumerate(result.places) if place == 1]
    disagreement = _first_disagreement(result, evidence)
    if disagreement is not None:
        _cut_short(result, disagreement)
    if result.error is None:
        _compare(result)
    return result


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

    def begin(self, opening: Bytes) -> None:
        self._rows[: len(opening)] = opening
        self._count[0] = len(opening) // EFFECT.itemsize
        self._ply[0] = -1
        self._turn[0] = 0
        self._parts.clear()

    def empty(self) -> None:
        self._parts.append(self._filled().copy())
        self._count[0] = 0

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

    def states(self) -> npt.NDArray[np.void]:
        """A fresh state before the first move, shape (1,), elements `np.record`."""
        return np.frombuffer(bytearray(self.state), dtype=self.dtype)


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
        scratch.begin(NO_EFFECTS)
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

    def __missing__(self, text: str) -> int:
        code = int(self.notation.parse(text))
        if len(text) <= self.LONGEST:
            if len(self) >= self.MOST:
                self.clear()
            self[text] = code
        return code


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


def _read_moves(codes: _Codes, moves: list[str]) -> tuple[Codes, str | None]:
    """The codes up to the first text that is no move, and why it is none."""
    code_of = codes.__getitem__
    try:
        return np.fromiter(map(code_of, moves), dtype=np.int64, count=len(moves)), None
    except HexcoachError:
        good: list[int] = []
        for text in moves:
            try:
                good.append(code_of(text))
            except HexcoachError as error:
                return np.array(good, dtype=np.int64), str(error)
        raise


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


def _compare(result: Replay) -> None:
    """Set the status of a game whose moves were all legal."""
    said = result.log.result
    if result.scores is None or (said is not None and said.reason in NEVER_COMPARED):
        result.status = Status.INCOMPLETE
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


def _outcome(scores: list[float] | list[int] | None, winners: list[int] | None) -> str:
    parts = []
    if scores is not None:
        parts.append(f"scores {', '.join(f'{score:g}' for score in scores) or 'of nobody'}")
    if winners is not None:
        named = " and ".join(f"seat {seat}" for seat in winners)
        parts.append(f"won by {named or 'nobody'}")
    return ", ".join(parts)
