"""Measure how many moves a second a real server handles, each durable before it is broadcast, and how fast it is.

    python -m bench.load [--tables 1000] [--every 2] [--seconds 20] [--hasty 50] [--bots 4] [--luck 0] [--uploads 0]
        [--game caro] [--peer 3] [--postgresql] [--servers 3]

There are two clients per table, each with its own socket and identity. First, all tables play at a steady pace. At some
more tables a person plays against a bot of level 3, so that bots think all the time, and some people may ask for
figures of luck or upload long records. Then some hasty tables play alone, without pauses between moves. The time of a
move runs from sending it to its arrival at the other player's socket: it includes both directions, the rules, the disk
and this program's own work. Tables play matches of twenty games if the game has matches; once a table has played them
all, everybody moves to new tables.

With --postgresql, the server has a PostgreSQL database on this machine; with --servers, there are several on one
database, and each connection goes to any of them, as behind a proxy.

With --peer, our server and boardgame.io's play the hasty load several times, in alternating turns of two seconds. Both
play Caro under the same rules, with this program's players; boardgame.io stores games in memory. Its game is written in
two styles: moves read the state they are given, as in boardgame.io's documentation, or bypass its proxies ("plain"),
which is faster. Install it first: npm ci --prefix bench/boardgameio
"""

import argparse
import gc
import resource
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import uvloop
from rich.console import Console
from rich.table import Table

from bench.load import boardgameio
from bench.load.ours import Ours
from bench.load.pairs import STRETCH, Measured, Server, by_turns, measured
from carreau.server.settings import PostgresUrl
from tests.server.running import Running
from tools.postgres import postgres
from tools.server_process import started

KEY: Final = "k" * 32  # the same for all servers


@contextmanager
def our_servers(given: argparse.Namespace) -> Iterator[Ours]:
    with ExitStack() as stack:
        database = stack.enter_context(postgres()).schema() if given.postgresql else None
        servers = [served(Path(stack.enter_context(TemporaryDirectory())), database) for _ in range(given.servers)]
        stack.enter_context(started(servers))
        yield Ours([server.url for server in servers], given.game)


def served(folder: Path, database: PostgresUrl | None) -> Running:
    return Running(folder, postgresql=database, keys=KEY) if database else Running(folder)


async def in_company(house: Ours, given: argparse.Namespace) -> Measured:
    """Play at all tables at a steady pace, while other guests keep the server busy."""
    bots, luck = house.beside(given.bots, Ours.against_a_bot), house.beside(given.luck, Ours.asking_for_luck)
    async with bots, luck, house.beside(given.uploads, Ours.uploading):
        return await measured(house, given.tables, given.every, given.seconds)


def row(server: str, shape: str, tables: int, found: Measured) -> list[str]:
    times = [f"{found.milliseconds(share):,.1f}" for share in (0.5, 0.99, 1.0)]
    return [server, shape, str(tables), f"{len(found.taken):,}", f"{found.rate:,.0f}", *times]


def paced(out: Table, given: argparse.Namespace) -> None:
    with our_servers(given) as house:
        found = uvloop.run(in_company(house, given))
    out.add_row(*row("carreau", f"a move every {given.every:g} s", given.tables, found))


def hasty(out: Table, given: argparse.Namespace) -> None:
    with our_servers(given) as house:
        found = uvloop.run(measured(house, given.hasty, 0.0, given.seconds))
    out.add_row(*row("carreau", "hasty", given.hasty, found))


def against_peer(out: Table, given: argparse.Namespace) -> list[dict[str, float]]:
    """Compare the moves per second of all servers, several times."""
    drafts, plain = boardgameio.running("drafts"), boardgameio.running("plain")
    with our_servers(given) as ours, drafts as peer, plain as plain_peer:
        servers: dict[str, Server] = {"carreau": ours, "boardgame.io": peer, "boardgame.io, plain": plain_peer}
        uvloop.run(by_turns(servers, given.hasty, STRETCH))  # a warm-up for Node's compiler; not counted
        rounds = [uvloop.run(by_turns(servers, given.hasty, given.seconds)) for _ in range(given.peer)]
    for found in rounds:
        for server, each in found.items():
            out.add_row(*row(server, "hasty", given.hasty, each))
    return [{server: each.rate for server, each in found.items()} for found in rounds]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hasty", type=int, default=50)
    parser.add_argument("--bots", type=int, default=4)
    parser.add_argument("--luck", type=int, default=0)
    parser.add_argument("--uploads", type=int, default=0)
    parser.add_argument("--game", default="caro")
    parser.add_argument("--peer", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--servers", type=int, default=1)
    given = parser.parse_args()
    if given.servers > 1 and not given.postgresql:
        parser.error("several servers need --postgresql")
    if given.peer and given.game != "caro":
        parser.error("boardgame.io's server has only Caro to play: leave out --game or --peer")
    gc.disable()  # pauses of this program would count as the server's
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    out = Table("server", "", "tables", "moves", "moves/s", "p50 ms", "p99 ms", "worst ms")
    if given.tables:
        paced(out, given)
    if given.hasty and not given.peer:
        hasty(out, given)
    rounds = against_peer(out, given) if given.peer else []
    console = Console()
    console.print(out)
    for server in list(rounds[0])[1:] if rounds else []:
        ratios = ", ".join(f"{rates['carreau'] / rates[server]:.2f}" for rates in rounds)
        console.print(f"hasty moves/s as multiples of those of {server}: {ratios}", highlight=False)


if __name__ == "__main__":
    main()
