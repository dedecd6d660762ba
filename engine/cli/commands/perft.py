"""Count the ways a game can go on, ply by ply.

The counts of two programs agree only if their rules do. Chance counts every possible outcome.

examples:
  hexcoach perft battle_sheep --depth 3
  hexcoach perft china_gold --depth 2 --board board.json
  hexcoach perft --log games.hexlog --ply 20 --depth 3 --by-move
"""

import argparse
from typing import TYPE_CHECKING

from engine.cli.logs import Verdict, games
from engine.cli.output import announce_compilation, json_line
from engine.cli.starting import add_start, at_least_one, rules_of, setup_of
from engine.core.errors import HexcoachError

if TYPE_CHECKING:
    from engine.core.game import Game, State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="count from the start of this game")
    parser.add_argument("--log", metavar="FILE", help="count from a ply of the first game in FILE")
    parser.add_argument("--ply", type=int, metavar="N", help="that ply (default: after the last)")
    parser.add_argument("--depth", type=at_least_one, default=2, metavar="D", help="default: 2")
    parser.add_argument("--by-move", action="store_true", help="split the last count by first move")
    add_start(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    from engine.simulate.perft import perft, perft_by_move

    if (arguments.game is None) == (arguments.log is None):
        raise HexcoachError("Name either a game or, with --log, a file.")
    announce_compilation()
    verdict = Verdict()
    found = _start(arguments) if arguments.log is None else _from_log(arguments, verdict)
    if found is None:
        return verdict.code
    game, state = found
    for depth in range(1, arguments.depth + 1):
        count = perft(game, state, depth)
        if arguments.json:
            json_line({"game": game.key, "depth": depth, "count": count})
        else:
            print(f"depth {depth}: {count:,}")
    if arguments.by_move:
        for move, count in perft_by_move(game, state, arguments.depth).items():
            if arguments.json:
                line = {"game": game.key, "depth": arguments.depth, "move": move, "count": count}
                json_line(line)
            else:
                print(f"  {move}: {count:,}")
    return 0


def _start(arguments: argparse.Namespace) -> "tuple[Game, State]":
    from engine.core.effects import effect_log
    from engine.core.game import Setup
    from engine.core.registry import find_game
    from engine.simulate.playing import seed_of

    game = find_game(arguments.game)
    players = arguments.players or game.players[0]
    dealt = game.default_setup(players, seed_of(arguments.seed, 0))
    setup = Setup(players, rules_of(arguments), {**dealt, **setup_of(arguments)})
    state = game.start(setup)
    game.rules.opening(state, effect_log(muted=True))
    return game, state


def _from_log(arguments: argparse.Namespace, verdict: Verdict) -> "tuple[Game, State] | None":
    from engine.replay import state_at

    for _, game in games([arguments.log], verdict):
        return game.game, state_at(game, arguments.ply)
    return None
