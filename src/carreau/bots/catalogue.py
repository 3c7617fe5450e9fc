"""Which knowledge belongs to which game."""

from importlib import import_module
from typing import Any

from carreau.bots.knowledge import Knowledge
from carreau.core.game import Game
from carreau.games.catalogue import GAMES


def knowledge(game: Game[Any, Any]) -> Knowledge:
    """The knowledge of a game in the catalogue; a game from elsewhere is searched without any."""
    if game.NAME not in GAMES:
        return Knowledge(game.seats)
    module = import_module(f"carreau.bots.games.{game.NAME}")
    made: Knowledge = getattr(module, f"{GAMES[game.NAME]}Knowledge")(game.seats)
    return made
