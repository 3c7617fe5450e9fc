"""Limits that hold for all servers together, approximately.

Each server counts on its own. With every heartbeat, it tells the others what guests and addresses have used since the
last one, and they count it as well. It leaves out guests who use only a small part of the rate: all parts together make
half the rate at most. So in the long run nobody gets more than one and a half times a limit, and only within one
heartbeat can a guest spend a burst at each server. Open windows are reported in the same way.
"""

from collections import Counter
from collections.abc import Mapping
from time import monotonic
from typing import Final

from carreau.server import news
from carreau.server.limits import Limiter
from carreau.server.news import Spent, Windows
from carreau.server.ownership import Ownership

UNTOLD: Final = 0.5  # of a limit, at all servers together
PART: Final = 100  # keys in one message


class Sharing:
    """The limits that servers share, and the windows that are open at the others."""

    def __init__(self, ownership: Ownership, limiters: Mapping[str, Limiter], windows: Counter[str]) -> None:
        self.ownership = ownership
        self.limiters = limiters
        self.windows = windows  # open here, by guest and by address
        self.elsewhere: dict[str, dict[str, int]] = {}  # by server
        self.told = False  # whether the last report mentioned windows
        if ownership.shared:
            for limiter in limiters.values():
                limiter.share()

    async def report(self, seconds: float, servers: int) -> None:
        """Tell the others what was used within some seconds."""
        part = UNTOLD / servers
        spent = {name: limiter.report(seconds, part) for name, limiter in self.limiters.items()}
        if servers == 1:
            return
        for name, keys in spent.items():
            for some in chunks(keys):
                await self.ownership.tell(news.encode(Spent({name: some})))
        await self.report_windows()

    async def report_windows(self) -> None:
        many = {key: number for key, number in self.windows.items() if number > 1}
        if many or self.told:
            for place, some in enumerate(chunks(many) or [{}]):
                await self.ownership.tell(news.encode(Windows(self.ownership.id, some, more=place > 0)))
        self.told = bool(many)

    def spent_elsewhere(self, spent: Spent) -> None:
        now = monotonic()
        for name, keys in spent.limits.items():
            for key, tokens in keys.items():
                self.limiters[name].owe(key, now, tokens)

    def open_elsewhere(self, told: Windows) -> None:
        before = self.elsewhere.get(told.server, {}) if told.more else {}
        self.elsewhere[told.server] = before | told.windows

    def forget_all_but(self, alive: Mapping[str, object]) -> None:
        """Forget the windows at servers that are gone."""
        self.elsewhere = {server: keys for server, keys in self.elsewhere.items() if server in alive}

    def windows_of(self, key: str) -> int:
        """Count the windows of a guest or from an address, at all servers."""
        return self.windows[key] + sum(keys.get(key, 0) for keys in self.elsewhere.values())


def chunks(keys: dict[str, int]) -> list[dict[str, int]]:
    """Divide what wouldn't fit into one message."""
    items = list(keys.items())
    return [dict(items[first : first + PART]) for first in range(0, len(items), PART)]
