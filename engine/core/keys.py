"""64-bit keys of positions: two positions of one key are taken for the same.

Different positions share a key by accident only: among a million of them with a probability of
3e-8. Whoever uses keys accepts that.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from engine.core.compiling import rule

WORD = 8
"""Bytes of a word."""
LANES = 4
"""Words hashed side by side, as each one alone would wait for the multiplication before it."""


@rule
def mix(word: np.uint64) -> np.uint64:
    """Scramble a word so that each bit of it changes half of the result (splitmix64)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@rule
def join(lane: np.uint64, word: np.uint64) -> np.uint64:
    """One more word of a sequence."""
    word = (lane ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return word << np.uint64(29) | word >> np.uint64(35)


def _whole_words_of(context: Any, state: Any) -> Any:
    """How many words a record holds whole."""
    words = state.size // WORD

    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(ir.IntType(64), words)

    return types.int64(state), count


def _word_of(context: Any, state: Any, index: Any) -> Any:
    """One of the whole words of a record."""

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        loaded = builder.load(builder.gep(words, [arguments[1]]))
        loaded.align = 1
        return loaded

    return types.uint64(state, types.int64), load


def _rest_of(context: Any, state: Any) -> Any:
    """The bytes of a record behind its last whole word, as one word."""
    whole = state.size // WORD * WORD
    size = state.size

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        octets = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        wide = ir.IntType(64)
        word = ir.Constant(wide, 0)
        for place in range(whole, size):
            octet = builder.load(builder.gep(octets, [ir.Constant(wide, place)]))
            shift = ir.Constant(wide, 8 * (place - whole))
            word = builder.or_(word, builder.shl(builder.zext(octet, wide), shift))
        return word

    return types.uint64(state), load


_whole_words: Any = intrinsic(_whole_words_of)
_word: Any = intrinsic(_word_of)
_rest: Any = intrinsic(_rest_of)


@rule
def key_of_bytes(state: Any) -> np.uint64:
    """`Rules.key` of a game that does not tell which positions are the same: of all its bytes."""
    words = _whole_words(state)
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    index = 0
    while index + LANES <= words:
        one = join(one, _word(state, index))
        two = join(two, _word(state, index + 1))
        three = join(three, _word(state, index + 2))
        four = join(four, _word(state, index + 3))
        index += LANES
    while index < words:
        one = join(one, _word(state, index))
        index += 1
    one = join(one, _rest(state))
    return mix(mix(one) + np.uint64(3) * mix(two) + np.uint64(5) * mix(three) + mix(four))
