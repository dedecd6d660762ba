"""The tables that Takenoko is played at by text: the oracle's and the engine's."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.engine.table import EngineTable, Oracle
from tests.oracle.takenoko import Takenoko

Table = Oracle

MakeTable = Callable[[int, dict[str, Any], dict[str, Any]], Table]
"""players, rules, setup to a table."""

new_engine_table = partial(EngineTable, "takenoko")

TABLES: dict[str, MakeTable] = {"oracle": Takenoko, "engine": new_engine_table}
