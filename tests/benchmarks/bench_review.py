"""Reviewing: playouts a second from mid-game, and what a whole game takes on two cores."""

from collections.abc import Iterator
from time import perf_counter

from engine.analysis.decisions import DEEP, QUICK
from engine.analysis.review import review
from engine.analysis.search import Analyst
from engine.core.game import State
from engine.core.registry import find_game
from engine.replay import replay, state_at
from engine.simulate.playing import simulate
from tests.benchmarks.figure import Figure, rate

PLAYOUTS = 200
LONGEST_SECONDS = {QUICK: 10.0, DEEP: 120.0}
CORES = 2


def figures() -> Iterator[Figure]:
    """All games; the limits are those of Takenoko, the slowest."""
    for key in ("takenoko", "battle_sheep", "china_gold"):
        game = find_game(key)
        (log,) = simulate(game, 1, 2, 5, ["greedy"])
        played = replay(log)
        middle = state_at(played, played.plies // 2)
        analyst = Analyst(game)

        def work(analyst: Analyst = analyst, middle: State = middle) -> int:
            analyst.evaluate(middle, 2, PLAYOUTS, 1)
            return PLAYOUTS

        yield Figure(
            f"{game.name}: guided playouts from mid-game",
            rate(work),
            "games/s",
            3_000 if key == "takenoko" else None,
        )
        for depth, limit in LONGEST_SECONDS.items():
            began = perf_counter()
            review(played, depth, threads=CORES)
            yield Figure(
                f"{game.name}: a {depth.name} review of {played.plies} plies, {CORES} cores",
                perf_counter() - began,
                "s",
                limit,
                at_most=True,
            )
