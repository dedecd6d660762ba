"""A board of China Gold on which areas are painted cell by cell in the browser."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from dashboard.texts import text

_FOLDER = Path(__file__).resolve().parent

Painted = dict[str, dict[str, int]]
"""By role (`mountains`, `rivers`): the number of the area that each label belongs to."""

_painter = st.components.v2.component(
    "hexcoach_painter",
    html=(_FOLDER / "painter.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "painter.css").read_text(encoding="utf-8"),
    js=(_FOLDER.parent / "hexes.js").read_text(encoding="utf-8")
    + (_FOLDER / "painter.js").read_text(encoding="utf-8"),
)


def paint(
    *,
    key: str,
    token: str,
    cells: Sequence[tuple[str, str]],
    painted: Painted,
    wanted: int,
    faulty: Mapping[str, Sequence[str]],
) -> Painted | None:
    """Mount the board: `cells` are places and labels, `wanted` is how many areas a role has.

    `painted` is shown when `token` is new; after that the browser's own areas stay. `faulty` are
    the places to be marked, by role. Returns what was painted, None before anything was.
    """
    state = _painter(
        key=key,
        data={
            "token": token,
            "cells": [list(cell) for cell in cells],
            "mountains": painted["mountains"],
            "rivers": painted["rivers"],
            "wanted": wanted,
            "faulty": {role: list(places) for role, places in faulty.items()},
            "words": {
                "mountains": text("painter.mountains"),
                "rivers": text("painter.rivers"),
                "board": text("painter.board"),
                "hint": text("painter.hint"),
                "other": text("painter.other"),
                "area": text("painter.area"),
                "areas": text("painter.areas"),
                "roles": text("painter.roles"),
            },
        },
        on_areas_change=lambda: None,
    )
    areas = state.get("areas")
    return _plain(areas) if isinstance(areas, Mapping) else None


def _plain(areas: Mapping[str, Mapping[str, int]]) -> Painted:
    """What came from the browser, and nothing else."""
    return {
        role: {str(label): int(number) for label, number in areas.get(role, {}).items()}
        for role in ("mountains", "rivers")
    }
