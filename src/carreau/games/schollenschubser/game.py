"""Schollenschubser as a game: its options and its start."""

from typing import ClassVar

from carreau.core.actions import Actions
from carreau.core.observation import Observation
from carreau.core.options import Choice, Flag, Number, Options
from carreau.core.perfect_info import PerfectInfoGame
from carreau.games.schollenschubser.fast import SchollenschubserState
from carreau.games.schollenschubser.spec import BOX, MOST_TURNS, SPEC


class Schollenschubser(PerfectInfoGame[SchollenschubserState]):
    """Schollenschubser for two to four players."""

    NAME: ClassVar[str] = SPEC.game
    VERSION: ClassVar[int] = 1
    DRAWS_LOTS: ClassVar[bool] = True
    SEATS: ClassVar[tuple[int, ...]] = tuple(SPEC.seats)
    OPTIONS: ClassVar[Options] = Options(
        Choice("large_floes", "auto", ("auto", "on", "off")),
        Number("turn_limit", BOX["turn_limit"], 1, MOST_TURNS, examples=(1, 12), bounds_length=True),
        Flag("melt_compulsory", False),
    )
    ACTIONS: ClassVar[Actions] = SPEC.actions
    OBSERVATION: ClassVar[Observation] = SPEC.observation

    def start(self) -> SchollenschubserState:
        limit, compulsory = int(self.options["turn_limit"]), self.options["melt_compulsory"] is True
        state = SchollenschubserState(self.seats, limit, self.large_floes(), compulsory)
        state.set_up()
        return state

    def large_floes(self) -> bool:  # scholle.3, scholle.r7
        """Whether the 4-sides are used."""
        if self.options["large_floes"] == "auto":
            return bool(self.seats >= BOX["large_floes_from"])
        return self.options["large_floes"] == "on"
