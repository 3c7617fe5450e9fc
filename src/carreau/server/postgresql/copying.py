"""A PostgreSQL database as one side of a copy."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from carreau.server.postgresql.connections import Connection, Outage, appending_line, naming
from carreau.server.postgresql.schema import EXCLUSIVE, prepare
from carreau.server.settings import PostgresUrl
from carreau.server.store import StoreError
from carreau.server.store_copy import RELATIONS, ROWS, Relation, Row

LONGEST: Final = 3600.0  # seconds for one statement
NUMBERED: Final = ("reports", "audit")  # tables whose ids PostgreSQL gives


class PostgresSide:
    """A PostgreSQL database, within one transaction."""

    def __init__(self, url: PostgresUrl, connection: Connection) -> None:
        self.url = url
        self.connection = connection

    async def read(self, relation: Relation) -> AsyncIterator[Sequence[Row]]:
        rows: list[Row] = []
        with naming(f"reading {self.url}"):
            async for row in self.connection.cursor(relation.select(' COLLATE "C"'), prefetch=ROWS, timeout=LONGEST):
                rows.append(tuple(row))
                if len(rows) == ROWS:
                    yield rows
                    rows = []
        yield rows

    async def write(self, relation: Relation, rows: Sequence[Row]) -> None:
        with naming(f"writing {self.url}"):
            await self.connection.copy_records_to_table(
                relation.table, records=rows, columns=relation.columns, timeout=LONGEST
            )


@asynccontextmanager
async def opened(url: PostgresUrl, empty: bool) -> AsyncIterator[PostgresSide]:
    """Open a database that no server uses; everything that is written counts at the end, or nothing if it fails."""
    line = appending_line(url.dsn, Outage())
    try:
        with naming(f"opening {url}"):
            await line.open(prepare)
            connection = await line.connected()
        async with connection.transaction(isolation="repeatable_read"):
            with naming(f"opening {url}"):
                await connection.execute(EXCLUSIVE)  # no server can start
                await refuse_used(connection)
                if empty:
                    await refuse_full(connection)
            yield PostgresSide(url, connection)
            if empty:
                with naming(f"writing {url}"):
                    await number_on(connection)
    finally:
        await line.close()


async def refuse_used(connection: Connection) -> None:
    used = await connection.fetchval("SELECT address FROM servers WHERE expires > clock_timestamp() LIMIT 1")
    if used:
        raise StoreError(f"the server at {used} uses this database: stop it first", "locked")


async def refuse_full(connection: Connection) -> None:
    for relation in RELATIONS:
        if await connection.fetchval(f"SELECT EXISTS (SELECT FROM {relation.table} WHERE {relation.where})"):  # noqa: S608
            raise StoreError(f"it isn't empty, there are {relation.table}: create another database to copy to")


async def number_on(connection: Connection) -> None:
    """Let new ids follow those that were copied."""
    for table in NUMBERED:
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table}"  # noqa: S608
        )
