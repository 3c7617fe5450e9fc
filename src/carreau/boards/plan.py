"""Ganz nach Plan!? in the terminal: chairs around a table, the pile in the middle, the viewer's cards below."""

from typing import Literal

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import OVER
from carreau.games.plan._spec import PlanViewJson
from carreau.games.texts import Text

WIDTH = 100
CHAIR = 30
LINES = 10  # larger hands omit the texts of the cards
ACTIVE = "bold black on rgb(250,204,70)"
NOTHING, PILE = -1, -2
CHAIRS = {
    3: [[NOTHING, 0, NOTHING], [NOTHING, PILE, NOTHING], [2, NOTHING, 1]],
    4: [[NOTHING, 0, NOTHING], [3, PILE, 1], [NOTHING, 2, NOTHING]],
}


def draw(view: PlanViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(status(view, text, names), table(view, text, names), hand(view, text))


def status(view: PlanViewJson, text: Text, names: list[str]) -> Line:
    line = Line(f"{text.word('play')} {view['plays']}/{view['play_limit']}   ", style="dim")
    return line.append(what_now(view, text, names), style="bold")


def what_now(view: PlanViewJson, text: Text, names: list[str]) -> str:
    if view["current"] == OVER:
        return text.word("won").format(who=names[view["winner"]]) if view["winner"] >= 0 else text.word("drawn_game")
    who, to = names[view["turn"]], names[view["target"]]
    if view["stage"] == "passing":
        who = ", ".join(names[seat] for seat in view["waiting"])
    return text.word(view["stage"]).format(who=who, to=to)


def table(view: PlanViewJson, text: Text, names: list[str]) -> Table:
    """Draw the places clockwise from A at the top, seen from above."""
    grid = Table.grid(padding=(0, 1), pad_edge=False)
    for _ in range(3):
        grid.add_column(width=CHAIR, justify="center", vertical="middle")
    for row in CHAIRS[len(view["held"])]:
        grid.add_row(*(cell(view, text, names, place) for place in row))
    return grid


def cell(view: PlanViewJson, text: Text, names: list[str], place: int) -> RenderableType:
    if place == PILE:
        return pile(view, text)
    return Line() if place == NOTHING else chair(view, text, names, place)


def chair(view: PlanViewJson, text: Text, names: list[str], place: int) -> Line:
    """Draw ▶ A · Ada, the backs of her cards, and the cards the viewer knows among them."""
    seat = view["places"][place]
    mark = mark_of(view, seat)
    you = f" ({text.word('you')})" if seat == view["seat"] else ""
    line = Line(f" {mark} {'ABCD'[place]} · {names[seat]}{you} ", style=ACTIVE if mark != " " else "bold")
    line.append("\n").append(f"{'▮' * view['held'][seat]} {view['held'][seat]}", style="not bold default on default")
    sure = [] if seat == view["seat"] else view["sure"][seat]
    if sure:
        known = "\n" + text.labelled(text.word("sure"), " ".join(map(str, sure)))
        line.append(known, style="not bold italic default on default")
    return line


def mark_of(view: PlanViewJson, seat: int) -> str:
    if view["current"] == OVER:
        return "♛" if seat == view["winner"] else " "
    if view["stage"] == "passing":
        return "▶" if seat in view["waiting"] else " "
    return "▶" if seat == view["turn"] and view["stage"] != "dealing" else " "


def pile(view: PlanViewJson, text: Text) -> Panel:
    turning = "↻ " + text.word("clockwise") if view["direction"] > 0 else "↺ " + text.word("anticlockwise")
    line = Line(turning + "\n", style="bold")
    line.append(text.labelled(text.word("pile"), len(view["pile"]) or text.word("empty")), style="not bold")
    if view["top"]:
        line.append("\n" + title(view, text, view["top"]), style="not bold")
    if view["open_discards"] and len(view["pile"]) > 1:
        under = [str(card) for card in view["pile"] if card != view["top"]]
        line.append("\n" + " ".join(under), style="not bold dim")
    if view["in_play"]:
        line.append(f"\n{text.word('in_play')}\n", style="not bold")
        line.append(f" {title(view, text, view['in_play'])} ", style=ACTIVE)
    return Panel(line, box=box.ROUNDED, width=CHAIR, padding=0)


def hand(view: PlanViewJson, text: Text) -> RenderableType:
    """Draw the viewer's cards with their texts, unless there are too many."""
    if view["seat"] < 0:
        return Line()
    lines = Line(f"{text.word('your_hand')}\n", style="dim")
    for index, card in enumerate(view["hand"]):
        mark = "→" if card == view["chosen"] else " "
        lines.append(f"{mark}{card:>3}  ", style="not dim bold")
        lines.append(f"{worded(view, text, card, 'name'):<26}", style="not dim")
        if len(view["hand"]) <= LINES:
            lines.append(shortened(worded(view, text, card, "text")) + "\n", style="dim")
        elif index % 3 == 2:
            lines.append("\n")
    if view["chosen"]:
        lines.append(text.word("chosen").format(card=view["chosen"]), style="not dim bold")
    return lines


def title(view: PlanViewJson, text: Text, card: int) -> str:
    return f"{card} {worded(view, text, card, 'name')}"


def worded(view: PlanViewJson, text: Text, card: int, key: Literal["name", "text"]) -> str:
    """Return the name or the text of a card in the viewer's language, or in one the deck has."""
    words = next(entry for entry in view["deck"] if entry["card"] == card)[key]
    return words.get(text.language) or next(iter(words.values()))


def shortened(sentence: str) -> str:
    room = WIDTH - 32
    return sentence if len(sentence) <= room else sentence[: room - 1] + "…"
