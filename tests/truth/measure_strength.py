"""Does search play well? Two players, equal seats, processor time a decision."""

from engine.analysis.measured import Row
from engine.analysis.plies import shares_of
from engine.core.game import Game
from engine.core.registry import find_game
from tests.truth.positions import games_of, wilson

GAMES = 400
MATCHES = (
    ("search:30ms", "random", 0.99),
    ("search:30ms", "greedy", 0.85),
    ("search:100ms", "search:10ms", 0.5),
)
LESS_ASKED = {("china_gold", "random"): 0.95}
"""Discs decide much."""


def rows(size: float, games: list[str]) -> list[Row]:
    """Score of the first of each pair; a game without an end counts as it stands."""
    found = []
    for key in games:
        game = find_game(key)
        for one, other, target in MATCHES:
            asked = LESS_ASKED.get((key, other), target)
            found.append(_match(game, one, other, asked, max(2, int(GAMES * size))))
    return found


def _match(game: Game, one: str, other: str, target: float, count: int) -> Row:
    score = 0.0
    for seat, seats in enumerate(((one, other), (other, one))):
        for played in games_of(game, count // 2, 55, *seats):
            places = game.places(played.state, 2)
            score += shares_of(places)[seat]
    n = count // 2 * 2
    return Row(
        "strength.match",
        game.key,
        score / n,
        *wilson(score, n),
        n,
        target,
        words={"one": one, "other": other},
    )
