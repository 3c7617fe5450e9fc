"""Who was first in a race, for players whose messages need different times on their way.

What arrives is held back for a moment, until anything that may have been sent earlier must be here as well; then it
goes on in the order in which it was sent: arrival less the way, as far as that is believed.
"""

import asyncio

from carreau.server.time_source import TimeSource


class Race:
    """Those who have answered and are held back."""

    def __init__(self, time: TimeSource) -> None:
        self.time = time
        self.held: list[tuple[float, asyncio.Future[None]]] = []  # when it was sent

    async def turn(self, lag: float, others: float) -> None:
        """Wait for one's turn with a message that was `lag` seconds on its way; others' may need up to `others`.

        Whoever goes on first is the first to be asked by the event loop.
        """
        go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        sent = self.time.monotonic() - lag
        self.held.append((sent, go))
        self.time.call_later(max(0.0, others - lag), lambda: self.release(sent))
        await go

    async def heard(self) -> None:
        """Wait until all have gone on who are held back now."""
        if self.held:
            await asyncio.wait([go for _, go in self.held])

    def release(self, sent: float) -> None:
        """Let all go on who have sent no later: nothing sent earlier can come any more."""
        due = [entrant for entrant in self.held if entrant[0] <= sent]
        self.held = [entrant for entrant in self.held if entrant[0] > sent]
        for _, go in sorted(due, key=lambda entrant: entrant[0]):
            if not go.cancelled():
                go.set_result(None)
