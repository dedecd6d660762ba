"""Every case is played on the oracle and on the engine."""

from collections.abc import Iterable
from typing import Any, Protocol

import pytest

from tests.engine.table import EngineTable, Table
from tests.oracle.battle_sheep import BattleSheep


class Start(Protocol):
    """Begins a game; with `pasture` on a ready-made one."""

    def __call__(
        self, players: int = 2, pasture: Iterable[str] | None = None, **rules: str
    ) -> Table: ...


@pytest.fixture(params=["oracle", "engine"])
def start(request: pytest.FixtureRequest) -> Start:
    def begin(players: int = 2, pasture: Iterable[str] | None = None, **rules: str) -> Table:
        setup: dict[str, Any] = {} if pasture is None else {"board": list(pasture)}
        if request.param == "oracle":
            return Table(BattleSheep(players, rules, setup))
        return Table(EngineTable("battle_sheep", players, rules, setup))

    return begin
