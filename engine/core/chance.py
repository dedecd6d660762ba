"""Seeded randomness for simulation and playouts, compiled; the rules themselves never draw."""

import numpy as np
import numpy.typing as npt

from engine.core.compiling import rule

RandomState = npt.NDArray[np.uint64]
"""Shape (1,): the state of one splitmix64 generator, advanced in place."""


def random_state(seed: int) -> RandomState:
    """A generator of its own for each seed; any integer is taken modulo 2**64."""
    return np.array([seed & 0xFFFF_FFFF_FFFF_FFFF], dtype=np.uint64)


@rule
def next_uint64(random: RandomState) -> np.uint64:
    """The next 64 random bits (splitmix64; Steele, Lea, Flood 2014)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@rule
def below(random: RandomState, limit: int) -> int:
    """A random integer from 0 to `limit` - 1; `limit` below 2**31, its bias below 2**-32."""
    high = next_uint64(random) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))  # type: ignore[return-value]


@rule
def uniform(random: RandomState) -> float:
    """A random number from 0 up to 1."""
    return float(next_uint64(random) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
