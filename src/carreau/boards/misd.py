"""Misd in the terminal: each shape as a symbol on its colour, with two letters as a colour-blind aid."""

import random

from rich.box import HEAVY, ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import OVER, RACE
from carreau.games.misd._spec import ColourName, MisdViewJson
from carreau.games.texts import Text

SIGNS = {
    "triangle": "▲",
    "square": "■",
    "diamond": "◆",
    "pentagon": "⬟",
    "hexagon": "⬢",
    "circle": "●",
    "star": "★",
    "arrow": "➤",
    "heart": "♥",
    "cross": "✚",
}
STYLES = {
    "white": "bold rgb(20,20,20) on rgb(250,250,246)",
    "black": "bold rgb(250,250,246) on rgb(20,20,24)",
    "yellow": "bold rgb(20,20,20) on rgb(250,214,40)",
    "green": "bold rgb(250,250,246) on rgb(30,120,60)",
    "blue": "bold rgb(250,250,246) on rgb(35,75,190)",
    "violet": "bold rgb(250,250,246) on rgb(125,50,160)",
    "red": "bold rgb(250,250,246) on rgb(190,30,40)",
    "orange": "bold rgb(20,20,20) on rgb(245,140,30)",
    "brown": "bold rgb(250,250,246) on rgb(110,65,35)",
    "grey": "bold rgb(20,20,20) on rgb(160,160,160)",
}
ACROSS = 3  # shapes in a row of a card
CARDS_ACROSS = 5
CARD_WIDTH = 15


def draw(view: MisdViewJson, text: Text, names: list[str]) -> RenderableType:
    parts: list[RenderableType] = [status(view, text), last(view, text, names)]
    if view["mode"] == "hard":
        parts += [finders(view, text), layout(view, text)]
    else:
        parts += [Line(text.word("to_find"), style="bold"), big_card(view, text)]
    return Group(*parts, players(view, text, names))


def status(view: MisdViewJson, text: Text) -> Line:
    what = text.word("search" if view["mode"] == "hard" else "card")
    line = Line(f"{what} {view['number']} / {view['limit']}   {text.word('supply')} {view['supply']} ", style="dim")
    return line.append("●" * view["supply"], style="yellow")


def last(view: MisdViewJson, text: Text, names: list[str]) -> Line:
    """Draw the last answer and, after the end of that card or search, the right one."""
    line = Line()
    if view["last"]:
        seat, answer, right, solution = view["last"]
        if seat < 0:
            line.append(text.word("time_out"), style="dim")
        else:
            line.append(f"{text.labelled(names[seat], in_words(answer, text))} ").append_text(verdict(right, text))
        if solution and not right:
            line.append(f" {text.labelled(text.word('solution'))}").append(in_words(solution, text), style="bold")
    if view["current"] == OVER:
        line.append(f"  {text.word('over')}", style="bold")
    return line


def verdict(right: bool, text: Text) -> Line:
    if right:
        return Line(f"✔ {text.word('right')}.", style="bold green")
    return Line(f"✘ {text.word('wrong')}.", style="bold red")


def in_words(answer: str, text: Text) -> str:
    """Return an answer in the player's language."""
    one, _, other = answer.partition(" ")
    if one == "missing":
        return text.word("missing")
    if one == "card":
        return f"{text.word('card')} {other}"
    return f"{SIGNS[other]} {coloured(other, one, text)}"


def coloured(shape: str, colour: str, text: Text) -> str:
    return text.word("coloured").format(colour=text.value("colour", colour), shape=text.value("shape", shape))


def scattered(view: MisdViewJson, place: int) -> list[tuple[str, ColourName]]:
    """Shuffle the shapes of a card, because a fixed order would give the missing shape away."""
    shown = sorted(view["faces"][place].items())
    random.Random(str(list(view["layout"][place]))).shuffle(shown)
    return shown


def sign(shape: str, colour: str, text: Text) -> str:
    return f"{SIGNS[shape]}{text.word(f'short_{colour}')}"


def big_card(view: MisdViewJson, text: Text) -> Panel:
    """Draw the card of the simple game, each shape on a block of its colour."""
    shown = scattered(view, 0) if view["faces"] else []
    card = Line()
    for first in range(0, len(shown), ACROSS):
        for filled in (False, True, False):
            for shape, colour in shown[first : first + ACROSS]:
                card.append(f"{sign(shape, colour, text) if filled else '':^9}", style=STYLES[colour])
            card.append("\n")
    if shown:
        card.right_crop(1)
    return Panel(card, box=HEAVY, width=31, height=11, padding=(0, 1))


def small_card(view: MisdViewJson, text: Text, place: int) -> Panel:
    shown = scattered(view, place) if place < len(view["faces"]) else []
    rows = []
    for first in range(0, len(shown), ACROSS):
        signs = [Line(sign(*each, text), style=STYLES[each[1]]) for each in shown[first : first + ACROSS]]
        rows.append(Line(" ").join(signs))
    return Panel(Line("\n").join(rows), box=ROUNDED, title=f"[bold]{place + 1}[/]", width=CARD_WIDTH, height=5)


def layout(view: MisdViewJson, text: Text) -> Table:
    cards: list[RenderableType] = [small_card(view, text, place) for place in range(view["places"])]
    grid = Table.grid(padding=(0, 1))
    for first in range(0, len(cards), CARDS_ACROSS):
        grid.add_row(*cards[first : first + CARDS_ACROSS])
    return grid


def finders(view: MisdViewJson, text: Text) -> Line:
    shape, colour = view["shape"], view["colour"]
    line = Line(f"{text.labelled(text.word('find'))} ", style="bold")
    if not shape or not colour:
        return line.append("…")
    return line.append(f"  {sign(shape, colour, text)}  {coloured(shape, colour, text)}  ", style=STYLES[colour])


def players(view: MisdViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", text.word("chips"), ""):
        table.add_column(heading, justify="right" if heading else "left", header_style="dim")
    for seat, chips in enumerate(view["chips"]):
        mark = mark_of(view, seat)
        name = Line(names[seat], style="bold" if mark in "▶♛" else "dim")
        out = Line(text.word("out"), style="dim") if mark == "✘" else Line("●" * chips, style="yellow")
        table.add_row(mark, name, str(chips), out)
    return table


def mark_of(view: MisdViewJson, seat: int) -> str:
    """Mark who may answer, who was wrong and who won."""
    if view["current"] == OVER:
        return "♛" if view["chips"][seat] == max(view["chips"]) else " "
    if seat in view["wrong"]:
        return "✘"
    return "▶" if view["current"] == RACE else " "
