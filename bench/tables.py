"""Write the tables of measurements in DOCUMENTS from the data in bench/results: `python -m bench.tables`.

A table stands between `<!-- bench: NAME -->` and `<!-- /bench -->`, with the command, the date and the machine below
it. Its data are in bench/results/NAME.json: columns and rows, or the results of a program, summarised by a function
here.
"""

import json
import re
from collections.abc import Callable, Mapping
from itertools import product
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, Final

from carreau.envs.pages import table
from carreau.games.catalogue import GAMES
from carreau.games.texts import text
from carreau.server.postgresql.connections import FREE

ROOT: Final = Path(__file__).resolve().parent.parent
RESULTS: Final = ROOT / "bench/results"
DOCUMENTS: Final = ("bench/README.md", "docs/bots.md", "docs/capacity.md")
MARKED: Final = re.compile(r"(<!-- bench: (\w+) -->\n).*?(<!-- /bench -->)", re.DOTALL)

DERIVED: Final = {"capacity": "footprint"}  # tables from the data of others
BUSY: Final = 0.5  # share of a core that a server should need, so that it answers quickly, and one may fail
RELAYED: Final = 2  # servers that know a connection
THREE: Final = 3  # servers at which forwarding was measured
CONNECTIONS: Final = FREE + 2  # of a server to PostgreSQL: besides, one appends, and one renews its lease
DAY: Final = 86_400  # seconds

Data = Mapping[str, Any]
Rows = list[list[Any]]


def shown(cell: Any) -> str:
    """Format a cell: text, a number, a range, ratios of several rounds, or a share of games with its interval."""
    match cell:
        case str():
            return text(cell).title if cell in GAMES else cell
        case {"from": low, "to": high}:
            return f"{shown(low)}–{shown(high)}"
        case {"ratios": [*found]}:
            return f"{median(found):.2f} ({min(found):.2f}–{max(found):.2f})"
        case {"percent": share, "low": low, "high": high, **more}:
            extras = [
                f"{more[unit]:g} {short}" for unit, short in (("seconds", "s"), ("games", "games")) if unit in more
            ]
            return ", ".join([f"{share} % ({low}–{high})", *extras])
        case int():
            return f"{cell:,}"
    return f"{cell:g}"


def as_it_is(data: Data) -> tuple[list[str], Rows]:
    return data["columns"], data["rows"]


def lengths(data: Data) -> tuple[list[str], Rows]:
    heads = ["game", "seats", "fewest", "5 %", "median", "95 %", "most", "ended by"]
    rows: Rows = []
    for each in data["games"]:
        ends = ", ".join(f"{clause} {count / data['played']:.1%}" for clause, count in each["ended by"].items())
        rows.append([each["game"], each["seats"], *each["decisions"], ends])
    return heads, rows


def seconds(data: Data) -> tuple[list[str], Rows]:
    return ["", "seconds"], [[what, found] for what, found in data["seconds"].items()]


def builds(data: Data) -> tuple[list[str], Rows]:
    """Summarise `bench.builds`: the new build's time divided by the old one's, for each game and kind of work."""
    runs = data["runs"]
    rows = [[name, *({"ratios": [run[name][kind] for run in runs]} for kind in runs[0][name])] for name in runs[0]]
    return [f"new ÷ old, {len(runs)} rounds", *next(iter(runs[0].values()))], rows


def foundation(data: Data) -> tuple[list[str], Rows]:
    """Summarise `bench.load.beside` of the builds before and after the change of the foundation."""
    loops, threads = (data[f"{kind} microseconds per move"] for kind in ("event loop", "all threads"))
    ratios = [{"ratios": data[f"{kind}of the first by round"][0]} for kind in ("", "all threads, ")]
    rows: Rows = [
        ["before (Starlette on uvicorn)", loops[0], "", threads[0], ""],
        ["after (aiohttp, rooms)", loops[1], ratios[0], threads[1], ratios[1]],
    ]
    return ["µs of CPU time per move", "event loop", "of before", "all threads", "of before"], rows


def cluster(data: Data) -> tuple[list[str], Rows]:
    """Summarise `bench.load.beside --postgresql --servers`."""
    names = ("SQLite", "PostgreSQL", "three servers, everybody at the owner", "three servers, anybody anywhere")
    loops, servers, databases = (
        data[f"{kind} microseconds per move"] for kind in ("event loop", "all threads", "PostgreSQL")
    )
    ratios = ["", *({"ratios": each} for each in data["all threads, of the first by round"])]
    both = [
        "",
        *(round((one + other) / servers[0], 2) for one, other in list(zip(servers, databases, strict=True))[1:]),
    ]
    heads = ["µs of CPU time per move", "event loops", "servers", "PostgreSQL's processes", "servers, of SQLite's"]
    columns = zip(names, loops, servers, databases, ratios, both, strict=True)
    return [*heads, "servers and PostgreSQL, of SQLite's"], [list(row) for row in columns]


def footprint(data: Data) -> tuple[list[str], Rows]:
    heads = ("server at rest, MB", "table with two connections, kB", "idle connection, microseconds per second")
    return ["", "measured"], [[head, data[head]] for head in (*heads, "move, bytes in the database")]


def capacity(data: Data) -> tuple[list[str], Rows]:
    """Derive what numbers of tables need, in servers, memory and database. docs/capacity.md gives the assumptions."""
    paced: Data = json.loads((RESULTS / "cluster_paced.json").read_text(encoding="utf-8"))
    *_, (owner, database), (anywhere, database_anywhere) = zip(
        *(paced[f"{kind} microseconds per move"] for kind in ("all threads", "PostgreSQL")), strict=True
    )
    forwarding = (anywhere - owner) * THREE / (THREE - 1)  # of a move whose players are all at other servers
    waiting = 2 * RELAYED * data["idle connection, microseconds per second"]
    rows: Rows = []
    for tables, pause in product((1_000, 10_000, 100_000), (20, 2)):
        moves = tables / pause
        serving = (moves * (owner + forwarding) + tables * waiting) / 1e6 / BUSY
        servers = max(2, ceil(serving))  # an event loop has one core; with two, one may fail
        in_memory = tables * RELAYED * data["table with two connections, kB"] / 1e6
        memory = servers * data["server at rest, MB"] / 1e3 + in_memory
        storing = moves * max(database, database_anywhere) / 1e6 / BUSY
        disk = moves * data["move, bytes in the database"] * DAY / 1e9
        figures = (
            rounded_up(serving),
            servers,
            rounded_up(memory),
            rounded_up(storing),
            servers * CONNECTIONS,
            ceil(disk),
        )
        rows.append([tables, f"{pause} s", round(moves), *figures])
    heads = ["tables", "a move every", "moves/s", "cores for servers", "servers", "their memory, GB"]
    return [*heads, "cores for PostgreSQL", "connections to it", "disk, GB a day"], rows


def rounded_up(figure: float) -> float:
    return ceil(10 * figure) / 10


def statistics(data: Data) -> tuple[list[str], Rows]:
    """Compare the code of several commits."""
    runs = data["runs"]
    rows: Rows = [
        ["files: median lines, longest", *(spread(run["files"]) for run in runs)],
        ["functions: median lines, longest", *(spread(run["functions"]) for run in runs)],
        ["`rules.py`: median lines, longest", *(spread(run["games"]["rules"]) for run in runs)],
        ["places that name a field, besides rules", *(spread(run["places per field besides rules"]) for run in runs)],
        ["import cycles in games", *(run["import cycles in games"] for run in runs)],
    ]
    return ["", *(f"commit {run['commit']}" for run in runs)], rows


def spread(found: Data) -> str:
    return f"{found['median']:g}, {found['most']}"


SUMMARIES: Final[dict[str, Callable[[Data], tuple[list[str], Rows]]]] = {
    "builds": builds,
    "capacity": capacity,
    "cluster": cluster,
    "cluster_paced": cluster,
    "first_page": seconds,
    "footprint": footprint,
    "foundation": foundation,
    "lengths": lengths,
    "positions": builds,
    "statistics": statistics,
}


def section(name: str) -> str:
    """Format a table, followed by its source."""
    data: Data = json.loads((RESULTS / f"{DERIVED.get(name, name)}.json").read_text(encoding="utf-8"))
    heads, rows = SUMMARIES.get(name, as_it_is)(data)
    source = f"*`{data['command']}`, {data['date']}, {data['machine']}.{' ' + data['note'] if 'note' in data else ''}*"
    return f"\n{table(heads, [[shown(cell) for cell in row] for row in rows])}\n\n{source}\n\n"


def filled(document: str) -> str:
    """Regenerate the tables of a document."""
    return MARKED.sub(lambda found: f"{found[1]}{section(found[2])}{found[3]}", document)


def main() -> None:
    for name in DOCUMENTS:
        file = ROOT / name
        file.write_text(filled(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
