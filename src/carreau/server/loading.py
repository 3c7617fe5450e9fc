"""Load tables from the store."""

from typing import NamedTuple

from carreau.core.errors import CarreauError, UnknownGame
from carreau.server.store import Store, Stored
from carreau.table.apply import apply
from carreau.table.events import decode
from carreau.table.snapshots import BadSnapshot, NoCreation, replayed, restored
from carreau.table.table import RulesChanged, Table


class NoTable(CarreauError):
    """A missing table, or one that can no longer be opened."""


class Loaded(NamedTuple):
    """A table, and the number of events in its snapshot on disk."""

    table: Table
    snapshot_at: int


async def load(store: Store, table: str) -> Loaded:
    """Load a table; raise NoTable with the reason if it can't be opened, without anything hidden."""
    stored = await store.load(table)
    if stored is None:
        raise NoTable("there is no such table; it may have been deleted")
    try:
        found = await rebuilt(store, table, stored)
    except (NoCreation, RulesChanged, UnknownGame) as error:
        raise NoTable(str(error)) from error
    except (CarreauError, AssertionError, LookupError, ValueError) as error:  # whatever is wrong with it
        raise NoTable(
            "it can't be read: it is damaged, or was stored by another version of carreau, which may still open it"
        ) from error
    return found


async def rebuilt(store: Store, table: str, stored: Stored) -> Loaded:
    """Rebuild a table from its snapshot, or from all its events if the snapshot is of another version."""
    if not stored.snapshot:
        return Loaded(replayed(map(decode, stored.entries)), 0)
    try:
        found = restored(stored.snapshot)
    except BadSnapshot:
        return Loaded(replayed(map(decode, await store.history(table))), 0)
    for entry in stored.entries:
        apply(found, decode(entry))
    return Loaded(found, stored.number)
