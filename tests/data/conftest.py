"""One store with games of every game, and the ledger of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from data.store import Store, open_store
from engine.core.gamelog import GameLog
from engine.core.registry import game_keys
from tests.data.ledger import Account, account_of, import_all, logs_of, write_logs


@dataclass(frozen=True, slots=True)
class Library:
    """A store, and what the ledger says is in it."""

    store: Store
    accounts: list[Account]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("library")
    logs: list[GameLog] = []
    for game in game_keys():
        for players in (2, 3, 4):
            logs += logs_of(game, 8, players, seed=100 + players)
    # Games of which only two can play are the same for every number asked; one of each is enough.
    distinct = list({log.id: log for log in logs}.values())
    with open_store(folder / "games.duckdb") as store:
        _, verdicts = import_all(store, write_logs(folder / "games.hexlog", distinct))
        accounts = [
            account_of(verdict.game_id, log)
            for verdict, log in zip(verdicts, distinct, strict=True)
            if verdict.game_id is not None
        ]
        yield Library(store, accounts)
