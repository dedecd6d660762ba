"""Games by folder: whatever package in `engine/games` offers `GAME` is a game."""

import importlib
import pkgutil
from functools import cache

import engine.games
from engine.core.errors import UnknownGame
from engine.core.game import Game


@cache
def games() -> dict[str, Game]:
    """Every game by its key, in order of the keys."""
    found = {}
    for module in sorted(pkgutil.iter_modules(engine.games.__path__), key=lambda each: each.name):
        game: Game = importlib.import_module(f"engine.games.{module.name}").GAME
        found[game.key] = game
    return found


def find_game(key: str) -> Game:
    """The game of this key or alias, in any letter case. Raises `UnknownGame`."""
    wanted = key.strip().lower()
    for game in games().values():
        if wanted == game.key or wanted in game.aliases:
            return game
    known = ", ".join(games())
    raise UnknownGame(f"There is no game {key!r} here; the games are: {known}.")
