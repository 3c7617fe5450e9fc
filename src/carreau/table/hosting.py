"""Hosts' decisions about their tables, and the options of others when the host is away."""

from carreau.table.commands import Refused, is_host, require_host, require_open, require_seat
from carreau.table.events import (
    AnyEvent,
    HostChanged,
    Muted,
    Released,
    Removed,
    SeatLocked,
    SpectatorsAllowed,
)
from carreau.table.table import Table


def remove(table: Table, guest: str, seat: int, now: float) -> list[AnyEvent]:
    """Let the host remove a person from all their seats before the game; they can't sit down here again."""
    require_open(table)
    require_host(table, guest)
    require_seat(table, seat)
    who = table.seats[seat].guest
    if not who or who == guest:
        raise Refused("no_seat", f"nobody else sits on seat {seat}; to remove a bot or yourself, stand up")
    return [Removed(now, who)]


def lock_seat(table: Table, guest: str, seat: int, locked: bool, now: float) -> list[AnyEvent]:
    """Let the host lock a seat before the game, so that nobody else takes it, or unlock it; [] if it is."""
    require_open(table)
    require_host(table, guest)
    require_seat(table, seat)
    return [] if locked == (seat in table.hosting.locked) else [SeatLocked(now, seat, locked)]


def allow_spectators(table: Table, guest: str, on: bool, now: float) -> list[AnyEvent]:
    """Let the host open the game to spectators, or close it; [] if it is."""
    require_host(table, guest)
    return [] if on == table.hosting.spectators else [SpectatorsAllowed(now, on)]


def mute(table: Table, guest: str, who: str, muted: bool, now: float) -> list[AnyEvent]:
    """Let the host mute somebody who sits here or has written in the chat, or end that; [] if it is so."""
    require_host(table, guest)
    if who == guest or not (who in table.members or any(line.guest == who for line in table.chat)):
        raise Refused("no_seat", "only others who sit here or have written something can be muted")
    return [] if muted == (who in table.hosting.muted) else [Muted(now, who, muted)]


def claim(table: Table, guest: str, host_is_away: bool, now: float) -> list[AnyEvent]:
    """Take over from a host who is away, or never came, before the game; [] if the guest is the host."""
    require_open(table)
    if is_host(table, guest):
        return []
    if guest not in table.members:
        raise Refused("not_yours", "only those who have a seat can take over a table")
    if table.host and not host_is_away:
        raise Refused("host_here", "the host is here, or was a moment ago; wait for some minutes")
    return [HostChanged(now, guest)]


def abandon(table: Table, now: float) -> list[AnyEvent]:
    """Leave a table without a host, who has never come."""
    return [HostChanged(now, "")] if table.status == "open" and table.host else []


def decline(table: Table, guest: str, now: float) -> list[AnyEvent]:
    """Give up the seats of a rematch that are kept for a guest."""
    require_open(table)
    kept = [index for index, seat in enumerate(table.seats) if guest and seat.reserved == guest and not seat.taken]
    return [Released(now, seat) for seat in kept]


def may_watch(table: Table, guest: str) -> bool:
    """Tell whether a guest may see the game: before it, everybody may come to take a seat."""
    return table.hosting.spectators or table.status == "open" or guest in (table.host, *table.members)
