"""The interface of the store, which keeps tables and guests. The rest of the server knows no database.

A table is an append-only list of entries. Entries, snapshots and summaries are bytes that the store never reads.
"""

from collections.abc import Sequence
from typing import Final, Literal, Protocol, get_args

import msgspec

from carreau.core.errors import CarreauError
from carreau.server.operator_records import OperatorRecords
from carreau.server.ownership import Ownership
from carreau.server.statistics import GameStatistics

OF_ONE: Final = 3  # tables in the lobby because of one guest

Fault = Literal[
    "full",
    "io",
    "readonly",
    "unopenable",
    "locked",
    "damaged",
    "gone",
    "unreachable",
    "conflict",
    "moved",
    "closed",
    "other",
]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)


class StoreError(CarreauError):
    """A failure of the store: `fault` is the kind of reason, `code` the database's own name for it."""

    def __init__(self, message: str, fault: Fault = "other", code: str = "") -> None:
        super().__init__(message)
        self.fault: Fault = fault
        self.code = code


class Conflict(StoreError):
    """An append to a table whose number of entries isn't the expected one."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "conflict")


class Unanswered(StoreError):
    """A command without an answer: its sender reconnects, and asks again."""


class TableMoved(Unanswered):
    """An append to a table that another server has taken over: nothing has changed."""

    def __init__(self, table: str) -> None:
        super().__init__(f"another server has taken over table {table}: reconnect to it", "moved")


class OutcomeUnknown(Unanswered):
    """An append that was sent and given up: the database has it, or will, or won't."""

    def __init__(self, error: StoreError) -> None:
        super().__init__(str(error), error.fault, error.code)


class About(msgspec.Struct, frozen=True):
    """The public entry of a table; it changes together with the events that change it."""

    status: str  # "open", "playing" or "over"
    members: tuple[str, ...]  # seated guests
    summary: bytes  # JSON for lists, sent as it is
    public: bool = True  # whether it is listed in the lobby
    counted: bool = True  # whether it counts against the limits of its members


class Stored(msgspec.Struct, frozen=True):
    """A stored table."""

    snapshot: bytes  # b"" if there is none
    number: int  # entries that the snapshot covers
    entries: tuple[bytes, ...]  # those after the snapshot


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    status: str
    summary: bytes
    changed: float


class Guest(msgspec.Struct, frozen=True):
    """A known guest."""

    id: str
    name: str
    secret_hash: str  # hashes of their secrets, separated by spaces, the oldest first
    created: float
    seen: float

    def __repr__(self) -> str:
        return f"Guest(id={self.id!r}, name={self.name!r})"  # keep secrets out of logs, even hashed ones


class Store(Protocol):
    """The interface of a database. Any method may raise StoreError."""

    operators: OperatorRecords
    statistics: GameStatistics
    ownership: Ownership

    async def open(self) -> None:
        """Get ready, before anything else is asked for; refuse a database that can't be used."""

    async def append(
        self,
        table: str,
        first: int,
        entries: Sequence[bytes],
        about: About | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        """Append entries, numbered from `first`; return once they are durable.

        The table must have exactly `first` entries (0 if it doesn't exist), otherwise Conflict is raised and nothing
        changes. This server must own it, or TableMoved is raised; it owns a new table. Without `about` a table stays
        listed as before; a new one is open, private and empty. A snapshot covers all entries including these.
        Cancelling the wait doesn't cancel the append.
        """

    async def load(self, table: str) -> Stored | None:
        """Return the newest snapshot and the entries after it; None if there is no such table."""

    async def history(self, table: str) -> list[bytes]:
        """Return all entries from the first on, whatever snapshots there are."""

    async def running(self) -> list[str]:
        """List the tables with a game in progress."""

    async def listed(self, guest: str | None = None, limit: int = 100) -> list[Listed]:
        """List a guest's tables; or, for everybody, the public tables that aren't over.

        Finished tables come last, otherwise the most recently changed first. A public table must be among
        the first OF_ONE of one of its guests, so a single guest can't fill the lobby.
        """

    async def summary(self, table: str) -> bytes:
        """Return what lists show of a table; b"" if there is no such table."""

    async def unfinished(self, guest: str, since: float) -> int:
        """Count a guest's tables that aren't over and have changed since a given time."""

    async def idle(self, before: float, abandoned: float) -> list[str]:
        """List the tables, not started or over, unchanged since `before`, and games unchanged since `abandoned`."""

    async def delete(self, table: str, before: float) -> bool:
        """Delete a table with its entries unless it has changed since `before`; return whether it was deleted."""

    async def save_guest(self, guest: Guest) -> None:
        """Store a new guest. Later changes affect single fields, so that concurrent ones don't overwrite each other."""

    async def rename_guest(self, guest: str, name: str, seen: float) -> None:
        """Change the name of a known guest."""

    async def add_secret(self, guest: str, secret_hash: str, most: int, seen: float) -> Guest | None:
        """Add a secret to a guest, and drop the oldest if there are more than `most`.

        Return the updated guest; None if there is no such guest.
        """

    async def replace_secrets(self, guest: str, secret_hash: str) -> None:
        """Replace all secrets of a guest by one, and forget their codes."""

    async def saw_guest(self, guest: str, now: float) -> None:
        """Note a visit of a known guest."""

    async def forget_guests(self, before: float, passing: float, now: float) -> None:
        """Delete guests without a table who were not seen since `before`, or not again since `passing`.

        Expired codes are deleted as well.
        """

    async def guest(self, guest: str) -> Guest | None:
        """Return the guest with this id, if known."""

    async def save_code(self, code_hash: str, guest: str, expires: float) -> None:
        """Store a code with which a known guest can move to another device."""

    async def take_code(self, code_hash: str, now: float) -> str | None:
        """Return the guest of a code, once and before it expires; otherwise None."""

    async def check(self) -> None:
        """Write something and read it back."""

    async def close(self) -> None:
        """Finish all writes, then close the database; later calls are refused."""
