"""Finds the games in a file of the simulator: one run or many, each of one game or many."""

import re
from collections.abc import Iterator
from io import BufferedReader

from engine.importers.contract import Found, Rejected
from engine.importers.lines import excerpt, lines
from engine.importers.ozeliurs.translation import Translation

LONGEST_LINE = 64 * 1024
"""Bytes; the longest line names the objectives of the winner and has about a thousand."""

LEVELS_OF_PLAY = {None, "INFO", "ERROR"}
"""The others are statistics and debugging. Without a level a line is a message alone, or goes on
with the statistics of the line above."""

_LEVELS = "TRACE|DEBUG|INFO|WARN|ERROR|FATAL|END|STATS|FULLSTATS|GAMESTATS|SCOREBOARD"
_LOGGED = re.compile(rf"[^<{{]{{0,200}}?\b({_LEVELS})\b[^<{{]{{0,200}}?[-:] (.*)")
"""Level and message, whatever time, thread and class the logger is set up to print before."""
_STYLE = re.compile(r"\x1b\[[0-9;]*m")

_SEPARATOR = re.compile(r"-{20,}")
_WELCOME = "Welcome to Takenoko!"
_STARTING = {"The new game has been set up. You can start the game !", "The game has started !"}
_OVER = "The game is finished. Thanks for playing !"
_FIRST_ROUND = "===== Round 1 ====="
_IN_PLAY = re.compile(r"===== (?:<.*> is playing|Round \d+) =====")
_RUN_OVER = re.compile(r"All (\d{1,9}) games have been run :")
_TOTAL = re.compile(r"< (.{1,200}) : Wins-\d+ Total Score-(\d{1,9}) > \|")


class OzeliursImporter:
    """The simulator's log, as its console prints it or its daily file has it."""

    key = "ozeliurs"
    version = "1"

    def claims(self, name: str, head: bytes) -> bool:
        return _WELCOME.encode() in head or (
            b"> is playing =====" in head and b"===== Round " in head
        )

    def read(self, stream: BufferedReader, name: str) -> Iterator[Found | Rejected]:
        games = _Games()
        nothing = True
        fault = None
        for line in lines(stream, LONGEST_LINE):
            text = line.text.decode("utf-8", "replace")
            fault = (
                Rejected(line.number, line.fault, text=excerpt(line.text)) if line.fault else None
            )
            for item in games.take(line.number, text):
                nothing = False
                yield item
        for item in games.end():
            nothing = False
            yield item
        if fault is not None:
            yield fault
        elif nothing:
            yield Rejected(1, "There is no game in the file.")


class _Games:
    """What is known between the lines of one file."""

    def __init__(self) -> None:
        self._game: Translation | None = None
        self._separator = 0
        """The line of the last separator; a game begins with one."""
        self._lost = False
        """Whether the lines at hand belong to a game whose beginning is not there."""
        self._run = 0
        """The number of games in the run that has just been summed up."""

    def take(self, number: int, text: str) -> Iterator[Found | Rejected]:
        level, message = _message(text)
        if level not in LEVELS_OF_PLAY:
            run_over = _RUN_OVER.fullmatch(message)
            self._run = int(run_over[1]) if run_over else self._run
        elif _SEPARATOR.fullmatch(message):
            self._separator = number
        elif message == _WELCOME:
            yield from self._begin(self._separator if self._separator == number - 1 else number)
        elif message in _STARTING:
            if self._game is None or self._game.rounds:
                yield from self._begin(number)
        elif message == _FIRST_ROUND and (self._game is None or self._game.rounds):
            yield from self._begin(number)
            yield from self._play(number, message)
        elif message and message != _OVER:
            yield from self._play(number, message)

    def end(self) -> Iterator[Found | Rejected]:
        """The game at hand, if there is one, is complete or will never be."""
        game, self._game = self._game, None
        self._run = 0
        if game is None:
            return
        if len(game.names) < 2:
            yield Rejected(
                game.line,
                "This game breaks off before a second player has a turn: there is nothing to play.",
                game="takenoko",
            )
            return
        if not game.told_end:
            game.cut()
        yield Found(game.line, game.log(), game.warnings(), tuple(game.evidence))

    def _begin(self, line: int) -> Iterator[Found | Rejected]:
        yield from self.end()
        self._game = Translation(line)
        self._lost = False

    def _play(self, number: int, message: str) -> Iterator[Found | Rejected]:
        in_play = _IN_PLAY.fullmatch(message) is not None
        if self._game is not None and self._game.told_end:
            total = _TOTAL.fullmatch(message)
            if total and self._run == 1:
                self._game.add_total(total[1], int(total[2]))
            if not in_play:
                return
            yield from self.end()
        if self._game is not None:
            self._game.take(number, message)
        elif in_play and not self._lost:
            self._lost = True
            yield Rejected(
                number,
                "Here the log is in the middle of a game; its beginning, from the welcome or round "
                "1 on, is missing.",
                game="takenoko",
            )


def _message(text: str) -> tuple[str | None, str]:
    """The level of a line, if it has one, and what was said."""
    if "\x1b" in text:
        text = _STYLE.sub("", text)
    logged = _LOGGED.fullmatch(text.rstrip())
    return (logged[1], logged[2].strip()) if logged else (None, text.strip())
