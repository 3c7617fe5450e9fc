"""A server called in this process, without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from carreau.server.app import Server, make_app
from carreau.server.settings import Settings
from tests.server.client import new_share


@asynccontextmanager
async def visited(folder: Path) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """Run a server without a network; yield it and a client."""
    server = Server(Settings(database=folder / "some.db", bots=1))
    line = httpx.ASGITransport(make_app(server))
    async with httpx.AsyncClient(transport=line, base_url="http://test") as guest:
        yield server, guest
    await server.rooms.stop()
    await server.store.close()


async def begun(guest: httpx.AsyncClient) -> tuple[str, str]:
    """Start a game with dice, a guest on both seats; return the guest and the table."""
    me = (await guest.get("/api/me")).json()["id"]
    seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    wanted = {"game": "schlauraff", "seats": 2, "sit": seats, "start": True}
    return me, (await guest.post("/api/tables", json=wanted)).json()["id"]
