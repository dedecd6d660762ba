"""What positions of Takenoko say: cards completed, the Emperor, tempo, points."""

from collections.abc import Iterator

import numpy as np

from engine.core.ids import Seat
from engine.core.telling import Positions, Telling
from engine.games.takenoko.components import CARD_TEXTS, CARDS, POINTS
from engine.games.takenoko.state import NOBODY


def at_once(view: np.void, seat: Seat, players: int, after: Positions) -> Iterator[Telling]:
    """Which known cards of the seat are completed, or could be without another action."""
    for card in _cards_in_hand(view, seat):
        before = _times_completed(view["seats"][seat], card)
        ready = [
            _times_completed(position["seats"][seat], card) > before
            or _is_ready(position, seat, card)
            for position in after
        ]
        yield Telling(
            "ready",
            seat,
            np.array(ready, dtype=np.float64),
            happens=True,
            what=CARD_TEXTS[card],
            weight=float(POINTS[card]),
        )


def at_end(view: np.void, seat: Seat, players: int, ends: Positions) -> Iterator[Telling]:
    """Which known cards of the seat were completed, turns until the end, and of every seat its
    points and whether it took the Emperor."""
    for card in _cards_in_hand(view, seat):
        before = _times_completed(view["seats"][seat], card)
        completed = ends["seats"]["completed"][:, seat]
        counted = np.arange(completed.shape[1]) < ends["seats"]["completed_count"][:, seat, None]
        times = ((completed == card) & counted).sum(axis=1)
        done = (times > before).astype(np.float64)
        yield Telling("card", seat, done, happens=True, what=CARD_TEXTS[card])
    turns = (ends["turn"] - view["turn"]).astype(np.float64)
    yield Telling("turns", seat, turns, good=None)
    for other in range(players):
        points = ends["seats"]["score"][:, other].astype(np.float64)
        yield Telling("points", Seat(other), points)
        if view["emperor"] == NOBODY:
            emperor = (ends["emperor"] == other).astype(np.float64)
            yield Telling("emperor", Seat(other), emperor, happens=True)


def _cards_in_hand(view: np.void, seat: Seat) -> list[int]:
    """Those whose faces the seat knows, each once."""
    player = view["seats"][seat]
    held = player["hand"][: int(player["hand_count"])].tolist()
    return sorted({card for card in held if card < CARDS})


def _times_completed(player: np.void, card: int) -> int:
    return int((player["completed"][: int(player["completed_count"])] == card).sum())


def _is_ready(position: np.void, seat: Seat, card: int) -> bool:
    """Whether the card is in hand, and the garden or the sections for it are there."""
    player = position["seats"][seat]
    shown = int(position["fulfilled"]) | int(player["payable"])
    return bool(int(player["hand_mask"]) & shown & 1 << card)
