"""Carré as a game: its options and its start."""

from typing import ClassVar

from carreau.core.options import Flag, Number, Options
from carreau.games.carre._state import CarreGame, CarreState
from carreau.games.carre.dice import CHIP, GOODS
from carreau.games.carre.spec import MOST_TURNS
from carreau.games.carre.tiles import BOX, COPIES, VALUES


class Carre(CarreGame):
    """Carré for two to four players."""

    OPTIONS: ClassVar[Options] = Options(
        Number("turn_limit", BOX["turn_limit"], 1, MOST_TURNS, examples=(3, 12), bounds_length=True),
        Flag("stoppers", True),
    )

    def start(self) -> CarreState:  # carre.1, carre.3
        state = CarreState(self.seats, int(self.options["turn_limit"]), self.options["stoppers"] is True)
        for goods, name in enumerate(GOODS):
            if goods == CHIP or state.with_stoppers:
                state.add_to_middle(goods, BOX[name]["middle"] * self.seats)
                for seat in range(self.seats):
                    state.add_to_held(seat, goods, BOX[name]["each"])
        for seat in range(self.seats):
            for tile in range(len(VALUES)):
                state.add_to_supplies(seat, tile, COPIES)
        return state
