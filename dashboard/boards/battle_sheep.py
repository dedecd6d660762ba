"""The pasture of Battle Sheep: stacks of sheep, and the land that each herd can still reach."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dashboard.boards.scene import (
    SEAT_SHAPES,
    Area,
    Cell,
    Disc,
    Frame,
    Item,
    Layer,
    Look,
    Paint,
    Panel,
    Position,
    Row,
    Setting,
    Touched,
    empty_frame,
    mark_move,
)
from dashboard.naming import player_name
from dashboard.texts import text, word
from engine.core.gamelog import GameLog
from engine.hex.axial import Cell as Axial
from engine.hex.axial import format_cell, neighbours

SHEEP = 16
CELLS_IN_MOVE = re.compile(r"-?\d+,-?\d+")

PAINTS: dict[str, Paint] = {
    "pasture": {"fill": "#dfe9c8", "stroke": "#93a673"},
    "reach-0": {"fill": "#0072B2", "opacity": 0.5, "pattern": "lines"},
    "reach-1": {"fill": "#E69F00", "opacity": 0.5, "pattern": "dots"},
    "reach-2": {"fill": "#CC79A7", "opacity": 0.5, "pattern": "cross"},
    "reach-3": {"fill": "#303030", "opacity": 0.4, "pattern": "waves"},
    "move": {"stroke": "#d6321e", "width": 4},
    "tile": {"stroke": "#6c7f4c", "width": 3},
}


def axial(cell: str) -> Axial:
    q, r = cell.split(",")
    return Axial(int(q), int(r))


def reachable_land(cells: Mapping[str, Any], seat: int) -> set[str]:
    """Free cells joined to a stack of this seat that can still be split, over free cells."""
    land = {axial(cell): content for cell, content in cells.items()}
    reached: set[Axial] = set()
    edge = [
        cell
        for cell, content in land.items()
        if content is not None and content[0] == seat and content[1] > 1
    ]
    while edge:
        for beside in neighbours(edge.pop()):
            if beside in land and land[beside] is None and beside not in reached:
                reached.add(beside)
                edge.append(beside)
    return {format_cell(cell) for cell in reached}


def stack_disc(seat: int, sheep: int) -> Disc:
    """A stack in its seat's colour and shape; a higher one looks higher."""
    return Disc(
        paint=f"seat-{seat}",
        shape=SEAT_SHAPES[seat],
        text=str(sheep),
        height=0 if sheep == 1 else 1 if sheep < 5 else 2 if sheep < 10 else 3,
    )


def player_panel(seat: int, position: Position, land: set[str], setting: Setting) -> Panel:
    stacks = sorted(
        (
            content[1]
            for content in position["cells"].values()
            if content is not None and content[0] == seat
        ),
        reverse=True,
    )
    movable = sum(sheep - 1 for sheep in stacks)
    rows = [
        Row(
            label=text("battle_sheep.board.stacks"),
            items=[Item(text=str(sheep), paint=f"seat-{seat}") for sheep in stacks if sheep > 1]
            or [Item(text="–")],
        ),
        Row(
            label=text("battle_sheep.board.to_deploy"),
            items=[
                Item(
                    text=text(
                        "battle_sheep.board.of", count=movable if stacks else SHEEP, total=SHEEP
                    )
                )
            ],
        ),
        Row(label=text("battle_sheep.board.land"), items=[Item(text=str(len(land)))]),
    ]
    return Panel(
        title=setting.players[seat],
        seat=seat,
        score=str(position["scores"][seat]),
        active=position["to_move"] == seat,
        rows=rows,
    )


class BattleSheepBoard:
    """The pasture as it grows, then as it fills."""

    look = Look(PAINTS)

    def setting(self, log: GameLog) -> Setting:
        tiles = [
            Area(cells=CELLS_IN_MOVE.findall(move), paint="tile")
            for move in log.moves
            if move.strip().lower().startswith("tile")
        ]
        names = [player_name(player.name, seat) for seat, player in enumerate(log.players)]
        layers = [
            Layer(
                key=f"reach-{seat}",
                name=text("battle_sheep.board.reach", player=name),
                shown=False,
            )
            for seat, name in enumerate(names)
        ]
        if tiles:
            layers.append(
                Layer(key="tiles", name=text("battle_sheep.board.tiles"), shown=False, areas=tiles)
            )
        return Setting(players=names, layers=layers)

    def frame(
        self, position: Position, move: str | None, previous: Position | None, setting: Setting
    ) -> Frame:
        frame = empty_frame()
        for place, content in position["cells"].items():
            cell = Cell(fill="pasture", label=place)
            if content is not None:
                seat, sheep = content
                cell["disc"] = stack_disc(seat, sheep)
                cell["title"] = text(
                    "battle_sheep.board.stack",
                    cell=place,
                    player=setting.players[seat],
                    count=sheep,
                )
            frame["cells"][place] = cell
        for seat in range(len(setting.players)):
            land = reachable_land(position["cells"], seat)
            frame["layers"][f"reach-{seat}"] = dict.fromkeys(sorted(land), f"reach-{seat}")
            frame["panels"][f"seat-{seat}"] = player_panel(seat, position, land, setting)
        frame["status"] = (
            [Item(text=text("board.over"))]
            if position["to_move"] is None
            else [
                Item(text=word("battle_sheep", "phase", position["phase"])),
                Item(
                    text=setting.players[position["to_move"]], paint=f"seat-{position['to_move']}"
                ),
            ]
        )
        if move and previous:
            mark_move(frame, self.touched(move, previous, setting))
        return frame

    def touched(self, move: str, previous: Position, setting: Setting) -> Touched:
        cells = CELLS_IN_MOVE.findall(move)
        if move.startswith("split"):
            return Touched(cells[1:2], [" ".join(cells[:2])], move.split()[-1])
        return Touched(cells)

    def backdrop(self, reach: int) -> Sequence[tuple[int, int]]:
        return []

    def cell_name(self, q: int, r: int, reach: int) -> str:
        return format_cell(Axial(q, r))


BOARD = BattleSheepBoard()
