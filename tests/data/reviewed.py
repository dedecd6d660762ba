"""A small store of one game of each kind with real reviews, of few plies and few playouts."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from data.reviews import MISTAKES, replay_stored, save
from data.store import Store
from engine.analysis.decisions import Depth
from engine.analysis.findings import findings
from engine.analysis.plies import PlyFound
from engine.analysis.review import Review, review
from engine.core.gamelog import GameLog, Player
from engine.core.registry import find_game
from engine.replay import Replay, replay
from engine.simulate.playing import simulate
from tests.data.ledger import import_all, write_logs

TINY = Depth("quick", 24, 3, 12, 32, 1, 48, 1, 1, 16, 5_000, 48)
NAMES = ("First player", "Second player")
GAMES = {
    "battle_sheep": ("random", 0.55, 10),
    "china_gold": ("greedy", 0.75, 7),
    "takenoko": ("greedy", 0.8, 7),
}
"""Who plays, from which share of the plies on the game is reviewed, and the first seed tried."""
MOST_TRIED = 40


class _Only:
    """A memory that knows of all other plies that there is nothing to be found."""

    def __init__(self, plies: range) -> None:
        self._plies = plies

    def recall(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        nothing = msgspec.json.encode(PlyFound())
        return {key: nothing for ply, key in enumerate(keys) if ply not in self._plies}

    def remember(self, key: bytes, found: bytes) -> None:
        pass


def labelled(found: Review, seat: int) -> list[int]:
    """The plies at which this seat made mistakes."""
    return [one.ply for one in found.decisions if one.seat == seat and one.label in MISTAKES]


def tiny_review(played: Replay, share: float) -> Review:
    plies = range(int(played.plies * share), played.plies)
    found = review(played, TINY, memory=_Only(plies))
    assert found is not None
    return found


@cache
def log_with_mistakes(game: str) -> GameLog:
    """The first simulated game in which the first seat makes at least two."""
    policy, share, first = GAMES[game]
    for seed in range(first, first + MOST_TRIED):
        (log,) = simulate(find_game(game), 1, 2, seed, [policy, policy])
        if len(labelled(tiny_review(replay(log), share), 0)) >= 2:
            log.players = [Player(name) for name in NAMES]
            return log
    raise AssertionError(f"No game of {game} in which the first seat makes mistakes was found.")


def fill(store: Store, folder: Path) -> None:
    """Import the games and store their reviews."""
    _, verdicts = import_all(
        store, write_logs(folder / "games.hexlog", map(log_with_mistakes, GAMES))
    )
    for verdict in verdicts:
        assert verdict.game_id is not None
        review_again(store, verdict.game_id)


def review_again(store: Store, game_id: int) -> Review:
    played = replay_stored(store, game_id)
    found = tiny_review(played, GAMES[played.game.key][1])
    save(store, game_id, found, findings(played), 0.1)
    return found
