"""Every message between server and client, defined once. docs/wire.md describes them, web/src/wire.ts is generated.

A client sends a Command; the server answers each with an Answer that carries the same `ref`, and sends updates to
everybody at the table. Messages are JSON objects; `type` names their type.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from carreau.core.game import SPECTATOR
from carreau.server.problems import WireCode
from carreau.table.messages import AnyAction, EffectShown, Position, PublicMove, TableShown, TableUpdate

Ref = Annotated[str, Meta(max_length=64, description="the sender's id for the command")]
Seat = Annotated[int, Meta(ge=0, le=15)]
Share = Annotated[str, Meta(max_length=64, description="32 to 64 hexadecimal digits, the seat's share in the dice")]
Pledged = Annotated[str, Meta(max_length=64, description="64 hexadecimal digits, the hash of the seat's share")]
Attempt = Annotated[int, Meta(ge=1, description="the attempt to start the game, as shown")]
Level = Annotated[str, Meta(max_length=8)]
Name = Annotated[str, Meta(max_length=400, description="as a person types it; the server shortens it")]


def snake_case(name: str) -> str:
    """Name the type of a message: SetPov is "set_pov"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=snake_case):
    """A message in either direction."""


class Command(Message, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message from a client."""

    ref: Ref


# From the client


class SetPov(Command, frozen=True, kw_only=True):
    """Set the point of view: one of your seats, or -1 for a spectator's."""

    seat: Annotated[int, Meta(ge=-1, le=15)] = SPECTATOR


class Sit(Command, frozen=True, kw_only=True):
    """Take a seat, with a name of its own where people share a device, and pledge a share of the dice."""

    seat: Seat
    attempt: Attempt
    pledge: Pledged
    name: Name = ""  # the guest's own if left out


class Pledge(Command, frozen=True, kw_only=True):
    """Pledge a share for a seat of yours that has none: after an attempt to start, all shares are known."""

    seat: Seat
    attempt: Attempt
    pledge: Pledged


class Reveal(Command, frozen=True, kw_only=True):
    """Reveal the share that a seat has pledged, once the table shows its seal."""

    seat: Seat
    share: Share


class RenameSeat(Command, frozen=True, kw_only=True):
    """Rename one of your seats before the game."""

    seat: Seat
    name: Name


class Stand(Command, frozen=True, kw_only=True):
    seat: Seat


class AddBot(Command, frozen=True, kw_only=True):
    """Add a bot of a level (1 to 5, random) to a seat; for the host."""

    seat: Seat
    level: Level


class Start(Command, frozen=True, kw_only=True):
    """Start the game; for the host."""


class Remove(Command, frozen=True, kw_only=True):
    """Remove a person from all their seats before the game (the host); they can't sit down here again."""

    seat: Seat


class LockSeat(Command, frozen=True, kw_only=True):
    """Lock a seat before the game, so that nobody else takes it, or unlock it (the host)."""

    seat: Seat
    locked: bool


class AllowSpectators(Command, frozen=True, kw_only=True):
    """Open the game to guests without a seat, or close it (the host)."""

    on: bool


class Mute(Command, frozen=True, kw_only=True):
    """Keep somebody from chatting, or end that (the host)."""

    guest: Annotated[str, Meta(max_length=64)]
    muted: bool


class ClaimHost(Command, frozen=True, kw_only=True):
    """Become the host before the game, if you have a seat and the host is away."""


class Decline(Command, frozen=True, kw_only=True):
    """Give up the seats of a rematch that are kept for you."""


class AllowHints(Command, frozen=True, kw_only=True):
    """The host turns hints off, or on before the game."""

    on: bool


class Act(Command, frozen=True, kw_only=True):
    """Act: the `id` of a legal action, or the fields of any action, to learn which rule forbids it.

    `decision` is the one that was shown: if the game has moved on, nothing happens.
    """

    seat: Seat
    decision: int
    action: int | dict[str, str | int]


class RequestUndo(Command, frozen=True, kw_only=True):
    """Undo your last action."""

    seat: Seat


class AnswerUndo(Command, frozen=True, kw_only=True):
    seat: Seat
    agrees: bool


class Resign(Command, frozen=True, kw_only=True):
    seat: Seat


class HandOver(Command, frozen=True, kw_only=True):
    """Let a bot play for somebody else who has been away for long; they can take their seat back."""

    seat: Seat


class ComeBack(Command, frozen=True, kw_only=True):
    """Take a seat back from a bot."""

    seat: Seat


class Leave(Command, frozen=True, kw_only=True):
    """Free your seats, or let a bot take over if the table allows it."""


class Chat(Command, frozen=True, kw_only=True):
    """Send a chat message: text, never markup."""

    text: Annotated[str, Meta(max_length=2_000)]


class Rematch(Command, frozen=True, kw_only=True):
    """Create a table for the same game again."""


class AskHint(Command, frozen=True, kw_only=True):
    """Ask the strongest bot for hints, in a language. Everybody sees that somebody asked."""

    seat: Seat
    language: Annotated[str, Meta(max_length=8)] = "en"


class AskPreviews(Command, frozen=True, kw_only=True):
    """Ask for the effects of a seat's legal actions: points, captures and so on."""

    seat: Seat


class Ping(Command, frozen=True, kw_only=True):
    """Ask for an answer at once; `lag` is the round trip in seconds that the client measured, which can only lower the
    lag that the server measured itself."""

    lag: Annotated[float, Meta(ge=0, le=60)] = 0.0


AnyCommand = (
    SetPov
    | Sit
    | Pledge
    | Reveal
    | RenameSeat
    | Stand
    | AddBot
    | Start
    | AllowHints
    | Remove
    | LockSeat
    | AllowSpectators
    | Mute
    | ClaimHost
    | Decline
    | Act
    | RequestUndo
    | AnswerUndo
    | Resign
    | HandOver
    | ComeBack
    | Leave
    | Chat
    | Rematch
    | AskHint
    | AskPreviews
    | Ping
)


class Named(msgspec.Struct):
    """The fields to read of an invalid command."""

    ref: str = ""


# From the server


class Answer(Message, frozen=True, kw_only=True):
    """The result of a command. If it was refused nothing has changed: `code` is for programs, `text` for people."""

    ref: str
    ok: bool
    code: WireCode | Literal[""] = ""
    text: str = ""
    clause: str = ""  # the clause against it


class ChatLine(msgspec.Struct, frozen=True, gc=False):
    at: float
    guest: str
    name: str
    text: str


class Snapshot(Message, frozen=True, kw_only=True):
    """Everything: sent after connecting and after SetPov."""

    number: int  # number of events so far; later messages have higher numbers
    you: str  # your public id
    seats: list[int]  # your seats
    table: TableShown
    position: Position | None
    events: list[PublicMove]
    chat: list[ChatLine]
    present: list[str]  # players who are connected, and the host
    spectators: int = 0  # other guests who are connected


class Update(Message, frozen=True, kw_only=True):
    """A change. The last `undone` events before these were undone.

    For the sender of the command that caused it, an Update with its `ref` is also the Answer.
    """

    number: int
    ref: str = ""
    table: TableUpdate
    position: Position | None
    events: Sequence[PublicMove]
    undone: int = 0
    declined: int = -1  # the seat that declined an undo
    chat: list[ChatLine] = []


class Present(Message, frozen=True, kw_only=True):
    """The connected guests, and for how many more seconds the game waits for absent players."""

    guests: list[str]  # players, and the host
    spectators: int = 0
    grace: dict[str, float] = {}


class HintShown(msgspec.Struct, frozen=True, gc=False):
    id: int
    action: AnyAction | None  # null to wait, in a race
    chance: float | None  # to win; null if there was nothing to think about
    reason: str
    proved: bool


class Hints(Message, frozen=True, kw_only=True):
    ref: str
    hints: list[HintShown]


class Previews(Message, frozen=True, kw_only=True):
    """The effects of a seat's legal actions, by id; actions without effects are left out."""

    ref: str
    decision: int
    effects: dict[str, list[EffectShown]]


class Bye(Message, frozen=True, kw_only=True):
    """The server is shutting down; reconnect after some seconds."""

    seconds: float
    text: str


class Announcement(Message, frozen=True, kw_only=True):
    """A sentence from the operators for everybody; "" if there is none any more."""

    text: str


AnyMessage = Answer | Snapshot | Update | Present | Hints | Previews | Bye | Announcement

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyCommand).decode
