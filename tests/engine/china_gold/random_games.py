"""Headers, boards and choices of random games of China Gold."""

from random import Random
from typing import Any

from tests.oracle.china_gold import AREAS, SIDES, SWITCHES, Cell, ChinaGold, hexagon

RULES: list[dict[str, str]] = [
    {},
    *({key: value} for key, values in SWITCHES.items() for value in values[1:]),
    {"turn_count": "up_to", "lines": "runs", "hide": "always"},
    {"stage": "down_only", "hide": "always", "claim_order": "mountain_first"},
    {"stage": "down_only", "lines": "runs", "claim_order": "mountain_first"},
]


def random_board(side: int, random: Random) -> dict[str, Any]:
    """Mountains of 3 to 8 cells, or of any size on the board of 61, and rivers that mirror them."""
    cells = hexagon(side)
    label_of = {cell: label for label, cell in cells.items()}
    areas = None
    while areas is None:
        areas = _random_areas(set(label_of), AREAS[side], 8 if side == 6 else 40, random)
    return {
        "format": "china-gold-board/1",
        "side": side,
        "mountains": [[label_of[q, r] for q, r in area] for area in areas],
        "rivers": [[label_of[r, q] for q, r in area] for area in areas],
    }


def _random_areas(
    free: set[Cell], number: int, largest: int, random: Random
) -> list[list[Cell]] | None:
    """Areas grown cell by cell, the small ones first; None if they get stuck."""
    areas = [[cell] for cell in random.sample(sorted(free), number)]
    free -= {cell for area in areas for cell in area}
    while free:
        open_areas = [
            (area, edge)
            for area in areas
            if len(area) < largest
            and (edge := sorted(free & {(q + dq, r + dr) for q, r in area for dq, dr in SIDES}))
        ]
        if not open_areas:
            return None
        small = [(area, edge) for area, edge in open_areas if len(area) < 3]
        area, edge = random.choice(small or open_areas)
        area.append(random.choice(edge))
        free.remove(area[-1])
    return areas if largest > 8 or all(len(area) >= 3 for area in areas) else None


def header(number: int, random: Random) -> tuple[dict[str, str], dict[str, Any]]:
    """Rules and setup; consecutive numbers go through all rules and both sizes."""
    rules = RULES[number // 2 % len(RULES)]
    side, name = ((5, "synthetic-61"), (6, "synthetic-91"))[number % 2]
    setup: dict[str, Any] = {"board": name if random.random() < 0.5 else random_board(side, random)}
    for key in ("mountain", "first"):
        if random.random() < 0.5:
            setup[key] = random.randrange(2)
    return rules, setup


def random_move(legal: list[str], random: Random) -> str:
    """Mostly turns, or the game goes on for long."""
    turns = [move for move in legal if not move.startswith("hide")]
    return random.choice(turns if turns and random.random() < 0.75 else legal)


def claims_to_assert(game: ChinaGold, random: Random) -> list[str]:
    """What the last turn claimed, in any order."""
    claims = [f"claim {role} {' '.join(labels)}" for role, labels in game.unasserted]
    random.shuffle(claims)
    return claims
