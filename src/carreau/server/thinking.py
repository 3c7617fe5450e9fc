"""What runs in a process of its own: a worker that is asked about positions over a line, one question at a time.

A message is its length in four bytes and a msgspec struct. While a worker thinks, anything on the line means that it
should stop: it answers with what it has, and nobody listens. A worker that fails says where and ends; `thinkers`
starts another. What it says of a failure names no position and no card.
"""

import os
import select
import socket
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from carreau.bots.analysis import Analyst, Budget
from carreau.bots.bot import MOST, Bot
from carreau.bots.hints import Hint, hints, reason, words
from carreau.bots.levels import Level, level
from carreau.bots.search import MOST_EDGES, UNTOLD, WAIT
from carreau.core.errors import CarreauError
from carreau.core.game import State, View
from carreau.core.record import Record
from carreau.games.catalogue import AnyGame
from carreau.games.catalogue import game as make
from carreau.games.texts import text
from carreau.table.luck import Luck, luck

POLITE: Final = 5  # how much a worker lets the event loop go first; more, and it starves on a busy machine
GAMES: Final = 64  # that a worker has in mind
PREFIX: Final = 4  # bytes before each message: how long it is
SEED: Final = 1  # of advice, which is the same whenever it is asked for


class Position(msgspec.Struct, frozen=True):
    """A position as all that led to it: (actor, action) from the start, chance included."""

    game: str
    seats: int
    options: dict[str, str | int | bool]
    moves: tuple[tuple[int, int], ...]

    def then(self, actor: int, action: int) -> "Position":
        """The position after something was done."""
        return msgspec.structs.replace(self, moves=(*self.moves, (actor, action)))


# Questions


class Choose(msgspec.Struct, tag=True):
    """What does a bot do? The table names the game that goes on; a bot of the highest level goes on thinking."""

    table: str
    position: Position
    seat: int
    level: str
    seed: int
    seconds: float | None


class Advise(msgspec.Struct, tag=True):
    """What should a seat do, and why?"""

    position: Position
    seat: int
    language: str
    names: tuple[str, ...]
    count: int
    seconds: float


class Judge(msgspec.Struct, tag=True):
    """Was it good what a seat did in a position?"""

    position: Position
    seat: int
    action: int
    languages: tuple[str, ...]
    names: tuple[str, ...]
    seconds: float


class Count(msgspec.Struct, tag=True):
    """What have dice and cards shown a seat so far, beside what was to be expected?"""

    position: Position
    seat: int


class Stop(msgspec.Struct, tag=True):
    """Never mind."""


Question = Choose | Advise | Judge | Count


# Answers


class Thought(msgspec.Struct, tag=True):
    """What a bot does: an action, or -1 where it waits at a race; there, also after how many seconds."""

    action: int
    seconds: float
    considered: tuple[tuple[int, int, float], ...]  # action, how often tried, chance to win; the best first
    proved: bool


class HintText(msgspec.Struct):
    """An action that is worth considering, in words."""

    action: int
    text: str  # its notation
    fields: dict[str, str | int]
    chance: float | None  # to win; None where nothing was to be thought about
    reason: str
    proved: bool


class Advice(msgspec.Struct, tag=True):
    hints: list[HintText]


class Judged(msgspec.Struct, tag=True):
    """A decision of a game, judged by what its seat could know."""

    index: int  # among the moves
    seat: int
    action: int
    text: str  # its notation
    chances: tuple[float, ...]  # of every seat to win, before it
    played: float  # the seat's chance after it
    best: float  # after the best it could have done
    loss: float
    proved: bool
    better: dict[str, list[HintText]]  # by language


class Counted(msgspec.Struct, tag=True):
    luck: list[Luck]


class Ready(msgspec.Struct, tag=True):
    """The first word of a worker."""


class Refusal(msgspec.Struct, tag=True):
    """The question makes no sense: asked again it would make none either."""

    error: str


class Failure(msgspec.Struct, tag=True):
    """The last word of a worker: what kind of error it was, and where."""

    error: str
    places: str


Answer = Ready | Thought | Advice | Judged | Counted | Refusal | Failure

QUESTIONS: Final[msgspec.msgpack.Decoder[Question | Stop]] = msgspec.msgpack.Decoder(Question | Stop)
ANSWERS: Final[msgspec.msgpack.Decoder[Answer]] = msgspec.msgpack.Decoder(Answer)


def framed(message: msgspec.Struct) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(PREFIX) + body


class Line:
    """A worker's end of the line."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.poll = select.poll()  # select() fails on the high numbers that descriptors of a busy server have
        self.poll.register(connection, select.POLLIN)

    def read(self) -> Question | Stop | None:
        """The next message; None when nobody is there any more."""
        length = self.connection.recv(PREFIX, socket.MSG_WAITALL)
        if len(length) < PREFIX:
            return None
        return QUESTIONS.decode(self.connection.recv(int.from_bytes(length), socket.MSG_WAITALL))

    def write(self, answer: Answer) -> None:
        self.connection.sendall(framed(answer))

    def say_farewell(self, failure: Failure) -> None:
        """Tell of a failure, and wait until the other end has hung up: what is closed too early may not arrive."""
        self.write(failure)
        while self.connection.recv(PREFIX):
            pass

    def rings(self) -> bool:
        """Whether somebody wants something, or has hung up."""
        return bool(self.poll.poll(0))


class Followed:
    """A game that a worker has in mind, and its bots that go on with what they thought."""

    def __init__(self, position: Position) -> None:
        self.position = msgspec.structs.replace(position, moves=())
        self.game: AnyGame = make(position.game, position.seats, position.options)
        self.state: State = self.game.start()
        self.bots: dict[int, Bot] = {}  # by seat

    def leads_to(self, position: Position) -> bool:
        """Whether a position is this one or a later one of the same game: not after something was taken back."""
        known = self.position.moves
        return msgspec.structs.replace(position, moves=known) == self.position and position.moves[: len(known)] == known

    def catch_up(self, position: Position) -> None:
        """Do what has been done since; bots are told of it what their seats are told."""
        for actor, action in position.moves[len(self.position.moves) :]:
            unseen = self.state.unseen_by(actor, action)
            self.game.act(self.state, actor, action)
            for seat, bot in self.bots.items():
                bot.saw(actor, UNTOLD if seat in unseen else action)
        self.position = position

    def view(self, seat: int) -> View:
        """What a seat knows that may act: all that a bot ever gets."""
        if seat not in self.state.waiting():
            raise CarreauError(f"seat {seat} has nothing to decide; seats that have: {self.state.waiting()}")
        return self.state.view(seat)

    def bot(self, seat: int, strength: Level, seed: int) -> Bot:
        """A new bot, so that the seed alone decides; only the highest level, which counts seconds, goes on thinking."""
        if strength.number < MOST:
            return Bot(self.game, strength, seed)
        if seat not in self.bots:
            self.bots[seat] = Bot(self.game, strength, seed)
        return self.bots[seat]

    def edges(self) -> int:
        """How much room the trees of its bots take."""
        return sum(int(bot.last_search.tree.edge_count) for bot in self.bots.values() if bot.last_search)


class Worker:
    """Answers questions about positions."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.games: dict[str, Followed] = {}  # by table; the one asked about last comes last

    def serve(self) -> None:
        """Answer questions for as long as there is somebody who asks."""
        self.line.write(Ready())
        while (question := self.line.read()) is not None:
            if not isinstance(question, Stop):  # a Stop that comes now was meant for what is answered already
                self.line.write(self.answer(question))

    def answer(self, question: Question) -> Answer:
        try:
            match question:
                case Choose():
                    return self.choose(question)
                case Advise():
                    return self.advise(question)
                case Judge():
                    return self.judge(question)
                case Count():
                    return self.count(question)
        except CarreauError as error:
            return Refusal(type(error).__name__)

    def choose(self, question: Choose) -> Thought:
        followed = self.follow(question.table, question.position)
        bot = followed.bot(question.seat, level(question.level), question.seed)
        choice = bot.choose(followed.view(question.seat), question.seconds, stop=self.line.rings)
        self.make_room()
        considered = tuple((row.action, row.visits, row.value) for row in choice.considered)
        return Thought(choice.action, choice.seconds, considered, choice.proved)

    def follow(self, table: str, position: Position) -> Followed:
        """The game at a table, brought up to a position; one that went wrong on the way is forgotten."""
        followed = self.games.pop(table, None)
        if followed is None or not followed.leads_to(position):
            followed = Followed(position)
        followed.catch_up(position)
        self.games[table] = followed
        return followed

    def make_room(self) -> None:
        """Forget what was asked about longest ago: whole games where there are many, trees where they are large."""
        while len(self.games) > GAMES:
            del self.games[next(iter(self.games))]
        room = MOST_EDGES - sum(followed.edges() for followed in self.games.values())
        for followed in self.games.values():
            if room >= 0:
                return
            room += followed.edges()
            followed.bots.clear()

    def advise(self, question: Advise) -> Advice:
        followed, analyst = self.at(question.position)
        view = followed.view(question.seat)
        found = hints(analyst, view, question.count, question.seconds)
        return Advice(in_words(found, found, analyst, question.language, question.names))

    def judge(self, question: Judge) -> Judged:
        followed, analyst = self.at(question.position)
        view = followed.view(question.seat)
        followed.catch_up(question.position.then(question.seat, question.action))
        judged = analyst.judge(view, question.action, Budget(question.seconds))
        return Judged(
            index=len(question.position.moves),
            seat=question.seat,
            action=question.action,
            text=analyst.game.text(question.action),
            chances=judged.chances,
            played=judged.played,
            best=judged.best,
            loss=judged.loss,
            proved=judged.proved,
            better={
                language: in_words(judged.better, judged.found, analyst, language, question.names)
                for language in question.languages
            },
        )

    def count(self, question: Count) -> Counted:
        position = question.position
        game = make(position.game, position.seats, position.options)
        record = Record(game, [""] * game.seats, position.moves)
        return Counted(luck(record, question.seat, self.line.rings))

    def at(self, position: Position) -> tuple[Followed, Analyst]:
        """A position, and somebody to ask about it."""
        followed = Followed(position)
        followed.catch_up(position)
        return followed, Analyst(followed.game, SEED, self.line.rings)


def in_words(
    chosen: Sequence[Hint], found: Sequence[Hint], bot: Bot, language: str, names: Sequence[str]
) -> list[HintText]:
    """Some of the hints that were found; players without a name are called by their number."""
    everybody = [*names, *(str(seat + 1) for seat in range(len(names), bot.game.seats))]
    said = text(bot.game.NAME, language)
    return [
        HintText(
            action=hint.action,
            text=words(language)["wait"] if hint.action == WAIT else bot.game.text(hint.action),
            fields={} if hint.action == WAIT else bot.game.fields(hint.action),
            chance=hint.value if hint.visits or hint.proved else None,
            reason=reason(hint, found, bot, said, everybody),
            proved=hint.proved,
        )
        for hint in chosen
    ]


def places(trace: TracebackType | None) -> str:
    """Where an error was, the innermost last. What its message says may quote a card, so that is left out."""
    return ", ".join(
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)
    )


def main() -> None:
    """Be a worker on the socket whose descriptor is the first argument."""
    os.nice(POLITE)
    line = Line(socket.socket(fileno=int(sys.argv[1])))

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not isinstance(error, ConnectionError):  # nobody is left to be told
            line.say_farewell(Failure(kind.__name__, places(trace)))

    sys.excepthook = report
    Worker(line).serve()


if __name__ == "__main__":
    main()
