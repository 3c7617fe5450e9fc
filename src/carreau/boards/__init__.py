"""Every game as it looks in the terminal, drawn from a view."""

from importlib import import_module

from rich.console import RenderableType

from carreau.core.game import View
from carreau.games.texts import Text


def board(view: View, text: Text, names: list[str]) -> RenderableType:
    """The board of a game as one seat sees it."""
    drawn: RenderableType = import_module(f"carreau.boards.{text.game}").draw(view.to_json(), text, names)
    return drawn
