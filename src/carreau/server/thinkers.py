"""Bots, hints, luck and analysis for the event loop: asked here, thought out in other processes (see `thinking`)."""

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from carreau._build import build_stamp
from carreau.bots.levels import level as strength
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.games.texts import text
from carreau.server.logs import WorkerFailed, tell
from carreau.server.thinking import (
    ANSWERS,
    GAMES,
    PREFIX,
    Advice,
    Advise,
    Answer,
    Choose,
    Count,
    Counted,
    Failure,
    HintText,
    Judge,
    Judged,
    Position,
    Question,
    Refusal,
    Stop,
    Thought,
    framed,
)
from carreau.table.luck import Luck

MOVES, HINTS, LUCK, UNWATCHED, ANALYSIS = RANKS = range(5)  # what is first; unwatched are moves nobody waits for
TRIES: Final = 3  # workers that may fail over a question
MAKES_WAY: Final = 3  # times that luck, or a bot which nobody watches, is broken off for others; then it may end
PATIENCE: Final = 60.0  # seconds that a worker may take longer than it was given, before it counts as lost
INHERITED: Final = ("PATH", "LD_LIBRARY_PATH", "LANG", "PYTHONPATH", "PYTHONHOME", "CARREAU_PURE")  # nothing secret
STOP: Final = framed(Stop())

LOST: Final = (OSError, EOFError, msgspec.DecodeError)  # what tells that a worker is gone, stuck or mad

A = TypeVar("A", bound=Answer)


class ThinkersError(CarreauError):
    """Nobody could be found who thinks about a position."""


class Asked:
    """A question, and who waits for the answer."""

    def __init__(self, question: Question, rank: int, seconds: float, host: str = "", table: str = "") -> None:
        self.message = framed(question)
        self.rank = rank
        self.host = host  # of the table; or whoever wants a hint
        self.table = table
        self.patience = seconds + PATIENCE
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.failures = 0
        self.put_off = False  # somebody more urgent has come while a worker thought about it
        self.made_way = 0  # times that it was put off

    @property
    def unwanted(self) -> bool:
        """Whether thinking about it now is in vain."""
        return self.put_off or self.answer.done()

    def makes_way_for(self, other: "Asked") -> bool:
        """Whether a worker that thinks about it should rather think about another one."""
        patient = self.rank == ANALYSIS or (self.rank in {LUCK, UNWATCHED} and self.made_way < MAKES_WAY)
        return patient and other.rank < self.rank and not self.put_off

    def settle(self, answer: Answer | ThinkersError) -> None:
        """Tell whoever still waits."""
        if self.answer.done():
            return
        if isinstance(answer, ThinkersError):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Queue:
    """Questions that wait: by rank; within it those who host the tables take turns, and then the tables of each."""

    def __init__(self) -> None:
        self.ranks: list[dict[str, dict[str, deque[Asked]]]] = [{} for _ in RANKS]  # each by host and table

    def put(self, asked: Asked) -> None:
        self.ranks[asked.rank].setdefault(asked.host, {}).setdefault(asked.table, deque()).append(asked)

    def hurry(self, host: str, table: str) -> list[Asked]:
        """Let what is asked for a table that nobody watched wait with what people wait for; gives these questions."""
        tables = self.ranks[UNWATCHED].get(host, {})
        line = list(tables.pop(table, ()))
        if not tables:
            self.ranks[UNWATCHED].pop(host, None)
        for asked in line:
            asked.rank = MOVES
            self.put(asked)
        return line

    def take(self) -> Asked | None:
        """The next that somebody still waits for."""
        return next((asked for asked in self.taken() if not asked.answer.done()), None)

    def taken(self) -> Iterator[Asked]:
        for hosts in self.ranks:
            while hosts:
                host, tables = next(iter(hosts.items()))
                table, line = next(iter(tables.items()))
                del hosts[host], tables[table]
                asked = line.popleft()
                if line:
                    tables[table] = line  # behind all others
                if tables:
                    hosts[host] = tables  # likewise
                yield asked


class Worker:
    """A process that thinks. It is started when it is needed and not there, for whatever reason."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.asked: Asked | None = None  # what it thinks about
        self.tables: dict[str, None] = {}  # that it has in mind, the latest last
        self.build = 0.0  # the build that it was started with

    async def start(self) -> None:
        """A fresh interpreter that has nothing of this process but its end of the line."""
        here, there = socket.socketpair()
        self.build = build_stamp()
        with there:
            self.line = await asyncio.open_unix_connection(sock=here)
            self.process = subprocess.Popen(
                [sys.executable, "-m", "carreau.server.thinking", str(there.fileno())],
                pass_fds=[there.fileno()],
                env={name: os.environ[name] for name in INHERITED if name in os.environ},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
            )
        await self.read(PATIENCE)  # Ready

    async def end(self) -> None:
        """Leave no process behind."""
        self.tables.clear()
        process, self.process = self.process, None
        line, self.line = self.line, None
        if line is not None:
            line[1].close()
            with suppress(ConnectionError):  # it was the first to hang up
                await line[1].wait_closed()
        if process is not None:
            process.kill()
            await asyncio.to_thread(process.wait)

    async def ask(self, asked: Asked) -> Answer:
        """The answer to a question, or one of LOST."""
        if self.line is not None and (self.line[0].at_eof() or self.build != build_stamp()):
            await self.end()  # killed since it was last asked; or the rules have been compiled, and a new one is faster
        if self.line is None:
            await self.start()
        self.keep_in_mind(asked.table)
        self.write(asked.message)
        if asked.unwanted:  # since before it was sent
            self.write(STOP)
        return await self.read(asked.patience)

    def keep_in_mind(self, table: str) -> None:
        """As the worker itself does; hints and analyses belong to no table."""
        if table:
            self.tables.pop(table, None)
            self.tables[table] = None
        if len(self.tables) > GAMES:
            del self.tables[next(iter(self.tables))]

    async def read(self, patience: float) -> Answer:
        assert self.line is not None
        reader = self.line[0]
        async with asyncio.timeout(patience):
            length = int.from_bytes(await reader.readexactly(PREFIX))
            return ANSWERS.decode(await reader.readexactly(length))

    def write(self, message: bytes) -> None:
        if self.line is not None:
            self.line[1].write(message)


class Thinkers:
    """A few processes that think for all tables."""

    def __init__(self, processes: int) -> None:
        self.workers = [Worker() for _ in range(processes)]
        self.idle = list(self.workers)
        self.queue = Queue()
        self.tasks: set[asyncio.Task[None]] = set()
        self.running = False

    async def start(self) -> None:
        """Start all workers; ThinkersError if they can't be."""
        started = await asyncio.gather(*(worker.start() for worker in self.workers), return_exceptions=True)
        failed = [error for error in started if error is not None]
        if failed:
            await self.stop()
            raise ThinkersError("workers can't be started; what they print says why") from failed[0]
        self.running = True

    async def stop(self) -> None:
        """End all processes; whoever still waits gets a ThinkersError."""
        self.running = False
        for asked in [*self.queue.taken(), *(worker.asked for worker in self.workers if worker.asked)]:
            asked.settle(ThinkersError("the bots have been stopped"))
        for worker in self.workers:
            if worker.process is not None:
                worker.process.kill()
        if self.tasks:
            await asyncio.wait(self.tasks)
        await asyncio.gather(*(worker.end() for worker in self.workers))

    # What can be asked

    async def choose(
        self,
        table: str,
        position: Position,
        seat: int,
        level: str,
        seed: int,
        seconds: float | None = None,
        host: str = "",
        watched: bool = True,
    ) -> Thought:
        """What a bot does on a seat that has to act; a cancelled question is forgotten.

        The seed alone decides up to level 4, so that each decision needs one of its own. Where nobody watches others
        come first, until somebody does: see hurry().
        """
        allowed = strength(level).seconds if seconds is None else seconds
        question = Choose(table, position, seat, level, seed, seconds)
        return await self.ask(Thought, Asked(question, MOVES if watched else UNWATCHED, allowed, host, table))

    def hurry(self, host: str, table: str) -> None:
        """Somebody watches a table from now on: what is asked for it already is as urgent as what they wait for."""
        for worker in self.workers:
            if worker.asked and worker.asked.table == table:
                worker.asked.rank = MOVES
        for asked in self.queue.hurry(host, table):
            self.make_way(asked)

    async def hints(
        self,
        position: Position,
        seat: int,
        language: str,
        count: int = 3,
        seconds: float = 1.0,
        names: Sequence[str] = (),
        guest: str = "",
    ) -> list[HintText]:
        """The best that a seat can do, the best first, and why; players without a name are called by their number.

        Those who ask take turns, however many windows they have.
        """
        text(position.game, language)  # a language that isn't there is refused at once
        question = Advise(position, seat, language, tuple(names), count, seconds)
        return (await self.ask(Advice, Asked(question, HINTS, seconds, guest))).hints

    async def analyse(
        self,
        position: Position,
        seconds_a_move: float,
        languages: Sequence[str] = ("en",),
        names: Sequence[str] = (),
        first: int = 0,
    ) -> AsyncIterator[Judged]:
        """Every decision of a game from its `first` move on, one after the other, while nobody else needs a worker."""
        for language in languages:
            text(position.game, language)
        for index, (actor, action) in enumerate(position.moves):
            if actor != CHANCE and index >= first:
                before = msgspec.structs.replace(position, moves=position.moves[:index])
                question = Judge(before, actor, action, tuple(languages), tuple(names), seconds_a_move)
                yield await self.ask(Judged, Asked(question, ANALYSIS, seconds_a_move))

    async def luck(self, position: Position, seat: int) -> list[Luck]:
        """What dice and cards have shown a seat, or a spectator, beside what was to be expected."""
        return (await self.ask(Counted, Asked(Count(position, seat), LUCK, PATIENCE))).luck

    # Who answers

    async def ask(self, kind: type[A], asked: Asked) -> A:
        if not self.running:
            raise ThinkersError("there are no bots to ask: start() them first, and not after stop()")
        self.queue.put(asked)
        self.hand_out()
        self.make_way(asked)
        try:
            answer = await asked.answer
        except asyncio.CancelledError:
            self.stop_thinking(asked)
            raise
        if not isinstance(answer, kind):
            raise ThinkersError(f"a {kind.__name__} was expected, not a {type(answer).__name__}")
        return answer

    def hand_out(self) -> None:
        """Give questions to workers that have nothing to do."""
        while self.idle and (asked := self.queue.take()):
            worker = next((one for one in self.idle if asked.table in one.tables), self.idle[0])
            self.idle.remove(worker)
            worker.asked, asked.put_off = asked, False
            task = asyncio.create_task(self.attend(worker, asked))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def attend(self, worker: Worker, asked: Asked) -> None:
        """See a question through with a worker, which then is free for the next."""
        try:
            answer = await worker.ask(asked)
        except LOST as error:
            answer = Failure(type(error).__name__, "on the line")
        if isinstance(answer, Failure):
            await worker.end()
        worker.asked = None
        self.idle.append(worker)
        self.accept(asked, answer)
        self.hand_out()

    def accept(self, asked: Asked, answer: Answer) -> None:
        if isinstance(answer, Failure):
            self.try_again(asked, answer)
        elif isinstance(answer, Refusal):
            asked.settle(ThinkersError(f"this can't be thought about: it is no position to decide in ({answer.error})"))
        elif asked.put_off:
            self.queue.put(asked)
        else:
            asked.settle(answer)

    def try_again(self, asked: Asked, failure: Failure) -> None:
        if not self.running:
            return
        asked.failures += 1
        tell(WorkerFailed(error=failure.error, places=failure.places, failures=asked.failures))
        if asked.failures < TRIES:
            self.queue.put(asked)
        else:
            asked.settle(ThinkersError(f"{TRIES} workers have failed over this position; the log says how"))

    def make_way(self, asked: Asked) -> None:
        """Put off what is least urgent, for a question that would have to wait for it."""
        thoughts = [worker.asked for worker in self.workers if worker.asked]
        others = [thought for thought in thoughts if thought.makes_way_for(asked)]
        if others and asked not in thoughts:
            least = max(others, key=lambda thought: thought.rank)
            least.put_off = True
            least.made_way += 1
            self.stop_thinking(least)

    def stop_thinking(self, asked: Asked) -> None:
        """Whoever thinks about a question is to answer at once, with whatever it has."""
        for worker in self.workers:
            if worker.asked is asked:
                worker.write(STOP)
