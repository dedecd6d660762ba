"""Random games played at the engine's and the oracle's table in lockstep.

`HEXCOACH_ORACLE_GAMES` sets how many; the default is one of each kind of header.
"""

import os
from collections import Counter
from random import Random

import pytest

from tests.engine.takenoko.harness import EngineTable
from tests.engine.takenoko.random_games import RULES, dealt_hands, partly_unknown, random_move
from tests.oracle.effect import IllegalMove
from tests.oracle.takenoko import Takenoko

GAMES = int(os.environ.get("HEXCOACH_ORACLE_GAMES", "24"))
MOST_PLIES = 600
KNOWN_HANDS = (1.0, 0.0, 0.5)


def compare(engine: EngineTable, oracle: Takenoko) -> list[str]:
    """Both tables stand alike; the answer is the legal moves of both."""
    assert engine.kind() == oracle.kind()
    assert engine.to_move() == oracle.to_move()
    assert engine.turn() == oracle.turn()
    position = oracle.position()
    assert engine.position() == position
    assert engine.game.scores(engine.state, engine.players) == [
        player["score"] for player in position["players"]
    ]
    assert engine.scores() == oracle.scores()
    assert engine.winners() == oracle.winners()
    legal = sorted(oracle.legal())
    assert sorted(engine.legal()) == legal
    return legal


def both_refuse(engine: EngineTable, oracle: Takenoko, move: str) -> None:
    for table in (engine, oracle):
        with pytest.raises(IllegalMove) as refusal:
            table.play(move)
        assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("number", range(GAMES))
def test_the_engine_agrees_with_the_oracle(number: int) -> None:
    random = Random(number)
    players = 2 + number % 3
    rules = RULES[number % len(RULES)]
    setup = {"hands": dealt_hands(players, random, KNOWN_HANDS[number // 3 % 3])}
    unknown = random.choice([0.0, 0.05, 0.3])
    engine, oracle = EngineTable(players, rules, setup), Takenoko(players, rules, setup)
    assert Counter(engine.opening_effects()) == Counter(oracle.opening_effects())
    seen = ["lay green 1,0", "skip", "end"]
    moves: list[str] = []
    try:
        while oracle.kind() != "over" and len(moves) < MOST_PLIES:
            legal = compare(engine, oracle)
            other = random.choice(seen)
            if other not in legal and "?" not in other:
                both_refuse(engine, oracle, other)
            move = random_move(legal, random)
            if random.random() < unknown:
                move = partly_unknown(move, random)
            moves.append(move)
            seen.append(move)
            assert Counter(engine.play(move)) == Counter(oracle.play(move))
        compare(engine, oracle)
    except BaseException as error:
        error.add_note(f"{players} players, rules {rules}, setup {setup}, moves {moves}")
        raise
