"""Messages between the server and its bot workers.

A frame is the length of a message in four bytes, followed by a msgspec struct as MessagePack. A worker answers one
query at a time; any frame that arrives meanwhile tells it to stop: it replies with what it has, or with Incomplete.
"""

from typing import Final

import msgspec

from carreau.bots.analysis import Effort, Proof, Verdict
from carreau.bots.search import WAIT
from carreau.games.catalogue import AnyGame
from carreau.table.luck import Luck

CACHED_GAMES: Final = 64  # per worker; the pool sends a table's queries to a worker that has its game cached
PREFIX: Final = 4  # bytes of a frame's length


class GameHistory(msgspec.Struct, frozen=True):
    """A position, given by the moves that led to it: (actor, action) from the start, chance included."""

    game: str
    seats: int
    options: dict[str, str | int | bool]
    moves: tuple[tuple[int, int], ...]
    start: str = ""  # the position before them as JSON, if it isn't the start of a game

    def then(self, actor: int, action: int) -> "GameHistory":
        """Add a move."""
        return msgspec.structs.replace(self, moves=(*self.moves, (actor, action)))


# Queries


class MoveQuery(msgspec.Struct, tag=True):
    """A question: which move does a bot make? `table` is the key under which the worker caches the game."""

    table: str
    history: GameHistory
    seat: int
    level: str
    seed: int
    seconds: float


class HintQuery(msgspec.Struct, tag=True):
    """A question: which moves are best for a seat, and why?"""

    history: GameHistory
    seat: int
    language: str
    names: tuple[str, ...]
    count: int
    seconds: float


class ReviewQuery(msgspec.Struct, tag=True):
    """A question: how good was a move?"""

    history: GameHistory
    seat: int
    action: int
    languages: tuple[str, ...]
    names: tuple[str, ...]
    effort: Effort


class LuckQuery(msgspec.Struct, tag=True):
    """A question: how do the dice and cards that a seat has seen compare with their expectation?"""

    history: GameHistory
    seat: int


class CandidatesQuery(msgspec.Struct, tag=True):
    """A question: what are the chances of the most promising actions of a seat?"""

    history: GameHistory
    seat: int
    simulations: int
    language: str
    names: tuple[str, ...]


class Stop(msgspec.Struct, tag=True):
    """The current query is no longer needed."""


BotQuery = MoveQuery | HintQuery | ReviewQuery | LuckQuery | CandidatesQuery


# Replies


class BotMove(msgspec.Struct, tag=True):
    """The move of a bot: an action, or -1 to wait in a race; there, also the seconds until it reacts."""

    action: int
    seconds: float
    considered: tuple[tuple[int, int, float], ...]  # action, visits, chance to win; the best first
    proved: bool


class HintText(msgspec.Struct):
    """A recommended action, in words."""

    action: int
    text: str  # its notation
    fields: dict[str, str | int]
    chance: float | None  # to win; None if the bot had nothing to search
    reason: str
    proved: bool


class HintReply(msgspec.Struct, tag=True):
    """The recommended actions, the best first."""

    hints: list[HintText]


class LineStep(msgspec.Struct):
    """A move of a continuation: who acts (-1 for chance), and the action in notation and by its fields."""

    actor: int
    action: int
    text: str
    fields: dict[str, str | int]


def step(game: AnyGame, actor: int, action: int) -> LineStep:
    """Show a move of a continuation."""
    if action == WAIT:
        return LineStep(actor, action, "", {})
    return LineStep(actor, action, game.text(action), game.fields(action))


class Judged(msgspec.Struct, tag=True):
    """A decision of a game, judged by what its seat could know."""

    index: int  # among the moves
    seat: int
    action: int
    text: str  # its notation
    chances: tuple[float, ...]  # of every seat to win, before it
    margins: tuple[float, ...]  # half-widths of their 95 % intervals
    played: float  # the seat's chance after it
    best: float  # after the best it could have done
    loss: float  # the difference, with its 95 % interval
    low: float
    high: float
    verdict: Verdict
    proof: Proof  # how the loss was found, "" if by samples
    samples: int  # pairs of games played
    oversight: str  # what the action certainly missed or spoiled
    swing: tuple[float, ...]  # what every seat gained or lost by it
    better: dict[str, list[HintText]]  # by language
    line: list[LineStep]  # the expected continuation of the first of these, beginning with it
    reply: tuple[int, int] | None  # what the seat could expect of others after its action: who acts, and how
    plan: tuple[int, int] | None  # and of itself
    certain: bool  # whether it knew the hidden card

    @property
    def counted(self) -> float:
        """Return the loss if it is certain that there is one."""
        return self.loss if self.low > 0.0 else 0.0


class LuckReply(msgspec.Struct, tag=True):
    """The figures of luck."""

    luck: list[Luck]


class CandidateShown(msgspec.Struct):
    """An action with the chances of its seat, their 95 % interval, and the expected continuation."""

    action: int
    text: str  # its notation
    fields: dict[str, str | int]
    chance: float
    low: float
    high: float
    chances: tuple[float, ...]  # of every seat
    proved: bool
    reason: str
    line: list[LineStep]  # beginning with the action


class CandidatesReply(msgspec.Struct, tag=True):
    """The most promising actions, the best first."""

    candidates: list[CandidateShown]


class Incomplete(msgspec.Struct, tag=True):
    """A query whose reply would have been incomplete: it has to be asked again."""


class Ready(msgspec.Struct, tag=True):
    """The first message of a worker."""


class Refusal(msgspec.Struct, tag=True):
    """An invalid query; a retry would fail too."""

    error: str


class Failure(msgspec.Struct, tag=True):
    """The last message of a worker: the type of the error, and where it was raised."""

    error: str
    places: str


BotReply = Ready | BotMove | HintReply | Judged | LuckReply | CandidatesReply | Incomplete | Refusal | Failure

QUERIES: Final[msgspec.msgpack.Decoder[BotQuery | Stop]] = msgspec.msgpack.Decoder(BotQuery | Stop)
REPLIES: Final[msgspec.msgpack.Decoder[BotReply]] = msgspec.msgpack.Decoder(BotReply)


def framed(message: msgspec.Struct) -> bytes:
    """Encode a message with its length in front."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(PREFIX) + body
