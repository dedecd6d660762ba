"""The vocabulary in which boards are drawn: what a frame may hold, for any game.

A frame is plain JSON data without nulls, in dictionaries by name wherever things come and go, so
that two frames differ by a small patch. Cells are axial `q,r` texts; the browser places them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypedDict

from engine.core.gamelog import GameLog

Position = Mapping[str, Any]
"""The position of a ply as the spec's JSON object."""


class Paint(TypedDict, total=False):
    """How a surface looks: colours, and a pattern that tells it apart without colour."""

    fill: str
    stroke: str
    ink: str
    pattern: str  # dots, lines, cross or waves
    dashed: bool
    width: float
    opacity: float


class Shape(TypedDict, total=False):
    """One path of a glyph, in a box from -12 to 12 both ways."""

    d: str
    fill: str
    stroke: str
    width: float


class Disc(TypedDict, total=False):
    """A piece in the middle of a cell."""

    paint: str
    shape: str  # circle, square, diamond, triangle or fleece
    text: str
    glyph: str
    height: int  # how many pieces seem to lie under it
    size: float


class Bars(TypedDict):
    """A stalk of sections in the middle of a cell."""

    paint: str
    count: int


class Cell(TypedDict, total=False):
    """One hexagon; every field but `fill` may be missing."""

    fill: str
    ring: str
    letter: str
    label: str
    glyph: str
    bars: Bars
    disc: Disc
    change: str
    title: str


class Pawn(TypedDict):
    """A figure on a cell, `side` -1 left of the middle and 1 right of it."""

    cell: str
    glyph: str
    side: int
    title: str


class Area(TypedDict):
    """Cells with one outline around them."""

    cells: Sequence[str]
    paint: str


class Item(TypedDict, total=False):
    """One thing in a row of a panel."""

    text: str
    glyph: str
    paint: str
    title: str


class Row(TypedDict):
    """One line of a panel."""

    label: str
    items: Sequence[Item]


class Panel(TypedDict, total=False):
    """What lies before one seat, or on the table."""

    title: str
    seat: int
    score: str
    active: bool
    rows: Sequence[Row]


class Frame(TypedDict):
    """Everything drawn at one ply."""

    cells: dict[str, Cell]
    edges: dict[str, str]
    pawns: dict[str, Pawn]
    marks: dict[str, str]
    arrows: dict[str, str]
    layers: dict[str, dict[str, str]]
    panels: dict[str, Panel]
    status: list[Item]


class Layer(TypedDict, total=False):
    """A shading or outline that a reader may turn on and off."""

    key: str
    name: str
    shown: bool
    areas: Sequence[Area]


@dataclass(frozen=True, slots=True)
class Look:
    """The paints and glyphs by the names that frames use."""

    paints: Mapping[str, Paint]
    glyphs: Mapping[str, Sequence[Shape]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for a whole game: who plays, what may be shaded, what has to be said."""

    players: Sequence[str]
    layers: Sequence[Layer] = ()
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


class Touched(NamedTuple):
    """Where on the board a move acts; nothing where it acts beside the board."""

    marks: Sequence[str] = ()
    """Cells, and edges as two cells."""
    arrows: Sequence[str] = ()
    """Pairs of cells, from one to the other."""
    tag: str = ""
    """What is put there, in a letter or a number."""


class Board(Protocol):
    """How one game is drawn; a module of this package offers it as `BOARD`."""

    look: Look

    def setting(self, log: GameLog) -> Setting:
        """What the log's header says of the board."""
        ...

    def frame(
        self, position: Position, move: str | None, previous: Position | None, setting: Setting
    ) -> Frame:
        """The board after `move`, which led here from `previous`; both are None at the start."""
        ...

    def touched(self, move: str, previous: Position, setting: Setting) -> Touched:
        """Where `move` acts in the position `previous`, be it played or only proposed."""
        ...

    def backdrop(self, reach: int) -> Sequence[tuple[int, int]]:
        """Cells that a heatmap shows even where nothing happened; `reach` as in `cell_name`."""
        ...

    def cell_name(self, q: int, r: int, reach: int) -> str:
        """What people call a cell; `reach` is the greatest distance of any cell from `0,0`."""
        ...


SEAT_PAINTS: dict[str, Paint] = {
    "seat-0": {"fill": "#0072B2", "stroke": "#00466e", "ink": "#ffffff"},
    "seat-1": {"fill": "#E69F00", "stroke": "#8a5f00", "ink": "#1d1d1d"},
    "seat-2": {"fill": "#CC79A7", "stroke": "#86406a", "ink": "#1d1d1d"},
    "seat-3": {"fill": "#303030", "stroke": "#000000", "ink": "#ffffff"},
}
"""Okabe and Ito's colours, far from each other in lightness too."""

REVIEW_PAINTS: dict[str, Paint] = {
    "better": {
        "fill": "#00734f",
        "stroke": "#00734f",
        "ink": "#ffffff",
        "width": 4,
        "dashed": True,
    },
    "answer": {"fill": "#5b3a9d", "stroke": "#5b3a9d", "ink": "#ffffff", "width": 4},
}
"""A better move beside the one played: of another colour, and dashed; and the move that somebody
thinks of playing."""

SEAT_SHAPES = ("circle", "square", "diamond", "triangle")


def mark_move(frame: Frame, touched: Touched) -> None:
    """Mark what the last move touched; a board that does so has a paint `move`."""
    frame["marks"] |= dict.fromkeys(touched.marks, "move")
    frame["arrows"] |= dict.fromkeys(touched.arrows, "move")


def empty_frame() -> Frame:
    return Frame(
        cells={},
        edges={},
        pawns={},
        marks={},
        arrows={},
        layers={},
        panels={},
        status=[],
    )
