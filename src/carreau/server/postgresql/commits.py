"""Group commit: all appends that wait go to PostgreSQL in one statement, which is a transaction by itself.

While it runs, the next group gathers. Most groups are moves alone, for which a shorter statement does: it takes a fifth
less of PostgreSQL's time. A statement counts the entries of each table that has as many as expected, and
this server's token; it writes only what belongs to those. So a conflict fails alone. If another error fails the
statement, nothing has happened, and the appends are tried one by one.

If the connection is lost meanwhile, only the database knows whether the statement was, or will be, carried out. Then it
is sent again through a new connection. Whichever comes first counts; the other one's tables are in conflict, but with
these very entries. If the appends are given up instead, nobody is told that they failed. Their rooms claim the tables
again before they load them, so what was lost carries an old token, and clients ask again.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

from carreau.server.postgresql.connections import ANSWERING, FAILURES, Connection, Line, explained
from carreau.server.postgresql.ownership import PostgresOwnership
from carreau.server.store import About, Conflict, OutcomeUnknown, StoreError, TableMoved

LOSSES: Final = 3  # of the connection during one group, before it is given up

APPEND: Final = """WITH given AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::float8[], $5::bytea[],
        $6::text[], $7::bytea[], $8::smallint[], $9::bigint[])
        AS given (id, first, total, at, snapshot, status, summary, public, token)
), created AS (
    INSERT INTO tables (id, entries, status, summary, public, changed, token, server)
    SELECT id, total, coalesce(status, 'open'), coalesce(summary, ''), coalesce(public, 0), at, token, $10 FROM given
    WHERE first = 0 ON CONFLICT (id) DO NOTHING RETURNING id
), counted AS (
    UPDATE tables SET entries = given.total, changed = given.at, status = coalesce(given.status, tables.status),
        summary = coalesce(given.summary, tables.summary), public = coalesce(given.public, tables.public)
    FROM given WHERE tables.id = given.id AND tables.entries = given.first AND tables.token = given.token
    RETURNING tables.id
), appended AS (
    SELECT id FROM created UNION ALL SELECT id FROM counted
), written AS (
    INSERT INTO entries (table_id, number, content, at)
    SELECT entry.id, number, content, at
    FROM unnest($11::text[], $12::bigint[], $13::bytea[]) AS entry (id, number, content)
    JOIN appended ON appended.id = entry.id JOIN given ON given.id = entry.id
), kept AS (
    INSERT INTO snapshots (table_id, number, content)
    SELECT id, total, snapshot FROM given JOIN appended USING (id) WHERE snapshot IS NOT NULL
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, content = excluded.content
), freed AS (
    DELETE FROM members USING given JOIN appended USING (id)
    WHERE members.table_id = given.id AND given.status IS NOT NULL AND NOT EXISTS (
        SELECT FROM unnest($14::text[], $15::text[]) AS seated (id, guest)
        WHERE seated.id = members.table_id AND seated.guest = members.guest)
), seated AS (
    INSERT INTO members (table_id, guest, counted)
    SELECT seated.id, guest, counted
    FROM unnest($14::text[], $15::text[], $16::smallint[]) AS seated (id, guest, counted)
    JOIN appended ON appended.id = seated.id
    ON CONFLICT (guest, table_id) DO UPDATE SET counted = excluded.counted
)
SELECT id FROM appended"""
APPEND_ENTRIES: Final = """WITH counted AS (
    UPDATE tables SET entries = given.total, changed = given.at
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[])
        AS given (id, first, total, at, token)
    WHERE tables.id = given.id AND tables.entries = given.first AND tables.token = given.token
    RETURNING tables.id, tables.changed
), written AS (
    INSERT INTO entries (table_id, number, content, at)
    SELECT entry.id, number, content, changed
    FROM unnest($6::text[], $7::bigint[], $8::bytea[]) AS entry (id, number, content)
    JOIN counted ON counted.id = entry.id
)
SELECT id FROM counted"""
COUNT: Final = "SELECT entries, token FROM tables WHERE id = $1"
WRITTEN: Final = "SELECT content FROM entries WHERE table_id = $1 AND number >= $2 AND number < $3 ORDER BY number"

Committed = Callable[[int, float], None]  # called for each commit with the number of appends and the seconds taken


class Append:
    """Entries for a table that has `first` of them, and what changes with them."""

    def __init__(
        self,
        table: str,
        token: int,
        first: int,
        contents: Sequence[bytes],
        now: float,
        about: About | None,
        snapshot: bytes | None,
        waiting: asyncio.Future[None],
    ) -> None:
        self.table = table
        self.token = token
        self.first = first
        self.contents = contents
        self.now = now
        self.about = about
        self.snapshot = snapshot
        self.waiting = waiting
        self.unsure = False  # whether it was sent through a connection that was lost

    @property
    def total(self) -> int:
        return self.first + len(self.contents)

    @property
    def has_only_entries(self) -> bool:
        return bool(self.first) and self.about is None and self.snapshot is None

    def succeed(self) -> None:
        if not self.waiting.done():
            self.waiting.set_result(None)

    def fail(self, error: Exception) -> None:
        if not self.waiting.done():
            self.waiting.set_exception(error)

    def give_up(self, error: Exception) -> None:
        """Fail without having asked the database for the outcome."""
        self.fail(OutcomeUnknown(error) if self.unsure and isinstance(error, StoreError) else error)


class Appender:
    """Carries out appends in groups, one after the other."""

    def __init__(self, line: Line, ownership: PostgresOwnership, largest_group: int, committed: Committed) -> None:
        self.line = line
        self.ownership = ownership
        self.largest_group = largest_group
        self.committed = committed
        self.commits = 0
        self.waiting: list[Append] = []
        self.task: asyncio.Task[None] | None = None

    def append(
        self,
        table: str,
        first: int,
        contents: Sequence[bytes],
        now: float,
        about: About | None,
        snapshot: bytes | None,
    ) -> asyncio.Future[None]:
        """Return a future that is done when the entries are durable."""
        token = self.ownership.token(table, first)
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        self.waiting.append(Append(table, token, first, contents, now, about, snapshot, waiting))
        if self.task is None or self.task.done():
            self.task = loop.create_task(self.work())
        return waiting

    async def work(self) -> None:
        while self.waiting:
            await self.carry_out(self.next_group())

    async def stop(self) -> None:
        """Wait until all appends are done."""
        while self.task is not None and not self.task.done():
            await asyncio.wait([self.task])

    def next_group(self) -> list[Append]:
        """Take what waits, but only one append to each table."""
        group: dict[str, Append] = {}
        later: list[Append] = []
        for each in self.waiting:
            if each.table in group or len(group) == self.largest_group:
                later.append(each)
            else:
                group[each.table] = each
        self.waiting = later
        return list(group.values())

    async def carry_out(self, group: list[Append]) -> None:
        """Carry out a group together; if that fails, one by one."""
        try:
            await self.together(group)
        except Exception as error:  # noqa: BLE001 -- whatever it is, its callers are told
            if len(group) > 1 and may_concern_one(error):
                for each in group:
                    await self.carry_out([each])
            else:
                for each in group:
                    each.give_up(error)

    async def together(self, group: list[Append]) -> None:
        """Send a group, again after each loss of the connection, and report the outcome of each append."""
        began, losses = perf_counter(), 0
        while True:
            connection = await self.line.connected()
            try:
                outcome = await self.sent(connection, group)
            except FAILURES as error:
                failed = explained(error)
                if failed.fault == "unreachable":
                    self.line.drop()
                    losses += 1
                    for each in group:
                        each.unsure = True
                if failed.fault != "unreachable" or losses > LOSSES:
                    raise failed from error
            else:
                break
        self.commits += 1
        self.committed(len(group), perf_counter() - began)
        for each in group:
            refusal = outcome.get(each.table)
            each.fail(refusal) if refusal else each.succeed()

    async def sent(self, connection: Connection, group: list[Append]) -> dict[str, StoreError]:
        """Append to all tables that have as many entries as expected; return why not to the others."""
        rows = await connection.fetch(*statement(group, self.ownership.id), timeout=ANSWERING)
        appended = {row[0] for row in rows}
        refused = [each for each in group if each.table not in appended]
        return {
            each.table: await self.refusal(connection, each) for each in refused if not await stored(connection, each)
        }

    async def refusal(self, connection: Connection, append: Append) -> StoreError:
        """Tell whether a table has other entries, or another owner."""
        row = await connection.fetchrow(COUNT, append.table)
        if row is None or row[1] != append.token:
            self.ownership.let_go(append.table)
        if row is not None and row[1] != append.token and append.first:
            return TableMoved(append.table)
        there = "does not exist" if row is None else f"has {row[0]} entries"
        return Conflict(f"table {append.table} {there}, entry {append.first} can't be the next one: reload the table")


def may_concern_one(error: Exception) -> bool:
    """Tell whether others of a group may succeed without the one that caused an error."""
    return not isinstance(error, StoreError) or error.fault == "other"


async def stored(connection: Connection, append: Append) -> bool:
    """Tell whether an append was carried out before the connection was lost."""
    if not append.unsure:
        return False
    rows = await connection.fetch(WRITTEN, append.table, append.first, append.total)
    return bool(rows) and [row[0] for row in rows] == list(append.contents)


def statement(group: list[Append], server: str) -> tuple[Any, ...]:
    """Return the statement for a group, and the columns of all rows that it writes."""
    tables = [each.table for each in group]
    firsts = [each.first for each in group]
    totals = [each.total for each in group]
    times = [each.now for each in group]
    tokens = [each.token for each in group]
    entries = columns(
        [(each.table, number, content) for each in group for number, content in enumerate(each.contents, each.first)]
    )
    if all(each.has_only_entries for each in group):
        return (APPEND_ENTRIES, tables, firsts, totals, times, tokens, *entries)
    seated = [
        (each.table, guest, int(each.about.counted))
        for each in group
        if each.about is not None
        for guest in sorted(set(each.about.members))
    ]
    return (
        *(APPEND, tables, firsts, totals, times),
        [each.snapshot for each in group],
        [each.about and each.about.status for each in group],
        [each.about and each.about.summary for each in group],
        [None if each.about is None else int(each.about.public) for each in group],
        *(tokens, server, *entries, *columns(seated)),
    )


def columns(rows: list[tuple[str, int, bytes]] | list[tuple[str, str, int]]) -> tuple[list[object], ...]:
    return tuple(map(list, zip(*rows, strict=True))) or ([], [], [])
