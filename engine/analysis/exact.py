"""The compiled searches behind `engine.analysis.solver`: one for two seats, one for more.

Both are templates over `Rules` that go depth first with a stack of states. Values are expected
scores: a sole win is 1, shared by those who tie for first.

The tables are open addressing: an entry lies in one of `WAYS` places from where its key points to.
A new one takes the place of one of an earlier solve, else of the one there that cost least.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule, specialise
from engine.core.copying import copy_head
from engine.core.effects import EffectLog
from engine.core.game import Codes, Game, Kind, Points, State, Worths

CHANCE, OVER = int(Kind.CHANCE), int(Kind.OVER)
MOST_SEATS = 4
DEEPEST = 128
"""Plies that a search looks ahead at most; whoever can go on for longer can do so for ever."""
WAYS = 4
NEAR = 1.0e-12
"""Expected scores closer than this are the same: their sums are rounded."""
SOLVED, TOO_BIG, NOT_SOLVABLE = range(3)
HISTORY = 4096

FRAME = np.dtype(
    [
        ("key", "u8"),
        ("seat", "i8"),  # the seat to move, or -1 at chance
        ("first", "i8"),  # of the moves, in the buffer of all levels
        ("count", "i8"),
        ("upcoming", "i8"),
        ("move", "i8"),  # the one being looked at, the best when done
        ("best", "i8"),
        ("nodes", "i8"),  # visited before this one
        ("alpha", "f8"),
        ("beta", "f8"),
        ("least", "f8"),  # the window on entering
        ("most", "f8"),
        ("value", "f8"),  # of the best move, or the sum over outcomes
        ("weight", "f8"),  # of the outcome being looked at
        ("left", "f8"),  # weight of outcomes that are still to come
        ("ties", "f8"),
        ("values", "f8", MOST_SEATS),
    ],
    align=True,
)
BOUNDS = np.dtype(
    [("key", "u8"), ("age", "i4"), ("effort", "i4"), ("move", "i8"), ("low", "f8"), ("high", "f8")],
    align=True,
)
EXACT = np.dtype(
    [("key", "u8"), ("age", "i4"), ("effort", "i4"), ("values", "f8", MOST_SEATS)], align=True
)


def _filled_in(*_: Any) -> Any:
    """Stands for a function of `Rules` until `specialise` replaces it."""
    raise NotImplementedError


legal = play = kind = to_move = weight = places = key = decided = appraise = order = _filled_in


@rule
def find(table: npt.NDArray[np.void], age: int, key: np.uint64) -> int:
    """The index of the entry of this key, or -1."""
    start = np.int64(key & np.uint64(table.shape[0] - WAYS))
    for index in range(start, start + WAYS):
        if table[index].key == key and table[index].age == age:
            return int(index)
    return -1


@rule
def place_for(table: npt.NDArray[np.void], age: int, key: np.uint64) -> int:
    """Where an entry of this key is to be written."""
    start = np.int64(key & np.uint64(table.shape[0] - WAYS))
    chosen = int(start)
    for index in range(start, start + WAYS):
        entry = table[index]
        if entry.age != age or entry.key == key:
            return int(index)
        if entry.effort < table[chosen].effort:
            chosen = int(index)
    return chosen


@rule
def row_of(move: int) -> int:
    """Where the history of a move is kept; others may share it."""
    return np.int64(np.uint64(move) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(52))  # type: ignore[return-value]


def _order(
    state: State, appraised: bool, seat: int, moves: Codes, worths: Worths, history: Worths
) -> None:
    """How promising each move looks, to `worths`: by a look at it, or by how it did elsewhere."""
    if appraised:
        appraise(state, moves, moves.shape[0], worths)
        return
    for index in range(moves.shape[0]):
        worths[index] = history[seat, row_of(moves[index])]


def _search_two(
    levels: npt.NDArray[np.void],
    frames: npt.NDArray[np.void],
    buffer: Codes,
    worths: Worths,
    history: Worths,
    table: npt.NDArray[np.void],
    age: int,
    most_nodes: int,
    root_seat: int,
    hides: bool,
    changing: int,
    appraised_plies: int,
    only_best: bool,
    asked: int,
    values: Worths,
    place: Points,
    log: EffectLog,
) -> tuple[int, int]:
    """Alpha-beta on the expected score of the first seat.

    `levels[0]` is the root, of which moves change the first `changing` bytes only; its legal moves
    are in `buffer`, one for each row of `values`. On the first `appraised_plies` plies
    `Rules.appraise` orders the moves. Every root move has the full window; or, if
    `only_best`, the move `asked` has it and the others only what is better than those before, so
    that values are known of it, and of each that is better than all before it, and else NaN;
    `buffer` is then in the order of `values`. Returns how it ended and how many positions were
    visited.
    """
    root = frames[0]
    root.alpha = 0.0
    root.beta = 1.0
    root.count = values.shape[0]
    root.upcoming = 0
    root.first = 0
    nodes = 1
    level = 0
    deepest = 0
    value = 0.0
    entering = False
    returned = False
    if only_best:
        order(levels[0], True, root_seat, buffer[: root.count], worths[: root.count], history)
        for index in range(root.count):
            values[index] = np.nan
            if buffer[index] == asked:
                worths[index] = np.inf
    while True:
        frame = frames[level]
        if entering:
            entering = False
            state = levels[level]
            nodes += 1
            if nodes > most_nodes:
                return TOO_BIG, nodes
            node = kind(state)
            if node == OVER:
                places(state, place)
                value = 0.0
                if place[0] == 1:
                    value = 0.5 if place[1] == 1 else 1.0
                returned = True
                level -= 1
                continue
            winner = decided(state)
            if winner >= 0:
                value = 1.0 if winner == 0 else 0.0
                returned = True
                level -= 1
                continue
            seat = -1 if node == CHANCE else to_move(state)
            if hides and seat >= 0 and seat != root_seat:
                return NOT_SOLVABLE, nodes
            if level + 1 == levels.shape[0]:
                return NOT_SOLVABLE, nodes
            frame.key = key(state)
            frame.best = -1
            found = find(table, age, frame.key)
            if found >= 0:
                entry = table[found]
                if entry.high - entry.low <= NEAR or entry.low >= frame.beta - NEAR:
                    value = entry.low
                    returned = True
                    level -= 1
                    continue
                if entry.high <= frame.alpha + NEAR:
                    value = entry.high
                    returned = True
                    level -= 1
                    continue
                frame.alpha = max(frame.alpha, entry.low)
                frame.beta = min(frame.beta, entry.high)
                frame.best = entry.move
            frame.least = frame.alpha
            frame.most = frame.beta
            frame.seat = seat
            frame.first = frames[level - 1].first + frames[level - 1].count
            frame.nodes = nodes - 1
            moves = buffer[frame.first :]
            frame.count = legal(state, moves)
            frame.upcoming = 0
            if frame.count == 0:
                return NOT_SOLVABLE, nodes
            if seat < 0:
                frame.value = 0.0
                frame.left = 1.0
            else:
                frame.value = -1.0 if seat == 0 else 2.0
                until = frame.first + frame.count
                order(
                    state,
                    level < appraised_plies,
                    seat,
                    buffer[frame.first : until],
                    worths[frame.first : until],
                    history,
                )
                if frame.best != -1:
                    for index in range(frame.first, until):
                        if buffer[index] == frame.best:
                            worths[index] = np.inf
        elif returned:
            returned = False
            if level == 0:
                better = value > root.alpha + NEAR if root_seat == 0 else value < root.beta - NEAR
                if not only_best or better or root.upcoming == 1:
                    values[root.upcoming - 1, 0] = value
                    values[root.upcoming - 1, 1] = 1.0 - value
                if only_best:
                    if root_seat == 0:
                        root.alpha = max(root.alpha, value)
                    else:
                        root.beta = min(root.beta, value)
                    if root.alpha >= root.beta - NEAR:
                        return SOLVED, nodes
            else:
                done = False
                if frame.seat < 0:
                    frame.value += frame.weight * value
                    frame.left -= frame.weight
                    if frame.upcoming == frame.count or frame.value >= frame.beta - NEAR:
                        done = True
                    elif frame.value + frame.left <= frame.alpha + NEAR:
                        frame.value += frame.left
                        done = True
                elif frame.seat == 0:
                    if value > frame.value:
                        frame.value = value
                        frame.best = frame.move
                        frame.alpha = max(frame.alpha, value)
                    done = frame.alpha >= frame.beta - NEAR or frame.upcoming == frame.count
                else:
                    if value < frame.value:
                        frame.value = value
                        frame.best = frame.move
                        frame.beta = min(frame.beta, value)
                    done = frame.alpha >= frame.beta - NEAR or frame.upcoming == frame.count
                if done:
                    value = frame.value
                    entry = table[place_for(table, age, frame.key)]
                    if entry.key != frame.key or entry.age != age:
                        entry.key = frame.key
                        entry.age = age
                        entry.low = 0.0
                        entry.high = 1.0
                    if value > frame.least + NEAR:
                        entry.low = max(entry.low, value)
                    if value < frame.most - NEAR:
                        entry.high = min(entry.high, value)
                    entry.low = min(entry.low, entry.high)
                    entry.move = frame.best
                    entry.effort = nodes - frame.nodes
                    if frame.seat >= 0:
                        history[frame.seat, row_of(frame.best)] += 1.0
                    returned = True
                    level -= 1
                    continue
        if frame.upcoming == frame.count:
            return SOLVED, nodes
        # On to the next move or outcome.
        index = frame.first + frame.upcoming
        below = frames[level + 1]
        if level == 0 and not only_best:
            below.alpha = 0.0
            below.beta = 1.0
        elif level > 0 and frame.seat < 0:
            frame.weight = weight(levels[level], buffer[index])
            others = frame.left - frame.weight
            below.alpha = max((frame.alpha - frame.value - others) / frame.weight, 0.0)
            below.beta = min((frame.beta - frame.value) / frame.weight, 1.0)
        else:
            chosen = index
            for other in range(index + 1, frame.first + frame.count):
                if worths[other] > worths[chosen]:
                    chosen = other
            worths[chosen] = worths[index]
            buffer[index], buffer[chosen] = buffer[chosen], buffer[index]
            below.alpha = frame.alpha
            below.beta = frame.beta
        frame.move = buffer[index]
        frame.upcoming += 1
        level += 1
        if level > deepest:
            deepest = level
            levels[level] = levels[level - 1]
        else:
            copy_head(levels[level], levels[level - 1], changing)
        play(levels[level], frame.move, log)
        entering = True


def _search_many(
    levels: npt.NDArray[np.void],
    frames: npt.NDArray[np.void],
    buffer: Codes,
    table: npt.NDArray[np.void],
    age: int,
    most_nodes: int,
    root_seat: int,
    hides: bool,
    changing: int,
    values: Worths,
    place: Points,
    log: EffectLog,
) -> tuple[int, int]:
    """Max^n: each seat plays for its own expected score, and is as likely to play any of the moves
    that are best for it. Arguments and result as of `_search_two`; `place` has one for each seat.
    """
    seats = place.shape[0]
    root = frames[0]
    root.count = values.shape[0]
    root.upcoming = 0
    root.first = 0
    nodes = 1
    level = 0
    deepest = 0
    entering = False
    returned = False
    value = np.zeros(MOST_SEATS)
    while True:
        frame = frames[level]
        if entering:
            entering = False
            returned = True
            state = levels[level]
            level -= 1
            nodes += 1
            if nodes > most_nodes:
                return TOO_BIG, nodes
            node = kind(state)
            if node == OVER:
                places(state, place)
                winners = 0
                for seat in range(seats):
                    winners += place[seat] == 1
                for seat in range(seats):
                    value[seat] = 1.0 / winners if place[seat] == 1 else 0.0
                continue
            winner = decided(state)
            if winner >= 0:
                for seat in range(seats):
                    value[seat] = 1.0 if seat == winner else 0.0
                continue
            mover = -1 if node == CHANCE else to_move(state)
            if hides and mover >= 0 and mover != root_seat:
                return NOT_SOLVABLE, nodes
            if level + 2 == levels.shape[0]:
                return NOT_SOLVABLE, nodes
            frame.key = key(state)
            found = find(table, age, frame.key)
            if found >= 0:
                for seat in range(seats):
                    value[seat] = table[found].values[seat]
                continue
            returned = False
            level += 1
            frame.seat = mover
            frame.nodes = nodes - 1
            frame.first = frames[level - 1].first + frames[level - 1].count
            frame.count = legal(state, buffer[frame.first :])
            frame.upcoming = 0
            if frame.count == 0:
                return NOT_SOLVABLE, nodes
            frame.value = -1.0
            frame.ties = 0.0
            for seat in range(seats):
                frame.values[seat] = 0.0
        elif returned:
            returned = False
            if level == 0:
                for seat in range(seats):
                    values[root.upcoming - 1, seat] = value[seat]
            else:
                done = frame.upcoming == frame.count
                if frame.seat < 0:
                    for seat in range(seats):
                        frame.values[seat] += frame.weight * value[seat]
                else:
                    own = value[frame.seat]
                    if own > frame.value + NEAR:
                        frame.value = own
                        frame.ties = 0.0
                        for seat in range(seats):
                            frame.values[seat] = 0.0
                    if own >= frame.value - NEAR:
                        frame.ties += 1.0
                        for seat in range(seats):
                            frame.values[seat] += value[seat]
                    # Whoever wins for certain leaves nothing to tell the others apart by.
                    done = done or own >= 1.0 - NEAR
                if done:
                    entry = table[place_for(table, age, frame.key)]
                    entry.key = frame.key
                    entry.age = age
                    entry.effort = nodes - frame.nodes
                    for seat in range(seats):
                        value[seat] = frame.values[seat]
                        if frame.seat >= 0:
                            value[seat] /= frame.ties
                        entry.values[seat] = value[seat]
                    returned = True
                    level -= 1
                    continue
        if frame.upcoming == frame.count:
            return SOLVED, nodes
        frame.move = buffer[frame.first + frame.upcoming]
        if frame.seat < 0 and level > 0:
            frame.weight = weight(levels[level], frame.move)
        frame.upcoming += 1
        level += 1
        if level > deepest:
            deepest = level
            levels[level] = levels[level - 1]
        else:
            copy_head(levels[level], levels[level - 1], changing)
        play(levels[level], frame.move, log)
        entering = True


@dataclass(frozen=True, slots=True)
class Searches:
    """The compiled searches of one game."""

    two: Callable[..., tuple[int, int]]
    many: Callable[..., tuple[int, int]]


@cache
def searches_of(game: Game) -> Searches:
    """The searches of this game; cheap after the first call."""
    rules = game.rules
    needed: dict[str, Callable[..., Any]] = {
        "legal": rules.legal,
        "play": rules.play,
        "kind": rules.kind,
        "to_move": rules.to_move,
        "weight": rules.weight,
        "places": rules.places,
        "key": rules.key,
        "decided": rules.decided,
    }
    return Searches(
        two=specialise(
            _search_two,
            game.key,
            order=specialise(_order, game.key, appraise=rules.appraise),
            **needed,
        ),
        many=specialise(_search_many, game.key, **needed),
    )
