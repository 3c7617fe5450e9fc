"""The store in a PostgreSQL database. One connection appends, others read and write the rest without waiting for it."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from itertools import count
from typing import Any, Final, TypeVar

import asyncpg

from carreau.server.portable import DELETE_TABLE, PROBE, PROBED, PortableStore
from carreau.server.postgresql.commits import Appender, Committed
from carreau.server.postgresql.connections import (
    ANSWERING,
    CONNECTING,
    FAILURES,
    FREE,
    SESSION,
    Connection,
    Free,
    Outage,
    appending_line,
    explained,
    naming,
    waited_for,
)
from carreau.server.postgresql.ownership import PostgresOwnership
from carreau.server.postgresql.schema import prepare
from carreau.server.settings import PostgresUrl
from carreau.server.store import About, Guest, Stored, StoreError

T = TypeVar("T")

LOAD: Final = """SELECT coalesce(snapshots.content, ''), coalesce(snapshots.number, 0), ARRAY(
        SELECT content FROM entries WHERE table_id = tables.id AND entries.number >= coalesce(snapshots.number, 0)
        ORDER BY entries.number
    ) FROM tables LEFT JOIN snapshots ON snapshots.table_id = tables.id WHERE tables.id = ?"""
ONE_MORE_HASH: Final = """UPDATE guests SET seen = ?, secret_hash = (
        SELECT string_agg(hash, ' ' ORDER BY place) FROM (
            SELECT hash, place
            FROM unnest(string_to_array(secret_hash, ' ') || CAST(? AS TEXT)) WITH ORDINALITY AS each (hash, place)
            ORDER BY place DESC LIMIT ?
        ) AS newest
    ) WHERE id = ? RETURNING id, name, secret_hash, created, seen"""
REPLACE_SECRETS: Final = """WITH forgotten AS (DELETE FROM codes WHERE guest = ?)
    UPDATE guests SET secret_hash = ? WHERE id = ?"""
TAKE_CODE: Final = "DELETE FROM codes WHERE code_hash = ? RETURNING guest, expires"
USABLE: Final = "LOCK TABLE tables, entries, snapshots IN ROW EXCLUSIVE MODE"  # as an append locks them

DIALECT: Final = {"instr(": "strpos(", "CAST(summary AS TEXT)": "convert_from(summary, 'UTF8')"}


@cache
def translated(statement: str) -> str:
    """Return a statement in PostgreSQL's dialect, with numbered values."""
    for shared, own in DIALECT.items():
        statement = statement.replace(shared, own)
    first, *others = statement.split("?")
    numbers = count(1)
    return first + "".join(f"${next(numbers)}{other}" for other in others)


class PostgresStore(PortableStore):
    """A Store in a PostgreSQL database, which servers share."""

    def __init__(
        self,
        url: PostgresUrl,
        clock: Callable[[], float] = time.time,
        largest_group: int = 1000,
        committed: Committed = lambda _, __: None,
    ) -> None:
        super().__init__()
        self.url = url
        self.clock = clock
        self.closed = False
        self._outage = Outage()
        self._line = appending_line(url.dsn, self._outage)
        self.ownership = self._ownership = PostgresOwnership(url.dsn, self._changed)
        self._appender = Appender(self._line, self._ownership, largest_group, committed)
        self._pool: asyncpg.Pool[Any] | None = None

    @property
    def commits(self) -> int:
        """The number of statements that appended since the start."""
        return self._appender.commits

    async def open(self) -> None:
        with naming(f"opening {self.url}"):
            await self._line.open(prepare)
        self._pool = await asyncpg.create_pool(
            self.url.dsn,
            min_size=0,
            max_size=FREE,
            timeout=CONNECTING,
            command_timeout=ANSWERING,
            server_settings={**SESSION, "application_name": "carreau"},
            reset=keep,
        )

    async def append(
        self,
        table: str,
        first: int,
        entries: Sequence[bytes],
        about: About | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        self._refuse_if_closed()
        await self._appender.append(table, first, entries, self.clock(), about, snapshot)

    async def load(self, table: str) -> Stored | None:
        rows = await self.rows(LOAD, table)
        return Stored(rows[0][0], rows[0][1], tuple(rows[0][2])) if rows else None

    async def delete(self, table: str, before: float) -> bool:
        return await self._execute(DELETE_TABLE, table, before) == "DELETE 1"

    async def add_secret(self, guest: str, secret_hash: str, most: int, seen: float) -> Guest | None:
        rows = await self._changed(ONE_MORE_HASH, seen, secret_hash, most, guest)
        return Guest(*rows[0]) if rows else None

    async def replace_secrets(self, guest: str, secret_hash: str) -> None:
        await self.run(REPLACE_SECRETS, guest, secret_hash, guest)

    async def take_code(self, code_hash: str, now: float) -> str | None:
        rows = await self._changed(TAKE_CODE, code_hash)
        return str(rows[0][0]) if rows and rows[0][1] > now else None

    async def check(self) -> None:
        """Write something and read it back, where appends are possible."""
        self._refuse_if_closed()
        token = secrets.token_hex(8)
        await self._line.connected()
        if await self._with_connection(partial(probe, token=token)) != token:
            raise StoreError("the database doesn't return what was written: check its disk and restart it", "damaged")

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        await self._appender.stop()
        await self._ownership.line.close()
        if self._pool is not None:
            try:
                async with asyncio.timeout(ANSWERING):
                    await self._pool.close()
            except TimeoutError:
                self._pool.terminate()
        await self._line.close()

    def _refuse_if_closed(self) -> None:
        if self.closed:
            raise StoreError("the store is closed: the server is shutting down", "closed")

    async def run(self, statement: str, *values: object) -> None:
        await self._execute(statement, *values)

    async def _execute(self, statement: str, *values: object) -> str:
        return await self._with_connection(lambda connection: connection.execute(translated(statement), *values))

    async def _changed(self, statement: str, *values: object) -> list[Any]:
        """Carry out a statement that changes something and returns it."""
        return await self._with_connection(lambda connection: connection.fetch(translated(statement), *values))

    async def rows(self, ask: str, *values: object) -> list[Any]:
        """Read; again if a connection turns out to be lost, as all may be after PostgreSQL has restarted."""
        for _ in range(FREE):
            try:
                return await self._changed(ask, *values)
            except StoreError as error:
                if error.fault != "unreachable" or isinstance(error.__cause__, TimeoutError):
                    raise
        return await self._changed(ask, *values)

    async def _with_connection(self, work: Callable[[Free], Awaitable[T]]) -> T:
        """Do something with a free connection, which may have to be made first."""
        self._refuse_if_closed()
        assert self._pool is not None, "open the store first"
        connection = await waited_for(self._pool.acquire, self._outage)
        try:
            return await work(connection)
        except FAILURES as error:
            if isinstance(error, TimeoutError):
                connection.terminate()  # it may never answer
            raise explained(error) from error
        finally:
            await self._pool.release(connection)


async def keep(_: Connection) -> None:
    """Leave a connection as it is: no statement changes its state."""


async def probe(connection: Free, token: str) -> str:
    """Read what was written before another server's probe overwrites it."""
    async with connection.transaction():
        await connection.execute(USABLE)
        await connection.execute(translated(PROBE), token)
        return str(await connection.fetchval(PROBED))
