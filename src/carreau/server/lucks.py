"""The luck of games, worked out one at a time beside the bots: it is asked for again whenever a game goes on.

It takes a while, in which compiled rules let nothing else go on in the process where they run.
"""

import asyncio
from collections import Counter, OrderedDict
from typing import Final

from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory
from carreau.server.limits import TooFast
from carreau.table.luck import Luck

KEPT: Final = 200  # answers
OF_ONE: Final = 4  # views for which the same guest may wait
PATIENCE: Final = 5.0  # seconds after which somebody with more of them may try again

View = tuple[str, int]  # a table, and the seat that looks


class Lucks:
    """Of each view the newest is remembered, and only the newest is worked out, however many ask for older ones."""

    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.found: OrderedDict[View, tuple[int, list[Luck]]] = OrderedDict()  # for so many entries of the table
        self.newest: dict[View, tuple[int, GameHistory]] = {}  # that somebody waits for
        self.waiting: Counter[tuple[str, View]] = Counter()  # who for what
        self.turn = asyncio.Semaphore(1)  # more at a time would keep all bots from their moves

    async def of(self, view: View, entries: int, history: GameHistory, guest: str) -> list[Luck]:
        """The luck of a game when its table has so many entries, or some more; TooFast if a guest asks for too much."""
        if self.knows(view, entries):
            return self.found[view][1]
        self.refuse_too_many(guest, view)
        if view not in self.newest or self.newest[view][0] < entries:
            self.newest[view] = entries, history
        self.waiting[guest, view] += 1
        try:
            async with self.turn:
                await self.work_out(view)
            return self.found[view][1]
        finally:
            self.leave(guest, view)

    def knows(self, view: View, entries: int) -> bool:
        return view in self.found and self.found[view][0] >= entries

    def refuse_too_many(self, guest: str, view: View) -> None:
        others = [each for who, each in self.waiting if who == guest and each != view]
        if len(others) >= OF_ONE:
            raise TooFast("questions about luck at once", PATIENCE)

    async def work_out(self, view: View) -> None:
        entries, history = self.newest[view]
        if not self.knows(view, entries):
            self.found[view] = entries, await self.bot_pool.luck(history, view[1])
            self.found.move_to_end(view)
            if len(self.found) > KEPT:
                self.found.popitem(last=False)

    def leave(self, guest: str, view: View) -> None:
        """Whoever waits no more is forgotten, and with the last of them what they waited for."""
        self.waiting[guest, view] -= 1
        if not self.waiting[guest, view]:
            del self.waiting[guest, view]
        if not any(each == view for _, each in self.waiting):
            del self.newest[view]
