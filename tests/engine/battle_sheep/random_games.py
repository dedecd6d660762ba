"""Headers and choices of random games of Battle Sheep."""

from random import Random
from typing import Any

from tests.engine.battle_sheep.pastures import hexagon, words
from tests.oracle.battle_sheep import SWITCHES, outside_border

RULES: list[dict[str, str]] = [
    {},
    *({key: value} for key, values in SWITCHES.items() for value in values[1:]),
    {"border": "any_edge", "end": "one_left"},
    {"border": "own_tile", "end": "first_blocked"},
]


def ready_made(players: int, random: Random) -> list[str]:
    """A pasture of any shape, with holes, in pieces, far from 0,0; listed in any order."""
    reach, offset = random.choice([(1, 3), (2, 100), (3, 9000), (4, 20), (5, 0)])
    whole = set(hexagon(reach))
    if random.random() < 0.3:
        apart_q, apart_r = random.randint(-30, 30), random.randint(-30, 30)
        whole |= {(q + apart_q, r + apart_r) for q, r in hexagon(random.randint(0, 3))}
    listed = sorted(whole)
    wanted = random.randrange(len(listed) // 2, len(listed) + 1)
    pasture = set(random.sample(listed, wanted))
    while len(outside_border(pasture)) < players:
        pasture.add(random.choice(listed))
    shift_q, shift_r = random.randint(-offset, offset), random.randint(-offset, offset)
    text = words({(q + shift_q, r + shift_r) for q, r in pasture})
    random.shuffle(text)
    return text


def header(number: int, random: Random) -> tuple[int, dict[str, str], dict[str, Any]]:
    """Players, rules and setup; consecutive numbers go through all of them."""
    players = 2 + number % 3
    rules = RULES[number // 3 % len(RULES)]
    setup = {"board": ready_made(players, random)} if random.random() < 0.5 else {}
    return players, rules, setup
