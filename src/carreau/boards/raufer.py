"""Raufer in the terminal: a staircase of floors, the top card highlighted, the order as an arrow."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import OVER
from carreau.games.raufer._spec import RauferViewJson
from carreau.games.texts import Text

STEPS = 4  # floors per line of the staircase
WIDTH = 4
TOP = "bold black on rgb(250,204,70)"
OWN = "bold black on rgb(150,205,160)"
ON_THE_WAY = "bold"
ASIDE = "dim"
ARROWS = {"up": "▲", "down": "▼"}
ENDS = {"up": ("▲", "▲"), "down": ("▼", "▼"), "none": ("[", "]")}  # around the top card


def draw(view: RauferViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(
        status(view, text, names), Line(), stairs(view), legend(view, text), Line(), players(view, text, names)
    )


def status(view: RauferViewJson, text: Text, names: list[str]) -> Line:
    pile = f"{text.word('pile')} {view['pile']} {'▮' * view['pile']}"
    line = Line(f"{text.word('phase')} {view['phase']}   {pile}   ", style="dim")
    if view["order"] != "none":
        line.append(f" {ARROWS[view['order']]} ", style=TOP).append(" ")
    return line.append(what_now(view, text, names), style="bold")


def what_now(view: RauferViewJson, text: Text, names: list[str]) -> str:
    if view["current"] == OVER:
        return f"{names[view['winner']]} {text.word('won')}"
    if view["stage"] in ("lot", "dealing"):
        return text.word(view["stage"])
    if view["order"] == "none":
        return text.word("opens").format(who=names[view["turn"]])
    return text.word(f"orders_{view['order']}").format(who=names[view["commander"]], top=view["top"])


def stairs(view: RauferViewJson) -> Line:
    """Draw the stairs from the bottom left: a few floors per line, masonry below the rest."""
    drawn = Line()
    for flight in range((view["floors"] - 1) // STEPS, -1, -1):
        first, beyond = flight * STEPS + 1, min(view["floors"], flight * STEPS + STEPS) + 1
        drawn.append("  " + " " * WIDTH * (first - 1))
        for floor in range(first, beyond):
            drawn.append_text(step(view, floor))
        drawn.append("░" * WIDTH * (view["floors"] + 1 - beyond) + "\n", style=ASIDE)
    return drawn


def step(view: RauferViewJson, floor: int) -> Line:
    """Draw a floor: ▲12▲ for the top card, (12) in the viewer's hand, × if known to be gone, else plain."""
    if floor == view["top"]:
        return top_card(view)
    if floor in view["hand"]:
        return Line(f"({floor:>2})", style=OWN)
    if view["open_discards"] and any(card == floor for card, _ in view["laid"]):
        return Line("  × ", style=ASIDE)
    return Line(f" {floor:>2} ", style=ON_THE_WAY if obeys(view, floor) else ASIDE)


def top_card(view: RauferViewJson) -> Line:
    left, right = ENDS[view["order"]]
    return Line(f"{left}{view['top']:>2}{right}", style=TOP)


def obeys(view: RauferViewJson, floor: int) -> bool:
    return {"up": floor > view["top"], "down": floor < view["top"], "none": True}[view["order"]]


def legend(view: RauferViewJson, text: Text) -> Line:
    line = Line("  ")
    if view["top"]:
        line.append_text(top_card(view)).append(f" {text.word('top')}   ")
    if view["hand"]:
        yours = text.labelled(text.word("yours"), " ".join(map(str, view["hand"])))
        line.append("(  )", style=OWN).append(f" {yours}   ")
    if view["open_discards"] and view["laid"]:
        line.append(f"× {text.word('laid')}", style=ASIDE)
    return line


def players(view: RauferViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", text.word("cards"), "", ""):
        table.add_column(heading, justify="right" if heading else "left", header_style="dim")
    for seat, held in enumerate(view["held"]):
        mark = mark_of(view, seat)
        style = "bold" if mark in ("▶", "♛") else "dim" if seat in view["out"] else ""
        cards = "▮" * held + (" + ▯" if view["drawn"][seat] else "")
        table.add_row(mark, Line(names[seat], style=style), str(held), cards, standing(view, text, seat))
    return table


def mark_of(view: RauferViewJson, seat: int) -> str:
    if seat == view["winner"]:
        return "♛"
    if view["current"] == OVER or view["stage"] == "lot":
        return " "
    return "▶" if seat == view["turn"] else " "


def standing(view: RauferViewJson, text: Text, seat: int) -> Line:
    """Say what the current order, or the last exit, means for a player."""
    if seat in view["out"]:
        return Line(f"✝ {text.word('out')}", style="dim")
    if seat == view["commander"]:
        return Line(f"{ARROWS[view['order']]} {text.word('commander')}", style="bold yellow")
    if seat in view["failed"]:
        drew = f", {text.word('face_down')}" if view["drawn"][seat] else ""
        return Line(f"✘ {text.word('failed')}{drew}", style="red")
    return Line()
