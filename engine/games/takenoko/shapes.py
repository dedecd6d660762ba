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
)


@rule
def beside(state: State, cell: int, direction: int) -> int:
    """The cell in that direction, counted on beyond 5; `NO_CELL` from nowhere or to nowhere."""
    if cell == NO_CELL:
        return NO_CELL
    return int(state.neighbour[cell, direction % 6])


@rule
def note_shapes(state: State, cell: int) -> None:
    """Add the plot cards that a plot just watered fulfils; every shape has it as one of its cells.

    Directions count counter-clockwise, so the neighbours in `direction` and `direction + 1` touch.
    """
    colour = state.colour[cell]
    same = state.wet & state.of_colour[colour]
    card = colour * CARDS_BY_COLOUR
    shown = int(state.fulfilled)
    for direction in range(6):
        next_to = beside(state, cell, direction)
        if not has(same, next_to):
            continue
        turned_once = has(same, beside(state, cell, direction + 1))
        turned_twice = has(same, beside(state, cell, direction + 2))
        if turned_once:
            shown |= bit(card + TRIANGLE)
            if turned_twice or has(same, beside(state, next_to, direction + 1)):
                shown |= bit(card + DIAMOND)
        if has(same, beside(state, next_to, direction)) or has(
            same, beside(state, cell, direction + 3)
        ):
            shown |= bit(card + STRAIGHT)
        if (
            turned_twice
            or has(same, beside(state, next_to, direction + 1))
            or has(same, beside(state, next_to, direction + 5))
        ):
            shown |= bit(card + CURVE)
        for other in range(len(COLOURS)):
            if other != colour and two_rows(state, cell, direction, other):
                shown |= bit(TWO_COLOURED - 1 + colour + other)
    state.fulfilled = shown


@rule
def two_rows(state: State, cell: int, direction: int, other: int) -> bool:
    """Whether two watered plots of the other colour lie as a diamond beside these two.

    The two are `cell` and the one next to it in `direction`.

    Of the two rows on either side, one leans on clockwise from `direction`, the other on from
    its opposite, which is the same diamond turned by half.
    """
    row = state.wet & state.of_colour[other]
    if state.diamond != COUNTERCLOCKWISE:
        right = beside(state, cell, direction + 5)
        if has(row, right) and has(row, beside(state, right, direction)):
            return True
        if has(row, beside(state, cell, direction + 1)) and has(
            row, beside(state, cell, direction + 2)
        ):
            return True
    if state.diamond != CLOCKWISE:
        left = beside(state, cell, direction + 1)
        if has(row, left) and has(row, beside(state, left, direction)):
            return True
        if has(row, beside(state, cell, direction + 5)) and has(
            row, beside(state, cell, direction + 4)
        ):
            return True
    return False
