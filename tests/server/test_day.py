"""A short run of `make day`: visitors come and go on a fast clock, things break, and everything is forgotten."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bench.attack.visitor import ADA, visitor
from bench.day.__main__ import FastServer, Sample, kill, problems

pytestmark = pytest.mark.anyio

SECONDS = 5.0  # a day
MANY_DAYS = 30  # on a busy machine


async def test_visitors_who_leave_are_forgotten_with_their_tables(tmp_path: Path) -> None:
    with FastServer(tmp_path, SECONDS) as server:
        async with visitor(server.url, ADA) as guest, guest.at(await guest.against_a_bot("caro", "1")) as socket:
            assert await guest.turn(socket)
            assert server.sample().tables
        await kill(server, Random(1))
        until = server.day + MANY_DAYS
        while (sample := server.sample()).tables or sample.guests:
            assert server.day < until, f"still there: {sample}"
            await asyncio.sleep(0.1)


def samples(*memory: float, left: int = 0) -> list[Sample]:
    days = [Sample(day + 0.5, most, 1.0, 5, 5) for day, most in enumerate(memory)]
    return [*days, Sample(len(memory) + 1.9, 1.0, 1.0, left, 0)]


def test_growth_and_leftovers_are_problems() -> None:
    assert problems(samples(60.0, 61.0, 62.0), days=3) == []
    assert problems(samples(60.0, 61.0, 80.0), days=3) == ["memory_mb grew from 61.0 to 80.0 on the last day"]
    assert problems(samples(60.0, 61.0, 62.0, left=2), days=3) == ["2 tables and 0 guests are left at the end"]
