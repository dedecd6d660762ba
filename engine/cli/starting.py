"""How a game that no log describes starts: the arguments of `simulate` and `perft`."""

import argparse
import json
from pathlib import Path
from typing import Any

from engine.board_files import read_board_file
from engine.cli.output import remark
from engine.core.errors import HexcoachError


def add_start(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=at_least_one, metavar="K", help="default: the fewest the game allows"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="of all chance (default: 0)"
    )
    parser.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help="a board as JSON, or the name of one that ships, for games that have boards",
    )
    parser.add_argument(
        "--rules",
        default="{}",
        metavar="JSON",
        help="""rule switches, as in '{"end": "one_left"}'""",
    )


def at_least_one(text: str) -> int:
    """An argument that counts something."""
    number = int(text) if text.isascii() and text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return number


def rules_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """The switches. Raises `HexcoachError` if they are no JSON object."""
    try:
        rules = json.loads(arguments.rules)
    except ValueError as error:
        raise HexcoachError(f"--rules is not JSON: {error}.") from error
    if not isinstance(rules, dict):
        raise HexcoachError("""--rules is a JSON object, such as '{"preset": "rulebook"}'.""")
    return rules


def setup_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """The part of `setup` that is given. Raises `HexcoachError` if the board cannot be read."""
    if arguments.board is None:
        return {}
    is_name = arguments.board.name == str(arguments.board) and not arguments.board.suffix
    if is_name and not arguments.board.exists():
        return {"board": arguments.board.name}
    try:
        content = arguments.board.read_bytes()
    except OSError as error:
        raise HexcoachError(f"The board {arguments.board}: {error.strerror or error}.") from error
    found = read_board_file(content, f"The board {arguments.board}")
    for said in found.remarks:
        remark(f"{arguments.board}: {said}")
    return {"board": found.data}
