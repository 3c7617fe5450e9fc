"""Small sets as the bits of one integer."""

from typing import Final

from carreau.core.native import i64, vec

# A table instead of a shift: mypyc computes a literal shifted left in 32 bits.
BIT: Final = vec[i64]([2**n for n in range(62)])

# 2 is a primitive root of 61, so the powers of two below 2**60 all leave different remainders.
REMAINDERS: Final = 61
INDEX: Final = vec[i64]([next((n for n in range(60) if 2**n % REMAINDERS == r), 0) for r in range(REMAINDERS)])


def lowest(bits: i64) -> i64:
    """Return the index of the lowest bit in a non-empty set of at most 60."""
    return INDEX[(bits & -bits) % REMAINDERS]


def size(bits: i64) -> i64:
    """Count the bits in a set of at most 60: add up 2, 4 and 8 neighbouring bits, then all bytes."""
    bits -= (bits >> 1) & 0x555555555555555
    bits = (bits & 0x333333333333333) + ((bits >> 2) & 0x333333333333333)
    bits = (bits + (bits >> 4)) & 0xF0F0F0F0F0F0F0F
    return bits % 255


def members(bits: i64) -> list[int]:
    """List the indices of the bits that are set, ascending."""
    found: list[int] = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found


def nth(bits: i64, n: i64) -> i64:
    """Return the index of the bit with exactly n set bits below it."""
    while n:
        bits &= bits - 1
        n -= 1
    return lowest(bits)
