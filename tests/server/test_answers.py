"""Answers over HTTP: when the disk fails, to those who come back, and about luck, which takes long to work out."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import httpx
import pytest

from carreau.core.record import Record
from carreau.games.catalogue import game
from carreau.server import lucks
from carreau.server.api.answers import refusal
from carreau.server.app import Server, make_app
from carreau.server.identity import YEAR, Identities
from carreau.server.limits import TooFast
from carreau.server.lucks import KEPT, OF_ONE, Lucks
from carreau.server.settings import Settings
from carreau.server.store import Conflict, StoreError
from carreau.table import commands
from carreau.table.luck import Luck
from tests.server.client import new_share

NEW, OLD = b"n" * 32, b"o" * 32
RECORD = Record(game("caro"), ["Ada", "Bo"], [])


@asynccontextmanager
async def visited(folder: Path) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server without a network, and somebody who is there."""
    server = Server(Settings(database=folder / "some.db", bots=1))
    line = httpx.ASGITransport(make_app(server))
    async with httpx.AsyncClient(transport=line, base_url="http://test") as guest:
        yield server, guest
    await server.house.stop()
    await server.store.close()


async def begun(guest: httpx.AsyncClient) -> tuple[str, str]:
    """Who somebody is, and a game with dice that they have begun with themselves."""
    me = (await guest.get("/api/me")).json()["id"]
    seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    wanted = {"game": "schlauraff", "seats": 2, "sit": seats, "start": True}
    return me, (await guest.post("/api/tables", json=wanted)).json()["id"]


class Door(asyncio.Lock):
    """Knows when everybody has come to it."""

    def __init__(self, expected: int) -> None:
        super().__init__()
        self.missing = expected
        self.all_there = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        self.missing -= 1
        if not self.missing:
            self.all_there.set()
        return await super().acquire()


def test_what_was_secret_stays_so_if_the_end_cannot_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with visited(tmp_path) as (server, guest):
            me, table = await begun(guest)
            live, failing = await server.house.open(table), asyncio.Event()
            paths = [f"/api/tables/{table}{more}" for more in ("", "/record", "/replay", "/luck")]
            door = live.lock = Door(1 + len(paths))

            async def full(*_: object) -> None:
                await failing.wait()
                raise StoreError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(server.store, "append", full)
                giving_up = asyncio.create_task(live.perform(lambda at, now: commands.resign(at, me, 0, now)))
                await asyncio.sleep(0)  # it has the lock now
                asking = [asyncio.create_task(guest.get(path)) for path in paths]
                await door.all_there.wait()
                failing.set()
                with pytest.raises(StoreError):
                    await giving_up
                answers = await asyncio.gather(*asking)
            assert [(each.status_code, each.json()["code"]) for each in answers] == [(503, "trouble")] * len(paths)
            shown = (await guest.get(paths[0])).json()
            assert (shown["status"], shown["secret"]) == ("playing", "")

    asyncio.run(test())


@pytest.mark.parametrize("error", [StoreError("SQLITE_FULL: some.db"), Conflict("entries 3 to 5")])
def test_trouble_with_the_database_is_told_without_its_words(error: Exception) -> None:
    answer = refusal(error)
    assert answer.status_code == 503
    assert b"try again in a moment" in answer.body
    assert str(error).encode() not in answer.body


@pytest.mark.parametrize(("seconds", "said"), [(0.01, "1"), (1.0, "1"), (1.45, "2"), (2.5, "3")])
def test_nobody_is_told_to_come_back_too_early(seconds: float, said: str) -> None:
    assert refusal(TooFast("requests", seconds)).headers["retry-after"] == said


def test_whoever_comes_back_is_known_for_another_year(tmp_path: Path) -> None:
    async def test() -> None:
        async with visited(tmp_path) as (server, guest):
            first = await guest.get("/api/me")
            me = first.json()["id"]
            await server.store.saw_guest(me, 1.0)
            again = await guest.get("/api/me")
            await server.house.clean_up(time.time())
            known = await server.store.guest(me)
            assert known is not None
            assert known.seen > 1.0
            assert again.json() == first.json()
            assert again.headers["set-cookie"] == first.headers["set-cookie"]
            assert f"Max-Age={YEAR};" in again.headers["set-cookie"]

    asyncio.run(test())


def test_on_a_full_disk_everybody_who_is_known_may_come_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    async def test() -> None:
        async with visited(tmp_path) as (server, guest):
            first = await guest.get("/api/me")
            await server.store.saw_guest(first.json()["id"], 1.0)
            monkeypatch.setattr(server.store, "saw_guest", full)
            again = await guest.get("/api/me")
            assert (again.status_code, again.json()) == (200, first.json())

    asyncio.run(test())


def test_a_cookie_of_an_old_key_is_renewed_with_the_new_one() -> None:
    old, both, new = Identities([OLD], False), Identities([NEW, OLD], False), Identities([NEW], False)
    guest, cookie = old.new_guest("Ada", 0.0)
    assert new.read_cookie(cookie) is None
    assert new.read_cookie(both.renewed(cookie)) == old.read_cookie(cookie)
    assert both.renewed(cookie).startswith(guest.id)
    assert both.renewed("nonsense") == "nonsense"


# Luck


class Slow:
    """Works it out slowly, and notices whether it is asked for two at a time."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.busy = threading.Lock()

    def luck(self, _: Record, seat: int) -> list[Luck]:
        assert self.busy.acquire(blocking=False), "two at a time"
        time.sleep(0.01)
        self.seats.append(seat)
        self.busy.release()
        return []


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(lucks, "luck", found.luck)
    return found


def test_luck_is_worked_out_once_for_all_and_for_one_at_a_time(slow: Slow) -> None:
    async def test() -> None:
        asked = Lucks()
        wanted = [(f"guest{number}", seat) for number in range(5) for seat in (-1, 0)]
        await asyncio.gather(*(asked.of(("table", seat), 7, RECORD, guest) for guest, seat in wanted))
        assert slow.seats == [-1, 0]
        await asked.of(("table", 0), 8, RECORD, "guest")
        assert slow.seats == [-1, 0, 0]
        assert not asked.waiting
        assert not asked.newest

    asyncio.run(test())


def test_of_a_game_that_goes_on_only_the_newest_luck_is_worked_out(slow: Slow) -> None:
    async def test() -> None:
        asked = Lucks()
        await asyncio.gather(*(asked.of(("table", 0), entries, RECORD, "guest") for entries in (5, 7, 9, 8, 6)))
        assert slow.seats == [0, 0]  # the first at once, and then that of all others
        assert asked.found["table", 0][0] == 9

    asyncio.run(test())


@pytest.mark.usefixtures("slow")
def test_nobody_fills_the_queue_alone() -> None:
    async def test() -> None:
        asked = Lucks()
        await asked.of(("known", 0), 1, RECORD, "greedy")
        many = [asked.of((f"table{number}", 0), 1, RECORD, "greedy") for number in range(OF_ONE + 2)]
        again, known = (asked.of((table, 0), 1, RECORD, "greedy") for table in ("table0", "known"))
        other = asked.of(("other", 0), 1, RECORD, "other")
        found = await asyncio.gather(*many, again, known, other, return_exceptions=True)
        assert [isinstance(each, TooFast) for each in found] == [False] * OF_ONE + [True] * 2 + [False] * 3
        assert await asked.of(("table9", 0), 1, RECORD, "greedy") == []

    asyncio.run(test())


def test_only_the_latest_luck_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lucks, "luck", lambda _, __: [])

    async def test() -> None:
        asked = Lucks()
        for number in range(KEPT + 1):
            await asked.of((str(number), 0), 1, RECORD, "guest")
        assert [table for table, _ in asked.found] == [str(number) for number in range(1, KEPT + 1)]

    asyncio.run(test())


def test_a_table_is_asked_for_its_luck_once_until_it_goes_on(tmp_path: Path, slow: Slow) -> None:
    async def test() -> None:
        async with visited(tmp_path) as (server, guest):
            me, table = await begun(guest)
            for _ in range(3):
                assert (await guest.get(f"/api/tables/{table}/luck")).json() == []
            assert len(slow.seats) == 1
            live = await server.house.open(table)
            await live.perform(lambda at, now: commands.resign(at, me, 0, now))
            await guest.get(f"/api/tables/{table}/luck")
            assert len(slow.seats) == 2

    asyncio.run(test())
