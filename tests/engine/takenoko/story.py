"""A game told in few words: turns with their weather, and whatever is owed filled in."""

import copy
from typing import Any

import pytest

from tests.engine.takenoko.harness import Table
from tests.oracle.effect import Effect, IllegalMove

RESTING_PLACE = "0,-1"


class Story:
    """Plays one table. Moves are hexlog text, and besides

    `lay green 0,1` draws plots first (the others unknown) when none are drawn yet,
    `lay` likewise, with the draw and the lay that come first in the alphabet,
    `canal 0,1 1,0` is the action `channel`, and the channel laid on that edge,
    `take panda` is `card panda` with an unknown card drawn,
    `idle` is an action that neither grows nor eats anything.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.effects: list[Effect] = table.opening_effects()

    # Playing

    def play(self, *moves: str) -> "Story":
        """Play moves one after the other; `effects` then holds those of the last one."""
        for move in moves:
            match move.split():
                case ["lay"]:
                    self.effects = self._lay_anything()
                case ["lay", plot, *_] if self.phase == "act":
                    self.table.play("plots")
                    unknown = min(3, self.position["bank"]["plots"]) - 1
                    self.table.play(f"drawn {plot}{' ?' * unknown}")
                    self.effects = self.table.play(move)
                case ["canal", one, other]:
                    self.table.play("channel")
                    self.effects = self.table.play(f"irrigate {one} {other}")
                case ["take", deck]:
                    self.table.play(f"card {deck}")
                    self.effects = self.table.play("drawn ?")
                case ["idle"]:
                    self.play(self._idle())
                case _:
                    self.effects = self.table.play(move)
        return self

    def turn(self, weather: str, *moves: str) -> "Story":
        """A whole turn; in a first turn the weather is left out. Owed actions are idled away."""
        if self.phase == "weather":
            self.play(f"weather {weather}")
        self.play(*moves)
        while not self.allows("end"):
            self.play("idle")
        return self.play("end")

    def turns(self, *moves: str) -> "Story":
        """Whole turns with wind by whoever comes, two of these actions each."""
        for first in range(0, len(moves), 2):
            self.turn("wind", *moves[first : first + 2])
        return self

    def until(self, seat: int) -> "Story":
        """Idle turns until this seat has its turn before it."""
        while self.position["to_move"] != seat or self.position["used"]:
            self.turn("sun")
        return self

    def settle(self) -> "Story":
        """Everybody's first turn, and a place where both pawns may idle for ever; seat 0 is next.

        The place is an enclosure with four sections; pink plots must not be laid beside it.
        """
        self.turn("", f"lay pink+enclosure {RESTING_PLACE}", f"gardener {RESTING_PLACE}")
        while self.phase == "act" or self.bamboo(RESTING_PLACE) < 4:
            at_rest = self.position["gardener"] == RESTING_PLACE
            self.turn("sun", f"gardener {'0,0' if at_rest else RESTING_PLACE}")
        return self.until(0)

    def rain(self, cell: str, times: int = 1) -> "Story":
        """So many turns with rain on this plot."""
        for _ in range(times):
            self.turn("rain", f"rain {cell}")
        return self

    def feed(self, seat: int, *cells: str) -> "Story":
        """In so many turns of this seat a storm carries the panda to these plots."""
        for cell in cells:
            self.until(seat).turn("storm", f"storm {cell}")
        return self

    def complete(self, seat: int, *cards: str) -> "Story":
        """This seat draws and completes these cards, two a turn."""
        for first in range(0, len(cards), 2):
            moves = []
            for card in cards[first : first + 2]:
                moves += [f"take {card.split(':')[0]}", f"complete {card}"]
            self.until(seat).turn("wind", *moves)
        return self

    def _lay_anything(self) -> list[Effect]:
        if self.phase == "act":
            self.table.play("plots")
            self.table.play(min(self.legal))
        return self.table.play(min(self.legal))

    def _idle(self) -> str:
        """A pawn's move without consequence, else a channel, else a card."""
        for move in sorted(self.legal):
            pawn, _, cell = move.partition(" ")
            if (pawn == "panda" and self._eats_nothing(cell)) or (
                pawn == "gardener" and (cell == "0,0" or self._is_at_rest(cell))
            ):
                return move
        return "channel" if self.allows("channel") else "take plot"

    def _eats_nothing(self, cell: str) -> bool:
        plot = self.position["plots"].get(cell)
        return plot is None or plot["bamboo"] == 0 or plot["improvement"] == "enclosure"

    def _is_at_rest(self, cell: str) -> bool:
        return cell == RESTING_PLACE and self.bamboo(cell) == 4

    # Looking

    @property
    def position(self) -> dict[str, Any]:
        return self.table.position()

    @property
    def legal(self) -> list[str]:
        return self.table.legal()

    @property
    def phase(self) -> str:
        return str(self.position["phase"])

    @property
    def me(self) -> dict[str, Any]:
        """The player whose turn it is."""
        return self.player(self.position["to_move"])

    def player(self, seat: int) -> dict[str, Any]:
        player: dict[str, Any] = self.position["players"][seat]
        return player

    def plot(self, cell: str) -> dict[str, Any]:
        plot: dict[str, Any] = self.position["plots"][cell]
        return plot

    def bamboo(self, cell: str) -> int:
        return int(self.plot(cell)["bamboo"])

    def in_bank(self, colour: str) -> int:
        return int(self.position["bank"]["bamboo"][colour])

    def allows(self, move: str) -> bool:
        """Whether the move is listed."""
        return move in self.legal

    def listed(self, word: str) -> set[str]:
        """What follows this word in the moves listed."""
        return {move.partition(" ")[2] for move in self.legal if move.split()[0] == word}

    def words(self) -> set[str]:
        """The first words of the moves listed."""
        return {move.split()[0] for move in self.legal}

    def refuses(self, move: str) -> bool:
        """Whether the move is neither listed nor played, and the attempt changes nothing."""
        before = copy.deepcopy(self.position), self.legal
        with pytest.raises(IllegalMove) as refusal:
            self.table.play(move)
        assert str(refusal.value)
        assert (self.position, self.legal) == before
        return move not in before[1]

    def has_effect(self, kind: str, **wanted: Any) -> bool:
        """Whether the last move had such an effect."""
        return any(
            effect.kind == kind
            and all(getattr(effect, name) == value for name, value in wanted.items())
            for effect in self.effects
        )
