"""Moves, hints and analysis from real worker processes: honest, reproducible, and retried when a worker fails."""

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path

import pytest

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, State
from carreau.games.catalogue import game
from carreau.server.bot_jobs import BotPoolError
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory
from carreau.server.bot_scheduler import ATTEMPTS
from carreau.server.logs import WorkerFailed
from tests.server.bots import (
    FEW,
    LONG,
    PLENTY,
    at,
    in_process,
    is_alive,
    parts,
    pids,
    played,
    started,
    to_move,
)

pytestmark = pytest.mark.anyio

NONSENSE = b"\x00\x00\x00\x01\xc1"  # an invalid frame


# Replies


async def test_a_worker_chooses_what_the_bot_chooses_and_explains_itself() -> None:
    """The seed alone decides, whichever worker is asked and whatever it was asked before."""
    raufer, bauab = played("raufer", 3, 4), played("bauab", 2, 4)
    async with started(2) as pool:
        for history, number, seed in ((raufer, "3", 5), (bauab, "4", 6), (raufer, "3", 5), (bauab, "2", 7)):
            move = await pool.choose("table", history, to_move(history), number, seed, PLENTY)
            assert parts(move) == in_process(history, number, seed)
        hints = await pool.hints(bauab, to_move(bauab), "de", count=2, seconds=0.2, names=["Ada", "Bertrand"])
        assert len(hints) == 2
        for hint in hints:
            assert game("bauab", 2).parse(hint.text) == hint.action
            assert game("bauab", 2).fields(hint.action) == hint.fields
            assert hint.chance is not None
            assert hint.reason


def hidden_twin(history: GameHistory, seat: int) -> GameHistory:
    """Return another position that looks the same to a seat: somebody else was dealt another card."""
    made, view, truth = game(history.game, history.seats), at(history).view(seat), at(history).fingerprint()
    state: State = made.start()
    for index, (actor, action) in enumerate(history.moves):
        others = state.legal(actor) if actor == CHANCE and seat in state.unseen_by(actor, action) else []
        for other in others:
            moves = (*history.moves[:index], (actor, other), *history.moves[index + 1 :])
            twin = GameHistory(history.game, history.seats, {}, moves)
            try:
                found = at(twin)
            except CarreauError:
                continue  # the card is played or dealt later
            if found.view(seat) == view and found.fingerprint() != truth:
                return twin
        state.apply(actor, action)
    raise AssertionError("no other position looks the same")


async def test_what_a_seat_cannot_see_makes_no_difference() -> None:
    history = played("raufer", 3, 3)
    seat = to_move(history)
    twin = hidden_twin(history, seat)
    async with started() as pool:
        choices = [await pool.choose("t", each, seat, "3", 9, PLENTY) for each in (history, twin)]
        assert parts(choices[0]) == parts(choices[1])


async def test_every_decision_of_a_game_is_analysed() -> None:
    history = played("carat", 2, 3)
    decisions = [index for index, (actor, _) in enumerate(history.moves) if actor != CHANCE]
    async with started() as pool:
        judged = [each async for each in pool.analyse(history, FEW, ["en", "de"])]
        assert [each.index for each in judged] == decisions
        for each in judged:
            assert (each.seat, each.action) == history.moves[each.index]
            assert each.low <= each.loss <= each.high
            assert len(each.chances) == 2
            assert list(each.better) == ["en", "de"]


# Lost workers


async def test_a_worker_killed_while_it_thinks_is_replaced() -> None:
    history = played("bauab", 2, 3)
    async with started() as pool:
        before = pids(pool)
        choice = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, 0.3))
        await asyncio.sleep(0.1)
        os.kill(before[-1], signal.SIGKILL)
        assert at(history).objection(to_move(history), (await choice).action) == ""
        assert pids(pool) != before
        for pid in pids(pool):
            os.kill(pid, signal.SIGKILL)  # while it is idle
        move = await pool.choose("t", history, to_move(history), "3", 1, PLENTY)
        assert parts(move) == in_process(history, "3", 1)


async def test_a_worker_that_is_stuck_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    history = played("bauab", 2, 3)
    async with started() as pool:
        before = pids(pool)
        os.kill(before[0], signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr("carreau.server.bot_jobs.TIMEOUT", 1.0)
            choice = asyncio.create_task(pool.choose("t", history, to_move(history), "2", 1))
            await asyncio.sleep(0)
        await choice
        assert not is_alive(before[0])


async def test_workers_are_replaced_once_the_rules_have_been_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    history = played("bauab", 2, 3)
    async with started() as pool:
        before = pids(pool)
        await pool.choose("t", history, to_move(history), "2", 1)
        assert pids(pool) == before
        monkeypatch.setattr("carreau.server.worker_process.build_stamp", lambda: 1.0)
        await pool.choose("t", history, to_move(history), "2", 1)
        assert pids(pool) != before


async def test_a_position_that_kills_every_worker_is_given_up() -> None:
    history = played("schollenschubser", 2, 2)
    killed = set()
    async with started() as pool:
        choice = asyncio.create_task(pool.choose("t", history, to_move(history), "5", 1, LONG))
        while not choice.done():
            await asyncio.sleep(0.01)
            for pid in pids(pool)[1:]:  # the search workers
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        with pytest.raises(BotPoolError, match="3 workers have failed"):
            await choice
        assert len(killed) == ATTEMPTS
        await pool.choose("t", history, to_move(history), "2", 1)  # by another worker


async def test_an_error_in_a_worker_is_logged_and_the_query_retried(caplog: pytest.LogCaptureFixture) -> None:
    history = played("bauab", 2, 3)
    with caplog.at_level(logging.WARNING, "carreau"):
        async with started() as pool:
            before = pids(pool)
            pool.workers[0].write(NONSENSE)
            move = await pool.choose("t", history, to_move(history), "3", 1, PLENTY)
            assert parts(move) == in_process(history, "3", 1)
            assert pids(pool) != before
    (told,) = [record.msg for record in caplog.records]
    assert isinstance(told, WorkerFailed)
    assert (told.error, told.failures) == ("DecodeError", 1)
    assert "bot_worker.py" in told.places


async def test_a_refusal_reaches_the_caller_and_costs_no_worker() -> None:
    history = played("bauab", 2, 3)
    async with started() as pool:
        before = pids(pool)
        with pytest.raises(BotPoolError, match="can't decide anything in this position"):
            await pool.choose("t", history, 1 - to_move(history), "3", 1)
        with pytest.raises(CarreauError, match="levels are 1"):
            await pool.choose("t", history, to_move(history), "9", 1)
        with pytest.raises(CarreauError, match="there are de, en"):
            await pool.hints(history, to_move(history), "xx")
        with pytest.raises(CarreauError, match="there are de, en"):
            await anext(pool.analyse(history, FEW, ["en", "xx"]))
        assert pids(pool) == before


# Start and stop


async def test_nothing_is_left_after_stop() -> None:
    history = played("schollenschubser", 2, 2)
    pool = BotPool(2)
    await pool.start()
    before = pids(pool)
    tables = ["a", "b", "waits"]
    choices = [asyncio.create_task(pool.choose(table, history, to_move(history), "5", 1, LONG)) for table in tables]
    await asyncio.sleep(0.1)
    await pool.stop()
    for choice in choices:
        with pytest.raises(BotPoolError, match="stopped"):
            await choice
    with pytest.raises(BotPoolError, match="start"):
        await pool.choose("t", history, 0, "3", 1)
    await pool.stop()
    assert len(before) == 3
    assert not any(map(is_alive, before))


@pytest.mark.parametrize("interpreter", ["/bin/false", "/nowhere/python"])
async def test_workers_that_cannot_run_are_found_at_the_start(
    interpreter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", interpreter)
    pool = BotPool(2)
    with pytest.raises(BotPoolError, match="can't start"):
        await pool.start()
    assert pids(pool) == []


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
async def test_a_worker_inherits_no_secret_and_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARREAU_SECRET", "rosebud")
    async with started(2) as pool:
        process = Path(f"/proc/{pids(pool)[-1]}")
        assert b"rosebud" not in (process / "environ").read_bytes()
        links = [str(link.readlink()) for link in (process / "fd").iterdir()]
        assert len([link for link in links if link.startswith("socket:")]) <= 1 + has_socket_for_errors()


def has_socket_for_errors() -> bool:
    return str(Path("/proc/self/fd/2").readlink()).startswith("socket:")
