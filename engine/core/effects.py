"""Effects: what a move changed, and why. All statistics are sums over them.

Rules write effects as rows of small integers; `kind`, `what` and `cause` are indices into the
game's `effect_kinds` and `vocabulary` (index 0 of the vocabulary is the empty text).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule
from engine.core.ids import Seat

Cell = tuple[int, int]
"""Axial coordinates."""

NOWHERE = -32768
"""Stands for a missing coordinate."""

CAPACITY = 16_384
"""Rows that an effect log holds before it must be emptied."""

MOST_PER_PLY = 1_024
"""No move of any game has more effects than this."""

EFFECT = np.dtype(
    [
        ("ply", "i4"),
        ("turn", "i4"),
        ("kind", "i2"),
        ("seat", "i2"),
        ("what", "i2"),
        ("cause", "i2"),
        ("amount", "i4"),
        ("q", "i2"),
        ("r", "i2"),
        ("other_q", "i2"),
        ("other_r", "i2"),
    ],
    align=True,
)

EFFECT_LOG = np.dtype(
    [("count", "i8"), ("limit", "i8"), ("ply", "i4"), ("turn", "i4"), ("rows", EFFECT, CAPACITY)],
    align=True,
)


EffectLog = np.record
"""One record of `EFFECT_LOG`; with `limit` 0 it takes nothing, which is what playouts use."""


def effect_log(*, muted: bool = False) -> EffectLog:
    """An empty log; `ply` is -1, as effects before the first move are opening effects."""
    log = np.zeros(1, dtype=EFFECT_LOG).view(np.recarray)[0]
    log.limit = 0 if muted else CAPACITY
    log.ply = -1
    return log


@rule
def emit(
    log: EffectLog,
    kind: int,
    seat: int,
    what: int,
    amount: int,
    q: int,
    r: int,
    other_q: int,
    other_r: int,
    cause: int,
) -> None:
    """Write one row; use `NOWHERE` for a coordinate that is not there."""
    if log.count >= log.limit:
        return
    row = log.rows[log.count]
    row.ply = log.ply
    row.turn = log.turn
    row.kind = kind
    row.seat = seat
    row.what = what
    row.amount = amount
    row.q = q
    row.r = r
    row.other_q = other_q
    row.other_r = other_r
    row.cause = cause
    log.count += 1


@rule
def emit_amount(log: EffectLog, kind: int, seat: int, what: int, amount: int, cause: int) -> None:
    """An effect that happens nowhere on the board."""
    emit(log, kind, seat, what, amount, NOWHERE, NOWHERE, NOWHERE, NOWHERE, cause)


@rule
def emit_at(
    log: EffectLog, kind: int, seat: int, what: int, amount: int, q: int, r: int, cause: int
) -> None:
    """An effect on one cell."""
    emit(log, kind, seat, what, amount, q, r, NOWHERE, NOWHERE, cause)


class SeenEffect(NamedTuple):
    """A row of effects in words."""

    kind: str
    seat: Seat
    what: str
    amount: int
    cell: Cell | None
    other: Cell | None
    cause: str


def in_words(
    rows: npt.NDArray[np.void], kinds: Sequence[str], vocabulary: Sequence[str]
) -> Iterator[tuple[int, SeenEffect]]:
    """The ply of each row of `EFFECT`, and the row in a game's words."""
    for ply, _, kind, seat, what, cause, amount, q, r, other_q, other_r in rows.tolist():
        cell = None if q == NOWHERE else (q, r)
        other = None if other_q == NOWHERE else (other_q, other_r)
        words = vocabulary[what], vocabulary[cause]
        yield ply, SeenEffect(kinds[kind], seat, words[0], amount, cell, other, words[1])
