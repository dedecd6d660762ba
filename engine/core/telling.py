"""What positions say in terms of their game, as numbers: why one move is better than another."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.core.effects import Cell
from engine.core.ids import Seat

Positions = npt.NDArray[np.void]
"""Elements are records of the game's `state_dtype`; their fields are read by name."""
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Telling:
    """One number of each of several positions."""

    key: str
    """Its sentence is `reason.<key>` of the game's texts."""
    seat: Seat
    """Whom it is about."""
    numbers: Numbers
    """By position; of what happens or does not, 1 or 0."""
    happens: bool = False
    """Whether it is something that happens or does not: its mean is a chance."""
    what: str = ""
    """A word of the game, such as an objective's key."""
    cell: Cell | None = None
    good: bool | None = True
    """Whether more of it is good for whom it is about; None where it is neither."""
    weight: float = 1.0
    """What one more of it matters beside other tellings of the game."""
