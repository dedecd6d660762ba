"""What the simulator prints of a move's effects, as evidence for the replay."""

from dataclasses import dataclass, field

from engine.core.evidence import Disagreement, Step
from engine.importers.ozeliurs.words import Cell, cell_text


@dataclass(slots=True)
class Turn:
    """Whose turn the log says it is."""

    ply: int
    line: int
    seat: int
    names: list[str]

    def check(self, step: Step) -> Disagreement | None:
        if step.seat == self.seat:
            return None
        told, due = self.names[self.seat], self.names[step.seat]
        return Disagreement(
            self.ply,
            f"In the log it is the turn of {told} (line {self.line}); by the rules it is the turn "
            f"of {due}.",
        )


@dataclass(slots=True)
class Growth:
    """Where bamboo grew, and nowhere else; with the height after it where that was printed."""

    ply: int
    line: int
    chips: dict[Cell, int]
    """Plots on which a watershed chip was put, and at which ply."""
    heights: dict[Cell, int | None] = field(default_factory=dict)

    def check(self, step: Step) -> Disagreement | None:
        grown = {effect.cell for effect in step.effects() if effect.kind == "grew" and effect.cell}
        plots = step.position()["plots"]
        by_rule = {cell: int(plots[cell_text(cell)]["bamboo"]) for cell in grown}
        for cell in sorted(grown | self.heights.keys()):
            told, due = self.heights.get(cell), by_rule.get(cell)
            if (cell in self.heights) == (cell in by_rule) and told in (None, due):
                continue
            printed = _grown(told) if cell in self.heights else "lets no bamboo grow"
            rule = "none grows there" if due is None else f"it grows to {due}"
            return _blamed(
                step,
                self.chips,
                cell,
                f"On {cell_text(cell)} the log (line {self.line}) {printed}; by the rules {rule}",
            )
        return None


@dataclass(slots=True)
class Meal:
    """The panda's walk, and the colour it ate, if any."""

    ply: int
    line: int
    chips: dict[Cell, int]
    origin: Cell
    to: Cell
    ate: str | None

    def check(self, step: Step) -> Disagreement | None:
        elsewhere = _walk(step, self.line, self.origin)
        ate = next((effect.what for effect in step.effects() if effect.kind == "ate"), None)
        if elsewhere or ate == self.ate:
            return elsewhere
        where = cell_text(self.to)
        return _blamed(
            step,
            self.chips,
            self.to,
            f"The panda eats {_section(self.ate)} on {where} in the log (line {self.line}); by the "
            f"rules it eats {_section(ate)}",
        )


@dataclass(slots=True)
class Walk:
    """From where a pawn came."""

    ply: int
    line: int
    origin: Cell

    def check(self, step: Step) -> Disagreement | None:
        return _walk(step, self.line, self.origin)


@dataclass(slots=True)
class Points:
    """What a completed objective brought."""

    ply: int
    line: int
    points: int

    def check(self, step: Step) -> Disagreement | None:
        due = sum(one.amount for one in step.effects() if one.kind == "objective_completed")
        if due == self.points:
            return None
        return Disagreement(
            self.ply,
            f"The log (line {self.line}) gives {self.points} points for this card; it is worth "
            f"{due}.",
        )


@dataclass(slots=True)
class Emperor:
    """Who has the Emperor at the end of this turn."""

    ply: int
    line: int
    seat: int
    name: str

    def check(self, step: Step) -> Disagreement | None:
        if step.position()["emperor"] == self.seat:
            return None
        return Disagreement(
            self.ply,
            f"In the log (before line {self.line}) {self.name} takes the Emperor in this turn; by "
            "the rules that is not so.",
        )


def _walk(step: Step, line: int, origin: Cell) -> Disagreement | None:
    moved = next(effect for effect in step.effects() if effect.kind == "moved")
    if moved.other in (None, origin):
        return None
    return Disagreement(
        step.ply,
        f"In the log (line {line}) the {moved.what} comes from {cell_text(origin)}; by the moves "
        f"before it stands on {cell_text(moved.other)}.",
    )


def _blamed(step: Step, chips: dict[Cell, int], cell: Cell, reason: str) -> Disagreement:
    """The simulator's watershed chip does nothing, which shows only when the next pawn, or the
    rain, comes by: the fault is at the chip then, if by the rules it has made a dry plot grow."""
    chip = chips.get(cell)
    if chip is None or not _irrigates(step, chip, cell):
        return Disagreement(step.ply, f"{reason}.")
    return Disagreement(
        chip,
        f"By the rules the watershed irrigates {cell_text(cell)} and a section grows there; in "
        f"the log the chip does nothing, as ply {step.ply} shows. {reason}.",
    )


def _irrigates(step: Step, ply: int, cell: Cell) -> bool:
    return any(one.kind == "irrigated" and one.cell == cell for one in step.effects(ply))


def _grown(height: int | None) -> str:
    return "lets bamboo grow" if height is None else f"lets bamboo grow to {height}"


def _section(colour: str | None) -> str:
    return "nothing" if colour is None else f"a {colour} section"
