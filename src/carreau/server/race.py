"""The order of answers in a race between players with different lags.

An answer is held back until every earlier one must have arrived. Then answers continue in the order of sending: the
time of arrival minus the lag, which `lag.py` measures.
"""

import asyncio

from carreau.server.time_source import TimeSource


class Race:
    """The answers being held back."""

    def __init__(self, time: TimeSource) -> None:
        self.time = time
        self.held: list[tuple[float, asyncio.Future[None]]] = []  # with the time of sending

    async def turn(self, lag: float, others: float) -> None:
        """Hold back an answer that took `lag` seconds to arrive, while others may take up to `others`."""
        go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        sent = self.time.monotonic() - lag
        self.held.append((sent, go))
        self.time.call_later(max(0.0, others - lag), lambda: self.release(sent))
        await go

    async def heard(self) -> None:
        """Wait until all answers held back now have continued."""
        if self.held:
            await asyncio.wait([go for _, go in self.held])

    def release(self, sent: float) -> None:
        """Let all answers sent by then continue, since no earlier one can arrive any more."""
        due = [entrant for entrant in self.held if entrant[0] <= sent]
        self.held = [entrant for entrant in self.held if entrant[0] > sent]
        for _, go in sorted(due, key=lambda entrant: entrant[0]):
            if not go.cancelled():
                go.set_result(None)
