"""The interface of the store, which keeps tables and guests. The rest of the server knows no database.

A table is an append-only list of entries. Entries, snapshots and summaries are bytes that the store never reads.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, Protocol, get_args

import msgspec

from carreau.core.errors import CarreauError

OF_ONE: Final = 3  # tables that the lobby lists for the sake of one guest

Fault = Literal["full", "io", "readonly", "unopenable", "locked", "damaged", "gone", "conflict", "closed", "other"]
FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)


class StoreError(CarreauError):
    """Something that the store could not do: `fault` is the kind of reason, `code` the database's own name for it."""

    def __init__(self, message: str, fault: Fault = "other", code: str = "") -> None:
        super().__init__(message)
        self.fault: Fault = fault
        self.code = code


class Conflict(StoreError):
    """An append to a table that has another number of entries than expected."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "conflict")


class About(msgspec.Struct, frozen=True):
    """What is listed of a table; it changes together with the entries that change it."""

    status: str  # "open", "playing" or "over"
    members: tuple[str, ...]  # guests who sit there
    summary: bytes  # JSON for lists, shown as it is
    public: bool = True  # whether everybody finds it in the lobby


class Stored(msgspec.Struct, frozen=True):
    """A table as it was kept."""

    snapshot: bytes  # b"" if there is none
    number: int  # entries that the snapshot stands for
    entries: tuple[bytes, ...]  # those after the snapshot


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    status: str
    summary: bytes
    changed: float


class Guest(msgspec.Struct, frozen=True):
    """Somebody who has been here before."""

    id: str
    name: str
    secret_hash: str  # of each of their secrets, with spaces between, the oldest first
    created: float
    seen: float

    def __repr__(self) -> str:
        return f"Guest(id={self.id!r}, name={self.name!r})"  # what is logged holds no secret, not even a hash of one


class Store(Protocol):
    """What a database has to do. Any method may raise StoreError."""

    async def append(
        self,
        table: str,
        first: int,
        entries: Sequence[bytes],
        about: About | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        """Return when the entries, numbered from `first` on, are on disk for good.

        The table must have exactly `first` entries, otherwise Conflict and nothing has changed; a table that isn't
        there has none. Without `about` a table stays listed as it was, a new one as open, private and empty.
        A snapshot stands for all entries up to and including these.
        Whoever stops waiting does not stop the entries: they are appended all the same.
        """

    async def load(self, table: str) -> Stored | None:
        """The newest snapshot and what came after it; None if there is no such table."""

    async def history(self, table: str) -> list[bytes]:
        """All entries from the first on, whatever snapshots there are."""

    async def running(self) -> list[str]:
        """The tables at which a game goes on."""

    async def listed(self, guest: str | None = None, limit: int = 100) -> list[Listed]:
        """All tables of a guest; or, for everybody, those that are not over and not private.

        Those that are over come last; otherwise the last changed first. For everybody a table is listed if it is one of
        the first OF_ONE of somebody there, so that nobody fills the lobby alone.
        """

    async def unfinished(self, guest: str, since: float) -> int:
        """How many tables of a guest are not over and have changed since some time."""

    async def idle(self, before: float, abandoned: float) -> list[str]:
        """The tables, not started or over, that have not changed since `before`, and games since `abandoned`."""

    async def delete(self, table: str, before: float) -> bool:
        """Forget a table and all its entries, unless it has changed since `before`; whether there was one to forget."""

    async def save_guest(self, guest: Guest) -> None:
        """Keep a new guest. What changes later is changed alone, so that nobody overwrites what others have changed."""

    async def rename_guest(self, guest: str, name: str, seen: float) -> None:
        """Let a known guest have another name."""

    async def add_secret(self, guest: str, secret_hash: str, most: int, seen: float) -> Guest | None:
        """Let a guest be known by one more secret, and no longer by the oldest if there are more than `most` then.

        Gives the guest as they are now; None if there is no such guest.
        """

    async def saw_guest(self, guest: str, now: float) -> None:
        """A known guest was here."""

    async def forget_guests(self, before: float, now: float) -> None:
        """Forget those who have not been here since `before` and have no table, and codes that nobody can use now."""

    async def guest(self, guest: str) -> Guest | None:
        """The guest of that id, if known."""

    async def save_code(self, code_hash: str, guest: str, expires: float) -> None:
        """Keep a code by which a known guest can move to another device."""

    async def take_code(self, code_hash: str, now: float) -> str | None:
        """The guest whom a code belongs to, once and before it expires; None ever after."""

    async def check(self) -> None:
        """Write something and read it back."""

    async def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file while everything goes on."""

    async def close(self) -> None:
        """Finish all writes, then let go of the database; what is asked later is refused."""
