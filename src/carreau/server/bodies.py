"""The bodies of requests: read within a deadline, and within a budget for all that are in memory."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import web

from carreau.server.problems import HttpError

SHARE: Final = 4  # one address may have this part of the budget, so that it can't keep others from sending


class Bodies:
    """The memory for bodies. A body counts with its whole length before its first byte is read."""

    def __init__(self, longest: int, budget: int, seconds: float) -> None:
        self.longest = longest
        self.budget = budget
        self.seconds = seconds
        self.reserved = Counter[str]()  # bytes by address

    @contextmanager
    def reserve(self, request: web.Request, address: str) -> Iterator[None]:
        """Reserve memory for a body until its request is answered; raise HttpError if there is none left."""
        size = self.longest if request.content_length is None else request.content_length
        if self.reserved.total() + size > self.budget or self.reserved[address] + size > self.budget // SHARE:
            raise HttpError(503, "trouble", "the server is receiving too much right now: try again in a few seconds")
        self.reserved[address] += size
        try:
            yield
        finally:
            self.reserved -= Counter({address: size})  # which forgets addresses with nothing

    async def read(self, request: web.Request) -> bytes:
        """Read a body; raise HttpError if it doesn't arrive in time."""
        try:
            async with asyncio.timeout(self.seconds):
                return await request.read()
        except TimeoutError:
            raise HttpError(408, "malformed", "the body didn't arrive in time: send it again") from None
