"""From a site's way of naming a hexagon to ours, as a dialect describes it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.core.errors import HexcoachError
from engine.hex.axial import DIRECTIONS, Cell, add, format_cell, hexagon, mirror, rotate

AXES = ("axial", "cube", "odd-r", "even-r", "odd-q", "even-q", "double-width", "double-height")
DIRECTION_NAMES = ("E", "NE", "NW", "W", "SW", "SE")
PAIRS = (
    ("x", "y"),
    ("q", "r"),
    ("col", "row"),
    ("coord_x", "coord_y"),
    ("i", "j"),
    ("X", "Y"),
    ("Q", "R"),
    ("column", "row"),
    ("col", "line"),
    ("col", "lig"),
    ("colonne", "ligne"),
    ("col", "lin"),
    ("coluna", "linha"),
    ("columna", "fila"),
    ("spalte", "zeile"),
)

_NUMBER = re.compile(r"-?\d+")
_LABEL = re.compile(r"([a-zA-Z])(\d{1,2})")
_CELL_TEXT = re.compile(
    r"[a-zA-Z(\[ ]*-?\d+\s*[_,;:x. ]\s*-?\d+[)\] ]*"
    r"|[a-zA-Z]{1,9}_-?\d+[_,;:. ]-?\d+"
    r"|[a-zA-Z]_?-?\d+[_ ,;]?[a-zA-Z]_?-?\d+"
    r"|[a-zA-Z]\d{1,2}"
)


class Cells(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How cells are written. What the source says is looked up in `table`; what is not in it is
    taken as two numbers, `offset` is subtracted, `axes` read, the mirror applied, then the
    rotation."""

    axes: str = "axial"
    offset: tuple[int, int] = (0, 0)
    rotation: int = 0
    """Sixths of a turn, clockwise on the screen."""
    mirror: bool = False
    table: dict[str, str] = {}
    """The source's text to `q,r` or a label, ready for a move."""
    text: str = "axial"
    """How a move writes a cell: `axial` (`q,r`) or `label` (a row letter and a number)."""
    side: int = 5
    """Of the hexagon that labels belong to."""

    def problem(self) -> str | None:
        """What cannot be right, as the end of a sentence."""
        if self.axes not in AXES:
            return f"`axes` is one of {', '.join(AXES)}, not {self.axes!r}"
        if self.text not in {"axial", "label"}:
            return f"`text` is axial or label, not {self.text!r}"
        if not 2 <= self.side <= 13:
            return f"`side` is 2 to 13, not {self.side}"
        return None


class NoCell(HexcoachError):
    """The source's value names no cell under this dialect."""


@dataclass(frozen=True, slots=True)
class Translator:
    """Reads cells by one description, and writes them for moves."""

    cells: Cells

    def cell(self, value: Any) -> Cell:
        """The axial cell that a value of the source names. Raises `NoCell`."""
        value = _within(value)
        if isinstance(value, str):
            label = _LABEL.fullmatch(value.strip())
            if label is not None and self.cells.text == "label":
                return self._turned(self._of_label(value.strip().lower()))
        numbers = numbers_of(value)
        if len(numbers) < 2:
            raise NoCell(f"{_shown(value)} names no cell: two numbers are looked for.")
        across, down = self.cells.offset
        first, second = numbers[0] - across, numbers[1] - down
        third = numbers[2] if len(numbers) > 2 else -first - second
        return self._turned(_axial(self.cells.axes, first, second, third))

    def text(self, value: Any) -> str:
        """The cell as a move writes it. Raises `NoCell`."""
        value = _within(value)
        if isinstance(value, str | int) and self.cells.table:
            found = self.cells.table.get(str(value))
            if found is not None:
                return found
        return self.written(self.cell(value))

    def written(self, cell: Cell) -> str:
        """An axial cell as a move writes it. Raises `NoCell` for one that has no label."""
        if self.cells.text == "axial":
            return format_cell(cell)
        reach = self.cells.side - 1
        if max(abs(cell.q), abs(cell.r), abs(cell.q + cell.r)) > reach:
            raise NoCell(f"{format_cell(cell)} is off a board of side {self.cells.side}.")
        first = max(-reach, -cell.r - reach)
        return f"{chr(ord('a') + cell.r + reach)}{cell.q - first + 1}"

    def neighbour(self, value: Any, direction: str) -> str:
        """The cell beside one, in a direction of ours by its name. Raises `NoCell`."""
        if direction not in DIRECTION_NAMES:
            raise NoCell(f"{direction!r} is no direction; these are: {', '.join(DIRECTION_NAMES)}.")
        way = DIRECTIONS[DIRECTION_NAMES.index(direction)]
        return self.written(add(self.cell(value), way))

    def _turned(self, cell: Cell) -> Cell:
        return rotate(mirror(cell) if self.cells.mirror else cell, self.cells.rotation)

    def _of_label(self, label: str) -> Cell:
        row = ord(label[0]) - ord("a") - (self.cells.side - 1)
        reach = self.cells.side - 1
        cell = Cell(max(-reach, -row - reach) + int(label[1:]) - 1, row)
        if cell not in hexagon(self.cells.side):
            raise NoCell(f"{label!r} is no label of a board of side {self.cells.side}.")
        return cell


def _within(value: Any) -> Any:
    """The one value of a map that names a cell, where its numbers do not stand in it themselves."""
    if not isinstance(value, dict) or any(all(key in value for key in pair) for pair in PAIRS):
        return value
    inner = [one for one in value.values() if isinstance(one, str) and is_cell_text(one)]
    return inner[0] if len(inner) == 1 else value


def is_cell_text(text: str) -> bool:
    """Whether a text looks like the name of a cell: `3_-1`, `(3, 1)`, `h_3_1`, `x3y1`, `c4`."""
    return _CELL_TEXT.fullmatch(text) is not None


def numbers_of(value: Any) -> list[int]:
    """The two or three numbers by which a value names a cell; none if it names none that way. A
    letter and a number are two numbers, and a map in which one value names a cell names it, too.
    Raises `NoCell` where what stands in the place of a number is none."""
    if isinstance(value, dict):
        for pair in PAIRS:
            if all(key in value for key in pair):
                return [int_of(value[key]) for key in pair]
        inner = _within(value)
        return [] if inner is value else numbers_of(inner)
    if isinstance(value, list | tuple):
        return [int_of(one) for one in value] if len(value) in {2, 3} else []
    if not isinstance(value, str):
        return []
    label = _LABEL.fullmatch(value.strip())
    if label is not None:
        return [ord(label[1].lower()) - ord("a"), int(label[2])]
    return [int(one) for one in _NUMBER.findall(value)]


def int_of(value: Any) -> int:
    """A whole number as text or as such. Raises `NoCell`."""
    try:
        return int(value)
    except (TypeError, ValueError) as error:
        raise NoCell(f"{_shown(value)} is no whole number.") from error


def _axial(axes: str, first: int, second: int, third: int) -> Cell:
    match axes:
        case "cube":
            return Cell(first, third)
        case "odd-r":
            return Cell(first - (second - (second & 1)) // 2, second)
        case "even-r":
            return Cell(first - (second + (second & 1)) // 2, second)
        case "odd-q":
            return Cell(first, second - (first - (first & 1)) // 2)
        case "even-q":
            return Cell(first, second - (first + (first & 1)) // 2)
        case "double-width":
            return Cell((first - second) // 2, second)
        case "double-height":
            return Cell(first, (second - first) // 2)
        case _:
            return Cell(first, second)


def images(cells: Cells) -> Iterator[Cells]:
    """The description itself, then the eleven others that turn or mirror what it gives."""
    for reflected in (cells.mirror, not cells.mirror):
        for sixths in range(6):
            rotation = (cells.rotation + sixths) % 6
            yield msgspec.structs.replace(cells, mirror=reflected, rotation=rotation)


def _shown(value: Any) -> str:
    text = str(value)
    return repr(text if len(text) <= 60 else text[:59] + "…")
