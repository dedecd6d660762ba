"""The replay board: all frames of a game at once, drawn and stepped through in the browser."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dashboard.components.replay.film import NOT_REVIEWED

_FOLDER = Path(__file__).resolve().parent

_replay = st.components.v2.component(
    "hexcoach_replay",
    html=(_FOLDER / "replay.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "replay.css").read_text(encoding="utf-8"),
    js=(_FOLDER.parent / "hexes.js").read_text(encoding="utf-8")
    + (_FOLDER / "replay.js").read_text(encoding="utf-8"),
)


def show(
    game_film: bytes,
    *,
    key: str,
    start: int,
    visit: int = 0,
    review: bytes = NOT_REVIEWED,
    on_ply: Callable[[], None] | None = None,
) -> int | None:
    """Mount the board at ply `start`; a new `visit` moves a board that is already there, a new
    `review` (see `told_review`) is shown on it.

    Returns the ply that the reader has come to, None until the reader moves.
    """
    data = game_film + b',"review":' + review + f',"start":{start},"goto":{visit}}}'.encode()
    state = _replay(key=key, data=data, on_ply_change=on_ply or (lambda: None))
    ply = state.get("ply")
    return ply if isinstance(ply, int) else None
