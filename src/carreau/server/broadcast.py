"""The viewers of a table, and their messages: updates, snapshots, and the delayed start of a race."""

from typing import Protocol

from carreau.core.game import SPECTATOR
from carreau.core.native import mypyc_attr
from carreau.server.close_codes import MOVED, NO_SPECTATORS
from carreau.server.time_source import TimeSource
from carreau.server.wire import ChatLine, Message, Snapshot, Update, encode
from carreau.table.apply import Change
from carreau.table.events import Chatted
from carreau.table.hosting import may_watch
from carreau.table.messages import PublicMove
from carreau.table.projection import (
    PositionProjector,
    first_pov,
    may_view,
    project_change,
    project_move,
    project_moves,
    project_position,
    project_table,
)
from carreau.table.table import Table


class Viewer(Protocol):
    """A connection of a guest, and the seat from whose point of view it sees."""

    guest: str
    address: str  # the network of its address
    pov: int

    @property
    def lag(self) -> float:
        """Return the seconds that a message takes one way."""

    def answered(self, seconds: float) -> None:
        """Note that the viewer has answered an update within this time."""

    def dismiss(self, code: int, reason: str) -> None:
        """Disconnect the viewer, with a code of close_codes."""

    def send(self, message: bytes, delay: float = 0.0) -> None:
        """Queue a message; one that is delayed is sent later, and all that follow after it."""


class Audience:
    """The viewers of a table."""

    def __init__(self, time: TimeSource) -> None:
        self.time = time
        self.viewers: set[Viewer] = set()
        self.arrives = 0.0  # when everybody sees the last update, if it was held back for a race
        self.race = -1  # the decision of the last race
        self.race_sent = 0.0  # when that decision was first sent to a viewer

    def present(self) -> list[str]:
        """List the guests who are connected."""
        return sorted({viewer.guest for viewer in self.viewers})

    def summary(self, table: Table) -> tuple[list[str], int]:
        """List the players who are connected, the host included, and count the other guests."""
        connected = {viewer.guest for viewer in self.viewers}
        players = connected & {*table.members, table.host}
        return sorted(players), len(connected) - len(players)

    def send(self, message: Message) -> None:
        """Send everybody the same message."""
        encoded = encode(message)
        for viewer in self.viewers:
            viewer.send(encoded)

    def dismiss(self, table: Table) -> None:
        """Disconnect everybody who may not watch any more."""
        if not table.hosting.spectators:
            for viewer in [viewer for viewer in self.viewers if not may_watch(table, viewer.guest)]:
                self.viewers.discard(viewer)
                viewer.dismiss(NO_SPECTATORS, "the host has closed this table to spectators")

    def reconnect(self) -> None:
        """Disconnect everybody, since another server has the table."""
        for viewer in self.viewers:
            viewer.dismiss(MOVED, "another server has taken over this table")

    # Updates

    def update(self, change: Change, sender: Viewer | None = None, ref: str = "") -> None:
        """Send each viewer what they may see of a change; the start of a race arrives everywhere at the same time.

        For the sender of the command `ref` the update is also the answer.
        """
        table = change.table
        if change.started:
            self.show_seats(table)
        encoder = UpdateEncoder(change, self.time.time())
        messages: dict[int, bytes] = {}
        now = self.hold_back(table)
        for viewer in self.viewers:
            self.check_pov(table, viewer)
            pov = viewer.pov
            if viewer is sender:
                message = encoder.encode(pov, ref)
            elif pov in messages:
                message = messages[pov]
            else:
                message = messages[pov] = encoder.encode(pov)
            viewer.send(message, self.delay(viewer, now))

    def show_seats(self, table: Table) -> None:
        """Switch every window of a player to their seat when the game starts."""
        for viewer in self.viewers:
            if viewer.pov == SPECTATOR:
                viewer.pov = first_pov(table, viewer.guest)

    def check_pov(self, table: Table, viewer: Viewer) -> None:
        """Make a spectator of a viewer whose seat is no longer theirs."""
        if not may_view(table, viewer.guest, viewer.pov):
            viewer.pov = SPECTATOR

    # Races

    def hold_back(self, table: Table) -> float:
        """Set the time at which everybody should see the next update; return the current time."""
        now = self.time.monotonic()
        if table.racing:
            self.arrives = max(self.arrives, now + self.slowest_racer(table))
            if table.decision != self.race:
                self.race, self.race_sent = table.decision, now
        return now

    def answered(self, viewer: Viewer, decision: int) -> None:
        """Note a viewer's answer in a race, which proves that their connection is no slower than that."""
        if decision == self.race:
            viewer.answered(self.time.monotonic() - self.race_sent)

    def delay(self, viewer: Viewer, now: float) -> float:
        """Return the seconds until a message must be sent to arrive everywhere at the same time."""
        return max(0.0, self.arrives - now - viewer.lag) if self.arrives > now else 0.0

    async def has_seen(self) -> None:
        """Wait until everybody sees the last update."""
        await self.time.sleep(max(0.0, self.arrives - self.time.monotonic()))

    def slowest_racer(self, table: Table) -> float:
        """Return the longest lag of all players in a race."""
        return max([viewer.lag for viewer in self.racers(table)], default=0.0)

    def racers(self, table: Table) -> list[Viewer]:
        """List the viewers who play in a race."""
        waiting = table.waiting()
        return [viewer for viewer in self.viewers if viewer.pov in waiting]

    # Snapshots

    def join(self, table: Table, viewer: Viewer) -> None:
        """Send everything to a new viewer, who gets all updates from now on."""
        viewer.pov = first_pov(table, viewer.guest)
        self.viewers.add(viewer)
        self.show(table, viewer)

    def refresh(self, table: Table) -> None:
        """Send everything again to everybody, since it may differ from the updates."""
        self.hold_back(table)
        for viewer in self.viewers:
            self.check_pov(table, viewer)
            self.show(table, viewer)

    def show(self, table: Table, viewer: Viewer) -> None:
        """Send a snapshot; if it starts a race, no sooner than the others see it."""
        present, spectators = self.summary(table)
        snapshot = Snapshot(
            number=table.event_count,
            you=viewer.guest,
            seats=table.seats_of(viewer.guest),
            table=project_table(table, self.time.time()),
            position=project_position(table, viewer.pov),
            events=project_moves(table, viewer.pov),
            chat=[chat_line(line) for line in table.chat],
            present=present,
            spectators=spectators,
        )
        viewer.send(encode(snapshot), self.delay(viewer, self.time.monotonic()))


@mypyc_attr(acyclic=True)
class UpdateEncoder:
    """A change as messages for several points of view; the common parts are made once."""

    def __init__(self, change: Change, now: float) -> None:
        self.change = change
        self.table = project_change(change.before, change.table, now)
        self.positions = PositionProjector(change.table)
        self.chat = [chat_line(line) for line in change.chat]
        self.secret = any(move.unseen for move in change.moves)
        self.events = self.moves(SPECTATOR)

    def encode(self, pov: int, ref: str = "") -> bytes:
        return encode(
            Update(
                number=self.change.table.event_count,
                ref=ref,
                table=self.table,
                position=self.positions.project(pov),
                events=self.moves(pov) if self.secret else self.events,
                undone=self.change.undone,
                declined=self.change.declined,
                chat=self.chat,
            )
        )

    def moves(self, pov: int) -> list[PublicMove]:
        return [project_move(self.change.table.game, move, pov) for move in self.change.moves]


def chat_line(line: Chatted) -> ChatLine:
    return ChatLine(line.at, line.guest, line.name, line.text)
