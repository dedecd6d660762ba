"""Boards by game, found by folder: a module of this package that offers `BOARD` is one.

Pure: positions in, frames out; nothing here knows of Streamlit.
"""

import importlib
import pkgutil
from functools import cache

from dashboard.boards.scene import Board


@cache
def boards() -> dict[str, Board]:
    """Every board by the key of its game, which is the name of its module."""
    found: dict[str, Board] = {}
    for module in pkgutil.iter_modules(__path__):
        board = getattr(importlib.import_module(f"{__name__}.{module.name}"), "BOARD", None)
        if board is not None:
            found[module.name] = board
    return found
