"""Bot workers in a Dask cluster, their end: functions that servers call by name, with queries as bytes.

A worker process answers one query at a time, for all servers; the others wait in Dask's queue.
"""

from collections import deque
from threading import Lock
from typing import Final

import msgspec

from carreau.bots.bot import MOST, Bot
from carreau.bots.levels import LEVELS
from carreau.games.catalogue import GAMES
from carreau.games.catalogue import game as make
from carreau.server.bot_protocol import QUERIES, BotReply, Failure, Incomplete, Stop
from carreau.server.bot_worker import BotWorker, places

REMEMBERED: Final = 1000  # stopped queries, some of which come later than their stop


class Desk:
    """The one bot worker of this process."""

    def __init__(self) -> None:
        self.lock = Lock()  # for a worker that somebody started with several threads
        self.current = ""
        self.stopped: deque[str] = deque(maxlen=REMEMBERED)
        self.worker = BotWorker(self.interrupted)

    def interrupted(self) -> bool:
        return self.current in self.stopped

    def reply(self, query: str, message: bytes) -> BotReply:
        with self.lock:
            self.current = query
            try:
                read = QUERIES.decode(message)
                return Incomplete() if isinstance(read, Stop) else self.worker.answer(read)
            except Exception as error:  # noqa: BLE001 — its message may quote a card, and Dask would log it
                self.worker = BotWorker(self.interrupted)
                return Failure(type(error).__name__, places(error.__traceback__))


DESK: Final = Desk()


def answer(query: str, message: bytes) -> bytes:
    """Answer a query, given its id and the query itself."""
    return msgspec.msgpack.encode(DESK.reply(query, message))


def stop(query: str) -> None:
    """End a query at once, whether it is being answered or has yet to come."""
    DESK.stopped.append(query)


def dask_setup(_: object) -> None:
    """Load rules and knowledge of all games before a worker joins; Dask calls this where it preloads the module."""
    for name in GAMES:
        Bot(make(name), LEVELS[MOST], 0)
