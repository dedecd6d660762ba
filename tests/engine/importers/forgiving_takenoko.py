"""The oracle of Takenoko, blind to what the simulator `ozeliurs` does against the rules.

With it a whole log of the simulator can be played, which shows that every line was read right.
"""

from tests.oracle.effect import Effect, IllegalMove
from tests.oracle.takenoko import Takenoko
from tests.oracle.takenoko_cards import DECKS
from tests.oracle.takenoko_garden import Cell, Edge
from tests.oracle.takenoko_piles import PlotPile

ACTIONS = ["plots", "channel", "gardener", "panda", "card"]


class AnyPile(PlotPile):
    """A pile in which chips may appear on the plots: those put on plots in the garden, or held,
    get on plots of the simulator's pile as well."""

    def can_draw(self, plots: list[str]) -> bool:
        return True

    def draw(self, plots: list[str]) -> None:
        self.drawn = plots

    def lay(self, plot: str) -> None:
        self.unlaid.subtract([next(iter(+self.unlaid))])
        self.drawn = []


class Forgiving(Takenoko):
    """`excused` holds what was done against the rules: the fault and the move."""

    def __init__(self, players: int, rules: dict[str, object]) -> None:
        super().__init__(players, rules, {})
        self.pile = AnyPile(self.pile.unlaid)
        self.excused: set[tuple[str, str]] = set()
        self._at_hand = ""

    def play(self, move: str) -> list[Effect]:
        self._at_hand = move
        return super().play(move)

    def _excuse(self, fault: str) -> None:
        self.excused.add((fault, self._at_hand))

    def may_end(self) -> bool:
        if not super().may_end():
            self._excuse("owed action")
        return True

    def possible_actions(self) -> list[str]:
        return ACTIONS

    def decks_to_draw_from(self) -> list[str]:
        if len(self.me().hand) >= 5:
            self._excuse("full hand")
        return list(DECKS)

    def fulfilled(self, card: str) -> bool:
        if not super().fulfilled(card):
            if not card.endswith("-diamond"):
                raise IllegalMove(f"{card} is not there and no diamond either.")
            self._excuse("not fulfilled")
        return True

    def _choose(self, face: str) -> None:
        if self.phase == "effect" and self.weather == "clouds":
            self._excuse("chips left")
            self.phase = "choose"
        super()._choose(face)

    def _lay(self, name: str, cell: Cell, chip: str | None) -> None:
        if name not in self.pile.drawn:
            self._excuse("not drawn")
            self.pile.drawn = [name]
        super()._lay(name, cell, chip)

    def _irrigate(self, edge: Edge) -> None:
        if not self.me().channels:
            self._excuse("no channel")
            self.me().channels += 1
        super()._irrigate(edge)

    def _move_panda(self, cell: Cell) -> None:
        if cell not in self.garden.straight_from(self.garden.panda):
            if self.weather != "storm" or not self.garden.is_laid(cell):
                raise IllegalMove("The panda walks askew without a storm.")
            self._excuse("askew")
        self._require_action("panda")
        self._put_panda(cell, "action")
        self._spend("panda")
