"""Exact values for two seats where play may come back to a position.

Every position that can be reached is listed once, with the positions after it; then expected scores
are worked out by rounds over the list, for two readings at once: that whoever plays on for ever
loses it for the first seat, and that it wins it for the first seat. Whatever the rules said of
endless play, the value would lie between. Where both readings meet it is exact; where they do not,
there is no value.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.analysis.exact import NOT_SOLVABLE, SOLVED, TOO_BIG
from engine.core.compiling import rule, specialise
from engine.core.copying import copy_head
from engine.core.effects import EffectLog
from engine.core.game import Codes, Game, Kind, Points, State, Worths

CHANCE, OVER = int(Kind.CHANCE), int(Kind.OVER)
LONGEST_WAY = 1 << 16
"""Plies on the way that listing goes, which winds through the circles. Memory is taken as it gets
longer."""
SECOND_WINS, FIRST_WINS, SHARED, ROOT = range(4)
"""The first places in the list: three ends, which need no more than a number, and the root."""
CLOSE = 1.0e-12
"""Both readings meet: their difference is from rounding."""
MOST_ROUNDS = 2_000
STILL = 1.0e-15
"""Rounds in which nothing changes by more bring both readings no closer."""
NOWHERE = -1

LISTED = np.dtype(
    [("first", "i8"), ("count", "i4"), ("seat", "i4"), ("low", "f8"), ("high", "f8")], align=True
)
"""A position: where its next positions begin, how many there are, the seat to move (-1 at chance)
and the expected score of the first seat by both readings."""
NEXT = np.dtype([("at", "i8"), ("weight", "f8")], align=True)
"""A next position: its place in the list (while it is not known: the move to it)."""


def _filled_in(*_: Any) -> Any:
    """Stands for a function of `Rules` until `specialise` replaces it."""
    raise NotImplementedError


legal = play = kind = to_move = weight = places = key = decided = end_of = _filled_in


@rule
def place_of(keys: npt.NDArray[np.uint64], where: Codes, wanted: np.uint64) -> int:
    """Where a key is in the table, or where there is room for it."""
    place = np.int64(wanted & np.uint64(keys.shape[0] - 1))
    while where[place] != NOWHERE and keys[place] != wanted:
        place = (place + 1) & (keys.shape[0] - 1)
    return int(place)


def _end_of(state: State, ranks: Points) -> int:
    """The place in the list of an end that is certain here, or `NOWHERE`."""
    if kind(state) == OVER:
        places(state, ranks)
        if ranks[0] == 1:
            return SHARED if ranks[1] == 1 else FIRST_WINS
        return SECOND_WINS
    winner = decided(state)
    if winner < 0:
        return NOWHERE
    return FIRST_WINS if winner == 0 else SECOND_WINS


def _list_positions(
    levels: npt.NDArray[np.void],
    changing: int,
    root_seat: int,
    hides: bool,
    most_visits: int,
    positions: npt.NDArray[np.void],
    following: npt.NDArray[np.void],
    finished: Codes,
    keys: npt.NDArray[np.uint64],
    where: Codes,
    way: Codes,
    buffer: Codes,
    ranks: Points,
    log: EffectLog,
) -> tuple[int, int, int]:
    """List what can be reached from `levels[0]`, and in `finished` those that nothing is left to
    be looked at after, in that order. Returns how it ended, how many are listed, and how many
    positions were visited."""
    listed = ROOT
    room = 0
    ended = 0
    level = -1
    deepest = 0
    visits = 0
    entering = True
    while True:
        state = levels[level + 1]
        if entering:
            # A root that is decided already is listed all the same: its moves are asked for.
            at = end_of(state, ranks) if level >= 0 else NOWHERE
            if at == NOWHERE:
                wanted = key(state)
                place = place_of(keys, where, wanted)
                at = where[place]
                if at == NOWHERE:
                    seat = -1 if kind(state) == CHANCE else to_move(state)
                    if hides and seat >= 0 and seat != root_seat:
                        return NOT_SOLVABLE, listed, visits
                    count = legal(state, buffer)
                    if count == 0:
                        return NOT_SOLVABLE, listed, visits
                    if (
                        listed == positions.shape[0]
                        or room + count > following.shape[0]
                        or level + 3 > levels.shape[0]
                    ):
                        return TOO_BIG, listed, visits
                    at = listed
                    keys[place] = wanted
                    where[place] = at
                    position = positions[at]
                    position.first = room
                    position.count = count
                    position.seat = seat
                    position.low = 0.0
                    position.high = 1.0
                    for index in range(count):
                        following[room + index].at = buffer[index]
                        if seat < 0:
                            following[room + index].weight = weight(state, buffer[index])
                    listed += 1
                    room += count
                    level += 1
                    way[level, 0] = at
                    way[level, 1] = 0
                    entering = False
                    continue
            # Back to where it was reached from.
            here = positions[way[level, 0]]
            following[here.first + way[level, 1]].at = at
            way[level, 1] += 1
            entering = False
            continue
        here = positions[way[level, 0]]
        if way[level, 1] == here.count:
            finished[ended] = way[level, 0]
            ended += 1
            level -= 1
            if level < 0:
                return SOLVED, listed, visits
            before = positions[way[level, 0]]
            following[before.first + way[level, 1]].at = way[level + 1, 0]
            way[level, 1] += 1
            continue
        visits += 1
        if visits > most_visits:
            return TOO_BIG, listed, visits
        if level + 1 > deepest:
            deepest = level + 1
            levels[deepest] = levels[level]
        else:
            copy_head(levels[level + 1], levels[level], changing)
        play(levels[level + 1], following[here.first + way[level, 1]].at, log)
        entering = True


@rule
def settle(
    positions: npt.NDArray[np.void], following: npt.NDArray[np.void], open_ones: Codes
) -> bool:
    """Work out both readings, in rounds over what is still open; False if they do not meet after
    every move at the root."""
    left = open_ones.shape[0]
    root = positions[ROOT]
    for _ in range(MOST_ROUNDS):
        still = 0
        changed = 0.0
        for index in range(left):
            at = open_ones[index]
            position = positions[at]
            low = 0.0 if position.seat != 1 else 1.0
            high = low
            for step in range(position.first, position.first + position.count):
                after = positions[following[step].at]
                if position.seat == 0:
                    low = max(low, after.low)
                    high = max(high, after.high)
                elif position.seat == 1:
                    low = min(low, after.low)
                    high = min(high, after.high)
                else:
                    low += following[step].weight * after.low
                    high += following[step].weight * after.high
            changed = max(changed, abs(low - position.low), abs(high - position.high))
            if high - low <= CLOSE:
                low = (low + high) / 2
                high = low
            else:
                open_ones[still] = at
                still += 1
            position.low = low
            position.high = high
        left = still
        if left == 0 or changed <= STILL:
            break
    for step in range(root.first, root.first + root.count):
        after = positions[following[step].at]
        if after.high > after.low:
            return False
    return True


@cache
def listing_of(game: Game) -> Callable[..., tuple[int, int, int]]:
    """The listing of this game's positions; cheap after the first call."""
    rules = game.rules
    return specialise(
        _list_positions,
        game.key,
        legal=rules.legal,
        play=rules.play,
        kind=rules.kind,
        to_move=rules.to_move,
        weight=rules.weight,
        key=rules.key,
        end_of=specialise(
            _end_of, game.key, kind=rules.kind, places=rules.places, decided=rules.decided
        ),
    )


class Circles:
    """Solves positions of one game for two seats; a thread needs one of its own."""

    def __init__(self, game: Game) -> None:
        self._game = game
        record = np.dtype((np.record, game.state_dtype))
        self._levels = np.zeros(LONGEST_WAY, dtype=record)
        self._way = np.zeros((LONGEST_WAY, 2), dtype=np.int64)
        self._buffer = np.empty(game.most_legal_moves, dtype=np.int64)

    def solve(
        self, state: State, most_visits: int, muted: EffectLog
    ) -> tuple[Codes, Worths, int] | None:
        """Every move here, the expected score of each seat after it, shape (moves, 2), and how
        many positions were visited; None if that is more than `most_visits` or has no value."""
        game = self._game
        self._levels[0] = state
        # A position is listed for at least two visits, but where only one move is left.
        most_listed = most_visits + ROOT
        size = 1
        while size < 2 * most_listed:
            size *= 2
        positions = np.empty(most_listed, dtype=np.dtype((np.record, LISTED)))
        following = np.empty(most_visits, dtype=np.dtype((np.record, NEXT)))
        finished = np.empty(most_listed, dtype=np.int64)
        where = np.full(size, NOWHERE, dtype=np.int64)
        for end, score in ((SECOND_WINS, 0.0), (FIRST_WINS, 1.0), (SHARED, 0.5)):
            positions[end] = (0, 0, 0, score, score)
        ended, listed, visits = listing_of(game)(
            self._levels,
            game.changing(state),
            game.rules.to_move(state),
            game.hides,
            most_visits,
            positions,
            following,
            finished,
            np.empty(size, dtype=np.uint64),
            where,
            self._way,
            self._buffer,
            np.zeros(2, dtype=np.int64),
            muted,
        )
        if ended != SOLVED or not settle(positions, following, finished[: listed - ROOT]):
            return None
        count = game.rules.legal(state, self._buffer)
        first = positions["low"][following["at"][:count]]
        return self._buffer[:count].copy(), np.stack([first, 1.0 - first], axis=1), visits
