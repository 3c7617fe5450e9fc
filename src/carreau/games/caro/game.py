"""Caro as a game: its options and its start."""

from typing import ClassVar

from carreau.core.options import Flag, Number, Options
from carreau.games.caro._state import CaroGame, CaroState
from carreau.games.caro.spec import BOX, MOST_ROUNDS


class Caro(CaroGame):
    """Caro for two to four players."""

    OPTIONS: ClassVar[Options] = Options(
        Flag("honour", False), Number("rounds", 1, 1, MOST_ROUNDS, examples=(1, 3), bounds_length=True)
    )

    def start(self) -> CaroState:
        rounds = int(self.options["rounds"])
        state = CaroState(self.seats, self.options["honour"] is True, rounds, BOX["side"][str(self.seats)])
        state.rounds_left = rounds
        state.set_up()
        return state
