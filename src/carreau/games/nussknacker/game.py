"""Nussknacker as a game: its options, its start and its guesses."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.effects import Effect
from carreau.core.errors import PositionError
from carreau.core.game import NOBODY
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.options import Choice, Number, Options
from carreau.core.spec import Spec
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.spec import SPEC
from carreau.games.nussknacker.tables import BOX, COPIES, HIGHEST
from carreau.games.nussknacker.view import NussknackerView

MOST_QUESTIONS: Final = 120


class Nussknacker(HiddenInfoGame[NussknackerState, NussknackerView]):
    """Nussknacker for two to four players; a smaller box makes a game small enough to enumerate."""

    SPEC: ClassVar[Spec] = SPEC
    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(
        Choice("deck", "12", list(BOX["highest"])),
        Number("target", BOX["target"], 1, BOX["chips"], examples=(2,), bounds_length=True),
        Number(
            "question_limit",
            BOX["question_limit"],
            1,
            MOST_QUESTIONS,
            examples=(3, BOX["question_limit"]),
            bounds_length=True,
        ),
        Choice("tempo", "race", ["race", "turns"]),
    )
    UNCERTAIN: ClassVar[frozenset[str]] = frozenset(["announce"])

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        self.highest: int = (box or BOX)["highest"][str(self.options["deck"])]
        if not seats < COPIES * self.highest <= COPIES * HIGHEST:
            raise PositionError(
                f"nuss.2: {COPIES * self.highest} cards for {seats} players are not in {seats + 1}..{COPIES * HIGHEST}"
            )

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
