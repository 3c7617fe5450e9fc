"""Carreau: small tabletop games to play, study and design."""

from carreau._build import choose_build

choose_build()

from carreau.games.catalogue import GAMES, game  # noqa: E402 (choose the build before importing anything)

__version__ = "0.1.0"
__all__ = ["GAMES", "__version__", "game"]
