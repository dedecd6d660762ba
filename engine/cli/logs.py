"""What the commands that read logs have in common: files, replays, exit codes."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.output import announce_compilation, cut, remark, some_of, utf_8

if TYPE_CHECKING:
    from engine.importers.contract import Rejected
    from engine.importers.reading import Entry
    from engine.replay import Replay

STANDARD_INPUT = "-"
BAD = {"mismatch", "illegal", "unreadable"}
"""The statuses that make the exit code 1."""


class Verdict:
    """Collects what decides the exit code."""

    def __init__(self) -> None:
        self.bad_game = False
        self.bad_file = False

    @property
    def code(self) -> int:
        """2 if some file could not be opened, else 1 if some game is bad, else 0."""
        return 2 if self.bad_file else int(self.bad_game)


def add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a log: hexlog or what an importer knows, plain or in .gz, .zst or .zip; - is standard"
        " input",
    )


def entries(files: list[str], verdict: Verdict) -> Iterator["Entry"]:
    """Everything in the files; one that cannot be opened is told and the others are read."""
    from engine.importers.reading import read_file, read_stream

    announce_compilation()
    for name in files:
        if name == STANDARD_INPUT:
            reader = read_stream(sys.stdin.buffer, "standard input")
        else:
            reader = read_file(Path(name))
        while True:
            try:
                entry = next(reader)
            except StopIteration:
                break
            except OSError as error:
                if error.filename is not None and Path(error.filename) != Path(name):
                    raise  # not this file, but one that the program needs
                verdict.bad_file = True
                remark(_cannot_open(utf_8(name), error))
                break
            yield entry


def _cannot_open(name: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"{name}: there is no such file."
    if isinstance(error, IsADirectoryError):
        return f"{name}: this is a folder; name the files in it."
    if isinstance(error, PermissionError):
        return f"{name}: you may not read this file."
    return f"{name}: it cannot be read: {error.strerror or error}."


def replayed(entry: "Entry", *, effects: bool = False) -> "Replay | Rejected":
    """The game of this entry played by the rules, or why it cannot even start."""
    from engine.core.errors import BadSetup, UnknownGame
    from engine.importers.contract import Rejected
    from engine.replay import replay

    item = entry.item
    if isinstance(item, Rejected):
        return item
    try:
        return replay(item.log, effects=effects, evidence=item.evidence)
    except (BadSetup, UnknownGame) as error:
        return Rejected(item.line, str(error), id=item.log.id, game=item.log.game)


def games(files: list[str], verdict: Verdict) -> Iterator[tuple["Entry", "Replay"]]:
    """Every game that can be started; what cannot is told on the side."""
    from engine.importers.contract import Rejected

    for entry in entries(files, verdict):
        game = replayed(entry)
        if isinstance(game, Rejected):
            verdict.bad_game = True
            remark(f"{place(entry)}: {game.reason}")
        else:
            verdict.bad_game |= game.status.value in BAD
            yield entry, game


def place(entry: "Entry") -> str:
    """The file and line where this stands."""
    return f"{utf_8(entry.file)}, line {entry.item.line}"


def why_illegal(game: "Replay") -> list[str]:
    """The move that could not be played and what could have been; nothing if all could be."""
    if game.error is None:
        return []
    lines = [f'ply {game.error.ply}, "{cut(game.error.move)}": {game.error.reason}']
    if game.error.legal:
        lines.append(f"legal there: {some_of(game.error.legal)}")
    return lines
