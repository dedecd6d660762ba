"""The rules on one core: random games and the fold, beside the plain-Python oracles."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.core.chance import RandomState, below, random_state
from engine.core.compiling import specialise
from engine.core.copying import copy_head
from engine.core.effects import CAPACITY, EFFECT, EFFECT_LOG, EffectLog, effect_log
from engine.core.game import Codes, Game, Kind, Points, Setup, State
from engine.core.kernels import NOT_BEGUN, PLY, kernels_of
from engine.core.registry import find_game
from engine.simulate.playing import simulate
from tests.benchmarks.figure import Figure, rate
from tests.oracle.battle_sheep import BattleSheep
from tests.oracle.china_gold import ChinaGold
from tests.oracle.takenoko import Takenoko

OVER = int(Kind.OVER)


class Oracle(Protocol):
    """A game in plain Python, as far as playing it needs."""

    def kind(self) -> str: ...

    def legal(self) -> list[str]: ...

    def play(self, move: str) -> object: ...


ORACLES: dict[str, Callable[[int, dict[str, Any], dict[str, Any]], Oracle]] = {
    "battle_sheep": BattleSheep,
    "china_gold": ChinaGold,
    "takenoko": Takenoko,
}
GAMES_A_ROUND = 50
PLAYOUTS_A_ROUND = 2_000


def random_games(game: Game, start: State, players: int, seed: int = 1) -> float:
    """Games a second, by the `random` policy, to the end or the turn limit."""
    random = random_state(seed)
    policies = np.zeros(players, dtype=np.int64)
    buffer = np.empty(game.most_legal_moves, dtype=np.int64)
    moves = np.empty(100_000, dtype=np.int64)
    muted = effect_log(muted=True)
    play_out = kernels_of(game).play_out

    def work() -> int:
        for _ in range(GAMES_A_ROUND):
            state = game.copy(start)
            play_out(state, policies, random, buffer, moves, game.turn_limit, muted)
        return GAMES_A_ROUND

    return rate(work)


def _filled_in(*_: Any) -> Any:
    raise NotImplementedError


legal = play = kind = scores = _filled_in


def _listed(
    states: npt.NDArray[np.void],
    playouts: int,
    random: RandomState,
    buffer: Codes,
    points: Points,
    changing: int,
    log: EffectLog,
) -> None:
    """Play on from the first of two equal states; the second is where it is done, and moves change
    its first `changing` bytes only."""
    for _ in range(playouts):
        copy_head(states[1], states[0], changing)
        while kind(states[1]) != OVER:
            count = legal(states[1], buffer)
            play(states[1], buffer[below(random, count)], log)
        scores(states[1], points)


def listed_playouts(game: Game, start: State, players: int) -> float:
    """Playouts a second in which all legal moves are listed at each ply and the end is scored."""
    random = random_state(1)
    buffer = np.empty(game.most_legal_moves, dtype=np.int64)
    muted = effect_log(muted=True)
    points = np.zeros(players, dtype=np.int64)
    states = np.empty(2, dtype=game.state_dtype)
    states[:] = start
    changing = game.changing(start)
    rules = game.rules
    listed = specialise(
        _listed,
        game.key,
        legal=rules.legal,
        play=rules.play,
        kind=rules.kind,
        scores=rules.scores,
    )

    def work() -> int:
        listed(states, PLAYOUTS_A_ROUND, random, buffer, points, changing, muted)
        return PLAYOUTS_A_ROUND

    return rate(work)


def oracle_games(key: str, players: int, setup: dict[str, Any]) -> float:
    """Random games a second of the oracle, choosing among its listed moves."""
    random = random_state(1)

    def work() -> int:
        table = ORACLES[key](players, {}, setup)
        plies = 0
        while table.kind() != "over" and plies < 2_000:
            legal = table.legal()
            table.play(legal[int(below(random, len(legal)))])
            plies += 1
        return 1

    return rate(work, seconds=5.0)


def fold_rate(game: Game, players: int) -> float:
    """Plies a second, each checked and its effects kept, over simulated games in one call."""
    logs = list(simulate(game, 200, players, 1, ["random"]))
    starts = [game.start(Setup(players, log.rules, log.setup)) for log in logs]
    codes = [
        np.array([game.notation(start).parse(text) for text in log.moves], dtype=np.int64)
        for start, log in zip(starts, logs, strict=True)
    ]
    moves = np.concatenate(codes)
    bounds = np.cumsum([0, *(len(one) for one in codes)], dtype=np.int64)
    openings = np.array(starts, dtype=game.state_dtype)
    which = np.arange(len(logs), dtype=np.int64)
    rows = np.zeros(len(moves), dtype=PLY)
    effects = np.zeros(1, dtype=EFFECT_LOG)
    effects["limit"] = CAPACITY
    states = np.zeros(1, dtype=game.state_dtype)
    ends = np.zeros((len(logs), 4), dtype=np.int64)
    outcomes = np.zeros((len(logs), 2, players), dtype=np.int64)
    no_effects = np.zeros(0, dtype=EFFECT)
    no_bounds = np.zeros(len(logs) + 1, dtype=np.int64)
    run = kernels_of(game).run

    def work() -> int:
        at = np.array([0, NOT_BEGUN, 0], dtype=np.int64)
        done = False
        while not done:
            effects["count"] = 0
            done = run(
                openings,
                no_effects,
                no_bounds,
                which,
                moves,
                bounds,
                at,
                states,
                rows,
                effects,
                ends,
                outcomes,
            )
        return len(moves)

    return rate(work)


def figures() -> Iterator[Figure]:
    """Takenoko, Battle Sheep, China Gold."""
    for key, players, target in (
        ("takenoko", 2, 3_000),
        ("takenoko", 4, None),
        ("china_gold", 2, 15_000),
    ):
        game = find_game(key)
        setup = game.default_setup(players, random_state(1))
        start = game.start(Setup(players, {}, setup))
        yield Figure(
            f"{game.name}, {players} players: random games",
            random_games(game, start, players),
            "games/s",
            target,
            yardstick=oracle_games(key, players, setup),
            yardstick_name="the oracle",
        )
    sheep = find_game("battle_sheep")
    for players, cells, target in ((2, 32, 200_000), (4, 64, 60_000)):
        start = sheep_after_the_starts(sheep, players, cells)
        yield Figure(
            f"{sheep.name}, {players} players on {cells} cells: random playouts",
            listed_playouts(sheep, start, players),
            "games/s",
            target,
        )
    for key in ("takenoko", "battle_sheep", "china_gold"):
        game = find_game(key)
        yield Figure(
            f"{game.name}: fold with every check and effect", fold_rate(game, 2), "plies/s"
        )


def sheep_after_the_starts(game: Game, players: int, cells: int) -> State:
    """A rectangular pasture with every stack placed on its border by chance."""
    width = cells // 8
    board = [f"{q},{r}" for q in range(width) for r in range(8)]
    state = game.start(Setup(players, {}, {"board": board}))
    random = random_state(3)
    for _ in range(players):
        legal = game.legal_moves(state)
        move = legal[int(below(random, len(legal)))]
        game.rules.play(state, move, effect_log(muted=True))
    return state
