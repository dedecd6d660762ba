"""Two logs of one table, each with what its viewer saw: joined where they agree.

`?` stands for what a log does not show, alone or as `plot:?`, where the kind is known. Two logs
agree if they tell the same but for such places, and if one merely stops earlier. What one of them
knows and the other does not is taken from the one that knows. Whether the joined log can be played
is for the replay to say.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

from engine.core.gamelog import GameLog, Player

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Joined:
    """What two logs know together, and at how many places each of them alone knew it."""

    log: GameLog
    first_knew: int
    second_knew: int


@dataclass(frozen=True, slots=True)
class Apart:
    """Where two logs disagree, as the end of a sentence."""

    where: str


class _Differs(Exception):
    """Two texts or values that cannot both be right."""


@dataclass(slots=True)
class _Tally:
    first: int = 0
    second: int = 0


def join(first: GameLog, second: GameLog) -> Joined | Apart:
    """What both know of one table. Notes, times and the result come from either that has them,
    first of all from `second`."""
    if (first.game, len(first.players)) != (second.game, len(second.players)):
        return Apart("they are of different games")
    if first.rules != second.rules:
        return Apart("they name different rules")
    if [_person(one) for one in first.players] != [_person(one) for one in second.players]:
        return Apart("they name different players, or seat them differently")
    tally = _Tally()
    try:
        setup = _values(first.setup, second.setup, tally)
    except _Differs:
        return Apart("they begin differently")
    moves = []
    for ply, (one, other) in enumerate(zip_longest(first.moves, second.moves)):
        try:
            moves.append(_moves(one, other, tally))
        except _Differs:
            return Apart(f"at ply {ply} one has `{one}` and the other `{other}`")
    log = msgspec.structs.replace(
        second,
        id=second.id or first.id,
        players=[_player(*pair) for pair in zip(first.players, second.players, strict=True)],
        setup=setup,
        moves=moves,
        clock=_clock(first, second, len(moves)),
        notes={**(first.notes or {}), **(second.notes or {})} or None,
        result=second.result or first.result,
        meta=_meta(first.meta, second.meta),
    )
    return Joined(log, tally.first, tally.second)


def _person(player: Player) -> str:
    return player.id or player.name


def _player(first: Player, second: Player) -> Player:
    rating = first.rating if second.rating is None else second.rating
    return msgspec.structs.replace(second, rating=rating)


def _moves(first: str | None, second: str | None, tally: _Tally) -> str:
    if first == second or first is None or second is None:
        # A log that stops early knows nothing of the rest: that is its length, no secret.
        text = second if first is None else first
        assert text is not None
        return text
    ours, theirs = first.split(), second.split()
    if len(ours) != len(theirs) or UNKNOWN not in first + second:
        raise _Differs
    pairs = list(zip(ours, theirs, strict=True))
    if all(one == other or _covers(one, other) or _covers(other, one) for one, other in pairs):
        return " ".join(_word(one, other, tally) for one, other in pairs)
    return _in_any_order(ours, theirs, tally)


def _in_any_order(ours: list[str], theirs: list[str], tally: _Tally) -> str:
    """What was drawn at once is written known things first, so that places do not agree."""
    if ours[0] != theirs[0]:
        raise _Differs
    left, right = Counter(ours[1:]) - Counter(theirs[1:]), Counter(theirs[1:]) - Counter(ours[1:])
    if all(UNKNOWN in word for word in left):
        hidden, known, text = left, right, theirs
        tally.second += 1
    elif all(UNKNOWN in word for word in right):
        hidden, known, text = right, left, ours
        tally.first += 1
    else:
        raise _Differs
    for word in known.elements():
        place = next((one for one in hidden if hidden[one] and _covers(one, word)), None)
        if place is None:
            raise _Differs
        hidden[place] -= 1
    return " ".join(text)


def _covers(hidden: str, known: str) -> bool:
    """Whether the first may stand for the second."""
    return hidden == UNKNOWN or (hidden.endswith(":?") and known.startswith(hidden[:-1]))


def _word(first: str, second: str, tally: _Tally) -> str:
    if first == second:
        return first
    if _covers(first, second):
        tally.second += 1
        return second
    if _covers(second, first):
        tally.first += 1
        return first
    raise _Differs


def _values(first: Any, second: Any, tally: _Tally) -> Any:
    """Two parts of a setup."""
    if first == second:
        return second
    if isinstance(first, dict) and isinstance(second, dict):
        tally.first += len(first.keys() - second.keys())
        tally.second += len(second.keys() - first.keys())
        both = {
            key: _values(first[key], second[key], tally) for key in first.keys() & second.keys()
        }
        return {**first, **second, **both}
    if isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        return [_values(one, other, tally) for one, other in zip(first, second, strict=True)]
    if isinstance(first, str) and isinstance(second, str):
        return _word(first, second, tally)
    raise _Differs


def _clock(first: GameLog, second: GameLog, length: int) -> list[float | None] | None:
    if first.clock is None and second.clock is None:
        return None
    theirs, ours = ([*(log.clock or []), *[None] * length][:length] for log in (first, second))
    return [b if a is None else a for a, b in zip(ours, theirs, strict=True)]


def _meta(first: dict[str, Any] | None, second: dict[str, Any] | None) -> dict[str, Any] | None:
    merged = {**(first or {}), **(second or {})}
    views = {
        view
        for meta in (first, second)
        if isinstance(meta, dict) and isinstance(seen := meta.get("private_views"), list)
        for view in seen
        if isinstance(view, str)
    }
    if views:
        merged["private_views"] = sorted(views)
    return merged or None
