"""Helpers for tests with invalid and random input: a server with a game that nothing may change."""

import asyncio
import gzip
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.effort import EFFORT
from tests.server.client import COOKIE, PATIENCE, Guest, at_table, guests, new_share
from tests.server.running import Running, running

FUZZ: Final = settings(
    max_examples=60 * EFFORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Scene:
    """A server and a game in progress: `host` has seat 0, `friend` 1 and 2, `stranger` none."""

    def __init__(self, server: Running, people: Sequence[Guest], table: str) -> None:
        self.server = server
        self.host, self.friend, self.stranger = people
        self.table = table

    async def state(self) -> tuple[Any, int]:
        """Return everything public about the table, and its number of stored events."""
        shown = (await self.stranger.http.get(f"/api/tables/{self.table}")).json()
        with closing(sqlite3.connect(f"file:{self.server.database}?mode=ro", uri=True)) as database:
            (entries,) = database.execute("SELECT count(*) FROM entries WHERE table_id = ?", (self.table,)).fetchone()
        return shown, entries


@asynccontextmanager
async def staged(folder: Path) -> AsyncIterator[Scene]:
    with serving_files(folder) as server:
        async with guests(server.url, 3) as people:
            yield Scene(server, people, await begun(*people[:2]))


@contextmanager
def serving_files(folder: Path) -> Iterator[Running]:
    """Run a server whose client consists of a script and a link that points outside its folder."""
    assets = folder / "assets"
    assets.mkdir()
    (folder / "secret.txt").write_text("hidden", encoding="utf-8")
    (assets / "app.js").write_text("shown", encoding="utf-8")
    (assets / "app.js.gz").write_bytes(gzip.compress(b"shown"))
    (assets / "link.txt").symlink_to(folder / "secret.txt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARREAU_CLIENT", str(folder))
        with running(folder, bots=1) as server:
            yield server


async def begun(host: Guest, friend: Guest) -> str:
    """Start a game; return its table."""
    table = await host.create("raufer", seats=3, sit=[{"seat": 0, "share": new_share()}])
    async with at_table(table, [host, friend]) as (one, other):
        await other.sit(1)
        await other.sit(2)
        await one.start()
    return table


class Raw:
    """A socket that can send anything."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def answers(self, message: str | bytes) -> list[dict[str, Any]]:
        """Return all answers to a message, ignoring other messages."""
        await self.socket.send(message)
        await self.socket.send('{"type": "ping", "ref": "the end"}')
        found: list[dict[str, Any]] = []
        while True:
            heard = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if heard.get("ref") == "the end" and heard["ok"]:
                return found
            if heard["type"] not in ("snapshot", "present"):
                found.append(heard)

    async def refused(self, message: str | bytes) -> dict[str, Any]:
        """Return the only answer to a message, which must be a refusal with a text."""
        (answer,) = await self.answers(message)
        assert answer["type"] == "answer"
        assert answer["ok"] is False
        assert answer["code"]
        assert answer["text"]
        return answer


def dial(scene: Scene, cookie: str, **headers: str) -> connect:
    address = f"{scene.server.url.replace('http', 'ws', 1)}/api/tables/{scene.table}/socket"
    return connect(address, additional_headers={"Cookie": f"{COOKIE}={cookie}", **headers}, max_size=None)


@asynccontextmanager
async def opened(scene: Scene, guest: Guest) -> AsyncIterator[Raw]:
    async with dial(scene, guest.cookie) as line:
        yield Raw(line)


async def closing_code(line: ClientConnection) -> int:
    """Return the code that a socket is closed with, ignoring messages before it."""
    try:
        while True:
            await asyncio.wait_for(line.recv(), PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def deep(depth: int, inside: str = "") -> str:
    return "[" * depth + inside + "]" * depth
