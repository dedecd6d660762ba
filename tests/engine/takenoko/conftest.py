"""Every story is told at both tables: the oracle's and the engine's."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.takenoko.harness import TABLES
from tests.engine.takenoko.story import Story

Begin = Callable[..., Story]


@pytest.fixture(params=sorted(TABLES))
def begin(request: pytest.FixtureRequest) -> Begin:
    """Begin a game: number of players, `rules` as in a log, `hands` (all `?` if not given)."""

    def begin_story(
        players: int = 2, *, hands: list[list[str]] | None = None, **rules: Any
    ) -> Story:
        setup = {} if hands is None else {"hands": hands}
        return Story(TABLES[request.param](players, rules, setup))

    return begin_story
