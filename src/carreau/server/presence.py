"""Connected players, and how long to wait for the others."""

from carreau.server import wire
from carreau.server.broadcast import Audience
from carreau.server.tasks import Tasks
from carreau.server.time_source import TimeSource
from carreau.table import commands
from carreau.table.commands import Perform
from carreau.table.table import Table


class Presence:
    """The absent players of a table. After a grace period a bot may take over from them."""

    def __init__(self, audience: Audience, tasks: Tasks, perform: Perform, time: TimeSource, grace: float) -> None:
        self.audience = audience
        self.tasks = tasks
        self.perform = perform
        self.time = time
        self.grace = grace
        self.absent: dict[str, float] = {}  # by guest, the end of the grace period

    def came(self, guest: str) -> None:
        self.absent.pop(guest, None)

    def overdue(self) -> list[str]:
        """List the players who have been waited for long enough."""
        now = self.time.time()
        return [guest for guest, until in self.absent.items() if until <= now]

    def left(self, table: Table, guest: str) -> None:
        """Wait for a player whose last connection is gone."""
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

    def tell(self) -> None:
        """Tell everybody who is connected."""
        now = self.time.time()
        grace = {guest: round(max(0.0, until - now), 1) for guest, until in self.absent.items()}
        self.audience.send(wire.Present(guests=self.audience.present(), grace=grace))
