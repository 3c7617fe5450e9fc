"""The knowledge of each game."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from carreau.bots.knowledge import Knowledge
from carreau.bots.rules_only import RulesOnly
from carreau.core.game import Game


def knowledge(game: Game[Any, Any]) -> Knowledge:
    """Return the knowledge of a game, or RulesOnly if it has none."""
    module = f"carreau.bots.games.{game.NAME}"
    if not find_spec(module):
        return RulesOnly(game.seats)
    made: Knowledge = getattr(import_module(module), f"{game.NAME.capitalize()}Knowledge")(game.seats)
    return made
