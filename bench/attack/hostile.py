"""Send hostile messages to a real server while a game is on: they may change nothing, and no answer may be a failure.

    python -m bench.attack.hostile [--messages 100000] [--seed 1] [--json FILE]

Strangers without a seat send to the socket of the table: random bytes and characters, random JSON, commands with wrong
fields or damaged letters, and sound commands for the seats of others. A fifth of the messages are requests to the API:
random bytes, and any endpoint with any method, path, cookie, origin and body. All traffic stays on this machine.

The run fails if a message to the socket isn't refused in words (unless it is harmless), if a request leads to a status
of 500 or more, if the server logs an error, or if the game isn't as it was.
"""

import argparse
import asyncio
import re
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import uvloop
from rich.console import Console
from rich.table import Table
from websockets.exceptions import ConnectionClosed

from bench.attack.memory import Memory
from bench.attack.messages import KINDS, Message, as_bytes, request
from bench.report import write
from tests.server.client import PATIENCE
from tests.server.fuzzing import Raw, Scene, opened, staged

SENDERS: Final = 4  # strangers who send at the same time
REQUESTS: Final = 0.2  # share of the messages
LONGEST_READ: Final = 1 << 14  # bytes of a message; the server's default
CLOSED: Final = "closed"
SHOWN: Final = 200  # letters of a message in an error
SERVER_FAILED: Final = 500
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3}) ")

Tally = Counter[tuple[str, str]]  # messages by kind and by what they led to


async def send_to_socket(scene: Scene, number: int, rng: Random, tally: Tally) -> None:
    """Send messages over a socket, and over another one whenever a message closes it."""
    kinds = rng.choices(list(KINDS), k=number)
    while kinds:
        async with opened(scene, scene.stranger) as raw:
            end = ""
            while kinds and end != CLOSED:
                kind = kinds.pop()
                end = await outcome(raw, KINDS[kind](rng))
                tally[kind, end] += 1


async def outcome(raw: Raw, message: Message) -> str:
    try:
        answers = await raw.answers(message)
    except ConnectionClosed as closed:
        if len(as_bytes(message)) <= LONGEST_READ:
            raise AssertionError(f"{closed} after {message[:SHOWN]!r}") from None
        return CLOSED
    assert len(answers) <= 1, f"{answers} to {message[:SHOWN]!r}"
    if not answers or answers[0]["ok"]:
        return "harmless"
    assert answers[0]["text"], f"{answers} to {message[:SHOWN]!r}"
    return "refused"


async def send_to_api(scene: Scene, number: int, rng: Random, tally: Tally) -> None:
    for _ in range(number):
        sent = request(rng, scene.table, scene.stranger.cookie)
        status = await status_of(scene.server.port, sent, rng)
        assert status < SERVER_FAILED, f"{status} to {sent[:SHOWN]!r}"
        tally["requests", CLOSED if not status else "refused" if status >= 400 else "harmless"] += 1


async def status_of(port: int, sent: bytes, rng: Random) -> int:
    """Send a request from any address of this machine; return its status, 0 if the connection is closed instead."""
    address = f"127.{rng.randint(2, 250)}.{rng.randint(1, 250)}.{rng.randint(1, 250)}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(sent)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        answer = b""
    finally:
        writer.close()
    found = STATUS.match(answer)
    return int(found[1]) if found else 0


async def attack(scene: Scene, messages: int, seed: int) -> Tally:
    """Send messages from all strangers at once; return what they led to."""
    rng, tally = Random(seed), Tally()
    requests = round(messages * REQUESTS)
    shares = [(send_to_socket, messages - requests), (send_to_api, requests)]
    async with asyncio.TaskGroup() as group:
        for send, total in shares:
            for sender in range(SENDERS):
                share = total * (sender + 1) // SENDERS - total * sender // SENDERS
                group.create_task(send(scene, share, Random(rng.random()), tally))
    return tally


async def attacked(folder: Path, messages: int, seed: int) -> tuple[Tally, list[float]]:
    """Attack a new server; return what the messages led to, and its memory before and after in MB."""
    async with staged(folder) as scene:
        before, memory = await scene.state(), Memory(scene.server)
        sizes = [memory.now()]
        tally = await attack(scene, messages, seed)
        sizes.append(memory.now())
        assert await scene.state() == before, "the game isn't as it was"
        scene.server.check()
        return tally, sizes


def rows(tally: Tally) -> list[list[str | int]]:
    kinds = list(dict.fromkeys(kind for kind, _ in sorted(tally)))
    ends = ("refused", "harmless", CLOSED)
    return [[kind, sum(tally[kind, end] for end in ends), *(tally[kind, end] for end in ends)] for kind in kinds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally, sizes = uvloop.run(attacked(Path(folder), given.messages, given.seed))
    columns = [
        f"{given.messages:,} messages",
        "sent",
        "refused in words",
        "harmless, answered",
        "too long, connection closed",
    ]
    out = Table(*columns)
    for row in rows(tally):
        out.add_row(*map(str, row))
    Console().print(out)
    note = f"The server's memory was {sizes[0]:.0f} MB before and {sizes[1]:.0f} MB after."
    Console().print(f"The game is as it was. {note}", highlight=False)
    if given.json:
        command = f"python -m bench.attack.hostile --messages {given.messages} --seed {given.seed}"
        write(given.json, command, {"note": note, "columns": columns, "rows": rows(tally)})


if __name__ == "__main__":
    main()
