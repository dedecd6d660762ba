"""The kinds of effect and the words of China Gold."""

from engine.core.compiling import rule
from engine.games.china_gold.geometry import MOST_CELLS

EFFECT_KINDS = (
    "scored",
    "objective_drawn",
    "objective_completed",
    "objective_missed",
    "ranked",
    "thrown",
    "turned",
    "hidden",
    "taken",
    "area_completed",
)
(
    SCORED,
    OBJECTIVE_DRAWN,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_MISSED,
    RANKED,
    THROWN,
    TURNED,
    HIDDEN,
    TAKEN,
    AREA_COMPLETED,
) = range(10)

_WORDS = ("", "gold", "deal", "own_move", "opponent_move", "shared", "lost", "mountain", "river")
_NOTHING, GOLD, DEAL, BY_MOVER, BY_OPPONENT, SHARED, LOST, MOUNTAIN_WORD, _RIVER_WORD = range(9)

VOCABULARY = _WORDS + tuple(
    f"{role}-{size or '?'}" for role in ("mountain", "river") for size in range(MOST_CELLS + 1)
)


@rule
def size_word(role: int, size: int) -> int:
    """The word for an area of this role and size; size 0 stands for an unknown one."""
    return 9 + role * (MOST_CELLS + 1) + size
