"""The rooms of a server: opened on demand, closed after a while without visitors."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

from carreau.server import creation, wire
from carreau.server.bot_pool import BotPool
from carreau.server.creation import NewTable
from carreau.server.identity import DAY, YEAR
from carreau.server.limits import Limiter, Rate, per_day
from carreau.server.loading import NoTable, load
from carreau.server.logs import TableChanged, tell, tell_failure
from carreau.server.metrics import Metrics
from carreau.server.moderation import Moderation
from carreau.server.names import Names, read_words
from carreau.server.ownership import Elsewhere
from carreau.server.room import Room, RoomServices
from carreau.server.settings import Settings
from carreau.server.store import Guest, Store, StoreError, TableMoved
from carreau.server.tasks import Tasks
from carreau.server.time_source import SystemTime, TimeSource
from carreau.table import rematch, timers
from carreau.table.commands import Decide, Refused
from carreau.table.events import Created
from carreau.table.table import Table

QUIET: Final = 600.0  # seconds without a change after which an empty room is closed
CLEANING: Final = 300.0  # seconds between two rounds of cleaning up
MENDING: Final = 10.0  # seconds between two rounds of recovery


class Restarting(StoreError):
    """A request to a server that is about to stop."""

    def __init__(self) -> None:
        super().__init__("the server is restarting; reconnect in a few seconds", "closed")


class Rooms:
    """The rooms in memory, of tables that this server owns, and the store with all tables."""

    def __init__(
        self, store: Store, bot_pool: BotPool, metrics: Metrics, settings: Settings, time: TimeSource | None = None
    ) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.settings = settings
        self.time: TimeSource = time or SystemTime()
        self.events = Limiter("moves and messages from your network", per_day(settings.events_per_address))
        self.new_tables = Limiter("new tables from your network", per_day(settings.tables_per_address))
        self.services = RoomServices(
            *(store, bot_pool, metrics, self.time, settings.grace_seconds, settings.host_seconds, self.events),
            self.moved,
        )
        self.ownership = store.ownership
        self.in_memory: dict[str, Room] = {}
        self.opening = asyncio.Lock()
        self.chat = Limiter("chat messages", Rate(settings.chat_rate, settings.chat_burst))  # by guest
        self.names = Names(settings.name_length, read_words(settings.blocked_words))
        self.moderation = Moderation(store.operators, self.time)
        self.adopted: set[str] = set()  # running games that this server owns and hasn't opened yet
        self.joining = Counter[str]()  # by guest, tables being created or joined
        self.tasks = Tasks()
        self.keepers: list[asyncio.Task[None]] = []
        self.closing = False

    # Start and stop

    async def start(self) -> None:
        """Open the rooms of all running games: bots move and clocks run even if nobody watches."""
        await self.moderation.load()
        await self.adopt()
        self.keepers = [asyncio.create_task(self.keep_mending()), asyncio.create_task(self.keep_cleaning())]

    async def stop(self) -> None:
        """Finish pending writes."""
        self.closing = True
        for keeper in self.keepers:
            keeper.cancel()
        for room in list(self.in_memory.values()):
            await room.stop()
        await self.tasks.stop()

    def say_goodbye(self) -> None:
        """Ask everybody to reconnect in a moment."""
        self.closing = True
        bye = wire.Bye(seconds=3.0, text="the server is restarting")
        for room in self.in_memory.values():
            room.audience.send(bye)

    def count_tables(self) -> None:
        """Update the metrics of tables in memory."""
        statuses = Counter[str](room.table.status for room in self.in_memory.values())
        for status, gauge in self.metrics.tables.items():
            gauge.set(statuses[status])

    # Opening

    async def open(self, table: str) -> Room:
        """Return the room of a table, with the table as it is on disk."""
        room = self.in_memory.get(table)
        if room is None:
            async with self.opening:
                room = self.in_memory.get(table) or await self.load(table)
        if room.uncertain:
            await room.recover()
        return room

    async def load(self, table: str) -> Room:
        if self.closing:
            raise Restarting
        self.moderation.refuse_closed(table)
        if owner := await self.ownership.claim(table):
            raise Elsewhere(owner)
        try:
            loaded = await load(self.store, table)
        except NoTable:
            self.ownership.let_go(table)
            raise
        room = Room(loaded.table, self.services, loaded.snapshot_at)
        room.presence.expect_players(room.table)
        await room.perform(timers.wait_again)
        self.in_memory[table] = room
        return room

    async def adopt(self) -> None:
        """Open the rooms of running games that no server has any more."""
        if not self.closing:
            self.adopted.update(self.moderation.open_tables(await self.ownership.adopt()))
            await self.open_adopted()

    async def open_adopted(self) -> None:
        """Open the rooms of adopted games; after a failure of the store, the rest waits for the next round."""
        for table in list(self.adopted):
            try:
                await self.open(table)
                self.metrics.adopted.inc()
            except NoTable as error:
                tell_failure("opening", error.__cause__ or error, table)
            except Restarting:
                return
            except (Elsewhere, TableMoved):  # another server was faster
                pass
            self.adopted.discard(table)

    def moved(self, table: str) -> None:
        """Close the room of a table that another server has taken over, and let its viewers reconnect."""
        self.ownership.let_go(table)
        room = self.in_memory.pop(table, None)
        if room:
            room.close()
            room.audience.reconnect()
            self.tasks.spawn(room.stop())
            self.metrics.moved.inc()
            tell(TableChanged(table=table, status="moved"))

    async def keep_mending(self) -> None:
        while True:
            await self.time.sleep(MENDING)
            try:
                await self.mend()
            except StoreError as error:
                tell_failure("opening", error)

    async def mend(self) -> None:
        """Load tables again after failures of the store: bots move and clocks run there even if nobody watches."""
        for table, room in list(self.in_memory.items()):
            try:
                if room.uncertain:
                    await room.recover()
            except NoTable as error:
                await self.forget(table)
                tell_failure("opening", error.__cause__ or error, table)
        await self.open_adopted()

    async def forget(self, table: str) -> None:
        """Close the room of a table that is deleted or closed."""
        room = self.in_memory.pop(table, None)
        if room:
            await room.stop()
        self.ownership.let_go(table)

    # Creating

    async def create(self, guest: Guest, wanted: NewTable, address: str = "") -> Room:
        """Create a table as a guest wants it, with them and bots in their seats; a failure leaves nothing behind."""
        if not wanted.private:
            self.moderation.refuse_public_table()
        async with self.refuse_too_many(guest.id, address):
            first = creation.created(guest, wanted, self.time.time())
            return await self.found(first, creation.first_commands(guest, wanted), address)

    async def found(self, first: Created, more: Iterable[Decide], address: str) -> Room:
        """Open the room of a new table with its first commands."""
        room = Room(Table.new(first), self.services)
        room.bots.address = address
        await room.perform(creation.founding(first, more))
        self.in_memory[first.table] = room
        room.presence.expect_host()
        tell(TableChanged(table=first.table, status="created", game=first.game))
        return room

    async def rematch(self, room: Room, guest: Guest, address: str = "") -> str:
        """Create a table for a rematch. The old table links to it only once it is on disk."""
        new, secret = creation.new_id(), creation.new_secret()
        async with self.refuse_too_many(guest.id, address), self.opening:
            first = rematch.create(room.table, guest.id, new, secret, self.time.time())
            await self.found(first, creation.rematch_commands(room.table, guest), address)
            await room.perform(lambda table, now: rematch.link(table, guest.id, new, now))
        return new

    @asynccontextmanager
    async def refuse_too_many(self, guest: str, address: str) -> AsyncIterator[None]:
        """Refuse more tables than a guest or an address may create, and any while there are no new games."""
        self.moderation.refuse_new_games()
        async with self.limited(guest):
            now = self.time.monotonic()
            self.events.spend(address, now, 0)  # bots, who are charged but not refused, may have used up the quota
            self.new_tables.spend(address, now)
            yield

    @asynccontextmanager
    async def sitting_down(self, guest: str, table: Table) -> AsyncIterator[None]:
        """Refuse a seat at one table more than a guest may have, and any while there are no new games."""
        self.moderation.refuse_new_games()
        if guest in (table.host, *table.members):
            yield
        else:
            async with self.limited(guest):
                yield

    @asynccontextmanager
    async def limited(self, guest: str) -> AsyncIterator[None]:
        """Refuse one table more than a guest may have.

        Those that are being created or joined count as well, since they may already be on disk.
        """
        most, own = self.settings.tables_per_guest, self.joining[guest]
        self.joining[guest] += 1
        try:
            own += await self.store.unfinished(guest, self.time.time() - DAY)  # abandoned games don't count
            if own >= most:
                raise Refused(
                    "too_many", f"you have {most} unfinished tables, and no more are allowed; finish a game or resign"
                )
            yield
        finally:
            self.joining -= Counter([guest])  # which drops guests at zero

    # Cleaning up

    async def keep_cleaning(self) -> None:
        while True:
            await self.time.sleep(CLEANING)
            try:
                await self.clean_up(self.time.time())
            except StoreError as error:
                tell_failure("cleaning", error)

    async def clean_up(self, now: float) -> None:
        """Delete tables and guests that have been idle for long, and close rooms that have been quiet for a while."""
        before = now - self.settings.idle_days * DAY
        abandoned = now - self.settings.abandoned_days * DAY
        for table in await self.store.idle(before, min(before, abandoned)):
            if not await self.is_watched(table):
                await self.delete(table, before)
        await self.store.forget_guests(now - YEAR, now - DAY, now)  # by then their cookies have expired as well
        await self.store.operators.forget(now - YEAR, now)
        for table, room in list(self.in_memory.items()):
            if room.idle and now - room.table.changed > QUIET:
                room.close()
                del self.in_memory[table]
                self.ownership.let_go(table)

    async def is_watched(self, table: str) -> bool:
        """Tell whether somebody has a table open, or another server owns it, which then looks after it."""
        if table in self.in_memory:
            return bool(self.in_memory[table].audience.viewers)
        return await self.ownership.claim(table) is not None

    async def delete(self, table: str, before: float) -> None:
        """Delete a table unless it has changed in the meantime."""
        async with self.opening:
            if await self.store.delete(table, before):
                await self.forget(table)
                self.moderation.closed_tables.discard(table)
                tell(TableChanged(table=table, status="deleted"))

    async def close_table(self, table: str) -> None:
        """Close the room of a table, and open it no more until an operator allows it."""
        async with self.opening:
            await self.moderation.close_table(table)
            await self.forget(table)
