"""The bots of a table: asks for their moves and makes them."""

import asyncio
import secrets
from typing import Final

from carreau.server.bot_jobs import BotPoolError
from carreau.server.bot_pool import BotPool
from carreau.server.bot_positions import known
from carreau.server.bot_protocol import BotMove
from carreau.server.broadcast import Audience
from carreau.server.tasks import Tasks
from carreau.server.time_source import TimeSource
from carreau.table import commands
from carreau.table.commands import Perform, Refused
from carreau.table.table import Table

RETRY_AFTER: Final = 2.0  # seconds until a retry if no bot could think
UNWATCHED_PAUSE: Final = 10.0  # seconds before each move of bots that play for nobody
UNWATCHED_MOST: Final = 24 * 3600.0  # seconds after which they stop until somebody comes
TOO_LATE: Final = ("stale", "illegal", "over")  # the position has changed in the meantime


class BotDriver:
    """The bots that think about the current position of a table."""

    def __init__(
        self,
        table: Table,
        audience: Audience,
        tasks: Tasks,
        perform: Perform,
        bot_pool: BotPool,
        time: TimeSource,
    ) -> None:
        self.table = table  # when it was last driven
        self.audience = audience
        self.tasks = tasks
        self.perform = perform
        self.bot_pool = bot_pool
        self.time = time
        self.address = ""  # the host's address, if known
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat, with the decision they think about
        self.watched_at = time.time()  # when somebody was here last
        self.came: asyncio.Event | None = None  # set when somebody comes, while bots pause
        self.passed: dict[int, int] = {}  # by seat, the decision of a race in which its bot prefers to wait

    def drive(self, table: Table) -> None:
        """Let bots think about the current decision, and stop those that think about an earlier one."""
        self.table = table
        due = [seat for seat in table.waiting() if table.seats[seat].bot]
        if self.thinking:
            self.stop_others(table.decision, due)
        for seat in due:
            if seat not in self.thinking and self.passed.get(seat) != table.decision:
                task = self.tasks.spawn(self.think(seat, table.decision, table.seats[seat].bot))
                self.thinking[seat] = table.decision, task

    def stop_others(self, decision: int, due: list[int]) -> None:
        for seat, (about, task) in list(self.thinking.items()):
            if about != decision or seat not in due:
                task.cancel()
                del self.thinking[seat]

    async def think(self, seat: int, decision: int, level: str) -> None:
        """Ask a bot and make its move; in a race, after its reaction time."""
        if plays_for_nobody(self.table) and not await self.pause():
            self.thinking.pop(seat, None)
            return
        try:
            found = await self.choose(seat, level)
        except BotPoolError:
            await self.time.sleep(RETRY_AFTER)
            self.thinking.pop(seat, None)
            self.drive(self.table)
            raise
        if self.table.racing:
            await self.time.sleep(max(0.0, self.table.began + found.seconds - self.time.time()))
        self.thinking.pop(seat, None)
        if found.action < 0:
            self.passed[seat] = decision
        else:
            await self.act(seat, decision, found.action)

    async def pause(self) -> bool:
        """Wait before a move that nobody waits for, unless somebody comes; False if nobody has come for a day."""
        if self.audience.viewers:
            return True
        if self.time.time() - self.watched_at >= UNWATCHED_MOST:
            return False
        self.came = self.came or asyncio.Event()
        alarm = self.time.call_later(UNWATCHED_PAUSE, self.came.set)
        try:
            await self.came.wait()
        finally:
            alarm.cancel()
            self.came = None
        return True

    async def choose(self, seat: int, level: str) -> BotMove:
        table = self.table
        return await self.bot_pool.choose(
            table.id,
            known(table, seat),
            seat,
            level,
            seed=secrets.randbits(62),
            host=table.host,
            address=self.address,
            watched=self.is_watched(table),
        )

    def is_watched(self, table: Table) -> bool:
        """Tell whether a player is connected and waiting for the bots."""
        return not set(table.members).isdisjoint(self.audience.present())

    async def act(self, seat: int, decision: int, action: int) -> None:
        """Make a move, unless the position or the seat has changed; then think about the current one."""
        try:
            await self.perform(
                lambda table, now: (
                    commands.acted(table, seat, decision, action, "", now) if table.seats[seat].bot else []
                )
            )
        except Refused as refusal:
            if refusal.code not in TOO_LATE:
                raise
            self.drive(self.table)

    def joined(self, guest: str, address: str) -> None:
        """Charge the bots' time to the host's address; make their moves urgent if a player has started to watch."""
        if guest == self.table.host or not self.address:
            self.address = address
        self.watched_at = self.time.time()
        if self.came:
            self.came.set()
        if guest in self.table.members:
            self.bot_pool.promote(self.table.id)

    def left(self) -> None:
        """Note the time at which a viewer left."""
        self.watched_at = self.time.time()


def plays_for_nobody(table: Table) -> bool:
    """Tell whether only bots play at a table, on their own seats or for others."""
    return all(seat.bot for seat in table.seats)
