"""Every message between server and client, defined once. docs/wire.md describes them, web/src/wire.ts is made of them.

A client sends a Command; the server answers each with an Answer that carries the same `ref`, and tells everybody at
the table what happened. Messages are JSON objects; `type` names their type.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from carreau.core.game import SPECTATOR
from carreau.server.problems import WireCode
from carreau.table.messages import AnyAction, EffectShown, Position, PublicMove, TableShown, TableUpdate

Ref = Annotated[str, Meta(max_length=64, description="the sender's own name for the command")]
Seat = Annotated[int, Meta(ge=0, le=15)]
Share = Annotated[str, Meta(max_length=64, description="32 to 64 hexadecimal digits, the seat's part in the dice")]
Level = Annotated[str, Meta(max_length=8)]


def snake_case(name: str) -> str:
    """Name the type of a message: SetPov is "set_pov"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=snake_case):
    """Anything that is sent."""


class Command(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client asks for."""

    ref: Ref


# From the client


class SetPov(Command, frozen=True, kw_only=True):
    """Set the point of view: one of one's own seats, or (-1) a spectator."""

    seat: Annotated[int, Meta(ge=-1, le=15)] = SPECTATOR


class Sit(Command, frozen=True, kw_only=True):
    seat: Seat
    share: Share


class Stand(Command, frozen=True, kw_only=True):
    seat: Seat


class AddBot(Command, frozen=True, kw_only=True):
    """The host puts a bot of a level (1 to 5, random) on a seat."""

    seat: Seat
    level: Level


class Start(Command, frozen=True, kw_only=True):
    """The host begins the game."""


class Act(Command, frozen=True, kw_only=True):
    """Do something: the `id` of a legal action, or the fields of any, to be told which rule is against it.

    `decision` is the one that was shown: if the game has gone on, nothing happens.
    """

    seat: Seat
    decision: int
    action: int | dict[str, str | int]


class RequestUndo(Command, frozen=True, kw_only=True):
    """Take one's last action back."""

    seat: Seat


class AnswerUndo(Command, frozen=True, kw_only=True):
    seat: Seat
    agrees: bool


class Resign(Command, frozen=True, kw_only=True):
    seat: Seat


class ComeBack(Command, frozen=True, kw_only=True):
    """Play oneself again where a bot has taken over."""

    seat: Seat


class Leave(Command, frozen=True, kw_only=True):
    """Give up one's seats, or let a bot play where the table wants so."""


class Chat(Command, frozen=True, kw_only=True):
    """Chat: text, never markup."""

    text: Annotated[str, Meta(max_length=2_000)]


class Rematch(Command, frozen=True, kw_only=True):
    """The same again, at a new table."""


class AskHint(Command, frozen=True, kw_only=True):
    """Ask the strongest bot for advice, in a language."""

    seat: Seat
    language: Annotated[str, Meta(max_length=8)] = "en"


class AskPreviews(Command, frozen=True, kw_only=True):
    """Ask what the legal actions of a seat would do: points, captures and the like."""

    seat: Seat


class Ping(Command, frozen=True, kw_only=True):
    """Ask for an answer at once; `lag` is the round trip in seconds that the client measured, which can only lower the
    lag that the server measured itself."""

    lag: Annotated[float, Meta(ge=0, le=60)] = 0.0


AnyCommand = (
    SetPov
    | Sit
    | Stand
    | AddBot
    | Start
    | Act
    | RequestUndo
    | AnswerUndo
    | Resign
    | ComeBack
    | Leave
    | Chat
    | Rematch
    | AskHint
    | AskPreviews
    | Ping
)


class Named(msgspec.Struct):
    """As much as is read of a command that is wrong otherwise."""

    ref: str = ""


# From the server


class Answer(Message, frozen=True, kw_only=True):
    """What became of a command. If it was refused nothing has changed: `code` is for programs, `text` for people."""

    ref: str
    ok: bool
    code: WireCode | Literal[""] = ""
    text: str = ""
    clause: str = ""  # the rule against it


class ChatLine(msgspec.Struct, frozen=True, gc=False):
    at: float
    guest: str
    name: str
    text: str


class Snapshot(Message, frozen=True, kw_only=True):
    """Everything: after connecting, and after SetPov."""

    number: int  # events of the table so far; later messages have higher numbers
    you: str  # one's own public id
    seats: list[int]  # one's own
    table: TableShown
    position: Position | None
    events: list[PublicMove]
    chat: list[ChatLine]
    present: list[str]  # guests who are connected


class Update(Message, frozen=True, kw_only=True):
    """Something changed. Events that were taken back are the last `undone` before these.

    For the sender of the command that changed it, an Update with its `ref` is the Answer, too.
    """

    number: int
    ref: str = ""
    table: TableUpdate
    position: Position | None
    events: Sequence[PublicMove]
    undone: int = 0
    chat: list[ChatLine] = []


class Present(Message, frozen=True, kw_only=True):
    """Who is connected, and for how many seconds players who are not will be waited for."""

    guests: list[str]
    grace: dict[str, float] = {}


class HintShown(msgspec.Struct, frozen=True, gc=False):
    id: int
    action: AnyAction
    chance: float | None  # to win; null where nothing was to be thought about
    reason: str
    proved: bool


class Hints(Message, frozen=True, kw_only=True):
    ref: str
    hints: list[HintShown]


class Previews(Message, frozen=True, kw_only=True):
    """What the legal actions of a seat would do, by their ids; those without any effect are left out."""

    ref: str
    decision: int
    effects: dict[str, list[EffectShown]]


class Bye(Message, frozen=True, kw_only=True):
    """The server goes away; connect again after some seconds."""

    seconds: float
    text: str


AnyMessage = Answer | Snapshot | Update | Present | Hints | Previews | Bye

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyCommand).decode
