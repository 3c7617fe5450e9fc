"""Bots for all tables: workers that choose moves, give hints, analyse games and compute luck.

They are processes on this machine, or the workers of a cluster while there are any.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final, TypeVar

import msgspec

from carreau.bots.analysis import EFFORT, Effort
from carreau.bots.levels import level as strength
from carreau.core.game import CHANCE
from carreau.core.perfect_info import PerfectInfoGame
from carreau.games.catalogue import game_class
from carreau.games.texts import text
from carreau.server.bot_cluster import BotCluster
from carreau.server.bot_jobs import PATIENT, UNWATCHED, URGENT, BotJob, BotPoolError
from carreau.server.bot_protocol import (
    BotMove,
    BotReply,
    CandidateShown,
    CandidatesQuery,
    CandidatesReply,
    GameHistory,
    HintQuery,
    HintReply,
    HintText,
    Judged,
    LuckQuery,
    LuckReply,
    MoveQuery,
    ReviewQuery,
)
from carreau.server.bot_scheduler import BotScheduler
from carreau.server.metrics import Metrics
from carreau.server.time_source import SystemTime
from carreau.server.worker_process import WorkerProcess
from carreau.table.luck import Luck

FAREWELL: Final = 2.0  # seconds for the workers of a cluster to end their queries
LEAST_HINT: Final = 0.2  # seconds for a hint, however many others wait for a bot
LUCK_SECONDS: Final = 1.0  # its usual maximum
REVIEW_SECONDS: Final = 60.0  # for a decision; more than enough, except where the rules run from source

R = TypeVar("R", bound=BotReply)


class BotPool:
    """Workers, shared by all tables: one for quick moves, and some that search."""

    def __init__(self, processes: int, metrics: Metrics | None = None, cluster: str = "") -> None:
        self.workers = [WorkerProcess() for _ in range(1 + processes)]
        self.scheduler = BotScheduler(self.workers, metrics or Metrics(), SystemTime())
        self.cluster = BotCluster(cluster, self.scheduler) if cluster else None
        self.running = False

    async def start(self) -> None:
        """Connect to the cluster, or start all processes; beside a cluster, they start when there is work for them."""
        if self.cluster:
            await self.cluster.start()
        else:
            await self.start_processes()
        self.scheduler.use(self.scheduler.cluster)
        self.running = True

    async def start_processes(self) -> None:
        """Start all processes; raise BotPoolError if one of them can't start."""
        started = await asyncio.gather(*(worker.start() for worker in self.workers), return_exceptions=True)
        failed = [error for error in started if error is not None]
        if failed:
            await self.stop()
            raise BotPoolError("the bot workers can't start; their output says why") from failed[0]

    async def stop(self) -> None:
        """End all processes and leave the cluster; pending queries get a BotPoolError."""
        self.running = False
        for job in self.scheduler.drain():
            job.settle(BotPoolError("the bots have been stopped"))
            self.scheduler.interrupt(job)
        for worker in self.workers:
            if worker.process is not None:
                worker.process.kill()
        if self.cluster:
            await self.scheduler.finished(FAREWELL)
            await self.cluster.stop()
        await self.scheduler.finished()
        await asyncio.gather(*(worker.end() for worker in self.workers))

    async def choose(
        self,
        table: str,
        history: GameHistory,
        seat: int,
        level: str,
        seed: int,
        seconds: float | None = None,
        host: str = "",
        address: str = "",
        watched: bool = True,
    ) -> BotMove:
        """Choose a bot's move. Cancelling the call frees its worker.

        Up to level 4 the seed alone decides, so each decision needs its own seed. The time limit is that of the level,
        or less if many wait; `seconds` overrides it. Moves at unwatched tables come last; see promote().
        """
        chosen = strength(level)
        allowed = chosen.seconds if seconds is None else seconds
        job = BotJob(
            MoveQuery(table, history, seat, level, seed, allowed),
            URGENT if watched else UNWATCHED,
            allowed,
            least_seconds=chosen.least_seconds if seconds is None else seconds,
            address=address,
            host=host,
            table=table,
        )
        return await self.ask(BotMove, job)

    def promote(self, table: str) -> None:
        """Make the pending moves of a table as urgent as others, since somebody has started to watch it."""
        self.scheduler.promote(table)

    async def hints(
        self,
        history: GameHistory,
        seat: int,
        language: str,
        count: int = 3,
        seconds: float = 1.0,
        names: Sequence[str] = (),
        guest: str = "",
        address: str = "",
    ) -> list[HintText]:
        """Recommend actions to a seat, the best first, with reasons; call players without a name by their number.

        Guests take turns, however many windows each of them has open.
        """
        text(history.game, language)  # refuses an unknown language at once
        query = HintQuery(history, seat, language, tuple(names), count, seconds)
        least = min(seconds, LEAST_HINT)
        job = BotJob(query, URGENT, seconds, least_seconds=least, address=address, host=guest)
        return (await self.ask(HintReply, job)).hints

    async def analyse(
        self,
        history: GameHistory,
        effort: Effort = EFFORT,
        languages: Sequence[str] = ("en",),
        names: Sequence[str] = (),
        first: int = 0,
        guest: str = "",
        address: str = "",
    ) -> AsyncIterator[Judged]:
        """Judge every decision of a game from its `first` move on, whenever a worker is free."""
        for language in languages:
            text(history.game, language)
        for index, (actor, action) in enumerate(history.moves):
            if actor != CHANCE and index >= first:
                before = msgspec.structs.replace(history, moves=history.moves[:index])
                query = ReviewQuery(before, actor, action, tuple(languages), tuple(names), effort)
                yield await self.ask(Judged, BotJob(query, PATIENT, REVIEW_SECONDS, address=address, host=guest))

    async def luck(self, history: GameHistory, seat: int, guest: str = "", address: str = "") -> list[Luck]:
        """Compare the dice and cards that a seat, or a spectator, has seen with their expectation.

        This takes the whole history, hidden cards included, so it never leaves this machine.
        """
        secret = self.cluster is not None and not issubclass(game_class(history.game), PerfectInfoGame)
        query = LuckQuery(history, seat)
        job = BotJob(query, PATIENT, LUCK_SECONDS, address=address, host=guest, secret=secret)
        return (await self.ask(LuckReply, job)).luck

    async def candidates(
        self,
        history: GameHistory,
        seat: int,
        simulations: int,
        language: str,
        names: Sequence[str] = (),
        guest: str = "",
        address: str = "",
    ) -> list[CandidateShown]:
        """Return the most promising actions of a seat with their chances. Cancelling the call frees its worker."""
        text(history.game, language)
        query = CandidatesQuery(history, seat, simulations, language, tuple(names))
        job = BotJob(query, PATIENT, REVIEW_SECONDS, address=address, host=guest)
        return (await self.ask(CandidatesReply, job)).candidates

    async def ask(self, kind: type[R], job: BotJob) -> R:
        """Queue a job and wait for its reply."""
        if not self.running:
            raise BotPoolError("the bots aren't running: start() them first")
        self.scheduler.put(job)
        try:
            reply = await job.reply
        except asyncio.CancelledError:
            self.scheduler.cancel(job)
            raise
        if not isinstance(reply, kind):
            raise BotPoolError(f"a worker sent a {type(reply).__name__} instead of a {kind.__name__}")
        return reply
