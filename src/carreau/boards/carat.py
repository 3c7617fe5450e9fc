"""Carat in the terminal: chips where squares meet, gems as coloured letters with their carats."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import OVER
from carreau.games.carat._spec import COLOUR_NAMES, CaratViewJson
from carreau.games.carat.spec import HeldTile
from carreau.games.texts import Text

# The letters of the notation, the same in every language.
STYLES = {
    "r": "bold white on rgb(170,30,45)",
    "b": "bold white on rgb(35,80,185)",
    "g": "bold white on rgb(0,125,40)",
    "y": "bold black on rgb(245,208,60)",
}
FIELD = 6  # columns between two chips
CHIP = 3


def draw(view: CaratViewJson, text: Text, names: list[str]) -> RenderableType:
    drawn = board(view)
    grid = Table.grid(padding=(0, 3))
    grid.add_column(min_width=max(map(len, drawn.plain.split("\n"))), no_wrap=True)
    grid.add_row(drawn, beside(view, text, names))
    return grid


def gem(letter: str, carats: object) -> Line:
    return Line(f"{letter}{carats}", style=STYLES[letter])


# The board


def board(view: CaratViewJson) -> Line:
    tiles = {(x, y): (carats, gems) for x, y, carats, gems in view["tiles"]}
    numbers = "".join(f"{'':{CHIP}}{x:^{FIELD}}" for x in range(view["side"]))
    drawn = Line().append(f"  {numbers}\n", style="dim")
    for y in range(view["side"] + 1):
        drawn.append_text(chips(view, y))
        if y < view["side"]:
            drawn.append("\n").append_text(half(view, tiles, y, upper=True))
            drawn.append("\n").append_text(half(view, tiles, y, upper=False)).append("\n")
    return drawn


def chips(view: CaratViewJson, y: int) -> Line:
    """Draw a line of chips, with the edges of the squares between them."""
    line = Line("  ")
    for x, entry in enumerate(view["chips"][y]):
        line.append(f"{'':╌^{FIELD}}" if x else "", style="dim").append_text(
            chip(entry["value"], entry["winner"], entry["points"])
        )
    return line


def chip(value: int, won: str, points: int) -> Line:
    """Draw a chip: (3) to be won, r12 for who won it and the points, r – for a neutral colour, × for nobody."""
    if not won:
        return Line(f"({value or ' '})", style="bold" if value else "dim")
    if won == "nobody":
        return Line(" × ", style="dim")
    return Line(f"{won[0]}{points or '–':>2}", style=STYLES[won[0]])


def half(view: CaratViewJson, tiles: dict[tuple[int, int], tuple[int, str]], y: int, upper: bool) -> Line:
    """Draw the upper or lower two gems of all tiles in a row; the upper ones carry the row number."""
    line = Line().append(f"{y} " if upper else "  ", style="dim")
    for x in range(view["side"]):
        line.append(" ┆ ", style="dim")
        if (x, y) in tiles:
            carats, gems = tiles[x, y]
            line.append_text(two_gems(carats, gems, upper))
        else:
            line.append(f"{'·' if upper else '':^{FIELD}}", style="dim")
    return line.append(" ┆", style="dim")


def two_gems(carats: int, gems: str, upper: bool) -> Line:
    """Draw two gems; the four run clockwise from the upper left, so the lower left one is last."""
    left, right = (gems[0], gems[1]) if upper else (gems[3], gems[2])
    return Line.assemble(gem(left, carats), "─" * (FIELD - 4), gem(right, carats))


# What lies beside the board


def beside(view: CaratViewJson, text: Text, names: list[str]) -> RenderableType:
    parts: list[RenderableType] = [Line(status(view, text, names), style="bold"), Line(), players(view, text, names)]
    neutral = [colour for colour in STYLES if colour not in {name[0] for name in view["points"]}]
    if neutral:
        label = Line(f"  {text.labelled(text.word('neutral'))}", style="dim")
        parts.append(Line.assemble(label, letters(neutral, text)))
    parts += [Line(), supply(view, text), Line()]
    if view["seat"] >= 0 and view["hands"][view["seat"]]:
        parts += [Line(text.word("hand"), style="bold"), hand(view["hands"][view["seat"]])]
        parts += [Line(f"({text.word('clockwise')})", style="dim"), Line()]
    return Group(*parts, legend(view, text))


def status(view: CaratViewJson, text: Text, names: list[str]) -> str:
    if view["current"] == OVER:
        return text.word("over")
    word = "lays_chip" if view["stage"] == "chipping" and view["current"] >= 0 else view["stage"]
    return text.word(word).format(who=names[view["turn"]])


def players(view: CaratViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0))
    for heading in ("", "", text.word("points"), text.word("tiles"), ""):
        right = heading == text.word("points")
        table.add_column(heading, justify="right" if right else "left", header_style="dim", no_wrap=True)
    for seat, colours in enumerate(view["colours"]):
        mark = mark_of(view, seat)
        name = Line(names[seat][:12], style="bold" if mark.strip() else "")
        table.add_row(mark, name, str(view["scores"][seat]), held(view, seat), of_colours(view, colours))
    return table


def mark_of(view: CaratViewJson, seat: int) -> str:
    if view["current"] == OVER:
        return "♛" if view["scores"][seat] == max(view["scores"]) else " "
    return "▶" if seat == view["turn"] and (view["current"] >= 0 or view["stage"] == "drawing") else " "


def held(view: CaratViewJson, seat: int) -> Line:
    """Draw how many tiles a player holds, and which ones if they are open and not enlarged below."""
    if seat == view["seat"] or not view["hands"][seat]:
        return Line("▮" * view["held"][seat])
    shown = [Line(f"{carats}").append_text(Line.assemble(*coloured(order))) for carats, order in view["hands"][seat]]
    return Line("\n").join(shown)


def coloured(gems: str) -> list[tuple[str, str]]:
    return [(letter, STYLES[letter]) for letter in gems]


def of_colours(view: CaratViewJson, colours: list[str]) -> Line:
    """Draw the colours of a player; if there are two, with the points for each."""
    points = [view["points"][colour] if len(colours) > 1 else " " for colour in colours]
    return Line(" ").join(gem(colour[0], f" {worth}".rstrip()) for colour, worth in zip(colours, points, strict=True))


def letters(found: list[str], text: Text) -> Line:
    """Draw letters with the names of their colours."""
    names = {name[0]: name for name in COLOUR_NAMES}
    return Line(" ").join(Line.assemble((letter, STYLES[letter]), f" {text.word(names[letter])}") for letter in found)


def supply(view: CaratViewJson, text: Text) -> Line:
    """Draw the supply: chips to lay at first, then tiles to draw."""
    if any(view["chips_left"]):
        left = "  ".join(f"{count}×({value})" for value, count in enumerate(view["chips_left"], start=1) if count)
        return Line(f"{text.word('chips_left')}\n{left}")
    return Line(text.labelled(text.word("stock"), view["stock"]))


def hand(tiles: list[HeldTile]) -> Table:
    """Draw the viewer's tiles unturned, each with its notation."""
    grid = Table.grid(padding=(0, 3, 0, 0))
    for upper in (True, False):
        grid.add_row(*(two_gems(carats, order, upper) for carats, order in tiles))
    grid.add_row(*(f"{carats} {order}" for carats, order in tiles))
    return grid


def legend(view: CaratViewJson, text: Text) -> Line:
    shown = {
        "legend_chip": (3, "", 0),
        "legend_won": (3, "red", 12),
        "legend_neutral": (3, "yellow", 0),
        "legend_nobody": (3, "nobody", 0),
    }
    if len(view["points"]) == len(STYLES):
        del shown["legend_neutral"]
    return Line("\n").join(Line.assemble(chip(*entry), (f" {text.word(word)}", "dim")) for word, entry in shown.items())
