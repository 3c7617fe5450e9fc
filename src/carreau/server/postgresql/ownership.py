"""Ownership in PostgreSQL: a heartbeat for each server, a token for each table, and messages between servers.

One row of `servers` is a server's whole lease, so heartbeats cost the same however many tables it owns. It runs out by
the database's clock. A table's row names its server and a token, which every claim increases; `commits.py` compares it
in the statement that appends. So a lease decides only when others may claim, the token who may write.
"""

import secrets
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

from carreau.server.ownership import Census, Member, Peer
from carreau.server.postgresql.connections import ANSWERING, FAILURES, SESSION, Connection, Line, Outage, explained
from carreau.server.store import StoreError

ID_BYTES: Final = 8
NO_TOKEN: Final = -1
ATTEMPTS: Final = 5  # at claiming a table that others claim at the same moment

MEMBERS: Final = "SELECT id, address, keys, expires > clock_timestamp() FROM servers WHERE id <> $1"
# A server that starts at the address of another one has replaced it
JOIN: Final = """WITH replaced AS (UPDATE servers SET expires = '-infinity' WHERE address = $2 AND id <> $1)
    INSERT INTO servers (id, address, keys, expires) VALUES ($1, $2, $3, clock_timestamp() + $4 * INTERVAL '1 second')
    ON CONFLICT (id) DO UPDATE SET expires = excluded.expires"""
RENEW: Final = """WITH renewed AS (
        INSERT INTO servers (id, address, keys, expires)
        VALUES ($1, $2, $3, clock_timestamp() + $4 * INTERVAL '1 second')
        ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
    ) SELECT id, address, keys, expires > clock_timestamp() FROM servers WHERE id <> $1"""
LEAVE: Final = "UPDATE servers SET expires = '-infinity' WHERE id = ?"

# The first row is the token; or the server that owns the table; or nobody, if somebody else was faster
CLAIM: Final = """WITH living AS (
        SELECT id, address FROM servers
        WHERE expires > CASE WHEN CAST(? AS BOOLEAN) THEN '-infinity' ELSE clock_timestamp() END
    ), asked AS (
        SELECT CAST(? AS TEXT) AS id, CAST(? AS TEXT) AS server
    ), claimed AS (
        UPDATE tables SET server = asked.server, token = token + 1 FROM asked
        WHERE tables.id = asked.id AND (tables.server = asked.server OR tables.server NOT IN (SELECT id FROM living))
        RETURNING token
    )
    SELECT token, '', '' FROM claimed
    UNION ALL
    SELECT 0, coalesce(living.id, ''), coalesce(living.address, '')
    FROM asked JOIN tables USING (id) LEFT JOIN living ON living.id = tables.server
    WHERE NOT EXISTS (SELECT FROM claimed)"""
# A hash shares the tables out among the servers that are alive. After an unknown outcome, those may be this server's
# already, without its knowing the tokens.
ADOPT: Final = """WITH living AS (
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS number
        FROM servers WHERE expires > clock_timestamp()
    ), own AS (
        SELECT place, number, CAST(? AS TEXT) AS id, CAST(? AS TEXT[]) AS known FROM living WHERE id = ?
    ), free AS (
        SELECT tables.id FROM tables CROSS JOIN own WHERE tables.status = 'playing' AND (
            (tables.server NOT IN (SELECT id FROM living) AND (hashtext(tables.id) & 2147483647) % number = place)
            OR (tables.server = own.id AND tables.id <> ALL (known)))
        FOR UPDATE OF tables SKIP LOCKED
    )
    UPDATE tables SET server = own.id, token = token + 1 FROM free, own WHERE tables.id = free.id
    RETURNING tables.id, tables.token"""
FORGET: Final = """DELETE FROM servers WHERE expires < clock_timestamp()
    AND NOT EXISTS (SELECT FROM tables WHERE tables.server = servers.id AND status = 'playing')"""
MOVED: Final = "SELECT id FROM tables WHERE id = ANY (CAST(? AS TEXT[])) AND server <> ?"
CHANNEL: Final = "'carreau ' || md5(current_schema())"
TELL: Final = f"SELECT pg_notify({CHANNEL}, ?)"

Changed = Callable[..., Awaitable[list[Any]]]


class PostgresOwnership:
    """The tables that a server owns, and its heartbeat."""

    shared = True

    def __init__(self, dsn: str, changed: Changed) -> None:
        self.id = secrets.token_hex(ID_BYTES)
        self.changed = changed  # carries out a statement that changes something and returns it
        self.tokens: dict[str, int] = {}  # of the tables that it owns
        self.unsure = False  # whether tables may be this server's without its knowing
        self.address = ""
        self.keys = ""
        self.seconds = ANSWERING
        self.renewed = 0.0  # when the lease was renewed, by this machine's clock
        self.wary_until = 0.0  # until then, a lease that has run out may be renewed
        self.heard: Callable[[str], None] = lambda _: None
        self.line = Line(dsn, Outage(), SESSION, self.listen)

    # The heartbeat

    async def join(self, address: str, keys: str, lease: float, heard: Callable[[str], None]) -> None:
        self.address, self.keys, self.seconds, self.heard = address, keys, lease, heard
        self.renewed = monotonic()
        await self.ask(JOIN, self.id, address, keys, lease)

    async def members(self) -> list[Member]:
        return [Member(Peer(*row[:2]), *row[2:]) for row in await self.ask(MEMBERS, self.id)]

    async def renew(self) -> Census:
        """Renew the lease.

        If it had run out, the database may have been out of everybody's reach: the others get the time to renew theirs.
        """
        began = monotonic()
        rows = await self.ask(RENEW, self.id, self.address, self.keys, self.seconds)
        lapsed = began - self.renewed > self.seconds
        if lapsed:
            self.wary_until = began + self.seconds
        self.renewed = began
        return Census([Member(Peer(*row[:2]), *row[2:]) for row in rows], lapsed)

    @property
    def wary(self) -> bool:
        return monotonic() < self.wary_until

    async def leave(self) -> None:
        await self.changed(LEAVE, self.id)
        await self.line.close()

    async def ask(self, statement: str, *values: object) -> list[Any]:
        """Use the heartbeat's own connection, which no other statement keeps busy."""
        connection = await self.line.connected()
        try:
            return list(await connection.fetch(statement, *values, timeout=self.seconds))
        except FAILURES as error:
            self.line.drop()
            raise explained(error) from error

    # Messages

    async def listen(self, connection: Connection) -> None:
        channel = await connection.fetchval(f"SELECT {CHANNEL}")
        await connection.add_listener(channel, self.received)
        self.heard("")

    def received(self, _: object, __: int, ___: str, payload: object) -> None:
        sender, _, message = str(payload).partition(" ")
        if sender != self.id:
            self.heard(message)

    async def tell(self, message: str) -> None:
        await self.changed(TELL, f"{self.id} {message}")

    # Tables

    async def claim(self, table: str) -> Peer | None:
        if table in self.tokens:
            return None
        for _ in range(ATTEMPTS):
            rows = await self.changed(CLAIM, self.wary, table, self.id)
            if not rows:
                return None  # there is no such table, as loading it will tell
            token, server, address = rows[0]
            if token:
                self.tokens[table] = token
                return None
            if server:
                return Peer(server, address)
        raise StoreError(f"other servers claim table {table} at the same moment: try again", "locked")

    async def adopt(self) -> list[str]:
        if self.wary:
            return []
        known = list(self.tokens)
        try:
            rows = await self.changed(ADOPT, self.id, known if self.unsure else None, self.id)
        except StoreError:
            self.unsure = True
            raise
        self.unsure = False
        self.tokens |= dict(map(tuple, rows))
        await self.changed(FORGET)
        return [table for table, _ in rows]

    async def moved(self) -> list[str]:
        found = [table for (table,) in await self.changed(MOVED, list(self.tokens), self.id)]
        for table in found:
            self.let_go(table)
        return found

    def let_go(self, table: str) -> None:
        self.tokens.pop(table, None)

    def token(self, table: str, first: int) -> int:
        """Return the token with which to append to a table; a new table gets the first one."""
        return self.tokens.get(table, NO_TOKEN) if first else self.tokens.setdefault(table, 1)
