"""A golden playthrough: one game written out ply by ply, kept as a file that reviews can read.

A change of the rules, of the order of legal moves, of chance or of a player shows as a difference.
Written anew, when a change is meant, by `python -m tests.golden.playthrough`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from engine.core.effects import NOWHERE
from engine.core.game import Game
from engine.core.gamelog import GameLog
from engine.core.registry import find_game, game_keys
from engine.importers.hexlog.writer import format_log
from engine.replay import legal_texts, replay, states
from engine.simulate.playing import simulate

FOLDER = Path(__file__).parent
SEED = 20
MOST_SHOWN = 6


def path_of(key: str) -> Path:
    return FOLDER / f"{key}.txt"


def playthrough(game: Game) -> str:
    """A game of the most players with as many policies as have seats: header, plies, end."""
    players = game.players[-1]
    (log,) = simulate(game, 1, players, SEED, list(game.policies[-players:]))
    return "\n".join(lines_of(log, game)) + "\n"


def lines_of(log: GameLog, game: Game) -> Iterator[str]:
    replayed = replay(log)
    yield format_log(log)
    for ply, state in enumerate(states(replayed)):
        legal = legal_texts(game, state)
        shown = " | ".join(legal[:MOST_SHOWN]) + (" | ..." if len(legal) > MOST_SHOWN else "")
        kind = game.kind(state).name.lower()
        yield f"ply {ply}: seat {game.to_move(state)}, {kind}, {len(legal)} legal: {shown}"
        if ply < replayed.plies:
            yield f"  plays {log.moves[ply]}"
        for row in replayed.effects[replayed.effects["ply"] == ply]:
            place = [
                f"{row[q]},{row[r]}"
                for q, r in (("q", "r"), ("other_q", "other_r"))
                if row[q] != NOWHERE
            ]
            words = [
                game.effect_kinds[row["kind"]],
                f"seat {row['seat']}",
                game.vocabulary[row["what"]],
                str(row["amount"]),
                *place,
                game.vocabulary[row["cause"]],
            ]
            yield "    " + " ".join(word for word in words if word)
    yield f"{replayed.status}, scores {replayed.scores}, winners {replayed.winners}"
    yield json.dumps(game.position(replayed.state))


if __name__ == "__main__":
    for key in game_keys():
        path_of(key).write_text(playthrough(find_game(key)), encoding="utf-8")
