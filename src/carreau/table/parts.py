"""Parts of a table that are stored or told as they are: how its clock goes, who sits on a chair, what was done.

They are apart because mypyc, which compiles what works with them, forgets how a Struct is to be (frozen, for example).
"""

from typing import Final, Literal

import msgspec

from carreau.core.errors import CarreauError
from carreau.table.fairness import NO_SHARE

DAY: Final = 86_400.0
MOST: Final = {"move": 3_600.0, "game": 24 * 3_600.0, "days": 30 * DAY}  # seconds

Status = Literal["open", "playing", "over"]
Kind = Literal["none", "move", "game", "days"]
AtFlag = Literal["wait", "bot", "forfeit"]


class ClockError(CarreauError):
    """A clock that nobody could play with."""


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time there is: for each turn (`move`, or `days`), or for the whole game and more with each turn."""

    kind: Kind = "none"
    seconds: float = 0.0
    increment: float = 0.0
    at_flag: AtFlag = "wait"

    @property
    def final(self) -> bool:
        """Whether a flag that has fallen counts for the rest of the game, and not just for a turn."""
        return self.kind == "game" or self.at_flag == "forfeit"

    def check(self) -> None:
        if self.kind == "none":
            return
        if not 1.0 <= self.seconds <= MOST[self.kind]:
            most = MOST[self.kind]
            raise ClockError(f"a clock of kind {self.kind} has 1 to {most:.0f} seconds, not {self.seconds:g}")
        if not 0.0 <= self.increment <= 3_600.0 or (self.increment and self.kind != "game"):
            raise ClockError("an increment is 0 to 3600 seconds, and only a clock for the whole game has one")


class Chair(msgspec.Struct):
    """Who sits on a seat: a guest, a bot, or nobody; and the bot that plays for a guest who is away or out of time."""

    guest: str = ""
    name: str = ""
    share: str = NO_SHARE
    level: str = ""
    stand_in: str = ""
    flagged: bool = False  # the guest's time was up: for the turn that is due, or where that is final for the game

    @property
    def taken(self) -> bool:
        return bool(self.guest or self.level)

    @property
    def bot(self) -> str:
        """The level of the bot that plays here, "" where a person does."""
        return self.level or self.stand_in


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that was done, and who was not told what exactly."""

    actor: int
    action: int
    unseen: tuple[int, ...]  # and no list, which Python would look through for garbage again and again
    drawn: bool  # dice or cards, and not the clock of a race
