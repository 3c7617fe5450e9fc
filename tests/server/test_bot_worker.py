"""A single worker: the games it caches, the queries it refuses, and the messages it reads."""

import socket
import subprocess
import sys

import pytest

from carreau.bots.bot import never
from carreau.server.bot_protocol import (
    PREFIX,
    QUERIES,
    BotMove,
    BotQuery,
    GameHistory,
    HintQuery,
    MoveQuery,
    Refusal,
    ReviewQuery,
    Stop,
    framed,
)
from carreau.server.bot_worker import BotWorker
from tests.server.bots import FEW, LONG, PLENTY, SOON, at, in_process, move_query, parts, played, to_move


@pytest.fixture
def worker() -> BotWorker:
    """Return a worker in this process, which nobody interrupts."""
    return BotWorker(never)


def test_the_highest_level_keeps_its_search_tree(worker: BotWorker) -> None:
    history = played("schollenschubser", 2, 2)
    first = worker.answer(move_query(history, seconds=0.3))
    assert isinstance(first, BotMove)
    cached = worker.games["t"]
    seat = to_move(history)
    search = cached.bots[seat].last_search
    later = history.then(seat, first.action)
    if to_move(later) != seat:
        pytest.fail("the position should be one with two decisions in a turn")
    worker.answer(move_query(later))
    assert worker.games["t"] is cached
    assert cached.bots[seat].last_search is search


def test_a_position_taken_back_is_played_from_the_start(worker: BotWorker) -> None:
    history = played("bauab", 2, 3)
    legal = at(history).legal(to_move(history))
    one, other = (history.then(to_move(history), action) for action in legal[:2])
    worker.answer(move_query(one))
    cached = worker.games["t"]
    for history_now in (other, history, played("caro", 2, 2)):
        move = worker.answer(move_query(history_now, "3", PLENTY))
        assert worker.games["t"] is not cached
        assert worker.games["t"].state.fingerprint() == at(history_now).fingerprint()
        assert isinstance(move, BotMove)
        assert parts(move) == in_process(history_now, "3", 3)
        cached = worker.games["t"]


def test_a_worker_evicts_the_least_recently_used(worker: BotWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    history = played("bauab", 2, 3)
    monkeypatch.setattr("carreau.server.bot_worker.CACHED_GAMES", 2)
    monkeypatch.setattr("carreau.server.bot_worker.MOST_EDGES", 0)
    for table in ("a", "b", "a", "c"):
        worker.answer(move_query(history, table=table))
    assert list(worker.games) == ["a", "c"]
    assert [cached.edges() for cached in worker.games.values()] == [0, 0]


def test_an_invalid_query_is_refused(worker: BotWorker) -> None:
    history = played("bauab", 2, 3)
    seat = to_move(history)
    wrong = 1 - seat
    taken = GameHistory("bauab", 2, {}, (*history.moves, history.moves[-1]))
    queries: list[tuple[BotQuery, str]] = [
        (MoveQuery("t", history, wrong, "3", 1, 1.0), "CarreauError"),
        (MoveQuery("t", history, seat, "9", 1, 1.0), "CarreauError"),
        (MoveQuery("t", taken, seat, "3", 1, 1.0), "IllegalMove"),
        (HintQuery(history, seat, "xx", (), 3, 0.01), "UnknownLanguage"),
        (ReviewQuery(history, seat, 10**6, ("en",), (), FEW), "NotationError"),
    ]
    for query, error in queries:
        assert worker.answer(query) == Refusal(error)


def test_a_worker_whose_server_is_gone_ends() -> None:
    history = played("schollenschubser", 2, 2)
    here, there = socket.socketpair()
    with here:
        with there:
            command = [sys.executable, "-m", "carreau.server.bot_worker", str(there.fileno())]
            process = subprocess.Popen(command, pass_fds=[there.fileno()])
        here.recv(PREFIX)
        here.sendall(framed(move_query(history, seconds=LONG)))
    assert process.wait(SOON) in (0, 1)


def test_messages_survive_their_encoding() -> None:
    query = move_query(played("raufer", 3, 4))
    assert QUERIES.decode(framed(query)[PREFIX:]) == query
    assert QUERIES.decode(framed(Stop())[PREFIX:]) == Stop()
    assert int.from_bytes(framed(query)[:PREFIX]) == len(framed(query)) - PREFIX
