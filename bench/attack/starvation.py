"""Measure how long a level 2 bot takes while many guests at one other address keep level 5 bots busy.

    python -m bench.attack.starvation [--guests 100] [--seconds 20] [--sources FOLDER]

Every attacker plays against a level 5 bot, answers at once, and stays within the default limits of the server. One
innocent guest at another address plays against a level 2 bot, before the attack and during it. The time runs from
sending a move to the arrival of the bot's move. --sources names the `src` folder of another build.
"""

import argparse
import asyncio
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Final

import aiohttp
import uvloop
from rich.console import Console
from rich.table import Table

from bench.attack.visitor import ADA, EVE, Visitor, built, visitor

ARRIVALS: Final = 6.0  # attackers per second: each sends three requests, and an address may send 20
PAUSE: Final = 0.1  # seconds between the innocent guest's moves
QUEUE: Final = 'carreau_waiting_questions{question="move"}'


async def keep_busy(url: str, delay: float, rng: Random) -> None:
    """Play one game after the other against a bot of level 5, as fast as it answers."""
    await asyncio.sleep(delay)
    async with visitor(url, EVE) as eve:
        while True:
            async with eve.at(await eve.against_a_bot("schollenschubser", "5")) as socket:
                while await eve.turn(socket):
                    await eve.move(socket, rng)


async def play(ada: Visitor, seconds: float, rng: Random) -> list[float]:
    """Play against a bot of level 2; return how long each of its moves took."""
    taken, end = list[float](), perf_counter() + seconds
    while perf_counter() < end:
        async with ada.at(await ada.against_a_bot("schollenschubser", "2")) as socket:
            while await ada.turn(socket) and perf_counter() < end:
                await asyncio.sleep(PAUSE)
                began = perf_counter()
                await ada.move(socket, rng)
                await ada.turn(socket)
                taken.append(perf_counter() - began)
    return sorted(taken)


async def queue_length(url: str) -> float:
    async with aiohttp.ClientSession() as http, http.get(f"{url}/metrics") as answer:
        lines = (await answer.text()).splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(QUEUE)), 0.0)


async def attacked(url: str, guests: int, seconds: float, out: Table) -> None:
    async with visitor(url, ADA) as ada:
        out.add_row("before", "0", *figures(await play(ada, seconds, Random(1))), "0")
        crowd = [asyncio.create_task(keep_busy(url, n / ARRIVALS, Random(n))) for n in range(guests)]
        await asyncio.sleep(guests / ARRIVALS + 2)
        taken = await play(ada, seconds, Random(2))
        busy = sum(not task.done() for task in crowd)
        out.add_row("during", str(busy), *figures(taken), f"{await queue_length(url):g}")
        for task in crowd:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*crowd, return_exceptions=True)


def figures(taken: list[float]) -> list[str]:
    shares = [taken[min(len(taken) - 1, int(len(taken) * share))] for share in (0.5, 0.99, 1.0)]
    return [str(len(taken)), *(f"{seconds:.3f}" for seconds in shares)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--sources", default="")
    given = parser.parse_args()
    out = Table("", "attackers", "moves", "p50 s", "p99 s", "worst s", "queue")
    with built(given.sources) as server:
        uvloop.run(attacked(server.url, given.guests, given.seconds, out))
    Console().print(out)


if __name__ == "__main__":
    main()
