"""How a game starts: the header's switches and, maybe, a ready-made pasture."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from engine.core.errors import BadSetup
from engine.core.game import State, Switch, read_switches
from engine.core.wording import as_json
from engine.games.battle_sheep.moves import FARTHEST, place_at
from engine.games.battle_sheep.pasture import lay_out
from engine.games.battle_sheep.state import MOST_CELLS, NOBODY, ON_OUTSIDE, Border, End, Phase
from engine.hex.axial import Cell, format_cell, sort_cells

SWITCHES: Mapping[str, Switch] = {
    "border": Switch(
        "outer",
        tuple(border.name.lower() for border in Border),
        "where a herd may start: `outer`, a cell with a side on the outside; `any_edge`, a cell on "
        "a hole too; `own_tile`, an outer cell of the player's own tiles while one is free",
    ),
    "end": Switch(
        "nobody_can_split",
        tuple(end.name.lower() for end in End),
        "when the game is over: `nobody_can_split`; `one_left`, as soon as at most one player can "
        "split; `first_blocked`, when the turn comes to a player who cannot, who is then last",
    ),
}

_CELL = re.compile(r"\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*")


def set_up(state: State, players: int, rules: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
    """Make an empty record the start of a game. Raises `BadSetup`."""
    switches = read_switches("Battle Sheep", SWITCHES, rules)
    state.players = players
    state.border = Border[switches["border"].upper()]
    state.end = End[switches["end"].upper()]
    state.last_seat = NOBODY
    for key in setup:
        if key != "board":
            raise BadSetup(
                f"The setup of Battle Sheep has no {as_json(key)}; it is empty, or has a `board` "
                "that lists the cells of a ready-made pasture."
            )
    if "board" in setup:
        cells = read_pasture(setup["board"])
        state.cells = len(cells)
        state.place[: len(cells)] = [place_at(q, r) for q, r in cells]
        lay_out(state)
        outside = int(np.count_nonzero(state.side[: len(cells)] == ON_OUTSIDE))
        if outside < players:
            raise BadSetup(
                f"{players} players start on as many cells of the outside border; this board has "
                f"only {outside}."
            )
        state.phase = Phase.START


def read_pasture(board: object) -> list[Cell]:
    """The cells of a `board`, sorted. Raises `BadSetup`."""
    if not isinstance(board, list):
        raise BadSetup('The board is a list of cells, as in ["0,0", "1,0"].')
    if not board:
        raise BadSetup("The board lists no cells; without a board the players build the pasture.")
    if len(board) > MOST_CELLS:
        raise BadSetup(
            f"The board has {len(board)} cells; a pasture of more than {MOST_CELLS} is not played, "
            "as four herds occupy 64 at most."
        )
    cells = sort_cells(_read_cell(word) for word in board)
    for cell, following in pairwise(cells):
        if cell == following:
            raise BadSetup(f"The board names the cell {format_cell(cell)} twice.")
    return cells


def _read_cell(word: object) -> Cell:
    found = _CELL.fullmatch(word) if isinstance(word, str) else None
    if found is None:
        raise BadSetup(
            f"The board names {as_json(word)}, which is no "
            'cell; a cell is a text of two whole numbers, as in "3,-1".'
        )
    cell = Cell(int(found[1]), int(found[2]))
    if max(abs(cell.q), abs(cell.r)) > FARTHEST:
        raise BadSetup(
            f"The board names the cell {format_cell(cell)}; coordinates go from {-FARTHEST} to "
            f"{FARTHEST}."
        )
    return cell
