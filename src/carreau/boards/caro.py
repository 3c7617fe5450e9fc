"""Caro in the terminal: tiles as coloured blocks with the initial of their colour."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.games.caro._spec import COLOUR_NAMES, CaroViewJson
from carreau.games.caro.spec import BOX
from carreau.games.texts import Text

STYLES = {
    "red": "bold white on rgb(150,30,50)",
    "black": "bold white on rgb(70,72,80)",
    "grey": "bold black on rgb(150,146,140)",
    "white": "bold black on rgb(240,234,218)",
}


def draw(view: CaroViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(board(view, text), Line(), hands(view, text, names))


def tile(colour: str, text: Text) -> Line:
    """Draw a tile three characters wide; the initial helps players who can't tell the colours apart."""
    return Line(f" {text.value('colour', colour)[0].upper()} ", style=STYLES[colour])


def board(view: CaroViewJson, text: Text) -> Line:
    """Draw the tiles with a margin of one free row and column."""
    tiles = {(x, y): colour for x, y, colour in view["tiles"]}
    xs = [x for x, _ in tiles] or [0]
    ys = [y for _, y in tiles] or [0]
    across, down = range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)
    drawn = Line().append("     " + "".join(f"{x:^3}" for x in across) + "\n", style="dim")
    for y in down:
        drawn.append(f"{y:>4} ", style="dim")
        for x in across:
            drawn.append_text(tile(tiles[x, y], text) if (x, y) in tiles else Line(" · ", style="dim"))
        drawn.append("\n")
    side = BOX["side"][str(len(view["hands"]))]
    size = f"{len(across) - 2} × {len(down) - 2} / {side} × {side}" if tiles else f"{side} × {side}"
    return drawn.append(f"     {text.labelled(text.word('square'), size)}", style="dim")


def hands(view: CaroViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", text.word("points"), text.word("tiles")):
        table.add_column(heading, justify="right" if heading == text.word("points") else "left", header_style="dim")
    for seat, hand in enumerate(view["hands"]):
        colours = [name for name, count in zip(COLOUR_NAMES, hand, strict=True) for _ in range(count)]
        held = Line(" ").join(tile(colour, text) for colour in colours)
        mark = "▶" if seat == view["current"] else " "
        table.add_row(mark, Line(names[seat], style="bold" if mark == "▶" else ""), str(view["scores"][seat]), held)
    return table
