"""The knowledge of each game."""

from importlib import import_module
from typing import Any

from carreau.bots.knowledge import Knowledge
from carreau.core.game import Game
from carreau.games.catalogue import GAMES


def knowledge(game: Game[Any, Any]) -> Knowledge:
    """Return the knowledge of a game; one outside the catalogue gets the defaults."""
    if game.NAME not in GAMES:
        return Knowledge(game.seats)
    module = import_module(f"carreau.bots.games.{game.NAME}")
    made: Knowledge = getattr(module, f"{GAMES[game.NAME]}Knowledge")(game.seats)
    return made
