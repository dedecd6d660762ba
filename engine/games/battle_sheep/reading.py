"""Canonical texts read by the thousand: what an import of many games would else mostly wait for.

A pasture's cells have so many coordinates that hardly two games share their moves' texts, so that
remembering texts, which does for other games, does not pay.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule
from engine.core.game import UNREAD, Codes
from engine.games.battle_sheep.moves import (
    FARTHEST_READ,
    LONGEST_READ,
    MOST_SHEEP_READ,
    PASS_MOVE,
    SHAPES,
    STEP,
    place_at,
    split_move,
    start_move,
    tile_move,
)
from engine.games.battle_sheep.state import CELLS_OF_TILE

Letters = npt.NDArray[np.uint8]

_BLANK, _COMMA, _MINUS, _ZERO, _NINE, _END = (ord(letter) for letter in " ,-09\n")


def _word(text: str) -> Letters:
    return np.frombuffer(text.encode(), dtype=np.uint8)


_TILE, _START, _SPLIT, _PASS = (_word(text) for text in ("tile", "start", "split", "pass"))
_NUMBERS_OF_SPLIT = 5
_MOST_NUMBERS = 2 * CELLS_OF_TILE
_MOST_DIGITS = 5


def read_canonical(texts: Sequence[str]) -> Codes:
    """The code of each text that is canonical, `UNREAD` for the others."""
    codes = np.full(len(texts), UNREAD, dtype=np.int64)
    letters = "\n".join(texts).encode("utf-8", "replace")
    if letters.count(b"\n") == len(texts) - 1:
        _read(np.frombuffer(letters, dtype=np.uint8), codes)
    return codes


@rule
def _begins(letters: Letters, first: int, end: int, word: Letters) -> bool:
    if end - first < word.shape[0]:
        return False
    for index in range(word.shape[0]):
        if letters[first + index] != word[index]:
            return False
    return True


@rule
def _numbers(letters: Letters, first: int, end: int, numbers: Codes) -> int:
    """Read numbers, each after a blank or, as every second of two, a comma; -1 where something
    else stands."""
    count = 0
    while first < end:
        between = letters[first]
        if between != _BLANK and (between != _COMMA or count % 2 == 0):
            return -1
        first += 1
        negative = first < end and letters[first] == _MINUS
        if negative:
            first += 1
        number = 0
        digits = 0
        while first < end and letters[first] >= _ZERO and letters[first] <= _NINE:
            number = 10 * number + letters[first] - _ZERO
            digits += 1
            first += 1
        if digits == 0 or digits > _MOST_DIGITS or count == numbers.shape[0]:
            return -1
        # A cell is written with a comma; only a split's last number stands alone.
        if count % 2 == 1 and between != _COMMA:
            return -1
        numbers[count] = -number if negative else number
        count += 1
    return count


@rule
def _tile(numbers: Codes) -> int:
    for shape in range(SHAPES.shape[0]):
        same = True
        for part in range(CELLS_OF_TILE):
            same &= numbers[2 * part] - numbers[0] == SHAPES[shape, part, 0]
            same &= numbers[2 * part + 1] - numbers[1] == SHAPES[shape, part, 1]
        if same:
            return tile_move(numbers[0], numbers[1], shape)
    return UNREAD


@rule
def _split(numbers: Codes) -> int:
    q, r = numbers[2] - numbers[0], numbers[3] - numbers[1]
    distance = max(abs(q), abs(r), abs(q + r))
    sheep = numbers[4]
    if distance == 0 or distance > LONGEST_READ or sheep < 0 or sheep > MOST_SHEEP_READ:
        return UNREAD
    for direction in range(6):
        if STEP[direction, 0] * distance == q and STEP[direction, 1] * distance == r:
            return split_move(place_at(numbers[0], numbers[1]), direction, distance, sheep)
    return UNREAD


@rule
def _move(letters: Letters, first: int, end: int, numbers: Codes) -> int:
    is_split = _begins(letters, first, end, _SPLIT)
    if is_split or _begins(letters, first, end, _START):
        count = _numbers(letters, first + _SPLIT.shape[0], end, numbers)
    elif _begins(letters, first, end, _TILE):
        count = _numbers(letters, first + _TILE.shape[0], end, numbers)
    else:
        is_pass = end - first == _PASS.shape[0] and _begins(letters, first, end, _PASS)
        return PASS_MOVE if is_pass else UNREAD
    cells = count - 1 if is_split else count
    for index in range(cells):
        if abs(numbers[index]) > FARTHEST_READ:
            return UNREAD
    if is_split:
        return _split(numbers) if count == _NUMBERS_OF_SPLIT else UNREAD
    if letters[first] == _START[0]:
        return start_move(place_at(numbers[0], numbers[1])) if count == 2 else UNREAD
    return _tile(numbers) if count == _MOST_NUMBERS else UNREAD


@rule
def _read(letters: Letters, codes: Codes) -> None:
    numbers = np.empty(_MOST_NUMBERS, dtype=np.int64)
    first = 0
    for index in range(codes.shape[0]):
        end = first
        while end < letters.shape[0] and letters[end] != _END:
            end += 1
        codes[index] = _move(letters, first, end, numbers)
        first = end + 1
