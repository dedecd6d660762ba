"""China Gold in plain Python, written to read like the rulebook and to be slow."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.oracle.effect import BadSetup, Effect, IllegalMove

Cell = tuple[int, int]

BOARDS = Path(__file__).parent.parent / "samples" / "boards"
ROLES = ("mountain", "river")
AXES: list[Cell] = [(1, 0), (0, 1), (-1, 1)]
SIDES = [*AXES, (-1, 0), (0, -1), (1, -1)]
AREAS = {5: 12, 6: 17}
SUMS = {"A": (1, 2, 3, 4, 5), "B": (1, 2, 3, 4), "C": (1, 2, 3), "D": ()}
SWITCHES = {
    "turn_count": ("exact", "up_to"),
    "lines": ("windows", "runs"),
    "stage": ("recomputed", "down_only"),
    "hide": ("with_discs", "always", "never"),
    "claim_order": ("mover_first", "mountain_first"),
}
LABEL = re.compile(r"[a-z][0-9]{1,2}")
NUMBER = re.compile(r"[0-9]{1,9}")


def hexagon(side: int) -> dict[str, Cell]:
    """Label to axial cell, in label order: rows from the top, in a row from the left."""
    reach = side - 1
    labels: dict[str, Cell] = {}
    for r in range(-reach, reach + 1):
        first_q, last_q = max(-reach, -reach - r), min(reach, reach - r)
        for q in range(first_q, last_q + 1):
            labels[f"{'abcdefghijk'[r + reach]}{q - first_q + 1}"] = (q, r)
    return labels


def is_connected(cells: set[Cell]) -> bool:
    to_visit = [min(cells)]
    missing = cells - set(to_visit)
    while to_visit:
        q, r = to_visit.pop()
        reached = missing & {(q + dq, r + dr) for dq, dr in SIDES}
        missing -= reached
        to_visit += reached
    return not missing


class Board:
    """The hexagon and, unless they are unknown, its mountains and rivers."""

    def __init__(self, given: Any) -> None:
        if isinstance(given, str):
            given = self._shipped(given)
        if not isinstance(given, dict):
            raise BadSetup("The board is the name of a shipped board or a board object.")
        if given.get("format", "china-gold-board/1") != "china-gold-board/1":
            raise BadSetup(f"A board has the format china-gold-board/1, not {given['format']!r}.")
        side = given.get("side")
        if type(side) is not int or side not in AREAS:
            raise BadSetup(f"The side of a board is 5 or 6, not {side!r}.")
        self.cells = hexagon(side)
        self.label = {cell: label for label, cell in self.cells.items()}
        self.order = {label: place for place, label in enumerate(self.cells)}
        self.lines = self._all_lines()
        self.is_known = "mountains" in given or "rivers" in given
        self.areas: dict[str, list[list[str]]] = {"mountain": [], "river": []}
        if self.is_known:
            for role in ROLES:
                self.areas[role] = self._partition(given.get(f"{role}s"), role)
            self._compare_partitions(side)

    @staticmethod
    def _shipped(name: str) -> Any:
        names = sorted(path.stem for path in BOARDS.glob("*.json"))
        if name not in names:
            raise BadSetup(f"There is no board {name!r}; there are {', '.join(names)}.")
        return json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8"))

    def _partition(self, areas: Any, role: str) -> list[list[str]]:
        if not isinstance(areas, list) or not all(isinstance(area, list) for area in areas):
            raise BadSetup(f"The {role}s of a board are a list of lists of cells.")
        seen: set[str] = set()
        for area in areas:
            for label in area:
                if not isinstance(label, str) or label not in self.cells:
                    raise BadSetup(f"{label!r} in a {role} is no cell of this board.")
                if label in seen:
                    raise BadSetup(f"The cell {label} stands twice among the {role}s.")
                seen.add(label)
            if not area:
                raise BadSetup(f"A {role} of the board has no cells.")
            if not is_connected({self.cells[label] for label in area}):
                raise BadSetup(f"The {role} {' '.join(area)} is in more than one piece.")
        missing = self.in_order(self.cells.keys() - seen)
        if missing:
            raise BadSetup(f"No {role} of the board has the cells {' '.join(missing)}.")
        return [self.in_order(area) for area in areas]

    def _compare_partitions(self, side: int) -> None:
        sizes = {role: sorted(len(area) for area in self.areas[role]) for role in ROLES}
        if len(sizes["mountain"]) != len(sizes["river"]):
            raise BadSetup("The board does not have as many rivers as mountains.")
        if len(sizes["mountain"]) != AREAS[side]:
            raise BadSetup(
                f"A board of side {side} has {AREAS[side]} mountains, not {len(sizes['mountain'])}."
            )
        if sizes["mountain"] != sizes["river"]:
            raise BadSetup("The mountains of the board are not of the same sizes as its rivers.")
        if side == 6 and not all(3 <= size <= 8 for size in sizes["mountain"]):
            raise BadSetup("The areas of a board of side 6 have 3 to 8 cells.")

    def in_order(self, labels: Iterable[str]) -> list[str]:
        return sorted(labels, key=lambda label: self.order[label])

    def _all_lines(self) -> list[list[str]]:
        """Every straight line of the hexagon from one rim to the other, along the three axes."""
        lines: list[list[str]] = []
        for dq, dr in AXES:
            for cell in self.label:
                if (cell[0] - dq, cell[1] - dr) not in self.label:
                    lines.append([self.label[cell]])
                    ahead = (cell[0] + dq, cell[1] + dr)
                    while ahead in self.label:
                        lines[-1].append(self.label[ahead])
                        ahead = (ahead[0] + dq, ahead[1] + dr)
        return lines


class ChinaGold:
    """One game from the first throw until the board is empty."""

    def __init__(self, players: int, rules: dict[str, Any], setup: dict[str, Any]) -> None:
        if players != 2:
            raise BadSetup(f"China Gold is for 2 players, not {players}.")
        for key, value in rules.items():
            if key not in SWITCHES:
                raise BadSetup(f"China Gold has no rule switch {key!r}.")
            if value not in SWITCHES[key]:
                raise BadSetup(f"The switch {key!r} cannot be {value!r}: {SWITCHES[key]}.")
        for key in setup:
            if key not in ("board", "mountain", "first"):
                raise BadSetup(f"The setup of China Gold has no key {key!r}.")
        if "board" not in setup:
            raise BadSetup("The setup of China Gold needs a board.")
        for key in ("mountain", "first"):
            seat = setup.get(key, 0)
            if type(seat) is not int or seat not in (0, 1):
                raise BadSetup(f"{key!r} in the setup is a seat, 0 or 1, not {seat!r}.")
        self.rules = {key: rules.get(key, choices[0]) for key, choices in SWITCHES.items()}
        self.board = Board(setup["board"])
        mountain: int = setup.get("mountain", 0)
        self.seat_of = {"mountain": mountain, "river": 1 - mountain}
        self.mover: str = self.role_of(setup.get("first", 0))
        self.down: set[str] = set(self.board.cells)
        self.up: set[str] = set()
        self.taken: dict[str, list[str]] = {"mountain": [], "river": []}
        self.turns = 0
        self.stage = "A"
        self.throw: int | None = None
        self.phase = "throw"
        self.turned_by: str | None = None
        self.unasserted: list[tuple[str, list[str]]] = []
        self.taken_by_claim: dict[tuple[str, int], int] = {}
        self._begin_turn()

    def role_of(self, seat: int) -> str:
        return "mountain" if self.seat_of["mountain"] == seat else "river"

    @staticmethod
    def opponent(role: str) -> str:
        return "river" if role == "mountain" else "mountain"

    # What the table looks like

    def position(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "stage": self.stage,
            "to_move": None if self.phase == "over" else self.mover,
            "throw": self.throw,
            "down": self.board.in_order(self.down),
            "up": self.board.in_order(self.up),
            "taken": {role: self.board.in_order(self.taken[role]) for role in ROLES},
            "scores": {role: len(self.taken[role]) for role in ROLES},
        }

    def kind(self) -> str:
        return {"throw": "chance", "act": "decision", "over": "over"}[self.phase]

    def to_move(self) -> int | None:
        return None if self.phase == "over" else self.seat_of[self.mover]

    def turn(self) -> int:
        return self.turns

    def scores(self) -> list[int]:
        return [len(self.taken[self.role_of(seat)]) for seat in (0, 1)]

    def places(self) -> list[int]:
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]

    def winners(self) -> list[int]:
        """Who has most markers; nobody while the game runs."""
        if self.phase != "over":
            return []
        return [seat for seat, place in enumerate(self.places()) if place == 1]

    # Lines of face-down markers, and the stage they make

    def runs(self) -> list[list[str]]:
        """Maximal runs of neighbouring face-down markers in every straight line."""
        found: list[list[str]] = []
        for line in self.board.lines:
            run: list[str] = []
            for label in line:
                if label in self.down:
                    run.append(label)
                else:
                    found.append(run)
                    run = []
            found.append(run)
        return [run for run in found if run]

    def windows(self, length: int) -> set[frozenset[str]]:
        """Every set of so many face-down markers, adjacent in a straight line."""
        return {
            frozenset(run[start : start + length])
            for run in self.runs()
            for start in range(len(run) - length + 1)
        }

    def count(self, length: int) -> int:
        if self.rules["lines"] == "runs":
            return sum(len(run) >= length for run in self.runs())
        return len(self.windows(length))

    def stage_of_the_markers(self) -> str:
        if self.count(5) >= 2:
            return "A"
        if self.count(4) >= 2:
            return "B"
        if self.count(3) >= 2:
            return "C"
        return "D"

    def may_hide(self) -> bool:
        if self.rules["hide"] == "with_discs":
            return self.stage != "D"
        return bool(self.rules["hide"] == "always")

    def turnable_numbers(self) -> list[int]:
        if self.throw is None:
            return [1, 2]
        if self.rules["turn_count"] == "up_to":
            return list(range(1, self.throw + 1))
        return [self.throw]

    # What can be played

    def legal(self) -> list[str]:
        if self.phase == "throw":
            return [f"throw {number}" for number in SUMS[self.stage]]
        if self.phase == "over":
            return []
        turns = [
            f"turn {' '.join(self.board.in_order(window))}"
            for number in self.turnable_numbers()
            for window in self.windows(number)
        ]
        hides = [f"hide {label}" for label in self.board.in_order(self.up) if self.may_hide()]
        return turns + hides

    # Playing

    def opening_effects(self) -> list[Effect]:
        return [
            self._about_area("objective_drawn", role, area, cause="deal")
            for role in ROLES
            for area in self.board.areas[role]
        ]

    def play(self, move: str) -> list[Effect]:
        """Plays the move; a move that cannot be played raises and changes nothing."""
        words = move.lower().split()
        if not words:
            raise IllegalMove("The move is empty.")
        word, rest = words[0], words[1:]
        if word == "claim":
            return self._claim(rest)
        if word not in ("throw", "turn", "hide"):
            raise IllegalMove(f"{word!r} is no move of China Gold.")
        if self.phase == "over":
            raise IllegalMove("The game is over.")
        if word == "throw":
            return self._throw(rest)
        if self.phase != "act":
            raise IllegalMove(f"The discs are to be thrown before a {word!r}.")
        return self._turn(rest) if word == "turn" else self._hide(rest)

    def _labels(self, words: list[str]) -> list[str]:
        for word in words:
            if not LABEL.fullmatch(word) or word not in self.board.cells:
                raise IllegalMove(f"{word!r} is no cell of this board.")
        if not words or len(set(words)) != len(words):
            raise IllegalMove("The move names no cell, or one cell twice.")
        return self.board.in_order(words)

    def _throw(self, words: list[str]) -> list[Effect]:
        if len(words) != 1 or not NUMBER.fullmatch(words[0]):
            raise IllegalMove("A throw is one number.")
        if self.phase != "throw":
            raise IllegalMove("No throw is due.")
        if int(words[0]) not in SUMS[self.stage]:
            raise IllegalMove(f"The discs of stage {self.stage} cannot give {words[0]}.")
        self.throw = int(words[0])
        self.phase = "act"
        self._no_more_claims()
        return [Effect("thrown", self.seat_of[self.mover], amount=self.throw)]

    def _turn(self, words: list[str]) -> list[Effect]:
        labels = self._labels(words)
        if len(labels) not in self.turnable_numbers():
            raise IllegalMove(f"{len(labels)} markers cannot be turned now.")
        if frozenset(labels) not in self.windows(len(labels)):
            raise IllegalMove("The markers are not all face down and adjacent in a straight line.")
        self._no_more_claims()
        self.down -= set(labels)
        self.up |= set(labels)
        self.turned_by = self.mover
        effects = [self._on_cell("turned", self.mover, label) for label in labels]
        if self.board.is_known:
            effects += self._claims_of_the_turn()
        return effects + self._end_turn()

    def _hide(self, words: list[str]) -> list[Effect]:
        labels = self._labels(words)
        if len(labels) != 1:
            raise IllegalMove("Only one nugget can be hidden.")
        if not self.may_hide():
            raise IllegalMove(f"No nugget can be hidden in stage {self.stage}.")
        if labels[0] not in self.up:
            raise IllegalMove(f"There is no face-up marker at {labels[0]}.")
        self._no_more_claims()
        self.up.remove(labels[0])
        self.down.add(labels[0])
        return [self._on_cell("hidden", self.mover, labels[0]), *self._end_turn()]

    def _no_more_claims(self) -> None:
        self.turned_by = None
        self.unasserted = []

    def _end_turn(self) -> list[Effect]:
        self.turns += 1
        self.mover = self.opponent(self.mover)
        self._begin_turn()
        return self._closing_effects()

    def _begin_turn(self) -> None:
        """Works out afresh which discs the next player throws, if any."""
        stage = self.stage_of_the_markers()
        self.stage = max(stage, self.stage) if self.rules["stage"] == "down_only" else stage
        self.throw = None
        self.phase = "act" if self.stage == "D" else "throw"
        self._end_if_empty()

    def _end_if_empty(self) -> None:
        if not self.down and not self.up:
            self.phase, self.stage, self.throw = "over", "D", None

    # Claims

    def _claims_of_the_turn(self) -> list[Effect]:
        order = [self.mover, self.opponent(self.mover)]
        if self.rules["claim_order"] == "mountain_first":
            order = list(ROLES)
        effects: list[Effect] = []
        for role in order:
            for number, area in enumerate(self.board.areas[role]):
                there = [label for label in area if label in self.up]
                if there and not self.down & set(area):
                    effects += self._take(role, there, f"{role}-{len(area)}", area[0])
                    self.unasserted.append((role, there))
                    self.taken_by_claim[role, number] = len(there)
                    if len(there) == len(area):
                        effects.append(
                            self._about_area("objective_completed", role, area, len(area))
                        )
        return effects

    def _take(self, role: str, labels: list[str], what: str, at: str) -> list[Effect]:
        """Takes the markers off the board; `at` is the cell that the area is told by."""
        cause = "own_move" if role == self.turned_by else "opponent_move"
        self.up -= set(labels)
        self.taken[role] += labels
        taken = [self._on_cell("taken", role, label, role, cause=cause) for label in labels]
        return [
            *taken,
            self._on_cell("area_completed", role, at, what, len(labels), cause),
            self._on_cell("scored", role, at, "gold", len(labels)),
        ]

    def _claim(self, words: list[str]) -> list[Effect]:
        if not words or words[0] not in ROLES:
            raise IllegalMove("A claim names mountain or river, then the markers taken.")
        role, labels = words[0], self._labels(words[1:])
        if self.turned_by is None:
            raise IllegalMove("A claim stands right after the turn that made it.")
        if self.board.is_known:
            if (role, labels) not in self.unasserted:
                raise IllegalMove(f"The turn did not claim just these markers for a {role}.")
            self.unasserted.remove((role, labels))
            return []
        for label in labels:
            if label not in self.up:
                raise IllegalMove(f"There is no face-up marker at {label} to be claimed.")
        effects = self._take(role, labels, f"{role}-?", labels[0])
        self._end_if_empty()
        return effects + self._closing_effects()

    # Effects

    def _on_cell(
        self, kind: str, role: str, label: str, what: str = "", amount: int = 0, cause: str = ""
    ) -> Effect:
        q, r = self.board.cells[label]
        return Effect(kind, self.seat_of[role], what, amount, q, r, cause=cause)

    def _about_area(
        self, kind: str, role: str, area: list[str], amount: int = 0, cause: str = ""
    ) -> Effect:
        return self._on_cell(kind, role, area[0], f"{role}-{len(area)}", amount, cause)

    def _closing_effects(self) -> list[Effect]:
        if self.phase != "over":
            return []
        effects = [Effect("ranked", seat, amount=place) for seat, place in enumerate(self.places())]
        for role in ROLES:
            for number, area in enumerate(self.board.areas[role]):
                amount = self.taken_by_claim.get((role, number), 0)
                if amount < len(area):
                    cause = "shared" if amount else "lost"
                    effects.append(self._about_area("objective_missed", role, area, amount, cause))
        return effects
