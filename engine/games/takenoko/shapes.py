"""Plot cards: shapes of watered plots. What the garden has shown once it shows for ever."""

from engine.core.compiling import rule
from engine.core.game import State
from engine.games.takenoko.bits import bit, has
from engine.games.takenoko.components import (
    CARDS_BY_COLOUR,
    COLOURS,
    CURVE,
    DIAMOND,
    STRAIGHT,
    TRIANGLE,
    TWO_COLOURED,
)
from engine.games.takenoko.state import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    NO_CELL,
    STEP_Q,
    STEP_R,
    cell_at,
)


@rule
def note_shapes(state: State, cell: int) -> None:
    """Add the plot cards that a plot just watered fulfils."""
    shown = shapes_at(state, state.q[cell], state.r[cell], state.colour[cell], state.wet)
    state.fulfilled |= shown


@rule
def around(state: State, q: int, r: int, direction: int) -> int:
    """The cell beside a place, laid or not; directions count on beyond 5."""
    return cell_at(state, q + STEP_Q[direction % 6], r + STEP_R[direction % 6])


@rule
def beyond(state: State, cell: int, direction: int) -> int:
    """The cell beside a laid cell; `NO_CELL` from nowhere or to nowhere."""
    if cell == NO_CELL:
        return NO_CELL
    return int(state.neighbour[cell, direction % 6])


@rule
def shapes_at(state: State, q: int, r: int, colour: int, counted: int) -> int:
    """The plot cards fulfilled by a plot of this colour here together with those `counted`.

    Only shapes that have this place as one of their cells; whether the plot itself is laid or
    watered does not matter. Directions count counter-clockwise, so the cells in `direction` and
    `direction + 1` touch.
    """
    same = counted & state.of_colour[colour]
    card = colour * CARDS_BY_COLOUR
    shown = 0
    for direction in range(6):
        next_to = around(state, q, r, direction)
        if not has(same, next_to):
            continue
        turned_once = has(same, around(state, q, r, direction + 1))
        turned_twice = has(same, around(state, q, r, direction + 2))
        if turned_once:
            shown |= bit(card + TRIANGLE)
            if turned_twice or has(same, beyond(state, next_to, direction + 1)):
                shown |= bit(card + DIAMOND)
        if has(same, beyond(state, next_to, direction)) or has(
            same, around(state, q, r, direction + 3)
        ):
            shown |= bit(card + STRAIGHT)
        if (
            turned_twice
            or has(same, beyond(state, next_to, direction + 1))
            or has(same, beyond(state, next_to, direction + 5))
        ):
            shown |= bit(card + CURVE)
        for other in range(len(COLOURS)):
            row = counted & state.of_colour[other]
            if other != colour and two_rows(state, q, r, direction, row):
                shown |= bit(TWO_COLOURED - 1 + colour + other)
    return shown


@rule
def two_rows(state: State, q: int, r: int, direction: int, row: int) -> bool:
    """Whether two plots of a `row` lie as a diamond beside the place and the next in `direction`.

    Of the two rows on either side, one leans on clockwise from `direction`, the other on from
    its opposite, which is the same diamond turned by half.
    """
    if state.diamond != COUNTERCLOCKWISE:
        right = around(state, q, r, direction + 5)
        if has(row, right) and has(row, beyond(state, right, direction)):
            return True
        if has(row, around(state, q, r, direction + 1)) and has(
            row, around(state, q, r, direction + 2)
        ):
            return True
    if state.diamond != CLOCKWISE:
        left = around(state, q, r, direction + 1)
        if has(row, left) and has(row, beyond(state, left, direction)):
            return True
        if has(row, around(state, q, r, direction + 5)) and has(
            row, around(state, q, r, direction + 4)
        ):
            return True
    return False
