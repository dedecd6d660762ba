"""The garden of Takenoko: cells, plots, channels, pawns' lines. Reads like the rulebook."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

COLOURS = ("green", "yellow", "pink")
CHIPS = ("watershed", "fertilizer", "enclosure")
TALLEST = 4


class Cell(NamedTuple):
    """Axial coordinates, pointy-top; cells sort by q, then by r."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"


Edge = tuple[Cell, Cell]
Corner = frozenset[Cell]

POND = Cell(0, 0)
# Clockwise from the east: E, SE, SW, W, NW, NE.
CLOCKWISE = (Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 0), Cell(0, -1), Cell(1, -1))


def step(cell: Cell, way: Cell) -> Cell:
    return Cell(cell.q + way.q, cell.r + way.r)


def turned(way: Cell, sixths: int) -> Cell:
    """The direction turned clockwise by so many times 60 degrees."""
    return CLOCKWISE[(CLOCKWISE.index(way) + sixths) % 6]


@cache
def around(cell: Cell) -> tuple[Cell, ...]:
    """The six neighbours of a cell."""
    return tuple(step(cell, way) for way in CLOCKWISE)


def edge_between(one: Cell, other: Cell) -> Edge:
    """The edge between two neighbours in its canonical order."""
    return (min(one, other), max(one, other))


def corners_of(edge: Edge) -> list[Corner]:
    """The two ends of an edge; a corner is named by the three cells that meet there."""
    one, other = edge
    both = set(around(one)) & set(around(other))
    return [frozenset((one, other, third)) for third in both]


@dataclass
class Plot:
    """A plot that lies in the garden."""

    colour: str
    improvement: str | None
    bamboo: int = 0
    has_had_first_growth: bool = False


class Garden:
    """The laid plots, the channels and the two pawns."""

    def __init__(self) -> None:
        self.plots: dict[Cell, Plot] = {}
        self.channels: set[Edge] = set()
        self.panda = POND
        self.gardener = POND

    def is_laid(self, cell: Cell) -> bool:
        return cell == POND or cell in self.plots

    def is_irrigated(self, cell: Cell) -> bool:
        """By the pond, by a channel on one of the six edges, or by a watershed."""
        return (
            POND in around(cell)
            or any(edge_between(cell, neighbour) in self.channels for neighbour in around(cell))
            or self.plots[cell].improvement == "watershed"
        )

    def places_for_a_plot(self) -> list[Cell]:
        """Empty cells beside the pond or beside two plots already laid."""
        fringe = {cell for laid in (POND, *self.plots) for cell in around(laid)}
        return sorted(
            cell
            for cell in fringe
            if not self.is_laid(cell)
            and (POND in around(cell) or sum(side in self.plots for side in around(cell)) >= 2)
        )

    def open_edges(self, pond_edges: bool) -> list[Edge]:
        """Edges between two laid cells which a channel may be laid on."""
        reached = {corner for edge in self.channels for corner in corners_of(edge)}
        edges = {
            edge_between(cell, neighbour)
            for cell in self.plots
            for neighbour in around(cell)
            if self.is_laid(neighbour)
        }
        return sorted(
            edge
            for edge in edges
            if edge not in self.channels
            and (pond_edges or POND not in edge)
            and any(POND in corner or corner in reached for corner in corners_of(edge))
        )

    def straight_from(self, start: Cell) -> list[Cell]:
        """Where a pawn gets in a straight line over laid cells, the pond counting, no gaps."""
        found = []
        for way in CLOCKWISE:
            cell = step(start, way)
            while self.is_laid(cell):
                found.append(cell)
                cell = step(cell, way)
        return sorted(found)
