"""Values of positions and moves: tree search, and playouts in pairs.

An `Analyst` owns the buffers for one game; a thread has its own. Everything is reproducible: the
same seed and numbers of playouts give the same values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.analysis.kernels import (
    DEEPEST,
    NO_MOVE,
    NODE,
    SETTINGS,
    analysis_of,
)
from engine.core.effects import EFFECT_LOG
from engine.core.errors import HexcoachError
from engine.core.game import Codes, Game, Kind, State

Values = npt.NDArray[np.float64]

MOST_NODES = 400_000
PLAYOUTS_AT_A_TIME = 16
"""Between two looks at the clock."""


class CannotEvaluate(HexcoachError):
    """The position cannot be played out, as on a board whose areas are unknown."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the tree search behaves; the defaults won most matches against others.

    A node of n visits considers `least_width + widening * sqrt(n)` moves, the most promising first.
    Moves are chosen by a utility: the score of the game, and `margin_share` of it the points
    ahead of the best other seat, squashed so that `margin_scale` points are worth about three
    quarters of the most; it tells apart positions that are won or lost alike. Moves after a move
    are looked at once it was visited `patience` times: before that, they are only noise.
    """

    exploration: float = 0.5
    widening: float = 0.1
    least_width: float = 4.0
    margin_share: float = 0.7
    margin_scale: float = 12.0
    patience: int = 40


class Samples(NamedTuple):
    """What playouts gave: shapes (samples, moves, seats). NaN where a sample forbids a move."""

    shares: Values
    """Score of the game: 1 for a sole win, shared by those who tie for it, and the nearer to equal
    chances the longer the playout was, as `Game.steadiness` says."""
    points: Values

    def allowing(self, move: int) -> "Samples":
        """The samples that allow a move, by its index."""
        allowed = ~np.isnan(self.shares[:, move, 0])
        return Samples(self.shares[allowed], self.points[allowed])

    def of_move(self, move: int) -> "Samples":
        """As if a move, by its index, had been each of the moves."""
        count = self.shares.shape[1]
        return Samples(
            np.repeat(self.shares[:, move : move + 1], count, axis=1),
            np.repeat(self.points[:, move : move + 1], count, axis=1),
        )


class Tree(NamedTuple):
    """The moves at the root of a search, most visited first; arrays by move, then by seat."""

    moves: Codes
    visits: npt.NDArray[np.int64]
    shares: Values
    """Mean score of each seat after the move."""
    value: Values
    """Score of each seat: at a decision the mean after the move visited most, else over all."""
    iterations: int


class Analyst:
    """Evaluates positions of one game, one after the other."""

    def __init__(self, game: Game, settings: Settings | None = None) -> None:
        self.game = game
        how = settings or Settings(patience=game.patience)
        self._kernels = analysis_of(game)
        self._guide = game.policies.index(game.guide)
        record = np.dtype((np.record, game.state_dtype))
        self._root = np.zeros(1, dtype=record)
        self._work = np.zeros(2, dtype=record)
        self._buffer = np.empty(game.most_legal_moves, dtype=np.int64)
        self._worths = np.empty(game.most_legal_moves, dtype=np.float64)
        self._path = np.zeros(DEEPEST, dtype=np.int64)
        self._randoms = np.zeros(2, dtype=np.uint64)
        self._counts = np.zeros(max(game.players), dtype=np.int64)
        self._outcome = np.zeros((2, max(game.players)), dtype=np.float64)
        self._muted = np.zeros(1, dtype=np.dtype((np.record, EFFECT_LOG)))[0]
        self._settings = np.array(
            [
                (
                    how.exploration,
                    how.widening,
                    how.least_width,
                    how.margin_share,
                    how.margin_scale,
                    how.patience,
                )
            ],
            dtype=np.dtype((np.record, SETTINGS)),
        )
        self._nodes = np.zeros(1024, dtype=np.dtype((np.record, NODE)))

    def compare(
        self,
        state: State,
        players: int,
        moves: Codes,
        samples: int,
        seed: int,
        first_sample: int = 0,
    ) -> Samples:
        """Play out each of `moves` (or chance outcomes) `samples` times, in pairs: sample k of
        all moves has the same hidden things and the same chance. Raises `CannotEvaluate`."""
        self._root[0] = state
        shares = np.zeros((samples, moves.shape[0], players))
        points = np.zeros_like(shares)
        good = self._kernels.compare(
            self._root,
            self._work,
            moves,
            players,
            self._guide,
            seed,
            first_sample,
            self.game.turn_limit,
            self.game.steadiness,
            self._buffer,
            self._randoms,
            self._counts,
            self._muted,
            shares,
            points,
        )
        if not good:
            raise _cannot_evaluate()
        return Samples(shares, points)

    def evaluate(
        self, state: State, players: int, samples: int, seed: int, first_sample: int = 0
    ) -> Samples:
        """Play the position out so often; arrays have one move, which is none."""
        nothing = np.array([NO_MOVE], dtype=np.int64)
        return self.compare(state, players, nothing, samples, seed, first_sample)

    def search(
        self,
        state: State,
        players: int,
        seed: int,
        *,
        iterations: int = 1 << 30,
        until: Callable[[], bool] = lambda: False,
    ) -> Tree:
        """Tree search from a position: so many iterations, or until `until` says so (asked every
        few iterations; the tree's memory is bounded as well). Raises `CannotEvaluate`."""
        self._root[0] = state
        self._nodes[0] = np.zeros(1, dtype=NODE)[0]
        self._nodes[0]["guided"] = NO_MOVE
        used = np.ones(1, dtype=np.int64)
        done = 0
        while done < iterations and used[0] < MOST_NODES:
            count = min(PLAYOUTS_AT_A_TIME, iterations - done)
            self._make_room(int(used[0]))
            good = self._kernels.grow(
                self._root,
                self._work,
                players,
                self._guide,
                seed,
                done,
                count,
                self.game.turn_limit,
                self.game.steadiness,
                self._nodes,
                used,
                self._settings,
                self._buffer,
                self._worths,
                self._path,
                self._randoms,
                self._counts,
                self._outcome,
                self._muted,
            )
            if not good:
                raise _cannot_evaluate()
            done += count
            if until():
                break
        return self._at_root(players, done)

    def ends(
        self, state: State, players: int, moves: Codes, samples: int, seed: int
    ) -> npt.NDArray[np.void]:
        """How the playouts of `compare` end: positions, shape (samples, moves). Samples that forbid
        one of the moves are left out. Raises `CannotEvaluate`."""
        size = self.game.state_dtype.itemsize
        found = np.empty((samples, moves.shape[0], size), dtype=np.uint8)
        # As bytes: NumPy copies a record field by field.
        last = self._work.view(np.uint8)[:size]
        played = np.ones(samples, dtype=np.bool_)
        for sample in range(samples):
            for index in range(moves.shape[0]):
                one = self.compare(state, players, moves[index : index + 1], 1, seed, sample)
                played[sample] &= not np.isnan(one.shares).any()
                found[sample, index] = last
        return found[played].view(self.game.state_dtype)[:, :, 0]

    def _make_room(self, used: int) -> None:
        """Room for what the next iterations can add: nodes of chance and one decision each."""
        needed = used + PLAYOUTS_AT_A_TIME * DEEPEST
        if self._nodes.shape[0] < needed:
            more = np.zeros(max(needed, 2 * self._nodes.shape[0]), dtype=self._nodes.dtype)
            more[:used] = self._nodes[:used]
            self._nodes = more

    def _at_root(self, players: int, iterations: int) -> Tree:
        children = []
        child = int(self._nodes[0]["first_child"])
        while child != 0:
            children.append(child)
            child = int(self._nodes[child]["next_sibling"])
        found = self._nodes[children] if children else self._nodes[:0]
        found = found[np.argsort(-found["visits"], kind="stable")]
        visits = found["visits"].astype(np.int64)
        shares = found["score"][:, :players] / np.maximum(visits, 1)[:, None]
        root = self._nodes[0]["score"][:players] / max(int(self._nodes[0]["visits"]), 1)
        is_decision = self.game.kind(self._root[0]) is Kind.DECISION
        value = shares[0] if is_decision and visits.shape[0] > 0 else root
        return Tree(found["move"].copy(), visits, shares, value, iterations)


def _cannot_evaluate() -> CannotEvaluate:
    return CannotEvaluate(
        "The position cannot be played out, as the log leaves open how the board is laid out."
    )
