"""Draw the diagrams of docs/architecture.md: `python -m docs.diagrams`."""

from collections.abc import Mapping
from itertools import chain, pairwise
from pathlib import Path
from typing import Final

from docs.svg import WIDTH, Box, Diagram

IMAGES: Final = Path(__file__).with_name("images")
EDGE: Final = 20  # margin of the sheet
FULL: Final = WIDTH - 2 * EDGE
BESIDE: Final = 14  # gap between boxes side by side
BELOW: Final = 26  # gap between a box and the one below, with an arrow

# The packages from the top down, side by side if neither imports the other, and their purposes.
LAYERS: Final[tuple[dict[str, tuple[str, ...]], ...]] = (
    {"cli": ("the terminal table and", "all commands")},
    {
        "server": ("HTTP, sockets, the", "store, workers"),
        "envs": ("environments for", "learning agents"),
        "lab": ("studies of a game,", "reports"),
    },
    {"study": ("a game with its variations: tree, file, link, position",)},
    {"table": ("one table as values: events, commands, clocks, undo, fair dice",)},
    {"bots": ("one search for all games, knowledge per game, five levels",)},
    {
        "boards": ("every game in characters,", "drawn from a View"),
        "codegen": ("what follows from the", "declarations of a game"),
    },
    {"games": ("one folder for each game: rules, texts, lesson",)},
    {"core": ("the contract (State, View, Game), actions, records, laws",)},
)


Steps = list[tuple[str, tuple[str, ...]]]

NAMES: Final = {"wire.decode", "Room.perform", "Store.append", "Audience.update", ".compiled", "make play"}
MAIN: Final = {"core", "games", "a browser sends Act", "table/commands.act", "table/projection", "carreau/_build.py"}


def layers() -> Diagram:
    """Draw which package may import which."""
    drawn = Diagram("Layers", "Each package imports only packages below it; the browser talks to the server.")
    rows = [side_by_side({"web": ("the browser: draws Views,", "offers legal actions"), **LAYERS[0]}, EDGE)]
    for layer in LAYERS[1:]:
        rows.append(side_by_side(layer, rows[-1][0].bottom + BELOW))
    (web, cli), (server, *_) = rows[:2]
    drawn.down(server.middle, web.bottom, server.y)
    drawn.say(server.middle + 12, web.bottom + 17, "the wire: JSON")
    drawn.down(cli.middle, cli.bottom, server.y)
    for upper, lower in pairwise(rows[1:]):
        drawn.down(WIDTH // 2, upper[0].bottom, lower[0].y)
    for box in chain.from_iterable(rows):
        drawn.add(box)
    return drawn


def side_by_side(packages: Mapping[str, tuple[str, ...]], top: int) -> list[Box]:
    width = (FULL - BESIDE * (len(packages) - 1)) // len(packages)
    return [
        Box(EDGE + index * (width + BESIDE), top, width, name, lines, "main" if name in MAIN else "box", code=True)
        for index, (name, lines) in enumerate(packages.items())
    ]


def move() -> Diagram:
    """Draw the path from a click to the next frame."""
    drawn = Diagram("The life of a move", "From a browser through decision, disk and projection to every browser.")
    steps = column(
        EDGE,
        EDGE,
        320,
        [
            ("a browser sends Act", ("the seat, the decision, the action",)),
            ("wire.decode", ("JSON becomes a typed command",)),
            ("Room.perform", ("one command after the other, from", "people, bots, timers and absence")),
            ("table/commands.act", ("decides and changes nothing:", "returns events, dice included")),
            ("Store.append", ("events reach the disk first; tables", "share their commits")),
            ("table/apply.after", ("the next Table, a new value",)),
            ("table/projection", ("a View for each point of view",)),
            ("Audience.update", ("every socket gets what it may see;", "bots and timers continue")),
        ],
    )
    drawn.stack(steps)
    x = steps[0].x + steps[0].width + 28
    for index, title, *lines in (
        (1, "malformed", "an Answer says why"),
        (3, "refused", "an Answer names", "the clause"),
        (4, "disk failed", "the old Table stays"),
        (6, "secrets stay here", "no other way out"),
    ):
        note = drawn.add(Box(x, steps[index].y, WIDTH - EDGE - x, title, tuple(lines)))
        drawn.across(note.y + 21, steps[index].x + steps[index].width, note.x)
    return drawn


def build() -> Diagram:
    """Draw the path from sources to the running program."""
    drawn = Diagram("The build", "Sources run at once; compiled libraries replace them when they are ready.")
    sources = drawn.add(Box(EDGE, EDGE, FULL, "sources", ("typed Python in src/carreau, Svelte in web/",), "main"))
    half = (FULL - BESIDE) // 2
    compiled: Steps = [
        ("mypyc", ("translates all modules", "together into C")),
        ("C compilers, all cores", ("a library for each game, one", "for the core, one for tables")),
        (".compiled", ("kept by a hash of the C code", "and of all sources")),
        ("carreau/_build.py", ("imports compiled modules", "if their sources are unchanged")),
    ]
    running: Steps = [
        ("Vite", ("bundles the client",)),
        ("make play", ("serves from source at once,", "while the rules compile")),
        ("bot processes", ("started later are compiled;", "the server is after a restart")),
    ]
    for x, steps in ((EDGE, compiled), (EDGE + half + BESIDE, running)):
        boxes = column(x, sources.bottom + BELOW, half, steps)
        drawn.down(boxes[0].middle, sources.bottom, boxes[0].y)
        drawn.stack(boxes)
    return drawn


def column(x: int, top: int, width: int, steps: Steps) -> list[Box]:
    """Place steps below each other."""
    boxes: list[Box] = []
    for title, lines in steps:
        kind = "main" if title in MAIN else "box"
        box = Box(x, top, width, title, lines, kind, code="/" in title or title in NAMES)
        boxes.append(box)
        top = box.bottom + BELOW
    return boxes


def diagrams() -> dict[str, str]:
    """Return all diagrams by file name."""
    drawn = {"layers": layers(), "move": move(), "build": build()}
    return {f"{name}.svg": each.svg() for name, each in drawn.items()}


def main() -> None:
    for name, drawn in diagrams().items():
        (IMAGES / name).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
