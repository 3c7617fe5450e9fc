"""A fake viewer of a table that keeps its messages."""

from carreau.core.game import SPECTATOR
from carreau.server import wire
from tests.server.client import decode


class Eye:
    """A window of a guest, with its messages."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.address = ""
        self.pov = SPECTATOR
        self.lag = 0.0
        self.dismissed = False
        self.told: list[wire.AnyMessage] = []

    def dismiss(self, code: int, reason: str) -> None:
        self.dismissed = True

    def answered(self, seconds: float) -> None: ...

    def send(self, message: bytes, delay: float = 0.0) -> None:
        self.told.append(decode(message))

    def snapshots(self) -> list[wire.Snapshot]:
        return [message for message in self.told if isinstance(message, wire.Snapshot)]

    def shown(self) -> wire.Snapshot:
        return self.snapshots()[-1]

    def happened(self) -> wire.Update:
        return [message for message in self.told if isinstance(message, wire.Update)][-1]
