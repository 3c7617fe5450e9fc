"""The entry of a table in the lobby."""

from collections.abc import Iterable

import msgspec

from carreau.server.store import About
from carreau.table.events import Acted, AnyEvent
from carreau.table.messages import SeatSummary, TableSummary
from carreau.table.table import Table


def about(table: Table) -> About:
    """Describe a table for lists."""
    members = sorted({*table.members, table.host} - {""})
    return About(table.status, tuple(members), summary(table), not table.created.private, counted=bool(table.host))


def changed(table: Table, events: Iterable[AnyEvent], listed: About | None) -> About | None:
    """Describe a table after some events; None if its entry is unchanged. Of all moves only the last changes it."""
    if listed and listed.status == table.status and all(isinstance(event, Acted) for event in events):
        return None
    found = about(table)
    return found if found != listed else None


def summary(table: Table) -> bytes:
    created = table.created
    seats = [SeatSummary(seat.name, seat.level) for seat in table.seats]
    locked = table.hosting.locked
    free = sum(not (seat.taken or seat.reserved or index in locked) for index, seat in enumerate(table.seats))
    rematch = bool(created.rematch_of)
    return msgspec.json.encode(TableSummary(created.game, created.options, created.clock, seats, free, rematch))
