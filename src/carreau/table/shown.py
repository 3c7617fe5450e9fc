"""What somebody at a table is told, as values; `table/seen.py` makes them of a table."""

from typing import Any

import msgspec

from carreau.core.actions import Value
from carreau.core.options import OptionValue
from carreau.table.types import ClockSetting, Status

Fields = dict[str, Value]


class SeatShown(msgspec.Struct, frozen=True, gc=False):
    """Who sits somewhere. `guest` is the public name of an identity, which is no secret."""

    name: str
    guest: str
    level: str
    stand_in: str
    share: str
    flagged: bool  # their time was up, and they can't take the seat back now


class ClockShown(msgspec.Struct, frozen=True, gc=False):
    """What each seat has left, in seconds, at the moment of telling, and whose time runs."""

    setting: ClockSetting
    left: list[float]
    running: list[int]


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How a game ended. Broken off: `why` says how, and by which seat; there are no ranks then."""

    points: list[int]  # none where a game is just won or lost
    ranks: list[int]
    clause: str
    why: str
    seat: int


class TableShown(msgspec.Struct, frozen=True, gc=False):
    """All about a table that everybody may know."""

    id: str
    game: str
    rules: int
    options: dict[str, OptionValue]
    host: str
    private: bool
    absent: str
    status: Status
    seats: list[SeatShown]
    waiting: list[int]
    race: bool
    clock: ClockShown
    commitment: str
    secret: str  # "" until the game is over
    asking: int  # the seat that wants to take something back, -1 for none
    agreed: list[int]
    outcome: Ending | None
    rematch: str


class Told(msgspec.Struct, frozen=True, gc=False):
    """Something that was done. Who was not told what exactly gets no fields but what kind of thing it was."""

    actor: int  # CHANCE is -1
    action: Fields
    veiled: bool


class Position(msgspec.Struct, frozen=True, gc=False):
    """The game through one pair of eyes, and what may be done."""

    look: int
    decision: int
    view: dict[str, Any]
    legal: list[Fields]  # each with its number under "id"
