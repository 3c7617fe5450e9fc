"""A bot worker as the scheduler sees it, wherever it is."""

from abc import ABC, abstractmethod
from typing import Final

import msgspec

from carreau.server.bot_protocol import CACHED_GAMES, BotQuery, BotReply, MoveQuery

LOST: Final = (OSError, EOFError, msgspec.DecodeError)  # the worker is gone, hangs or sends nonsense


class Worker(ABC):
    """A worker that answers one query at a time."""

    where = "here"  # or "cluster": a label of metrics

    def __init__(self) -> None:
        self.tables: dict[str, None] = {}  # whose games it has cached, the most recently used last

    @abstractmethod
    async def ask(self, query: BotQuery, timeout: float) -> BotReply:
        """Return the reply; raise one of LOST if there is none."""

    @abstractmethod
    def interrupt(self) -> None:
        """Make the current query end at once with its results so far, even if it hasn't been sent yet."""

    @abstractmethod
    async def end(self) -> None:
        """End the worker, or do without it; the next query starts another where that is possible."""

    def mark_cached(self, query: BotQuery) -> None:
        """Mirror the worker's cache; hints and analyses belong to no table."""
        if isinstance(query, MoveQuery):
            self.tables.pop(query.table, None)
            self.tables[query.table] = None
        if len(self.tables) > CACHED_GAMES:
            del self.tables[next(iter(self.tables))]
