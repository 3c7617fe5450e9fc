"""Garbage collection at the server's own times, and Python's own schedule afterwards."""

import asyncio
import gc

import pytest

from carreau.server import garbage
from tests.server.client import PATIENCE

pytestmark = pytest.mark.anyio


def test_what_is_new_is_looked_through_often_and_all_seldom() -> None:
    ages = [garbage.generation(look) for look in range(1, garbage.ALL + 1)]
    assert ages[-1] == 2
    assert ages.count(2) == 1
    assert ages.count(1) == garbage.ALL // garbage.OLDER - 1
    assert ages[:3] == [0, 0, 0]


async def test_afterwards_it_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "PAUSE", 0.01)
    collecting = asyncio.create_task(garbage.collect_for_ever())
    await asyncio.sleep(0.05)
    assert not gc.isenabled()
    seen = gc.get_stats()[0]["collected"]
    for _ in range(garbage.MANY):
        circle: list[object] = []
        circle.append(circle)
    async with asyncio.timeout(PATIENCE):
        while gc.get_stats()[0]["collected"] <= seen:
            await asyncio.sleep(0.01)
    collecting.cancel()
    await asyncio.wait([collecting])
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
