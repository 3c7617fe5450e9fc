"""Schlauraff as a game: its options and its start."""

from typing import ClassVar

from carreau.core.errors import OptionError
from carreau.core.options import Choice, Number, Options
from carreau.games.schlauraff._state import SchlauraffGame, SchlauraffState
from carreau.games.schlauraff.board import number_of
from carreau.games.schlauraff.spec import BOX, MOST_COLUMNS, MOST_ROUNDS


class Schlauraff(SchlauraffGame):
    """Schlauraff for two to four players."""

    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(
        Number("columns", 0, 0, MOST_COLUMNS, examples=(0, 4, 8)),  # 0: what the number of players asks for
        Number("rounds", 0, 0, MOST_ROUNDS, examples=(2,), bounds_length=True),  # 0: one for each player
        Choice("leftovers", "stack", ["stack", "extend"]),
        Choice("yellow", "auto", ["auto", "choice"]),
    )

    def prepare(self) -> None:
        possible: list[int] = BOX["columns"][str(self.seats)]
        self.columns = int(self.options["columns"]) or possible[0]
        self.rounds = int(self.options["rounds"]) or self.seats  # schlauraff.3
        if self.columns not in possible:  # schlauraff.2
            numbers = ", ".join(str(count) for count in sorted(possible))
            which = f"one of {numbers}" if len(possible) > 1 else numbers
            raise OptionError(
                f"columns={self.columns} with {self.seats} players is not {which} (or 0 for {possible[0]})"
            )

    def start(self) -> SchlauraffState:
        extend, choice = self.options["leftovers"] == "extend", self.options["yellow"] == "choice"
        state = SchlauraffState(self.seats, self.columns, self.rounds, extend, choice)
        state.fill_bag()
        return state

    def points(self, state: SchlauraffState) -> list[int]:
        """Return the points of earlier rounds plus the chips captured in this one."""
        eaten = [int(number_of(state.captured_of(seat))) for seat in range(self.seats)]
        return [int(state.points(seat)) + eaten[seat] for seat in range(self.seats)]
