"""Real reviews, made quickly: of one short game of each kind, with few playouts."""

from collections.abc import Iterable

import msgspec

from data.reading import game
from data.reviews import save
from data.store import Store
from engine.analysis.decisions import Depth
from engine.analysis.findings import findings
from engine.analysis.review import Review, review
from engine.core.gamelog import GameLog
from engine.replay import replay
from tests.dashboard.conftest import with_hostile_words
from tests.dashboard.samples import logs

FEW = Depth(
    name="quick",
    tree=16,
    picking=48,
    candidates=2,
    choosing=16,
    measuring=48,
    rounds=1,
    confirming=48,
    luck=2,
    value=4,
    reasons=32,
    nodes=1000,
)
"""Few playouts, yet enough for labels where moves were played at random."""

SHORT = {"battle_sheep": 2, "china_gold": 8, "takenoko": 8}
"""Which sample of each game is reviewed; that of Takenoko stops early."""


def short_logs() -> list[GameLog]:
    """The games of `SHORT` between people whose names are attacks."""
    return [with_hostile_words(logs(game)[number], number) for game, number in SHORT.items()]


def review_games(store: Store, game_ids: Iterable[int]) -> dict[int, Review]:
    """Review stored games and store what was found."""
    found = {}
    for game_id in game_ids:
        replayed = replay(game(store, game_id).log)
        reviewed = review(replayed, FEW, threads=2)
        assert reviewed is not None
        save(store, game_id, reviewed, findings(replayed), 1.5)
        # As it is read again, with tuples for whatever was a tuple.
        found[game_id] = msgspec.json.decode(msgspec.json.encode(reviewed), type=Review)
    return found
