"""A room: a table, its viewers, and everything that keeps it going.

All commands take the same path: decide, store, apply, broadcast. Deciding and applying return new values, so a failed
append leaves the table unchanged. Since only the disk knows whether the append succeeded, the table is then reloaded.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final, NamedTuple

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.server import wire
from carreau.server.bot_driver import BotDriver
from carreau.server.bot_pool import BotPool
from carreau.server.broadcast import Audience, Viewer
from carreau.server.limits import Limiter
from carreau.server.listing import changed
from carreau.server.loading import load
from carreau.server.logs import Moved, TableChanged, debugging, tell, tell_failure
from carreau.server.metrics import Metrics
from carreau.server.presence import Presence
from carreau.server.race import Race
from carreau.server.store import About, Store, StoreError, TableMoved, Unanswered
from carreau.server.tasks import Tasks
from carreau.server.time_source import Alarm, TimeSource
from carreau.table import commands, timers
from carreau.table.apply import Change, after
from carreau.table.commands import Decide, Refused
from carreau.table.events import AnyEvent, encode
from carreau.table.hosting import may_watch
from carreau.table.projection import may_view
from carreau.table.snapshots import saved
from carreau.table.table import Table

SNAPSHOT_EVERY: Final = 256  # events
EARLY: Final = 0.005  # seconds by which a timer may expire early


class NoSpectators(CarreauError):
    """A guest without a seat wants to watch a game that is closed to spectators."""


class RoomClosed(Unanswered):
    """A command to a table whose room is being closed: clients that reconnect find out why."""

    def __init__(self) -> None:
        super().__init__("the table is being closed; reconnect in a few seconds", "closed")


class RoomServices(NamedTuple):
    """Everything that the rooms of a server share."""

    store: Store
    bot_pool: BotPool
    metrics: Metrics
    time: TimeSource
    grace: float  # seconds to wait for absent players
    host_grace: float  # seconds to wait for an absent host before the game
    events: Limiter  # how many events an address may store
    moved: Callable[[str], None]  # is told about a table that another server has taken over


class Room:
    """A table in memory. `table` is always as it is on disk, or was before the last append."""

    def __init__(self, table: Table, services: RoomServices, snapshot_at: int = 0) -> None:
        self.table = table
        self.store = services.store
        self.metrics = services.metrics
        self.time = services.time
        self.events = services.events
        self.moved = services.moved
        self.snapshot_at = snapshot_at  # events in the newest snapshot on disk
        self.listed: About | None = None
        self.lock = asyncio.Lock()
        self.uncertain = False  # whether an append failed, so that the disk may be ahead
        self.closed = False
        self.detailed = debugging()
        self.tasks = Tasks(table.id)
        self.audience = Audience(self.time)
        self.presence = Presence(
            table, self.audience, self.tasks, self.perform, self.time, services.grace, services.host_grace
        )
        self.bots = BotDriver(table, self.audience, self.tasks, self.perform, services.bot_pool, self.time)
        self.race = Race(self.time)
        self.alarm: Alarm | None = None

    # Commands

    async def perform(self, decide: Decide, sender: Viewer | None = None, ref: str = "") -> bool:
        """Carry out a command on the table when its turn comes; Refused changes nothing.

        Return whether anything changed; the update then answers the sender's command `ref`.
        """
        await self.lock.acquire()  # `async with` would cost two more coroutines
        try:
            if self.uncertain or self.closed:
                await self.settle()
            events = decide(self.table, self.time.time())
            if events:
                await self.commit(events, sender, ref)
        finally:
            self.lock.release()
        self.go_on()
        return bool(events)

    async def commit(self, events: list[AnyEvent], sender: Viewer | None, ref: str) -> None:
        """Store events, then apply them, then broadcast them."""
        began, change = perf_counter(), after(self.table, events)
        self.charge(sender, len(events))
        table, entries = change.table, [encode(event) for event in events]
        about = changed(table, events, self.listed)
        snapshot = saved(table) if table.event_count - self.snapshot_at >= SNAPSHOT_EVERY else None
        try:
            await self.store.append(table.id, self.table.event_count, entries, about, snapshot)
        except BaseException as error:  # whatever it was, only the disk knows
            self.uncertain = True
            self.count_failure(error)
            raise
        self.listed = about or self.listed
        if snapshot:
            self.snapshot_at = table.event_count
        self.apply(change)
        self.audience.update(change, sender, ref)
        self.count(change, perf_counter() - began)

    def apply(self, change: Change) -> None:
        """Take over a table that is on disk."""
        before, self.table = self.table, change.table
        self.audience.dismiss(self.table)
        if before.status != self.table.status:
            tell(TableChanged(table=self.table.id, status=self.table.status, game=self.table.created.game))
        if before.seats is not self.table.seats:
            self.presence.tell(self.table)
        if change.started:
            self.presence.expect_players(self.table)

    def charge(self, sender: Viewer | None, events: int) -> None:
        """Count events against the limit of an address; TooFast if a player has had too many."""
        if sender:
            self.events.spend(sender.address, self.time.monotonic(), events)
        else:
            self.events.charge(self.bots.address, self.time.monotonic(), events)

    def count_failure(self, error: BaseException) -> None:
        """Log and count a failed append; otherwise only the caller would hear of it."""
        if isinstance(error, TableMoved):
            self.moved(self.table.id)
        elif isinstance(error, Exception):
            fault = error.fault if isinstance(error, StoreError) else "other"
            self.metrics.failed_appends[fault].inc()
            tell_failure("append", error, self.table.id)

    def count(self, change: Change, seconds: float) -> None:
        if self.detailed and change.moves:
            tell(Moved(table=change.table.id, decision=change.table.decision, ms=round(1000 * seconds, 3)))
        self.metrics.told.observe(seconds)
        for move in change.moves:
            if move.actor != CHANCE:
                self.metrics.moves.count(change.table.created.game)

    def act(self, viewer: Viewer, command: wire.Act) -> Awaitable[bool]:
        """Carry out a player's action."""
        if self.table.racing:
            return self.act_in_race(viewer, command)
        return self.perform(acting(viewer, command), viewer, command.ref)

    async def act_in_race(self, viewer: Viewer, command: wire.Act) -> bool:
        """Carry out an action in a race: the one counts that was sent first, not the one that came first."""
        self.audience.answered(viewer, command.decision)
        rivals = [each.lag for each in self.audience.racers(self.table) if each.guest != viewer.guest]
        await self.race.turn(viewer.lag, max(rivals, default=0.0))
        return await self.perform(acting(viewer, command), viewer, command.ref)

    # Recovery

    async def recover(self) -> None:
        """Reload the table if an append failed, and continue."""
        async with self.lock:
            await self.settle()
        self.go_on()

    async def settle(self) -> None:
        """Make sure that the table is as it is on disk; the caller holds the lock."""
        if self.closed:
            raise RoomClosed
        if self.uncertain:
            await self.claim_again()
            loaded = await load(self.store, self.table.id)
            self.table, self.snapshot_at, self.listed = loaded.table, loaded.snapshot_at, None
            self.uncertain = False
            self.audience.refresh(self.table)
            self.presence.expect_players(self.table)

    async def claim_again(self) -> None:
        """Get a new token, without which what was sent before could still arrive after the table is loaded."""
        self.store.ownership.let_go(self.table.id)
        if await self.store.ownership.claim(self.table.id):
            self.moved(self.table.id)
            raise TableMoved(self.table.id)

    # Viewers

    async def join(self, viewer: Viewer) -> None:
        """Show everything to a new viewer, who gets all updates from now on."""
        async with self.lock:
            await self.settle()
            if not may_watch(self.table, viewer.guest):
                raise NoSpectators("the host has closed this table to spectators")
            self.presence.came(viewer.guest)
            self.audience.join(self.table, viewer)
        self.bots.joined(viewer.guest, viewer.address)
        self.bots.drive(self.table)  # which may have stopped while nobody was here
        self.presence.tell(self.table, viewer)

    async def set_pov(self, viewer: Viewer, seat: int) -> None:
        """Switch a viewer to another seat of theirs, or to a spectator's point of view."""
        async with self.lock:
            await self.settle()
            if not may_view(self.table, viewer.guest, seat):
                raise Refused(
                    "not_yours", f"seat {seat} is not yours; watch as a spectator (-1) or take the seat first"
                )
            viewer.pov = seat
            self.audience.show(self.table, viewer)

    def leave(self, viewer: Viewer) -> None:
        """Remove a closed connection."""
        self.audience.viewers.discard(viewer)
        self.bots.left()
        if not self.closed:
            self.presence.left(self.table, viewer.guest)
        self.presence.tell(self.table)

    # Bots and clocks

    def go_on(self) -> None:
        """Let bots think and timers run, unless the room is closed."""
        if not self.closed:
            self.bots.drive(self.table)
            self.set_alarm()

    def set_alarm(self) -> None:
        """Wake up when the next timer expires."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        due = timers.next_expiry(self.table)
        if due is not None:
            delay = max(0.0, due - self.time.time()) + EARLY
            self.alarm = self.time.call_later(delay, lambda: self.tasks.spawn(self.expire()))

    async def expire(self) -> None:
        """Carry out expired timers, after the answers in a race that arrived before."""
        await self.race.heard()
        await self.perform(timers.expire)

    # The end

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is pending."""
        return not (self.audience.viewers or self.tasks.running or self.alarm or self.uncertain or self.lock.locked())

    def close(self) -> None:
        """Refuse all further commands."""
        self.closed = True
        if self.alarm:
            self.alarm.cancel()

    async def stop(self) -> None:
        """Finish pending writes, then close the room."""
        async with self.lock:
            self.close()
        await self.tasks.stop()


def acting(viewer: Viewer, command: wire.Act) -> Decide:
    """Decide about a player's action."""
    return lambda table, now: commands.act(
        table,
        viewer.guest,
        command.seat,
        command.decision,
        commands.action_number(table, command.action),
        command.ref,
        now,
        viewer.lag,
    )
