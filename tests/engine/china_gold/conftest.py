"""Every case is played on the oracle and on the engine."""

from typing import Any, Protocol

import pytest

from tests.engine.table import EngineTable, Table
from tests.oracle.china_gold import ChinaGold


class Start(Protocol):
    """Begins a game of two; keywords besides these are rule switches."""

    def __call__(
        self,
        board: Any = "synthetic-61",
        mountain: Any = None,
        first: Any = None,
        players: int = 2,
        **rules: str,
    ) -> Table: ...


@pytest.fixture(params=["oracle", "engine"])
def start(request: pytest.FixtureRequest) -> Start:
    def begin(
        board: Any = "synthetic-61",
        mountain: Any = None,
        first: Any = None,
        players: int = 2,
        **rules: str,
    ) -> Table:
        given = {"board": board, "mountain": mountain, "first": first}
        setup = {key: value for key, value in given.items() if value is not None}
        if request.param == "oracle":
            return Table(ChinaGold(players, rules, setup))
        return Table(EngineTable("china_gold", players, rules, setup))

    return begin
