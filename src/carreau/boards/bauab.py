"""Bauab in the terminal: plots outlined, chips in brackets that differ by colour, liberties as dots."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import CHANCE, OVER
from carreau.games.bauab._spec import KIND_NAMES, BauabViewJson
from carreau.games.bauab.spec import COLOURS, PARK_COLOUR, PLOTS
from carreau.games.texts import Text

CHIPS = {"blue": "[{}]", "red": "({})", "green": "♣♣♣"}
STYLES = {
    "blue": "bold white on rgb(38,72,150)",
    "red": "bold white on rgb(160,40,48)",
    "green": "bold white on rgb(46,110,60)",
}
BARE = "dim"
CLOSED = "bold yellow"
WIDTH = 5  # characters between two lines
TWO_LINES, LINES = 7, 11  # up to how many rows a row takes two lines, and has lines above and below
# A crossing of lines, indexed by which of its four arms exist: up, right, down, left.
CROSSINGS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

Plots = dict[tuple[int, int], str]


def draw(view: BauabViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(status(view, text, names), board(view, text), players(view, text, names), notes(view, text, names))


def status(view: BauabViewJson, text: Text, names: list[str]) -> Line:
    line = Line(f"{text.word('parks')} {view['parks_left']}   ", style="dim")
    if view["current"] == OVER:
        return line.append(text.word("over"), style="bold")
    if view["current"] == CHANCE:
        return line.append(text.word("lot"), style="bold")
    return line.append(text.word("to_move").format(who=names[view["current"]]), style="bold")


def board(view: BauabViewJson, text: Text) -> Line:
    plots: Plots = {(x, y): letter for (x, y), letter in zip(view["plots"], PLOTS, strict=True)}
    across, down = (1 + max(cell[axis] for cell in plots) for axis in (0, 1))
    drawn = Line()
    for y in range(down + 1):
        if down <= LINES:
            drawn.append(border(plots, across, y) + "\n", style=BARE)
        for part in range(1 if down > TWO_LINES else 2) if y < down else ():
            row(drawn, view, text, plots, across, y, part if down <= TWO_LINES else -1)
    drawn.rstrip()
    return drawn


def border(plots: Plots, across: int, y: int) -> str:
    """Draw the line above a row, along the edges of plots only."""
    line = ""
    for x in range(across + 1):
        corners = [(x - 1, y - 1) in plots, (x, y - 1) in plots, (x, y) in plots, (x - 1, y) in plots]
        arms = [corners[arm] or corners[(arm + 1) % 4] for arm in range(4)]
        line += CROSSINGS[sum(2**arm for arm, there in enumerate(arms) if there)]
        line += ("─" if arms[1] else " ") * WIDTH if x < across else ""
    return "  " + line


def row(drawn: Line, view: BauabViewJson, text: Text, plots: Plots, across: int, y: int, part: int) -> None:
    """Draw one line of text through a row of plots."""
    drawn.append("  ")
    for x in range(across + 1):
        edge = (x - 1, y) in plots or (x, y) in plots
        drawn.append("│" if edge else " ", style=BARE)
        if (x, y) in plots:
            drawn.append_text(plot(view, text, plots[x, y], part))
        elif x < across:
            drawn.append(" " * WIDTH)
    drawn.append("\n")


def plot(view: BauabViewJson, text: Text, letter: str, part: int) -> Line:
    """Draw a plot's letter with its liberties (part 0), its chip (part 1), or both in one line (part -1)."""
    name, liberties = text.value("plot", letter), liberties_of(view, letter)
    colour, chip = next(((colour, chip) for plot, colour, chip in view["board"] if plot == letter), ("", ""))
    middle = shown(colour, chip) if colour else " × " if letter in view["vacated"] else ""
    style = STYLES[colour] if colour else CLOSED if letter in view["vacated"] else BARE
    threat = "!" if threatened(view, letter, colour) else ""
    if part < 0:
        return Line(f"{name}{middle:^3}{threat:1}", style=style)
    if part == 0:
        dots = "" if colour == PARK_COLOUR else "·" * liberties
        return Line(f"{name}{dots:>{WIDTH - 1}}", style=style)
    return Line(f" {middle:^3}{threat:1}", style=style)


def liberties_of(view: BauabViewJson, letter: str) -> int:
    return view["liberties"][PLOTS.index(letter)]


def threatened(view: BauabViewJson, letter: str, colour: str) -> bool:
    """Return whether a chip has only one liberty left and a player may still take it."""
    return colour in COLOURS and liberties_of(view, letter) == 1 and view["current"] != OVER


def shown(colour: str, chip: str) -> str:
    return CHIPS[colour].format(chip.upper())


def chips(colour: str, counts: list[int]) -> Line:
    """Draw chips of one colour side by side."""
    held = [shown(colour, kind) for kind, count in zip(KIND_NAMES, counts, strict=True) for _ in range(count)]
    return Line("").join(Line(chip, style=STYLES[colour]) for chip in held) if held else Line("–", style="dim")


def players(view: BauabViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", "", "points", "buildings", "hand", "captured"):
        right = heading in ("points", "buildings")
        table.add_column(
            text.word(heading) if heading else "", justify="right" if right else "left", header_style="dim"
        )
    for seat, colour in enumerate(COLOURS):
        mark = marks(view)[seat]
        table.add_row(
            mark,
            Line(names[seat], style="bold" if mark != " " else ""),
            Line(shown(colour, text.word(colour)[0]), style=STYLES[colour]),
            str(view["scores"][seat]),
            str(view["buildings"][seat]),
            chips(colour, view["hands"][seat]),
            chips(COLOURS[1 - seat], view["captured"][seat]),
        )
    return table


def marks(view: BauabViewJson) -> list[str]:
    """Mark the player to move, or the winner at the end."""
    if view["current"] != OVER:
        return ["▶" if seat == view["current"] else " " for seat in (0, 1)]
    reached = [(view["scores"][seat], view["buildings"][seat]) for seat in (0, 1)]
    return ["★" if mine == max(reached) else " " for mine in reached]


def notes(view: BauabViewJson, text: Text, names: list[str]) -> Line:
    """Explain the symbols on the board."""
    lines = []
    if any(threatened(view, letter, colour) for letter, colour, _ in view["board"]):
        lines.append(Line(f"!  {text.word('threatened')}", style="dim"))
    if view["vacated"] and view["current"] >= 0:
        letters = ", ".join(text.value("plot", letter) for letter in view["vacated"])
        word = text.word("closed" if view["parks_left"] else "no_parks")
        lines.append(Line(f"×  {word.format(plots=letters, who=names[view['current']])}", style="yellow"))
    return Line("\n").join(lines)
