"""Bots, hints and analysis in real worker processes: honest, reproducible, and never lost for good."""

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from carreau.bots.bot import Bot
from carreau.bots.levels import level
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, State
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.server.logs import WorkerFailed
from carreau.server.thinkers import ANALYSIS, HINTS, MOVES, TRIES, UNWATCHED, Asked, Queue, Thinkers, ThinkersError
from carreau.server.thinkers import Worker as Process
from carreau.server.thinking import (
    GAMES,
    PREFIX,
    QUESTIONS,
    Advise,
    Choose,
    Followed,
    Judge,
    Line,
    Position,
    Question,
    Refusal,
    Stop,
    Thought,
    Worker,
    framed,
)

LONG = 3600.0  # seconds that no test waits for
SOON = 60.0  # seconds after which a test has failed, on a machine however busy
PLENTY = 100.0  # seconds for what is limited by simulations
NONSENSE = b"\x00\x00\x00\x01\xc1"  # no message of anybody


def played(name: str, seats: int, decisions: int, seed: int = 1) -> Position:
    """A position after so many random decisions, in which a player has to decide."""
    made, rng = game(name, seats), Rng(seed)
    state: State = made.start()
    moves: list[tuple[int, int]] = []
    while decisions or state.current == CHANCE:
        actor = CHANCE if state.current == CHANCE else int(state.anyone(rng))
        legal = state.legal(actor)
        moves.append((actor, legal[int(rng.below(len(legal)))]))
        decisions -= actor != CHANCE
        state.apply(*moves[-1])
    return Position(name, seats, {}, tuple(moves))


def at(position: Position) -> State:
    followed = Followed(position)
    followed.catch_up(position)
    return followed.state


def to_move(position: Position) -> int:
    return at(position).waiting()[0]


def in_process(position: Position, number: str, seed: int) -> tuple[Any, ...]:
    """What the bot chooses without any worker."""
    bot = Bot(game(position.game, position.seats, position.options), level(number), seed)
    choice = bot.choose(at(position).view(to_move(position)), seconds=PLENTY)
    rows = tuple((row.action, row.visits, row.value) for row in choice.considered)
    return choice.action, choice.seconds, rows, choice.proved


def parts(thought: Thought) -> tuple[Any, ...]:
    return thought.action, thought.seconds, thought.considered, thought.proved


@asynccontextmanager
async def started(processes: int = 1) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(processes)
    await thinkers.start()
    try:
        async with asyncio.timeout(SOON):
            yield thinkers
    finally:
        await thinkers.stop()


def with_thinkers(work: Callable[[Thinkers], Awaitable[None]], processes: int = 1) -> None:
    async def run() -> None:
        async with started(processes) as thinkers:
            await work(thinkers)

    asyncio.run(run())


def pids(thinkers: Thinkers) -> list[int]:
    return [worker.process.pid for worker in thinkers.workers if worker.process]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# The answers


def test_a_worker_chooses_what_the_bot_chooses_and_explains_itself() -> None:
    """Whoever is asked, whatever was asked before: the seed alone decides."""
    raufer, bauab = played("raufer", 3, 4), played("bauab", 2, 4)

    async def work(thinkers: Thinkers) -> None:
        for position, number, seed in ((raufer, "3", 5), (bauab, "4", 6), (raufer, "3", 5), (bauab, "2", 7)):
            thought = await thinkers.choose("table", position, to_move(position), number, seed, PLENTY)
            assert parts(thought) == in_process(position, number, seed)
        hints = await thinkers.hints(bauab, to_move(bauab), "de", count=2, seconds=0.2, names=["Ada", "Bertrand"])
        assert len(hints) == 2
        for hint in hints:
            assert game("bauab", 2).parse(hint.text) == hint.action
            assert game("bauab", 2).fields(hint.action) == hint.fields
            assert hint.chance is not None
            assert hint.reason

    with_thinkers(work, processes=2)


def hidden_twin(position: Position, seat: int) -> Position:
    """Another position that looks the same to a seat: somebody else was dealt something else."""
    made, view, truth = game(position.game, position.seats), at(position).view(seat), at(position).fingerprint()
    state: State = made.start()
    for index, (actor, action) in enumerate(position.moves):
        others = state.legal(actor) if actor == CHANCE and seat in state.unseen_by(actor, action) else []
        for other in others:
            moves = (*position.moves[:index], (actor, other), *position.moves[index + 1 :])
            twin = Position(position.game, position.seats, {}, moves)
            try:
                found = at(twin)
            except CarreauError:
                continue  # it was played or dealt later
            if found.view(seat) == view and found.fingerprint() != truth:
                return twin
        state.apply(actor, action)
    raise AssertionError("no other position looks the same")


def test_what_a_seat_cannot_see_makes_no_difference() -> None:
    position = played("raufer", 3, 3)
    seat = to_move(position)
    twin = hidden_twin(position, seat)

    async def work(thinkers: Thinkers) -> None:
        choices = [await thinkers.choose("t", each, seat, "3", 9, PLENTY) for each in (position, twin)]
        assert parts(choices[0]) == parts(choices[1])

    with_thinkers(work)


def test_every_decision_of_a_game_is_analysed() -> None:
    position = played("carat", 2, 3)
    decisions = [index for index, (actor, _) in enumerate(position.moves) if actor != CHANCE]

    async def work(thinkers: Thinkers) -> None:
        judged = [each async for each in thinkers.analyse(position, 0.1, ["en", "de"])]
        assert [each.index for each in judged] == decisions
        for each in judged:
            assert (each.seat, each.action) == position.moves[each.index]
            assert each.loss == each.best - each.played >= 0.0
            assert len(each.chances) == 2
            assert list(each.better) == ["en", "de"]

    with_thinkers(work)


# Games that a worker has in mind


@pytest.fixture
def worker() -> Any:
    """A worker in this process, and nobody at the other end of its line."""
    here, there = socket.socketpair()
    with here, there:
        yield Worker(Line(here))


def choose(position: Position, number: str = "5", seconds: float = 0.05, table: str = "t") -> Choose:
    return Choose(table, position, to_move(position), number, 3, seconds)


def test_the_highest_level_goes_on_with_what_it_thought(worker: Worker) -> None:
    position = played("schollenschubser", 2, 2)
    first = worker.answer(choose(position, seconds=0.3))
    assert isinstance(first, Thought)
    followed = worker.games["t"]
    seat = to_move(position)
    search = followed.bots[seat].last_search
    later = position.then(seat, first.action)
    if to_move(later) != seat:
        pytest.fail("the position should be one with two decisions in a turn")
    worker.answer(choose(later))
    assert worker.games["t"] is followed
    assert followed.bots[seat].last_search is search


def test_a_position_taken_back_is_begun_anew(worker: Worker) -> None:
    position = played("bauab", 2, 3)
    legal = at(position).legal(to_move(position))
    one, other = (position.then(to_move(position), action) for action in legal[:2])
    worker.answer(choose(one))
    followed = worker.games["t"]
    for position_now in (other, position, played("caro", 2, 2)):
        thought = worker.answer(choose(position_now, "3", PLENTY))
        assert worker.games["t"] is not followed
        assert worker.games["t"].state.fingerprint() == at(position_now).fingerprint()
        assert isinstance(thought, Thought)
        assert parts(thought) == in_process(position_now, "3", 3)
        followed = worker.games["t"]


def test_a_worker_forgets_what_it_was_asked_about_long_ago(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    position = played("bauab", 2, 3)
    monkeypatch.setattr("carreau.server.thinking.GAMES", 2)
    monkeypatch.setattr("carreau.server.thinking.MOST_EDGES", 0)
    for table in ("a", "b", "a", "c"):
        worker.answer(choose(position, table=table))
    assert list(worker.games) == ["a", "c"]
    assert [followed.edges() for followed in worker.games.values()] == [0, 0]


def test_a_question_that_makes_no_sense_is_refused(worker: Worker) -> None:
    position = played("bauab", 2, 3)
    seat = to_move(position)
    wrong = 1 - seat
    taken = Position("bauab", 2, {}, (*position.moves, position.moves[-1]))
    questions: list[tuple[Question, str]] = [
        (Choose("t", position, wrong, "3", 1, None), "CarreauError"),
        (Choose("t", position, seat, "9", 1, None), "CarreauError"),
        (Choose("t", taken, seat, "3", 1, None), "IllegalMove"),
        (Advise(position, seat, "xx", (), 3, 0.01), "UnknownLanguage"),
        (Judge(position, seat, 10**6, ("en",), (), 0.01), "NotationError"),
    ]
    for question, error in questions:
        assert worker.answer(question) == Refusal(error)


# Workers that are lost


def test_a_worker_killed_while_it_thinks_is_replaced() -> None:
    position = played("bauab", 2, 3)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        choice = asyncio.create_task(thinkers.choose("t", position, to_move(position), "5", 1, 0.3))
        await asyncio.sleep(0.1)
        os.kill(before[0], signal.SIGKILL)
        assert at(position).objection(to_move(position), (await choice).action) == ""
        assert pids(thinkers) != before
        os.kill(pids(thinkers)[0], signal.SIGKILL)  # while it has nothing to do
        thought = await thinkers.choose("t", position, to_move(position), "3", 1, PLENTY)
        assert parts(thought) == in_process(position, "3", 1)

    with_thinkers(work)


def test_a_worker_that_is_stuck_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played("bauab", 2, 3)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        os.kill(before[0], signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr("carreau.server.thinkers.PATIENCE", 1.0)
            choice = asyncio.create_task(thinkers.choose("t", position, to_move(position), "2", 1))
            await asyncio.sleep(0)
        await choice
        assert not is_alive(before[0])

    with_thinkers(work)


def test_workers_are_replaced_once_the_rules_have_been_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played("bauab", 2, 3)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        await thinkers.choose("t", position, to_move(position), "2", 1)
        assert pids(thinkers) == before
        monkeypatch.setattr("carreau.server.thinkers.build_stamp", lambda: 1.0)
        await thinkers.choose("t", position, to_move(position), "2", 1)
        assert pids(thinkers) != before

    with_thinkers(work)


def test_a_position_that_kills_every_worker_is_given_up() -> None:
    position = played("schollenschubser", 2, 2)
    killed = set()

    async def work(thinkers: Thinkers) -> None:
        choice = asyncio.create_task(thinkers.choose("t", position, to_move(position), "5", 1, LONG))
        while not choice.done():
            await asyncio.sleep(0.01)
            for pid in pids(thinkers):
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        with pytest.raises(ThinkersError, match="3 workers have failed"):
            await choice
        assert len(killed) == TRIES
        await thinkers.choose("t", position, to_move(position), "2", 1)  # another one is there

    with_thinkers(work)


def test_an_error_in_a_worker_is_in_the_log_and_the_question_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    position = played("bauab", 2, 3)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        thinkers.workers[0].write(NONSENSE)
        thought = await thinkers.choose("t", position, to_move(position), "3", 1, PLENTY)
        assert parts(thought) == in_process(position, "3", 1)
        assert pids(thinkers) != before

    with caplog.at_level(logging.WARNING, "carreau"):
        with_thinkers(work)
    (told,) = [record.msg for record in caplog.records]
    assert isinstance(told, WorkerFailed)
    assert (told.error, told.failures) == ("DecodeError", 1)
    assert "thinking.py" in told.places


def test_a_refusal_reaches_whoever_asked_and_costs_no_worker() -> None:
    position = played("bauab", 2, 3)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        with pytest.raises(ThinkersError, match="no position to decide in"):
            await thinkers.choose("t", position, 1 - to_move(position), "3", 1)
        with pytest.raises(CarreauError, match="levels are 1"):
            await thinkers.choose("t", position, to_move(position), "9", 1)
        with pytest.raises(CarreauError, match="there are de, en"):
            await thinkers.hints(position, to_move(position), "xx")
        with pytest.raises(CarreauError, match="there are de, en"):
            await anext(thinkers.analyse(position, 0.1, ["en", "xx"]))
        assert pids(thinkers) == before

    with_thinkers(work)


# Who comes first


def test_a_cancelled_question_frees_its_worker() -> None:
    position = played("schollenschubser", 2, 2)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        for delay in (0.0, 0.1):  # hardly sent, and thought about
            choice = asyncio.create_task(thinkers.choose("t", position, to_move(position), "5", 1, LONG))
            advice = asyncio.create_task(thinkers.hints(position, to_move(position), "en", seconds=LONG))
            await asyncio.sleep(delay)
            choice.cancel()
            thought = asyncio.create_task(thinkers.choose("u", position, to_move(position), "3", 1, PLENTY))
            assert parts(await thought) == in_process(position, "3", 1)
            await asyncio.sleep(delay)
            advice.cancel()
            assert choice.cancelled()
        await thinkers.choose("t", position, to_move(position), "2", 1)
        assert pids(thinkers) == before

    with_thinkers(work)


def test_a_question_cancelled_before_its_worker_is_there_is_not_thought_about() -> None:
    position = played("schollenschubser", 2, 2)

    async def work(thinkers: Thinkers) -> None:
        await thinkers.workers[0].end()
        choice = asyncio.create_task(thinkers.choose("t", position, to_move(position), "5", 1, LONG))
        while not pids(thinkers):
            await asyncio.sleep(0)
        choice.cancel()
        await thinkers.choose("t", position, to_move(position), "2", 1)

    with_thinkers(work)


def test_analysis_makes_way_and_goes_on() -> None:
    position = played("schollenschubser", 2, 1)
    seat, action = next(move for move in position.moves if move[0] != CHANCE)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        endless = asyncio.ensure_future(anext(thinkers.analyse(position, LONG)))
        judged = asyncio.ensure_future(anext(thinkers.analyse(position, 0.5)))
        await asyncio.sleep(0.1)
        await thinkers.choose("t", position, to_move(position), "3", 1, PLENTY)
        await thinkers.choose("u", position, to_move(position), "3", 1, PLENTY, watched=False)
        assert await thinkers.hints(position, to_move(position), "en", seconds=0.1)
        assert not endless.done()
        endless.cancel()
        assert ((await judged).seat, (await judged).action) == (seat, action)
        assert pids(thinkers) == before

    with_thinkers(work)


def test_those_who_want_hints_take_turns() -> None:
    """However many windows somebody has."""
    position = played("bauab", 2, 2)
    seat, order = to_move(position), list[str]()

    async def hint(thinkers: Thinkers, guest: str) -> None:
        await thinkers.hints(position, seat, "en", seconds=0.1, guest=guest)
        order.append(guest)

    async def work(thinkers: Thinkers) -> None:
        await asyncio.gather(*(hint(thinkers, guest) for guest in ("eve", "eve", "eve", "eve", "ada")))
        assert order == ["eve", "eve", "ada", "eve", "eve"]  # a worker had begun with the first before others asked

    with_thinkers(work)


def test_what_nobody_watches_makes_way_and_is_done_in_the_end() -> None:
    """However often somebody else wants something meanwhile."""
    position = played("schollenschubser", 2, 2)
    seat = to_move(position)

    async def work(thinkers: Thinkers) -> None:
        before = pids(thinkers)
        endless = asyncio.create_task(thinkers.choose("a", position, seat, "5", 1, LONG, watched=False))
        await asyncio.sleep(0.1)
        await thinkers.choose("t", position, seat, "3", 1, PLENTY)
        assert await thinkers.hints(position, seat, "en", seconds=0.1)
        assert not endless.done()
        endless.cancel()
        alone = asyncio.create_task(thinkers.choose("b", position, seat, "5", 1, 0.3, watched=False))
        while not alone.done():
            await thinkers.choose("t", position, seat, "2", 1)
        assert at(position).objection(seat, (await alone).action) == ""
        assert pids(thinkers) == before

    with_thinkers(work)


def test_what_nobody_watched_is_urgent_when_somebody_comes() -> None:
    position = played("schollenschubser", 2, 2)
    seat = to_move(position)
    answered = list[str]()

    async def work(thinkers: Thinkers) -> None:
        async def choose(table: str, watched: bool, seconds: float = 0.1) -> None:
            await thinkers.choose(table, position, seat, "5", 1, seconds, host="eve", watched=watched)
            answered.append(table)

        async with asyncio.TaskGroup() as group:
            endless = group.create_task(choose("endless", watched=True, seconds=LONG))
            for table in ("first", "second"):
                group.create_task(choose(table, watched=False))
            await asyncio.sleep(0)
            thinkers.hurry("eve", "second")
            endless.cancel()
        async with asyncio.TaskGroup() as group:
            group.create_task(choose("thought about", watched=False))
            await asyncio.sleep(0)
            thinkers.hurry("eve", "thought about")
            group.create_task(choose("later", watched=True))

    with_thinkers(work)
    assert answered == ["second", "first", "thought about", "later"]


def test_moves_come_before_hints_and_hosts_take_turns_and_so_do_their_tables() -> None:
    async def run() -> None:
        queue = Queue()
        waiting = [
            (ANALYSIS, "", "", 0),
            (UNWATCHED, "eve", "many", 3),
            (HINTS, "", "", 1),
            *((MOVES, "eve", "many", seat) for seat in range(3)),
            *((MOVES, "eve", table, 0) for table in ("more", "last")),
            (MOVES, "ada", "one", 7),
            (MOVES, "ada", "one", 8),
        ]
        position = Position("caro", 2, {}, ())
        asked = {
            each: Asked(Choose(each[2], position, each[3], "3", 1, None), each[0], 1.0, each[1], each[2])
            for each in waiting
        }
        for each in asked.values():
            queue.put(each)
        asked[MOVES, "eve", "many", 1].answer.cancel()
        order = [next(key for key, value in asked.items() if value is taken) for taken in iter(queue.take, None)]
        assert order == [
            (MOVES, "eve", "many", 0),
            (MOVES, "ada", "one", 7),
            (MOVES, "eve", "more", 0),
            (MOVES, "ada", "one", 8),
            (MOVES, "eve", "last", 0),
            (MOVES, "eve", "many", 2),
            (HINTS, "", "", 1),
            (UNWATCHED, "eve", "many", 3),
            (ANALYSIS, "", "", 0),
        ]

    asyncio.run(run())


def test_a_table_stays_with_its_worker_as_long_as_that_has_it_in_mind() -> None:
    worker = Process()
    for table in ("kept", *(["busy"] * GAMES), *([""] * GAMES), *map(str, range(GAMES - 2))):
        worker.keep_in_mind(table)
    assert list(worker.tables) == ["kept", "busy", *map(str, range(GAMES - 2))]
    worker.keep_in_mind("kept")
    worker.keep_in_mind("another")
    assert list(worker.tables)[-2:] == ["kept", "another"]
    assert (len(worker.tables), "busy" in worker.tables) == (GAMES, False)


# The end


def test_nothing_is_left_after_stop() -> None:
    position = played("schollenschubser", 2, 2)

    async def run() -> None:
        thinkers = Thinkers(2)
        await thinkers.start()
        before = pids(thinkers)
        tables = ["a", "b", "waits"]
        choices = [
            asyncio.create_task(thinkers.choose(table, position, to_move(position), "5", 1, LONG)) for table in tables
        ]
        await asyncio.sleep(0.1)
        await thinkers.stop()
        for choice in choices:
            with pytest.raises(ThinkersError, match="stopped"):
                await choice
        with pytest.raises(ThinkersError, match="start"):
            await thinkers.choose("t", position, 0, "3", 1)
        await thinkers.stop()
        assert len(before) == 2
        assert not any(map(is_alive, before))

    asyncio.run(run())


@pytest.mark.parametrize("interpreter", ["/bin/false", "/nowhere/python"])
def test_workers_that_cannot_run_are_found_at_the_start(interpreter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", interpreter)

    async def run() -> None:
        thinkers = Thinkers(2)
        with pytest.raises(ThinkersError, match="can't be started"):
            await thinkers.start()
        assert pids(thinkers) == []

    asyncio.run(run())


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_a_worker_inherits_no_secret_and_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARREAU_SECRET", "rosebud")

    async def work(thinkers: Thinkers) -> None:
        process = Path(f"/proc/{pids(thinkers)[1]}")
        assert b"rosebud" not in (process / "environ").read_bytes()
        links = [str(link.readlink()) for link in (process / "fd").iterdir()]
        assert len([link for link in links if link.startswith("socket:")]) <= 1 + has_socket_for_errors()

    with_thinkers(work, processes=2)


def has_socket_for_errors() -> bool:
    return str(Path("/proc/self/fd/2").readlink()).startswith("socket:")


def test_a_worker_whose_server_is_gone_ends() -> None:
    position = played("schollenschubser", 2, 2)
    here, there = socket.socketpair()
    with here:
        with there:
            command = [sys.executable, "-m", "carreau.server.thinking", str(there.fileno())]
            process = subprocess.Popen(command, pass_fds=[there.fileno()])
        here.recv(PREFIX)
        here.sendall(framed(choose(position, seconds=LONG)))
    assert process.wait(SOON) in (0, 1)


def test_messages_survive_the_line() -> None:
    question = choose(played("raufer", 3, 4))
    assert QUESTIONS.decode(framed(question)[PREFIX:]) == question
    assert QUESTIONS.decode(framed(Stop())[PREFIX:]) == Stop()
    assert int.from_bytes(framed(question)[:PREFIX]) == len(framed(question)) - PREFIX
