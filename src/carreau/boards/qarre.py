"""Qarré in the terminal: four piles in a square, the reserves as overlapping cards, your hand below."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.core.game import OVER
from carreau.games.qarre._spec import QarreViewJson
from carreau.games.texts import Text

INK = {"s": "black", "c": "black", "h": "red3", "d": "red3"}
PAPER = "rgb(250,246,235)"
LIT = "rgb(250,204,70)"
BACK = "white on rgb(60,80,140)"
ROW = 5  # cards in each of the three rows beside the top card of a pile
LONG = 14  # cards of a reserve per line


def draw(view: QarreViewJson, text: Text, names: list[str]) -> RenderableType:
    return Group(
        status(view, text, names),
        action_card(view, text),
        Line(),
        middle(view, text),
        Line(),
        players(view, text, names),
        Line(),
        own_hand(view, text),
        Line(text.word("to_win").format(target=view["target"], lead=view["lead"]), style="dim"),
    )


def status(view: QarreViewJson, text: Text, names: list[str]) -> Line:
    rounds = f"{min(view['reshuffles'] + 1, view['limit'])}/{view['limit']}"
    line = Line().append(f"{text.word('round')} {rounds}   ", style="dim")
    return line.append(what_now(view, text, names), style="bold")


def what_now(view: QarreViewJson, text: Text, names: list[str]) -> str:
    if view["current"] == OVER:
        return text.word("won").format(who=names[view["winner"]]) if view["winner"] >= 0 else text.word("drawn_game")
    stage = view["stage"] if view["stage"] != "laying" else f"laying_{view['hand_card']}"
    face = text.value("face", view["action"].split()[0]) if view["action"] else ""
    return text.word(stage).format(who=names[view["turn"]], face=face)


def action_card(view: QarreViewJson, text: Text) -> Line:
    """Draw the action card with one sentence that explains it."""
    if not view["action"]:
        return Line(f"▢ {text.word('none')}", style="dim")
    face, suit = view["action"].split()
    sign = text.value("card", f"2{suit[0]}")[1:]
    line = Line().append(f" {text.value('face', face)} {sign} ", style=f"bold {INK[suit[0]]} on {LIT}")
    meaning = text.word(f"{face}_{view['jack']}").format(suit=text.value("suit", suit))
    return line.append(f"  {meaning}")


def middle(view: QarreViewJson, text: Text) -> Table:
    table = Table.grid(padding=(0, 4, 0, 0))
    table.add_row(base(view, text), heaps(view, text))
    return table


def base(view: QarreViewJson, text: Text) -> Table:
    """Draw the four piles: the top card framed, the cards it covers beside it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for left, right in ((0, 1), (2, 3)):
        table.add_row(pile(view, text, left), pile(view, text, right))
    return table


def pile(view: QarreViewJson, text: Text, field: int) -> Table:
    """Draw a pile as a framed card; in a trio or quartet with a double frame and a star."""
    cards, lit = view["piles"][field], field + 1 in view["combination"]
    shown = text.value("card", cards[-1]) if cards else "··"
    style = f"bold {INK[cards[-1][-1]]} on {LIT if lit else PAPER}" if cards else "dim"
    frame = ("╔════╗", "║{}║", "╚═★══╝") if lit else ("╭────╮", "│{}│", "╰────╯")
    box = Table.grid()
    box.add_column(width=len(frame[0]) + 2 + ROW * 4 + 4)
    for row, part in enumerate(frame):
        line = Line(f"{field + 1} " if row == 1 else "  ")
        line.append(part.format(f"{shown:^4}"), style=style)
        box.add_row(line.append_text(fringe(text, cards[:-1], row)))
    return box


def fringe(text: Text, covered: Sequence[str], row: int) -> Line:
    """Draw one of the three rows of covered cards, the highest first."""
    line = Line()
    for card in covered[::-1][row * ROW : (row + 1) * ROW]:
        line.append("▏", style="dim").append(text.value("card", card))
    if row == 2 and len(covered) > 3 * ROW:
        line.append(f" +{len(covered) - 3 * ROW}", style="dim")
    return line


def heaps(view: QarreViewJson, text: Text) -> Line:
    discards = [text.value("card", card) for card in view["discards"]]
    lines = Line().append(f"{text.word('stock'):<10}", style="dim").append(f" {view['stock']:>2} ", style=BACK)
    lines.append(f"\n{text.word('discards'):<10} {len(discards):>2}\n", style="dim")
    for start in range(0, len(discards), 7):
        lines.append("  " + " ".join(discards[start : start + 7]) + "\n", style="dim")
    lines.append(f"{text.word('action_cards')} {len(view['actions_left'])}\n", style="dim")
    for face in ("jack", "queen", "king"):
        signs = [text.value("card", f"2{name.split()[1][0]}")[1:] for name in view["actions_left"] if face in name]
        if signs:
            lines.append(f"  {text.value('face', face)} {' '.join(signs)}\n", style="dim")
    return lines


def players(view: QarreViewJson, text: Text, names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "", text.word("points"), text.word("hand"), text.word("reserve")):
        table.add_column(heading, justify="right" if heading == text.word("points") else "left", header_style="dim")
    for seat in (0, 1):
        mark = mark_of(view, seat)
        name = Line(names[seat], style="bold" if mark.strip() else "")
        table.add_row(mark, name, str(view["scores"][seat]), held(view, text, seat), reserve(view, text, seat))
    return table


def mark_of(view: QarreViewJson, seat: int) -> str:
    if seat == view["winner"]:
        return "♛"
    return "▶" if seat == view["turn"] and view["current"] != OVER and view["stage"] != "lot" else " "


def held(view: QarreViewJson, text: Text, seat: int) -> Line:
    """Draw face-down cards, and the cards the viewer is certain of."""
    known = view["known"][seat] if seat != view["seat"] else []
    line = Line("▮" * (view["held"][seat] - len(known)), style="blue")
    if known:
        names = " ".join(text.value("card", card) for card in known)
        line.append(f" {names}", style="default").append(f" ({text.word('known')})", style="dim")
    return line


def reserve(view: QarreViewJson, text: Text, seat: int) -> Line:
    """Draw the overlapping cards, the top one at the right."""
    cards = view["reserves"][seat]
    line = Line()
    if not cards:
        return line.append("–", style="dim")
    if len(cards) > LONG:
        line.append(f"{len(cards) - LONG}… ", style="dim")
    for card in cards[-LONG:-1]:
        line.append(text.value("card", card)).append("▕", style="dim")
    return line.append_text(card_tile(text, cards[-1]))


def card_tile(text: Text, card: str) -> Line:
    return Line(f" {text.value('card', card)} ", style=f"bold {INK[card[-1]]} on {PAPER}")


def own_hand(view: QarreViewJson, text: Text) -> Line:
    line = Line()
    if view["seat"] < 0:
        return line
    line.append(f"{text.word('hand')}  ", style="dim")
    for card in view["hand"]:
        line.append_text(card_tile(text, card)).append("!" if card == view["kept"] else " ")
    return line
