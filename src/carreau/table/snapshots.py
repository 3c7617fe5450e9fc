"""Snapshots: a table as bytes, so that loading it needn't replay all its events."""

from typing import Any

import msgspec

from carreau.table.events import Chatted, Created, Ended
from carreau.table.match import Match
from carreau.table.table import Table
from carreau.table.types import Move, Seat


class Saved(msgspec.Struct):
    """A snapshot. Stored field names are fixed, whatever the attributes are called."""

    created: Created
    seats: list[Seat] = msgspec.field(name="chairs")
    event_count: int = msgspec.field(name="entries")
    changed: float
    began: float
    decision: int
    position: dict[str, Any] | None
    moves: list[tuple[int, int, tuple[int, ...], bool]] = msgspec.field(name="events")
    left: list[float]
    since: list[float | None]
    ended: Ended | None
    asking: int | None
    agreed: list[int]
    chat: list[Chatted]
    commands: list[tuple[int, str]]
    next_table: str
    race_from: int | None = None  # older snapshots lack this field and the next
    stood_in: list[int] = []


def saved(table: Table) -> bytes:
    """Encode a snapshot of a table."""
    match = table.match
    return msgspec.json.encode(
        Saved(
            created=table.created,
            seats=table.seats,
            event_count=table.event_count,
            changed=table.changed,
            began=table.began,
            decision=table.decision,
            position=match.state.dump() if match else None,
            moves=[(move.actor, move.action, move.unseen, move.drawn) for move in match.moves] if match else [],
            left=table.clock.left,
            since=table.clock.since,
            ended=table.ended,
            asking=table.asking,
            agreed=sorted(table.agreed),
            chat=list(table.chat),
            commands=[(seat, command) for seat, kept in enumerate(table.commands) for command in kept],
            next_table=table.next_table,
            race_from=table.race_from,
            stood_in=sorted(table.stood_in),
        )
    )


def restored(data: bytes) -> Table:
    """Decode a snapshot."""
    found = msgspec.json.decode(data, type=Saved)
    table = Table(found.created)
    table.seats = found.seats
    table.event_count, table.changed, table.began = found.event_count, found.changed, found.began
    table.decision, table.ended, table.asking = found.decision, found.ended, found.asking
    table.agreed, table.next_table = set(found.agreed), found.next_table
    table.race_from = found.decision if found.race_from is None else found.race_from
    table.stood_in = set(found.stood_in)
    table.clock.left, table.clock.since = found.left, found.since
    table.chat.extend(found.chat)
    for seat, command in found.commands:
        table.commands[seat][command] = None
    if found.position is not None:
        table.match = Match(table.game, [seat.name for seat in table.seats], table.dice.outcome)
        table.match.state = table.game.load(found.position)
        table.match.moves = [Move(*move) for move in found.moves]
        table.match.draws = sum(move.drawn for move in table.match.moves)
    return table
