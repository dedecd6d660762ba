"""What positions of China Gold say: areas won and lost, and what the next throw can do."""

from collections.abc import Iterator

import numpy as np

from engine.core.ids import Seat
from engine.core.telling import Positions, Telling
from engine.games.china_gold.detectors import CERTAIN, areas_of, eighths_of
from engine.games.china_gold.state import DOWN, TAKEN_BY_MOUNTAIN, UP


def at_once(view: np.void, seat: Seat, players: int, after: Positions) -> Iterator[Telling]:
    """The gold of both seats, and after how many of eight throws the next to move can complete
    which of its areas."""
    other = 1 - int(view["role_to_move"])
    for role in range(2):
        gold = after["taken"][:, role].astype(np.float64)
        yield Telling("gold-at-once", _seat_of(view, role), gold)
    areas = areas_of(view)
    down = [_face_down(position) for position in after]
    for area in range(len(areas.bits[other])):
        if view["area_on_board"][other][area] == 0 or view["area_claimed"][other][area] > 0:
            continue
        throws = [
            eighths_of(position, areas, other, area, cells)
            for position, cells in zip(after, down, strict=True)
        ]
        left = float(view["area_on_board"][other][area])
        yield Telling(
            "throws",
            _seat_of(view, other),
            np.array(throws, dtype=np.float64),
            what=areas.name(other, area),
            cell=areas.first(other, area),
            weight=left / CERTAIN,
        )


def at_end(view: np.void, seat: Seat, players: int, ends: Positions) -> Iterator[Telling]:
    """The gold of both seats, and of each area with gold left whether its owner took all that."""
    cells = int(view["cells"])
    areas = areas_of(view)
    on_board = view["marker"][:cells] <= UP
    for role in range(2):
        owner = _seat_of(view, role)
        yield Telling("gold", owner, ends["taken"][:, role].astype(np.float64))
        taken = ends["marker"][:, :cells] == TAKEN_BY_MOUNTAIN + role
        of_cell = view["area"][role][:cells]
        for area in range(len(areas.bits[role])):
            left = on_board & (of_cell == area)
            if left.any():
                whole = taken[:, left].all(axis=1).astype(np.float64)
                yield Telling(
                    "area",
                    owner,
                    whole,
                    happens=True,
                    what=areas.name(role, area),
                    cell=areas.first(role, area),
                )


def _seat_of(view: np.void, role: int) -> Seat:
    return Seat(abs(int(view["mountain_seat"]) - role))


def _face_down(position: np.void) -> int:
    """The cells whose markers lie face down, as bits."""
    markers = position["marker"][: int(position["cells"])].tolist()
    return sum(1 << cell for cell, marker in enumerate(markers) if marker == DOWN)
