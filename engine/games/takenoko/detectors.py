"""What can be said of moves in Takenoko without any search.

Cards are told only where they are known: of a `?` in a hand nothing is said, as it is not certain
what it was when it could have been completed.

A plot or gardener card costs nothing to complete, so it could have been whenever the garden showed
it in the seat's own turn. The sections that pay a panda card may be kept for another card: such a
card counts as passed over only if its sections were never needed, that is if it could be paid at
every moment from then until it was completed, or until the seat's last turn was over.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.core.effects import SeenEffect
from engine.core.findings import Detector, Finding, Seen
from engine.core.game import Kind
from engine.core.ids import Ply, Seat
from engine.games.takenoko.bits import bit, has
from engine.games.takenoko.components import (
    CARD_TEXTS,
    CARDS,
    COLOURS,
    DECK_MASKS,
    DRAW_CARD,
    EMPEROR_POINTS,
    ENCLOSURE,
    HAND_LIMIT,
    PANDA_CARDS,
    PANDA_DECK,
    POINTS,
    SUN,
    TALLEST,
    TARGET,
    THREE_COLOURS,
    UNKNOWN_CARD,
    WIND,
    deck_of,
)
from engine.games.takenoko.moves import (
    CARD,
    COMPLETE,
    DRAWN_CARD,
    END,
    GARDENER,
    IRRIGATE,
    PANDA,
    STORM_TO,
)
from engine.games.takenoko.state import NOBODY, OVER_PHASE, POND

_DECISION = int(Kind.DECISION)
_PANDA_DECK = int(DECK_MASKS[PANDA_DECK])

# Moves and states are looked at thousands of times a game, so compiled accessors, whose calls from
# outside cost more than the rest, are written out.
_KIND = 31

_PRICES = {THREE_COLOURS: (1, 1, 1)} | {
    PANDA_CARDS + colour: tuple(2 * (other == colour) for other in range(len(COLOURS)))
    for colour in range(len(COLOURS))
}
"""Sections of each colour that a panda card is paid with."""


def _named(move: int) -> int:
    """The card or deck that a move names."""
    return move >> 5 & 255


def _members(cards: int) -> Iterator[int]:
    """The cards of a set of bits."""
    return (card for card in range(CARDS) if cards >> card & 1)


def _has(effects: Iterable[SeenEffect], kind: str) -> bool:
    return any(effect.kind == kind for effect in effects)


def _the(effects: Iterable[SeenEffect], kind: str) -> SeenEffect:
    """The one effect of its kind that the move must have had."""
    return next(effect for effect in effects if effect.kind == kind)


class Channels(Detector):
    """Channels that bring water to no plot that was dry.

    On the pond's own edge a channel is wasted for good: the plot beside it is wet already, and its
    ends are corners of the pond, from where the network goes on anyhow.
    """

    keys = ("channel-wasted", "channel-without-water")

    def see(self, seen: Seen) -> Iterator[Finding]:
        if seen.move & _KIND != IRRIGATE or _has(seen.effects, "irrigated"):
            return
        laid = _the(seen.effects, "channel_laid")
        if laid.cause == "pond":
            cell = laid.cell if laid.cell != (0, 0) else laid.other
            yield Finding("channel-wasted", seen.seat, seen.ply, cell)
        else:
            yield Finding("channel-without-water", seen.seat, seen.ply, laid.cell)


class Walks(Detector):
    """Pawns that arrive where nothing is eaten or grows, and how many other goals there were.

    To walk off may be what was wanted; what is told is only what did not happen.
    """

    keys = ("panda-ate-nothing", "storm-ate-nothing", "gardener-grew-nothing")

    def see(self, seen: Seen) -> Iterator[Finding]:
        kind = seen.move & _KIND
        if kind == GARDENER:
            if not _has(seen.effects, "grew"):
                yield self._found("gardener-grew-nothing", seen, _places_to_tend(seen.before))
        elif kind == PANDA:
            if not _has(seen.effects, "ate"):
                reach = int(seen.before["reach"][seen.before["panda"]])
                choices = (reach & _edible(seen.before)).bit_count()
                yield self._found("panda-ate-nothing", seen, choices)
        elif kind == STORM_TO and not _has(seen.effects, "ate"):
            anywhere = _edible(seen.before)
            if seen.before["storm_stay"] == 0:
                anywhere &= ~(1 << int(seen.before["panda"]))
            yield self._found("storm-ate-nothing", seen, anywhere.bit_count())

    @staticmethod
    def _found(key: str, seen: Seen, choices: int) -> Finding:
        cell = _the(seen.effects, "moved").cell
        return Finding(key, seen.seat, seen.ply, cell, words={"choices": choices})


def _edible(state: np.void) -> int:
    """The plots where the panda finds something to eat."""
    fenced = int(state["with_improvement"][ENCLOSURE])
    return int(state["laid"]) & ~int(state["of_height"][0]) & ~fenced


def _places_to_tend(state: np.void) -> int:
    """To how many cells the gardener can walk so that something grows."""
    wet = int(state["wet"]) & ~int(state["of_height"][TALLEST])
    growing = [
        wet & plots if state["bamboo_supply"] == 0 or left > 0 else 0
        for plots, left in zip(
            state["of_colour"].tolist(), state["bank_bamboo"].tolist(), strict=True
        )
    ]
    reach = int(state["reach"][state["gardener"]])
    adjacent, colours = state["adjacent"].tolist(), state["colour"].tolist()
    return sum(
        reach >> cell & 1 and growing[colours[cell]] & (adjacent[cell] | 1 << cell) != 0
        for cell in range(POND + 1, int(state["cells"]))
    )


@dataclass(slots=True)
class _Passed:
    """A card that was passed over in a turn."""

    ply: Ply
    turn: int


class CardsPassedOver(Detector):
    """Cards that could be completed in a turn and were not, told at the end of that turn.

    Completed in a later turn: told at the first turn of those that passed it over, with the
    number of turns that it took. Never completed in a game that is over: told at the last one,
    which costs the card's points; of panda cards those that could still be paid when the seat's
    last turn was over, as many of them as could be paid together.
    """

    keys = ("completed-late", "never-completed")

    def __init__(self) -> None:
        self._shown = 0
        self._done = 0
        self._waiting: dict[Seat, dict[int, _Passed]] = {}
        self._last: dict[Seat, dict[int, _Passed]] = {}
        self._times: dict[Seat, dict[int, int]] = {}
        self._last_end: dict[Seat, Seen] = {}

    def see(self, seen: Seen) -> Iterator[Finding]:
        if seen.kind != _DECISION:
            return
        before = seen.before
        player = before["seats"][seen.seat]
        payable = int(player["payable"])
        shown = int(player["hand_mask"]) & (int(before["fulfilled"]) | payable)
        self._shown |= shown
        waiting = self._waiting.setdefault(seen.seat, {})
        for card in [card for card in waiting if card >= PANDA_CARDS and not has(payable, card)]:
            del waiting[card]
        kind = seen.move & _KIND
        if kind == COMPLETE:
            card = _named(seen.move)
            self._done |= bit(card)
            if card in waiting:
                passed = waiting.pop(card)
                turns = (int(before["turn"]) - passed.turn) // int(before["players"])
                words: dict[str, str | int] = {"what": CARD_TEXTS[card], "turns": turns}
                yield Finding("completed-late", seen.seat, passed.ply, words=words)
        elif kind == END:
            missed = self._shown & ~self._done & ~_PANDA_DECK | shown & _PANDA_DECK
            self._pass_over(seen, missed, waiting)
            self._last_end[seen.seat] = seen
            self._shown = self._done = 0
            if seen.after["phase"] == OVER_PHASE:
                for end in self._last_end.values():
                    yield from self._never(end, seen.after)

    def _pass_over(self, seen: Seen, missed: int, waiting: dict[int, _Passed]) -> None:
        if missed == 0:
            return
        passed = _Passed(seen.ply, int(seen.before["turn"]))
        times = self._times.setdefault(seen.seat, {})
        for card in _members(missed):
            waiting.setdefault(card, passed)
            self._last.setdefault(seen.seat, {})[card] = passed
            times[card] = times.get(card, 0) + 1

    def _never(self, end: Seen, over: np.void) -> Iterator[Finding]:
        """Of one seat, whose last turn ended so."""
        player = over["seats"][end.seat]
        held = player["hand"][: player["hand_count"]].tolist()
        cards = [card for card in held if card < PANDA_CARDS]
        cards += _dearest_to_pay(held, player["bamboo"].tolist())
        last = self._last.get(end.seat, {})
        for card in sorted(cards):
            if card in last:
                words: dict[str, str | int] = {
                    "what": CARD_TEXTS[card],
                    "turns": self._times[end.seat][card],
                }
                points = float(POINTS[card])
                yield Finding("never-completed", end.seat, last[card].ply, None, points, words)


def _dearest_to_pay(held: Sequence[int], sections: Sequence[int]) -> list[int]:
    """The panda cards of a hand that these sections pay together for most points."""
    panda = [card for card in held if PANDA_CARDS <= card < CARDS]
    if not panda:
        return []
    payable = [
        chosen
        for count in range(len(panda) + 1)
        for chosen in combinations(panda, count)
        if all(
            sum(_PRICES[card][colour] for card in chosen) <= there
            for colour, there in enumerate(sections)
        )
    ]
    return list(max(payable, key=lambda chosen: sum(int(POINTS[card]) for card in chosen)))


class EmperorPassedOver(Detector):
    """The first turn of a seat that ended with cards in hand which would have taken the Emperor.

    Only the cards that could still be completed when the turn ended count, and it is told only if
    the Emperor went to another seat afterwards.
    """

    keys = ("emperor-passed-over",)

    def __init__(self) -> None:
        self._waiting: dict[Seat, Finding] = {}

    def see(self, seen: Seen) -> Iterable[Finding]:
        kind = seen.move & _KIND
        if kind == END and seen.before["emperor"] == NOBODY and seen.seat not in self._waiting:
            self._look(seen)
        elif kind == COMPLETE and seen.before["emperor"] == NOBODY != seen.after["emperor"]:
            self._waiting.pop(seen.seat, None)
            return self._waiting.values()
        return ()

    def _look(self, seen: Seen) -> None:
        player = seen.before["seats"][seen.seat]
        owed = TARGET[int(seen.before["players"])] - int(player["completed_count"])
        if owed > player["hand_count"]:
            return
        shown = int(seen.before["fulfilled"]) | int(player["payable"])
        held = player["hand"][: player["hand_count"]].tolist()
        ready = [card for card in held if card < CARDS and shown >> card & 1]
        if len(ready) < owed:
            return
        free = sum(card < PANDA_CARDS for card in ready)
        if free + _most_to_pay(ready, player["bamboo"].tolist()) >= owed:
            points = float(EMPEROR_POINTS)
            words: dict[str, str | int] = {"cards": owed}
            self._waiting[seen.seat] = Finding(
                "emperor-passed-over", seen.seat, seen.ply, None, points, words
            )


def _most_to_pay(held: Sequence[int], sections: Sequence[int]) -> int:
    """How many panda cards of a hand these sections pay together."""
    panda = [card for card in held if PANDA_CARDS <= card < CARDS]
    for count in range(len(panda), 0, -1):
        for chosen in combinations(panda, count):
            prices = zip(*(_PRICES[card] for card in chosen), strict=True)
            if all(sum(price) <= there for price, there in zip(prices, sections, strict=True)):
                return count
    return 0


class FullHands(Detector):
    """Turns in which no card could be drawn because five were in hand from beginning to end.

    Turns one after the other are told once, at the end of the first. If an action was left in
    such a turn, that is told too: it could not be a card.
    """

    keys = ("hand-full", "draw-blocked")

    def __init__(self) -> None:
        self._full = True
        self._since: dict[Seat, tuple[Ply, int]] = {}

    def see(self, seen: Seen) -> Iterator[Finding]:
        if seen.kind != _DECISION:
            return
        before = seen.before
        if before["seats"][seen.seat]["hand_count"] < HAND_LIMIT:
            self._full = False
        if seen.move & _KIND != END:
            return
        full, self._full = self._full, True
        if full:
            ply, turns = self._since.get(seen.seat, (seen.ply, 0))
            self._since[seen.seat] = ply, turns + 1
            actions = 3 if before["weather"] == SUN else 2
            open_to_card = before["weather"] == WIND or not has(int(before["used_mask"]), DRAW_CARD)
            if before["used_count"] < actions and open_to_card:
                yield Finding("draw-blocked", seen.seat, seen.ply)
        elif seen.seat in self._since:
            yield self._told(seen.seat)

    def close(self) -> Iterator[Finding]:
        for seat in list(self._since):
            yield self._told(seat)

    def _told(self, seat: Seat) -> Finding:
        ply, turns = self._since.pop(seat)
        return Finding("hand-full", seat, ply, words={"turns": turns})


@dataclass(slots=True)
class _Drawn:
    """A card drawn in a turn that was known to be the last one of its seat."""

    seat: Seat
    ply: Ply
    card: int


class DrawnInVain(Detector):
    """Cards drawn in a seat's last turn, when that was known, and left in hand at the end.

    The ply is that of the action, as the draw itself is chance.
    """

    keys = ("drawn-in-vain",)

    def __init__(self) -> None:
        self._action = Ply(0)
        self._drawn: list[_Drawn] = []

    def see(self, seen: Seen) -> Iterator[Finding]:
        kind = seen.move & _KIND
        if kind == CARD:
            self._action = seen.ply
        elif kind == DRAWN_CARD:
            # Once the Emperor is taken, every turn is the last one of its seat.
            if seen.before["final_turn"] > 0 and _has(seen.effects, "objective_drawn"):
                card = min(_named(seen.move), UNKNOWN_CARD + int(seen.before["deck"]))
                self._drawn.append(_Drawn(seen.seat, self._action, card))
        elif kind == COMPLETE:
            deck = int(deck_of(_named(seen.move)))
            self._drawn = [
                drawn
                for drawn in self._drawn
                if drawn.seat != seen.seat
                or drawn.card not in (_named(seen.move), UNKNOWN_CARD + deck)
            ]
        elif kind == END and seen.after["phase"] == OVER_PHASE:
            for drawn in self._drawn:
                words: dict[str, str | int] = {"what": CARD_TEXTS[drawn.card]}
                yield Finding("drawn-in-vain", drawn.seat, drawn.ply, words=words)


DETECTORS = (
    Channels,
    Walks,
    CardsPassedOver,
    EmperorPassedOver,
    FullHands,
    DrawnInVain,
)
"""What is looked for in every game."""
