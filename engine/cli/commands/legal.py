"""List every legal move at a ply of a log.

At a chance ply (a die, a draw) the list holds every possible outcome.

examples:
  hexcoach legal games.hexlog                after the last move of the first game
  hexcoach legal games.hexlog --ply 0        before the first move
  hexcoach legal --every-ply --json games.hexlog     at every ply of every game
"""

import argparse
import shutil
import textwrap
from typing import TYPE_CHECKING, Any

from engine.cli.logs import Verdict, games, place, why_illegal
from engine.cli.output import counted, json_line, plain, remark

if TYPE_CHECKING:
    from engine.core.game import State
    from engine.importers.reading import Entry
    from engine.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a log, as for `replay`; - is standard input")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--ply",
        type=int,
        metavar="N",
        help="after so many moves of the first game (default: after the last)",
    )
    which.add_argument(
        "--every-ply", action="store_true", help="at every ply of every game in the file"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    from engine.replay import state_at, states

    verdict = Verdict()
    for entry, game in games([arguments.file], verdict):
        for text in why_illegal(game):
            remark(f"{place(entry)}: {text}")
        if arguments.every_ply:
            for ply, state in enumerate(states(game)):
                _show(arguments, entry, game, ply, state)
        else:
            ply = game.plies if arguments.ply is None else arguments.ply
            _show(arguments, entry, game, ply, state_at(game, ply))
            break
    return verdict.code


def _show(
    arguments: argparse.Namespace, entry: "Entry", game: "Replay", ply: int, state: "State"
) -> None:
    from engine.replay import legal_texts

    seat = game.game.to_move(state)
    kind = game.game.kind(state).name.lower()
    moves = legal_texts(game.game, state)
    if arguments.json:
        where: dict[str, Any] = {}
        if arguments.every_ply:
            where = {"line": entry.item.line, "id": game.log.id}
        json_line({**where, "ply": ply, "to_move": seat, "kind": kind, "moves": moves})
        return
    title = f"line {entry.item.line}, ply {ply}: "
    if seat is None:
        print(f"{title}the game is over")
    elif kind == "chance":
        print(f"{title}chance decides, {counted(len(moves), 'possible outcome')}")
    else:
        name = plain(game.log.players[seat].name)
        print(f"{title}{name} (seat {seat}) to move, {counted(len(moves), 'legal move')}")
    if moves:
        width = max(40, shutil.get_terminal_size((100, 24)).columns)
        glued = " · ".join(move.replace(" ", "\u00a0") for move in moves)
        for line in textwrap.wrap(
            glued,
            width,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        ):
            print(line.replace("\u00a0", " "))
