"""Exact values where the rest of a game can be searched to its end.

Values are expected scores: 1 for a sole win, shared equally by those who tie for first, else 0.
Two seats are searched by alpha-beta, more by max^n: each seat plays for its own expected score, and
where several moves are equally good for it, it is as likely to play any of them, so the value of
such a position is their mean. Chance counts by exact weights. Where play may come back to a
position, two seats are solved by `engine.analysis.circles`, more are not.

Positions are the same if their 64-bit keys are (`engine.core.keys`); sums of chances are rounded,
values closer than 1e-12 are equal.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.analysis.circles import Circles
from engine.analysis.exact import (
    BOUNDS,
    DEEPEST,
    EXACT,
    FRAME,
    HISTORY,
    MOST_SEATS,
    NEAR,
    SOLVED,
    WAYS,
    searches_of,
)
from engine.core.effects import effect_log
from engine.core.game import Codes, Game, Kind, State
from engine.core.ids import MoveCode

NO_MOVE = -1
MOST_IN_CIRCLES = 1_000_000
"""Positions that may be listed where play may come back to one: 80 MB."""
MOST_ENTRIES = 1 << 20
"""Of the table of positions: 40 MB for two seats, 48 MB for more."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What every move at the root is worth under best play of all.

    `moves` has every legal move (of a chance node: every outcome) in the order of `Rules.legal`;
    `values` has a row for each and a column for each seat: its expected score after that move.
    `nodes` is the number of positions visited.
    """

    moves: Codes
    values: npt.NDArray[np.float64]
    nodes: int


@dataclass(frozen=True, slots=True)
class Best:
    """One of the best moves under best play of all, beside a move that was asked about; values are
    expected scores by seat."""

    move: MoveCode
    value: npt.NDArray[np.float64]
    value_asked: npt.NDArray[np.float64]
    nodes: int


class Solver:
    """Solves positions of one game. Owns the buffers and the table of positions, so each thread
    needs one of its own; it can be used again and again."""

    def __init__(self, game: Game, most_nodes: int = 2_000_000) -> None:
        """`most_nodes` limits the positions that one `solve` visits, unless it names a limit."""
        self._game = game
        self._most_nodes = most_nodes
        record = np.dtype((np.record, game.state_dtype))
        self._levels = np.zeros(DEEPEST, dtype=record)
        self._bytes = self._levels.view(np.uint8).reshape(DEEPEST, -1)
        self._frames = np.zeros(DEEPEST, dtype=FRAME)
        self._buffer = np.empty(DEEPEST * game.most_legal_moves, dtype=np.int64)
        self._worths = np.empty(self._buffer.shape, dtype=np.float64)
        self._history = np.empty((MOST_SEATS, HISTORY), dtype=np.float64)
        self._tables: dict[np.dtype[np.void], npt.NDArray[np.void]] = {}
        self._age = 0
        self._circles: Circles | None = None
        self._asked: tuple[bytes, int, int] | None = None
        self._found: Solved | None = None
        self._best_asked: tuple[bytes, int, int, MoveCode | None] | None = None
        self._best_found: Best | None = None
        self._muted = effect_log(muted=True)

    def solve(self, state: State, players: int, most_nodes: int | None = None) -> Solved | None:
        """The value of every move here; None if more positions than allowed would have to be
        visited, or if the game cannot be solved here: it is over, it may go on for ever, it is not
        known well enough, or somebody decides who does not know what is known here.

        The state stays as it is. Asked again for the same position, it remembers.
        """
        limit = self._most_nodes if most_nodes is None else most_nodes
        asked = (state.tobytes(), players, limit)
        if asked != self._asked:
            self._found = self._solve(state, players, limit)
            self._asked = asked
        return self._found

    def best(
        self, state: State, players: int, most_nodes: int, asked: MoveCode | None = None
    ) -> Best | None:
        """A best move and what `asked` (a legal move; None: any) is worth beside it, from fewer
        positions than `solve` needs for all moves, where there are two seats; None as there, and
        where nobody decides. It remembers as well."""
        question = (state.tobytes(), players, most_nodes, asked)
        if question != self._best_asked:
            self._best_found = self._best(state, players, most_nodes, asked)
            self._best_asked = question
        return self._best_found

    def _best(
        self, state: State, players: int, most_nodes: int, asked: MoveCode | None
    ) -> Best | None:
        seat = self._game.to_move(state)
        if seat is None or self._game.kind(state) is not Kind.DECISION:
            return None
        if players == 2 and self._game.circles(state) == 0:
            found = self._solve(state, players, most_nodes, True, asked)
        else:
            found = self.solve(state, players, most_nodes)
        if found is None:
            return None
        at = int(np.nanargmax(found.values[:, seat]))
        first = 0 if asked is None else int(np.flatnonzero(found.moves == asked)[0])
        return Best(
            MoveCode(int(found.moves[at])), found.values[at], found.values[first], found.nodes
        )

    def value(self, state: State, players: int, most_nodes: int) -> npt.NDArray[np.float64] | None:
        """What a position is worth to each seat, whoever or whatever comes next; None as from
        `solve`, but a game that is over has its result."""
        game = self._game
        node = game.kind(state)
        seat = game.to_move(state)
        if node is Kind.OVER:
            first = np.array(game.places(state, players)) == 1
            return first / first.sum()
        if node is Kind.DECISION and players == 2:
            best = self.best(state, players, most_nodes)
            return None if best is None else best.value
        solved = self.solve(state, players, most_nodes)
        if solved is None or seat is None:
            return None
        if node is Kind.CHANCE:
            weights = [game.rules.weight(state, int(move)) for move in solved.moves]
            return np.average(solved.values, axis=0, weights=weights)
        own = solved.values[:, seat]
        mean: npt.NDArray[np.float64] = solved.values[own >= own.max() - NEAR].mean(axis=0)
        return mean

    def _solve(
        self,
        state: State,
        players: int,
        limit: int,
        only_best: bool = False,
        asked: MoveCode | None = None,
    ) -> Solved | None:
        game = self._game
        seat = game.to_move(state)
        if seat is None or game.kind(state) is Kind.OVER or not game.knows_enough(state, seat):
            return None
        if (circles := game.circles(state)) > 0:
            if players != 2 or circles > min(limit, MOST_IN_CIRCLES):
                return None
            if self._circles is None:
                self._circles = Circles(game)
            found = self._circles.solve(state, min(limit, MOST_IN_CIRCLES), self._muted)
            return None if found is None else Solved(*found)
        self._bytes[0] = np.frombuffer(state.tobytes(), dtype=np.uint8)
        count = game.rules.legal(self._levels[0], self._buffer)
        if count == 0:
            return None
        moves = self._buffer[:count].copy()
        values = np.zeros((count, players))
        place = np.zeros(players, dtype=np.int64)
        two = players == 2
        changing = game.changing(state)
        table = self._table(BOUNDS if two else EXACT, limit)
        self._age += 1
        if two:
            self._history[:] = 0.0
            ended, nodes = searches_of(game).two(
                self._levels,
                self._frames,
                self._buffer,
                self._worths,
                self._history,
                table,
                self._age,
                limit,
                seat,
                game.hides,
                changing,
                game.appraised_plies,
                only_best,
                NO_MOVE if asked is None else asked,
                values,
                place,
                self._muted,
            )
            moves = self._buffer[:count].copy()
        else:
            ended, nodes = searches_of(game).many(
                self._levels,
                self._frames,
                self._buffer,
                table,
                self._age,
                limit,
                seat,
                game.hides,
                changing,
                values,
                place,
                self._muted,
            )
        return Solved(moves, values, nodes) if ended == SOLVED else None

    def _table(self, entry: np.dtype[np.void], most_nodes: int) -> npt.NDArray[np.void]:
        """A table big enough for so many nodes, most of which end the game; kept if it exists."""
        wanted = WAYS
        while wanted < min(most_nodes // 2, MOST_ENTRIES):
            wanted *= 2
        table = self._tables.get(entry)
        if table is None or table.shape[0] < wanted:
            table = np.zeros(wanted, dtype=entry)
            self._tables[entry] = table
        return table
