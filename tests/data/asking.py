"""What the tests of the store's questions share."""

from collections.abc import Callable
from typing import Any

import polars as pl

from tests.data.conftest import Library
from tests.data.ledger import Effect, Seated

EVERY_STATUS: tuple[str, ...] = ()


def ask(
    question: Callable[..., pl.DataFrame], library: Library, *args: Any, **kwargs: Any
) -> list[dict[str, Any]]:
    return question(library.store, *args, **kwargs).to_dicts()


def effects_of(seated: Seated, kind: str) -> list[Effect]:
    return [
        effect
        for effect in seated.account.effects
        if effect.kind == kind and effect.seat == seated.seat
    ]
