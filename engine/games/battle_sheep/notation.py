"""Moves of Battle Sheep as text."""

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.core.errors import UnreadableMove
from engine.core.game import Codes
from engine.core.ids import MoveCode
from engine.games.battle_sheep.moves import (
    FARTHEST_READ,
    LONGEST_READ,
    MOST_SHEEP_READ,
    PASS_MOVE,
    SHAPES,
    SPLIT_MOVE,
    TILE_MOVE,
    direction_of,
    distance_of,
    kind_of,
    place_at,
    place_of,
    q_at,
    r_at,
    shape_of,
    sheep_of,
    split_move,
    start_move,
    tile_move,
)
from engine.games.battle_sheep.reading import read_canonical
from engine.games.battle_sheep.state import CELLS_OF_TILE
from engine.hex.axial import DIRECTIONS, Cell, add, distance, format_cell, sort_cells

WORDS = {
    "tile": "tile 0,0 0,1 1,0 1,1",
    "start": "start 3,-1",
    "split": "split 3,-1 3,2 7",
    "pass": "pass",
}
"""The words that a move begins with, and how such a move reads."""

_SHAPE_OF: dict[tuple[Cell, ...], int] = {
    tuple(Cell(q, r) for q, r in shape): index for index, shape in enumerate(SHAPES.tolist())
}
_SHAPES = tuple(_SHAPE_OF)
_CELL = re.compile(r"([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})")
_MOST_TEXTS = 1 << 16


class BattleSheepNotation:
    """One notation for every pasture: moves name absolute coordinates."""

    def parse(self, text: str) -> MoveCode:
        """Read a move; raises `UnreadableMove`."""
        return _parse(text)

    def format(self, move: MoveCode) -> str:
        """The canonical text."""
        return _format(move)

    def read_many(self, texts: Sequence[str]) -> Codes:
        """The codes of canonical texts, `UNREAD` for others."""
        return read_canonical(texts)


NOTATION = BattleSheepNotation()


def _parse(text: str) -> MoveCode:
    # A blank beside a comma parts no words.
    words = re.sub(r"\s*,\s*", ",", text.lower()).split()
    if not words:
        raise UnreadableMove(f"The move is empty; a move begins with {', '.join(WORDS)}.")
    match words:
        case ["tile", *rest]:
            return _parse_tile(text, rest)
        case ["start", cell]:
            return MoveCode(start_move(_place(_parse_cell(text, cell))))
        case ["split", origin, landing, sheep]:
            return _parse_split(text, origin, landing, sheep)
        case ["pass"]:
            return MoveCode(PASS_MOVE)
    if words[0] in WORDS:
        raise UnreadableMove(
            f"{_shown(text)} has {len(words) - 1} words after {words[0]!r}; such a move reads like "
            f"`{WORDS[words[0]]}`."
        )
    raise UnreadableMove(
        f"{_shown(text)} is no move of Battle Sheep; a move begins with {', '.join(WORDS)}."
    )


def _parse_tile(text: str, words: Sequence[str]) -> MoveCode:
    cells = sort_cells(_parse_cell(text, word) for word in words)
    if len(cells) != CELLS_OF_TILE:
        raise UnreadableMove(
            f"{_shown(text)} names {len(cells)} cells; a tile covers four, as in `{WORDS['tile']}`."
        )
    first = cells[0]
    shape = _SHAPE_OF.get(tuple(Cell(q - first.q, r - first.r) for q, r in cells))
    if shape is None:
        raise UnreadableMove(
            f"{_shown(text)} is no tile: a tile is a rhombus, two rows of two cells side by side, "
            f"as in `{WORDS['tile']}`."
        )
    return MoveCode(tile_move(first.q, first.r, shape))


def _parse_split(text: str, from_word: str, to_word: str, sheep_word: str) -> MoveCode:
    origin, landing = _parse_cell(text, from_word), _parse_cell(text, to_word)
    if not re.fullmatch(r"[0-9]{1,9}", sheep_word):
        raise UnreadableMove(
            f"{_shown(text)} says {_shown(sheep_word)} where a number of sheep is due, as in "
            f"`{WORDS['split']}`."
        )
    length = distance(origin, landing)
    if length == 0:
        raise UnreadableMove(f"{_shown(text)} goes nowhere: sheep slide at least one cell.")
    step = Cell((landing.q - origin.q) // length, (landing.r - origin.r) // length)
    if step not in DIRECTIONS or ahead(origin, DIRECTIONS.index(step), length) != landing:
        raise UnreadableMove(
            f"{_shown(text)} is no straight line: sheep slide in one of the six directions, and "
            f"{to_word} lies in none of them from {from_word}."
        )
    if length > LONGEST_READ:
        raise UnreadableMove(f"{_shown(text)} goes {length} cells; no pasture is so long.")
    sheep = min(int(sheep_word), MOST_SHEEP_READ)
    return MoveCode(split_move(_place(origin), DIRECTIONS.index(step), length, sheep))


def _parse_cell(text: str, word: str) -> Cell:
    found = _CELL.fullmatch(word)
    if not found:
        raise UnreadableMove(
            f"{_shown(text)} says {_shown(word)} where a cell is due; a cell is two whole numbers "
            "with a comma between, as in `3,-1`."
        )
    cell = Cell(int(found[1]), int(found[2]))
    if max(abs(cell.q), abs(cell.r)) > FARTHEST_READ:
        raise UnreadableMove(
            f"{_shown(text)} names the cell {word}; coordinates go from {-FARTHEST_READ} to "
            f"{FARTHEST_READ}."
        )
    return cell


def _shown(text: str) -> str:
    """The text as an error quotes it: of a very long one the beginning."""
    text = " ".join(text.split())
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _place(cell: Cell) -> int:
    return place_at(cell.q, cell.r)


# A position's legal moves are mostly those of the position before.
@lru_cache(maxsize=_MOST_TEXTS)
def _format(move: MoveCode) -> str:
    kind = kind_of(move)
    if kind == PASS_MOVE:
        return "pass"
    cell = first_cell(move)
    if kind == TILE_MOVE:
        return "tile " + " ".join(format_cell(part) for part in tile_cells(move))
    if kind == SPLIT_MOVE:
        return f"split {format_cell(cell)} {format_cell(landing_cell(move))} {sheep_of(move)}"
    return f"start {format_cell(cell)}"


def cell_of(place: int) -> Cell:
    """The cell at a place of the compiled rules."""
    return Cell(int(q_at(place)), int(r_at(place)))


def first_cell(move: int) -> Cell:
    """The first cell of a tile, the cell of a start, the one that a split leaves."""
    return cell_of(place_of(move))


def landing_cell(move: int) -> Cell:
    """Where a split says that its sheep land."""
    return ahead(first_cell(move), direction_of(move), distance_of(move))


def ahead(cell: Cell, direction: int, length: int) -> Cell:
    """The cell so many steps from here."""
    step = DIRECTIONS[direction]
    return Cell(cell.q + step.q * length, cell.r + step.r * length)


def tile_cells(move: int) -> list[Cell]:
    """The four cells of a tile, sorted."""
    return [add(first_cell(move), part) for part in _SHAPES[shape_of(move)]]
