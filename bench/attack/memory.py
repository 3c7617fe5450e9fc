"""The server's memory, and the latency of an innocent table, while strangers take what costs them nothing.

    python -m bench.attack.memory [bodies idle crowd] [--seconds 8] [--sources FOLDER]

bodies: 2,000 requests from one address announce 256 KiB each and send 200 KiB of it.
idle: 2,000 connections from one address send half a head, and nothing more.
crowd: 880 guests from eight addresses watch one table and don't read what they are sent.

One innocent guest plays against a bot of level 2, before each attack and during it; the time is from sending a move
until the bot's move has arrived. Each attack meets a new server with its settings as delivered. All traffic stays on
this machine, and ends with the run. --sources names the `src` folder of another build.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import uvloop
from rich.console import Console
from rich.table import Table

from bench.attack.starvation import figures, play
from bench.attack.visitor import ADA, EVE, Build, built, visitor
from tests.server.running import Running

CONNECTIONS: Final = 2_000
VIEWERS: Final = 880
ADDRESSES: Final = [f"127.6.6.{number}" for number in range(10, 18)]
ANNOUNCED: Final = 1 << 18
SENT: Final = 200 << 10
HOLD: Final = 5.0  # seconds for what was sent last to arrive
SAMPLE: Final = 0.2  # seconds

Attack = Callable[[str, AsyncExitStack], Coroutine[Any, Any, None]]


async def send(url: str, data: bytes, stack: AsyncExitStack) -> None:
    """Open a connection, send something, and keep it open."""
    where = urlsplit(url)
    with suppress(OSError):
        _, writer = await asyncio.open_connection(where.hostname, where.port, local_addr=(EVE, 0))
        stack.callback(abort, writer)
        writer.write(data)


def abort(writer: asyncio.StreamWriter) -> None:
    """End a connection; the stack holds the writer until then, without which the connection would be closed."""
    writer.transport.abort()


async def send_often(url: str, data: bytes, stack: AsyncExitStack) -> None:
    for _ in range(CONNECTIONS // 50):
        await asyncio.gather(*(send(url, data, stack) for _ in range(50)))


async def bodies(url: str, stack: AsyncExitStack) -> None:
    eve = await stack.enter_async_context(visitor(url, EVE))
    [cookie] = [f"{each.key}={each.value}" for each in eve.http.cookie_jar]
    head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Length: {ANNOUNCED}\r\n\r\n"
    await send_often(url, head.encode() + b" " * SENT, stack)


async def idle(url: str, stack: AsyncExitStack) -> None:
    await send_often(url, b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 4_000, stack)


async def crowd(url: str, stack: AsyncExitStack) -> None:
    eve = await stack.enter_async_context(visitor(url, EVE))
    table = await eve.create("caro", seats=2)
    for _ in range(VIEWERS // len(ADDRESSES)):
        await asyncio.gather(*(watch(url, address, table, stack) for address in ADDRESSES))


async def watch(url: str, address: str, table: str, stack: AsyncExitStack) -> None:
    with suppress(aiohttp.ClientError):
        guest = await stack.enter_async_context(visitor(url, address))
        await stack.enter_async_context(guest.at(table))


ATTACKS: Final[dict[str, Attack]] = {"bodies": bodies, "idle": idle, "crowd": crowd}


class Memory:
    """The resident memory of a server's main process, in MB."""

    def __init__(self, server: Running) -> None:
        assert server.process is not None
        self.status = Path(f"/proc/{server.process.pid}/status")
        self.most = self.now()

    def now(self) -> float:
        [line] = [line for line in self.status.read_text().splitlines() if line.startswith("VmRSS:")]
        return int(line.split()[1]) / 1024

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        sampling = asyncio.create_task(self.sample())
        yield
        sampling.cancel()

    async def sample(self) -> None:
        while True:
            self.most = max(self.most, self.now())
            await asyncio.sleep(SAMPLE)


async def attacked(server: Build, name: str, seconds: float, out: Table) -> None:
    memory = Memory(server)
    async with visitor(server.url, ADA) as ada, memory.watched():
        taken = await play(ada, seconds, Random(1))
        before = memory.now()
        out.add_row(f"{name}: before", *figures(taken)[:3], f"{before:.0f}")
        async with AsyncExitStack() as stack:
            attack = asyncio.create_task(ATTACKS[name](server.url, stack))
            taken = await play(ada, seconds, Random(2))
            await attack
            await asyncio.sleep(HOLD)
        out.add_row(f"{name}: during", *figures(taken)[:3], f"{memory.most:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", help="all of them if none is named")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--sources", default="")
    given = parser.parse_args()
    out = Table("", "moves", "p50 s", "p99 s", "MB")
    for name in given.attacks or ATTACKS:
        with built(given.sources) as server:
            uvloop.run(attacked(server, name, given.seconds, out))
    Console().print(out)


if __name__ == "__main__":
    main()
