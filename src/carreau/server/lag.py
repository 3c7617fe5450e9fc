"""The lag of a connection, as the server measures it.

A client that lied about its lag could see the start of a race early, and its answers would count as sent early. So the
server sends its own pings and takes the shortest of the last few round trips. A client can still delay its pongs; but
an answer that arrives sooner than such a round trip proves that the connection is faster. A client's own claim can only
lower its lag.
"""

import os
from collections import deque
from math import inf
from typing import Final

MEASURED: Final = 5  # round trips; the shortest of them counts
FIRST: Final = 3  # round trips to measure at once when a connection opens
PAYLOAD: Final = 8  # random bytes, so nobody can answer a ping before it arrives


class LagMeter:
    """Round trips of one connection, and the lag that follows from them."""

    def __init__(self, most: float) -> None:
        self.most = most  # seconds that are compensated
        self.round_trips: deque[float] = deque(maxlen=MEASURED)
        self.proved = inf  # seconds; no round trip takes longer
        self.claimed = inf  # likewise, as claimed by the client
        self.payload = b""  # of the last ping, b"" once it is answered
        self.sent = 0.0
        self.lag = 0.0  # seconds that a message takes one way

    def ping(self, now: float) -> bytes:
        """Return the payload of a ping that is sent now; an earlier one no longer counts."""
        self.payload, self.sent = os.urandom(PAYLOAD), now
        return self.payload

    def pong(self, payload: bytes, now: float) -> bool:
        """Measure a round trip; return whether another should follow at once. Ignore pongs that nobody asked for."""
        if not self.payload or payload != self.payload:
            return False
        self.payload = b""
        self.round_trips.append(now - self.sent)
        self.update()
        return len(self.round_trips) < FIRST

    def claim(self, seconds: float) -> None:
        """Note a round trip that the client has measured."""
        self.claimed = seconds
        self.update()

    def answered(self, seconds: float) -> None:
        """Note that the client has answered a message within this time."""
        if seconds < self.proved:
            self.proved = seconds
            self.update()

    def update(self) -> None:
        shortest = min(self.round_trips, default=0.0)
        self.lag = min(min(shortest, self.proved, self.claimed) / 2, self.most)
