"""The games with hidden information."""

from typing import Final

from carreau.core.perfect_info import PerfectInfoView
from carreau.games.catalogue import GAMES, game


def hides(name: str) -> bool:
    return not isinstance(game(name).start().view(0), PerfectInfoView)


HIDING: Final = [name for name in GAMES if hides(name)]
