"""What can be said of a replayed game without any search: its game's detectors, run over it."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from engine.analysis.film import film
from engine.core.effects import SeenEffect, in_words
from engine.core.findings import Finding, Seen
from engine.core.ids import MoveCode, Ply, Seat
from engine.replay import Replay


def findings(replay: Replay) -> list[Finding]:
    """Every finding in what could be played of a game, by ply.

    The replay must hold its effects. Of a game that is not over, nothing is said that what comes
    later could make untrue.
    """
    return sorted(replay.game.findings(seen(replay)), key=lambda finding: finding.ply)


def seen(replay: Replay) -> Iterator[Seen]:
    """Every ply that could be played, as detectors see it."""
    game = replay.game
    # Without the attributes of `np.record`, which make every look at a field slow.
    states: npt.NDArray[np.void] = film(game, replay.start, replay.codes).view(game.state_dtype)
    effects: list[tuple[SeenEffect, ...]] = [()] * replay.plies
    for ply, effect in in_words(replay.effects, game.effect_kinds, game.vocabulary):
        if ply >= 0:
            effects[ply] += (effect,)
    plies = zip(replay.codes.tolist(), replay.ply_rows.tolist(), strict=True)
    before = states[0]
    for index, (code, (seat, kind, _)) in enumerate(plies):
        after = states[index + 1]
        move = MoveCode(code)
        yield Seen(Ply(index), Seat(seat), kind, before, move, after, effects[index])
        before = after
