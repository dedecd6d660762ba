"""Let the built-in players play games and write their logs.

The logs go to standard output as hexlog, one game a line; the same seed gives the same games.
Players are named by seat and begin again when there are more seats: `--with random,greedy` lets
seats 0 and 2 play at random, seats 1 and 3 greedily. `search` looks ahead: `search:2000` for so
many playouts a move, `search:30ms` for so long.

examples:
  hexcoach simulate takenoko -n 100 --players 3 --seed 7 --with greedy > games.hexlog
  hexcoach simulate battle_sheep -n 1 | hexcoach replay -
  hexcoach simulate china_gold --with search:30ms,greedy
  hexcoach simulate china_gold --board board.json --rules '{"turn_count": "up_to"}'
"""

import argparse

from engine.cli.output import announce_compilation
from engine.cli.starting import add_start, at_least_one, rules_of, setup_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game's key, such as takenoko")
    parser.add_argument(
        "-n", "--games", type=at_least_one, default=1, metavar="N", help="how many (default: 1)"
    )
    add_start(parser)
    parser.add_argument(
        "--with",
        dest="policies",
        default="random",
        metavar="NAMES",
        help="the players by seat, parted by commas (default: random)",
    )
    parser.add_argument(
        "--json", action="store_true", help="changes nothing: hexlog is one JSON object a line"
    )


def run(arguments: argparse.Namespace) -> int:
    from engine.core.registry import find_game
    from engine.importers.hexlog import format_log
    from engine.simulate.playing import simulate

    rules, setup = rules_of(arguments), setup_of(arguments)
    announce_compilation()
    game = find_game(arguments.game)
    policies = [name.strip() for name in arguments.policies.split(",")]
    players = arguments.players or game.players[0]
    for log in simulate(game, arguments.games, players, arguments.seed, policies, setup, rules):
        print(format_log(log))
    return 0
