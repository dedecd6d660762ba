"""Random games on the engine and on the oracle agree at every ply.

`HEXCOACH_ORACLE_GAMES` sets how many; the default goes once through all players and rules.
"""

import os
from random import Random

import pytest

from tests.engine.battle_sheep.random_games import RULES, header
from tests.engine.lockstep import Lockstep, spoilt, untidy
from tests.engine.table import EngineTable
from tests.oracle.battle_sheep import BattleSheep

GAMES = int(os.environ.get("HEXCOACH_ORACLE_GAMES", 3 * len(RULES)))


@pytest.mark.parametrize("number", range(GAMES))
def test_random_game(number: int) -> None:
    random = Random(number)
    players, rules, setup = header(number, random)
    oracle = BattleSheep(players, rules, setup)
    game = Lockstep(
        oracle,
        EngineTable("battle_sheep", players, rules, setup),
        f"{players} players, rules {rules}, setup {setup}",
    )
    if not setup and random.random() < 0.5:
        q, r = random.randint(-9000, 9000), random.randint(-9000, 9000)
        game.play(f"tile {q},{r} {q},{r + 1} {q + 1},{r} {q + 1},{r + 1}")
    ends_in_one = random.random() < 0.5
    while oracle.kind() != "over":
        for text in (random.choice(game.legal), *game.moves[-1:]):
            game.same_verdict(spoilt(text, random))
        game.same_verdict("pass")
        if oracle.passes_allowed and random.random() < 0.5:
            game.play("pass")
            continue
        moves = game.legal
        if ends_in_one:
            moves = [move for move in moves if move.endswith(" 1")] or moves
        move = random.choice(moves)
        game.play(move if random.random() < 0.8 else untidy(move, random))
    while oracle.passes_allowed:
        game.play("pass")
    for text in ("pass", game.moves[-1], "tile 0,0 0,1 1,0 1,1"):
        game.same_verdict(text)
