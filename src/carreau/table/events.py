"""Event sourcing: everything that can happen at a table. Only events are stored, and a table is rebuilt from them.

Events contain secrets; players get the projections of `table/projection.py`. The tags of
stored events can't change: class names in lower case, or the names that classes had before they were renamed.
"""

from typing import Literal

import msgspec

from carreau.core.options import OptionValue
from carreau.table.types import ClockSetting, Reservation

Absent = Literal["wait", "bot"]


class TableEvent(msgspec.Struct, frozen=True, gc=False, tag_field="what", tag=str.lower):
    """Something that happened, with its time in seconds since 1970."""

    at: float


class Created(TableEvent, frozen=True):
    """A table was created. The secret of its dice is fixed before anybody takes a seat."""

    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    host: str
    secret: str
    private: bool = False
    clock: ClockSetting = ClockSetting()
    absent: Absent = "wait"  # whether a bot stands in for an absent player
    rematch_of: str = ""
    reserved: tuple[Reservation, ...] = ()  # by seat; empty where no seat is kept for anybody
    hints: bool = False  # whether bots give hints where several guests play

    def __repr__(self) -> str:
        """Leave out the secret, which must not get into a log."""
        return f"Created(table={self.table!r}, game={self.game!r}, seats={self.seats})"


class Sat(TableEvent, frozen=True):
    """A guest took a seat and pledged a share of the dice.

    Programs may leave their share with the server. Before there were pledges, all shares were open.
    """

    seat: int
    guest: str
    name: str
    share: str = ""  # that the server keeps
    pledge: str = ""


class BotAdded(TableEvent, frozen=True, tag="hired"):
    """A bot took an empty seat."""

    seat: int
    level: str


class Stood(TableEvent, frozen=True):
    """A seat became free before the start of the game."""

    seat: int


class Renamed(TableEvent, frozen=True):
    """A guest gave a seat of theirs another name, as people who share a device do."""

    seat: int
    name: str


class HintsAllowed(TableEvent, frozen=True):
    """The host turned hints on or off."""

    on: bool


class Removed(TableEvent, frozen=True):
    """The host removed a guest from all their seats, and doesn't want them back."""

    guest: str


class SeatLocked(TableEvent, frozen=True):
    """The host locked a free seat, or unlocked it."""

    seat: int
    locked: bool


class Released(TableEvent, frozen=True):
    """A seat is no longer kept for the guest who had it before a rematch."""

    seat: int


class SpectatorsAllowed(TableEvent, frozen=True):
    """The host opened the game to spectators, or closed it."""

    on: bool


class Muted(TableEvent, frozen=True):
    """The host muted a guest, or let them chat again."""

    guest: str
    muted: bool


class HostChanged(TableEvent, frozen=True):
    """A player took over from an absent host; or the host never came, and there is none ("")."""

    guest: str


class StartWanted(TableEvent, frozen=True):
    """A player wants to start without waiting for the host."""

    guest: str


class Pledged(TableEvent, frozen=True):
    """A guest pledged a share for a seat that needed another one."""

    seat: int
    pledge: str


class Sealed(TableEvent, frozen=True):
    """Somebody started the game: seats and pledges are fixed, and all shares are to be revealed."""


class Revealed(TableEvent, frozen=True):
    """A guest revealed the share that was pledged."""

    seat: int
    share: str


class StartFailed(TableEvent, frozen=True):
    """Seats without a revealed share became free; all others need other shares, since theirs are known."""

    seats: tuple[int, ...]


class Started(TableEvent, frozen=True):
    """The game started: seats and shares are fixed, and the dice can be rolled."""


class Acted(TableEvent, frozen=True):
    """A player or chance acted. `command` is the client's id for it, which makes repeated sending safe."""

    actor: int
    action: int
    command: str = ""
    lag: float = 0.0


class UndoRequested(TableEvent, frozen=True, tag="askedback"):
    """A player asked to undo, which needs the consent of the others."""

    seat: int
    command: str = ""


class UndoAnswered(TableEvent, frozen=True, tag="answeredback"):
    """A player agreed to an undo, or declined it."""

    seat: int
    agrees: bool


class Undone(TableEvent, frozen=True, tag="takenback"):
    """The last `actions` actions were undone."""

    seat: int
    actions: int
    command: str = ""


class Hinted(TableEvent, frozen=True):
    """A player asked a bot for a hint."""

    seat: int
    command: str = ""


class TakenOver(TableEvent, frozen=True):
    """A bot stands in for a player who left or ran out of time."""

    seat: int
    level: str


class CameBack(TableEvent, frozen=True):
    """A player took their seat back from a bot."""

    seat: int


class Flagged(TableEvent, frozen=True):
    """A player ran out of time; the settings of the table decide what follows."""

    seat: int


class Resumed(TableEvent, frozen=True):
    """Clocks restarted after an outage: nobody loses the time for which the server was down."""


class Ended(TableEvent, frozen=True):
    """A player resigned or lost on time."""

    seat: int
    why: Literal["resigned", "time"]


class Chatted(TableEvent, frozen=True):
    """A guest wrote a chat message."""

    guest: str
    name: str
    text: str
    command: str = ""


class Rematched(TableEvent, frozen=True, tag="goneon"):
    """A rematch was created, at another table."""

    table: str


AnyEvent = (
    Created
    | Sat
    | BotAdded
    | Stood
    | Renamed
    | HintsAllowed
    | Removed
    | SeatLocked
    | Released
    | SpectatorsAllowed
    | Muted
    | HostChanged
    | StartWanted
    | Pledged
    | Sealed
    | Revealed
    | StartFailed
    | Started
    | Acted
    | UndoRequested
    | UndoAnswered
    | Undone
    | Hinted
    | TakenOver
    | CameBack
    | Flagged
    | Resumed
    | Ended
    | Chatted
    | Rematched
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode
