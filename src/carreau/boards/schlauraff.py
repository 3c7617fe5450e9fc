"""Schlauraff in the terminal: columns side by side, the one in play on the right with its stacks and dice."""

from collections import Counter

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.games.schlauraff._spec import COLOUR_NAMES, ColourName, SchlauraffViewJson
from carreau.games.schlauraff.spec import BOX, ROWS
from carreau.games.texts import Text

STYLES = {
    "yellow": "bold rgb(20,20,20) on rgb(250,214,40)",
    "green": "bold rgb(250,250,246) on rgb(30,120,60)",
    "blue": "bold rgb(250,250,246) on rgb(35,75,190)",
    "red": "bold rgb(250,250,246) on rgb(190,30,40)",
}
VALUES: dict[str, str] = {
    colour: "/".join(str(BOX[table][colour]) for table in ("alone", "worth") if colour in BOX[table])
    for colour in COLOUR_NAMES
}
FACES = " ⚀⚁⚂⚃⚄⚅"
MOST_LINES = 20  # a longer column continues beside itself
TURN = ("rolling", "assigning", "carrying")


def draw(view: SchlauraffViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(
        status(view, text), Line(), columns(view, text), Line(), turn(view, text, names), players(view, text, names)
    )


def status(view: SchlauraffViewJson, text: Text) -> Line:
    line = Line(f"{text.word('round')} {view['round']} {text.word('of')} {view['rounds']}", style="dim")
    if view["stage"] in TURN:
        total = view["played"] + 1 + len(view["columns"])
        line.append(f"   {text.word('column')} {view['played'] + 1} {text.word('of')} {total}")
    return line.append(f"   {text.labelled(text.word('bag'), sum(view['bag']))}")


def chip(colour: str, text: Text) -> Line:
    return Line(f" {text.word(f'short_{colour}'):<2} {VALUES[colour]:<4}", style=STYLES[colour])


def columns(view: SchlauraffViewJson, text: Text) -> Table:
    """Draw the waiting columns, then the one in play: play goes from right to left (schlauraff.4)."""
    waiting = view["columns"][::-1]
    table = Table.grid(padding=(0, 1, 0, 0))
    for row in range(min(MOST_LINES, max(ROWS, len(view["column"])))):
        cells = [chip(column[row], text) if row < len(column) else Line() for column in waiting]
        table.add_row(*cells, *in_play(view, text, row), *in_play(view, text, row + MOST_LINES))
    return table


def in_play(view: SchlauraffViewJson, text: Text, row: int) -> list[Line]:
    """Draw a row of the column in play: mark, number, chip, the chips beneath, the dice on it."""
    if row >= len(view["column"]):
        return []
    at_work = row == view["row"] - 1
    mark = Line(f"{'▶' if at_work else ' '}{row + 1:>2}", style="bold" if at_work else "dim")
    stack = view["column"][row]
    if not stack:
        used = dice_on(view) if view["stage"] == "carrying" and row == view["row"] - 2 else Line()
        return [mark, Line("   ✔    ", style="dim"), used]
    beside = beneath(stack[1:], text)
    if at_work and view["stage"] != "carrying":
        beside = Line.assemble(beside, dice_on(view))
    return [mark, chip(stack[0], text), beside]


def beneath(chips: list[ColourName], text: Text) -> Line:
    """Draw all chips under another by their letters."""
    line = Line("+" if chips else "")
    for colour, count in sorted(Counter(chips).items(), key=lambda item: COLOUR_NAMES.index(item[0])):
        line.append(f"{count}{text.word(f'short_{colour}')}", style=STYLES[colour]).append(" ")
    return line


def dice_on(view: SchlauraffViewJson) -> Line:
    if not view["on"]:
        return Line()
    shown, sum_of = "".join(FACES[face] for face in view["on"]), "+".join(map(str, view["on"]))
    return Line(f" {shown} {sum_of}" + (f"={sum(view['on'])}" if len(view["on"]) > 1 else ""), style="bold")


def faces(dice: list[int]) -> str:
    return "  ".join(f"{FACES[face]} {face}" for face in dice)


def turn(view: SchlauraffViewJson, text: Text, names: list[str]) -> Line:
    stage = view["stage"]
    if stage == "ended":
        return Line(text.word("over"), style="bold")
    if stage not in TURN:
        return Line(text.word(stage), style="bold")
    line = Line(text.labelled(names[view["turn"]], text.word(stage)), style="bold")
    if view["dice"]:
        line.append(f"   {text.labelled(text.word('dice'))}", style="not bold").append(faces(view["dice"]))
    elif view["to_roll"]:
        line.append(f"   {text.labelled(text.word('dice'), '▢ ' * view['to_roll'])}", style="not bold")
    if stage == "assigning" and view["row"] == 0:
        line.append(f"   ({text.word('begin')})", style="dim")
    if stage == "assigning" and view["assigned"]:
        line.append(f"   ↻ {text.word('may_reroll')}", style="bold green")
    return line


def players(view: SchlauraffViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", text.word("points"), text.word("reds"), text.word("this_round")):
        table.add_column(heading, justify="right" if heading and heading != text.word("this_round") else "left")
    for seat, name in enumerate(names):
        mark = marks(view)[seat]
        line = Line(name, style="bold" if mark != " " else "")
        table.add_row(mark, line, *map(str, score(view, seat)), taken(view["captured"][seat], text))
    return table


def score(view: SchlauraffViewJson, seat: int) -> tuple[int, int]:
    """Return points and red chips, including this round's."""
    captured = view["captured"][seat]
    return view["points"][seat] + sum(captured), view["reds"][seat] + captured[COLOUR_NAMES.index("red")]


def taken(captured: list[int], text: Text) -> Line:
    line = Line()
    for colour, count in zip(COLOUR_NAMES, captured, strict=True):
        if count:
            line.append(f" {count} {text.word(f'short_{colour}')} ", style=STYLES[colour]).append(" ")
    return line


def marks(view: SchlauraffViewJson) -> list[str]:
    """Mark the player to move, or the winner at the end."""
    scores = [score(view, seat) for seat in range(len(view["points"]))]
    if view["stage"] == "ended":
        return ["★" if each == max(scores) else " " for each in scores]
    return ["▶" if view["stage"] in TURN and seat == view["turn"] else " " for seat in range(len(scores))]
