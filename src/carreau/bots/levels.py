"""The five levels of bots, the same in every game, and a random player."""

from typing import Final

from carreau.core.errors import CarreauError


class Level:
    """A level of play: its budgets and its error rate."""

    def __init__(
        self, number: int, slips: float, simulations: int, positions: int, seconds: float, least_seconds: float
    ) -> None:
        self.number = number
        self.slips = slips  # share of random actions
        self.simulations = simulations  # 0: it plays by the prior alone
        self.positions = positions  # limit for solving an endgame
        self.seconds = seconds  # for a move
        self.least_seconds = least_seconds  # for a move, however many others wait for a bot

    @property
    def counted(self) -> bool:
        """Whether its limit is a number of simulations, which take milliseconds, and not a time."""
        return self.simulations < UNBOUNDED


RANDOM: Final = "random"
UNBOUNDED: Final = 1_000_000  # simulations that never fit into a level's time
LEVELS: Final = {
    0: Level(0, 1.0, 0, 0, 1.0, 0.05),  # random
    1: Level(1, 0.5, 0, 0, 1.0, 0.05),  # learning: half of its actions are random, the rest follow the prior
    2: Level(2, 0.0, 0, 0, 1.0, 0.05),  # follows the prior
    3: Level(3, 0.0, 25, 0, 1.0, 0.05),  # searches a little
    4: Level(4, 0.0, 200, 20_000, 1.0, 0.1),  # searches more, and plays solvable endgames perfectly
    5: Level(5, 0.0, UNBOUNDED, 200_000, 1.0, 0.1),  # as much as fits into a second
}


def level(text: str | int) -> Level:
    """Return a level by its number, or "random"."""
    names = {RANDOM: 0, **{str(number): number for number in LEVELS if number}}
    if str(text) not in names:
        raise CarreauError(f"unknown level {text}; levels are 1 (learning) to 5 (strongest), and random")
    return LEVELS[names[str(text)]]
