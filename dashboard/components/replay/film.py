"""The film of a game: everything that the browser needs to show it, as one small payload."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from dashboard.boards.scene import REVIEW_PAINTS, SEAT_PAINTS, Board, Setting
from dashboard.components.replay.compact import board_cells, encode, patches
from dashboard.texts import text, word


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
        "previous_mistake": text("replay.previous_mistake"),
        "next_mistake": text("replay.next_mistake"),
        "more_facts": text("replay.more_facts"),
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
            "look": {
                "paints": SEAT_PAINTS | REVIEW_PAINTS | dict(board.look.paints),
                "glyphs": board.look.glyphs,
            },
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


NOT_REVIEWED = b'{"token":"","plies":{},"words":{}}'


def told_review(plies: bytes) -> bytes:
    """What a review says, as the browser takes it beside a film: `plies` is a JSON object by the
    number of the position after the move."""
    words = {
        kind: {"name": word("", "label", kind), "symbol": word("", "symbol", kind)}
        for kind in ("fact", "gain")
    }
    token = blake2b(plies, digest_size=8).hexdigest()
    head = encode({"token": token, "words": words})
    return head[:-1] + b',"plies":' + plies + b"}"
