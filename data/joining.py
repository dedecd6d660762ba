"""What two views of one table come to together: as a reading, and in words."""

import msgspec

from data import views
from data.batches import content_of
from data.fingerprints import digest_of
from data.waiting import Read
from engine.core.gamelog import GameLog
from engine.importers.contract import Found
from engine.replay import Outcome


def why_joined(joined: views.Joined) -> str:
    """What the second view brought, as a sentence without its end."""
    told = joined.second_knew
    places = "1 place" if told == 1 else f"{told} places"
    why = f"It tells {places} that the stored log of the same game hid"
    if joined.first_knew:
        why += f", and {joined.first_knew} the other way; the two views are joined"
    return why


def whole(one: Read, log: GameLog) -> Read:
    """The reading of a joined log in which nothing hides that a replay needs."""
    found = one.found
    if found.view is not None:
        gone = found.view.warnings
        found = msgspec.structs.replace(
            found,
            warnings=tuple(text for text in found.warnings if text not in gone),
            grade=found.view.grade,
            view=None,
        )
        if log.meta is not None and "grade" in log.meta:
            log.meta["grade"] = found.grade
    return _reading(one, msgspec.structs.replace(found, log=log))


def waiting(one: Read, log: GameLog) -> Read:
    """The reading of a log that has to wait for another view, as it is stored until then: with the
    moves in its header."""
    if log is not one.found.log:
        one = _reading(one, msgspec.structs.replace(one.found, log=log))
    return msgspec.structs.replace(one, header=msgspec.json.encode(log))


def _reading(one: Read, found: Found) -> Read:
    log = found.log
    header = msgspec.json.encode(msgspec.structs.replace(log, moves=[]))
    return msgspec.structs.replace(one, found=found, hash=digest_of(content_of(log)), header=header)


def waits_for_another(one: Read, result: Outcome, *, joined: bool = False) -> bool:
    """Whether a game ends in its replay only where a view hides what another one tells; of a
    `joined` log also where the first of the two views hid it."""
    if result.error is None or one.found.view is None:
        return False
    ply = result.error.ply
    return ply in one.found.view.veiled or (
        joined and views.UNKNOWN in result.log.moves[ply].split()[1:]
    )
