"""One connection to one table: commands in, answers and updates out."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final, Protocol

import msgspec

from carreau.core.errors import CarreauError
from carreau.games.texts import text
from carreau.server import wire
from carreau.server.bot_positions import known
from carreau.server.bot_protocol import GameHistory
from carreau.server.lag import LagMeter
from carreau.server.limits import Limiter, TooFast
from carreau.server.loading import NoTable
from carreau.server.logs import CommandRefused, debugging, tell
from carreau.server.moderation import SiteClosed
from carreau.server.names import NameRefused, clean_text, refuse_imitation
from carreau.server.problems import ProblemCode
from carreau.server.room import Room
from carreau.server.rooms import Rooms
from carreau.server.store import Guest, StoreError, Unanswered
from carreau.table import commands, hints, hosting
from carreau.table.commands import Decide, Refused
from carreau.table.events import AnyEvent
from carreau.table.projection import project_previews
from carreau.table.table import Table

PAUSE: Final = 1.0  # maximum seconds for which a client that was too fast is paused

Handler = Callable[["Connection", Any], Awaitable[bool]]  # whether an update has answered the command


class Disconnected(Exception):
    """The client is gone, or its socket was closed."""


class Socket(Protocol):
    """The socket of a client."""

    @property
    def meter(self) -> LagMeter:
        """Return the measurements of its lag."""

    def send(self, message: bytes) -> None:
        """Queue a message; it is lost if the socket is closed."""

    async def receive(self) -> str:
        """Wait for the next message; raise Disconnected if there will be none."""

    async def close(self, code: int, reason: str = "") -> None:
        """Close the socket with a code and a reason."""


class Connection:
    """A viewer of a table over a socket."""

    def __init__(self, socket: Socket, guest: Guest, room: Room, rooms: Rooms, address: str = "") -> None:
        self.socket = socket
        self.person = guest
        self.guest = guest.id
        self.address = address
        self.pov = -1
        self.room = room
        self.rooms = rooms
        self.held: deque[tuple[float, bytes]] = deque()  # messages with their earliest time of sending
        self.advice: asyncio.Task[None] | None = None  # the last hint requested, finished or not

    @property
    def lag(self) -> float:
        return self.socket.meter.lag

    def answered(self, seconds: float) -> None:
        self.socket.meter.answered(seconds)

    def dismiss(self, code: int, reason: str) -> None:
        self.held.clear()
        self.rooms.tasks.spawn(self.socket.close(code, reason))

    def send(self, message: bytes, delay: float = 0.0) -> None:
        if delay > 0 or self.held:
            self.held.append((monotonic() + delay, message))
            if len(self.held) == 1:
                self.send_held()
        else:
            self.socket.send(message)

    def send_held(self) -> None:
        """Send delayed messages in order, each no earlier than its time."""
        while self.held and self.held[0][0] <= monotonic():
            self.socket.send(self.held.popleft()[1])
        if self.held:
            asyncio.get_running_loop().call_later(self.held[0][0] - monotonic(), self.send_held)

    async def run(self, limiters: list[tuple[Limiter, str]]) -> None:
        """Serve the client until it disconnects; finish a command that has already started.

        Reading is a separate task: here it would pass through all layers of the app on every wake-up.
        """
        await self.room.join(self)
        try:
            self.announce()
            await asyncio.create_task(self.read(limiters))
        finally:
            self.room.leave(self)
            if self.advice:
                self.advice.cancel()

    def announce(self) -> None:
        """Show what the operators have announced."""
        if text := self.rooms.moderation.site.announcement:
            self.send(wire.encode(wire.Announcement(text=text)))

    async def read(self, limiters: list[tuple[Limiter, str]]) -> None:
        while True:
            text = await self.socket.receive()
            ref = ""
            try:
                now = monotonic()
                for limiter, key in limiters:
                    limiter.spend(key, now)
                command = decoded(text)
                ref = command.ref
                if await HANDLERS[type(command)](self, command):
                    continue  # it waited for the disk, so others had a turn
                send = self.socket.send if isinstance(command, wire.Ping) else self.send  # pings are never delayed
                send(wire.encode(wire.Answer(ref=ref, ok=True)))
            except msgspec.DecodeError as error:
                self.refuse(ref_in(text), Refused("malformed", str(error)))
            except TooFast as error:
                self.refuse(ref or ref_in(text), error)
                await asyncio.sleep(min(error.seconds, PAUSE))  # later messages wait in the queue
            except Unanswered:
                raise  # the socket is closed without an answer, so that the client asks again, or the next owner
            except CarreauError as error:
                self.refuse(ref or ref_in(text), error)
            await asyncio.sleep(0)  # let others have a turn during a flood of commands

    def refuse(self, ref: str, error: CarreauError) -> None:
        code, words, clause = in_words(error)
        self.rooms.metrics.refused(code)
        if debugging():
            tell(CommandRefused(reason=code, table=self.room.table.id, guest=self.guest))
        self.send(wire.encode(wire.Answer(ref=ref, ok=False, code=code, text=words, clause=clause)))

    def perform(self, command: wire.Command, decide: Decide) -> Awaitable[bool]:
        return self.room.perform(decide, self, command.ref)


def decoded(text: str) -> wire.AnyCommand:
    try:
        command: wire.AnyCommand = wire.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("no command is nested this deeply") from None
    return command


def ref_in(text: str) -> str:
    """Return the `ref` of an invalid command, so that its sender knows which one it was."""
    try:
        return msgspec.json.decode(text, type=wire.Named).ref[:64]
    except (msgspec.DecodeError, RecursionError):  # the latter if it is nested too deeply
        return ""


def in_words(error: CarreauError) -> tuple[ProblemCode, str, str]:
    """Turn an error into an answer: a code, a text, and the clause against the action."""
    match error:
        case Refused():
            return error.code, str(error), error.clause
        case TooFast():
            return "too_fast", str(error), ""
        case NoTable():
            return "no_table", str(error), ""
        case NameRefused():
            return "name", str(error), ""
        case SiteClosed():
            return "closed", str(error), ""
        case _:
            return "error", str(error), ""


# Commands


async def set_pov(one: Connection, command: wire.SetPov) -> bool:
    await one.room.set_pov(one, command.seat)
    return False


async def sit(one: Connection, command: wire.Sit) -> bool:
    guest = one.person = await one.rooms.store.guest(one.guest) or one.person  # the guest may have a new name by now
    name = one.rooms.names.checked(command.name or guest.name) or guest.name

    def decide(table: Table, now: float) -> list[AnyEvent]:
        refuse_imitation(name, names_of_others(table, guest.id))
        return commands.sit(table, guest.id, name, command.seat, command.attempt, command.pledge, now)

    async with one.rooms.sitting_down(guest.id, one.room.table):
        answered = await one.perform(command, decide)
    await see_from(one, command.seat)
    return answered


def names_of_others(table: Table, guest: str) -> list[str]:
    return [seat.name for seat in table.seats if seat.guest not in ("", guest)]


async def see_from(one: Connection, seat: int) -> None:
    """Switch to a seat that has just been taken; what prevents that is no answer, since there has been one."""
    try:
        await one.room.set_pov(one, seat)
    except Unanswered:
        raise
    except (Refused, StoreError) as error:  # the seat is lost already, or the table can't be loaded now
        if debugging():
            tell(CommandRefused(reason=in_words(error)[0], table=one.room.table.id, guest=one.guest))


def pledge(one: Connection, command: wire.Pledge) -> Awaitable[bool]:
    return one.perform(
        command,
        lambda table, now: commands.pledge(table, one.guest, command.seat, command.attempt, command.pledge, now),
    )


def reveal(one: Connection, command: wire.Reveal) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: commands.reveal(table, one.guest, command.seat, command.share, now))


def rename_seat(one: Connection, command: wire.RenameSeat) -> Awaitable[bool]:
    name = one.rooms.names.checked(command.name) or one.person.name

    def decide(table: Table, now: float) -> list[AnyEvent]:
        refuse_imitation(name, names_of_others(table, one.guest))
        return commands.rename(table, one.guest, command.seat, name, now)

    return one.perform(command, decide)


def stand(one: Connection, command: wire.Stand) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: commands.stand(table, one.guest, command.seat, now))


def add_bot(one: Connection, command: wire.AddBot) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: commands.add_bot(table, one.guest, command.seat, command.level, now))


def start(one: Connection, command: wire.Start) -> Awaitable[bool]:
    one.rooms.moderation.refuse_new_games()
    return one.perform(command, lambda table, now: commands.start(table, one.guest, now))


def remove(one: Connection, command: wire.Remove) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: hosting.remove(table, one.guest, command.seat, now))


def lock_seat(one: Connection, command: wire.LockSeat) -> Awaitable[bool]:
    return one.perform(
        command, lambda table, now: hosting.lock_seat(table, one.guest, command.seat, command.locked, now)
    )


def allow_spectators(one: Connection, command: wire.AllowSpectators) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: hosting.allow_spectators(table, one.guest, command.on, now))


def mute(one: Connection, command: wire.Mute) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: hosting.mute(table, one.guest, command.guest, command.muted, now))


def claim_host(one: Connection, command: wire.ClaimHost) -> Awaitable[bool]:
    return one.perform(
        command, lambda table, now: hosting.claim(table, one.guest, one.room.presence.host_is_away(table), now)
    )


def decline(one: Connection, command: wire.Decline) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: hosting.decline(table, one.guest, now))


def allow_hints(one: Connection, command: wire.AllowHints) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: hints.allow(table, one.guest, command.on, now))


def act(one: Connection, command: wire.Act) -> Awaitable[bool]:
    return one.room.act(one, command)


def request_undo(one: Connection, command: wire.RequestUndo) -> Awaitable[bool]:
    return one.perform(
        command, lambda table, now: commands.request_undo(table, one.guest, command.seat, now, command.ref)
    )


def answer_undo(one: Connection, command: wire.AnswerUndo) -> Awaitable[bool]:
    return one.perform(
        command, lambda table, now: commands.answer_undo(table, one.guest, command.seat, command.agrees, now)
    )


def resign(one: Connection, command: wire.Resign) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: commands.resign(table, one.guest, command.seat, now))


def hand_over(one: Connection, command: wire.HandOver) -> Awaitable[bool]:
    return one.perform(
        command,
        lambda table, now: commands.hand_over(table, one.guest, command.seat, one.room.presence.overdue(), now),
    )


def come_back(one: Connection, command: wire.ComeBack) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: commands.come_back(table, one.guest, command.seat, now))


def leave(one: Connection, command: wire.Leave) -> Awaitable[bool]:
    return one.perform(command, lambda table, now: commands.leave(table, one.guest, now))


def chat(one: Connection, command: wire.Chat) -> Awaitable[bool]:
    one.rooms.chat.spend(one.guest, monotonic())
    words = clean_text(command.text, one.rooms.settings.chat_length)
    return one.perform(
        command, lambda table, now: commands.chat(table, one.guest, one.person.name, words, now, command.ref)
    )


async def rematch(one: Connection, _: wire.Rematch) -> bool:
    await one.rooms.rematch(one.room, one.person, one.address)
    return False


async def hint(one: Connection, command: wire.AskHint) -> bool:
    """Ask a bot for hints from the seat's view; they arrive later, and the game continues meanwhile."""
    text(one.room.table.created.game, command.language)  # refuses an unknown language at once
    if one.advice and not one.advice.done():
        raise Refused("too_many", "a bot is still thinking about your last hint; wait for it")
    answered = await one.perform(
        command, lambda table, now: hints.ask(table, one.guest, command.seat, now, command.ref)
    )
    table = one.room.table
    names = [seat.name for seat in table.seats]
    one.advice = one.room.tasks.spawn(advise(one, command, known(table, command.seat), names))
    one.advice.add_done_callback(lambda task: give_up(one, command.ref, task))
    return answered


async def advise(one: Connection, command: wire.AskHint, position: GameHistory, names: list[str]) -> None:
    bot_pool = one.rooms.bot_pool
    found = await bot_pool.hints(
        position, command.seat, command.language, names=names, guest=one.guest, address=one.address
    )
    shown = [
        wire.HintShown(each.action, dict(each.fields) or None, each.chance, each.reason, each.proved) for each in found
    ]
    one.send(wire.encode(wire.Hints(ref=command.ref, hints=shown)))


def give_up(one: Connection, ref: str, task: asyncio.Task[None]) -> None:
    """Tell the client that no hints will come: no bot could think, or the room was closed."""
    if task.cancelled() or task.exception():
        one.send(wire.encode(wire.Hints(ref=ref, hints=[])))


async def previews(one: Connection, command: wire.AskPreviews) -> bool:
    """Send the effects of a seat's legal actions."""
    table = one.room.table
    commands.require_own(table, one.guest, command.seat)
    effects = project_previews(table, command.seat) if command.seat in table.waiting() else {}
    one.send(wire.encode(wire.Previews(ref=command.ref, decision=table.decision, effects=effects)))
    return False


async def ping(one: Connection, command: wire.Ping) -> bool:
    """Note the round trip that the client has measured, which can only lower its lag."""
    one.socket.meter.claim(command.lag)
    return False


HANDLERS: Final[dict[type, Handler]] = {
    wire.SetPov: set_pov,
    wire.Sit: sit,
    wire.Pledge: pledge,
    wire.Reveal: reveal,
    wire.RenameSeat: rename_seat,
    wire.Stand: stand,
    wire.AddBot: add_bot,
    wire.Start: start,
    wire.AllowHints: allow_hints,
    wire.Remove: remove,
    wire.LockSeat: lock_seat,
    wire.AllowSpectators: allow_spectators,
    wire.Mute: mute,
    wire.ClaimHost: claim_host,
    wire.Decline: decline,
    wire.Act: act,
    wire.RequestUndo: request_undo,
    wire.AnswerUndo: answer_undo,
    wire.Resign: resign,
    wire.HandOver: hand_over,
    wire.ComeBack: come_back,
    wire.Leave: leave,
    wire.Chat: chat,
    wire.Rematch: rematch,
    wire.AskHint: hint,
    wire.AskPreviews: previews,
    wire.Ping: ping,
}
