"""Connected players, and how long to wait for the others."""

import asyncio
from typing import Final

from carreau.server import wire
from carreau.server.broadcast import Audience, Viewer
from carreau.server.tasks import Tasks
from carreau.server.time_source import Alarm, TimeSource
from carreau.table import commands, hosting
from carreau.table.commands import Perform
from carreau.table.table import Table

TELL_EVERY: Final = 2.0  # seconds at least between two messages about spectators alone


class Presence:
    """The absent players of a table. After a grace period a bot may take over from them."""

    def __init__(
        self,
        table: Table,
        audience: Audience,
        tasks: Tasks,
        perform: Perform,
        time: TimeSource,
        grace: float,
        host_grace: float,
    ) -> None:
        self.audience = audience
        self.tasks = tasks
        self.perform = perform
        self.time = time
        self.grace = grace
        self.host_grace = host_grace
        self.host_seen = time.time()  # when the host was here last; at first, when the room was opened
        self.host_came = False
        self.host_expected: asyncio.Task[None] | None = None
        self.table = table  # as it was when presence was told last
        self.absent: dict[str, float] = {}  # by guest, the end of the grace period
        self.told: tuple[list[str], dict[str, float]] = [], {}  # players who are connected, and those who are missed
        self.told_spectators = 0
        self.alarm: Alarm | None = None

    def came(self, guest: str) -> None:
        self.absent.pop(guest, None)
        if guest == self.table.host:
            self.host_came = True
            if self.host_expected:
                self.host_expected.cancel()

    def host_is_away(self, table: Table) -> bool:
        """Tell whether the host has been away for long enough to be replaced."""
        here = table.host in self.audience.present()
        return not here and self.time.time() - self.host_seen >= self.host_grace

    def expect_host(self) -> None:
        """Wait for the host of a new table; without one who comes, it is nobody's table."""
        self.host_expected = self.tasks.spawn(self.abandon())

    async def abandon(self) -> None:
        await self.time.sleep(self.host_grace)
        self.host_expected = None  # from here on nobody cancels it: it may be writing
        await self.perform(lambda table, now: [] if self.host_came else hosting.abandon(table, now))

    def overdue(self) -> list[str]:
        """List the players who have been waited for long enough."""
        now = self.time.time()
        return [guest for guest, until in self.absent.items() if until <= now]

    def left(self, table: Table, guest: str) -> None:
        """Wait for a player whose last connection is gone."""
        if guest == table.host:
            self.host_seen = self.time.time()
        if guest in table.members and guest not in self.audience.present():
            self.wait_for(guest)

    def expect_players(self, table: Table) -> None:
        """Wait for all players who aren't connected: when a game starts, and when its table is loaded."""
        if table.status == "playing":
            for guest in set(table.members) - set(self.audience.present()):
                self.wait_for(guest)

    def wait_for(self, guest: str) -> None:
        until = self.absent[guest] = self.time.time() + self.grace
        self.tasks.spawn(self.miss(guest, until))

    async def miss(self, guest: str, until: float) -> None:
        """Let a bot take over, unless the player has come back by then."""
        await self.time.sleep(max(0.0, until - self.time.time()))
        await self.perform(
            lambda table, now: commands.miss(table, guest, now) if self.absent.get(guest) == until else []
        )

    def tell(self, table: Table, newcomer: Viewer | None = None) -> None:
        """Tell everybody which players are connected; tell a newcomer in any case.

        Spectators are told as a number, and not each time that it changes: hundreds may come and go.
        """
        self.table = table
        players, spectators = self.audience.summary(table)
        if (players, self.absent) != self.told:
            self.send(players, spectators)
            return
        if newcomer:
            newcomer.send(wire.encode(self.message(players, spectators)))
        if self.alarm is None and spectators != self.told_spectators:
            self.alarm = self.time.call_later(TELL_EVERY, self.tell_spectators)

    def tell_spectators(self) -> None:
        self.alarm = None
        players, spectators = self.audience.summary(self.table)
        if spectators != self.told_spectators:
            self.send(players, spectators)

    def send(self, players: list[str], spectators: int) -> None:
        self.told, self.told_spectators = (players, dict(self.absent)), spectators
        self.audience.send(self.message(players, spectators))

    def message(self, players: list[str], spectators: int) -> wire.Present:
        now = self.time.time()
        grace = {guest: round(max(0.0, until - now), 1) for guest, until in self.absent.items()}
        return wire.Present(guests=players, spectators=spectators, grace=grace)
