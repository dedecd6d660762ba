"""Entry point of `hexcoach`: finds the commands, reads the arguments, runs one."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from engine.cli.discovery import Command, commands
from engine.core.errors import HexcoachError

DESCRIPTION = "Replays logs of hexagonal board games by their rules and charts what happened."
EPILOG = """\
examples:
  hexcoach replay games.hexlog              is every move of every game legal?
  hexcoach legal games.hexlog --ply 12      what could have been played there?
  hexcoach simulate takenoko -n 10 > t.hexlog

`hexcoach COMMAND --help` explains a command and shows examples. Commands print for people, and one
JSON object a line with --json.

exit codes: 0 all well; 1 some game is mismatch, illegal or unreadable; 2 wrong use or a file that
cannot be opened.
"""

ALL_WELL = 0
WRONG_USE = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. Never ends with a traceback for what a person did."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Logs are UTF-8 wherever they go; a name that cannot be written is escaped.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read the output has seen enough; the interpreter must not flush it on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ALL_WELL
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(
            "hexcoach: the disk is full; what was printed or written is not whole.", file=sys.stderr
        )
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(argv: Sequence[str] | None) -> int:
    found = commands()
    parser = _parser(found)
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else WRONG_USE
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return WRONG_USE
    try:
        return found[arguments.command].run(arguments)
    except HexcoachError as error:
        print(f"hexcoach {arguments.command}: {error}", file=sys.stderr)
        return WRONG_USE


def _parser(found: dict[str, Command]) -> argparse.ArgumentParser:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="hexcoach",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=layout,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"hexcoach {version('hexcoach')}")
    words = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, command in found.items():
        first_line, _, rest = command.__doc__.strip().partition("\n")
        command.add_arguments(
            words.add_parser(
                name,
                help=first_line.rstrip("."),
                description=first_line,
                epilog=rest.strip(),
                formatter_class=layout,
                allow_abbrev=False,
            )
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
