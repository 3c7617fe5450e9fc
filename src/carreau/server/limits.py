"""Rate limits. A token bucket is one number: the time at which it will be full again.

So nothing needs refilling, a full bucket needs no memory, and a refusal can say when to retry. All times are seconds.
If the clock is set back, some clients wait longer, but none gets more than their share.
"""

import ipaddress
import math
from typing import Final

from carreau.core.errors import CarreauError

MINUTE: Final = 60
DAY: Final = 24 * 3600
ROUNDING: Final = 1e-6
FEW: Final = 1024  # buckets that aren't worth cleaning up


class TooFast(CarreauError):
    """A request beyond a limit; it can be repeated after `seconds`."""

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(f"too many {what}: try again {in_words(seconds)}")
        self.seconds = seconds


class Rate:
    """A rate per second, and a burst."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst

    def spend(self, full_at: float, now: float, tokens: int = 1) -> tuple[float, float]:
        """Take tokens from a bucket that will be full at a given time.

        Return the new time and 0; or, if there isn't a whole token, the same time and the seconds until there is.
        """
        after = max(full_at, now) + tokens / self.per_second
        wait = after - now - self.burst / self.per_second
        return (full_at, wait) if wait > ROUNDING else (after, 0.0)


def per_day(count: int) -> Rate:
    """Make the rate of a quota for a day."""
    return Rate(count / DAY, count)


class Limiter:
    """One bucket for each socket, guest or address; full ones are dropped from time to time."""

    def __init__(self, what: str, rate: Rate) -> None:
        self.what = what
        self.rate = rate
        self.full_at: dict[str, float] = {}
        self.enough = FEW
        self.spent: dict[str, int] | None = None  # since the last report to other servers, if they share the limit

    def spend(self, key: str, now: float, tokens: int = 1) -> None:
        """Spend tokens; raise TooFast if there aren't enough left."""
        full_at, wait = self.rate.spend(self.full_at.get(key, now), now, tokens)
        if wait:
            raise TooFast(self.what, wait)
        self.full_at[key] = full_at
        if self.spent is not None:
            self.spent[key] = self.spent.get(key, 0) + tokens
        if len(self.full_at) > self.enough:
            self.forget(now)

    def charge(self, key: str, now: float, tokens: int = 1) -> None:
        """Spend tokens in any case, even those that come back only later."""
        if self.spent is not None:
            self.spent[key] = self.spent.get(key, 0) + tokens
        self.owe(key, now, tokens)

    def owe(self, key: str, now: float, tokens: int) -> None:
        """Take tokens that were spent at another server."""
        self.full_at[key] = max(self.full_at.get(key, now), now) + tokens / self.rate.per_second
        if len(self.full_at) > self.enough:
            self.forget(now)

    def share(self) -> None:
        """Note what is spent from now on, for the other servers."""
        self.spent = {}

    def report(self, seconds: float, part: float) -> dict[str, int]:
        """Return what was spent within some seconds, but only by keys that used more than a part of the rate."""
        spent, self.spent = self.spent or {}, {}
        least = part * seconds * self.rate.per_second
        return {key: tokens for key, tokens in spent.items() if tokens > least}

    def give_back(self, key: str) -> None:
        """Return the token that was spent last."""
        if key in self.full_at:
            self.full_at[key] -= 1 / self.rate.per_second
        if self.spent and key in self.spent:
            self.spent[key] -= 1

    def forget(self, now: float) -> None:
        """Drop full buckets, and don't clean up again before there are twice as many."""
        self.full_at = {key: full_at for key, full_at in self.full_at.items() if full_at > now}
        self.enough = max(FEW, 2 * len(self.full_at))


def network(address: str) -> str:
    """Return the part of an address that a client can't change at will: an IPv6 household has 2⁶⁴ addresses or more."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    inner = parsed.ipv4_mapped  # a dual-stack socket reports IPv4 clients like this
    return str(inner or ipaddress.ip_network((int(parsed), 64), strict=False))


def in_words(seconds: float) -> str:
    """Describe a delay: in 1 second, in 20 seconds, in 3 minutes; never too short."""
    whole = max(1, math.ceil(seconds))
    if whole < 2 * MINUTE:
        return "in 1 second" if whole == 1 else f"in {whole} seconds"
    return f"in {math.ceil(whole / MINUTE)} minutes"
