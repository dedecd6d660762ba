"""The compiled rules of Battle Sheep, by phase."""

from engine.core.chance import RandomState
from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_amount
from engine.core.game import Codes, Kind, State
from engine.games.battle_sheep.building import list_tiles, play_tile, tile_refusal
from engine.games.battle_sheep.moves import (
    PASS_MOVE,
    SPLIT_MOVE,
    START_MOVE,
    TILE_MOVE,
    kind_of,
)
from engine.games.battle_sheep.reasons import (
    ALLOWED,
    GAME_OVER,
    NO_MOVE,
    PASS_NOT_DUE,
    SPLIT_DUE,
    START_DUE,
    TILE_DUE,
)
from engine.games.battle_sheep.splitting import list_splits, play_split, split_refusal
from engine.games.battle_sheep.starting import list_starts, play_start, start_refusal
from engine.games.battle_sheep.state import BUILD, NOBODY, OVER, SPLIT, START
from engine.games.battle_sheep.vocabulary import (
    DEAL,
    FULL_DEPLOYMENT,
    LARGEST_GROUP,
    OBJECTIVE_DRAWN,
)

_DECISION = int(Kind.DECISION)
_OVER = int(Kind.OVER)


@rule
def legal(state: State, buffer: Codes) -> int:
    if state.phase == SPLIT:
        return list_splits(state, buffer)
    if state.phase == START:
        return list_starts(state, buffer)
    if state.phase == BUILD:
        return list_tiles(state, buffer)
    return 0


@rule
def refusal(state: State, move: int) -> int:
    """Why this move may not be played; a pass may be one that `legal` does not list."""
    if move < 0:
        return NO_MOVE
    kind = kind_of(move)
    if kind == PASS_MOVE:
        return ALLOWED if state.passes > 0 else PASS_NOT_DUE
    if state.phase == OVER:
        return GAME_OVER
    if state.phase == BUILD:
        return tile_refusal(state, move) if kind == TILE_MOVE else TILE_DUE
    if state.phase == START:
        return start_refusal(state, move) if kind == START_MOVE else START_DUE
    return split_refusal(state, move) if kind == SPLIT_MOVE else SPLIT_DUE


@rule
def play(state: State, move: int, log: EffectLog) -> None:
    kind = kind_of(move)
    if kind == SPLIT_MOVE:
        play_split(state, move, log)
    elif kind == TILE_MOVE:
        play_tile(state, move, log)
    elif kind == START_MOVE:
        play_start(state, move, log)
    else:
        state.passes -= 1


@rule
def opening(state: State, log: EffectLog) -> None:
    """Every seat has the same two objectives."""
    for seat in range(state.players):
        emit_amount(log, OBJECTIVE_DRAWN, seat, FULL_DEPLOYMENT, 0, DEAL)
        emit_amount(log, OBJECTIVE_DRAWN, seat, LARGEST_GROUP, 0, DEAL)


@rule
def kind(state: State) -> int:
    return _OVER if state.phase == OVER else _DECISION


@rule
def to_move(state: State) -> int:
    return NOBODY if state.phase == OVER else state.to_move


@rule
def turn(state: State) -> int:
    """Starts and splits made so far."""
    return state.turn


@rule
def draw(state: State, random: RandomState) -> int:
    """Never asked for: the game has no chance."""
    return PASS_MOVE


@rule
def weight(state: State, move: int) -> float:
    """Never asked for: the game has no chance."""
    return 0.0
