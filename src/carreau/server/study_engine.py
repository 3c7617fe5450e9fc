"""The best moves of positions on analysis boards, searched by the bot workers while somebody looks at them."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import CandidateShown, GameHistory
from carreau.table.commands import Refused

RUNNING: Final = 64  # searches at once, waiting ones included
PER_GUEST: Final = 2  # of these; another one ends the oldest, since its position was left
GLANCE: Final = 0.5  # seconds between looks whether the client is still there

Search = asyncio.Task[list[CandidateShown]]


class StudyEngine:
    """The running searches, by guest."""

    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.running: dict[str, list[Search]] = {}

    async def get(
        self,
        history: GameHistory,
        seat: int,
        simulations: int,
        language: str,
        names: list[str],
        guest: str,
        address: str,
        gone: Callable[[], bool],
    ) -> list[CandidateShown]:
        """Search a position; stop as soon as the client is gone or has asked about two later positions."""
        self.make_room(guest)
        asked = self.bot_pool.candidates(history, seat, simulations, language, names, guest, address)
        search = asyncio.ensure_future(asked)
        self.running.setdefault(guest, []).append(search)
        try:
            await self.watch(search, gone)
        finally:
            self.remove(guest, search)
        if search.cancelled():
            raise Refused("stale", "this search was stopped: the position was left")
        return search.result()

    def make_room(self, guest: str) -> None:
        """End a guest's oldest search if there are too many; refuse another if the server has too many."""
        own = self.running.get(guest, [])
        if len(own) >= PER_GUEST:
            own[0].cancel()
        elif sum(map(len, self.running.values())) >= RUNNING:
            raise Refused("too_many", f"bots are already searching {RUNNING} positions; try again in a moment")

    async def watch(self, search: Search, gone: Callable[[], bool]) -> None:
        """Wait for the end of a search, or for the end of the client."""
        try:
            while not search.done():
                await asyncio.wait([search], timeout=GLANCE)
                if gone():
                    search.cancel()
        finally:
            search.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([search])

    def remove(self, guest: str, search: Search) -> None:
        self.running[guest].remove(search)
        if not self.running[guest]:
            del self.running[guest]
