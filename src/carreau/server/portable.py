"""The part of a store whose SQL is the same in SQLite and PostgreSQL, with `?` for values."""

from abc import ABC, abstractmethod
from typing import Any, Final

from carreau.server.operator_records import OperatorRecords
from carreau.server.ownership import Ownership, SoleOwner
from carreau.server.statistics import GameStatistics
from carreau.server.store import OF_ONE, Guest, Listed

LOBBY: Final = """SELECT id, status, summary, changed FROM tables WHERE id IN (
        SELECT table_id FROM (
            SELECT table_id, row_number() OVER (PARTITION BY guest ORDER BY changed DESC, id) AS place
            FROM members JOIN tables ON id = table_id WHERE status IN ('open', 'playing') AND public = 1
        ) AS placed WHERE place <= ?
    ) ORDER BY changed DESC, id LIMIT ?"""
OWN_TABLES: Final = """SELECT id, status, summary, changed FROM members JOIN tables ON id = table_id
    WHERE guest = ? ORDER BY status = 'over', changed DESC, id LIMIT ?"""
SUMMARY: Final = "SELECT summary FROM tables WHERE id = ?"
RUNNING: Final = "SELECT id FROM tables WHERE status = 'playing'"
UNFINISHED: Final = """SELECT count(*) FROM members JOIN tables ON id = table_id
    WHERE guest = ? AND counted = 1 AND status <> 'over' AND changed >= ?"""
IDLE: Final = """SELECT id FROM tables
    WHERE changed < CASE status WHEN 'playing' THEN CAST(? AS DOUBLE PRECISION) ELSE ? END"""
ENTRIES: Final = "SELECT content FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"
DELETE_TABLE: Final = "DELETE FROM tables WHERE id = ? AND changed < ?"

KNOWN: Final = "SELECT id, name, secret_hash, created, seen FROM guests WHERE id = ?"
SAVE_GUEST: Final = "INSERT INTO guests (id, name, secret_hash, created, seen) VALUES (?, ?, ?, ?, ?)"
RENAME_GUEST: Final = "UPDATE guests SET name = ?, seen = ? WHERE id = ?"
SAW_GUEST: Final = "UPDATE guests SET seen = ? WHERE id = ?"
FORGET_GUESTS: Final = """DELETE FROM guests WHERE (seen < ? OR (seen = created AND created < ?))
    AND id NOT IN (SELECT guest FROM members)"""
SAVE_CODE: Final = "INSERT INTO codes (code_hash, guest, expires) VALUES (?, ?, ?)"
FORGET_CODES: Final = "DELETE FROM codes WHERE expires <= ?"

PROBE: Final = """INSERT INTO meta (name, value) VALUES ('probe', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
PROBED: Final = "SELECT value FROM meta WHERE name = 'probe'"


class PortableStore(ABC):
    """The methods of a store that need portable statements only."""

    def __init__(self) -> None:
        self.operators = OperatorRecords(self.run, self.rows)
        self.statistics = GameStatistics(self.run, self.rows)
        self.ownership: Ownership = SoleOwner(self.running)

    @abstractmethod
    async def run(self, statement: str, *values: object) -> None:
        """Carry out a statement; return when its effect is durable."""

    @abstractmethod
    async def rows(self, ask: str, *values: object) -> list[Any]:
        """Return the rows that answer a query."""

    async def history(self, table: str) -> list[bytes]:
        return [content for (content,) in await self.rows(ENTRIES, table, 0)]

    async def running(self) -> list[str]:
        return [table for (table,) in await self.rows(RUNNING)]

    async def listed(self, guest: str | None = None, limit: int = 100) -> list[Listed]:
        rows = await (self.rows(LOBBY, OF_ONE, limit) if guest is None else self.rows(OWN_TABLES, guest, limit))
        return [Listed(*row) for row in rows]

    async def summary(self, table: str) -> bytes:
        rows = await self.rows(SUMMARY, table)
        return bytes(rows[0][0]) if rows else b""

    async def unfinished(self, guest: str, since: float) -> int:
        [(number,)] = await self.rows(UNFINISHED, guest, since)
        return int(number)

    async def idle(self, before: float, abandoned: float) -> list[str]:
        return [table for (table,) in await self.rows(IDLE, abandoned, before)]

    async def save_guest(self, guest: Guest) -> None:
        await self.run(SAVE_GUEST, guest.id, guest.name, guest.secret_hash, guest.created, guest.seen)

    async def rename_guest(self, guest: str, name: str, seen: float) -> None:
        await self.run(RENAME_GUEST, name, seen, guest)

    async def saw_guest(self, guest: str, now: float) -> None:
        await self.run(SAW_GUEST, now, guest)

    async def forget_guests(self, before: float, passing: float, now: float) -> None:
        await self.run(FORGET_CODES, now)
        await self.run(FORGET_GUESTS, before, passing)

    async def guest(self, guest: str) -> Guest | None:
        rows = await self.rows(KNOWN, guest)
        return Guest(*rows[0]) if rows else None

    async def save_code(self, code_hash: str, guest: str, expires: float) -> None:
        await self.run(SAVE_CODE, code_hash, guest, expires)
