"""Connections to PostgreSQL: reconnecting, and faults in words."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg
from asyncpg import exceptions as pg

from carreau.server.file_lock import holder
from carreau.server.store import Fault, StoreError

if TYPE_CHECKING:  # asyncpg's classes are generic in its stubs only
    Connection: TypeAlias = asyncpg.Connection[Any]
    Free: TypeAlias = asyncpg.pool.PoolConnectionProxy[Any]
else:
    Connection, Free = asyncpg.Connection, asyncpg.pool.PoolConnectionProxy

T = TypeVar("T")

PATIENCE: Final = 5.0  # seconds after a loss during which requests wait for a new connection
PAUSE: Final = 0.05  # seconds between two attempts
CONNECTING: Final = 3.0  # seconds for one attempt
ANSWERING: Final = 8.0  # seconds for an answer; longer than LOCKED, so that the reason is known
LOCKED: Final = "5s"  # for a lock that somebody else holds
FREE: Final = 4  # connections for everything but appends
LONGEST_NAME: Final = 63  # bytes of an application's name

# Keepalives notice a lost network on both sides. JIT compilation and new plans take longer than our statements.
SESSION: Final = {
    "lock_timeout": LOCKED,
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "client_min_messages": "warning",
}
# Plans of a statement outlive the time when its tables were small
INDEXED: Final = {"enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off"}

ADVICE: Final[dict[Fault, str]] = {
    "full": "the database's disk is full: free some space and try again",
    "io": "the database can't read or write its disk: check it and try again",
    "readonly": "the database is read-only for this user: connect to the primary, as the owner of the tables",
    "unopenable": "the database can't be opened: check --database, the user and the password",
    "locked": "another program has locked the database: stop it and try again",
    "damaged": "the database is damaged: restore a backup",
    "gone": "the database was deleted while the server was running: restore a backup, then restart the server",
    "unreachable": "the database server can't be reached: start it, or check the network and --database",
    "other": "the database refused it",
}
REASONS: Final[tuple[tuple[Fault, tuple[type[Exception], ...]], ...]] = (
    ("full", (pg.DiskFullError,)),
    ("io", (pg.PostgresIOError,)),
    ("readonly", (pg.ReadOnlySQLTransactionError, pg.InsufficientPrivilegeError)),
    ("damaged", (pg.DataCorruptedError, pg.IndexCorruptedError)),
    ("gone", (pg.UndefinedTableError, pg.DatabaseDroppedError, pg.InvalidSchemaNameError)),
    (
        "unopenable",
        (pg.InvalidAuthorizationSpecificationError, pg.InvalidCatalogNameError, pg.ClientConfigurationError),
    ),
    ("locked", (pg.LockNotAvailableError, pg.DeadlockDetectedError, pg.QueryCanceledError)),
    ("other", (pg.DataError, asyncpg.DataError)),
    (
        "unreachable",
        (
            OSError,  # which includes time-outs
            pg.PostgresConnectionError,
            pg.AdminShutdownError,
            pg.CrashShutdownError,
            pg.CannotConnectNowError,
            pg.IdleSessionTimeoutError,
            pg.IdleInTransactionSessionTimeoutError,
            pg.TooManyConnectionsError,
            pg.InterfaceError,
            pg.InternalClientError,  # as when the server says goodbye at the moment at which a statement is sent
        ),
    ),
)
FAILURES: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, pg.InternalClientError)

SELF: Final = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END: Final = "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"


def explained(error: Exception) -> StoreError:
    """Turn an error of PostgreSQL or of the connection into one that says what to do."""
    fault: Fault = next((fault for fault, kinds in REASONS if isinstance(error, kinds)), "other")
    name = type(error).__name__
    return StoreError(f"{ADVICE[fault]} ({': '.join(filter(None, (name, str(error))))})", fault, name)


@contextmanager
def naming(task: str) -> Iterator[None]:
    """Turn errors into ones that say during which task they occurred, and what to do."""
    try:
        yield
    except FAILURES as error:
        found = explained(error)
        raise StoreError(f"{task}: {found}", found.fault, found.code) from error
    except StoreError as error:
        raise StoreError(f"{task}: {error}", error.fault, error.code) from error


class Outage:
    """The time for which the database server has been unreachable, and whether to go on waiting for it."""

    def __init__(self) -> None:
        self.since: float | None = None

    def is_worth_waiting(self) -> bool:
        """Note a failed attempt; tell whether to try again."""
        if self.since is None:
            self.since = monotonic()
        return monotonic() - self.since < PATIENCE

    def ended(self) -> None:
        self.since = None


async def waited_for(connect: Callable[[], Awaitable[T]], outage: Outage) -> T:
    """Connect, if necessary several times; raise StoreError."""
    while True:
        try:
            found = await connect()
        except FAILURES as error:
            failed = explained(error)
            if failed.fault != "unreachable" or not outage.is_worth_waiting():
                raise failed from error
        else:
            outage.ended()
            return found
        await asyncio.sleep(PAUSE)


class Line:
    """A connection of its own for one purpose, made again whenever it is lost."""

    def __init__(
        self,
        dsn: str,
        outage: Outage,
        settings: Mapping[str, str],
        begin: Callable[[Connection], Awaitable[None]],
    ) -> None:
        self.dsn = dsn
        self.outage = outage
        self.settings = settings
        self.begin = begin  # is done with each new connection before it is used
        self.connecting = asyncio.Lock()
        self.connection: Connection | None = None

    async def connected(self) -> Connection:
        """Return the connection; a new one if it was lost."""
        if self.connection is None or self.connection.is_closed():
            async with self.connecting:
                if self.connection is None or self.connection.is_closed():
                    self.connection = await waited_for(self.connect, self.outage)
        return self.connection

    async def open(self, prepare: Callable[[Connection], Awaitable[None]]) -> None:
        """Connect for the first time, without waiting, and get the database ready."""
        try:
            self.connection = await self.connect()
            await prepare(self.connection)
        except (*FAILURES, ValueError) as error:
            await self.close()
            raise explained(error) from error
        except BaseException:
            await self.close()
            raise

    async def connect(self) -> Connection:
        settings = {**self.settings, "application_name": holder()[:LONGEST_NAME]}
        connection = await asyncpg.connect(
            self.dsn, timeout=CONNECTING, command_timeout=ANSWERING, server_settings=settings
        )
        try:
            await self.begin(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def drop(self) -> None:
        """Give a connection up at once: its state is unknown."""
        if self.connection is not None:
            self.connection.terminate()

    async def close(self) -> None:
        if self.connection is not None and not self.connection.is_closed():
            try:
                await self.connection.close(timeout=CONNECTING)
            except FAILURES:
                self.connection.terminate()


class Sessions:
    """The sessions of one line, one after the other: the next ends what is left of the one before.

    So a lost session doesn't keep its locks. It isn't what keeps a statement from being carried out late: that is the
    token of each table.
    """

    def __init__(self) -> None:
        self.session: tuple[Any, ...] = ()  # PostgreSQL's process, and when it started

    async def begin(self, connection: Connection) -> None:
        if await connection.fetchval("SHOW synchronous_commit") == "off":
            await connection.execute("SET synchronous_commit = on")
        if self.session:
            await connection.fetch(END, *self.session)
        self.session = tuple(await connection.fetchrow(SELF) or ())


def appending_line(dsn: str, outage: Outage) -> Line:
    """Return the line for appends."""
    return Line(dsn, outage, {**SESSION, **INDEXED}, Sessions().begin)
