"""A cache of figures of luck, which the bot workers compute one at a time.

Clients ask again after every move. Computing takes a while, and compiled rules block all other threads of their process
meanwhile, so it happens in a worker.
"""

import asyncio
from collections import Counter, OrderedDict
from typing import Final

from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory
from carreau.server.limits import TooFast
from carreau.table.luck import Luck

CACHED: Final = 200  # views
PER_GUEST: Final = 4  # views that a guest may wait for at once
RETRY_AFTER: Final = 5.0  # seconds until a guest may ask for more

LuckView = tuple[str, int]  # a table, and a seat or SPECTATOR


class LuckCache:
    """The newest figures for each view; requests for older ones wait for the newest."""

    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.found: OrderedDict[LuckView, tuple[int, list[Luck]]] = OrderedDict()  # with the table's event count
        self.newest: dict[LuckView, tuple[int, GameHistory]] = {}  # still wanted
        self.waiting: Counter[tuple[str, LuckView]] = Counter()  # by guest and view
        self.turn = asyncio.Semaphore(1)  # several at once would delay all bots' moves

    async def get(self, view: LuckView, events: int, history: GameHistory, guest: str, address: str = "") -> list[Luck]:
        """Return figures that cover at least this many events; raise TooFast if a guest asks for too many views."""
        if self.has(view, events):
            return self.found[view][1]
        self.refuse_too_many(guest, view)
        if view not in self.newest or self.newest[view][0] < events:
            self.newest[view] = events, history
        self.waiting[guest, view] += 1
        try:
            async with self.turn:
                await self.compute(view, guest, address)
            return self.found[view][1]
        finally:
            self.leave(guest, view)

    def has(self, view: LuckView, events: int) -> bool:
        return view in self.found and self.found[view][0] >= events

    def refuse_too_many(self, guest: str, view: LuckView) -> None:
        others = [each for who, each in self.waiting if who == guest and each != view]
        if len(others) >= PER_GUEST:
            raise TooFast("views of luck at once", RETRY_AFTER)

    async def compute(self, view: LuckView, guest: str, address: str) -> None:
        events, history = self.newest[view]
        if not self.has(view, events):
            self.found[view] = events, await self.bot_pool.luck(history, view[1], guest, address)
            self.found.move_to_end(view)
            if len(self.found) > CACHED:
                self.found.popitem(last=False)

    def leave(self, guest: str, view: LuckView) -> None:
        """Remove a waiting guest, and the pending history if it was the last."""
        self.waiting[guest, view] -= 1
        if not self.waiting[guest, view]:
            del self.waiting[guest, view]
        if not any(each == view for _, each in self.waiting):
            del self.newest[view]
