"""A check of the store that is cheap, however many ask."""

import asyncio
from pathlib import Path

import pytest

from carreau.server.readiness import FRESH, Readiness
from carreau.server.sqlite import SqliteStore
from carreau.server.store import StoreError
from tests.server.manual_time import ManualTime
from tests.server.storing import stored

pytestmark = pytest.mark.anyio


async def test_all_who_ask_within_a_second_share_one_write(path: Path) -> None:
    async with stored(path) as store:
        time = ManualTime()
        readiness, before = Readiness(store, time), store.commits
        await asyncio.gather(*(readiness.check() for _ in range(100)))
        await readiness.check()
        assert store.commits == before + 1
        time.now += FRESH
        await readiness.check()
        assert store.commits == before + 2


async def test_a_failure_is_reported_to_all_and_checked_again_later(path: Path) -> None:
    async with stored(path) as store:
        time = ManualTime()
        readiness = Readiness(store, time)
        path.rename(path.with_name("elsewhere.db"))
        for outcome in await asyncio.gather(*(readiness.check() for _ in range(3)), return_exceptions=True):
            assert isinstance(outcome, StoreError)
            assert outcome.fault == "gone"
        path.with_name("elsewhere.db").rename(path)
        time.now += FRESH
        await readiness.check()


class Hanging(SqliteStore):
    async def check(self) -> None:
        await asyncio.Event().wait()


async def test_a_store_that_does_not_answer_is_not_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.server.readiness.PATIENCE", 0.01)
    store = Hanging(path)
    readiness = Readiness(store, ManualTime())
    for _ in range(3):
        with pytest.raises(StoreError, match="doesn't answer"):
            await readiness.check()
    assert readiness.result is not None
    readiness.result.cancel()
    await store.close()
