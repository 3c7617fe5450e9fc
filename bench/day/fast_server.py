"""`carreau serve` with a clock that runs faster than the machine's.

    python -m bench.day.fast_server FACTOR SINCE serve --port 0 --database FILE

Events, grace, cleaning up and daily quotas follow that clock. Sockets, bots and the disk are as fast as ever.
"""

import argparse
import asyncio
import time as system
from collections.abc import Callable

from rich.console import Console

from carreau.cli.serve import run_server
from carreau.server.time_source import Alarm


class FastTime:
    """A clock that showed the right time at the moment `since`, and has been fast ever after."""

    def __init__(self, factor: float, since: float) -> None:
        self.factor = factor
        self.since = since

    def time(self) -> float:
        return self.since + (system.time() - self.since) * self.factor

    def monotonic(self) -> float:
        return system.monotonic() * self.factor

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds / self.factor, callback)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.factor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("factor", type=float)
    parser.add_argument("since", type=float)
    parser.add_argument("command", choices=["serve"])
    parser.add_argument("--port")
    parser.add_argument("--database")
    given = parser.parse_args()
    overrides = {"port": given.port, "database": given.database}
    run_server(Console(), overrides, FastTime(given.factor, given.since))


if __name__ == "__main__":
    main()
