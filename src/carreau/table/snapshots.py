"""A table as it stands, as bytes: so that it can go on without all its entries."""

from typing import Any

import msgspec

from carreau.table.entries import Chatted, Created, Ended
from carreau.table.match import Match
from carreau.table.table import Table
from carreau.table.types import Move, Seat


class Saved(msgspec.Struct):
    """A table as it stands, so that it can go on without all its entries."""

    created: Created
    seats: list[Seat] = msgspec.field(name="chairs")
    entries: int
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
    race_from: int | None = None  # snapshots of old have none, nor the following
    stood_in: list[int] = []


def saved(table: Table) -> bytes:
    """A snapshot; restored() is the inverse."""
    match = table.match
    return msgspec.json.encode(
        Saved(
            created=table.created,
            seats=table.seats,
            entries=table.entries,
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
    found = msgspec.json.decode(data, type=Saved)
    table = Table(found.created)
    table.seats = found.seats
    table.entries, table.changed, table.began = found.entries, found.changed, found.began
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
