"""A chip of Carat with the gems around it, as one integer:

    bits  0-19  the carats that each of the four colours has there, five bits for each
    bits 20-22  the value of the chip; 0 while none has been laid
    bits 23-25  how many gems are missing before it is decided (carat.9)

so a gem is added, and counted off, by one addition, and a chip without the highest bits is decided.
"""

from typing import Final

from carreau.core.native import i64

SUM_BITS: Final = 5
SUM: Final = 31
VALUE: Final = 20
VALUE_UNIT: Final[i64] = 2**VALUE
MISSING: Final = 23
UNDECIDED: Final[i64] = 2**MISSING  # one gem missing; the bits of all others are below


def is_decided(chip: i64) -> bool:
    return chip < UNDECIDED


def value(chip: i64) -> i64:
    return (chip >> VALUE) & 7


def carats(chip: i64, colour: i64) -> i64:
    return (chip >> (SUM_BITS * colour)) & SUM
