"""What positions of Battle Sheep say: who can still get which land, and who is boxed in."""

from collections.abc import Iterator

import numpy as np

from engine.core.ids import Seat
from engine.core.telling import Positions, Telling
from engine.games.battle_sheep.detectors import Land
from engine.games.battle_sheep.state import HERD, SPLIT


def at_once(view: np.void, seat: Seat, players: int, after: Positions) -> Iterator[Telling]:
    """Of each seat: free cells joined to stacks that can be split, where they are fewer than its
    sheep ask for; those that no other seat can reach; and sheep that can never get a cell of
    their own."""
    if (after["phase"] < SPLIT).any():
        return  # not every herd has its place, so nobody knows what others will reach
    found = np.array([_land_of(position, players) for position in after], dtype=np.float64)
    for other in range(players):
        about = Seat(other)
        wanted = HERD - after["held"][:, other]
        if (found[:, 0, other] < wanted).any():
            yield Telling("land", about, found[:, 0, other])
        yield Telling("own-land", about, found[:, 1, other], weight=2.0)
        yield Telling("stuck", about, found[:, 2, other], good=False, weight=2.0)


def at_end(view: np.void, seat: Seat, players: int, ends: Positions) -> Iterator[Telling]:
    """Of each seat: the cells it holds, and whether it was boxed in."""
    for other in range(players):
        held = ends["held"][:, other].astype(np.float64)
        yield Telling("cells", Seat(other), held)
        boxed_in = (held < HERD).astype(np.float64)
        yield Telling("boxed-in", Seat(other), boxed_in, happens=True, good=False)


def _land_of(position: np.void, players: int) -> list[list[int]]:
    """By seat: cells in reach, those in nobody else's reach, sheep that are stuck."""
    land = Land(position)
    regions = land.regions()
    stacks, held = position["stacks"], position["held"].tolist()
    cells, sheep = stacks["cell"].tolist(), stacks["sheep"].tolist()
    reached, stuck = [], []
    for seat in range(players):
        splittable = [
            stack for stack in range(seat * HERD, seat * HERD + held[seat]) if sheep[stack] > 1
        ]
        beside = 0
        for stack in splittable:
            beside |= land.beside(cells[stack])
        reached.append([region for region in regions if region & beside])
        stuck.append(sum(land.stuck(cells[one], sheep[one], land.free) for one in splittable))
    alone = [
        [region for region in own if sum(region in others for others in reached) == 1]
        for own in reached
    ]
    return [
        [sum(region.bit_count() for region in own) for own in reached],
        [sum(region.bit_count() for region in own) for own in alone],
        stuck,
    ]
