"""The hexagon of China Gold: markers, who took them, mountains and rivers, what is contested."""

from collections.abc import Sequence
from functools import cache

from dashboard.boards.scene import (
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
    Shape,
    Touched,
    empty_frame,
    mark_move,
)
from dashboard.naming import player_name
from dashboard.texts import text, word
from engine.core.gamelog import GameLog
from engine.games.china_gold.board import ROLES, board_of_setup
from engine.games.china_gold.board import Board as GoldBoard
from engine.games.china_gold.geometry import cells_of, labels_of
from engine.hex.axial import Cell as Axial
from engine.hex.axial import format_cell

PAINTS: dict[str, Paint] = {
    "ground": {"fill": "#efe6d2", "stroke": "#c9bb9a"},
    "took-mountain": {"fill": "#c98f5a", "stroke": "#7a4b1e", "pattern": "lines"},
    "took-river": {"fill": "#7db7de", "stroke": "#2c6a96", "pattern": "waves"},
    "down": {"fill": "#6f6a63", "stroke": "#3d3935", "ink": "#ffffff"},
    "up": {"fill": "#f6c945", "stroke": "#8a6400", "ink": "#4a3500"},
    "mountain-line": {"stroke": "#7a3e0c", "width": 8},
    "river-line": {"stroke": "#3aa0ee", "width": 3.2},
    "mountain": {"fill": "#a8642a", "stroke": "#6b3a0f", "ink": "#ffffff"},
    "river": {"fill": "#1b86d6", "stroke": "#0d4e80", "ink": "#ffffff"},
    "near-mountain": {"fill": "#a8642a", "opacity": 0.45, "pattern": "lines"},
    "near-river": {"fill": "#1b86d6", "opacity": 0.4, "pattern": "waves"},
    "contested": {"fill": "#7a2a86", "opacity": 0.5, "pattern": "cross"},
    "move": {"stroke": "#d6321e", "width": 4},
}

GLYPHS: dict[str, list[Shape]] = {
    "nugget": [
        {
            "d": "M-8 3 L-6-4 L-1-8 L5-6 L8 0 L6 6 L-2 8Z",
            "fill": "#ffe58a",
            "stroke": "#8a6400",
        },
        {"d": "M-6-4 L0-1 L5-6 M0-1 L-2 8", "stroke": "#b98a10", "width": 1.3},
    ],
    "mountain": [
        {"d": "M-10 8 L-3-8 L1 0 L4-5 L10 8Z", "fill": "#8a5426", "stroke": "#4d2a0a"},
        {"d": "M-5-3 L-3-8 L-0.7-3.4 L-3-1.5Z", "fill": "#ffffff"},
    ],
    "river": [
        {
            "d": "M-10-4 C-6-9 -3 1 1-4 S7-7 10-4 M-10 4 C-6-1 -3 9 1 4 S7 1 10 4",
            "stroke": "#0d5fa3",
            "width": 3,
        }
    ],
}


def side_with(reach: int) -> int:
    """The side of the smallest board that has cells so far from its centre."""
    return 5 if reach < 5 else 6


@cache
def labels_to_places(side: int) -> dict[str, str]:
    """The axial place of each label."""
    cells = map(format_cell, cells_of(side))
    return dict(zip(labels_of(side), cells, strict=True))


def still_down(areas: Sequence[Sequence[str]], down: set[str]) -> dict[str, int]:
    """For each label, how many markers of its area are still to be turned."""
    return {label: sum(cell in down for cell in area) for area in areas for label in area}


class ChinaGoldBoard:
    """The board by its labels, with the areas where they are known."""

    look = Look(PAINTS, GLYPHS)

    def setting(self, log: GameLog) -> Setting:
        board = board_of_setup(log.setup.get("board"))
        mountain_seat = 1 if log.setup.get("mountain") == 1 else 0
        places = labels_to_places(board.side)
        layers: list[Layer] = []
        if board.mountains is not None and board.rivers is not None:
            for role, partition in zip(ROLES, (board.mountains, board.rivers), strict=True):
                areas = [
                    Area(cells=[places[label] for label in area], paint=f"{role}-line")
                    for area in partition
                ]
                name = word("china_gold", "board", f"{role}s")
                layers.append(Layer(key=f"{role}s", name=name, shown=True, areas=areas))
            layers.append(Layer(key="contest", name=text("china_gold.board.contest"), shown=False))
        return Setting(
            players=[player_name(player.name, seat) for seat, player in enumerate(log.players)],
            layers=layers,
            note=board_note(board),
            extra={"board": board, "mountain": mountain_seat},
        )

    def frame(
        self, position: Position, move: str | None, previous: Position | None, setting: Setting
    ) -> Frame:
        frame = empty_frame()
        board: GoldBoard = setting.extra["board"]
        places = labels_to_places(board.side)
        content = cell_contents(position)
        contest = contested(board, position)
        for label, place in places.items():
            cell = content[label]
            if label in contest:
                mountain, river = contest[label]
                cell["title"] += text("china_gold.board.needs", mountain=mountain, river=river)
            frame["cells"][place] = cell
        if contest:
            frame["layers"]["contest"] = {
                places[label]: "contested"
                if mountain == river
                else ("near-mountain" if mountain < river else "near-river")
                for label, (mountain, river) in contest.items()
            }
        for seat, player in enumerate(setting.players):
            role = ROLES[0] if seat == setting.extra["mountain"] else ROLES[1]
            frame["panels"][f"seat-{seat}"] = player_panel(seat, player, role, position, board)
        frame["status"] = status(position, setting)
        if move and previous:
            mark_move(frame, self.touched(move, previous, setting))
        return frame

    def touched(self, move: str, previous: Position, setting: Setting) -> Touched:
        places = labels_to_places(setting.extra["board"].side)
        return Touched([places[label] for label in move.split()[1:] if label in places])

    def backdrop(self, reach: int) -> Sequence[tuple[int, int]]:
        return cells_of(side_with(reach))

    def cell_name(self, q: int, r: int, reach: int) -> str:
        names = {place: label for label, place in labels_to_places(side_with(reach)).items()}
        return names.get(format_cell(Axial(q, r)), format_cell(Axial(q, r)))


def board_note(board: GoldBoard) -> str:
    """The board's name with its status: a synthetic board is never taken for the published one."""
    if not board.name:
        return ""
    known = word("china_gold", "status", board.status)
    return text("china_gold.board.name", name=board.name, status=known)


def cell_contents(position: Position) -> dict[str, Cell]:
    """What lies on each label's cell."""
    found: dict[str, Cell] = {}
    for label in position["down"]:
        found[label] = Cell(
            fill="ground",
            label=label,
            disc=Disc(paint="down", shape="circle", text=""),
            title=text("china_gold.board.down", cell=label),
        )
    for label in position["up"]:
        found[label] = Cell(
            fill="ground",
            label=label,
            disc=Disc(paint="up", shape="circle", glyph="nugget"),
            title=text("china_gold.board.up", cell=label),
        )
    for role in ROLES:
        for label in position["taken"][role]:
            found[label] = Cell(
                fill=f"took-{role}",
                label=label,
                glyph=role,
                title=f"{label}: {word('china_gold', 'taken', role)}",
            )
    return found


def contested(board: GoldBoard, position: Position) -> dict[str, tuple[int, int]]:
    """For each marker on the board, how many its mountain and its river still need turned."""
    down = set(position["down"])
    mountains = still_down(board.mountains or (), down)
    rivers = still_down(board.rivers or (), down)
    return {
        label: (mountains[label], rivers[label])
        for label in (*position["down"], *position["up"])
        if label in mountains and label in rivers
    }


def player_panel(seat: int, player: str, role: str, position: Position, board: GoldBoard) -> Panel:
    rows = [
        Row(
            label=text("china_gold.board.role"),
            items=[Item(text=word("china_gold", "role", role), glyph=role, paint=role)],
        )
    ]
    open_areas = areas_left(board, role, position)
    if open_areas:
        rows.append(Row(label=text("china_gold.board.areas"), items=open_areas))
    return Panel(
        title=player,
        seat=seat,
        score=str(position["scores"][role]),
        active=position["to_move"] == role,
        rows=rows,
    )


def areas_left(board: GoldBoard, role: str, position: Position) -> list[Item]:
    """The areas that this role can still gain from, those with the least to turn first."""
    down, up = set(position["down"]), set(position["up"])
    found = []
    for area in (board.mountains if role == ROLES[0] else board.rivers) or ():
        to_turn = sum(label in down for label in area)
        gain = to_turn + sum(label in up for label in area)
        if gain:
            item = Item(
                text=text("china_gold.board.area", gain=gain, down=to_turn),
                title=" ".join(area),
            )
            found.append((to_turn, -gain, area, item))
    return [item for *_, item in sorted(found, key=lambda each: each[:3])]


def status(position: Position, setting: Setting) -> list[Item]:
    if position["to_move"] is None:
        return [Item(text=text("board.over"))]
    mountain = setting.extra["mountain"]
    seat = mountain if position["to_move"] == "mountain" else 1 - mountain
    items = [
        Item(text=setting.players[seat], paint=f"seat-{seat}"),
        Item(text=word("china_gold", "role", position["to_move"]), glyph=position["to_move"]),
        Item(text=word("china_gold", "phase", position["phase"])),
        Item(text=text("china_gold.board.stage", stage=position["stage"])),
    ]
    if position["throw"] is not None:
        items.append(Item(text=text("china_gold.board.thrown", count=position["throw"])))
    items.append(
        Item(
            text=text(
                "china_gold.board.markers",
                down=len(position["down"]),
                up=len(position["up"]),
            ),
        )
    )
    return items


BOARD = ChinaGoldBoard()
