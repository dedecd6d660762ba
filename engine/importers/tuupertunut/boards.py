"""A printed board: a row of hexagons a line, four characters a cell, each row half a cell aside."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.errors import UnreadableLog
from engine.core.ids import Seat
from engine.core.wording import as_json
from engine.hex.axial import Cell

SEATS = {"-": Seat(0), "+": Seat(1)}
SIGNS = "-+"
CELL_WIDTH = 4
ROW_SHIFT = 2

_ROW = re.compile(r" *(?:0|[-+]\d{1,3})(?: +(?:0|[-+]\d{1,3}))*")
_CONTENT = re.compile(r"0|[-+]\d{1,3}")

Stack = tuple[Seat, int]
Herds = dict[Cell, Stack | None]
"""Every cell of the pasture: None if it is free, else whose stack stands there and its sheep."""


def is_row(text: str) -> bool:
    """Whether a line is a row of a board."""
    return _ROW.fullmatch(text) is not None


def is_spoilt_row(text: str) -> bool:
    """Whether most of a line's words are cells, but not all: no sentence, yet no row either."""
    words = text.split()
    cells = sum(_CONTENT.fullmatch(word) is not None for word in words)
    return cells < len(words) < 2 * cells


@dataclass(frozen=True, slots=True)
class Board:
    """A board as printed; `line` is that of its first row."""

    line: int
    herds: Herds


def read_board(line: int, rows: Sequence[str]) -> Board:
    """The cells by axial coordinates, the same for all boards of one game: the program prints each
    of them within the same frame. Raises `UnreadableLog` for a cell that is none or on no grid."""
    herds: Herds = {}
    frame = None
    for r, row in enumerate(rows):
        if not is_row(row):
            strange = next(word for word in row.split() if not _CONTENT.fullmatch(word))
            raise UnreadableLog(
                f"Line {line + r}: {as_json(strange)} is no cell of a board; a cell is 0, or the "
                "number of sheep after - or +."
            )
        for found in _CONTENT.finditer(row):
            content = found[0]
            # A free cell is a blank and a 0; the sign of a stack stands where the blank would.
            start = found.start() - (content == "0")
            place = start - ROW_SHIFT * r
            frame = place % CELL_WIDTH if frame is None else frame
            if place % CELL_WIDTH != frame:
                raise UnreadableLog(
                    f"Line {line + r}: {content!r} at column {found.start() + 1} stands between "
                    "the cells of the rows above; the blanks of the board are not as printed."
                )
            herds[Cell(place // CELL_WIDTH, r)] = (
                None if content == "0" else (SEATS[content[0]], int(content[1:]))
            )
    return Board(line, herds)


def written(stack: Stack | None) -> str:
    """A cell as the program prints it."""
    return "0" if stack is None else f"{SIGNS[stack[0]]}{stack[1]}"
