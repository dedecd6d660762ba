"""The rules of China Gold on its record: stages, throws, turning and hiding, claims."""

import numpy as np

from engine.core.chance import RandomState, below
from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_amount, emit_at
from engine.core.game import Codes, Points, State
from engine.games.china_gold.effects import (
    AREA_COMPLETED,
    BY_MOVER,
    BY_OPPONENT,
    DEAL,
    GOLD,
    HIDDEN,
    LOST,
    MOUNTAIN_WORD,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_DRAWN,
    OBJECTIVE_MISSED,
    RANKED,
    SCORED,
    SHARED,
    TAKEN,
    THROWN,
    TURNED,
    size_word,
)
from engine.games.china_gold.geometry import (
    AXES,
    COORDINATES,
    LINES,
    NEIGHBOUR,
    NO_CELL,
    PLACES,
    RUNS_IN,
    WINDOWS_IN,
)
from engine.games.china_gold.state import (
    CLAIM_BIT,
    CLAIM_CELLS,
    CLAIM_ROLE_SHIFT,
    DOWN,
    HIDE,
    MOUNTAIN,
    MOUNTAIN_FIRST,
    NEVER,
    RIVER,
    RUNS,
    STAGE_A,
    STAGE_B,
    STAGE_C,
    STAGE_D,
    THROW,
    TURN,
    UNKNOWN_AREA,
    UP,
    WITH_DISCS,
)

OK = 0
GAME_OVER = 1
THROW_DUE = 2
NO_THROW_DUE = 3
THROW_IMPOSSIBLE = 4
WRONG_NUMBER = 5
NOT_FACE_DOWN = 6
NOT_A_LINE = 7
NOT_FACE_UP = 8
HIDE_NOT_NOW = 9
CLAIM_NOT_MADE = 10
CLAIM_NOT_NOW = 11
CLAIM_NOT_UP = 12
UNKNOWN_MOVE = 13

AXIS_DIRECTIONS = np.array(AXES, dtype=np.int64)

# Sum of the discs by stage: weights of 0 to 5 in eighths.
SUM_WEIGHTS = np.array(
    [[0, 1, 2, 2, 2, 1], [0, 2, 2, 2, 2, 0], [0, 2, 4, 2, 0, 0], [0, 0, 0, 0, 0, 0]],
    dtype=np.int64,
)


@rule
def _stage_afresh(state: State) -> int:
    """The stage that the markers face down now ask for."""
    counts = state.runs if state.lines == RUNS else state.windows
    if counts[5] >= 2:
        return STAGE_A
    if counts[4] >= 2:
        return STAGE_B
    if counts[3] >= 2:
        return STAGE_C
    return STAGE_D


@rule
def set_stage(state: State) -> None:
    """Work the stage out before a throw; with `down_only` none comes back."""
    stage = STAGE_D if state.on_board == 0 else _stage_afresh(state)
    if state.down_only == 1:
        stage = max(stage, state.stage)
    state.stage = stage


@rule
def kind(state: State) -> int:
    if state.on_board == 0:
        return 2
    return 1 if state.stage != STAGE_D and state.throw == 0 else 0


@rule
def _seat(state: State, role: int) -> int:
    return state.mountain_seat if role == MOUNTAIN else 1 - state.mountain_seat


@rule
def to_move(state: State) -> int:
    return -1 if state.on_board == 0 else _seat(state, state.role_to_move)


@rule
def turn(state: State) -> int:
    return state.turns


@rule
def _fewest_to_turn(state: State) -> int:
    if state.stage == STAGE_D or state.up_to == 1:
        return 1
    return state.throw


@rule
def _most_to_turn(state: State) -> int:
    return 2 if state.stage == STAGE_D else state.throw


@rule
def _refusal_of_number(state: State, number: int) -> int:
    if kind(state) == 2:
        return GAME_OVER
    if kind(state) == 1:
        return THROW_DUE
    if number < _fewest_to_turn(state) or number > _most_to_turn(state):
        return WRONG_NUMBER
    return OK


@rule
def _refusal_of_turn(state: State, start: int, axis: int, length: int) -> int:
    reason = _refusal_of_number(state, length)
    if reason != OK:
        return reason
    cell = start
    for step in range(length):
        if step > 0:
            cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[axis]]
        if cell == NO_CELL:
            return NOT_A_LINE
        if state.marker[cell] != DOWN:
            return NOT_FACE_DOWN
    return OK


@rule
def _refusal_of_hiding(state: State) -> int:
    """Whether anything may be hidden at all now."""
    if kind(state) == 2:
        return GAME_OVER
    if kind(state) == 1:
        return THROW_DUE
    if state.hide == NEVER or (state.hide == WITH_DISCS and state.stage == STAGE_D):
        return HIDE_NOT_NOW
    return OK


@rule
def _refusal_of_hide(state: State, cell: int) -> int:
    reason = _refusal_of_hiding(state)
    if reason != OK:
        return reason
    return OK if state.marker[cell] == UP else NOT_FACE_UP


@rule
def _refusal_of_throw(state: State, number: int) -> int:
    if kind(state) == 2:
        return GAME_OVER
    if kind(state) == 0:
        return NO_THROW_DUE
    if number < 0 or number > 5 or SUM_WEIGHTS[state.stage, number] == 0:
        return THROW_IMPOSSIBLE
    return OK


@rule
def _claim_has(state: State, move: int, cell: int) -> bool:
    body = move & CLAIM_CELLS
    if state.side == 5:
        return (body >> cell) & 1 == 1
    for place in range(8):
        if (body >> (7 * place)) & 127 == cell + 1:
            return True
    return False


@rule
def _refusal_of_claim(state: State, move: int) -> int:
    if state.partition_known == 1:
        for place in range(state.claim_count):
            if state.claims[place] == move:
                return OK
        return CLAIM_NOT_MADE
    if state.on_board == 0:
        return GAME_OVER
    if state.claims_open == 0:
        return CLAIM_NOT_NOW
    for cell in range(state.cells):
        if _claim_has(state, move, cell) and state.marker[cell] != UP:
            return CLAIM_NOT_UP
    return OK


@rule
def refusal(state: State, move: int) -> int:
    """0, or the reason why the move may not be played."""
    if move & CLAIM_BIT:
        return _refusal_of_claim(state, move)
    move_kind = move & 7
    if move_kind == THROW:
        return _refusal_of_throw(state, move >> 3)
    if move_kind == TURN:
        return _refusal_of_turn(state, (move >> 3) & 127, (move >> 10) & 3, move >> 12)
    if move_kind == HIDE:
        return _refusal_of_hide(state, move >> 3)
    return UNKNOWN_MOVE


@rule
def _starts(bits: int, length: int) -> int:
    """The places of a line, as bits, where a window of this length begins."""
    starts = bits
    for step in range(1, length):
        starts &= bits >> step
    return starts


@rule
def legal(state: State, buffer: Codes) -> int:
    """Every legal throw, turn and hide; claims are assertions and never listed."""
    count = 0
    if kind(state) == 2:
        return 0
    if kind(state) == 1:
        for number in range(6):
            if _refusal_of_throw(state, number) == OK:
                buffer[count] = THROW | number << 3
                count += 1
        return count
    if _refusal_of_number(state, 1) == OK:
        for cell in range(state.cells):
            if state.marker[cell] == DOWN:
                buffer[count] = TURN | cell << 3 | 1 << 12
                count += 1
    for length in range(max(_fewest_to_turn(state), 2), _most_to_turn(state) + 1):
        for axis in range(3):
            for line in range(2 * state.side - 1):
                starts = _starts(state.line_down[axis, line], length)
                place = 0
                while starts != 0:
                    if starts & 1:
                        start = LINES[state.side - 5, axis, line, place]
                        buffer[count] = TURN | start << 3 | axis << 10 | length << 12
                        count += 1
                    starts >>= 1
                    place += 1
    if _refusal_of_hiding(state) == OK:
        for cell in range(state.cells):
            if state.marker[cell] == UP:
                buffer[count] = HIDE | cell << 3
                count += 1
    return count


@rule
def random_move(state: State, random: RandomState) -> int:
    """Any legal turn or hide with equal chance, found without listing them all; -1 if none."""
    down = state.on_board - state.up
    fewest, most = _fewest_to_turn(state), _most_to_turn(state)
    hides = state.up if _refusal_of_hiding(state) == OK else 0
    singles = down if fewest == 1 else 0
    total = hides + singles
    for length in range(max(fewest, 2), most + 1):
        total += state.windows[length]
    if total == 0:
        return -1
    chosen = below(random, total)
    if chosen < hides + singles:
        wanted = UP if chosen < hides else DOWN
        chosen -= 0 if chosen < hides else hides
        for cell in range(state.cells):
            if state.marker[cell] == wanted:
                if chosen == 0:
                    return HIDE | cell << 3 if wanted == UP else TURN | cell << 3 | 1 << 12
                chosen -= 1
    chosen -= hides + singles
    length = max(fewest, 2)
    while chosen >= state.windows[length]:
        chosen -= state.windows[length]
        length += 1
    for axis in range(3):
        for line in range(2 * state.side - 1):
            windows = WINDOWS_IN[state.line_down[axis, line], length]
            if chosen >= windows:
                chosen -= windows
                continue
            starts = _starts(state.line_down[axis, line], length)
            place = -1
            while chosen >= 0:
                place += 1
                chosen -= (starts >> place) & 1
            start = LINES[state.side - 5, axis, line, place]
            return TURN | start << 3 | axis << 10 | length << 12
    return -1


@rule
def _take(state: State, cell: int, role: int, by_mover: bool, log: EffectLog) -> None:
    state.marker[cell] = 2 + role
    state.up -= 1
    state.taken[role] += 1
    state.on_board -= 1
    for other in range(2):
        area = state.area[other, cell]
        if area != UNKNOWN_AREA:
            state.area_on_board[other, area] -= 1
    place = COORDINATES[state.side - 5, cell]
    cause = BY_MOVER if by_mover else BY_OPPONENT
    emit_at(log, TAKEN, _seat(state, role), MOUNTAIN_WORD + role, 0, place[0], place[1], cause)


@rule
def _claim_area(state: State, role: int, area: int, log: EffectLog) -> None:
    """The owner takes what is left of a complete area; a line of the log may assert it."""
    by_mover = role == state.last_mover
    amount = state.area_on_board[role, area]
    body = np.int64(0)
    place = 0
    for cell in range(state.cells):
        if state.area[role, cell] == area and state.marker[cell] == UP:
            if state.side == 5:
                body |= np.int64(1) << cell
            else:
                body |= np.int64(cell + 1) << (7 * place)
            place += 1
            _take(state, cell, role, by_mover, log)
    state.claims[state.claim_count] = CLAIM_BIT | np.int64(role) << CLAIM_ROLE_SHIFT | body
    state.claim_count += 1
    seat = _seat(state, role)
    first = COORDINATES[state.side - 5, state.area_first_cell[role, area]]
    size = state.area_size[role, area]
    cause = BY_MOVER if by_mover else BY_OPPONENT
    word = size_word(role, size)
    emit_at(log, AREA_COMPLETED, seat, word, amount, first[0], first[1], cause)
    emit_at(log, SCORED, seat, GOLD, amount, first[0], first[1], 0)
    state.area_claimed[role, area] = amount
    if amount == size:
        emit_at(log, OBJECTIVE_COMPLETED, seat, word, size, first[0], first[1], 0)


@rule
def _claim_all(state: State, start: int, axis: int, length: int, log: EffectLog) -> None:
    """Claims follow a turn: only an area of which a marker was just turned can be complete."""
    first = state.last_mover if state.claim_order != MOUNTAIN_FIRST else MOUNTAIN
    for step in range(2):
        role = first if step == 0 else 1 - first
        cell = start
        for _ in range(length):
            area = state.area[role, cell]
            if (
                area != UNKNOWN_AREA
                and state.area_down[role, area] == 0
                and state.area_on_board[role, area] > 0
            ):
                _claim_area(state, role, area, log)
            cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[axis]]


@rule
def _finish(state: State, log: EffectLog) -> None:
    """When the board is empty: what became of the areas, and the places."""
    if state.on_board > 0:
        return
    state.stage = STAGE_D
    for role in range(2):
        for area in range(state.areas[role]):
            claimed = state.area_claimed[role, area]
            size = state.area_size[role, area]
            if claimed == size:
                continue
            first = COORDINATES[state.side - 5, state.area_first_cell[role, area]]
            emit_at(
                log,
                OBJECTIVE_MISSED,
                _seat(state, role),
                size_word(role, size),
                claimed,
                first[0],
                first[1],
                SHARED if claimed > 0 else LOST,
            )
    for seat in range(2):
        role = MOUNTAIN if seat == state.mountain_seat else RIVER
        place = 1 + (state.taken[1 - role] > state.taken[role])
        emit_amount(log, RANKED, seat, 0, place, 0)


@rule
def _pass_the_turn(state: State, log: EffectLog) -> None:
    state.turns += 1
    state.throw = 0
    state.role_to_move = 1 - state.role_to_move
    set_stage(state)
    _finish(state, log)


@rule
def _flip(state: State, cell: int, down: int, log: EffectLog) -> None:
    state.marker[cell] = DOWN if down == 1 else UP
    change = 1 if down == 1 else -1
    state.up -= change
    for axis in range(3):
        line, place = PLACES[state.side - 5, axis, cell, 0], PLACES[state.side - 5, axis, cell, 1]
        before = state.line_down[axis, line]
        after = before ^ (1 << place)
        state.line_down[axis, line] = after
        for length in range(2, 6):
            state.windows[length] += WINDOWS_IN[after, length] - WINDOWS_IN[before, length]
            state.runs[length] += RUNS_IN[after, length] - RUNS_IN[before, length]
    for role in range(2):
        area = state.area[role, cell]
        if area != UNKNOWN_AREA:
            state.area_down[role, area] += change
    place = COORDINATES[state.side - 5, cell]
    seat = _seat(state, state.role_to_move)
    emit_at(log, HIDDEN if down == 1 else TURNED, seat, 0, 0, place[0], place[1], 0)


@rule
def _play_claim(state: State, move: int, log: EffectLog) -> None:
    if state.partition_known == 1:
        for place in range(state.claim_count):
            if state.claims[place] == move:
                state.claim_count -= 1
                state.claims[place] = state.claims[state.claim_count]
                break
        return
    role = (move >> CLAIM_ROLE_SHIFT) & 1
    amount = 0
    first = -1
    by_mover = role == state.last_mover
    for cell in range(state.cells):
        if _claim_has(state, move, cell):
            first = cell if first < 0 else first
            amount += 1
            _take(state, cell, role, by_mover, log)
    seat = _seat(state, role)
    place = COORDINATES[state.side - 5, first]
    cause = BY_MOVER if by_mover else BY_OPPONENT
    emit_at(log, AREA_COMPLETED, seat, size_word(role, 0), amount, place[0], place[1], cause)
    emit_at(log, SCORED, seat, GOLD, amount, place[0], place[1], 0)
    _finish(state, log)


@rule
def play(state: State, move: int, log: EffectLog) -> None:
    """Play a move that is not refused."""
    if move & CLAIM_BIT:
        _play_claim(state, move, log)
        return
    state.claim_count = 0
    state.claims_open = 0
    move_kind = move & 7
    if move_kind == THROW:
        state.throw = move >> 3
        emit_amount(log, THROWN, _seat(state, state.role_to_move), 0, state.throw, 0)
        return
    if move_kind == HIDE:
        _flip(state, move >> 3, 1, log)
        _pass_the_turn(state, log)
        return
    start, axis, length = (move >> 3) & 127, (move >> 10) & 3, move >> 12
    cell = start
    for _ in range(length):
        _flip(state, cell, 0, log)
        cell = NEIGHBOUR[state.side - 5, cell, AXIS_DIRECTIONS[axis]]
    state.last_mover = state.role_to_move
    state.claims_open = 1
    _claim_all(state, start, axis, length, log)
    _pass_the_turn(state, log)


@rule
def opening(state: State, log: EffectLog) -> None:
    """Every own area is an objective."""
    for role in range(2):
        for area in range(state.areas[role]):
            first = COORDINATES[state.side - 5, state.area_first_cell[role, area]]
            word = size_word(role, state.area_size[role, area])
            emit_at(log, OBJECTIVE_DRAWN, _seat(state, role), word, 0, first[0], first[1], DEAL)


@rule
def draw(state: State, random: RandomState) -> int:
    """A throw of this stage's discs."""
    eighth = below(random, 8)
    for number in range(6):
        eighth -= SUM_WEIGHTS[state.stage, number]
        if eighth < 0:
            return THROW | number << 3
    return THROW


@rule
def weight(state: State, move: int) -> float:
    return SUM_WEIGHTS[state.stage, move >> 3] / 8.0


@rule
def scores(state: State, points: Points) -> None:
    for role in range(2):
        points[_seat(state, role)] = state.taken[role]


@rule
def places(state: State, ranks: Points) -> None:
    for role in range(2):
        ranks[_seat(state, role)] = 1 + (state.taken[1 - role] > state.taken[role])
