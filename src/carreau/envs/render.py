"""Rendering of environments: the terminal's board as text or as pixels."""

import io
from typing import Any, Final

from rich.console import Console, RenderableType

from carreau.boards import board
from carreau.core.errors import CarreauError
from carreau.core.game import SPECTATOR, Game
from carreau.envs.pixels import WIDTH, pixels
from carreau.envs.sequential import SequentialState
from carreau.games.texts import text

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]


class Renderer:
    """Drawings of positions from the seat that is asked; after the end, as a spectator sees them."""

    def __init__(self, game: Game[Any, Any], mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise CarreauError(f"render_mode={mode} is not one of {', '.join(RENDER_MODES)}")
        self.game = game
        self.mode = mode
        self.names = [f"player_{seat}" for seat in range(game.seats)]

    def draw(self, sequential: SequentialState) -> Any:
        """Draw a position in the chosen mode: return a string, an array, or None after printing it."""
        drawn = board(sequential.state.view(max(int(sequential.asked), SPECTATOR)), text(self.game.NAME), self.names)
        if self.mode == "rgb_array":
            return pixels(drawn)
        if self.mode == "human":
            Console(width=WIDTH).print(drawn)
        return ansi(drawn) if self.mode == "ansi" else None


def ansi(drawn: RenderableType) -> str:
    """Render a drawing with the escape sequences that colour it in a terminal."""
    written = io.StringIO()
    Console(file=written, width=WIDTH, force_terminal=True, color_system="truecolor").print(drawn)
    return written.getvalue()
