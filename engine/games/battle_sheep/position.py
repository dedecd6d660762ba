"""The position as the JSON object that logs are compared by."""

from typing import Any

from engine.core.game import State
from engine.games.battle_sheep.moves import tile_move
from engine.games.battle_sheep.notation import cell_of, tile_cells
from engine.games.battle_sheep.stacks import seat_of
from engine.games.battle_sheep.state import FREE, Phase
from engine.hex.axial import Cell, format_cell, sort_cells


def position(state: State) -> dict[str, Any]:
    """Phase, seat to move, every pasture cell by q, then r, and the cells occupied by seat."""
    phase = Phase(state.phase)
    return {
        "phase": phase.name.lower(),
        "to_move": None if phase is Phase.OVER else int(state.to_move),
        "cells": _unoccupied_cells(state) if phase is Phase.BUILD else _cells(state),
        "scores": state.held[: state.players].tolist(),
    }


def laid_cells(state: State) -> list[Cell]:
    """The cells that tiles cover, in the order in which they were laid."""
    return [
        cell
        for tile in state.tile[: state.tiles]
        for cell in tile_cells(tile_move(int(tile.q), int(tile.r), int(tile.form)))
    ]


def _unoccupied_cells(state: State) -> dict[str, None]:
    return {format_cell(cell): None for cell in sort_cells(laid_cells(state))}


def _cells(state: State) -> dict[str, list[int] | None]:
    count = state.cells
    cells: dict[str, list[int] | None] = {}
    for place, stack in zip(
        state.place[:count].tolist(), state.stack[:count].tolist(), strict=True
    ):
        held = None if stack == FREE else [seat_of(stack), int(state.stacks[stack].sheep)]
        cells[format_cell(cell_of(place))] = held
    return cells
