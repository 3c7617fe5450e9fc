"""Messages that slow clients have not read: bounded for all clients together."""

from collections.abc import Iterable
from typing import Protocol


class SlowReader(Protocol):
    """A socket whose client may not read what it is sent."""

    @property
    def waiting(self) -> int:
        """Return the bytes that wait to be sent."""

    def drop(self) -> None:
        """End the connection at once."""


def drop_slowest(sockets: Iterable[SlowReader], budget: int) -> None:
    """Drop the clients with the longest backlogs until all together are within a budget."""
    waiting = sorted(((socket.waiting, id(socket), socket) for socket in sockets if socket.waiting), reverse=True)
    excess = sum(size for size, _, _ in waiting) - budget
    for size, _, socket in waiting:
        if excess <= 0:
            return
        socket.drop()
        excess -= size
