"""A table that is being played: one command after the other, on disk before anyone is told, bots and clocks kept going.

Everything about the game itself is decided in `table/`; here is only when and to whom.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic, perf_counter, time
from typing import Final, Protocol, cast

import msgspec

from carreau.core.game import CHANCE, SPECTATOR
from carreau.server import wire
from carreau.server.bot_jobs import BotPoolError
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory
from carreau.server.logs import tell_failure
from carreau.server.metrics import Metrics
from carreau.server.race import Race
from carreau.server.store import About, Store, StoreError
from carreau.table import commands, timers
from carreau.table.commands import Refused
from carreau.table.events import Acted, AnyEvent, Chatted, Started, Undone, encode
from carreau.table.messages import TableShown
from carreau.table.projection import first_pov, may_view, project_move, project_moves, project_position, project_table
from carreau.table.snapshots import saved
from carreau.table.table import Table
from carreau.table.types import Move

SNAPSHOT_EVERY: Final = 256  # events
TRY_AGAIN: Final = 2.0  # seconds, where no bot could be found to think
EARLY: Final = 0.005  # a timer may ring a little before its time

Decide = Callable[[Table, float], list[AnyEvent]]


class Viewer(Protocol):
    """A connection of a guest, and the seat through whose eyes it sees."""

    guest: str
    pov: int
    lag: float  # seconds that a message needs one way

    def send(self, message: bytes, delay: float = 0.0) -> None:
        """Queue a message; one that is delayed is sent later, and all that follow after it."""


class LiveTable:
    """A table in memory, its viewers, and what keeps it going."""

    def __init__(
        self,
        table: Table,
        store: Store,
        bot_pool: BotPool,
        metrics: Metrics,
        summary: Callable[[Table], bytes],
        grace: float,
        snapshot_at: int = 0,
    ) -> None:
        self.table = table
        self.store = store
        self.bot_pool = bot_pool
        self.metrics = metrics
        self.summary = summary
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.missed: dict[str, float] = {}  # players who are not connected, and until when they are waited for
        self.grace = grace
        self.race = Race()
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat, with the decision it is about
        self.content: dict[int, int] = {}  # by seat, the decision of a race in which its bot wants to do nothing
        self.timer: asyncio.TimerHandle | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.snapshot_at = snapshot_at  # events that the newest snapshot on disk stands for
        self.arrives = 0.0  # when what was told last is seen by everybody, as far as it was held back for a race
        self.listed: About | None = None
        self.broken = False  # memory and disk differ: it must be loaded again

    # One command after the other

    async def perform(self, decide: Decide) -> None:
        """Carry out what was decided on the table as it is then; Refused changes nothing."""
        async with self.lock:
            self.refuse_if_broken()
            now = time()
            events = decide(self.table, now)
            if events:
                await self.carry_out(events)
        self.go_on()

    def refuse_if_broken(self) -> None:
        if self.broken:
            raise StoreError("the table could not be stored; connect again")

    async def carry_out(self, events: list[AnyEvent]) -> None:
        """Apply, store, tell. If it can't be stored, nobody was told, and this copy of the table is given up."""
        first, began = self.table.event_count, perf_counter()
        moves: list[Move] = []
        undone = 0
        for event in events:
            move = self.table.apply(event)
            if move:
                moves.append(move)
            if isinstance(event, Undone):
                undone += event.actions
        snapshot = saved(self.table) if self.table.event_count - self.snapshot_at >= SNAPSHOT_EVERY else None
        try:
            await self.append(first, events, snapshot)
        except BaseException:  # whatever it was: only the disk knows
            self.broken = True
            raise
        if snapshot:
            self.snapshot_at = self.table.event_count
        started = any(isinstance(event, Started) for event in events)
        if started:
            self.open_eyes()
        self.tell(moves, undone, [event for event in events if isinstance(event, Chatted)])
        self.metrics.told.observe(perf_counter() - began)
        self.metrics.moves[self.table.created.game].inc(sum(move.actor != CHANCE for move in moves))
        if started:
            self.wait_for_players()

    async def append(self, first: int, events: list[AnyEvent], snapshot: bytes | None) -> None:
        about = self.changed(events)
        await self.store.append(self.table.id, first, [encode(event) for event in events], about, snapshot)
        self.listed = about or self.listed

    def changed(self, events: list[AnyEvent]) -> About | None:
        """What is listed of the table, unless it is so already: actions change nothing of it but the last."""
        if self.listed and self.listed.status == self.table.status and all(isinstance(each, Acted) for each in events):
            return None
        about = self.about()
        return about if about != self.listed else None

    def about(self) -> About:
        table = self.table
        members = sorted({*table.members, table.created.host})
        return About(table.status, tuple(members), self.summary(table), not table.created.private)

    # Telling

    def tell(self, moves: list[Move], undone: int, chat: list[Chatted]) -> None:
        """Each viewer what their point of view may see; where a race begins, so that all see it at the same time."""
        shown = msgspec.Raw(wire.encode(project_table(self.table, time())))  # once for all of them
        lines = [wire.ChatLine(line.at, line.guest, line.name, line.text) for line in chat]
        messages: dict[int, bytes] = {}
        now = self.hold_back()
        for viewer in self.viewers:
            self.check_pov(viewer)
            pov = viewer.pov
            if pov not in messages:
                messages[pov] = wire.encode(
                    wire.Update(
                        number=self.table.event_count,
                        table=cast("TableShown", shown),
                        position=project_position(self.table, pov),
                        events=[project_move(self.table.game, move, pov) for move in moves],
                        undone=undone,
                        chat=lines,
                    )
                )
            viewer.send(messages[pov], self.delay(viewer, now))

    def check_pov(self, viewer: Viewer) -> None:
        """The seat through whose eyes somebody sees may have been theirs until now."""
        if not may_view(self.table, viewer.guest, viewer.pov):
            viewer.pov = SPECTATOR

    def open_eyes(self) -> None:
        """When a game begins: whoever sits here sees it through their own eyes, in every window."""
        for viewer in self.viewers:
            if viewer.pov == SPECTATOR:
                viewer.pov = first_pov(self.table, viewer.guest)

    def hold_back(self) -> float:
        """Note when what is told now is to be seen; gives now."""
        now = monotonic()
        self.arrives = max(self.arrives, now + self.slowest_racer())
        return now

    def delay(self, viewer: Viewer, now: float) -> float:
        """How long a message has to wait until it is sent, so that it arrives when it does everywhere."""
        return max(0.0, self.arrives - now - viewer.lag)

    def slowest_racer(self) -> float:
        """How long a message needs to whoever takes part in a race and is farthest away; 0 where there is none."""
        if not self.table.racing:
            return 0.0
        waiting = self.table.waiting()
        return max((viewer.lag for viewer in self.viewers if viewer.pov in waiting), default=0.0)

    async def join(self, viewer: Viewer) -> None:
        """Show everything to a new viewer, who is told from now on what happens."""
        async with self.lock:
            self.refuse_if_broken()
            viewer.pov = first_pov(self.table, viewer.guest)
            self.viewers.add(viewer)
            self.missed.pop(viewer.guest, None)
            self.show(viewer)
        if viewer.guest in self.table.members:
            self.bot_pool.promote(self.table.created.host, self.table.id)
        self.tell_present()

    def take_over(self, before: "LiveTable") -> None:
        """Those who looked at a copy that was given up look at this one, and are shown what is true."""
        self.viewers, self.arrives = before.viewers, before.arrives
        self.hold_back()
        for viewer in self.viewers:
            self.check_pov(viewer)
            self.show(viewer)

    async def set_pov(self, viewer: Viewer, seat: int) -> None:
        """Let a viewer see through other eyes of their own."""
        async with self.lock:
            self.refuse_if_broken()
            if not may_view(self.table, viewer.guest, seat):
                raise Refused("not_yours", f"seat {seat} is not yours; look as a spectator (-1) or sit down first")
            viewer.pov = seat
            self.show(viewer)

    def show(self, viewer: Viewer) -> None:
        """Everything; what begins a race no sooner than the others see it."""
        table = self.table
        viewer.send(
            wire.encode(
                wire.Snapshot(
                    number=table.event_count,
                    you=viewer.guest,
                    seats=table.seats_of(viewer.guest),
                    table=project_table(table, time()),
                    position=project_position(table, viewer.pov),
                    events=project_moves(table, viewer.pov),
                    chat=[wire.ChatLine(line.at, line.guest, line.name, line.text) for line in table.chat],
                    present=self.present(),
                )
            ),
            self.delay(viewer, monotonic()),
        )

    def leave(self, viewer: Viewer) -> None:
        """A connection is gone; its guest is missed if that was the last one and they play here."""
        self.viewers.discard(viewer)
        if viewer.guest not in self.present() and viewer.guest in self.table.members and not self.broken:
            self.wait_for(viewer.guest)
        self.tell_present()

    def wait_for(self, guest: str) -> None:
        """A player is not connected; for some time they are waited for."""
        self.missed[guest] = time() + self.grace
        self.spawn(self.miss(guest, self.missed[guest]))

    def wait_for_players(self) -> None:
        """When a game begins, and when its table was loaded again, as after a restart: who is not here is missed."""
        if self.table.status == "playing":
            for guest in set(self.table.members) - set(self.present()):
                self.wait_for(guest)

    async def miss(self, guest: str, until: float) -> None:
        """They may come back at any time until it is decided."""
        await asyncio.sleep(max(0.0, until - time()))
        await self.perform(
            lambda table, now: commands.miss(table, guest, now) if self.missed.get(guest) == until else []
        )

    def present(self) -> list[str]:
        return sorted({viewer.guest for viewer in self.viewers})

    def watched(self) -> bool:
        """Whether somebody who sits here is connected, and waits for the bots."""
        return not set(self.table.members).isdisjoint(self.present())

    def tell_present(self) -> None:
        now = time()
        grace = {guest: round(max(0.0, until - now), 1) for guest, until in self.missed.items()}
        message = wire.encode(wire.Present(guests=self.present(), grace=grace))
        for viewer in self.viewers:
            viewer.send(message)

    # Players

    async def act(self, viewer: Viewer, command: wire.Act) -> None:
        """An action of a player; in a race the one that was sent first counts, and not the one that came first."""
        if self.table.racing:
            waiting = self.table.waiting()
            rivals = [one.lag for one in self.viewers if one.guest != viewer.guest and one.pov in waiting]
            await self.race.turn(viewer.lag, max(rivals, default=0.0))
        action = commands.action_number(self.table, command.action)
        await self.perform(
            lambda table, now: commands.act(
                table, viewer.guest, command.seat, command.decision, action, command.ref, now, viewer.lag
            )
        )

    def history(self) -> GameHistory:
        """The position, as bots are asked about it."""
        match = self.table.match
        assert match is not None
        moves = tuple((move.actor, move.action) for move in match.moves)
        created = self.table.created
        return GameHistory(created.game, created.seats, created.options, moves)

    # Bots and clocks

    def go_on(self) -> None:
        """Let bots think about what is due, stop those whose position is gone, and set the alarm."""
        table = self.table
        due = [seat for seat in table.waiting() if table.seats[seat].bot]
        for seat, (decision, task) in list(self.thinking.items()):
            if decision != table.decision or seat not in due:
                task.cancel()
                del self.thinking[seat]
        for seat in due:
            if seat not in self.thinking and self.content.get(seat) != table.decision:
                task = self.spawn(self.think(seat, table.decision, table.seats[seat].bot))
                self.thinking[seat] = table.decision, task
        self.set_alarm()

    def spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Do something beside; what goes wrong there is logged."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            tell_failure("table", error, self.table.id)

    async def think(self, seat: int, decision: int, level: str) -> None:
        """Ask a bot, and do what it wants; at a race after the time that it needs to react."""
        began = perf_counter()
        try:
            thought = await self.bot_pool.choose(
                self.table.id,
                self.history(),
                seat,
                level,
                seed=secrets.randbits(62),
                host=self.table.created.host,
                watched=self.watched(),
            )
        except BotPoolError:
            await asyncio.sleep(TRY_AGAIN)
            self.thinking.pop(seat, None)
            self.go_on()
            raise
        self.metrics.thinking["move"].observe(perf_counter() - began)
        if self.table.racing:
            await asyncio.sleep(max(0.0, self.table.began + thought.seconds - time()))
        self.thinking.pop(seat, None)
        if thought.action < 0:
            self.content[seat] = decision
        else:
            await self.bot_acts(seat, decision, thought.action)

    async def bot_acts(self, seat: int, decision: int, action: int) -> None:
        """Its position may be gone by now; then it is asked again about the one that is there. So may its seat."""
        try:
            await self.perform(
                lambda table, now: (
                    commands.acted(table, seat, decision, action, "", now) if table.seats[seat].bot else []
                )
            )
        except Refused as refusal:
            if refusal.code not in ("stale", "illegal", "over"):
                raise
            self.go_on()

    def set_alarm(self) -> None:
        """Wake up when something is due though nobody acts."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        due = timers.next_expiry(self.table)
        if due is not None:
            delay = max(0.0, due - time()) + EARLY
            self.timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self.ring()))

    async def ring(self) -> None:
        """What is due by now; but whoever has answered before, and is held back, is heard first."""
        await self.race.heard()
        await self.perform(timers.expire)

    async def stop(self) -> None:
        """Finish what is being written; nothing goes on afterwards."""
        async with self.lock:
            self.broken = True
        if self.timer:
            self.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)
