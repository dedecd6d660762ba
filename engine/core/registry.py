"""Games by folder: a package in `engine/games` offers `GAME`, whose key is the folder's name."""

import importlib
import pkgutil
from functools import cache, lru_cache

import engine.games
from engine.core.errors import UnknownGame
from engine.core.game import Game


@cache
def game_keys() -> tuple[str, ...]:
    """The keys of all games, in order; imports none of them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(engine.games.__path__)))


@cache
def _load(key: str) -> Game:
    game: Game = importlib.import_module(f"engine.games.{key}").GAME
    return game


@cache
def games() -> dict[str, Game]:
    """Every game by its key, in order of the keys."""
    return {key: _load(key) for key in game_keys()}


@lru_cache(maxsize=64)  # asked several times a game, of millions
def find_game(key: str) -> Game:
    """The game of this key or alias, in any letter case. Raises `UnknownGame`."""
    wanted = key.strip().lower()
    if wanted in game_keys():
        return _load(wanted)
    for game in games().values():
        if wanted in game.aliases:
            return game
    known = ", ".join(game_keys())
    raise UnknownGame(f"There is no game {key!r} here; the games are: {known}.")
