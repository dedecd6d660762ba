"""Random games on the engine and on the oracle agree at every ply.

`HEXCOACH_ORACLE_GAMES` sets how many; the default goes once through both sizes and all rules.
"""

import os
from random import Random

import pytest

from tests.engine.china_gold.random_games import RULES, claims_to_assert, header, random_move
from tests.engine.lockstep import Lockstep, spoilt, untidy
from tests.engine.table import EngineTable
from tests.oracle.china_gold import ChinaGold

GAMES = int(os.environ.get("HEXCOACH_ORACLE_GAMES", 2 * len(RULES)))
MOST_PLIES = 400
"""Where nuggets may always be hidden a game need not end."""


@pytest.mark.parametrize("number", range(GAMES))
def test_random_game(number: int) -> None:
    random = Random(number)
    rules, setup = header(number, random)
    oracle = ChinaGold(2, rules, setup)
    engine = EngineTable("china_gold", 2, rules, setup)
    game = Lockstep(oracle, engine, f"rules {rules}, setup {setup}")
    while oracle.kind() != "over" and len(game.moves) < MOST_PLIES:
        text = random.choice([*game.legal, *game.moves[-3:]])
        game.same_verdict(spoilt(text, random))
        move = random_move(game.legal, random)
        game.play(move if random.random() < 0.8 else untidy(move, random))
        for claim in claims_to_assert(oracle, random):
            game.same_verdict(spoilt(claim, random))
            if random.random() < 0.7:
                game.play(claim if random.random() < 0.8 else untidy(claim, random))
                game.same_verdict(claim)
    for text in game.moves[-3:]:
        game.same_verdict(text)


@pytest.mark.parametrize("number", range(GAMES))
def test_random_game_on_a_board_of_unknown_partition(number: int) -> None:
    """The board is withheld; the claims that it makes, put in the log, give the same game."""
    random = Random(number)
    rules, setup = header(number, random)
    known = ChinaGold(2, rules, setup)
    withheld = {**setup, "board": {"side": 5 + number % 2}}
    oracle = ChinaGold(2, rules, withheld)
    engine = EngineTable("china_gold", 2, rules, withheld)
    game = Lockstep(oracle, engine, f"rules {rules}, setup {withheld}")
    while oracle.kind() != "over" and len(game.moves) < MOST_PLIES:
        move = random_move(game.legal, random)
        known.play(move)
        game.play(move)
        claims = claims_to_assert(known, random)
        for claim in claims:
            game.same_verdict(spoilt(claim, random))
            game.play(claim if random.random() < 0.8 else untidy(claim, random))
        assert oracle.position() == known.position()
        up = oracle.position()["up"]
        for role in ("mountain", "river"):
            cells = random.sample(up, min(len(up), random.randrange(1, 8)))
            game.same_verdict(f"claim {role} {' '.join(cells)}")
    assert oracle.winners() == known.winners()
