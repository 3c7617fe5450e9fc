"""Terminal boards: every game drawn in characters from a view."""

from importlib import import_module
from importlib.util import find_spec

from rich.console import RenderableType

from carreau.core.game import View
from carreau.games.texts import Text


def board(view: View, text: Text, names: list[str]) -> RenderableType:
    """Draw the board of a game as one seat sees it; without a board module, draw the declared parts."""
    own = f"carreau.boards.{text.game}"
    drawn: RenderableType = import_module(own if find_spec(own) else "carreau.boards.declared").draw(
        view.to_json(), text, names
    )
    return drawn
