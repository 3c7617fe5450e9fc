"""Misd as a game: its options and its start."""

from typing import ClassVar, Final

from carreau.core.effects import Effect
from carreau.core.errors import OptionError
from carreau.core.options import Choice, Flag, Number, Options, spelled
from carreau.games.misd._state import MisdGame, MisdState
from carreau.games.misd.spec import BOX, CARDS, LARGEST_LIMIT, MOST_CHIPS

LONGEST_TIMEOUT: Final = 3600
ANSWERS: Final = frozenset(["name", "point", "missing"])
HARD_ONLY: Final = ("cards", "others_go_on", "mixed_sides")


class Misd(MisdGame):
    """Misd for two to eight players."""

    OPTIONS: ClassVar[Options] = Options(
        Choice("mode", "simple", ["simple", "hard"]),
        Number(
            "cards", BOX["fewest_cards"], BOX["fewest_cards"], len(CARDS), examples=(BOX["fewest_cards"], len(CARDS))
        ),
        Number("chips", MOST_CHIPS, 1, MOST_CHIPS, examples=(4,)),
        Number("timeout", BOX["timeout"], 1, LONGEST_TIMEOUT),
        Number("limit", BOX["limit"], 1, LARGEST_LIMIT, examples=(24,), bounds_length=True),
        Flag("others_go_on", False),
        Flag("mixed_sides", False),
    )
    UNCERTAIN: ClassVar[frozenset[str]] = ANSWERS  # what is right is for the players to see

    def prepare(self) -> None:
        self.hard = self.options["mode"] == "hard"
        for name in HARD_ONLY:
            value = self.options[name]
            if not self.hard and value != self.OPTIONS.options[name].default:
                raise OptionError(f"{name}={spelled(value)} needs mode=hard")

    @property
    def race_seconds(self) -> float | None:  # misd.r3
        return float(self.options["timeout"])

    def start(self) -> MisdState:
        chips, limit = int(self.options["chips"]), int(self.options["limit"])
        places = int(self.options["cards"]) if self.hard else 1
        others_go_on, mixed_sides = self.options["others_go_on"] is True, self.options["mixed_sides"] is True
        return MisdState(self.seats, chips, self.hard, places, others_go_on, mixed_sides, limit)

    def effects(self, before: MisdState, seat: int, action: int, after: MisdState) -> list[Effect]:
        """Tell whether an answer was right, and the chips it won or lost."""
        if self.fields(action)["do"] not in ANSWERS:
            return []
        answer = Effect("right" if after.last_right else "wrong", seat)
        return [answer, *super().effects(before, seat, action, after)]
