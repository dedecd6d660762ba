"""Games and positions that the measurements look at."""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.analysis.views import Views
from engine.core.game import Game, Kind, Setup, State
from engine.core.ids import Ply, Seat
from engine.replay import Replay, replay, state_at
from engine.simulate.playing import simulate


class Position(NamedTuple):
    """A decision in a game, as its seat sees it."""

    played: Replay
    ply: Ply
    seat: Seat
    view: State


def games_of(
    game: Game, count: int, seed: int, *policies: str, players: int = 2
) -> Iterator[Replay]:
    """Replays of simulated games."""
    for log in simulate(game, count, players, seed, list(policies)):
        yield replay(log)


def decisions_of(played: Replay) -> list[int]:
    """The plies at which somebody decided."""
    return [int(ply) for ply in np.flatnonzero(played.ply_rows["kind"] == int(Kind.DECISION))]


def position(played: Replay, ply: int) -> Position:
    """The decision at a ply, as its seat sees it."""
    seat = Seat(int(played.ply_rows[ply]["seat"]))
    views = Views(played.game, Setup(played.seats, played.log.rules, played.log.setup))
    return Position(played, Ply(ply), seat, views.view(played.codes, Ply(ply), seat))


def truth_at(played: Replay, ply: int) -> State:
    """The position with all that the log knows."""
    return played.game.copy(state_at(played, ply))


def wilson(successes: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; the count may be of effective samples."""
    if count == 0:
        return 0.0, 1.0
    share, z = successes / count, 1.96
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5
    half /= 1 + z * z / count
    return max(0.0, centre - half), min(1.0, centre + half)


def tell(what: str) -> None:
    """How far a long measurement is, for whoever waits for it."""
    print(f"  {what}", file=sys.stderr, flush=True)
