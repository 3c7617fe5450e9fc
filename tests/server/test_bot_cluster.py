"""Bots in a real Dask cluster: the same answers, nothing secret on the way, and workers that come, go and die."""

import asyncio
import logging
import os
import re
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import msgspec
import pytest

from carreau.core.errors import CarreauError
from carreau.core.rng import Rng
from carreau.server import wire
from carreau.server.bot_cluster import ClusterWorker
from carreau.server.bot_pool import BotPool
from carreau.server.bot_positions import known
from carreau.server.bot_protocol import QUERIES, GameHistory, HintQuery, MoveQuery
from carreau.server.logs import WorkerFailed
from carreau.table.apply import apply
from carreau.table.events import AnyEvent, Created, decode
from carreau.table.table import Table
from tests.server.bots import FEW, LONG, PLENTY, SOON, at, in_process, parts, pids, played, to_move
from tests.server.client import Client, Guest, at_table, guests
from tests.server.figures import samples
from tests.server.playing import anything
from tests.server.recorded_line import RecordedLine, recorded_line
from tests.server.running import Running
from tools.dask_processes import bots_worker, scheduler

pytest.importorskip("distributed")
pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def empty(folder: Path) -> Iterator[str]:
    """Return the address of a scheduler, to which tests add workers."""
    with scheduler(folder) as address:
        yield address


@pytest.fixture(scope="module")
def cluster(empty: str, folder: Path) -> Iterator[str]:
    """Return the address of a cluster with two workers."""
    with bots_worker(empty, 2, folder):
        yield empty


@asynccontextmanager
async def joined(address: str, workers: int = 2) -> AsyncIterator[BotPool]:
    """Start a pool on a cluster, and wait for its workers."""
    pool = BotPool(1, cluster=address)
    await pool.start()
    try:
        async with asyncio.timeout(3 * SOON):
            await until(lambda: len(pool.scheduler.cluster) == workers)
            yield pool
    finally:
        await pool.stop()


async def until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(0.02)


def answers(pool: BotPool) -> dict[str, float]:
    """Count the answers by where they come from."""
    found = samples(pool.scheduler.metrics)
    return {where: found["carreau_answered_questions_total", (where,)] for where in ("here", "cluster")}


async def pid_of(worker: object) -> int:
    assert isinstance(worker, ClusterWorker)
    found: dict[str, int] = await worker.client.run(os.getpid, workers=[worker.address])
    return found[worker.address]


# Workers that come and go


async def ask_once(pool: BotPool) -> None:
    history = played("bauab", 2, 3)
    move = await pool.choose("t", history, to_move(history), "3", 1, PLENTY)
    assert parts(move) == in_process(history, "3", 1)


async def test_without_workers_processes_here_take_over(empty: str, folder: Path) -> None:
    async with joined(empty, workers=0) as pool:
        await ask_once(pool)
        assert answers(pool) == {"here": 1, "cluster": 0}
        with bots_worker(empty, 1, folder):
            await until(lambda: pool.scheduler.cluster)
            await until(lambda: not pids(pool))
            await ask_once(pool)
            assert answers(pool) == {"here": 1, "cluster": 1}
        await until(lambda: not pool.scheduler.cluster)
        await ask_once(pool)
        assert answers(pool) == {"here": 2, "cluster": 1}


async def test_without_a_scheduler_processes_here_take_over() -> None:
    async with joined("tcp://127.0.0.1:1", workers=0) as pool:
        await ask_once(pool)
        assert answers(pool) == {"here": 1, "cluster": 0}


def test_without_dask_a_server_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(CarreauError, match="pip install 'carreau"):
        asyncio.run(BotPool(1, cluster="tcp://127.0.0.1:1").start())


# Questions


async def test_a_cluster_answers_what_processes_here_answer(cluster: str) -> None:
    history, review = played("bauab", 2, 3), played("carat", 2, 2)
    async with joined(cluster) as pool:
        await ask_once(pool)
        hints = await pool.hints(history, to_move(history), "de", count=2, seconds=0.1, names=["Ada", "Bertrand"])
        assert hints
        assert [each.index async for each in pool.analyse(review, FEW)]
        assert await pool.luck(review, 0)
        found = answers(pool)
        assert found["cluster"] >= 3
        assert found["here"] == 1  # luck in a game with hidden information
        alone = BotPool(1)
        await alone.start()
        judged = [each async for each in alone.analyse(review, FEW)]
        await alone.stop()
        assert [each async for each in pool.analyse(review, FEW)] == judged


async def test_a_cancelled_question_frees_its_worker(cluster: str) -> None:
    history = played("schollenschubser", 2, 2)
    async with joined(cluster) as pool:
        before = {await pid_of(each) for each in pool.scheduler.cluster}
        for delay in (0.0, 0.5):  # just sent, and already running
            choice = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, LONG))
            await asyncio.sleep(delay)
            choice.cancel()
            await until(lambda: not pool.scheduler.jobs)
        await pool.choose("t", history, to_move(history), "5", 1, 0.05)
        assert {await pid_of(each) for each in pool.scheduler.cluster} == before


async def test_a_question_makes_way_for_a_more_urgent_one(cluster: str) -> None:
    history = played("schollenschubser", 2, 2)
    async with joined(cluster) as pool:
        endless = asyncio.create_task(pool.choose("a", history, to_move(history), "5", 1, LONG, watched=False))
        await until(lambda: pool.scheduler.jobs)
        await pool.choose("b", history, to_move(history), "5", 1, 0.05)
        await ask_once(pool)
        assert not endless.done()
        endless.cancel()


async def test_a_killed_worker_loses_its_question_to_another(cluster: str, caplog: pytest.LogCaptureFixture) -> None:
    history = played("schollenschubser", 2, 2)
    async with joined(cluster) as pool:
        with caplog.at_level(logging.WARNING, "carreau"):
            choice = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, 1.0))
            await until(lambda: pool.scheduler.jobs)
            (worker,) = pool.scheduler.jobs
            pid = await pid_of(worker)
            os.kill(pid, signal.SIGKILL)
            move = await choice
        assert at(history).objection(to_move(history), move.action) == ""
        assert [each.msg.error for each in caplog.records if isinstance(each.msg, WorkerFailed)] == ["ConnectionError"]
        assert sum(answers(pool).values()) == 1
        await until(lambda: len(pool.scheduler.cluster) == 2)  # another process has taken its place
        assert pid not in {await pid_of(each) for each in pool.scheduler.cluster}


async def test_a_worker_with_other_rules_is_not_used(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.bots.cluster.__version__", "9.9")
    async with joined(cluster, workers=0) as pool:
        await until(lambda: pool.cluster and len(pool.cluster.refused) == 2)
        await ask_once(pool)
        assert answers(pool) == {"here": 1, "cluster": 0}


# What leaves this machine


async def test_no_question_that_leaves_this_machine_tells_a_hidden_card(cluster: str, tmp_path: Path) -> None:
    """A game in a real server: whatever it sends to the cluster follows from what a seat sees."""
    async with recorded_line(cluster) as (line, address), started(tmp_path, address) as server:
        async with guests(server.url, 1) as (guest,):
            await has_workers(guest)
            table = await guest.create("raufer", seats=3)
            async with at_table(table, [guest]) as (client,):
                await play(client)
        seen = list(what_seats_see(server.database, table))
    asked = questions(line)
    for each in asked:
        assert each.history in seen
    moves = [each for each in asked if isinstance(each, MoveQuery)]
    assert len(moves) > 5
    assert len(asked) > len(moves)  # hints
    assert line.holds(b"LuckQuery") == 0


@asynccontextmanager
async def started(folder: Path, address: str) -> AsyncIterator[Running]:
    server = Running(folder, bots=1, bots_cluster=address)
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        await asyncio.to_thread(server.stop)


async def has_workers(guest: Guest) -> None:
    """Wait until a server uses the cluster."""
    async with asyncio.timeout(SOON):
        while 'carreau_bot_workers{where="cluster"} 2.0' not in (await guest.http.get("/metrics")).text:
            await asyncio.sleep(0.1)


async def play(client: Client) -> None:
    """Play against two bots; ask for a hint and for the figures of luck."""
    await client.sit(0)
    for seat in (1, 2):
        await client.do(wire.AddBot(ref=client.ref(), seat=seat, level="2"))
    await client.start()
    await client.until(lambda: bool(client.legal))
    await client.do(wire.AskHint(ref=client.ref(), seat=0))
    await client.until(lambda: any(isinstance(each, wire.Hints) for each in client.messages))
    luck = await client.guest.http.get(f"/api/tables/{client.table_id}/luck")
    assert luck.status_code == 200
    while not client.over:
        await client.until(lambda: client.over or bool(client.legal))
        if client.legal:
            await anything(client)


def questions(line: RecordedLine) -> list[MoveQuery | HintQuery]:
    """Find the moves and hints that were asked for."""
    found = []
    for sent in line.sent:
        for tag in re.finditer(rb"\xa4type(\xa9MoveQuery|\xa9HintQuery)", sent):
            found.append(first_query(bytes(sent[tag.start() - 1 :])))
    return found


def first_query(sent: bytes) -> MoveQuery | HintQuery:
    for end in range(len(sent)):
        with suppress(msgspec.DecodeError):
            query = QUERIES.decode(sent[:end])
            assert isinstance(query, MoveQuery | HintQuery)
            return query
    raise AssertionError("half a question")


def what_seats_see(database: Path, table: str) -> Iterator[GameHistory]:
    """List what each seat knew at each moment of a game."""
    events = history_of(database, table)
    assert isinstance(events[0], Created)
    replayed = Table.new(events[0])
    for event in events:
        apply(replayed, event)
        if replayed.status == "playing":
            yield from (known_without_secrets(replayed, seat) for seat in range(replayed.game.seats))


def known_without_secrets(table: Table, seat: int) -> GameHistory:
    """Return what a seat knows, at a table where nobody knows more: another position that looks the same, no moves."""
    match = table.match
    assert match is not None
    truth = match.state, match.log, match.count
    match.state, match.log, match.count = match.game.guess(match.state.view(seat), Rng(99)), [], 0
    try:
        return known(table, seat)
    finally:
        match.state, match.log, match.count = truth


def history_of(database: Path, table: str) -> list[AnyEvent]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT content FROM entries WHERE table_id = ? ORDER BY number", (table,))
        return [decode(content) for (content,) in rows]
