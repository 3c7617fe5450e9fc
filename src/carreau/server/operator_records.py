"""The operators' part of the database: bans, reports, closed tables, notices and the audit log."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

import msgspec

from carreau.server.wire import ChatLine

MOST: Final = 100  # rows of a list
ReportReason = Literal["chat", "name", "cheating", "stalling", "other"]

TABLES: Final = """SELECT id, status, summary, public, changed FROM tables
    WHERE instr(lower(id || ' ' || CAST(summary AS TEXT)), lower(?)) > 0 ORDER BY changed DESC, id LIMIT ?"""
PEOPLE: Final = """SELECT id, name, created, seen, (SELECT count(*) FROM members WHERE guest = guests.id) FROM guests
    WHERE instr(lower(id || ' ' || name), lower(?)) > 0 ORDER BY seen DESC, id LIMIT ?"""
REPORTS: Final = """SELECT id, at, table_id, reporter, accused, name, address, reason, text, chat, resolved FROM reports
    ORDER BY resolved > 0, id DESC LIMIT ?"""
BAN: Final = """INSERT INTO bans (who, until, reason, operator, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (who) DO UPDATE SET until = excluded.until, reason = excluded.reason,
        operator = excluded.operator, at = excluded.at"""


class Site(msgspec.Struct, frozen=True):
    """The state of the site that operators set."""

    announcement: str = ""
    maintenance: bool = False  # no new games; those in progress continue
    lobby_closed: bool = False  # no public tables


class Ban(msgspec.Struct, frozen=True):
    """A guest or an address that is kept out for a time."""

    who: str
    until: float
    reason: str
    operator: str
    at: float


class Report(msgspec.Struct, frozen=True):
    """A player's report about somebody at a table, with the last lines of the chat."""

    id: int
    at: float
    table: str
    reporter: str
    accused: str
    name: str
    address: str  # of the accused, if they were connected
    reason: ReportReason
    text: str
    chat: list[ChatLine]
    resolved: float = 0.0


class AuditEntry(msgspec.Struct, frozen=True):
    """An action of an operator: who, what, when and why."""

    at: float
    operator: str
    action: str
    target: str
    reason: str


class TableRow(msgspec.Struct, frozen=True):
    id: str
    status: str
    summary: bytes
    public: int
    changed: float


class PersonRow(msgspec.Struct, frozen=True):
    id: str
    name: str
    created: float
    seen: float
    tables: int


Run = Callable[..., Awaitable[None]]
Rows = Callable[..., Awaitable[list[Any]]]


class OperatorRecords:
    """The operators' part of the store."""

    def __init__(self, run: Run, rows: Rows) -> None:
        self.run = run
        self.rows = rows

    async def tables(self, search: str) -> list[TableRow]:
        return [TableRow(*row) for row in await self.rows(TABLES, search, MOST)]

    async def people(self, search: str) -> list[PersonRow]:
        return [PersonRow(*row) for row in await self.rows(PEOPLE, search, MOST)]

    async def log(self, entry: AuditEntry) -> None:
        """Store an entry of the audit log; return once it is durable."""
        await self.run(
            "INSERT INTO audit (at, operator, action, target, reason) VALUES (?, ?, ?, ?, ?)",
            *(entry.at, entry.operator, entry.action, entry.target, entry.reason),
        )

    async def audit(self) -> list[AuditEntry]:
        rows = await self.rows(
            "SELECT at, operator, action, target, reason FROM audit ORDER BY id DESC LIMIT ?", 5 * MOST
        )
        return [AuditEntry(*row) for row in rows]

    async def ban(self, ban: Ban) -> None:
        await self.run(BAN, ban.who, ban.until, ban.reason, ban.operator, ban.at)

    async def unban(self, who: str) -> None:
        await self.run("DELETE FROM bans WHERE who = ?", who)

    async def bans(self) -> list[Ban]:
        return [
            Ban(*row) for row in await self.rows("SELECT who, until, reason, operator, at FROM bans ORDER BY until")
        ]

    async def add_report(self, report: Report) -> None:
        await self.run(
            "INSERT INTO reports (at, table_id, reporter, accused, name, address, reason, text, chat, resolved)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            *(report.at, report.table, report.reporter, report.accused, report.name, report.address),
            *(report.reason, report.text, msgspec.json.encode(report.chat)),
        )

    async def reports(self) -> list[Report]:
        return [read_report(row) for row in await self.rows(REPORTS, MOST)]

    async def resolve(self, report: int, now: float) -> None:
        await self.run("UPDATE reports SET resolved = ? WHERE id = ?", now, report)

    async def close_table(self, table: str) -> None:
        await self.run("INSERT INTO closed_tables (table_id) VALUES (?) ON CONFLICT (table_id) DO NOTHING", table)

    async def reopen_table(self, table: str) -> None:
        await self.run("DELETE FROM closed_tables WHERE table_id = ?", table)

    async def closed_tables(self) -> list[str]:
        return [row[0] for row in await self.rows("SELECT table_id FROM closed_tables")]

    async def save_site(self, site: Site) -> None:
        await self.run(
            "INSERT INTO meta (name, value) VALUES ('site', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            msgspec.json.encode(site).decode(),
        )

    async def site(self) -> Site:
        rows = await self.rows("SELECT value FROM meta WHERE name = 'site'")
        return msgspec.json.decode(rows[0][0], type=Site) if rows else Site()

    async def forget(self, before: float, now: float) -> None:
        """Delete expired bans, and reports and entries of the audit log from before a given time."""
        await self.run("DELETE FROM bans WHERE until <= ?", now)
        await self.run("DELETE FROM reports WHERE at < ?", before)
        await self.run("DELETE FROM audit WHERE at < ?", before)


def read_report(row: tuple[Any, ...]) -> Report:
    found = dict(zip(Report.__struct_fields__, row, strict=True))
    return msgspec.convert({**found, "chat": msgspec.json.decode(found["chat"])}, Report)
