"""The five strengths, which mean the same in every game, and none at all."""

from typing import Final

from carreau.core.errors import CarreauError


class Level:
    """How much a bot thinks, and how often it doesn't."""

    def __init__(self, number: int, slips: float, simulations: int, positions: int, seconds: float) -> None:
        self.number = number
        self.slips = slips  # how often it does just anything
        self.simulations = simulations  # 0: it plays by first sight
        self.positions = positions  # that it looks at to prove an endgame
        self.seconds = seconds  # that a move may take


RANDOM: Final = "random"
LEVELS: Final = {
    0: Level(0, 1.0, 0, 0, 1.0),  # no player at all: random
    1: Level(1, 0.5, 0, 0, 1.0),  # learning: every other action is any that is allowed
    2: Level(2, 0.0, 0, 0, 1.0),  # sees what is good now
    3: Level(3, 0.0, 25, 0, 1.0),  # thinks a little ahead
    4: Level(4, 0.0, 200, 20_000, 1.0),  # thinks further, and plays endings without fault where they can be solved
    5: Level(5, 0.0, 1_000_000, 200_000, 1.0),  # all that it can in a second
}


def level(text: str | int) -> Level:
    """A level by its number, or "random"."""
    names = {RANDOM: 0, **{str(number): number for number in LEVELS if number}}
    if str(text) not in names:
        raise CarreauError(f"there is no level {text}; levels are 1 (learning) to 5 (strongest), and random")
    return LEVELS[names[str(text)]]
