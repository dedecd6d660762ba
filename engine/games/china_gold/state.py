"""The record that is a position of China Gold, and the codes of its moves."""

from typing import Any

import numpy as np

from engine.games.china_gold.geometry import LONGEST_LINE, MOST_CELLS

DOWN, UP, TAKEN_BY_MOUNTAIN, TAKEN_BY_RIVER = 0, 1, 2, 3
MOUNTAIN, RIVER = 0, 1
UNKNOWN_AREA = -1
STAGE_A, STAGE_B, STAGE_C, STAGE_D = 0, 1, 2, 3
MOST_CLAIMS = 10
"""Five markers turned lie in at most five mountains and five rivers."""

WINDOWS, RUNS = 0, 1
WITH_DISCS, ALWAYS, NEVER = 0, 1, 2
MOVER_FIRST, MOUNTAIN_FIRST = 0, 1

STATE = np.dtype(
    [
        ("claims", "i8", MOST_CLAIMS),
        ("marker", "i2", MOST_CELLS),
        ("line_down", "i2", (3, LONGEST_LINE)),
        ("windows", "i2", 6),
        ("runs", "i2", 6),
        ("up", "i2"),
        ("area_down", "i2", (2, MOST_CELLS)),
        ("area_on_board", "i2", (2, MOST_CELLS)),
        ("area_claimed", "i2", (2, MOST_CELLS)),
        ("taken", "i2", 2),
        ("on_board", "i2"),
        ("stage", "i2"),
        ("throw", "i2"),
        ("role_to_move", "i2"),
        ("turns", "i2"),
        ("claim_count", "i2"),
        ("claims_open", "i2"),
        ("last_mover", "i2"),
        # From here on nothing changes in a game.
        ("side", "i2"),
        ("cells", "i2"),
        ("partition_known", "i2"),
        ("mountain_seat", "i2"),
        ("up_to", "i2"),
        ("lines", "i2"),
        ("down_only", "i2"),
        ("hide", "i2"),
        ("claim_order", "i2"),
        ("areas", "i2", 2),
        ("area", "i2", (2, MOST_CELLS)),
        ("area_size", "i2", (2, MOST_CELLS)),
        ("area_first_cell", "i2", (2, MOST_CELLS)),
    ],
    align=True,
)
"""`line_down[axis][line]` has a bit for each marker face down; `windows` and `runs` count by length
what these lines hold; `up` counts the markers face up on the board.
`area[role][cell]` is an area's number; `area_down` and `area_on_board` count its markers, and
`area_claimed` those that its owner took when it was complete.

`claims` are the codes of what the last turn claimed and no log line has asserted yet;
`claims_open` is 1 right after a turn, when a board of unknown partition takes claims.
"""
_FIELDS: dict[str, Any] = dict(STATE.fields or {})
FIRST_FIXED = int(_FIELDS["side"][1])
"""The first byte of the record that no move changes."""

# Codes. Low three bits: the kind; a claim is told by bit 62 instead, as it needs the room.
THROW, TURN, HIDE = 0, 1, 2
CLAIM_BIT = 1 << 62
CLAIM_ROLE_SHIFT = 61
CLAIM_CELLS = (1 << 61) - 1
CELLS_IN_WIDE_CLAIM = 8
"""Side 6: up to eight cells of seven bits each. Side 5: one bit a cell."""


def throw_code(number: int) -> int:
    return THROW | number << 3


def turn_code(cell: int, axis: int, length: int) -> int:
    """`cell` is the lowest in label order; a single marker has axis 0."""
    return TURN | cell << 3 | axis << 10 | length << 12


def hide_code(cell: int) -> int:
    return HIDE | cell << 3


def claim_code(side: int, role: int, cells: list[int]) -> int:
    """The code of a claim of these cell indices; side 6 has at most eight of them."""
    body = 0
    for place, cell in enumerate(sorted(cells)):
        body |= 1 << cell if side == 5 else (cell + 1) << (7 * place)
    return CLAIM_BIT | role << CLAIM_ROLE_SHIFT | body


def claim_cells(side: int, code: int) -> list[int]:
    """The cell indices of a claim, in label order."""
    body = code & CLAIM_CELLS
    if side == 5:
        return [cell for cell in range(61) if body >> cell & 1]
    digits = [body >> (7 * place) & 127 for place in range(CELLS_IN_WIDE_CLAIM)]
    return [digit - 1 for digit in digits if digit]
