"""Compile the rules of every game ahead of time, so that nobody waits for it on a page."""

import shutil
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np

from engine.analysis.film import film
from engine.analysis.warm_up import warm_up_analysis
from engine.core.compiling import cache_folder, cache_root
from engine.core.registry import game_keys, games
from engine.core.warm_up import warm_up
from engine.simulate.perft import warm_up_perft


def compile_rules(report: Callable[[str], None]) -> None:
    """Compile what is not in the cache yet, telling `report` of each game; drop older caches."""
    for game in games().values():
        began = perf_counter()
        warm_up(game)
        warm_up_perft(game)
        warm_up_analysis(game)
        film(game, game.empty_state(), np.empty(0, dtype=np.int64))
        report(f"{game.name}: rules compiled in {perf_counter() - began:.1f} s")
    current = {cache_folder(key) for key in (None, *game_keys())}
    if cache_root().is_dir():
        for folder in cache_root().iterdir():
            if folder not in current:
                shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    compile_rules(lambda line: print(line, file=sys.stderr, flush=True))
