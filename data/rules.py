"""Which version of its rules a game has today."""

from engine.core.errors import HexcoachError
from engine.core.registry import find_game


def rules_version(game: str) -> str | None:
    """None where there is no such game any more."""
    try:
        return find_game(game).version
    except HexcoachError:
        return None
