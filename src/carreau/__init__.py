"""Carreau: small tabletop games to play, study and design."""

from carreau._build import choose_build

choose_build()

from carreau.games.catalogue import GAMES, game  # noqa: E402 (the build is chosen before anything is imported)

__version__ = "0.1.0"
__all__ = ["GAMES", "__version__", "game"]
