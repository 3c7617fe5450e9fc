"""A real server's request log: guest, table and status of each request."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.client import COOKIE, Guest, at_table, guests
from tests.server.running import PATIENCE, Running, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, log_level="debug", log_format="json") as started:
        yield started


def events(server: Running, name: str) -> list[dict[str, Any]]:
    lines = server.errors.read_text(encoding="utf-8").splitlines()
    return [line for line in map(msgspec.json.decode, lines) if line.get("event") == name]


async def logged(server: Running, name: str, **wanted: object) -> dict[str, Any]:
    """Wait for an event, which is logged at the end of its request."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for event in events(server, name):
                if wanted.items() <= event.items():
                    return event
            await asyncio.sleep(0.05)


async def test_requests_and_sockets_are_logged_with_route_guest_and_table(server: Running) -> None:
    async with guests(server.url, 2) as (ada, eve):
        table = await ada.create("caro", seats=2)
        async with at_table(table, [ada, eve]) as clients:
            for seat, client in enumerate(clients):
                await client.sit(seat)
            await clients[0].start()
            await clients[0].act(clients[0].legal[0])
            assert not (await clients[1].ask(clients[1].acting(0, seat=0))).ok
        await logged(server, "request", route="/api/me", guest=eve.id, status=200)
        await logged(server, "request", route="/api/tables", method="POST", guest=ada.id)
        await logged(server, "joined", guest=eve.id, table=table)
        await logged(server, "command_refused", guest=eve.id, table=table, reason="not_yours")
        await logged(server, "moved", table=table)
        assert [event["status"] for event in events(server, "table_changed")] == ["created", "playing"]
        socket_closed = {"route": "/api/tables/{table}/socket", "method": "WEBSOCKET", "status": 1000}
        await logged(server, "request", guest=eve.id, table=table, **socket_closed)


def post(server: Running, guest: Guest, path: str, declared: int, body: bytes) -> socket.socket:
    """Send a request or a part of one."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nCookie: {COOKIE}={guest.cookie}\r\nContent-Type: application/json\r\n"
    line.sendall(f"{head}Content-Length: {declared}\r\n\r\n".encode() + body)
    return line


async def test_requests_whose_client_leaves_are_no_failures_of_the_server(server: Running) -> None:
    record = msgspec.json.encode({"record": "x" * 1000})
    async with guests(server.url, 1) as [guest]:
        for path, declared, body in (
            ("/api/tables", 1000, b'{"game":'),
            ("/api/records", len(record), record),
            ("/api/tables", 15, b'{"game":"caro"}'),
        ):
            line = post(server, guest, path, declared, body)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset instead of a close
            await asyncio.sleep(0.02)
            line.close()
        await logged(server, "request", route="/api/tables", status=499)
        await guest.http.get("/api/tables")
        await logged(server, "request", route="/api/tables", method="GET")
    assert all(event["status"] < 500 for event in events(server, "request"))
    assert not events(server, "failed")
