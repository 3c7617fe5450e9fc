"""Looking at a server whose database has a fault."""

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from carreau.server import wire
from tests.server.client import Client, at_table, guests
from tests.server.running import PATIENCE, Running


@asynccontextmanager
async def at_a_table(server: Running) -> AsyncIterator[Client]:
    async with guests(server.url, 1) as [guest], at_table(await guest.create("caro"), [guest]) as [client]:
        await chats(client, "before")
        yield client


async def chats(client: Client, words: str) -> bool:
    """Send a chat message, which has to be stored; return whether it was acknowledged."""
    return (await client.ask(wire.Chat(ref=client.ref(), text=words))).ok


def readiness(server: Running) -> tuple[int, str]:
    answer = httpx.get(f"{server.url}/readyz", timeout=PATIENCE)
    return answer.status_code, answer.text.strip()


async def becomes(server: Running, wanted: tuple[int, str]) -> None:
    """Wait until the server reports this; results are cached for a moment."""
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(readiness, server) != wanted:
            await asyncio.sleep(0.1)


def failed_appends(server: Running, fault: str) -> float:
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    name = f'carreau_failed_appends_total{{fault="{fault}"}}'
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def logged(server: Running, fault: str) -> list[str]:
    lines = server.errors.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if f"doing=append fault={fault}" in line]


def refused_start(folder: Path, server: Running) -> str:
    """Start another server with the database of a running one; return its error message."""
    command = [*server.command(), "serve", "--port", "0", "--database", server.place()]
    done = subprocess.run(
        command, env=server.environment(), cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode, done.stderr
    assert "Traceback" not in done.stderr
    return " ".join((done.stdout + done.stderr).split())
