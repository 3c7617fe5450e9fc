"""Schollenschubser as a game: its options and its start."""

from typing import ClassVar, Final

from carreau.core.effects import Effect
from carreau.core.options import Choice, Flag, Number, Options
from carreau.games.schollenschubser._state import SchollenschubserGame, SchollenschubserState
from carreau.games.schollenschubser.spec import BOX, MOST_TURNS

LOSING: Final = ("drift", "drop")  # verbs that can send explorers back to the bank


class Schollenschubser(SchollenschubserGame):
    """Schollenschubser for two to four players."""

    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(
        Choice("large_floes", "auto", ("auto", "on", "off")),
        Number("turn_limit", BOX["turn_limit"], 1, MOST_TURNS, examples=(1, 12), bounds_length=True),
        Flag("melt_compulsory", False),
    )

    def start(self) -> SchollenschubserState:
        limit, compulsory = int(self.options["turn_limit"]), self.options["melt_compulsory"] is True
        state = SchollenschubserState(self.seats, limit, self.large_floes(), compulsory)
        state.set_up()
        return state

    def large_floes(self) -> bool:  # scholle.3, scholle.r7
        """Return whether the 4-sides are used."""
        if self.options["large_floes"] == "auto":
            return bool(self.seats >= BOX["large_floes_from"])
        return self.options["large_floes"] == "on"

    def effects(
        self, before: SchollenschubserState, seat: int, action: int, after: SchollenschubserState
    ) -> list[Effect]:
        """List the explorers who have to start again (scholle.7, scholle.11), and those who came aboard."""
        if self.fields(action)["do"] not in LOSING:
            return super().effects(before, seat, action, after)
        back = [int(after.bank(each) - before.bank(each)) for each in range(self.seats)]
        return [Effect("back", each, explorers) for each, explorers in enumerate(back) if explorers]
