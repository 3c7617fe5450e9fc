"""Games without a board module in the terminal: the parts of a position that spec.py declares."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from carreau.core.parts import SEAT, Part
from carreau.core.spec import Spec
from carreau.games.texts import Text

NOTHING = "–"


def draw(view: Mapping[str, Any], text: Text, names: list[str]) -> RenderableType:
    spec: Spec = import_module(f"carreau.games.{text.game}.spec").SPEC
    parts = [part for part in spec.parts if spec.in_view(part)]
    by_seat = [part for part in parts if part.by[:1] == [SEAT]]
    others = [part for part in parts if part not in by_seat]
    return Group(
        *(line(view, spec, part, text, names) for part in others), Line(), players(view, spec, by_seat, text, names)
    )


def label(part: Part, text: Text) -> str:
    """Return the label of a part: the word with its name in the game's text file."""
    return text.words.get(part.name, part.name.replace("_", " "))


def line(view: Mapping[str, Any], spec: Spec, part: Part, text: Text, names: list[str]) -> Line:
    return Line(text.labelled(label(part, text)), style="dim").append(
        shown(view[part.name], spec, part, part.by, text, names), style="bold"
    )


def players(view: Mapping[str, Any], spec: Spec, parts: list[Part], text: Text, names: list[str]) -> Table:
    """Draw a row for each seat and mark the one to act."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ["", "", *(label(part, text) for part in parts)]:
        table.add_column(heading, header_style="dim")
    for seat, name in enumerate(names):
        acts = view["current"] == seat
        cells = [shown(view[part.name][seat], spec, part, part.by[1:], text, names) for part in parts]
        table.add_row("▶" if acts else " ", Line(name, style="bold" if acts else ""), *cells)
    return table


def shown(value: Any, spec: Spec, part: Part, by: list[str], text: Text, names: list[str]) -> str:
    """List the values of a part along its axes, each with its name except along seats."""
    if not by:
        return " ".join(words(value, part, text, names)) or NOTHING
    labels = names if by[0] == SEAT else [text.value(by[0], each) for each in spec.axes[by[0]]]
    inner = [shown(each, spec, part, by[1:], text, names) for each in value]
    return ", ".join(f"{name} {each}" for name, each in zip(labels, inner, strict=False))


def words(value: Any, part: Part, text: Text, names: list[str]) -> Iterator[str]:
    """Yield the words a player reads for one value."""
    if part.form in ("set", "seats"):
        yield from (names[each] if part.form == "seats" else text.value(part.of, each) for each in value)
    elif part.form == "flag":
        yield "✓" if value else NOTHING
    elif part.form == "seat":
        yield names[value] if value >= 0 else NOTHING
    else:
        yield text.value(part.names, value) if part.form == "name" else str(value)
