"""Invented dialects: each tells our own games in made-up notifications, and brings the dialect by
which they are read back. What the site really writes for these games is not public."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.gamelog import GameLog
from engine.games.china_gold.geometry import cells_of, labels_of
from engine.hex.axial import Cell, mirror, rotate
from engine.replay import Replay, replay

BOARDS = Path(__file__).resolve().parents[3] / "samples" / "boards"


@dataclass(slots=True)
class Told:
    """A notification before it is put into packets."""

    kind: str
    seat: int | None
    args: dict[str, Any] = field(default_factory=dict)
    hidden: dict[str, Any] | None = None
    """What only the seat itself sees, besides `args`."""


Teller = Callable[[GameLog], list[list[Told]]]
"""A game's notifications, a list for each move of the site."""


@dataclass(frozen=True, slots=True)
class Costume:
    """An invented dialect: how games are told in it and how they are read back."""

    game: str
    tell: Teller
    toml: str
    cancels: dict[str, str]
    """By type, the notification that takes such a move back in words of the game."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How a site counts cells: ours, turned and mirrored, on other axes, moved."""

    axes: str = "axial"
    offset: tuple[int, int] = (0, 0)
    rotation: int = 0
    mirrored: bool = False

    def numbers(self, cell: Cell) -> tuple[int, int]:
        """What the site writes for our cell: what its dialect undoes."""
        turned = rotate(cell, -self.rotation % 6)
        q, r = mirror(turned) if self.mirrored else turned
        match self.axes:
            case "odd-r":
                first, second = q + (r - (r & 1)) // 2, r
            case "even-q":
                first, second = q, r + (q + (q & 1)) // 2
            case "double-width":
                first, second = 2 * q + r, r
            case _:
                first, second = q, r
        return first + self.offset[0], second + self.offset[1]

    @property
    def toml(self) -> str:
        return (
            f'axes = "{self.axes}"\noffset = [{self.offset[0]}, {self.offset[1]}]\n'
            f"rotation = {self.rotation}\nmirror = {str(self.mirrored).lower()}\n"
        )


def cell_of(text: str) -> Cell:
    q, r = text.split(",")
    return Cell(int(q), int(r))


def seats_of(played: Replay) -> list[int]:
    return [int(row["seat"]) for row in played.ply_rows]


# Battle Sheep

SHEEP_GRID = Grid("odd-r", (20, 40), rotation=2, mirrored=True)

SHEEP_TOML = f"""
format = "bga-dialect/1"
game = "battle_sheep"
name = "invented sheep"
claims = ["pasturePlaced", "flockMoved"]
ignore = ["flockCounter", "shepherdStuck"]

[cells]
{SHEEP_GRID.toml}
[[moves]]
type = "pasturePlaced"
move = "tile {{hexes}}"
arguments.hexes = {{ as = "cells" }}

[[moves]]
type = "flockMoved"
when = {{ first = "1" }}
move = "start {{to}}"
arguments.to = {{ q = "to_x", r = "to_y", as = "cell" }}

[[moves]]
type = "flockMoved"
move = "split {{from}} {{to}} {{nb}}"
arguments.from = {{ paths = ["origin", "from"], as = "cell" }}
arguments.to = {{ q = "to_x", r = "to_y", as = "cell" }}
arguments.nb = {{ as = "number" }}

[[undo]]
type = "pastureTakenBack"
of = "tile"

[[undo]]
type = "flockTakenBack"
"""


def tell_sheep(log: GameLog) -> list[list[Told]]:
    """One notification a ply; the numbers come now as text, now as numbers."""
    seats = seats_of(replay(log))
    moves = []
    for ply, (text, seat) in enumerate(zip(log.moves, seats, strict=True)):
        word, *cells = text.split()
        if word == "tile":
            hexes = [
                dict(zip("xy", SHEEP_GRID.numbers(cell_of(one)), strict=True)) for one in cells
            ]
            told = Told("pasturePlaced", seat, {"tile_id": str(ply), "hexes": hexes})
        else:
            to = SHEEP_GRID.numbers(cell_of(cells[0 if word == "start" else 1]))
            args: dict[str, Any] = {"to_x": to[0], "to_y": str(to[1]), "first": "1", "nb": 16}
            if word == "split":
                x, y = SHEEP_GRID.numbers(cell_of(cells[0]))
                origin = {"x": str(x), "y": y} if ply % 2 else f"{x}_{y}"
                args |= {"origin" if ply % 3 else "from": origin, "first": 0, "nb": cells[2]}
            told = Told("flockMoved", seat, args)
        counter = Told("flockCounter", None, {"counters": []})
        moves.append([told, counter] if ply % 4 == 0 else [told])
    return moves


SHEEP = Costume(
    "battle_sheep",
    tell_sheep,
    SHEEP_TOML,
    {"pasturePlaced": "pastureTakenBack", "flockMoved": "flockTakenBack"},
)

# China Gold

GOLD_GRID = Grid("double-width", (11, 6), rotation=5)

GOLD_TOML = f"""
format = "bga-dialect/1"
game = "china_gold"
name = "invented gold"
claims = ["discsThrown", "nuggetsTurned"]
chance = ["throw"]
setup = {{ board = "synthetic-61" }}

[cells]
text = "label"
side = 5
{GOLD_GRID.toml}
[[moves]]
type = "nuggetsTurned"
when = {{ hide = "0" }}
move = "turn {{markers}}"
arguments.markers = {{ paths = ["markers", "marker_ids"], as = "cells" }}

[[moves]]
type = "nuggetsTurned"
when = {{ hide = "1" }}
move = "hide {{marker}}"
arguments.marker = {{ paths = "markers.0", as = "cell" }}

[[moves]]
type = "discsThrown"
before = "nuggetsTurned"
move = "throw {{sum}}"
arguments.sum = {{ as = "number" }}

[[moves]]
type = "areaEmptied"
actor = false
move = "claim {{owner}} {{markers}}"
arguments.owner = {{ paths = "player_id", as = "role" }}
arguments.markers = {{ as = "cells" }}

[[undo]]
type = "nuggetsUnturned"
""".replace('before = "nuggetsTurned"\n', "")


@cache
def areas(role: str) -> list[frozenset[str]]:
    board = json.loads((BOARDS / "synthetic-61.json").read_text())
    return [frozenset(area) for area in board[role + "s"]]


def tell_gold(log: GameLog) -> list[list[Told]]:
    """A throw and what came of it are one move of the site; claims are told, too."""
    played = replay(log)
    seats = seats_of(played)
    cells = dict(zip(labels_of(5), cells_of(5), strict=True))
    label = {cell: name for name, cell in cells.items()}
    vocabulary, kinds = played.game.vocabulary, played.game.effect_kinds
    moves: list[list[Told]] = []
    for ply, (text, seat) in enumerate(zip(log.moves, seats, strict=True)):
        word, *rest = text.split()
        if word == "throw":
            moves.append([Told("discsThrown", seat, {"sum": rest[0] if ply % 3 else int(rest[0])})])
            continue
        markers = ["_".join(map(str, GOLD_GRID.numbers(cells[one]))) for one in rest]
        told = Told(
            "nuggetsTurned",
            seat,
            {
                "hide": str(int(word == "hide")),
                "markers" if ply % 2 or word == "hide" else "marker_ids": markers,
            },
        )
        if moves and moves[-1][-1].kind == "discsThrown":
            moves[-1].append(told)
        else:
            moves.append([told])
        taken: dict[tuple[str, int], list[str]] = {}
        for row in played.effects[played.effects["ply"] == ply]:
            if kinds[row["kind"]] == "taken":
                role = vocabulary[row["what"]]
                name = label[Cell(int(row["q"]), int(row["r"]))]
                area = next(n for n, one in enumerate(areas(role)) if name in one)
                taken.setdefault((role, area), []).append(name)
        for (role, _), names in taken.items():
            owner = 0 if role == "mountain" else 1
            places = [dict(zip("xy", GOLD_GRID.numbers(cells[one]), strict=True)) for one in names]
            moves[-1].append(Told("areaEmptied", owner, {"markers": places}))
    return moves


GOLD = Costume("china_gold", tell_gold, GOLD_TOML, {"nuggetsTurned": "nuggetsUnturned"})
