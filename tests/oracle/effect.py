"""What every oracle speaks: the effects of a move and the two ways to refuse."""

from typing import NamedTuple


class Effect(NamedTuple):
    """One thing that a move changed; cells are axial coordinates."""

    kind: str
    seat: int
    what: str = ""
    amount: int = 0
    q: int | None = None
    r: int | None = None
    other_q: int | None = None
    other_r: int | None = None
    cause: str = ""


class IllegalMove(ValueError):
    """The move cannot be read or played here; the text is a sentence for people."""


class BadSetup(ValueError):
    """A game cannot start with these players, rules or setup; the text says why."""
