"""What has come over a line and was not heard yet."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue with one listener. asyncio's is for many of them, which costs as much as deciding about a move."""

    def __init__(self) -> None:
        self.messages: deque[T] = deque()
        self.listening: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self.messages

    def put_nowait(self, message: T) -> None:
        self.messages.append(message)
        if self.listening and not self.listening.done():
            self.listening.set_result(None)

    async def get(self) -> T:
        """The oldest message, as soon as there is one. Whoever stops waiting loses none."""
        while not self.messages:
            self.listening = asyncio.get_running_loop().create_future()
            await self.listening
        return self.messages.popleft()
