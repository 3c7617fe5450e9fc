"""Responses when the disk fails, to returning guests, and while luck is computed."""

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from carreau.server.api.responses import refusal
from carreau.server.bot_jobs import BotPoolError
from carreau.server.identity import YEAR, Identities
from carreau.server.limits import TooFast
from carreau.server.store import Conflict, StoreError
from carreau.table import commands
from tests.server.in_process import begun, visited

pytestmark = pytest.mark.anyio

NEW, OLD = b"n" * 32, b"o" * 32


async def test_what_was_secret_stays_so_while_the_end_is_stored_and_if_it_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visited(tmp_path) as (server, guest):
        me, table = await begun(guest)
        room, full = await server.rooms.open(table), asyncio.get_running_loop().create_future()
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "append", lambda *_: full)
            giving_up = asyncio.create_task(room.perform(lambda at, now: commands.resign(at, me, 0, now)))
            await asyncio.sleep(0)  # it is being written now
            await tells_nothing(guest, table)
            full.set_exception(StoreError("the disk is full"))
            with pytest.raises(StoreError):
                await giving_up
        await tells_nothing(guest, table)


async def tells_nothing(guest: httpx.AsyncClient, table: str) -> None:
    """Check that a table is shown as it is on disk while its game continues."""
    shown = (await guest.get(f"/api/tables/{table}")).json()
    assert (shown["status"], shown["secret"]) == ("playing", "")
    for path in ("record", "replay"):
        assert (await guest.get(f"/api/tables/{table}/{path}")).json()["code"] == "playing"


@pytest.mark.parametrize("error", [StoreError("SQLITE_FULL: some.db"), Conflict("entries 3 to 5")])
def test_trouble_with_the_database_is_told_without_its_words(error: Exception) -> None:
    answer = refusal(error)
    assert answer.status == 503
    assert "try again in a moment" in (answer.text or "")
    assert str(error) not in (answer.text or "")


def test_where_no_bot_can_be_asked_one_may_try_again() -> None:
    answer = refusal(BotPoolError("the bots have been stopped"))
    assert answer.status == 503
    assert "the bots have been stopped" in (answer.text or "")


@pytest.mark.parametrize(("seconds", "said"), [(0.01, "1"), (1.0, "1"), (1.45, "2"), (2.5, "3")])
def test_nobody_is_told_to_come_back_too_early(seconds: float, said: str) -> None:
    assert refusal(TooFast("requests", seconds)).headers["retry-after"] == said


async def test_whoever_comes_back_is_known_for_another_year(tmp_path: Path) -> None:
    async with visited(tmp_path) as (server, guest):
        first = await guest.get("/api/me")
        me = first.json()["id"]
        await server.store.saw_guest(me, 1.0)
        again = await guest.get("/api/me")
        await server.rooms.clean_up(time.time())
        known = await server.store.guest(me)
        assert known is not None
        assert known.seen > 1.0
        assert again.json() == first.json()
        assert again.headers["set-cookie"] == first.headers["set-cookie"]
        assert f"Max-Age={YEAR};" in again.headers["set-cookie"]


async def test_on_a_full_disk_everybody_who_is_known_may_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visited(tmp_path) as (server, guest):
        first = await guest.get("/api/me")
        await server.store.saw_guest(first.json()["id"], 1.0)
        monkeypatch.setattr(server.store, "saw_guest", fails)
        again = await guest.get("/api/me")
        assert (again.status_code, again.json()) == (200, first.json())


async def fails(*_: object) -> None:
    raise StoreError("the disk is full")


def test_a_cookie_of_an_old_key_is_renewed_with_the_new_one() -> None:
    old, both, new = Identities([OLD], False), Identities([NEW, OLD], False), Identities([NEW], False)
    guest, cookie = old.new_guest("Ada", 0.0)
    assert new.read_cookie(cookie) is None
    assert new.read_cookie(both.renewed(cookie)) == old.read_cookie(cookie)
    assert both.renewed(cookie).startswith(guest.id)
    assert both.renewed("nonsense") == "nonsense"
