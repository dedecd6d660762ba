"""Moves as 64-bit integers: the kind in the low bits, then what it names; text is in notation.py.

A move says all of itself without the position: a cell is its coordinates, a plot its kind.
"""

from engine.core.compiling import rule

(
    THROW,
    CHOOSE,
    RAIN_ON,
    STORM_TO,
    TAKE_CHIP,
    SKIP,
    PLOTS_ACTION,
    DRAWN_PLOTS,
    LAY,
    CHANNEL,
    GARDENER,
    PANDA,
    CARD,
    DRAWN_CARD,
    IRRIGATE,
    IMPROVE,
    COMPLETE,
    END,
) = range(1, 19)

_KIND_BITS = 5
_SIGN = 128
FARTHEST = 100
"""Coordinates up to here can be written; the garden is much smaller."""


@rule
def kind_of(move: int) -> int:
    """What kind of move it is, from `THROW` to `END`."""
    return move & 31


@rule
def plain(kind: int) -> int:
    """A move that names nothing."""
    return kind


@rule
def naming(kind: int, what: int) -> int:
    """A move that names a weather, chip, deck or card."""
    return kind | what << _KIND_BITS


@rule
def naming_three(kind: int, one: int, two: int, three: int) -> int:
    """A draw of plots, in canonical order; absent ones are `NO_PLOT`."""
    return kind | one << _KIND_BITS | two << 13 | three << 21


@rule
def at_cell(kind: int, q: int, r: int) -> int:
    """A move to one cell."""
    return kind | (q + _SIGN) << 29 | (r + _SIGN) << 37


@rule
def naming_at(kind: int, what: int, with_chip: int, q: int, r: int) -> int:
    """A plot laid with a chip (`BARE` for none), or a chip placed, on a cell."""
    return at_cell(kind, q, r) | what << _KIND_BITS | with_chip << 13


@rule
def between(kind: int, q: int, r: int, other_q: int, other_r: int) -> int:
    """A move on the edge between two cells, the lower one first."""
    return at_cell(kind, q, r) | (other_q + _SIGN) << 45 | (other_r + _SIGN) << 53


@rule
def what_of(move: int) -> int:
    """What the move names first."""
    return move >> _KIND_BITS & 255


@rule
def second_of(move: int) -> int:
    """What it names second: the next plot drawn, or the chip that a plot is laid with."""
    return move >> 13 & 255


@rule
def third_of(move: int) -> int:
    """The third plot drawn."""
    return move >> 21 & 255


@rule
def q_of(move: int) -> int:
    return (move >> 29 & 255) - _SIGN


@rule
def r_of(move: int) -> int:
    return (move >> 37 & 255) - _SIGN


@rule
def other_q_of(move: int) -> int:
    return (move >> 45 & 255) - _SIGN


@rule
def other_r_of(move: int) -> int:
    return (move >> 53 & 255) - _SIGN
