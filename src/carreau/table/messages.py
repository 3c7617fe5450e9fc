"""The projections of a table as messages; `table/projection.py` creates them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from carreau.core.actions import Value
from carreau.core.options import OptionValue
from carreau.table.types import ClockSetting, Status

Fields = dict[str, Value]
# The client has types for these, generated from the declarations of games.
GameName = Annotated[str, Meta(extra_json_schema={"x-typescript": "GameName"})]
AnyAction = Annotated[Fields, Meta(extra_json_schema={"x-typescript": "AnyAction"})]
Offered = Annotated[Fields, Meta(extra_json_schema={"x-typescript": "Offered"})]  # an action with its "id"
ViewJson = Annotated[Mapping[str, Any], Meta(extra_json_schema={"x-typescript": "AnyView"})]


class SeatShown(msgspec.Struct, frozen=True, gc=False):
    """A seat. `guest` is the public id of an identity."""

    name: str
    guest: str
    level: str
    stand_in: str
    pledge: str  # the hash of the guest's share; "" for bots, and while there is none
    share: str  # "-" until it is revealed
    flagged: bool  # their time is up, so they can't take the seat back now
    reserved: str  # the guest for whom a free seat is kept; `name` is theirs
    hints: int  # that were used here


class ClockShown(msgspec.Struct, frozen=True, gc=False):
    """The seconds that each seat has left at the time of sending, and the seats whose clocks run."""

    left: list[float]
    running: list[int]


class Ending(msgspec.Struct, frozen=True, gc=False):
    """The end of a game. After a resignation or a loss on time, `why` and `seat` say whose it was."""

    points: list[int]  # empty if the game is only won or lost
    ranks: list[int]
    clause: str  # that ended it
    why: str
    seat: int
    tie: str = ""  # the clause for equal points, if the win was shared or decided by it


class HostingShown(msgspec.Struct, frozen=True, gc=False):
    """The host's decisions, and the guests who want to start without the host."""

    ready: list[str]  # guests who want to start
    muted: list[str]  # guests who may not chat
    locked: list[int]  # seats that only the host can take
    spectators: bool  # whether guests without a seat may watch the game


class TableShown(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything about a table that is public."""

    status: Status
    waiting: list[int]
    race: bool
    clock: ClockShown
    asking: int  # the seat that asks to undo, -1 for none
    agreed: list[int]
    outcome: Ending | None
    id: str
    game: GameName
    rules: int
    options: dict[str, OptionValue]
    host: str  # "" if the host never came
    hosting: HostingShown
    private: bool
    absent: str
    time_control: ClockSetting
    seats: list[SeatShown]
    commitment: str
    attempt: int  # to start the game
    seal: str  # "" until the start; then all shares are to be revealed
    missed: list[str]  # players whose shares were missing in the last attempt, who have lost their seats
    secret: str  # "" until the game is over
    rematch: str
    hints: bool  # whether bots give hints where several guests play


class TableUpdate(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The public facts after a change; omitted ones are unchanged."""

    waiting: list[int]
    status: Status | UnsetType = UNSET
    race: bool | UnsetType = UNSET
    clock: ClockShown | UnsetType = UNSET
    asking: int | UnsetType = UNSET
    agreed: list[int] | UnsetType = UNSET
    outcome: Ending | UnsetType | None = UNSET
    seats: list[SeatShown] | UnsetType = UNSET
    attempt: int | UnsetType = UNSET
    seal: str | UnsetType = UNSET
    missed: list[str] | UnsetType = UNSET
    secret: str | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    host: str | UnsetType = UNSET
    hosting: HostingShown | UnsetType = UNSET


class SeatSummary(msgspec.Struct, frozen=True, gc=False):
    name: str
    level: str  # of a bot


class TableSummary(msgspec.Struct, frozen=True, gc=False):
    """A table in a list."""

    game: str
    options: dict[str, OptionValue]
    clock: ClockSetting
    seats: list[SeatSummary]
    free: int
    rematch: bool = False


class EffectShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One effect of a move: "points", or a kind declared by the game. `seat` is -1 if it concerns nobody."""

    kind: str
    seat: int
    amount: int = 0
    fields: Fields = {}


class PublicMove(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A move and its effects. A viewer who may not see it gets only its kind."""

    actor: int  # CHANCE is -1
    action: Fields
    veiled: bool
    effects: list[EffectShown] = []


class Position(msgspec.Struct, frozen=True, gc=False):
    """The position as a seat or a spectator sees it, with the legal actions."""

    pov: int
    decision: int
    view: ViewJson
    legal: Sequence[Offered]
