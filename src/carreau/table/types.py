"""Values of a table that are stored or sent unchanged: clock settings, seats and moves.

They are kept out of the compiled modules, since mypyc ignores the options of a Struct (such as frozen).
"""

from typing import Final, Literal

import msgspec

from carreau.core.effects import Effect
from carreau.core.errors import CarreauError
from carreau.table.fairness import NO_SHARE

DAY: Final = 86_400.0
MOST: Final = {"move": 3_600.0, "game": 24 * 3_600.0, "days": 30 * DAY}  # seconds

Status = Literal["open", "playing", "over"]
Kind = Literal["none", "move", "game", "days"]
AtFlag = Literal["wait", "bot", "forfeit"]
# Why a command is refused, for programs.
RefusalCode = Literal[
    "chat",
    "host_here",
    "illegal",
    "locked",
    "malformed",
    "muted",
    "no_hints",
    "no_seat",
    "not_host",
    "not_started",
    "not_your_turn",
    "not_yours",
    "over",
    "playing",
    "present",
    "rematch",
    "removed",
    "reserved",
    "seats",
    "share",
    "stale",
    "stand_in",
    "started",
    "starting",
    "taken",
    "time_up",
    "too_many",
    "undo",
    "unknown_action",
    "unpledged",
]


class ClockError(CarreauError):
    """A clock setting that makes no sense."""


class ClockSetting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time control: per turn (`move` or `days`), or for the whole game with an increment per turn."""

    kind: Kind = "none"
    seconds: float = 0.0
    increment: float = 0.0
    at_flag: AtFlag = "wait"

    @property
    def final(self) -> bool:
        """Whether a fallen flag counts for the rest of the game, not just for the turn."""
        return self.kind == "game" or self.at_flag == "forfeit"

    def check(self) -> None:
        """Raise ClockError unless the times are within their limits."""
        if self.kind == "none":
            return
        if not 1.0 <= self.seconds <= MOST[self.kind]:
            most = MOST[self.kind]
            raise ClockError(f"a clock of kind {self.kind} has 1 to {most:.0f} seconds, not {self.seconds:g}")
        if not 0.0 <= self.increment <= 3_600.0 or (self.increment and self.kind != "game"):
            raise ClockError("an increment is 0 to 3600 seconds, and only a clock for the whole game has one")


class Reservation(msgspec.Struct, frozen=True, gc=False):
    """The guest for whom a seat of a rematch is kept, and the name they had there; nobody where both are empty."""

    guest: str = ""
    name: str = ""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat with its guest, its bot or nobody, and the bot that stands in for an absent or flagged guest."""

    guest: str = ""
    name: str = ""  # of the player, or of the guest for whom the seat is kept
    share: str = NO_SHARE  # once it is revealed, or the server keeps it
    level: str = ""
    stand_in: str = ""
    flagged: bool = False  # the guest's time is up: for this turn, or for the whole game if the flag is final
    reserved: str = ""  # the guest for whom the seat is kept
    hints: int = 0  # that were used here
    pledge: str = ""  # the hash of the guest's share; "" if there is none yet

    @property
    def taken(self) -> bool:
        return bool(self.guest or self.level)

    @property
    def bot(self) -> str:
        """The level of the bot that plays here, "" if a person does."""
        return self.level or self.stand_in


class Hosting(msgspec.Struct, frozen=True, gc=False):
    """The host, the host's decisions, and the guests who want to start without the host."""

    host: str = ""  # "" if the host never came
    ready: frozenset[str] = frozenset()  # guests who want to start
    removed: frozenset[str] = frozenset()  # guests who may not sit down again
    muted: frozenset[str] = frozenset()  # guests who may not chat
    locked: frozenset[int] = frozenset()  # seats that only the host can take
    spectators: bool = True  # whether guests without a seat may watch the game


class Move(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An action of a player or of chance, with the seats that don't see all of it."""

    actor: int
    action: int
    unseen: tuple[int, ...]  # not a list, which the garbage collector would traverse
    drawn: bool  # dice or cards, not the clock of a race
    effects: tuple[Effect, ...]
