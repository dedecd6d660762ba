"""Finds the games in a file of the solver: a first board, then one board after each ply."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader

from engine.core.errors import UnreadableLog
from engine.core.evidence import Disagreement, Step
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.core.ids import Seat
from engine.hex.axial import Cell, format_cell, sort_cells
from engine.importers.contract import Found, Rejected
from engine.importers.lines import excerpt, lines
from engine.importers.tuupertunut.boards import (
    Board,
    Herds,
    is_row,
    is_spoilt_row,
    read_board,
    written,
)

SOURCE = "Tuupertunut/BattleSheepSolver"
HERD = 16
LONGEST_LINE = 64 * 1024
MOST_ROWS = 1024
"""More than any pasture has; a block of more rows is no board."""

NAMES = ("Min (-)", "Max (+)")

_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_PLY = re.compile(r"ply (\d{1,9}) player ([01])\b(?! cannot)")
_TURN = re.compile(r"(Min|Max)'s turn")
_WON = re.compile(r"(?:(Min|Max) won|(Draw))!")
_CELLS = re.compile(r"cells \[(\d{1,3}), ?(\d{1,3})\]")
_CLAIM = re.compile(rb"^(?:ply \d{1,9} player [01]\b|(?:Min|Max)'s turn)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """The board printed after the move at `ply`."""

    ply: int
    seat: Seat | None
    board: Board

    def check(self, step: Step) -> Disagreement | None:
        """Who moved, and every cell."""
        if self.seat is not None and self.seat != step.seat:
            return Disagreement(
                self.ply,
                f"Line {self.board.line}: by the log seat {self.seat} moved here; by the rules it "
                f"is seat {step.seat}'s turn.",
            )
        cells = step.position()["cells"]
        for cell, printed in self.board.herds.items():
            found = cells.get(format_cell(cell))
            played = None if found is None else (Seat(found[0]), found[1])
            if played != printed:
                return Disagreement(
                    self.ply,
                    f"Line {self.board.line}: the board printed after this move has "
                    f"{written(printed)} on {format_cell(cell)}, by the rules there is "
                    f"{written(played)}.",
                )
        return None


@dataclass(frozen=True, slots=True)
class BrokenBoard:
    """A board that no move leads to: the move after `ply`, which is no move, is told with why."""

    ply: int
    reason: str

    def check(self, step: Step) -> Disagreement:
        """Always: the rules got as far as the board before this one."""
        return Disagreement(step.ply + 1, self.reason)


class TuupertunutImporter:
    """The solver's output, as it prints it or with plies numbered."""

    key = "tuupertunut"
    version = "1"

    def claims(self, name: str, head: bytes) -> bool:
        return _CLAIM.search(_STYLE.sub("", head.decode("utf-8", "replace")).encode()) is not None

    def read(self, stream: BufferedReader, name: str) -> Iterator[Found | Rejected]:
        reading = _Reading()
        nothing = True
        for line in lines(stream, LONGEST_LINE):
            if line.fault is not None:
                nothing = False
                yield from reading.end()
                yield Rejected(line.number, line.fault, "battle_sheep", text=excerpt(line.text))
                continue
            text = _STYLE.sub("", line.text.decode("utf-8", "replace")).rstrip()
            for item in reading.take(line.number, text):
                nothing = False
                yield item
        for item in reading.end():
            nothing = False
            yield item
        if nothing:
            yield Rejected(1, "There is no board in the file.", game="battle_sheep")


class _Reading:
    """What is known between the lines of one file."""

    def __init__(self) -> None:
        self._rows: list[str] = []
        self._rows_line = 0
        self._told: Seat | None = None
        """Who moves to the board that comes next, once a line has said so."""
        self._announced = False
        self._game: _Game | None = None

    def take(self, number: int, text: str) -> Iterator[Found | Rejected]:
        if is_row(text) or is_spoilt_row(text):
            if not self._rows:
                self._rows_line = number
            self._rows.append(text)
            if len(self._rows) > MOST_ROWS:
                self._rows = []
                yield Rejected(number, "This is no board: it has too many rows.", text=text[:120])
            return
        yield from self._end_board()
        told = _PLY.match(text) or _TURN.match(text)
        if told:
            self._announced = True
            self._told = Seat(1) if told[told.lastindex or 0] in {"1", "Max"} else Seat(0)
        elif self._game is not None:
            self._game.take(number, text)

    def end(self) -> Iterator[Found | Rejected]:
        """The file is read, or a line of it cannot be."""
        yield from self._end_board()
        yield from self._end_game()

    def _end_board(self) -> Iterator[Found | Rejected]:
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        announced, self._announced = self._announced, False
        try:
            board = read_board(self._rows_line, rows)
        except UnreadableLog as error:
            if self._game is None:
                yield Rejected(self._rows_line, str(error), game="battle_sheep", text=rows[0][:120])
            else:
                self._game.broken(self._rows_line, str(error))
            return
        if announced and self._game is not None:
            self._game.add(board, self._told)
        else:
            yield from self._end_game()
            self._game = _Game(board)

    def _end_game(self) -> Iterator[Found | Rejected]:
        game, self._game = self._game, None
        if game is not None:
            yield game.found()


class _Game:
    """One game: its first board, and what each later one shows to have been played."""

    def __init__(self, board: Board) -> None:
        self.line = board.line
        self._board = board
        self._cells = sort_cells(board.herds)
        self._moves: list[str] = []
        self._evidence: list[PrintedBoard | BrokenBoard] = []
        self._lines: dict[str, str] = {}
        self._scores: list[float] | None = None
        self._winners: list[int] | None = None
        self._fault = ""
        herds = {
            seat: [cell for cell in self._cells if _is(board.herds[cell], seat)]
            for seat in (Seat(0), Seat(1))
        }
        stacks = [board.herds[cell] for cells in herds.values() for cell in cells]
        if any(len(cells) > 1 for cells in herds.values()) or any(
            stack is not None and stack[1] != HERD for stack in stacks
        ):
            self._fault = (
                "The first board is in the middle of a game; a game begins with stacks of "
                f"{HERD} sheep, one for each player at most."
            )
        for cells in herds.values():
            self._moves += [f"start {format_cell(cell)}" for cell in cells]
        if self._moves:
            self._evidence.append(PrintedBoard(len(self._moves) - 1, None, board))

    def add(self, board: Board, seat: Seat | None) -> None:
        """The board after one more move."""
        if set(board.herds) != set(self._cells):
            self.broken(board.line, "the board does not have the cells of the one before.")
            return
        ply = len(self._moves)
        move = _move_between(self._board.herds, board.herds)
        if not move.startswith(("start ", "split ")):
            self._tell(
                f"Line {board.line}: no one move makes this board of the one before: a start "
                "changes one cell, a split two with as many sheep on both as before."
            )
        self._moves.append(move)
        self._lines[str(ply)] = f"line {board.line}"
        self._evidence.append(PrintedBoard(ply, seat, board))
        self._board = board

    def broken(self, line: int, reason: str) -> None:
        """A board that cannot be compared: what was played to it cannot be known."""
        self._lines[str(len(self._moves))] = f"line {line}: {reason}"
        self._tell(reason if reason.startswith("Line ") else f"Line {line}: {reason}")
        self._moves.append("?")

    def _tell(self, reason: str) -> None:
        """Why the move that comes next is none. Of the first move the notation says so."""
        if self._moves:
            self._evidence.append(BrokenBoard(len(self._moves) - 1, reason))

    def take(self, number: int, text: str) -> None:
        """A line that is no board: perhaps the outcome."""
        cells, won = _CELLS.match(text), _WON.match(text)
        if cells:
            self._scores = [float(cells[1]), float(cells[2])]
        elif won:
            self._winners = [0, 1] if won[2] else [0 if won[1] == "Min" else 1]

    def found(self) -> Found | Rejected:
        """The game as a log."""
        if self._fault:
            return Rejected(self.line, self._fault, game="battle_sheep")
        result = None
        if self._scores is not None or self._winners is not None:
            result = Result(scores=self._scores, winners=self._winners)
        log = GameLog(
            format=FORMAT,
            game="battle_sheep",
            players=[Player(name) for name in NAMES],
            setup={"board": [format_cell(cell) for cell in self._cells]},
            moves=self._moves,
            notes=self._lines or None,
            result=result,
            meta={"source": SOURCE},
        )
        return Found(self.line, log, (), tuple(self._evidence))


def _is(stack: tuple[Seat, int] | None, seat: Seat) -> bool:
    return stack is not None and stack[0] == seat


def _move_between(before: Herds, after: Herds) -> str:
    """The one move that makes the one board of the other, or a text that is none."""
    changed = sort_cells(cell for cell in before if before[cell] != after[cell])
    if len(changed) == 1:
        stack = after[changed[0]]
        if before[changed[0]] is None and stack is not None and stack[1] == HERD:
            return f"start {format_cell(changed[0])}"
    if len(changed) == 2:
        for origin, goal in (changed, changed[::-1]):
            left, here, there = after[origin], before[origin], after[goal]
            if (
                before[goal] is None
                and here is not None
                and left is not None
                and there is not None
                and here[0] == left[0] == there[0]
                and here[1] == left[1] + there[1]
            ):
                return f"split {format_cell(origin)} {format_cell(goal)} {there[1]}"
    return _no_move(before, after, changed)


def _no_move(before: Herds, after: Herds, changed: list[Cell]) -> str:
    if not changed:
        return "nothing changes"
    shown = [f"{format_cell(c)} {written(before[c])} to {written(after[c])}" for c in changed[:4]]
    return "no one move: " + ", ".join(shown) + (" and more" if len(changed) > 4 else "")
