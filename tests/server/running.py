"""A real server in a separate process, without limits that would be in the way of tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from carreau.server.operator_access import access_file
from carreau.server.settings import PostgresUrl
from tools.server_process import PATIENCE as PATIENCE
from tools.server_process import ServerProcess

GRACE: Final = 1  # seconds that a lost player has to reconnect to the shared server
BOUND: Final = 1.0  # seconds of lag that it compensates at most
LIMITED: Final = ("socket", "guest", "crowd", "address", "chat")
RATES: Final = [f"{what}_{kind}" for what in LIMITED for kind in ("rate", "burst")]
QUOTAS: Final = [f"{what}_per_address" for what in ("guests", "tables", "events")]
GENEROUS: Final = {
    **dict.fromkeys([*RATES, "tables_per_guest", "sockets_per_guest", "sockets_per_address"], 100_000),
    **dict.fromkeys(QUOTAS, 1_000_000_000),
}


class Running(ServerProcess):
    """A server whose log must be free of errors."""

    def __init__(self, folder: Path, *, postgresql: PostgresUrl | None = None, **settings: int | str) -> None:
        super().__init__(folder, postgresql=postgresql)
        self.settings = {**GENEROUS, **settings}

    @property
    def access(self) -> Path:
        """The file with the way in for operators."""
        return access_file(self.folder / "carreau" / "carreau.db" if self.postgresql else self.database)

    def stop(self) -> None:
        """Stop it as Ctrl-C does; it must have logged no errors."""
        super().stop()
        self.check()

    def check(self) -> None:
        """Check that nothing went wrong unnoticed."""
        errors = self.errors.read_text(encoding="utf-8")
        assert "Traceback" not in errors, errors
        assert "ERROR" not in errors, errors


@contextmanager
def running(folder: Path, *, postgresql: PostgresUrl | None = None, **settings: int | str) -> Iterator[Running]:
    with Running(folder, postgresql=postgresql, **settings) as server:
        yield server
