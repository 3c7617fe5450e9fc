"""Bot workers in a Dask cluster, the server's end: who is there, and what each is asked.

A query is a Dask task for one worker, so that the scheduler of the bots decides who answers what, as it does for
processes here. A worker that is lost in the middle loses its query, which the scheduler then gives to another.
"""

import asyncio
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec

from carreau.bots.cluster import CONNECT, dask_distributed, difference, rules
from carreau.server import cluster_answers
from carreau.server.bot_protocol import REPLIES, BotQuery, BotReply
from carreau.server.bot_scheduler import BotScheduler
from carreau.server.logs import ClusterLost, ClusterWorkers, WorkerRefused, tell
from carreau.server.workers import Worker

START: Final = 3.0  # seconds that a server waits for the cluster at its start
GLANCE: Final = 0.5  # seconds between looks at who is there
PATIENCE: Final = 10.0  # seconds for the cluster's scheduler to say so
RETRY: Final = 2.0  # seconds until another attempt to connect


class ClusterWorker(Worker):
    """A worker of a cluster."""

    where = "cluster"

    def __init__(self, cluster: "BotCluster", client: Any, address: str) -> None:
        super().__init__()
        self.cluster = cluster
        self.client = client
        self.address = address
        self.query = ""  # the id of the current one
        self.stopping = False
        self.lost = asyncio.Event()

    async def ask(self, query: BotQuery, timeout: float) -> BotReply:
        self.mark_cached(query)
        self.query = secrets.token_hex(8)
        future = self.client.submit(
            cluster_answers.answer,
            self.query,
            msgspec.msgpack.encode(query),
            key=f"carreau-{self.query}",
            workers=[self.address],
            pure=False,
        )
        if self.stopping:  # since before it was sent
            self.send_stop()
        reply, lost = asyncio.ensure_future(future.result()), asyncio.ensure_future(self.lost.wait())
        try:
            await asyncio.wait((reply, lost), timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if not reply.done() or reply.cancelled() or reply.exception():
                raise ConnectionError
            return REPLIES.decode(reply.result())
        finally:
            self.query, self.stopping = "", False
            reply.cancel()
            lost.cancel()
            future.release()

    def interrupt(self) -> None:
        self.stopping = True
        if self.query:
            self.send_stop()

    def send_stop(self) -> None:
        self.cluster.spawn(self.tell_to_stop(self.query))

    async def tell_to_stop(self, query: str) -> None:
        with suppress(OSError):  # then it is lost
            await self.client.run(cluster_answers.stop, query, workers=[self.address], on_error="ignore")

    async def end(self) -> None:
        """Do without this worker until it has answered again."""
        self.cluster.drop(self)


class BotCluster:
    """The workers of a cluster, as they come and go."""

    def __init__(self, address: str, scheduler: BotScheduler) -> None:
        self.address = address
        self.scheduler = scheduler
        self.workers: dict[str, ClusterWorker] = {}  # by address
        self.refused: set[str] = set()  # addresses of workers with other rules
        self.tasks: set[asyncio.Task[None]] = set()
        self.following: asyncio.Task[None] | None = None
        self.looked = asyncio.Event()  # whether it is known who is there
        self.said = ""  # the last error that was logged

    async def start(self) -> None:
        """Connect, and wait a moment for the workers that are there; go on trying if nobody answers."""
        distributed = dask_distributed()
        self.following = asyncio.create_task(self.stay_connected(distributed))
        with suppress(TimeoutError):
            async with asyncio.timeout(START):
                await self.looked.wait()

    async def stop(self) -> None:
        if self.following:
            self.following.cancel()
            await asyncio.wait([self.following])

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stay_connected(self, distributed: Any) -> None:
        while True:
            try:
                await self.work_with(
                    distributed.Client(self.address, asynchronous=True, timeout=CONNECT, set_as_default=False)
                )
            except Exception as error:  # noqa: BLE001 — no answer, no certificate: whatever it is, bots think here
                if self.said != str(error):
                    self.said = str(error)
                    tell(ClusterLost(error=type(error).__name__))
            self.looked.set()
            await asyncio.sleep(RETRY)

    async def work_with(self, client: Any) -> None:
        """Connect, and use the workers until the connection is lost."""
        try:
            await client
            self.said = ""
            await self.follow(client)
        finally:
            for task in self.tasks:
                task.cancel()
            for worker in list(self.workers.values()):
                self.drop(worker)
            await client.close()

    async def follow(self, client: Any) -> None:
        """Notice workers that come and go, as long as the cluster's scheduler answers."""
        while client.status == "running":
            async with asyncio.timeout(PATIENCE):
                present = set(await client.nthreads())
            for worker in [each for each in self.workers.values() if each.address not in present]:
                self.drop(worker)
            self.refused &= present
            async with asyncio.TaskGroup() as group:
                for address in present - self.refused - set(self.workers):
                    group.create_task(self.admit(client, address))
            self.looked.set()
            await asyncio.sleep(GLANCE)

    async def admit(self, client: Any, address: str) -> None:
        """Use a worker if it has the rules of this server; one that doesn't say so is asked again later."""
        try:
            async with asyncio.timeout(PATIENCE):
                found = await client.run(rules, workers=[address], on_error="ignore")
        except OSError:
            return
        if address not in found:
            return
        if difference(found[address]):
            self.refused.add(address)
            tell(WorkerRefused(worker=address))
            return
        self.workers[address] = ClusterWorker(self, client, address)
        self.changed()

    def drop(self, worker: ClusterWorker) -> None:
        """Do without a worker; its query is lost."""
        worker.lost.set()
        if self.workers.get(worker.address) is worker:
            del self.workers[worker.address]
            self.changed()

    def changed(self) -> None:
        """Tell the scheduler, and keep the same worker free for quick moves as other servers do.

        The others are in any order, so that servers with few queries don't all ask the same.
        """
        found = [self.workers[each] for each in sorted(self.workers)]
        others = found[1:]
        secrets.SystemRandom().shuffle(others)
        self.scheduler.use([*found[:1], *others])
        tell(ClusterWorkers(workers=len(self.workers)))
