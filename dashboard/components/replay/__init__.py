"""The replay board: all frames of a game at once, drawn and stepped through in the browser."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.boards.scene import SEAT_PAINTS, Board, Setting
from dashboard.components.replay.compact import board_cells, encode, patches
from dashboard.texts import text

_FOLDER = Path(__file__).resolve().parent

_replay = st.components.v2.component(
    "hexcoach_replay",
    html=(_FOLDER / "replay.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "replay.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "replay.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class PlyText:
    """What the move list says of one ply; `seat` is -1 where nobody moves."""

    move: str
    seat: int
    turn: int
    chance: bool
    events: Sequence[str] = ()
    note: str = ""


def _words() -> dict[str, str]:
    return {
        "start": text("replay.start"),
        "first": text("replay.first"),
        "back": text("replay.back"),
        "play": text("replay.play"),
        "pause": text("replay.pause"),
        "forward": text("replay.forward"),
        "last": text("replay.last"),
        "slider": text("replay.slider"),
        "speed": text("replay.speed"),
        "moves": text("replay.moves"),
        "controls": text("replay.controls"),
        "board": text("replay.board"),
        "keys": text("replay.keys"),
        "turn": text("replay.turn"),
        "spoken": text("replay.spoken"),
    }


def film(
    board: Board,
    setting: Setting,
    positions: Sequence[Mapping[str, Any]],
    plies: Sequence[PlyText],
    opening: Sequence[str] = (),
) -> bytes:
    """Everything that the browser needs to show one game; `positions` is one longer than `plies`.

    The JSON object is left open (without its last brace), so that `show` can add where to start
    without encoding the game again.
    """
    frames: list[Mapping[str, Any]] = []
    for ply, position in enumerate(positions):
        move = plies[ply - 1].move if ply else None
        previous = positions[ply - 1] if ply else None
        frames.append(board.frame(position, move, previous, setting))
    payload = encode(
        {
            "look": {"paints": SEAT_PAINTS | dict(board.look.paints), "glyphs": board.look.glyphs},
            "setting": {
                "players": setting.players,
                "layers": setting.layers,
                "note": setting.note,
            },
            "cells": board_cells(frames),
            "patches": patches(frames),
            "plies": plies,
            "opening": opening,
            "words": _words(),
        }
    )
    token = blake2b(payload, digest_size=8).hexdigest()
    return payload[:-1] + b',"token":"' + token.encode() + b'"'


def show(
    game_film: bytes,
    *,
    key: str,
    start: int,
    visit: int = 0,
    on_ply: Callable[[], None] | None = None,
) -> int | None:
    """Mount the board at ply `start`; a new `visit` moves a board that is already there.

    Returns the ply that the reader has come to, None until the reader moves.
    """
    data = game_film + f',"start":{start},"goto":{visit}}}'.encode()
    state = _replay(key=key, data=data, on_ply_change=on_ply or (lambda: None))
    ply = state.get("ply")
    return ply if isinstance(ply, int) else None
