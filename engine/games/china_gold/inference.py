"""A board's areas from the claims of games played on it.

A claim takes cells of one area of one role, so it joins them; and no area is claimed twice in a
game, so two claims of a role in one game part their cells. The rivers are the mirror image of the
mountains: through each mirror of the hexagon that contradicts nothing, what is known of one role
is known of the other. When as many pieces are left as a board has areas, nothing is open.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, log

from engine.games.china_gold.board import (
    AREAS_BY_SIDE,
    LARGEST_AREA,
    SMALLEST_AREA,
    Board,
)
from engine.games.china_gold.board import reflections as reflections_of
from engine.games.china_gold.geometry import NEIGHBOUR, labels_of

Claim = tuple[int, frozenset[int]]
"""A role (0 mountain, 1 river) and the cell indices taken."""

FEWEST_FOR_RATE = 2
"""Games needed before it can be said how fast the pieces join."""


@dataclass(frozen=True, slots=True)
class Inference:
    """What a set of games tells of a board's areas.

    `pieces[role]` are sets of labels known to lie together, in label order; `areas` is how many
    there must be; `mirrors` are the mirrors (0 to 5) that contradict nothing; `contradictions` are
    sentences about claims that no board can have; `games_needed` is an estimate of how many games
    more it takes until nothing is open, None where nothing can be said.
    """

    side: int
    games: int
    pieces: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]
    areas: int
    mirrors: tuple[int, ...]
    contradictions: tuple[str, ...]
    games_needed: int | None

    @property
    def exact(self) -> bool:
        """Whether every area is known to its last cell."""
        return not self.contradictions and all(len(each) == self.areas for each in self.pieces)

    def certain(self, role: int) -> list[tuple[str, ...]]:
        """The areas of this role that are known whole."""
        if self.exact:
            return list(self.pieces[role])
        return [piece for piece in self.pieces[role] if len(piece) == LARGEST_AREA]

    def board(self, name: str) -> Board:
        """The board, once it is exact."""
        return Board(self.side, name, "inferred", self.pieces[0], self.pieces[1])


class _Evidence:
    """Joined cells of both roles in one union-find; river cells come after the mountain cells."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.parent = list(range(2 * cells))
        self.parted: set[tuple[int, int]] = set()

    def find(self, node: int) -> int:
        while self.parent[node] != node:
            self.parent[node] = self.parent[self.parent[node]]
            node = self.parent[node]
        return node

    def join(self, node: int, other: int) -> None:
        self.parent[self.find(other)] = self.find(node)

    def add(self, claims: Sequence[Claim], image: Sequence[int] | None) -> None:
        views = [[(role, sorted(cells)) for role, cells in claims]]
        if image is not None:
            views.append([(1 - role, [image[cell] for cell in cells]) for role, cells in views[0]])
        for view in views:
            nodes = [[role * self.cells + cell for cell in cells] for role, cells in view]
            for group in nodes:
                for node in group[1:]:
                    self.join(group[0], node)
            for group, other in combinations(nodes, 2):
                if group[0] // self.cells == other[0] // self.cells:
                    self.parted.add((group[0], other[0]))

    def pieces(self, role: int) -> list[list[int]]:
        groups: dict[int, list[int]] = {}
        for cell in range(self.cells):
            groups.setdefault(self.find(role * self.cells + cell), []).append(cell)
        return sorted(groups.values())

    def contradicted(self, side: int) -> bool:
        """Whether cells are joined that must be parted, or there are too few or big areas."""
        if any(self.find(node) == self.find(other) for node, other in self.parted):
            return True
        for role in range(2):
            pieces = self.pieces(role)
            if len(pieces) < AREAS_BY_SIDE[side]:
                return True
            if side == 6 and any(len(piece) > LARGEST_AREA for piece in pieces):
                return True
        return False

    def join_what_must_be(self, side: int) -> None:
        """Join a piece too small for an area where just one other can be its continuation."""
        changed = side == 6
        while changed:
            changed = False
            parted = {(self.find(a), self.find(b)) for a, b in self.parted}
            parted |= {(b, a) for a, b in parted}
            for role in range(2):
                pieces = self.pieces(role)
                for piece in pieces:
                    if len(piece) >= SMALLEST_AREA:
                        continue
                    root = self.find(role * self.cells + piece[0])
                    partners = [
                        other[0]
                        for other in pieces
                        if other is not piece
                        and len(piece) + len(other) <= LARGEST_AREA
                        and (root, self.find(role * self.cells + other[0])) not in parted
                        and _touch(side, piece, other)
                    ]
                    if len(partners) == 1:
                        self.join(root, role * self.cells + partners[0])
                        changed = True
                        break


def _touch(side: int, piece: Sequence[int], other: Sequence[int]) -> bool:
    beside = set(NEIGHBOUR[side - 5, list(piece)].ravel().tolist())
    return not beside.isdisjoint(other)


def infer_board(side: int, games: Iterable[Sequence[Claim]]) -> Inference:
    """Join what the claims of these games join; every game is one sequence of claims."""
    games = [list(claims) for claims in games]
    images: list[Sequence[int] | None] = [*reflections_of(side)]
    mirrors = [
        which
        for which, image in enumerate(images)
        if not _gather(side, games, image).contradicted(side)
    ]
    image = images[mirrors[0]] if len(mirrors) == 1 else None
    evidence = _gather(side, games, image)
    evidence.join_what_must_be(side)
    labels = labels_of(side)
    pieces = [
        tuple(tuple(labels[cell] for cell in piece) for piece in evidence.pieces(role))
        for role in range(2)
    ]
    contradictions = _contradictions(side, games) if evidence.contradicted(side) else []
    return Inference(
        side=side,
        games=len(games),
        pieces=(pieces[0], pieces[1]),
        areas=AREAS_BY_SIDE[side],
        mirrors=tuple(mirrors),
        contradictions=tuple(contradictions),
        games_needed=None if contradictions else _games_needed(side, games, image),
    )


def _gather(side: int, games: Sequence[Sequence[Claim]], image: Sequence[int] | None) -> _Evidence:
    evidence = _Evidence(len(labels_of(side)))
    for claims in games:
        evidence.add(claims, image)
    return evidence


def _contradictions(side: int, games: Sequence[Sequence[Claim]]) -> list[str]:
    """Which game first claims what those before it exclude."""
    evidence = _Evidence(len(labels_of(side)))
    for number, claims in enumerate(games, 1):
        evidence.add(claims, None)
        if evidence.contradicted(side):
            return [
                (
                    f"Game {number} claims together what it or an earlier game claims apart (or "
                    f"joins areas until fewer than {AREAS_BY_SIDE[side]} are left); is it of the "
                    "same board?"
                )
            ]
    return ["The claims fit no mirror of the hexagon; are all games of the same board?"]


def _open_joins(side: int, evidence: _Evidence) -> int:
    return sum(len(evidence.pieces(role)) - AREAS_BY_SIDE[side] for role in range(2))


def _games_needed(
    side: int, games: Sequence[Sequence[Claim]], image: Sequence[int] | None
) -> int | None:
    """Extrapolate: each game joins on average the same share of what is open before it."""
    evidence = _Evidence(len(labels_of(side)))
    open_before = _open_joins(side, evidence)
    shares = []
    for claims in games:
        evidence.add(claims, image)
        left = _open_joins(side, evidence)
        if open_before > 0:
            shares.append(1 - left / open_before)
        open_before = left
    if open_before <= 0:
        return 0
    recent = shares[-10:]
    if len(shares) < FEWEST_FOR_RATE or sum(recent) <= 0:
        return None
    share = min(sum(recent) / len(recent), 0.99)
    return max(1, ceil(log(0.5 / open_before) / log(1 - share)))
