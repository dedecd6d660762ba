"""The garden of Takenoko: plots, bamboo, channels, pawns, and what lies before each player."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dashboard.boards.scene import (
    Bars,
    Cell,
    Frame,
    Item,
    Layer,
    Look,
    Paint,
    Panel,
    Pawn,
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
from engine.hex.axial import Cell as Axial
from engine.hex.axial import distance, format_cell, neighbours

COLOURS = ("green", "yellow", "pink")
CHIPS = ("watershed", "fertilizer", "enclosure")
POND = "0,0"

PAINTS: dict[str, Paint] = {
    "pond": {"fill": "#8ec5e8", "stroke": "#4d8fb8", "pattern": "waves"},
    "green": {"fill": "#7fb98b", "stroke": "#3f7a4d", "ink": "#17401f"},
    "yellow": {"fill": "#f4dd7b", "stroke": "#a88c1e", "ink": "#5c4a00", "pattern": "dots"},
    "pink": {"fill": "#eeb0cb", "stroke": "#a85f80", "ink": "#6b2145", "pattern": "lines"},
    "wet": {"stroke": "#1f7ac2", "width": 5},
    "dry": {"stroke": "#8d7f6a", "width": 2.5, "dashed": True},
    "open": {"fill": "#ffffff", "stroke": "#bdb6a6", "dashed": True, "opacity": 0.55},
    "bamboo-green": {"fill": "#2f8f4a", "stroke": "#124d24"},
    "bamboo-yellow": {"fill": "#d8ae12", "stroke": "#6a5300"},
    "bamboo-pink": {"fill": "#cf4f8b", "stroke": "#6b1c44"},
    "channel": {"stroke": "#1565b0", "width": 11, "ink": "#bfe0fb"},
    "move": {"stroke": "#d6321e", "width": 4},
}

GLYPHS: dict[str, list[Shape]] = {
    "watershed": [
        {
            "d": "M0-10 C4-4 7-1 7 4 A7 7 0 0 1 -7 4 C-7-1 -4-4 0-10Z",
            "fill": "#2f8fd8",
            "stroke": "#0f4d80",
        },
        {"d": "M-3.5 4 A3.5 3.5 0 0 0 0 7.5", "stroke": "#ffffff", "width": 1.6},
    ],
    "fertilizer": [
        {"d": "M-6-4 H6 L8 9 H-8Z", "fill": "#b07a43", "stroke": "#5c3a14"},
        {"d": "M-4-9 H4 L6-4 H-6Z", "fill": "#d5a86f", "stroke": "#5c3a14"},
        {"d": "M0-1 V6 M-3.5 2.5 H3.5", "stroke": "#ffffff", "width": 2.2},
    ],
    "enclosure": [
        {
            "d": "M-8 9 V-5 L-6-8 L-4-5 V9Z M-2 9 V-5 L0-8 L2-5 V9Z M4 9 V-5 L6-8 L8-5 V9Z",
            "fill": "#e8d7b5",
            "stroke": "#5c4520",
        },
        {"d": "M-10-1 H10 M-10 5 H10", "stroke": "#5c4520", "width": 2},
    ],
    "panda": [
        {"d": "M-10-8 a4 4 0 1 1 6-2Z M10-8 a4 4 0 1 0 -6-2Z", "fill": "#1d1d1d"},
        {
            "d": "M0-10 C7-10 10-5 10 0 C10 7 5 10 0 10 C-5 10 -10 7 -10 0 C-10-5 -7-10 0-10Z",
            "fill": "#ffffff",
            "stroke": "#1d1d1d",
        },
        {
            "d": "M-7-2 C-7-5 -3-6 -2-3 C-1 0 -4 3 -6 2 C-7 1 -7 0 -7-2Z"
            " M7-2 C7-5 3-6 2-3 C1 0 4 3 6 2 C7 1 7 0 7-2Z",
            "fill": "#1d1d1d",
        },
        {"d": "M-2 4 H2 L0 6.5Z", "fill": "#1d1d1d"},
    ],
    "gardener": [
        {
            "d": "M-6 0 C-6 7 -3 10 0 10 C3 10 6 7 6 0Z",
            "fill": "#f2cfa2",
            "stroke": "#6b4a22",
        },
        {"d": "M-11 1 L0-10 L11 1 C6 3.5 -6 3.5 -11 1Z", "fill": "#d9a441", "stroke": "#6b4a22"},
        {"d": "M-2.5 6 H2.5", "stroke": "#6b4a22", "width": 1.5},
    ],
    "plot": [{"d": "M0-9 L8-4.5 V4.5 L0 9 L-8 4.5 V-4.5Z", "stroke": "#5b5b5b", "width": 2}],
    "channel": [{"d": "M-9 0 C-5-6 -2 6 2 0 S7-3 9 0", "stroke": "#1565b0", "width": 3.4}],
    "sun": [
        {"d": "M5 0 A5 5 0 1 1 -5 0 A5 5 0 1 1 5 0Z", "fill": "#f2b01e", "stroke": "#a06c00"},
        {
            "d": "M0-10V-7M0 7V10M-10 0H-7M7 0H10M-7-7L-5-5M7 7L5 5M-7 7L-5 5M7-7L5-5",
            "stroke": "#a06c00",
            "width": 1.8,
        },
    ],
    "rain": [
        {"d": "M-8-1 A4 4 0 0 1 -4-7 A5 5 0 0 1 5-6 A3.5 3.5 0 0 1 8-1Z", "fill": "#7c8fa3"},
        {"d": "M-5 2 L-7 8 M0 2 L-2 8 M5 2 L3 8", "stroke": "#1f7ac2", "width": 2},
    ],
    "wind": [
        {
            "d": "M-10-3 H3 A3.2 3.2 0 1 0 0-7 M-10 1 H7 A3.2 3.2 0 1 1 4 6 M-10 5 H0",
            "stroke": "#4f6d7a",
            "width": 2,
        }
    ],
    "storm": [
        {"d": "M-8-1 A4 4 0 0 1 -4-7 A5 5 0 0 1 5-6 A3.5 3.5 0 0 1 8-1Z", "fill": "#5d6470"},
        {"d": "M1-1 L-4 5 H0 L-2 10 L5 3 H1 L3-1Z", "fill": "#f2b01e", "stroke": "#8a5f00"},
    ],
    "clouds": [
        {
            "d": "M-9 5 A4.5 4.5 0 0 1 -6-3 A6 6 0 0 1 5-4 A4.6 4.6 0 0 1 8 5Z",
            "fill": "#dfe5ea",
            "stroke": "#66747f",
        }
    ],
    "any": [
        {"d": "M-4-4 A4 4 0 1 1 2-1 Q0 0 0 3", "stroke": "#5b5b5b", "width": 2.6},
        {"d": "M-1 6 H1 V8 H-1Z", "fill": "#5b5b5b", "stroke": "#5b5b5b"},
    ],
}
GLYPHS["card-plot"] = [
    {"d": "M-5-8 L0-5 V1 L-5 4 L-10 1 V-5Z", "fill": "#d8d2c4", "stroke": "#5b5b5b"},
    {"d": "M5-8 L10-5 V1 L5 4 L0 1 V-5Z", "fill": "#ffffff", "stroke": "#5b5b5b"},
    {"d": "M0 1 L5 4 V9 L0 12 L-5 9 V4Z", "fill": "#d8d2c4", "stroke": "#5b5b5b"},
]
GLYPHS["card-gardener"] = GLYPHS["gardener"]
GLYPHS["card-panda"] = GLYPHS["panda"]

CELLS_IN_MOVE = re.compile(r"-?\d+,-?\d+")


def axial(cell: str) -> Axial:
    q, r = cell.split(",")
    return Axial(int(q), int(r))


def open_places(plots: Iterable[str]) -> list[str]:
    """Where a plot could be laid now: beside the pond, or beside two plots."""
    laid = {axial(cell) for cell in plots}
    pond = axial(POND)
    around = {
        place
        for cell in (*laid, pond)
        for place in neighbours(cell)
        if place not in laid and place != pond
    }
    return sorted(
        format_cell(place)
        for place in around
        if distance(place, pond) == 1 or sum(beside in laid for beside in neighbours(place)) >= 2
    )


def plot_cell(place: str, plot: Mapping[str, Any], before: Mapping[str, Any] | None) -> Cell:
    """One laid plot."""
    colour, height = plot["colour"], plot["bamboo"]
    cell = Cell(
        fill=colour,
        ring="wet" if plot["irrigated"] else "dry",
        letter=word("takenoko", "letter", colour),
        label=place,
        title=", ".join(
            [
                f"{place}: {word('takenoko', 'colour', colour)}",
                *([word("takenoko", "chip", plot["improvement"])] if plot["improvement"] else []),
                text("takenoko.board.sections", count=height),
                text("takenoko.board.wet" if plot["irrigated"] else "takenoko.board.dry"),
            ]
        ),
    )
    if height:
        cell["bars"] = Bars(paint=f"bamboo-{colour}", count=height)
    if plot["improvement"]:
        cell["glyph"] = plot["improvement"]
    change = height - (before["bamboo"] if before else 0)
    if change:
        cell["change"] = f"{change:+d}".replace("-", "−")
    return cell


def card(key: str) -> Item:
    """One objective card, with its kind as glyph and its colour as paint."""
    kind, _, what = key.partition(":")
    item = Item(text=word("takenoko", "objective", key), glyph=f"card-{kind}")
    colours = [colour for colour in COLOURS if colour in what]
    if len(colours) == 1:
        item["paint"] = colours[0]
    return item


def player_panel(seat: int, player: Mapping[str, Any], position: Position, name: str) -> Panel:
    """What lies before one player."""
    reserve = [
        Item(
            text=str(player["bamboo"][colour]),
            paint=colour,
            title=word("takenoko", "colour", colour),
        )
        for colour in COLOURS
    ]
    reserve.append(
        Item(text=str(player["channels"]), glyph="channel", title=text("takenoko.board.channels"))
    )
    reserve += [
        Item(text="", glyph=chip, title=word("takenoko", "chip", chip)) for chip in player["chips"]
    ]
    rows = [
        Row(label=text("takenoko.board.reserve"), items=reserve),
        Row(label=text("takenoko.board.hand"), items=[card(key) for key in player["hand"]]),
        Row(
            label=text("takenoko.board.completed", count=len(player["completed"])),
            items=[card(key) for key in player["completed"]],
        ),
    ]
    if position["emperor"] == seat:
        rows[2]["items"] = [*rows[2]["items"], Item(text=text("takenoko.board.emperor"))]
    return Panel(
        title=name,
        seat=seat,
        score=str(player["score"]),
        active=position["to_move"] == seat,
        rows=rows,
    )


def bank_panel(bank: Mapping[str, Any]) -> Panel:
    """What is left for all."""
    items = [
        Item(
            text=str(bank["bamboo"][colour]), paint=colour, title=word("takenoko", "colour", colour)
        )
        for colour in COLOURS
    ]
    items.append(
        Item(text=str(bank["channels"]), glyph="channel", title=text("takenoko.board.channels"))
    )
    items.append(Item(text=str(bank["plots"]), glyph="plot", title=text("takenoko.board.pile")))
    items += [
        Item(text=str(bank["chips"][chip]), glyph=chip, title=word("takenoko", "chip", chip))
        for chip in CHIPS
    ]
    return Panel(
        title=text("takenoko.board.bank"),
        rows=[Row(label=text("takenoko.board.left"), items=items)],
    )


def status(position: Position, setting: Setting) -> list[Item]:
    """Whose turn it is and what is left of it."""
    if position["to_move"] is None:
        return [Item(text=text("board.over"))]
    items = [
        Item(text=text("board.turn", turn=position["turn"] + 1)),
        Item(
            text=setting.players[position["to_move"]],
            paint=f"seat-{position['to_move']}",
        ),
    ]
    if position["weather"]:
        weather = position["weather"]
        items.append(Item(text=word("takenoko", "weather", weather), glyph=weather))
    items.append(Item(text=word("takenoko", "phase", position["phase"])))
    items.append(Item(text=text("takenoko.board.actions_left", count=position["actions_left"])))
    if position["used"]:
        used = ", ".join(word("takenoko", "action", action) for action in position["used"])
        items.append(Item(text=text("takenoko.board.used", actions=used)))
    return items


class TakenokoBoard:
    """The garden, seen from above."""

    look = Look(PAINTS, GLYPHS)

    def setting(self, log: GameLog) -> Setting:
        return Setting(
            players=[player_name(player.name, seat) for seat, player in enumerate(log.players)],
            layers=[Layer(key="open", name=text("takenoko.board.open_places"), shown=True)],
        )

    def frame(
        self, position: Position, move: str | None, previous: Position | None, setting: Setting
    ) -> Frame:
        frame = empty_frame()
        frame["cells"][POND] = Cell(fill="pond", title=text("takenoko.board.pond"))
        before = previous["plots"] if previous else position["plots"]
        for place, plot in position["plots"].items():
            frame["cells"][place] = plot_cell(place, plot, before.get(place))
        frame["layers"]["open"] = (
            dict.fromkeys(open_places(position["plots"]), "open")
            if position["to_move"] is not None
            and (position["bank"]["plots"] or position["phase"] == "lay")
            else {}
        )
        frame["edges"] = {" ".join(edge): "channel" for edge in position["channels"]}
        for pawn, side in (("panda", -1), ("gardener", 1)):
            frame["pawns"][pawn] = Pawn(
                cell=position[pawn], glyph=pawn, side=side, title=word("takenoko", "pawn", pawn)
            )
        for seat, player in enumerate(position["players"]):
            frame["panels"][f"seat-{seat}"] = player_panel(
                seat, player, position, setting.players[seat]
            )
        frame["panels"]["bank"] = bank_panel(position["bank"])
        frame["status"] = status(position, setting)
        if move and previous:
            mark_move(frame, self.touched(move, previous, setting))
        return frame

    def touched(self, move: str, previous: Position, setting: Setting) -> Touched:
        kind, *named = move.split()
        cells = CELLS_IN_MOVE.findall(move)
        if kind == "irrigate":
            return Touched([" ".join(cells)])
        pawn = {"storm": "panda"}.get(kind, kind)
        walks = pawn in {"panda", "gardener"} and cells and previous[pawn] != cells[0]
        colour = named[0].split("+")[0] if kind == "lay" else ""
        return Touched(
            cells[:1],
            [f"{previous[pawn]} {cells[0]}"] if walks else [],
            word("takenoko", "letter", colour) if colour else "",
        )

    def backdrop(self, reach: int) -> Sequence[tuple[int, int]]:
        return [axial(POND)]

    def cell_name(self, q: int, r: int, reach: int) -> str:
        return format_cell(Axial(q, r))


BOARD = TakenokoBoard()
