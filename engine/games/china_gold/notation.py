"""Moves of China Gold as text."""

from itertools import pairwise

from engine.core.errors import UnreadableMove
from engine.core.ids import MoveCode
from engine.core.wording import as_json
from engine.games.china_gold.board import LARGEST_AREA, ROLES
from engine.games.china_gold.geometry import AXES, LONGEST_LINE, NEIGHBOUR, index_of, labels_of
from engine.games.china_gold.state import (
    CLAIM_BIT,
    CLAIM_ROLE_SHIFT,
    HIDE,
    THROW,
    claim_cells,
    claim_code,
    hide_code,
    throw_code,
    turn_code,
)

WORDS = "throw, turn, hide or claim"


class ChinaGoldNotation:
    """The notation on a hexagon of one side."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._index = index_of(side)
        self._labels = labels_of(side)

    def parse(self, text: str) -> MoveCode:
        """Read a move; raises `UnreadableMove`."""
        words = text.lower().split()
        if not words:
            raise UnreadableMove(f"The move is empty; a move begins with {WORDS}.")
        word, rest = words[0], words[1:]
        if word == "throw":
            if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
                raise UnreadableMove("A throw names one number, as in `throw 3`.")
            digits = rest[0].lstrip("0") or "0"
            if len(digits) > 2:
                raise UnreadableMove(f"No discs give {as_json(rest[0])}; a throw is from 1 to 5.")
            return MoveCode(throw_code(int(digits)))
        if word == "turn":
            return MoveCode(self._parse_turn(self._cells(rest, "turn e5 e6")))
        if word == "hide":
            cells = self._cells(rest, "hide e5")
            if len(cells) != 1:
                raise UnreadableMove("One marker is hidden at a time, as in `hide e5`.")
            return MoveCode(hide_code(cells[0]))
        if word == "claim":
            return MoveCode(self._parse_claim(rest))
        raise UnreadableMove(f"{as_json(word)} is no move; a move begins with {WORDS}.")

    def _cells(self, words: list[str], example: str) -> list[int]:
        if not words:
            raise UnreadableMove(f"The move names no cell; it should read like `{example}`.")
        for word in words:
            if word not in self._index:
                raise UnreadableMove(f"{as_json(word)} is no cell of a board of side {self.side}.")
        cells = sorted(self._index[word] for word in words)
        for cell, other in pairwise(cells):
            if cell == other:
                raise UnreadableMove(f"{self._labels[cell]} is named twice.")
        return cells

    def _parse_turn(self, cells: list[int]) -> int:
        if len(cells) == 1:
            return turn_code(cells[0], 0, 1)
        if len(cells) <= LONGEST_LINE:
            for axis, direction in enumerate(AXES):
                line = [cells[0]]
                while len(line) < len(cells):
                    line.append(int(NEIGHBOUR[self.side - 5, line[-1], direction]))
                    if line[-1] < 0:
                        break
                if line == cells:
                    return turn_code(cells[0], axis, len(cells))
        shown = " ".join(self._labels[cell] for cell in cells)
        raise UnreadableMove(f"{shown} are not neighbours in one straight line.")

    def _parse_claim(self, words: list[str]) -> int:
        if not words or words[0] not in ROLES:
            raise UnreadableMove("A claim names its role first, as in `claim mountain d3 d4`.")
        cells = self._cells(words[1:], "claim mountain d3 d4")
        if self.side == 6 and len(cells) > LARGEST_AREA:
            raise UnreadableMove(
                f"The claim names {len(cells)} cells; an area of this board has at most "
                f"{LARGEST_AREA}."
            )
        return claim_code(self.side, ROLES.index(words[0]), cells)

    def format(self, move: MoveCode) -> str:
        """The canonical text."""
        if move & CLAIM_BIT:
            role = ROLES[move >> CLAIM_ROLE_SHIFT & 1]
            cells = claim_cells(self.side, move)
            return f"claim {role} " + " ".join(self._labels[cell] for cell in cells)
        if move & 7 == THROW:
            return f"throw {move >> 3}"
        if move & 7 == HIDE:
            return f"hide {self._labels[move >> 3]}"
        cells = line_cells(self.side, move)
        return "turn " + " ".join(self._labels[cell] for cell in cells)


def line_cells(side: int, move: int) -> list[int]:
    """The cell indices of a turn's code, in label order."""
    cell, axis, length = move >> 3 & 127, move >> 10 & 3, move >> 12
    cells = [cell]
    while len(cells) < length:
        cells.append(int(NEIGHBOUR[side - 5, cells[-1], AXES[axis]]))
    return cells


NOTATIONS = {side: ChinaGoldNotation(side) for side in (5, 6)}
