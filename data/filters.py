"""Which games and seats a question is about; hashable, so that answers can be cached by it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Outcome(StrEnum):
    """How it ended for the seat that is looked at; a shared first place is won."""

    ANY = "any"
    WON = "won"
    LOST = "lost"


class Grouping(StrEnum):
    """What the seats selected are parted by; the frames name the part in `grouping`, as text.

    `nothing` gives one group named with the empty text, `players` the number of players at the
    table, `outcome` the words `won` and `lost`, `seat` and `place` the number as text.
    """

    NOTHING = "nothing"
    SEAT = "seat"
    PLAYER = "player"
    PLACE = "place"
    OUTCOME = "outcome"
    PLAYERS = "players"
    SOURCE = "source"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Filters:
    """Every field left at its default lets everything through, but `statuses`.

    `names`, `seats` and `outcome` choose seats; the other fields choose games, and with them all
    their seats. `opponents` keeps the seats that had at least one of these at the same table.
    Dates are inclusive; a game without a date passes only when neither bound is set.
    """

    game: str | None = None
    names: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    outcome: Outcome = Outcome.ANY
    statuses: tuple[str, ...] = ("verified",)
    sources: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    date_from: date | None = None
    date_to: date | None = None
    game_ids: tuple[int, ...] = ()
