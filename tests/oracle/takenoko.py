"""Takenoko in plain Python, written to read like the rulebook and to be slow."""

import re
from typing import Any

from tests.oracle.effect import Effect, IllegalMove
from tests.oracle.takenoko_cards import POINTS, deck_of, price
from tests.oracle.takenoko_garden import (
    CHIPS,
    COLOURS,
    POND,
    Cell,
    Edge,
    Plot,
    around,
    edge_between,
)
from tests.oracle.takenoko_piles import PLOT_ORDER, UNKNOWN, in_canonical_order
from tests.oracle.takenoko_table import FACES, TARGET, Card, Table

EMPEROR = 2
FREE_PHASES = ("choose", "effect", "act")
CELL_TEXT = re.compile(r"([+-]?[0-9]{1,9}),([+-]?[0-9]{1,9})")


def read_cell(word: str) -> Cell:
    match = CELL_TEXT.fullmatch(word)
    if not match:
        raise IllegalMove(f"{word!r} is no cell such as 1,-1.")
    return Cell(int(match[1]), int(match[2]))


class Takenoko(Table):
    """One game that is played. `rules` and `setup` are as in a log's header."""

    def __init__(self, players: int, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        super().__init__(players, rules, setup)
        self._effects: list[Effect] = []

    def legal(self) -> list[str]:
        """Every legal move in canonical text; at chance plies every known outcome."""
        match self.phase:
            case "weather":
                return [f"weather {face}" for face in FACES]
            case "drawn_plots":
                return [f"drawn {' '.join(plots)}" for plots in self.pile.outcomes()]
            case "drawn_card":
                return [f"drawn {card}" for card in self.decks[self.deck_drawn_from].outcomes()]
            case "lay":
                return self._legal_lays()
            case "choose":
                moves = [f"choose {face}" for face in self.weathers_to_choose()]
            case "effect":
                moves = self._legal_effects()
            case "act":
                moves = self._legal_actions()
            case _:
                return []
        return moves + self._legal_free_moves()

    def _legal_lays(self) -> list[str]:
        moves = []
        for plot in self.plots_to_lay():
            for cell in self.garden.places_for_a_plot():
                moves.append(f"lay {plot} {cell}")
                if plot in COLOURS:
                    chips = sorted(set(self.me().chips))
                    moves += [f"lay {plot} {cell} with {chip}" for chip in chips]
        return moves

    def _legal_effects(self) -> list[str]:
        match self.weather:
            case "rain":
                moves = [f"rain {cell}" for cell in self.places_for_rain()]
            case "storm":
                moves = [f"storm {cell}" for cell in self.places_for_storm()]
            case _:
                moves = [f"chip {chip}" for chip in CHIPS if self.bank_chips[chip]]
        return [*moves, "skip"] if self.may_skip() else moves

    def _legal_actions(self) -> list[str]:
        garden = self.garden
        moves: list[str] = []
        for action in self.possible_actions():
            match action:
                case "gardener":
                    moves += [f"gardener {c}" for c in garden.straight_from(garden.gardener)]
                case "panda":
                    moves += [f"panda {c}" for c in garden.straight_from(garden.panda)]
                case "card":
                    moves += [f"card {deck}" for deck in self.decks_to_draw_from()]
                case _:
                    moves.append(action)
        return [*moves, "end"] if self.may_end() else moves

    def _legal_free_moves(self) -> list[str]:
        me = self.me()
        moves = []
        if me.channels:
            edges = self.garden.open_edges(self.rules.pond_edges)
            moves += [f"irrigate {one} {other}" for one, other in edges]
        for chip in sorted(set(me.chips)):
            moves += [f"improve {chip} {cell}" for cell in self.places_for_a_chip()]
        return moves + [f"complete {card}" for card in self.cards_to_complete()]

    # Playing

    def play(self, move: str) -> list[Effect]:
        """Play a move; raises IllegalMove and then leaves everything as it was."""
        if self.phase == "over":
            raise IllegalMove("The game is over.")
        self._effects = []
        match move.lower().split():
            case ["weather", face]:
                self._throw(face)
            case ["choose", face]:
                self._choose(face)
            case ["rain", cell]:
                self._rain(read_cell(cell))
            case ["storm", cell]:
                self._storm(read_cell(cell))
            case ["chip", chip]:
                self._take_chip(chip)
            case ["skip"]:
                self._skip()
            case ["plots"]:
                self._draw_plots()
            case ["drawn", *outcome]:
                self._drawn(outcome)
            case ["lay", plot, cell]:
                self._lay(plot, read_cell(cell), None)
            case ["lay", plot, cell, "with", chip]:
                self._lay(plot, read_cell(cell), chip)
            case ["channel"]:
                self._take_channel()
            case ["gardener", cell]:
                self._move_gardener(read_cell(cell))
            case ["panda", cell]:
                self._move_panda(read_cell(cell))
            case ["card", deck]:
                self._draw_card(deck)
            case ["irrigate", one, other]:
                self._irrigate(edge_between(read_cell(one), read_cell(other)))
            case ["improve", chip, cell]:
                self._improve(chip, read_cell(cell))
            case ["complete", card]:
                self._complete(card)
            case ["end"]:
                self._end()
            case _:
                raise IllegalMove(f"{move!r} is no move of Takenoko.")
        return self._effects

    def _emit(
        self,
        kind: str,
        what: str = "",
        amount: int = 0,
        *,
        at: Cell | None = None,
        other: Cell | None = None,
        cause: str = "",
        seat: int | None = None,
    ) -> None:
        q, r = at or (None, None)
        other_q, other_r = other or (None, None)
        whose = self.seat if seat is None else seat
        self._effects.append(Effect(kind, whose, what, amount, q, r, other_q, other_r, cause))

    def _require_phase(self, *phases: str) -> None:
        if self.phase not in phases:
            raise IllegalMove(f"This cannot be done in the phase {self.phase!r}.")

    # Weather

    def _throw(self, face: str) -> None:
        self._require_phase("weather")
        if face not in FACES:
            raise IllegalMove(f"The weather die has no face {face!r}.")
        self._emit("weather", face)
        self.weather = face
        if face == "any" or face not in self.weathers_to_choose():
            self.phase = "choose"
        else:
            self._begin_weather()

    def _choose(self, face: str) -> None:
        self._require_phase("choose")
        if face not in self.weathers_to_choose():
            raise IllegalMove(f"The weather {face!r} cannot be chosen.")
        self._emit("weather_chosen", face)
        self.weather = face
        self._begin_weather()

    def _begin_weather(self) -> None:
        self.phase = "effect" if self.weather in ("rain", "storm", "clouds") else "act"

    def _require_effect_of(self, weather: str) -> None:
        self._require_phase("effect")
        if self.weather != weather:
            raise IllegalMove(f"The weather is {self.weather}, not {weather}.")

    def _rain(self, cell: Cell) -> None:
        self._require_effect_of("rain")
        if cell not in self.places_for_rain():
            raise IllegalMove(f"No bamboo can grow on {cell} by rain.")
        self._grow(cell, 1, "rain")
        self.phase = "act"

    def _storm(self, cell: Cell) -> None:
        self._require_effect_of("storm")
        if cell not in self.places_for_storm():
            raise IllegalMove(f"The storm cannot carry the panda to {cell}.")
        self._put_panda(cell, "storm")
        self.phase = "act"

    def _take_chip(self, chip: str) -> None:
        self._require_effect_of("clouds")
        if not self.bank_chips.get(chip):
            raise IllegalMove(f"The bank has no chip {chip!r}.")
        self.bank_chips[chip] -= 1
        self.me().chips.append(chip)
        self._emit("chip_taken", chip)
        self.phase = "act"

    def _skip(self) -> None:
        self._require_phase("effect")
        if not self.may_skip():
            raise IllegalMove("The chip may not be declined by these rules.")
        self._emit("weather_declined", str(self.weather))
        self.phase = "act"

    # Actions

    def _require_action(self, action: str) -> None:
        self._require_phase("act")
        if action not in self.possible_actions():
            raise IllegalMove(f"The action {action} is not possible now.")

    def _spend(self, action: str) -> None:
        self.used.append(action)
        self._emit("acted", action)
        self.phase = "act"

    def _draw_plots(self) -> None:
        self._require_action("plots")
        self.phase = "drawn_plots"

    def _drawn(self, outcome: list[str]) -> None:
        self._require_phase("drawn_plots", "drawn_card")
        if self.phase == "drawn_plots":
            self._drawn_plots(outcome)
        else:
            self._drawn_card(outcome)

    def _drawn_plots(self, plots: list[str]) -> None:
        for plot in plots:
            if plot not in PLOT_ORDER and plot != UNKNOWN:
                raise IllegalMove(f"There is no plot {plot!r}.")
        if len(plots) != self.pile.number_to_draw():
            raise IllegalMove(f"{self.pile.number_to_draw()} plots are drawn, not {len(plots)}.")
        if all(plot == UNKNOWN for plot in plots):
            raise IllegalMove("At least the plot that is laid must be known.")
        if not self.pile.can_draw(plots):
            raise IllegalMove(f"These cannot be the next plots of the pile: {' '.join(plots)}.")
        self.pile.draw(in_canonical_order(plots))
        self.phase = "lay"

    def _lay(self, name: str, cell: Cell, chip: str | None) -> None:
        self._require_phase("lay")
        if name not in self.plots_to_lay():
            raise IllegalMove(f"The plot {name!r} was not drawn.")
        if cell not in self.garden.places_for_a_plot():
            raise IllegalMove(f"No plot can be laid on {cell}.")
        if chip is not None:
            if chip not in self.me().chips:
                raise IllegalMove(f"There is no chip {chip!r} in the reserve.")
            if name not in COLOURS:
                raise IllegalMove(f"The plot {name} has an improvement already.")
        colour, _, improvement = name.partition("+")
        plot = Plot(colour, improvement or None)
        self.pile.lay(name)
        self.garden.plots[cell] = plot
        self._emit("laid", name, at=cell)
        if chip is not None:
            self._put_chip(chip, cell, "lay")
        if POND in around(cell):
            self._first_growth(cell, "pond")
        elif plot.improvement == "watershed":
            self._first_growth(cell, "watershed")
        self._spend("plots")

    def _take_channel(self) -> None:
        self._require_action("channel")
        self.bank_channels -= 1
        self.me().channels += 1
        self._emit("channel_taken", amount=1)
        self._spend("channel")

    def _move_gardener(self, cell: Cell) -> None:
        self._require_action("gardener")
        if cell not in self.garden.straight_from(self.garden.gardener):
            raise IllegalMove(f"The gardener cannot reach {cell} in a straight line.")
        self._emit("moved", "gardener", at=cell, other=self.garden.gardener, cause="action")
        self.garden.gardener = cell
        if cell != POND:
            plots = self.garden.plots
            colour = plots[cell].colour
            beside = [c for c in sorted(around(cell)) if c in plots and plots[c].colour == colour]
            for grown in [cell, *beside]:
                if self.garden.is_irrigated(grown):
                    self._grow(grown, 1, "gardener")
        self._spend("gardener")

    def _move_panda(self, cell: Cell) -> None:
        self._require_action("panda")
        if cell not in self.garden.straight_from(self.garden.panda):
            raise IllegalMove(f"The panda cannot reach {cell} in a straight line.")
        self._put_panda(cell, "action")
        self._spend("panda")

    def _put_panda(self, cell: Cell, cause: str) -> None:
        self._emit("moved", "panda", at=cell, other=self.garden.panda, cause=cause)
        self.garden.panda = cell
        plot = self.garden.plots.get(cell)
        if plot and plot.bamboo and plot.improvement != "enclosure":
            plot.bamboo -= 1
            self.me().bamboo[plot.colour] += 1
            eater = "storm" if cause == "storm" else "panda"
            self._emit("ate", plot.colour, 1, at=cell, cause=eater)

    def _draw_card(self, deck: str) -> None:
        self._require_action("card")
        if deck not in self.decks_to_draw_from():
            raise IllegalMove(f"No card can be drawn from a deck {deck!r}.")
        self.deck_drawn_from = deck
        self.phase = "drawn_card"

    def _drawn_card(self, outcome: list[str]) -> None:
        if len(outcome) != 1:
            raise IllegalMove("One card is drawn.")
        name = self.deck_drawn_from
        deck = self.decks[name]
        unknown = f"{name}:{UNKNOWN}"
        card = unknown if outcome == [UNKNOWN] else outcome[0]
        if card != unknown and not deck.outcomes()[card]:
            raise IllegalMove(f"{card} cannot be the next card of the deck {name}.")
        part = deck.draw(UNKNOWN if card == unknown else card)
        if (
            self.rules.redraw_fulfilled
            and name != "panda"
            and card != unknown
            and self.fulfilled(card)
        ):
            deck.put_under(card)
            self._emit("objective_returned", card)
            self.phase = "act"
        else:
            self.me().hand.append(Card(card, part))
            self._emit("objective_drawn", card, cause="card")
            self._spend("card")

    # At any time in the turn

    def _irrigate(self, edge: Edge) -> None:
        self._require_phase(*FREE_PHASES)
        if not self.me().channels:
            raise IllegalMove("There is no channel in the reserve.")
        one, other = edge
        if edge not in self.garden.open_edges(self.rules.pond_edges):
            raise IllegalMove(f"No channel can be laid between {one} and {other}.")
        self.me().channels -= 1
        self.garden.channels.add(edge)
        self._emit("channel_laid", at=one, other=other, cause="pond" if POND in edge else "garden")
        for cell in edge:
            if cell != POND:
                self._first_growth(cell, "channel")

    def _improve(self, chip: str, cell: Cell) -> None:
        self._require_phase(*FREE_PHASES)
        if chip not in self.me().chips:
            raise IllegalMove(f"There is no chip {chip!r} in the reserve.")
        if cell not in self.places_for_a_chip():
            raise IllegalMove(f"No chip can be put on {cell}.")
        self._put_chip(chip, cell, "improve")
        if chip == "watershed":
            self._first_growth(cell, "watershed")

    def _put_chip(self, chip: str, cell: Cell, cause: str) -> None:
        self.me().chips.remove(chip)
        self.garden.plots[cell].improvement = chip
        self._emit("chip_placed", chip, at=cell, cause=cause)

    def _complete(self, name: str) -> None:
        self._require_phase(*FREE_PHASES)
        if name not in POINTS:
            raise IllegalMove(f"There is no card {name!r}.")
        card = self.card_in_hand(name)
        if card is None:
            raise IllegalMove(f"The player cannot hold {name}.")
        if not self.fulfilled(name):
            raise IllegalMove(f"{name} is not fulfilled.")
        me = self.me()
        me.hand.remove(card)
        if card.name != name:
            self.decks[deck_of(name)].parts[card.part][name] -= 1
        if deck_of(name) == "panda":
            for colour, sections in price(name).items():
                me.bamboo[colour] -= sections
                self.bank_bamboo[colour] += sections
                self._emit("paid", colour, sections)
        me.completed.append(name)
        me.score += POINTS[name]
        self._emit("objective_completed", name, POINTS[name])
        self._emit("scored", deck_of(name), POINTS[name])
        if self.emperor is None and len(me.completed) == TARGET[len(self.players)]:
            self.emperor = self.seat
            me.score += EMPEROR
            self._emit("scored", "emperor", EMPEROR)

    # Bamboo

    def _grow(self, cell: Cell, sections: int, cause: str) -> None:
        plot = self.garden.plots[cell]
        doubled = cause != "first" or self.rules.fertilizer_first
        if plot.improvement == "fertilizer" and doubled:
            sections *= 2
        grown = self.growth(plot, sections)
        if grown > 0:
            plot.bamboo += grown
            self.bank_bamboo[plot.colour] -= grown
            self._emit("grew", plot.colour, grown, at=cell, cause=cause)

    def _first_growth(self, cell: Cell, cause: str) -> None:
        """A plot is wet: one section grows, once in a game, even if nothing is left for it."""
        plot = self.garden.plots[cell]
        if not plot.has_had_first_growth:
            plot.has_had_first_growth = True
            self._emit("irrigated", at=cell, cause=cause)
            self._grow(cell, 1, "first")

    # The end of a turn and of the game

    def _end(self) -> None:
        self._require_phase("act")
        if not self.may_end():
            raise IllegalMove("The turn cannot end while an action is owed and possible.")
        self.turns_finished += 1
        self._emit("turn_ended", amount=self.turns_finished)
        self.seat = (self.seat + 1) % len(self.players)
        self.weather = None
        self.used = []
        if self.seat == self.emperor:
            self._finish()
        else:
            first_turns = self.turns_finished < len(self.players)
            self.phase = "act" if first_turns else "weather"

    def _finish(self) -> None:
        self.phase = "over"
        for seat, place in enumerate(self.places()):
            for card in self.players[seat].hand:
                self._emit("objective_missed", card.name, cause="hand", seat=seat)
            self._emit("ranked", amount=place, seat=seat)
