"""Nussknacker in the terminal: cards with nuts to count, the hidden card under its cover, a page of notes."""

from itertools import combinations

from rich.box import HEAVY, ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import CHANCE, OVER
from carreau.games.nussknacker._spec import NussknackerViewJson
from carreau.games.nussknacker.spec import Question
from carreau.games.texts import Text

CARD = "bold rgb(70,40,20) on rgb(226,196,150)"
WOOD = "rgb(160,110,60)"
ACROSS = 3  # nuts in a row of a card
SHOWN_QUESTIONS = 10
SHOWN_REVEALED = 6


def draw(view: NussknackerViewJson, text: Text, names: list[str]) -> RenderableType:
    table = Table.grid(padding=(0, 3))
    left = Group(players(view, text, names), revealed(view, text, names))
    table.add_row(left, questions(view, text, names))
    return Group(status(view, text), now(view, text, names), Line(), cards(view, text), sums(view, text), table)


def status(view: NussknackerViewJson, text: Text) -> Line:
    asked = f"{text.word('question')} {len(view['questions'])}/{view['question_limit']}"
    goal = f"{view['target']} {text.word('chips')} {text.word('target')}"
    line = Line(f"{text.word('deal')} {view['deal']}   {asked}   {goal}", style="dim")
    if view["tempo"] == "race" and view["current"] not in (CHANCE, OVER):
        line.append(f"   {text.word('anytime')}", style="dim italic")
    return line


def now(view: NussknackerViewJson, text: Text, names: list[str]) -> Line:
    """Say what the player to move has to do, or how the game ended."""
    if view["current"] == OVER:
        best = [names[seat] for seat, chips in enumerate(view["chips"]) if chips == max(view["chips"])]
        return Line(text.word("won").format(who=best[0]) if len(best) == 1 else text.word("draw"), style="bold green")
    pending = view["pending"] or {"asker": 0, "value": 0, "given": 0, "returned": 0}
    number = pending["returned"] if view["stage"] == "exchanging" else pending["given"]
    words = {
        "who": names[view["turn"]],
        "asker": names[pending["asker"]],
        "value": pending["value"],
        "number": text.filled("several", number=number),
    }
    return Line("▶ ", style="bold").append(text.word(view["stage"]).format(**words), style="bold")


def cards(view: NussknackerViewJson, text: Text) -> Columns:
    """Draw the card that was set aside, then the viewer's hand."""
    known = view["aside"]
    laid = view["stage"] not in ("lot", "laying_aside")
    face = nuts(known) if known else Line("  ╭─╮\n╭─┴─┴─╮\n╰─────╯" if laid else "\n\n", style=WOOD)
    title = f"{text.word('was')} {known}" if known else text.word("hidden")
    shown: list[RenderableType] = [Panel(face, box=HEAVY, title=title, width=15, padding=(0, 3), border_style=WOOD)]
    shown += [
        Panel(nuts(card), box=ROUNDED, title=f"[bold]{card}[/]", width=9, padding=(0, 1)) for card in view["hand"]
    ]
    return Columns(shown, padding=(0, 0))


def nuts(value: int) -> Line:
    """Draw nuts, three to a row."""
    face = Line()
    for first in range(0, ACROSS * ACROSS, ACROSS):
        row = " ".join("●" if first + place < value else " " for place in range(ACROSS))
        face.append(row, style=CARD).append("\n" if first + ACROSS < ACROSS * ACROSS else "")
    return face


def sums(view: NussknackerViewJson, text: Text) -> Line:
    hand = view["hand"]
    if not hand:
        return Line()
    found = {sum(some) for number in range(1, len(hand) + 1) for some in combinations(hand, number)}
    able = [str(value) for value in sorted(found) if value <= view["highest"]]
    held = text.labelled(text.word("your_hand"), " ".join(map(str, hand)))
    return Line(f"{held}   {text.labelled(text.word('sums'), ' '.join(able))}\n")


def players(view: NussknackerViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", text.word("cards"), "", text.word("chips"), ""):
        table.add_column(heading, justify="right" if heading else "left", header_style="dim")
    for seat, held in enumerate(view["held"]):
        mark, chips = mark_of(view, seat), view["chips"][seat]
        name = Line(names[seat], style="bold" if mark in "▶♛" else "")
        coins = Line("●" * min(chips, 10), style="yellow")
        table.add_row(mark, name, str(held), "▮" * held, str(chips), coins + Line(f" {role(view, text, seat)}", "dim"))
    return table


def revealed(view: NussknackerViewJson, text: Text, names: list[str]) -> Line:
    """List the last announcements and the hidden card."""
    line = Line()
    if view["revealed"]:
        line.append(f"\n{text.word('earlier')}\n", style="dim")
    for seat, value, card in view["revealed"][-SHOWN_REVEALED:]:
        line.append("✔ " if value == card else "✘ ", style="green" if value == card else "red")
        line.append(text.word("called").format(who=names[seat], value=value, card=card) + "\n")
    return line


def mark_of(view: NussknackerViewJson, seat: int) -> str:
    if view["current"] == OVER:
        return "♛" if view["chips"][seat] == max(view["chips"]) else " "
    return "▶" if seat == view["turn"] and view["stage"] != "lot" else " "


def role(view: NussknackerViewJson, text: Text, seat: int) -> str:
    pending = view["pending"]
    if pending and seat == pending["asker"]:
        return text.word("asks")
    if pending and seat == pending["asked"]:
        return text.word("asked")
    return text.word("starter") if seat == view["starter"] and view["stage"] != "lot" else ""


def questions(view: NussknackerViewJson, text: Text, names: list[str]) -> Group:
    """List the last questions: who asked whom for what, and which cards moved, as far as the viewer saw them."""
    page = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    first = max(0, len(view["questions"]) - SHOWN_QUESTIONS)
    for number, asked in enumerate(view["questions"][first:], start=first + 1):
        who = f"{names[asked['asker']]} → {names[asked['asked']]}"
        page.add_row(Line(f"{number}.", style="dim"), who, Line(f"{asked['value']}", style="bold"), across(asked, text))
    if not view["questions"]:
        page.add_row(Line(text.word("none_yet"), style="dim"))
    return Group(Line(text.word("questions"), style="dim underline"), page)


def across(asked: Question, text: Text) -> Line:
    if not asked["given"]:
        return Line(f"✘ {text.word('no')}", style="red")
    given = pushed(asked["given"], asked["given_cards"])
    returned = pushed(asked["returned"], asked["returned_cards"])
    return Line(f"⇄ {given} / {returned}", style="green")


def pushed(number: int, seen: list[int] | None) -> str:
    """Draw the cards as 3+3 if the viewer saw them, otherwise their backs."""
    return "+".join(map(str, seen)) if seen else "▮" * number
