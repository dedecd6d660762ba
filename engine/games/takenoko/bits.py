"""Sets of plots and of cards as bits of one integer: plot 0 is the pond, then in order laid."""

from engine.core.compiling import rule


@rule
def bit(index: int) -> int:
    """The set of this one."""
    return 1 << int(index)


@rule
def has(members: int, index: int) -> bool:
    """Whether `index` is in the set; -1, for none, never is."""
    return index >= 0 and (members >> int(index)) & 1 == 1


@rule
def size(members: int) -> int:
    """How many are in the set; for sets of up to 48, whose sums cannot overflow 64 bits."""
    pairs = members - ((members >> 1) & 0x5555_5555_5555)
    fours = (pairs & 0x3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333)
    bytes_ = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F
    halves = (bytes_ & 0xFF_FFFF) + (bytes_ >> 24)
    return ((halves * 0x1_0101) >> 16) & 0xFF


@rule
def first(members: int) -> int:
    """The lowest of a set that is not empty."""
    return size((members & -members) - 1)


@rule
def nth(members: int, n: int) -> int:
    """The member after the `n` lowest ones."""
    for _ in range(n):
        members &= members - 1
    return first(members)
