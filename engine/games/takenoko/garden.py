"""The garden: laying plots, water, bamboo, where pawns can walk and plots and channels can go."""

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit, emit_at
from engine.core.game import State
from engine.games.takenoko.bits import bit, first, has, size
from engine.games.takenoko.components import (
    BARE,
    CARDS_BY_COLOUR,
    COLOURS,
    ENCLOSURE,
    FERTILIZER,
    GARDENER_CARDS,
    IMPROVEMENTS,
    PLOTS_WANTED,
    SECTIONS,
    SEVERAL_PLOTS,
    TALLEST,
    WATERSHED,
)
from engine.games.takenoko.shapes import note_shapes
from engine.games.takenoko.state import (
    CELLS,
    NO_CELL,
    POND,
    STEP_Q,
    STEP_R,
    beside_pond,
    place_at,
)
from engine.games.takenoko.words import (
    CHANNEL_LAID,
    CHANNEL_WORD,
    CHIP_PLACED,
    CHIP_WORD,
    FIRST_WORD,
    GARDEN_WORD,
    GREW,
    IMPROVE_WORD,
    IRRIGATED,
    LAID,
    LAY_WORD,
    PLOT_WORD,
    POND_WORD,
)

WATERSHED_WORD = CHIP_WORD + WATERSHED


@rule
def plant(state: State) -> None:
    """The garden before the first plot: the pond, both pawns on it, six places around it."""
    for colour in range(len(COLOURS)):
        state.bank_bamboo[colour] = SECTIONS[colour]
    state.neighbour[:] = NO_CELL
    state.cells = 1
    state.of_height[0] = 0
    state.grid[place_at(0, 0)] = POND + 1
    for direction in range(6):
        add_place(state, STEP_Q[direction], STEP_R[direction])
        state.grid[place_at(STEP_Q[direction], STEP_R[direction])] = -1


@rule
def add_place(state: State, q: int, r: int) -> None:
    state.frontier[state.frontier_count] = place_at(q, r)
    state.frontier_count += 1


@rule
def lay_plot(
    state: State, colour: int, improvement: int, chip: int, q: int, r: int, log: EffectLog
) -> None:
    """Lay a plot where one may go; a chip (or `BARE`) goes on before its first section grows."""
    cell = int(state.cells)
    state.cells += 1
    state.q[cell] = q
    state.r[cell] = r
    state.colour[cell] = colour
    state.bamboo[cell] = 0
    own = bit(cell)
    state.laid |= own
    state.of_colour[colour] |= own
    state.of_height[0] |= own
    printed = PLOT_WORD + colour * len(IMPROVEMENTS) + improvement
    emit_at(log, LAID, state.seat, printed, 0, q, r, 0)
    if chip != BARE:
        emit_at(log, CHIP_PLACED, state.seat, CHIP_WORD + chip, 0, q, r, LAY_WORD)
        improvement = chip
    state.improvement[cell] = improvement
    state.with_improvement[improvement] |= own
    join(state, cell, q, r)
    for direction in range(3):
        lengthen_line(state, cell, direction)
    open_new_edges(state, cell)
    if has(state.adjacent[cell], POND):
        irrigate(state, cell, POND_WORD, log)
    elif improvement == WATERSHED:
        irrigate(state, cell, WATERSHED_WORD, log)


@rule
def join(state: State, cell: int, q: int, r: int) -> None:
    """Make a new cell and those around it neighbours, and update the places to lay a plot."""
    taken = place_at(q, r)
    for index in range(state.frontier_count):
        if state.frontier[index] == taken:
            state.frontier_count -= 1
            state.frontier[index] = state.frontier[state.frontier_count]
            break
    state.grid[taken] = cell + 1
    for direction in range(6):
        next_q = q + STEP_Q[direction]
        next_r = r + STEP_R[direction]
        place = place_at(next_q, next_r)
        found = int(state.grid[place])
        if found > 0:
            other = found - 1
            state.neighbour[cell, direction] = other
            state.neighbour[other, (direction + 3) % 6] = cell
            state.adjacent[cell] |= bit(other)
            state.adjacent[other] |= bit(cell)
        else:
            state.grid[place] = found - 1
            if found == -1 and not beside_pond(next_q, next_r):
                add_place(state, next_q, next_r)


@rule
def lengthen_line(state: State, cell: int, direction: int) -> None:
    """All cells of the gapless line through a new cell can now be walked to from each other."""
    start = cell
    while state.neighbour[start, direction + 3] != NO_CELL:
        start = int(state.neighbour[start, direction + 3])
    line = 0
    there = start
    while there != NO_CELL:
        line |= bit(there)
        there = int(state.neighbour[there, direction])
    there = start
    while there != NO_CELL:
        state.reach[there] |= line & ~bit(there)
        there = int(state.neighbour[there, direction])


@rule
def edge_of(state: State, one: int, other: int) -> int:
    """The edge between two cells, the lower by q, then r, first."""
    if comes_before(state, other, one):
        return other * CELLS + one
    return one * CELLS + other


@rule
def comes_before(state: State, one: int, other: int) -> bool:
    if state.q[one] != state.q[other]:
        return state.q[one] < state.q[other]
    return state.r[one] < state.r[other]


@rule
def touches_water(state: State, one: int, other: int) -> bool:
    """Whether an end of the edge between two cells is a corner of the pond or ends a channel.

    Each end is the corner that the two share with a common neighbour, so a channel ends there
    if it runs between that neighbour and one of the two.
    """
    if POND in (one, other):
        return True
    common = state.adjacent[one] & state.adjacent[other]
    wet_corners = bit(POND) | state.channel_across[one] | state.channel_across[other]
    return (common & wet_corners) != 0


@rule
def open_edge(state: State, one: int, other: int) -> None:
    """Note that a channel can be laid here, if it can and that is not noted yet."""
    if has(state.open_across[one], other) or has(state.channel_across[one], other):
        return
    if (POND in (one, other)) and state.pond_edges == 0:
        return
    if not touches_water(state, one, other):
        return
    state.open_across[one] |= bit(other)
    state.open_across[other] |= bit(one)
    state.open_edges[state.open_count] = edge_of(state, one, other)
    state.open_count += 1


@rule
def open_new_edges(state: State, cell: int) -> None:
    """A new plot brings edges of its own; what was closed between others stays closed."""
    others = state.adjacent[cell]
    while others != 0:
        open_edge(state, cell, first(others))
        others &= others - 1


@rule
def lay_channel(state: State, one: int, other: int, log: EffectLog) -> None:
    """Lay a channel on an open edge; it opens the edges that meet its ends and waters both sides.

    `one` comes before `other`.
    """
    edge = edge_of(state, one, other)
    for index in range(state.open_count):
        if state.open_edges[index] == edge:
            state.open_count -= 1
            state.open_edges[index] = state.open_edges[state.open_count]
            break
    state.open_across[one] &= ~bit(other)
    state.open_across[other] &= ~bit(one)
    state.channel_across[one] |= bit(other)
    state.channel_across[other] |= bit(one)
    state.channels[state.channel_count] = edge
    state.channel_count += 1
    where = POND_WORD if POND in (one, other) else GARDEN_WORD
    emit(
        log,
        CHANNEL_LAID,
        state.seat,
        0,
        0,
        state.q[one],
        state.r[one],
        state.q[other],
        state.r[other],
        where,
    )
    corners = state.adjacent[one] & state.adjacent[other]
    while corners != 0:
        corner = first(corners)
        corners &= corners - 1
        open_edge(state, one, corner)
        open_edge(state, other, corner)
    irrigate(state, one, CHANNEL_WORD, log)
    irrigate(state, other, CHANNEL_WORD, log)


@rule
def irrigate(state: State, cell: int, cause: int, log: EffectLog) -> None:
    """Water reaches a plot; the first time, one section grows there."""
    if cell == POND or has(state.wet, cell):
        return
    state.wet |= bit(cell)
    emit_at(log, IRRIGATED, state.seat, 0, 0, state.q[cell], state.r[cell], cause)
    sections = 1
    if state.fertilizer_first == 1 and state.improvement[cell] == FERTILIZER:
        sections = 2
    grow(state, cell, sections, FIRST_WORD, log)
    note_shapes(state, cell)


@rule
def place_chip(state: State, cell: int, chip: int, log: EffectLog) -> None:
    """Put a chip on a plot that can take it."""
    state.improvement[cell] = chip
    state.with_improvement[BARE] &= ~bit(cell)
    state.with_improvement[chip] |= bit(cell)
    emit_at(
        log,
        CHIP_PLACED,
        state.seat,
        CHIP_WORD + chip,
        0,
        state.q[cell],
        state.r[cell],
        IMPROVE_WORD,
    )
    if chip == WATERSHED:
        irrigate(state, cell, WATERSHED_WORD, log)


@rule
def can_grow(state: State) -> int:
    """The plots on which a section can really grow."""
    plots = 0
    for colour in range(len(COLOURS)):
        if state.bamboo_supply == 0 or state.bank_bamboo[colour] > 0:
            plots |= state.of_colour[colour]
    return plots & state.wet & ~state.of_height[TALLEST]


@rule
def grow_by(state: State, cell: int, cause: int, log: EffectLog) -> None:
    """Rain or the gardener lets bamboo grow on a wet plot: two sections with a fertilizer."""
    sections = 2 if state.improvement[cell] == FERTILIZER else 1
    grow(state, cell, sections, cause, log)


@rule
def grow(state: State, cell: int, sections: int, cause: int, log: EffectLog) -> None:
    colour = state.colour[cell]
    height = int(state.bamboo[cell])
    grown = min(sections, TALLEST - height)
    if state.bamboo_supply == 1:
        grown = min(grown, int(state.bank_bamboo[colour]))
    if grown <= 0:
        return
    state.bank_bamboo[colour] -= grown
    set_height(state, cell, height + grown)
    emit_at(
        log,
        GREW,
        state.seat,
        PLOT_WORD + colour * len(IMPROVEMENTS),
        grown,
        state.q[cell],
        state.r[cell],
        cause,
    )


@rule
def set_height(state: State, cell: int, height: int) -> None:
    """Change the bamboo on a plot, and with it what the gardener cards of its colour find."""
    state.of_height[state.bamboo[cell]] &= ~bit(cell)
    state.bamboo[cell] = height
    state.of_height[height] |= bit(cell)
    note_heights(state, state.colour[cell])


@rule
def note_heights(state: State, colour: int) -> None:
    plots = state.of_colour[colour]
    fulfilled = 0
    tallest = plots & state.of_height[TALLEST]
    for improvement in range(len(IMPROVEMENTS)):
        if (tallest & state.with_improvement[improvement]) != 0:
            fulfilled |= bit(GARDENER_CARDS + colour * CARDS_BY_COLOUR + improvement)
    three_high = plots & state.of_height[3]
    if state.at_least == 1:
        three_high |= tallest
    if size(three_high) >= PLOTS_WANTED[colour]:
        fulfilled |= bit(SEVERAL_PLOTS + colour)
    of_this_colour = 15 << (GARDENER_CARDS + colour * CARDS_BY_COLOUR) | bit(SEVERAL_PLOTS + colour)
    state.fulfilled = (state.fulfilled & ~of_this_colour) | fulfilled


@rule
def tend(state: State, cell: int, cause: int, log: EffectLog) -> None:
    """The gardener lets bamboo grow where he is and on the plots of that colour beside him."""
    if cell == POND:
        return
    plots = state.wet & state.of_colour[state.colour[cell]] & ~state.of_height[TALLEST]
    if has(plots, cell):
        grow_by(state, cell, cause, log)
    others = plots & state.adjacent[cell]
    while others != 0:
        lowest = first(others)
        rest = others & (others - 1)
        while rest != 0:
            other = first(rest)
            rest &= rest - 1
            if comes_before(state, other, lowest):
                lowest = other
        others &= ~bit(lowest)
        grow_by(state, lowest, cause, log)


@rule
def edible(state: State) -> int:
    """The plots where the panda finds something to eat."""
    return state.laid & ~state.of_height[0] & ~state.with_improvement[ENCLOSURE]
