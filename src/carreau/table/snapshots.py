"""Snapshots: a table as bytes, so that loading it needn't replay all its events.

A snapshot is the encoding of the Table. One from another version, with other fields, is unreadable: then its events are
replayed instead.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.games.catalogue import AnyGame
from carreau.table.apply import apply
from carreau.table.clock import Clock
from carreau.table.events import AnyEvent, Chatted, Created, Ended
from carreau.table.fairness import Dice
from carreau.table.match import Match
from carreau.table.table import Table, dice_of, game_of
from carreau.table.types import Hosting, Move, Seat


class BadSnapshot(CarreauError):
    """A snapshot that was taken by another version, or is damaged."""


class NoCreation(CarreauError):
    """Events of a table without the one that created it."""


class MatchSnapshot(msgspec.Struct):
    position: dict[str, Any]
    moves: list[Move]


class ClockSnapshot(msgspec.Struct):
    left: list[float]
    since: list[float | None]


class TableSnapshot(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a Table with their types, some of which the compiled class lacks."""

    created: Created
    commitment: str
    game: AnyGame
    seats: tuple[Seat, ...]
    match: Match | None
    clock: Clock
    stood_in: frozenset[int]
    event_count: int
    changed: float
    began: float
    decision: int
    race_from: int
    ended: Ended | None
    asking: int | None
    agreed: frozenset[int]
    chat: tuple[Chatted, ...]
    commands: tuple[tuple[str, ...], ...]
    next_table: str
    hints: bool
    hosting: Hosting
    attempt: int
    seal: str
    missed: tuple[str, ...]


class Head(msgspec.Struct):
    """The part of a snapshot that is needed to decode the rest."""

    created: Created
    seats: list[Seat]
    attempt: int
    seal: str

    @property
    def dice(self) -> Dice:
        return dice_of(self.created, self.seats, self.attempt if self.seal else 0)


def saved(table: Table) -> bytes:
    """Encode a snapshot of a table; equal tables have equal snapshots."""
    fields = {name: getattr(table, name) for name in TableSnapshot.__struct_fields__}
    return msgspec.json.encode(TableSnapshot(**fields), enc_hook=encoded_part, order="deterministic")


def restored(data: bytes) -> Table:
    """Decode a snapshot; raise BadSnapshot if it can't be read."""
    try:
        head = msgspec.json.decode(data, type=Head)
        game = game_of(head.created)
        found = msgspec.json.decode(data, type=TableSnapshot, dec_hook=partial(decoded_part, head, game))
    except (CarreauError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise BadSnapshot("a snapshot of another version, or a damaged one") from error
    return Table(**msgspec.structs.asdict(found))


def replayed(events: Iterable[AnyEvent]) -> Table:
    """Rebuild a table from all its events; raise NoCreation if the first is missing."""
    table: Table | None = None
    for event in events:
        if table is None:
            table = Table.new(creation(event))
        apply(table, event)
    if table is None:
        raise NoCreation("its first entry is missing")
    return table


def creation(event: AnyEvent) -> Created:
    if not isinstance(event, Created):
        raise NoCreation("its first entry is missing")
    return event


# Types of our own, which msgspec doesn't know


def encoded_part(part: object) -> object:
    match part:
        case Match():
            return MatchSnapshot(part.state.dump(), part.moves)
        case Clock():
            return ClockSnapshot(part.left, part.since)
        case Game():
            return part.NAME
    raise NotImplementedError(f"{type(part).__name__} isn't part of a table")


def decoded_part(head: Head, game: AnyGame, kind: type, data: object) -> object:
    if kind is Match:
        return decoded_match(head, game, msgspec.convert(data, MatchSnapshot))
    if kind is Clock:
        return decoded_clock(head, msgspec.convert(data, ClockSnapshot))
    return game


def decoded_match(head: Head, game: AnyGame, found: MatchSnapshot) -> Match:
    names = [seat.name for seat in head.seats]
    return Match(game, names, head.dice.outcome, game.load(found.position), found.moves)


def decoded_clock(head: Head, found: ClockSnapshot) -> Clock:
    clock = Clock(head.created.clock, head.created.seats)
    clock.left, clock.since = found.left, found.since
    return clock
