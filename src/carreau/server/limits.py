"""How fast is too fast. A token bucket is one number: the moment at which it will be full again.

So nothing has to be refilled, a bucket that is full needs no memory, and whoever is refused can be told when to try
again. All times are seconds; should the clock go back, somebody waits longer, and nobody gets more than their share.
"""

import ipaddress
import math
from typing import Final

from carreau.core.errors import CarreauError

MINUTE: Final = 60
ROUNDING: Final = 1e-6
FEW: Final = 1024  # buckets for which it isn't worth looking which are full


class TooFast(CarreauError):
    """Somebody asked for more than is their share; `seconds` later they may try again."""

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(f"too many {what}: try again {in_words(seconds)}")
        self.seconds = seconds


class Rate:
    """So many at once, and then so many each second."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst

    def spend(self, full_at: float, now: float) -> tuple[float, float]:
        """Take one token out of a bucket that is full at some moment.

        Gives when it is full then, and 0; or, if it has no whole token, the same bucket and the seconds until it has.
        """
        after = max(full_at, now) + 1 / self.per_second
        wait = after - now - self.burst / self.per_second
        return (full_at, wait) if wait > ROUNDING else (after, 0.0)


class Limiter:
    """One bucket for each socket, guest or address. Those that are full are forgotten from time to time."""

    def __init__(self, what: str, rate: Rate) -> None:
        self.what = what
        self.rate = rate
        self.full_at: dict[str, float] = {}
        self.enough = FEW

    def spend(self, key: str, now: float) -> None:
        """Count one; TooFast if that is one too many, and then it isn't counted."""
        full_at, wait = self.rate.spend(self.full_at.get(key, now), now)
        if wait:
            raise TooFast(self.what, wait)
        self.full_at[key] = full_at
        if len(self.full_at) > self.enough:
            self.forget(now)

    def give_back(self, key: str) -> None:
        """What was spent last should not have counted."""
        if key in self.full_at:
            self.full_at[key] -= 1 / self.rate.per_second

    def forget(self, now: float) -> None:
        """Forget buckets that are full, and don't look again before there are twice as many."""
        self.full_at = {key: full_at for key, full_at in self.full_at.items() if full_at > now}
        self.enough = max(FEW, 2 * len(self.full_at))


def network(address: str) -> str:
    """The part of an address that somebody can't change at will: of IPv6 a household has 2⁶⁴ and more."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    inner = parsed.ipv4_mapped  # as a socket for both kinds tells of those who come by IPv4
    return str(inner or ipaddress.ip_network((int(parsed), 64), strict=False))


def in_words(seconds: float) -> str:
    """When that is: in 1 second, in 20 seconds, in 3 minutes; never too early."""
    whole = max(1, math.ceil(seconds))
    if whole < 2 * MINUTE:
        return "in 1 second" if whole == 1 else f"in {whole} seconds"
    return f"in {math.ceil(whole / MINUTE)} minutes"
