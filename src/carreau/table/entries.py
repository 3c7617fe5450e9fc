"""What can happen at a table. A table is the sum of its entries: they are stored, and nothing else is.

Whoever reads them knows everything, secrets included; players are told what `table/seen.py` makes of them.
"""

from typing import Literal

import msgspec

from carreau.core.options import OptionValue
from carreau.table.types import ClockSetting

Absent = Literal["wait", "bot"]


class Entry(msgspec.Struct, frozen=True, gc=False, tag_field="what", tag=str.lower):
    """Something that happened, and when, in seconds since 1970."""

    at: float


class Created(Entry, frozen=True):
    """A table was put up. The secret of its dice is fixed before anybody sits there."""

    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    host: str
    secret: str
    private: bool = False
    clock: ClockSetting = ClockSetting()
    absent: Absent = "wait"  # whether a bot plays for somebody who has left
    rematch_of: str = ""

    def __repr__(self) -> str:
        """Without the secret, which must not get into a log."""
        return f"Created(table={self.table!r}, game={self.game!r}, seats={self.seats})"


class Sat(Entry, frozen=True):
    """A guest took a seat, and added a share to the dice."""

    seat: int
    guest: str
    name: str
    share: str


class Hired(Entry, frozen=True):
    """A bot took an empty seat."""

    seat: int
    level: str


class Stood(Entry, frozen=True):
    """Before the game begins: a seat is free again."""

    seat: int


class Started(Entry, frozen=True):
    """From now on seats and shares are fixed, and the dice can be thrown."""


class Acted(Entry, frozen=True):
    """A seat or chance did something. `command` is the sender's own name for it, so that it counts only once."""

    actor: int
    action: int
    command: str = ""
    lag: float = 0.0


class AskedBack(Entry, frozen=True):
    """A seat wants to take its last action back, and others must agree."""

    seat: int
    command: str = ""


class AnsweredBack(Entry, frozen=True):
    seat: int
    agrees: bool


class TakenBack(Entry, frozen=True):
    """So many actions were taken back."""

    seat: int
    actions: int
    command: str = ""


class TakenOver(Entry, frozen=True):
    """A bot plays for a seat: because its player left, or because their time was up."""

    seat: int
    level: str


class CameBack(Entry, frozen=True):
    """The player of a seat plays again."""

    seat: int


class Flagged(Entry, frozen=True):
    """The time of a seat is up; what follows from that is the table's choice."""

    seat: int


class Resumed(Entry, frozen=True):
    """Nobody kept the time, as when the server was away: all who have to decide go on with what they had."""


class Ended(Entry, frozen=True):
    """The game was broken off: a seat gave up or lost on time."""

    seat: int
    why: Literal["resigned", "time"]


class Chatted(Entry, frozen=True):
    guest: str
    name: str
    text: str
    command: str = ""


class GoneOn(Entry, frozen=True):
    """There is a rematch, at another table."""

    table: str


AnyEntry = (
    Created
    | Sat
    | Hired
    | Stood
    | Started
    | Acted
    | AskedBack
    | AnsweredBack
    | TakenBack
    | TakenOver
    | CameBack
    | Flagged
    | Resumed
    | Ended
    | Chatted
    | GoneOn
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
