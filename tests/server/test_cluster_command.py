"""`make cluster`: several servers behind a proxy, and nothing left of them at the end."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, at_table, guests
from tests.server.playing import all_see, begin

pytestmark = pytest.mark.anyio

PROGRAMS = ("postgres", "carreau", "tools.cluster", "bots-worker")
ADDRESS = re.compile(r"http://localhost:\d+")


@pytest.fixture
def scratch() -> Iterator[Path]:
    """Return a folder that `nobody` may enter, with a name short enough for a socket in it."""
    folder = Path(tempfile.mkdtemp(prefix="try"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


async def test_a_game_is_played_through_the_proxy_and_nothing_is_left_afterwards(scratch: Path) -> None:
    command = [sys.executable, "-m", "tools.cluster", "--port", "0"]
    here = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(command, env=here, stdout=subprocess.PIPE, text=True, process_group=0) as running:
        try:
            address = await asyncio.to_thread(printed_address, running)
            assert descendants(scratch) >= {"postgres", "carreau", "bots-worker"}
            await play_a_move(address)
            await uses_the_bot_workers(address)
        finally:
            os.killpg(running.pid, signal.SIGINT)  # as Ctrl-C does
        assert await asyncio.to_thread(running.wait, PATIENCE) == 0
    async with asyncio.timeout(PATIENCE):  # bot workers end after their servers
        while descendants(scratch):
            await asyncio.sleep(0.02)
    assert list(scratch.iterdir()) == []


def printed_address(running: subprocess.Popen[str]) -> str:
    assert running.stdout is not None
    found = ADDRESS.search(running.stdout.readline())
    assert found
    return found[0]


async def play_a_move(address: str) -> None:
    async with guests(address, 2) as people:
        table = await people[0].create("caro", seats=2)
        async with at_table(table, people) as clients:
            await begin(clients)
            [mover] = [client for client in clients if client.legal]
            assert (await mover.act(mover.legal[0])).ok
            await all_see(clients, lambda client: len(client.events) == 1)


async def uses_the_bot_workers(address: str) -> None:
    """Wait until a server has found both workers."""
    async with guests(address, 1) as (guest,), asyncio.timeout(PATIENCE):
        while 'carreau_bot_workers{where="cluster"} 2.0' not in (await guest.http.get("/metrics")).text:
            await asyncio.sleep(0.1)


def descendants(scratch: Path) -> set[str]:
    """Return what runs with this folder for temporary files."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(scratch).encode() in (process / "environ").read_bytes():
                command = (process / "cmdline").read_text(encoding="utf-8")
                found |= {name for name in PROGRAMS if name in command} or {command}
        except OSError:  # of somebody else, or over
            continue
    return found
