"""Caro as a game: its options and its start."""

from typing import ClassVar

from carreau.core.options import Flag, Number, Options
from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.spec import Spec
from carreau.games.caro._state import CaroState
from carreau.games.caro.spec import BOX, MOST_ROUNDS, SPEC


class Caro(PerfectInfoGame[CaroState]):
    """Caro for two to four players."""

    SPEC: ClassVar[Spec] = SPEC
    OPTIONS: ClassVar[Options] = Options(
        Flag("honour", False), Number("rounds", 1, 1, MOST_ROUNDS, examples=(1, 3), bounds_length=True)
    )

    def start(self) -> CaroState:
        rounds = int(self.options["rounds"])
        state = CaroState(self.seats, self.options["honour"] is True, rounds, BOX["side"][str(self.seats)])
        state.rounds_left = rounds
        state.set_up()
        return state
