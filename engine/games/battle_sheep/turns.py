"""Whose turn it is: who is blocked and skipped, and when the game is over."""

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_amount
from engine.core.game import State
from engine.games.battle_sheep.ranking import report_outcome
from engine.games.battle_sheep.state import FIRST_BLOCKED, HERD, ONE_LEFT, OVER
from engine.games.battle_sheep.vocabulary import BLOCKED, BOXED_IN, DEPLOYED, NOTHING


@rule
def _can_split(state: State, seat: int) -> bool:
    return state.mobile[seat] != 0


@rule
def _count_able(state: State, log: EffectLog) -> int:
    """How many seats can still split; those that newly cannot are reported."""
    able = 0
    for seat in range(state.players):
        if _can_split(state, seat):
            able += 1
        elif state.blocked[seat] == 0:
            state.blocked[seat] = 1
            left = HERD - state.held[seat]
            cause = DEPLOYED if left == 0 else BOXED_IN
            emit_amount(log, BLOCKED, seat, NOTHING, left, cause)
    return able


@rule
def next_seat(state: State, log: EffectLog) -> None:
    """After the last start or a split: skip the blocked, and see whether the game is over."""
    able = _count_able(state, log)
    seat = state.to_move
    skipped = 0
    for _ in range(state.players):
        seat = seat + 1 if seat + 1 < state.players else 0
        if _can_split(state, seat):
            break
        if state.end == FIRST_BLOCKED:
            state.last_seat = seat
            able = 0
            break
        skipped += 1
    state.to_move = seat
    state.passes = skipped
    if able == 0 or (able == 1 and state.end == ONE_LEFT):
        state.phase = OVER
        report_outcome(state, log)
