"""Why a move is refused, in one sentence that says what is wrong and what would be right."""

from engine.core.game import State
from engine.core.ids import MoveCode
from engine.games.battle_sheep import reasons
from engine.games.battle_sheep.building import is_laid
from engine.games.battle_sheep.moves import FARTHEST, direction_of, place_at, place_of, sheep_of
from engine.games.battle_sheep.notation import (
    NOTATION,
    ahead,
    first_cell,
    landing_cell,
    tile_cells,
)
from engine.games.battle_sheep.pasture import cell_at
from engine.games.battle_sheep.stacks import seat_of
from engine.games.battle_sheep.state import EDGE, TILES_EACH
from engine.hex.axial import format_cell

REJECTED_WORDS: dict[int, str] = {
    reasons.NO_MOVE: "This is the code of no move.",
    reasons.GAME_OVER: "{move} comes too late: the game is over.",
    reasons.TILE_DUE: "{move} comes too early: the pasture is not complete, a tile is due.",
    reasons.START_DUE: "{move} is not due: the pasture is complete, and not every herd has "
    "started; a start is due.",
    reasons.SPLIT_DUE: "{move} is not due: every herd has started, a split is due.",
    reasons.TILE_TOO_FAR: f"{{move}} is too far off: the first tile lies within {FARTHEST} of 0,0.",
    reasons.TILE_OVERLAPS: "{move} overlaps a tile that lies there.",
    reasons.TILE_FLOATS: "{move} floats: a tile shares at least one cell side with the pasture.",
    reasons.START_NO_CELL: "{move} is off the pasture: a herd starts on one of its cells.",
    reasons.START_TAKEN: "{move} is on a cell where another herd stands already.",
    reasons.START_INSIDE: "{move} is inside the pasture: a herd starts on the outside border.",
    reasons.START_ON_HOLE: "{move} is on a cell that borders only on a hole: a herd starts on the "
    "outside border.",
    reasons.START_NOT_OWN_TILE: "{move} is not on a tile of the player's own, of which an outside "
    "border cell is still free.",
    reasons.SPLIT_NO_CELL: "{move} starts off the pasture.",
    reasons.SPLIT_NO_STACK: "{move} starts from a cell without sheep.",
    reasons.SPLIT_NOT_OWN: "{move} splits a stack of another player.",
    reasons.SPLIT_LAST_SHEEP: "{move} splits a stack of one sheep, which must stay.",
    reasons.SPLIT_NONE_TAKEN: "{move} takes no sheep: at least one is taken.",
    reasons.SPLIT_NONE_LEFT: "{move} leaves no sheep: at least one stays.",
    reasons.SPLIT_NO_WAY: "{move} cannot move: the way is shut at the first step.",
    reasons.SPLIT_TOO_SHORT: "{move} stops short: sheep slide to the last free cell of their line.",
    reasons.SPLIT_TOO_FAR: "{move} goes too far: sheep stop at the last free cell of their line.",
    reasons.PASS_NOT_DUE: "{move} is not due: it may stand once for each blocked player just "
    "skipped, and nobody was.",
}


def explain(state: State, move: MoveCode, reason: int) -> str:
    """The sentence for this reason, with what the position has to say about it."""
    if reason == reasons.NO_MOVE:
        return REJECTED_WORDS[reason]
    text = NOTATION.format(move)
    match reason:
        case reasons.TILE_DUE:
            tiles = TILES_EACH * int(state.players)
            return (
                f"{text} comes too early: the pasture is being built, {int(state.tiles)} of "
                f"{tiles} tiles lie, and a tile of seat {int(state.to_move)} is due."
            )
        case reasons.TILE_OVERLAPS:
            covered = [
                format_cell(cell) for cell in tile_cells(move) if is_laid(state, cell.q, cell.r)
            ]
            return f"{text} overlaps the pasture on {' '.join(covered)}, where a tile lies already."
        case reasons.START_DUE | reasons.SPLIT_DUE:
            due = "start" if reason == reasons.START_DUE else "split"
            return f"{text} is not due: seat {int(state.to_move)} must make a {due} here."
        case reasons.START_TAKEN:
            return f"{text} is on a cell where seat {_owner(state, move)} stands already."
        case reasons.SPLIT_NO_CELL:
            return f"{text} starts off the pasture: it has no cell {format_cell(first_cell(move))}."
        case reasons.SPLIT_NO_STACK:
            return f"{text} starts from {format_cell(first_cell(move))}, where there are no sheep."
        case reasons.SPLIT_NOT_OWN:
            return (
                f"{text} splits a stack of seat {_owner(state, move)}; it is the turn of seat "
                f"{int(state.to_move)}."
            )
        case reasons.SPLIT_NONE_LEFT:
            sheep = int(_stack(state, move).sheep)
            return (
                f"{text} takes {sheep_of(move)} sheep, and {sheep} stand there: at least one must "
                f"stay, so 1 to {sheep - 1} can go."
            )
        case reasons.SPLIT_NO_WAY | reasons.SPLIT_TOO_SHORT | reasons.SPLIT_TOO_FAR:
            return _explain_slide(state, move, reason)
        case reasons.PASS_NOT_DUE if state.blocked.any():
            return (
                f"{text} is not due: it may stand once for each blocked player just skipped, and "
                "no more of them wait for it here."
            )
    return REJECTED_WORDS[reason].format(move=text)


def _explain_slide(state: State, move: MoveCode, reason: int) -> str:
    text = NOTATION.format(move)
    origin, direction = first_cell(move), direction_of(move)
    reach = int(_stack(state, move).reach[direction])
    end = format_cell(ahead(origin, direction, reach))
    beyond = ahead(origin, direction, reach + 1)
    what = _what_lies_at(state, beyond.q, beyond.r)
    if reason == reasons.SPLIT_NO_WAY:
        return f"{text} cannot move: next to {format_cell(origin)} {what}."
    if reason == reasons.SPLIT_TOO_SHORT:
        return (
            f"{text} stops short at {format_cell(landing_cell(move))}: sheep slide to the last "
            f"free cell of their line, which is {end}."
        )
    return f"{text} goes too far: the last free cell of this line is {end}, behind it {what}."


def _what_lies_at(state: State, q: int, r: int) -> str:
    stack = int(state.stack[cell_at(state, place_at(q, r))])
    if stack == EDGE:
        return f"at {q},{r} there is no pasture"
    return f"at {q},{r} stands a stack of seat {seat_of(stack)}"


def _stack(state: State, move: int) -> State:
    return state.stacks[state.stack[cell_at(state, place_of(move))]]


def _owner(state: State, move: int) -> int:
    return seat_of(int(state.stack[cell_at(state, place_of(move))]))
