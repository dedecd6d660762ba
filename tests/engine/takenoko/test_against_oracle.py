"""Random games on the engine and on the oracle agree at every ply.

`HEXCOACH_ORACLE_GAMES` sets how many; the default goes once through all kinds of header.
"""

import os
from random import Random

import pytest

from tests.engine.lockstep import Lockstep, spoilt
from tests.engine.takenoko.harness import new_engine_table
from tests.engine.takenoko.random_games import (
    HEADERS,
    LIKINGS,
    dealt_hands,
    header,
    partly_unknown,
    random_move,
    untidy,
)
from tests.oracle.takenoko import Takenoko

GAMES = int(os.environ.get("HEXCOACH_ORACLE_GAMES", len(HEADERS)))
MOST_PLIES = 500


@pytest.mark.parametrize("number", range(GAMES))
def test_random_game(number: int) -> None:
    random = Random(number)
    players, rules = header(number)
    setup = {"hands": dealt_hands(players, random, random.choice([0.0, 0.5, 1.0]))}
    unknown = random.choice([0.0, 0.05, 0.3])
    liking = LIKINGS[number % len(LIKINGS)]
    oracle = Takenoko(players, rules, setup)
    game = Lockstep(
        oracle,
        new_engine_table(players, rules, setup),
        f"{players} players, rules {rules}, setup {setup}",
    )
    while oracle.kind() != "over" and len(game.moves) < MOST_PLIES:
        move = random_move(game.legal, random, liking)
        if random.random() < unknown:
            move = partly_unknown(move, random)
        if random.random() < 0.2:
            game.same_verdict(spoilt(move, random))
            game.same_verdict(random.choice([*game.moves, "end", "skip"]))
            move = untidy(move, random)
        game.play(move)
    for text in ("end", "weather sun", "skip"):
        game.same_verdict(text)
