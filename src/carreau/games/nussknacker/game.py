"""Nussknacker as a game: its options, its start and its guesses."""

from typing import ClassVar, Final

from carreau.core.effects import Effect
from carreau.core.game import NOBODY
from carreau.core.options import Choice, Number, Options
from carreau.core.position import require
from carreau.games.nussknacker._state import NussknackerGame, NussknackerState
from carreau.games.nussknacker.spec import MOST_LEFT
from carreau.games.nussknacker.tables import BOX, COPIES, HIGHEST

MOST_QUESTIONS: Final = 120


class Nussknacker(NussknackerGame):
    """Nussknacker for two to four players; a smaller box makes a game small enough to enumerate."""

    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(
        Choice("deck", "12", list(BOX["highest"])),
        Number("target", BOX["target"], 1, BOX["chips"], examples=(2,), bounds_length=True),
        Number("question_limit", MOST_LEFT, 1, MOST_QUESTIONS, examples=(3, MOST_LEFT), bounds_length=True),
        Choice("tempo", "race", ["race", "turns"]),
    )
    UNCERTAIN: ClassVar[frozenset[str]] = frozenset(["announce"])

    def prepare(self) -> None:
        self.highest: int = self.box["highest"][str(self.options["deck"])]
        cards, fewest, most = COPIES * self.highest, self.seats + 1, COPIES * HIGHEST
        require(fewest <= cards <= most, f"nuss.2: {cards} cards for {self.seats} players are not in {fewest}..{most}")

    def start(self) -> NussknackerState:
        limit, target = int(self.options["question_limit"]), int(self.options["target"])
        state = NussknackerState(self.seats, target, self.highest, limit, self.options["tempo"] == "race")
        state.clear_questions()
        state.clear_revealed()
        state.collect()
        return state

    def effects(self, before: NussknackerState, seat: int, action: int, after: NussknackerState) -> list[Effect]:
        gained = super().effects(before, seat, action, after)
        if not gained:
            return []
        right = after.chips(seat) > before.chips(seat)
        called = Effect("right" if right else "wrong", seat, fields={"value": int(before.aside)})
        most = max(after.all_points())
        tied = most >= after.target and after.all_points().count(most) > 1  # nuss.10
        return [called, *gained, *([Effect("tied", NOBODY, most)] if tied else [])]
