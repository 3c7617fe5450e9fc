"""Limits: a bucket allows what it promises, never more, and says when to retry; so do tables and sockets."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from carreau.server.app import Server, make_app
from carreau.server.close_codes import LATER, WHO
from carreau.server.creation import NewTable, SitThere
from carreau.server.identity import DAY
from carreau.server.limits import FEW, Limiter, Rate, TooFast, in_words, network
from carreau.server.room import Room
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings
from carreau.table import commands
from carreau.table.commands import Refused
from tests.server.in_process import served
from tests.server.place import HOST, opened

pytestmark = pytest.mark.anyio


def tokens_left(rate: Rate, full_at: float, now: float) -> int:
    """Count the tokens that can be spent now."""
    count = 0
    while True:
        full_at, wait = rate.spend(full_at, now)
        if wait:
            return count
        count += 1


def test_a_burst_and_then_as_many_as_come_back() -> None:
    rate = Rate(per_second=2, burst=3)
    full_at = now = 100.0
    for _ in range(3):
        full_at, wait = rate.spend(full_at, now)
        assert wait == 0
    assert rate.spend(full_at, now) == (full_at, 0.5)
    assert rate.spend(full_at, now + 0.25) == (full_at, 0.25)
    assert tokens_left(rate, full_at, now + 0.5) == 1
    assert tokens_left(rate, full_at, now + 1) == 2
    assert tokens_left(rate, full_at, now + 1000) == 3


@given(
    st.integers(1, 50),
    st.integers(1, 50),
    st.lists(st.floats(0, 3, allow_nan=False), min_size=1, max_size=80),
)
def test_it_is_a_token_bucket(per_second: int, burst: int, pauses: list[float]) -> None:
    rate = Rate(per_second, burst)
    tokens, full_at, now = float(burst), 0.0, 0.0
    for pause in pauses:
        now += pause
        tokens = min(burst, tokens + pause * per_second)
        full_at, wait = rate.spend(full_at, now)
        if abs(tokens - 1) > 1e-3:  # both are right at the boundary
            assert (wait == 0) == (tokens >= 1)
        if wait:
            assert wait == pytest.approx((1 - tokens) / per_second, abs=1e-3)
        else:
            tokens -= 1


@given(st.lists(st.floats(0, 1, allow_nan=False), max_size=60))
def test_whoever_waits_as_told_is_let_through(pauses: list[float]) -> None:
    rate, full_at, now = Rate(3, 2), 0.0, 0.0
    for pause in pauses:
        now += pause
        full_at, wait = rate.spend(full_at, now)
        if wait:
            now += wait
            full_at, again = rate.spend(full_at, now)
            assert again == 0


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    rate = Rate(1, 1)
    full_at, _ = rate.spend(100.0, 100.0)
    assert rate.spend(full_at, 50.0) == (full_at, 51.0)


def test_everybody_has_their_own_bucket_and_is_told_when_to_try_again() -> None:
    limiter = Limiter("commands", Rate(0.1, 2))
    for key in ("ada", "ada", "bo"):
        limiter.spend(key, 0.0)
    with pytest.raises(TooFast, match=r"^too many commands: try again in 10 seconds$") as refusal:
        limiter.spend("ada", 0.0)
    assert refusal.value.seconds == 10
    limiter.spend("bo", 0.0)
    limiter.spend("ada", 10.0)


def test_buckets_that_are_full_again_are_forgotten_and_others_are_not() -> None:
    limiter = Limiter("requests", Rate(1, 1))
    limiter.spend("busy", 5000.0)
    for number in range(20 * FEW):
        limiter.spend(str(number), number / 10)
    assert len(limiter.full_at) <= FEW + 1
    with pytest.raises(TooFast):
        limiter.spend("busy", 5000.5)


def test_many_who_are_all_busy_are_all_remembered() -> None:
    limiter = Limiter("requests", Rate(1, 1))
    for number in range(4 * FEW):
        limiter.spend(str(number), 0.0)
    assert len(limiter.full_at) == 4 * FEW
    assert 4 * FEW < limiter.enough < 8 * FEW  # buckets aren't scanned each time


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.01, "in 1 second"),
        (1.0, "in 1 second"),
        (1.1, "in 2 seconds"),
        (119, "in 119 seconds"),
        (120, "in 2 minutes"),
        (121, "in 3 minutes"),
    ],
)
def test_times_in_words_are_never_too_early(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("somewhere", "somewhere"),
    ],
)
def test_addresses_that_one_household_can_choose_count_as_one(address: str, key: str) -> None:
    assert network(address) == key


# Tables


async def put_up(rooms: Rooms, tables: int) -> int:
    """Create tables concurrently; return how many succeeded. All others must be refused as too many."""
    made = await asyncio.gather(
        *(rooms.create(HOST, NewTable("caro", 2)) for _ in range(tables)), return_exceptions=True
    )
    refused = [outcome for outcome in made if not isinstance(outcome, Room)]
    assert all(isinstance(outcome, Refused) and outcome.code == "too_many" for outcome in refused)
    return tables - len(refused)


async def play_once(rooms: Rooms) -> None:
    """Start a game and resign at once."""
    sits = [SitThere(seat, "00" * 16) for seat in (0, 1)]
    room = await rooms.create(HOST, NewTable("caro", 2, sit=sits, start=True))
    await room.perform(lambda table, now: commands.resign(table, HOST.id, 0, now))


async def test_nobody_has_too_many_tables_neither_at_once_nor_behind_games_that_are_over(tmp_path: Path) -> None:
    async with opened(tmp_path, most_tables=3) as place:
        rooms = place.rooms
        assert await put_up(rooms, 2) == 2
        for _ in range(4):
            await play_once(rooms)
        assert await put_up(rooms, 10) == 1
        assert await put_up(rooms, 1) == 0
        assert await place.disk.unfinished(HOST.id, 0.0) == 3
        assert not rooms.joining
        over = next(room for room in rooms.in_memory.values() if room.table.status == "over")
        with pytest.raises(Refused, match="no more are allowed"):
            await rooms.rematch(over, HOST)
        assert not over.table.next_table
        place.time.now += 2 * DAY
        assert await put_up(rooms, 1) == 1  # abandoned games don't count


# Sockets


async def closed(port: int) -> Close:
    """Open a socket without an identity; return how it is closed."""
    async with connect(f"ws://127.0.0.1:{port}/api/tables/any/socket") as socket:
        with pytest.raises(ConnectionClosed) as ended:
            await socket.recv()
    assert ended.value.rcvd is not None
    return ended.value.rcvd


async def test_opening_sockets_counts_like_requests(tmp_path: Path) -> None:
    server = Server(Settings(database=tmp_path / "carreau.db"))
    server.services.addresses = Limiter("requests", Rate(per_second=1 / 3600, burst=2))
    async with served(make_app(server)) as port:
        assert [(await closed(port)).code for _ in range(2)] == [WHO, WHO]
        refused = await closed(port)
    assert (refused.code, refused.reason) == (LATER, "too many requests: try again in 60 minutes")
    with pytest.raises(TooFast):
        server.services.addresses.spend("127.0.0.1", 0.0)
    await server.store.close()
