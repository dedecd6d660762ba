"""What can be said of a move without any search: true by the rules, never an opinion."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.core.effects import Cell, SeenEffect
from engine.core.ids import MoveCode, Ply, Seat


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact about one ply, told to the seat that moved there."""

    key: str
    """What was found; its sentence is `finding.<key>` of the game's texts. A key that begins with
    `gain-` tells of something good for the seat."""
    seat: Seat
    ply: Ply
    cell: Cell | None = None
    """Where on the board, in axial coordinates."""
    points: float | None = None
    """What it cost the seat: points lost, or no longer to be had. None where the rules do not
    tell."""
    words: Mapping[str, str | int] = field(default_factory=dict)
    """What the sentence names besides `player` (of `seat`), `cell` and `points`. A text is a word
    of the game, such as an objective's key, for pages to name; `other` is a seat; any other number
    stands as it is."""


class Seen(NamedTuple):
    """One ply as a detector sees it.

    The states are records of the game's `state_dtype` whose fields are read by name, as in
    `before["phase"]`: read as attributes they would take ten times as long. They must not be
    changed.
    """

    ply: Ply
    seat: Seat
    """Who moved, at a chance ply whose turn it was."""
    kind: int
    """The `Kind` of `before`."""
    before: np.void
    move: MoveCode
    after: np.void
    effects: tuple[SeenEffect, ...]


class Detector(ABC):
    """Watches one game for facts of one sort; each game gets a new one."""

    keys: tuple[str, ...]
    """Of the findings that it makes."""

    @abstractmethod
    def see(self, seen: Seen) -> Iterable[Finding]:
        """The next ply, and what is certain now: of this ply or of an earlier one."""

    def close(self) -> Iterable[Finding]:
        """What is certain only once no more plies come."""
        return ()


def watch(detectors: Iterable[type[Detector]], steps: Iterable[Seen]) -> Iterator[Finding]:
    """Show every ply of one game, in order, to a new detector of each sort."""
    watching = [detector() for detector in detectors]
    for seen in steps:
        for detector in watching:
            yield from detector.see(seen)
    for detector in watching:
        yield from detector.close()
