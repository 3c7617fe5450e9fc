"""New tables: a guest's wishes, and the commands that fulfil them."""

import secrets
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.core.options import OptionValue
from carreau.server import wire
from carreau.server.store import Guest
from carreau.table import commands, rematch
from carreau.table.apply import after
from carreau.table.commands import Decide, Refused
from carreau.table.events import Absent, AnyEvent, Created
from carreau.table.table import Table
from carreau.table.types import ClockSetting

ID_BYTES: Final = 9  # 12 characters: a link that nobody can guess
SECRET_BYTES: Final = 32


class SitThere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: wire.Seat
    share: wire.Share


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's wishes for a new table; everything has a default."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, OptionValue] = {}
    private: bool = True
    clock: ClockSetting = ClockSetting()
    absent: Absent = "wait"
    hints: bool = False  # of bots, where several guests play
    sit: Annotated[list[SitThere], Meta(max_length=16)] = []
    bots: Annotated[dict[str, wire.Level], Meta(max_length=16)] = {}  # by seat
    start: bool = False


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def created(guest: Guest, wanted: NewTable, now: float) -> Created:
    """Create a table as requested; raise the errors of commands.create()."""
    return commands.create(
        new_id(),
        wanted.game,
        wanted.seats,
        wanted.options,
        guest.id,
        new_secret(),
        now,
        private=wanted.private,
        clock=wanted.clock,
        absent=wanted.absent,
        hints=wanted.hints,
    )


def first_commands(guest: Guest, wanted: NewTable) -> Iterable[Decide]:
    """Seat the guest and bots as requested, and start."""
    for own in wanted.sit:
        yield sitting(guest, own)
    for seat, level in wanted.bots.items():
        yield adding_bot(guest.id, seat_number(seat), level)
    if wanted.start:
        yield lambda table, now: commands.start(table, guest.id, now)


def rematch_commands(old: Table, guest: Guest) -> Iterable[Decide]:
    """Seat the bots of a rematch; people take their seats themselves."""
    for seat, level in rematch.bots(old).items():
        yield adding_bot(guest.id, seat, level)


def sitting(guest: Guest, own: SitThere) -> Decide:
    return lambda table, now: commands.sit_openly(table, guest.id, guest.name, own.seat, own.share, now)


def adding_bot(host: str, seat: int, level: str) -> Decide:
    return lambda table, now: commands.add_bot(table, host, seat, level, now)


def founding(first: Created, more: Iterable[Decide]) -> Decide:
    """Combine the creation of a table and the commands that follow into one command: all of it happens, or nothing."""

    def decide(table: Table, now: float) -> list[AnyEvent]:
        events: list[AnyEvent] = [first]
        for command in more:
            events += command(after(table, events).table, now)
        return events

    return decide


def seat_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:  # one spelling only: no digits of other scripts
        raise Refused("no_seat", f"a seat is a number, not {text[:20]!r}")
    return int(text)
