"""Reproducible random numbers: the same on every machine and in every version, compiled or not."""

from typing import Final

from carreau.core.native import i64, mypyc_attr

WORD: Final = 0xFFFFFFFF


@mypyc_attr(acyclic=True)
class Rng:
    """The generator sfc32 (small fast counting): 128 bits of state in four 32-bit words.

    Nothing here overflows 63 bits, so machine integers and Python integers agree.
    """

    def __init__(self, seed: i64) -> None:
        self.a: i64 = seed & WORD
        self.b: i64 = (seed >> 32) & WORD
        self.c: i64 = 0x9E3779B9
        self.count: i64 = 1
        rounds: i64 = 0
        while rounds < 12:
            self.word()
            rounds += 1

    def word(self) -> i64:
        """Return the next 32 random bits."""
        mixed: i64 = (self.a + self.b + self.count) & WORD
        self.count = (self.count + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = (((self.c << 21) & WORD) | (self.c >> 11)) + mixed & WORD
        return mixed

    def wide_below(self, n: i64) -> i64:
        """Do the same as below() for n up to 2**62, by rejection sampling from the next power of two."""
        mask: i64 = 1
        while mask < n:
            mask *= 2
        mask -= 1
        drawn = self.wide() & mask
        while drawn >= n:
            drawn = self.wide() & mask
        return drawn

    def wide(self) -> i64:
        """Return the next 62 random bits."""
        high = self.word() << 30
        return high | (self.word() >> 2)

    def huge_below(self, n: int) -> int:
        """Do the same as below() for any n."""
        bits = n.bit_length()
        while True:
            drawn = 0
            for _ in range(0, bits, 32):
                drawn = drawn * 2**32 + int(self.word())
            drawn >>= -bits % 32
            if drawn < n:
                return drawn

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n-1, each equally likely; n is from 1 to 2**31 - 1."""
        product: i64 = self.word() * n
        low: i64 = product & WORD
        if low < n:
            reject: i64 = (WORD + 1 - n) % n
            while low < reject:
                product = self.word() * n
                low = product & WORD
        return product >> 32
