"""A server in this process, on a free port."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from aiohttp import web

from carreau.server.app import Server, make_app
from carreau.server.running import protocol
from carreau.server.settings import Settings
from tests.server.client import new_share


@asynccontextmanager
async def served(app: web.Application) -> AsyncIterator[int]:
    """Serve an app; yield its port."""
    runner = web.AppRunner(app, **protocol(75.0))
    await runner.setup()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        await web.SockSite(runner, listening).start()
        try:
            yield int(listening.getsockname()[1])
        finally:
            await runner.cleanup()


@asynccontextmanager
async def visited(folder: Path) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """Run a server without bots; yield it and a client."""
    server = Server(Settings(database=folder / "some.db", bots=1))
    async with served(make_app(server)) as port:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as guest:
            yield server, guest
        await server.rooms.stop()
        await server.store.close()


async def begun(guest: httpx.AsyncClient) -> tuple[str, str]:
    """Start a game with dice, a guest on both seats; return the guest and the table."""
    me = (await guest.get("/api/me")).json()["id"]
    seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    wanted = {"game": "schlauraff", "seats": 2, "sit": seats, "start": True}
    return me, (await guest.post("/api/tables", json=wanted)).json()["id"]
