"""A player that searches at every decision, knowing what its seat can know."""

import re
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.analysis.search import Analyst
from engine.analysis.solver import Best, Solver
from engine.analysis.views import Views
from engine.core.chance import RandomState
from engine.core.effects import effect_log
from engine.core.errors import BadSetup
from engine.core.game import Codes, Game, Kind, Setup, State
from engine.core.ids import MoveCode, Ply, Seat

SEARCH = "search"
_BUDGET = re.compile(r"search(?::([1-9][0-9]{0,6})(ms)?)?")
DEFAULT_ITERATIONS = 500
EVERYTHING = 1 << 30
NODES_AN_ITERATION = 300
"""Positions that solving may visit for each iteration of tree search, which takes as long."""
SHARE_OF_TIME = 1 / 3
"""Of the milliseconds, that solving may take."""
FIRST_NODES = 4_000
"""Positions that solving visits to see how long they take, a millisecond or two."""
NODES_A_MILLISECOND = 3_000
"""At most, also where the first ones ended at once."""
MOST_NODES = 1_000_000
LOST = 1e-9


@dataclass(frozen=True, slots=True)
class Searcher:
    """How long it thinks: `search` and `search:2000` count iterations, and their games are the
    same each time; `search:30ms` counts milliseconds of processor time."""

    iterations: int
    milliseconds: int | None

    def decide(
        self, analyst: Analyst, solver: Solver, view: State, players: int, seat: Seat, seed: int
    ) -> MoveCode:
        """The best move where the rest can be solved, else the one that tree search visited most.
        Raises `CannotEvaluate`."""
        end = time.thread_time() + (self.milliseconds or 0) / 1000
        best = self._solved(solver, view, players)
        # Where all is lost, tree search still knows what is hardest to refute.
        if best is not None and best.value[seat] > LOST:
            return best.move
        if self.milliseconds is None:
            tree = analyst.search(view, players, seed, iterations=self.iterations)
        else:
            tree = analyst.search(view, players, seed, until=lambda: time.thread_time() >= end)
        return MoveCode(int(tree.moves[0]))

    def _solved(self, solver: Solver, view: State, players: int) -> Best | None:
        """A best move, if it is found within its share of the thinking."""
        if self.milliseconds is None:
            nodes = min(MOST_NODES, NODES_AN_ITERATION * self.iterations)
            return solver.best(view, players, nodes)
        began = time.thread_time()
        best = solver.best(view, players, FIRST_NODES)
        if best is not None:
            return best
        taken = max(time.thread_time() - began, 1e-6)
        left = SHARE_OF_TIME * self.milliseconds / 1000 - taken
        rate = min(FIRST_NODES / taken, 1000 * NODES_A_MILLISECOND)
        nodes = min(MOST_NODES, int(rate * left))
        return solver.best(view, players, nodes) if nodes > FIRST_NODES else None


def read_searcher(name: str) -> Searcher | None:
    """The searcher of this name; None if it is the name of something else."""
    budget = _BUDGET.fullmatch(name)
    if budget is None:
        return None
    number, unit = budget.groups()
    if unit is not None:
        return Searcher(EVERYTHING, int(number))
    return Searcher(int(number) if number else DEFAULT_ITERATIONS, None)


class SearchingTable:
    """Plays games in which some seats search and others follow a policy."""

    def __init__(self, game: Game, seated: list[str]) -> None:
        self._game = game
        self._searchers = [read_searcher(name) for name in seated]
        self._policies = [
            game.policies.index(name) if searcher is None else -1
            for name, searcher in zip(seated, self._searchers, strict=True)
        ]
        self._analyst = Analyst(game)
        self._solver = Solver(game)
        self._buffer = np.empty(game.most_legal_moves, dtype=np.int64)
        self._muted = effect_log(muted=True)

    def play_out(
        self, state: State, setup: Setup, random: RandomState, moves: Codes
    ) -> npt.NDArray[np.int64]:
        """Play on from the start until the game is over, its turn limit or the end of `moves`;
        the moves played. Raises `BadSetup` where a search cannot go on."""
        game, rules = self._game, self._game.rules
        views = Views(game, setup)
        played = 0
        while played < moves.shape[0] and rules.turn(state) < game.turn_limit:
            node = game.kind(state)
            if node is Kind.OVER:
                break
            if node is Kind.CHANCE:
                move = rules.draw(state, random)
            else:
                move = self._decide(state, views, moves[:played], setup.players, random)
            if move < 0:
                break
            rules.play(state, move, self._muted)
            moves[played] = move
            played += 1
        return moves[:played]

    def _decide(
        self, state: State, views: Views, moves: Codes, players: int, random: RandomState
    ) -> int:
        rules = self._game.rules
        seat = Seat(rules.to_move(state))
        searcher = self._searchers[seat]
        if searcher is None:
            return rules.choose(state, self._policies[seat], random, self._buffer)
        if rules.legal(state, self._buffer) == 1:
            return int(self._buffer[0])
        view = views.view(moves, Ply(moves.shape[0]), seat)
        seed = int(random[0] >> np.uint64(8))
        return searcher.decide(self._analyst, self._solver, view, players, seat, seed)


def check_player(game: Game, name: str) -> None:
    """Raises `BadSetup` unless this is a policy of the game or a searcher."""
    if name not in game.policies and read_searcher(name) is None:
        raise BadSetup(
            f"{game.name} has no player {name!r}; it has: {', '.join(game.policies)}, and "
            f"{SEARCH}, {SEARCH}:2000 (iterations a move) or {SEARCH}:30ms (time a move)."
        )
