"""Schollenschubser in the terminal: floes with a place for each explorer between the bank and the icebreaker."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.games.schollenschubser._spec import SchollenschubserViewJson
from carreau.games.schollenschubser.spec import COLUMNS, EXPLORERS, FIELDS, ROWS, SIDES, Floe
from carreau.games.texts import Text

CELL = 11  # characters across a square
FRESH, MOVED, FREE = "❶❷❸❹", "①②③④", "·"
FACES = " ⚀⚁⚂⚃⚄⚅"
WATER = "rgb(120,170,220) on rgb(10,40,130)"
ICE = "rgb(30,60,90) on rgb(226,238,246)"
LAND = "on rgb(92,82,70)"
STEEL = "on rgb(70,74,84)"
INKS = ["rgb(190,20,40)", "rgb(0,120,0)", "rgb(100,20,170)", "rgb(150,90,0)"]
LIGHT = ["rgb(255,120,120)", "rgb(110,235,110)", "rgb(215,160,255)", "rgb(255,205,100)"]


def draw(view: SchollenschubserViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(field(view, text), Line(), players(view, text, names), Line(), status(view, text, names))


def field(view: SchollenschubserViewJson, text: Text) -> Line:
    """Draw the bank, the water with its floes and the icebreaker; each row takes two lines."""
    floes = {floe.field: floe for floe in map(Floe._make, view["floes"])}
    left = max(len(text.word("bank")), 2 * EXPLORERS + 1) + 1
    drawn = Line().append(f"   {text.word('bank'):<{left}}", style="bold")
    drawn.append("".join(f"{column:^{CELL}}" for column in range(1, COLUMNS + 1)), style="dim")
    drawn.append(f" {text.word('ship')}\n", style="bold")
    for index, row in enumerate(ROWS):
        drawn.append(f" {row.upper()} ", style="dim")
        back = view["returned"] if index == view["turn"] else 0
        drawn.append_text(gathered(view["bank"], index, left, LAND, back))
        for name in FIELDS[index * COLUMNS : (index + 1) * COLUMNS]:
            drawn.append_text(on_water(floes.get(name), view["turn"]))
        drawn.append_text(gathered(view["aboard"], index, left, STEEL, 0)).append("\n   ")
        drawn.append(" " * left, style=LAND).append(water(index), style=WATER).append(" " * left, style=STEEL)
        drawn.append("\n" if index < len(ROWS) - 1 else "")
    return drawn


def gathered(counts: list[int], seat: int, width: int, ground: str, moved: int) -> Line:
    """Draw a player's explorers on the bank or on board, those that moved there this turn last."""
    if seat >= len(counts):
        return Line(" " * width, style=ground)
    signs = f" {FRESH[seat]}" * (counts[seat] - moved) + f" {MOVED[seat]}" * moved
    return Line(f"{signs:<{width}}", style=f"bold {LIGHT[seat]} {ground}")


def water(row: int) -> str:
    """Draw the open water between two rows of squares."""
    return (" ~         " if row % 2 else "         ~ ") * COLUMNS


def on_water(floe: Floe | None, player: int) -> Line:
    """Draw a floe as wide as its places, centred in its square."""
    if floe is None:
        return Line(" " * CELL, style=WATER)
    _, size, standing, moved = floe
    places = [
        Line(MOVED[seat] if seat == player and number < moved else FRESH[seat], style=f"bold {INKS[seat]}")
        for seat, count in enumerate(standing)
        for number in range(count)
    ]
    places += [Line(FREE)] * (size - len(places))
    ice = Line(style=ICE).append("[").append_text(Line(" ").join(places)).append("]")
    margin = CELL - ice.cell_len
    return Line(" " * (margin // 2), style=WATER).append_text(ice).append(" " * (margin - margin // 2), style=WATER)


def players(view: SchollenschubserViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", "", text.word("ship"), text.word("bank")):
        table.add_column(heading, justify="right" if heading else "left", header_style="dim")
    for seat, name in enumerate(names):
        mark = marks(view)[seat]
        sign = Line(FRESH[seat], style=f"bold {LIGHT[seat]}")
        told = Line(name, style="bold" if mark != " " else "")
        table.add_row(mark, sign, told, f"{view['aboard'][seat]}/{EXPLORERS}", str(view["bank"][seat]))
    return table


def is_over(view: SchollenschubserViewJson) -> bool:
    return view["current"] not in (-1, view["turn"])


def marks(view: SchollenschubserViewJson) -> list[str]:
    """Mark the player to move, or the winner at the end."""
    if is_over(view):
        return ["★" if aboard == EXPLORERS else " " for aboard in view["aboard"]]
    return ["▶" if seat == view["turn"] else " " for seat in range(len(view["aboard"]))]


def status(view: SchollenschubserViewJson, text: Text, names: list[str]) -> Group:
    cards = "  ".join(
        f"{'/'.join(map(str, sides))} × {count}" for sides, count in zip(SIDES, view["supply"], strict=True)
    )
    legend = Line().append(f"{text.labelled(text.word('supply'), cards)}   {FREE} {text.word('free')}   ", style="dim")
    legend.append(f"{MOVED[max(view['turn'], 0)]} {text.word('moved')}", style="dim")
    return Group(legend, turn(view, text, names))


def turn(view: SchollenschubserViewJson, text: Text, names: list[str]) -> Line:
    if is_over(view):
        return Line(text.word("over" if EXPLORERS in view["aboard"] else "draw"), style="bold")
    if view["turn"] < 0:
        return Line(text.word(view["stage"]), style="bold")
    line = Line().append(f"{text.word('turn')} {view['turns'] // len(names) + 1}  ", style="dim")
    line.append(text.labelled(names[view["turn"]], text.word(view["stage"])), style="bold")
    if view["dice"]:
        dice = "  ".join(f"{FACES[face]} {face}" for face in view["dice"])
        line.append(f"  {text.labelled(text.word('dice'), dice)}")
    return line
