"""Compare the CPU time per move of several builds of the server, run at the same time under the same hasty load.

    python -m bench.load.beside FOLDER FOLDER [...] [--tables 25] [--rounds 5] [--json FILE]

Each folder has an installed build: `pip install --no-deps --target FOLDER .` in a clone. On a shared machine the same
code sometimes takes half as long again; builds that run together are slow together.
"""

import argparse
import asyncio
import gc
import json
import os
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load.ours import Ours
from bench.load.pairs import create_tables, sitting
from tests.server.running import Running

ROUND: Final = 2.0  # seconds, fewer than all games of a table take


class Build(Running):
    """The server of a build."""

    def __init__(self, installed: Path, folder: Path) -> None:
        super().__init__(folder)
        self.installed = installed.resolve()
        known = (self.installed / "carreau/server/settings.py").read_text(encoding="utf-8")  # others it would refuse
        self.settings = {name: value for name, value in self.settings.items() if f" {name}: " in known}

    def environment(self) -> dict[str, str]:
        given = super().environment()
        return {**given, "PYTHONPATH": f"{self.installed}{os.pathsep}{given['PYTHONPATH']}"}

    def spent(self) -> tuple[float, float]:
        """Return the seconds of CPU time of the event loop's thread, and of all threads.

        A busy machine plays a few hundred moves per round, so the hundredths of a second in `stat` are too coarse.
        """
        assert self.process is not None
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        seconds = {each.name: int((each / "schedstat").read_text().split()[0]) / 1e9 for each in threads}
        return seconds[str(self.process.pid)], sum(seconds.values())


async def a_round(builds: list[Build], tables: int) -> list[tuple[float, float]]:
    """Return microseconds of CPU time per move, of the event loop and of the process, for each build."""
    everyone = [await create_tables(Ours(build.url, "caro"), tables) for build in builds]
    before = [build.spent() for build in builds]
    found = await asyncio.gather(*(sitting(each, 0.0, ROUND) for each in everyone))
    after = [build.spent() for build in builds]
    for player in (player for each in everyone for players in each for player in players):
        player.transport.disconnect()
    return [
        ((loop - loop_before) * 1e6 / len(each.taken), (total - total_before) * 1e6 / len(each.taken))
        for (loop_before, total_before), (loop, total), each in zip(before, after, found, strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    given = parser.parse_args()
    gc.disable()
    with ExitStack() as stack:
        scratch = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in given.folders]
        builds = [Build(*each) for each in zip(given.folders, scratch, strict=True)]
        for build in builds:
            stack.enter_context(build)
        rounds = [uvloop.run(a_round(builds, given.tables)) for _ in range(given.rounds)]
    out = Table("build", "event loop µs", "all threads µs", "of the first's, in each round")
    medians, ratios = [], []
    for index, folder in enumerate(given.folders):
        loop, total = (round(statistics.median(found[index][kind] for found in rounds), 1) for kind in (0, 1))
        shares = [round(found[index][0] / found[0][0], 2) for found in rounds]
        out.add_row(str(folder), str(loop), str(total), ", ".join(map(str, shares)))
        medians.append(loop)
        ratios.append(shares)
    Console().print(out)
    if given.json:
        figures = {"event loop microseconds per move": medians, "of the first by round": ratios[1:]}
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
