"""All tables of a server: put up, found, loaded again after a restart, cleared away when nobody has come for long."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.options import OptionValue
from carreau.server import wire
from carreau.server.bot_pool import BotPool
from carreau.server.identity import DAY, YEAR
from carreau.server.limits import Limiter, Rate
from carreau.server.live import LiveTable
from carreau.server.logs import tell_failure
from carreau.server.metrics import Metrics
from carreau.server.settings import Settings
from carreau.server.store import Guest, Store, Stored, StoreError
from carreau.table import commands
from carreau.table.commands import Refused
from carreau.table.events import Absent, AnyEvent, Created, decode, encode
from carreau.table.snapshots import restored
from carreau.table.table import RulesChanged, Table
from carreau.table.types import ClockSetting

ID_BYTES: Final = 9  # 12 characters: a link that nobody can guess
SECRET_BYTES: Final = 32
QUIET: Final = 600.0  # seconds after which a table that nobody looks at is kept on disk only
CLEANING: Final = 300.0  # seconds between two rounds
MENDING: Final = 10.0  # seconds, likewise


class NoTable(CarreauError):
    """There is no table with that id, or it can't be opened any more."""


class SitThere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: wire.Seat
    share: wire.Share


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to play, and with whom; what is not said is as usual."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, OptionValue] = {}
    private: bool = True
    clock: ClockSetting = ClockSetting()
    absent: Absent = "wait"
    sit: Annotated[list[SitThere], Meta(max_length=16)] = []
    bots: Annotated[dict[str, wire.Level], Meta(max_length=16)] = {}  # by seat
    start: bool = False


class House:
    """The tables in memory, and the store in which all are."""

    def __init__(self, store: Store, bot_pool: BotPool, metrics: Metrics, settings: Settings) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.settings = settings
        self.tables: dict[str, LiveTable] = {}
        self.opening = asyncio.Lock()
        self.chat = Limiter("lines of chat", Rate(settings.chat_rate, settings.chat_burst))  # by guest
        self.going_up = Counter[str]()  # by guest, tables that are being put up at the moment
        self.keepers: list[asyncio.Task[None]] = []
        self.closing = False

    # Opening and closing the house

    async def start(self) -> None:
        """Go on with all tables that were being played: bots move and clocks run without anybody looking."""
        for table in await self.store.running():
            try:
                await self.open(table)
            except NoTable as error:
                tell_failure("opening", error.__cause__ or error, table)
        self.keepers = [
            asyncio.create_task(self.mend_now_and_then()),
            asyncio.create_task(self.clean_up_now_and_then()),
        ]

    async def stop(self) -> None:
        """Finish writing."""
        self.closing = True
        for keeper in self.keepers:
            keeper.cancel()
        for live in list(self.tables.values()):
            await live.stop()

    def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment."""
        self.closing = True
        bye = wire.encode(wire.Bye(seconds=3.0, text="the server is being restarted"))
        for live in self.tables.values():
            for viewer in live.viewers:
                viewer.send(bye)

    def count_tables(self) -> None:
        """Let the figures show how many tables there are in memory."""
        statuses = Counter[str](live.table.status for live in self.tables.values())
        for status, gauge in self.metrics.tables.items():
            gauge.set(statuses[status])

    # Tables

    async def open(self, table: str) -> LiveTable:
        """A table by its id, from memory or from disk, and going on."""
        live = self.tables.get(table)
        if live is None or live.broken:
            async with self.opening:
                live = self.tables.get(table)
                if live is None or live.broken:
                    live = await self.reopened(table, live)
        return live

    async def reopened(self, table: str, before: LiveTable | None) -> LiveTable:
        """A table from disk; those who looked at a broken copy of it are shown what is true."""
        if self.closing:
            raise StoreError("the server is being restarted; connect again in some seconds")
        if before:
            await before.stop()
        stored = await self.stored(table)
        live = self.living(rebuilt(stored), stored.number)
        if before:
            live.take_over(before)
        live.wait_for_players()
        live.go_on()
        self.tables[table] = live  # last: whoever finds it there may act at once
        return live

    def living(self, table: Table, snapshot_at: int = 0) -> LiveTable:
        grace = self.settings.grace_seconds
        return LiveTable(table, self.store, self.bot_pool, self.metrics, summary, grace, snapshot_at)

    async def load(self, table: str) -> Table:
        """A table from disk; NoTable says why it can't be opened."""
        return rebuilt(await self.stored(table))

    async def stored(self, table: str) -> Stored:
        stored = await self.store.load(table)
        if stored is None:
            raise NoTable("there is no such table; it may have been cleared away")
        return stored

    async def mend_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(MENDING)
            try:
                await self.mend()
            except StoreError as error:
                tell_failure("opening", error)

    async def mend(self) -> None:
        """Open tables again that could not be stored: bots move and clocks run there without anybody looking."""
        for table in [name for name, live in self.tables.items() if live.broken]:
            try:
                await self.open(table)
            except NoTable as error:
                self.tables.pop(table, None)
                tell_failure("opening", error.__cause__ or error, table)

    async def create(self, guest: Guest, wanted: NewTable) -> LiveTable:
        """Put up a table as somebody wants it, with them and bots on their seats; nothing is kept of what fails."""
        async with self.refuse_too_many(guest.id):
            return await self.put_up(*self.as_wanted(guest, wanted))

    def as_wanted(self, guest: Guest, wanted: NewTable) -> tuple[Table, list[bytes]]:
        """A new table, and the events that it begins with."""
        now = time()
        first = commands.create(
            secrets.token_urlsafe(ID_BYTES),
            wanted.game,
            wanted.seats,
            wanted.options,
            guest.id,
            secrets.token_bytes(SECRET_BYTES),
            now,
            private=wanted.private,
            clock=wanted.clock,
            absent=wanted.absent,
        )
        table, events = Table(first), [encode(first)]
        for more in self.first_events(table, guest, wanted, now):
            table.apply(more)
            events.append(encode(more))
        return table, events

    def first_events(self, table: Table, guest: Guest, wanted: NewTable, now: float) -> list[AnyEvent]:
        """Who sits where from the beginning; tried out on a copy, so that all of it is checked."""
        copy, found = Table(table.created), list[AnyEvent]()

        def then(events: list[AnyEvent]) -> None:
            for event in events:
                copy.apply(event)
            found.extend(events)

        for own in wanted.sit:
            then(commands.sit(copy, guest.id, guest.name, own.seat, own.share, now))
        for seat, level in wanted.bots.items():
            then(commands.add_bot(copy, guest.id, seat_number(seat), level, now))
        if wanted.start:
            then(commands.start(copy, guest.id, now))
        return found

    async def put_up(self, table: Table, events: list[bytes]) -> LiveTable:
        live = self.living(table)
        await self.store.append(table.id, 0, events, live.about())
        self.tables[table.id] = live
        live.go_on()
        return live

    async def rematch(self, live: LiveTable, guest: Guest) -> str:
        """The same again. Everybody at the old table is told of the new one when that is on disk, and not before."""
        new, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_bytes(SECRET_BYTES)
        async with self.refuse_too_many(guest.id), self.opening:
            first = commands.rematch(live.table, guest.id, new, secret, time())
            table, events = Table(first), [encode(first)]
            for seat, (_, level) in enumerate(commands.rematch_seats(live.table)):
                if level:
                    for event in commands.add_bot(table, guest.id, seat, level, time()):
                        table.apply(event)
                        events.append(encode(event))
            await self.put_up(table, events)
            await live.perform(lambda old, now: commands.link_rematch(old, guest.id, new, now))
        return new

    @asynccontextmanager
    async def refuse_too_many(self, guest: str) -> AsyncIterator[None]:
        """While a table is put up; others that are too count, and are counted first: they may be on disk any moment."""
        most, own = self.settings.tables_per_guest, self.going_up[guest]
        self.going_up[guest] += 1
        try:
            own += await self.store.unfinished(guest, time() - DAY)  # games that were left lying are no flood
            if own >= most:
                raise Refused(
                    "too_many", f"you have {most} tables, and no more are allowed; play one to its end, or give it up"
                )
            yield
        finally:
            self.going_up -= Counter([guest])  # which keeps nobody who has none

    # Clearing away

    async def clean_up_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(CLEANING)
            try:
                await self.clean_up(time())
            except StoreError as error:
                tell_failure("cleaning", error)

    async def clean_up(self, now: float) -> None:
        """Delete tables that nobody has touched for long, and guests; keep in memory what is looked at or played."""
        before = now - self.settings.idle_days * DAY
        for table in await self.store.idle(before, min(before, now - YEAR)):
            if table not in self.tables or not self.tables[table].viewers:
                await self.clear_away(table, before)
        await self.store.forget_guests(now - YEAR, now)  # by then their cookies are gone as well
        for name, live in list(self.tables.items()):
            busy = live.viewers or live.tasks or live.timer or live.broken
            if not busy and now - live.table.changed > QUIET:
                del self.tables[name]

    async def clear_away(self, table: str, before: float) -> None:
        """Delete a table, and its copy in memory, unless somebody has touched it meanwhile."""
        async with self.opening:
            if await self.store.delete(table, before) and table in self.tables:
                await self.tables.pop(table).stop()


def rebuilt(stored: Stored) -> Table:
    """A table from what was kept of it; NoTable says why that can't be done, and nothing that is hidden there."""
    try:
        events = [decode(event) for event in stored.entries]
        found = restored(stored.snapshot) if stored.snapshot else Table(created(events.pop(0)))
        for event in events:
            found.apply(event)
    except (NoTable, RulesChanged, UnknownGame) as error:
        raise NoTable(str(error)) from error
    except (CarreauError, AssertionError, LookupError, ValueError) as error:  # whatever is wrong with it
        raise NoTable(
            "it can't be read: it is damaged, or was stored by another version of carreau, which may still open it"
        ) from error
    return found


def created(event: AnyEvent) -> Created:
    if not isinstance(event, Created):
        raise NoTable("its first entry is missing")
    return event


def seat_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:  # one spelling: no digits of other scripts
        raise Refused("no_seat", f"a seat is a number, not {text[:20]!r}")
    return int(text)


def summary(table: Table) -> bytes:
    """What the lobby shows of a table."""
    created_ = table.created
    return msgspec.json.encode(
        {
            "game": created_.game,
            "options": created_.options,
            "clock": created_.clock,
            "seats": [{"name": seat.name, "level": seat.level} for seat in table.seats],
            "free": sum(not seat.taken for seat in table.seats),
        }
    )
