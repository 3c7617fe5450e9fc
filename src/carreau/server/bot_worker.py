"""A bot worker: answers the queries of `bot_protocol`, here over a socket, one at a time.

A worker that fails reports the type and place of the error and exits; `bot_pool` starts another. The report names no
position and no card.
"""

import os
import select
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from carreau.bots.analysis import Interrupted, Reviewed, review_move
from carreau.bots.bot import MOST, Bot
from carreau.bots.candidates import Candidate, best_moves
from carreau.bots.hints import Hint, hints, reason, words
from carreau.bots.levels import LEVELS, Level, level
from carreau.bots.search import MOST_EDGES, UNTOLD, WAIT
from carreau.core.errors import CarreauError
from carreau.core.game import State, View
from carreau.core.record import Record
from carreau.games.catalogue import AnyGame
from carreau.games.catalogue import game as make
from carreau.games.texts import text
from carreau.server.bot_protocol import (
    CACHED_GAMES,
    PREFIX,
    QUERIES,
    BotMove,
    BotQuery,
    BotReply,
    CandidateShown,
    CandidatesQuery,
    CandidatesReply,
    Failure,
    GameHistory,
    HintQuery,
    HintReply,
    HintText,
    Incomplete,
    Judged,
    LuckQuery,
    LuckReply,
    MoveQuery,
    Ready,
    Refusal,
    ReviewQuery,
    Stop,
    framed,
    step,
)
from carreau.study.file import position_from
from carreau.table.luck import luck

NICENESS: Final = 5  # leaves the event loop its CPU time; with more, workers starve on a busy machine
SEED: Final = 1  # of hints


class Channel:
    """The worker's end of the socket."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.poll = select.poll()  # select() fails on the high descriptors of a busy server
        self.poll.register(connection, select.POLLIN)

    def read(self) -> BotQuery | Stop | None:
        """Wait for the next message; None at the end of the stream."""
        length = self.connection.recv(PREFIX, socket.MSG_WAITALL)
        if len(length) < PREFIX:
            return None
        return QUERIES.decode(self.connection.recv(int.from_bytes(length), socket.MSG_WAITALL))

    def write(self, reply: BotReply) -> None:
        self.connection.sendall(framed(reply))

    def close_with(self, failure: Failure) -> None:
        """Report a failure, then wait until the peer has closed: closing first could lose the report."""
        self.write(failure)
        while self.connection.recv(PREFIX):
            pass

    def interrupted(self) -> bool:
        """Tell whether a message has arrived, or the peer has closed."""
        return bool(self.poll.poll(0))


class CachedGame:
    """A game that a worker keeps between queries, with its bots and their search trees."""

    def __init__(self, history: GameHistory) -> None:
        self.history = msgspec.structs.replace(history, moves=())
        self.game: AnyGame = make(history.game, history.seats, history.options)
        self.state: State = position_from(self.game, history.start) if history.start else self.game.start()
        self.bots: dict[int, Bot] = {}  # by seat

    def leads_to(self, history: GameHistory) -> bool:
        """Tell whether a history continues this one; it doesn't after moves were taken back."""
        known = self.history.moves
        return msgspec.structs.replace(history, moves=known) == self.history and history.moves[: len(known)] == known

    def catch_up(self, history: GameHistory) -> None:
        """Play the moves made since; tell each bot as much of them as its seat may know."""
        for actor, action in history.moves[len(self.history.moves) :]:
            unseen = self.state.unseen_by(actor, action)
            self.game.act(self.state, actor, action)
            for seat, bot in self.bots.items():
                bot.saw(actor, UNTOLD if seat in unseen else action)
        self.history = history

    def view(self, seat: int) -> View:
        """Show the position to a seat that may act; bots get nothing else."""
        if seat not in self.state.waiting():
            raise CarreauError(f"seat {seat} has nothing to decide; seats that have: {self.state.waiting()}")
        return self.state.view(seat)

    def bot(self, seat: int, strength: Level, seed: int) -> Bot:
        """Create a bot, whose seed alone decides its move; reuse those of the highest level with their trees."""
        if strength.number < MOST:
            return Bot(self.game, strength, seed)
        if seat not in self.bots:
            self.bots[seat] = Bot(self.game, strength, seed)
        return self.bots[seat]

    def edges(self) -> int:
        """Count the edges of all search trees, a measure of their memory."""
        return sum(int(bot.last_search.tree.edge_count) for bot in self.bots.values() if bot.last_search)


class BotWorker:
    """A worker that answers queries about positions."""

    def __init__(self, interrupted: Callable[[], bool]) -> None:
        self.interrupted = interrupted  # whether to end the current query at once
        self.games: dict[str, CachedGame] = {}  # by table, the most recently used last

    def answer(self, query: BotQuery) -> BotReply:
        """Answer a query; refuse an invalid one."""
        try:
            match query:
                case MoveQuery():
                    return self.choose(query)
                case HintQuery():
                    return self.advise(query)
                case ReviewQuery():
                    return self.review(query)
                case LuckQuery():
                    return self.luck(query)
                case CandidatesQuery():
                    return self.candidates(query)
        except CarreauError as error:
            return Refusal(type(error).__name__)

    def choose(self, query: MoveQuery) -> BotMove:
        cached = self.cached(query.table, query.history)
        bot = cached.bot(query.seat, level(query.level), query.seed)
        choice = bot.choose(cached.view(query.seat), query.seconds, stop=self.interrupted)
        self.evict()
        considered = tuple((row.action, row.visits, row.value) for row in choice.considered)
        return BotMove(choice.action, choice.seconds, considered, choice.proved)

    def cached(self, table: str, history: GameHistory) -> CachedGame:
        """Bring the game of a table up to a history; drop the game if a move fails on the way."""
        cached = self.games.pop(table, None)
        if cached is None or not cached.leads_to(history):
            cached = CachedGame(history)
        cached.catch_up(history)
        self.games[table] = cached
        return cached

    def evict(self) -> None:
        """Drop the least recently used: games beyond the limit, and trees beyond their memory."""
        while len(self.games) > CACHED_GAMES:
            del self.games[next(iter(self.games))]
        room = MOST_EDGES - sum(cached.edges() for cached in self.games.values())
        for cached in self.games.values():
            if room >= 0:
                return
            room += cached.edges()
            cached.bots.clear()

    def advise(self, query: HintQuery) -> HintReply:
        loaded = self.load(query.history)
        bot = Bot(loaded.game, LEVELS[MOST], SEED)
        view = loaded.view(query.seat)
        found = hints(bot, view, query.count, query.seconds, stop=self.interrupted)
        return HintReply(in_words(found, found, bot, query.language, query.names))

    def review(self, query: ReviewQuery) -> Judged | Incomplete:
        loaded = self.load(query.history)
        before = loaded.state.clone()
        loaded.view(query.seat)  # refuses a seat that has nothing to decide
        loaded.catch_up(query.history.then(query.seat, query.action))
        moves, move = query.history.moves, (query.seat, query.action)
        try:
            reviewed = review_move(loaded.game, moves, before, move, query.effort, self.interrupted)
        except Interrupted:
            return Incomplete()
        return judged(reviewed, query.languages, query.names)

    def luck(self, query: LuckQuery) -> LuckReply | Incomplete:
        history = query.history
        game = make(history.game, history.seats, history.options)
        record = Record(game, [""] * game.seats, history.moves)
        found = luck(record, query.seat, self.interrupted)
        return Incomplete() if self.interrupted() else LuckReply(found)

    def candidates(self, query: CandidatesQuery) -> CandidatesReply | Incomplete:
        loaded = self.load(query.history)
        loaded.view(query.seat)  # refuses a seat that has nothing to decide
        game, moves = loaded.game, query.history.moves
        try:
            found = best_moves(game, moves, loaded.state, query.seat, query.simulations, self.interrupted)
        except Interrupted:
            return Incomplete()
        bot = Bot(game, LEVELS[MOST], SEED)
        return CandidatesReply([shown_candidate(each, found, bot, query.language, query.names) for each in found])

    def load(self, history: GameHistory) -> CachedGame:
        """Play a history from the start, for a query that doesn't belong to a table."""
        loaded = CachedGame(history)
        loaded.catch_up(history)
        return loaded


def judged(reviewed: Reviewed, languages: Sequence[str], names: Sequence[str]) -> Judged:
    """Put a judgement into words."""
    judgement, game = reviewed.judgement, reviewed.analyst.game
    return Judged(
        index=reviewed.number,
        seat=reviewed.seat,
        action=reviewed.action,
        text=game.text(reviewed.action),
        chances=judgement.chances,
        margins=judgement.margins,
        played=judgement.played,
        best=judgement.best,
        loss=judgement.loss.value,
        low=max(-1.0, judgement.loss.low),  # a chance can't change by more
        high=min(1.0, judgement.loss.high),
        verdict=judgement.verdict,
        proof=judgement.proof,
        samples=judgement.samples,
        oversight=judgement.oversight,
        swing=judgement.swing,
        better={
            language: in_words(judgement.better, judgement.found, reviewed.analyst, language, names)
            for language in languages
        },
        line=[step(game, actor, action) for actor, action in reviewed.line],
        reply=reviewed.outlook.reply,
        plan=reviewed.outlook.plan,
        certain=reviewed.outlook.certain,
    )


def shown_candidate(
    one: Candidate, found: Sequence[Candidate], bot: Bot, language: str, names: Sequence[str]
) -> CandidateShown:
    """Put a candidate into words."""
    hints = [each.hint for each in found if each.hint]
    said = in_words([one.hint], hints, bot, language, names)[0].reason if one.hint else ""
    return CandidateShown(
        one.action,
        bot.game.text(one.action),
        bot.game.fields(one.action),
        one.chance.value,
        one.chance.low,
        one.chance.high,
        one.chances,
        one.proved,
        said,
        [step(bot.game, actor, action) for actor, action in one.line],
    )


def in_words(
    chosen: Sequence[Hint], found: Sequence[Hint], bot: Bot, language: str, names: Sequence[str]
) -> list[HintText]:
    """Explain some of the hints that were found; call players without a name by their number."""
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
    """List the frames of a traceback, the innermost last, without the message, which may name a card."""
    return ", ".join(
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)
    )


def serve(channel: Channel) -> None:
    """Answer queries until the peer closes the socket."""
    worker = BotWorker(channel.interrupted)
    channel.write(Ready())
    while (query := channel.read()) is not None:
        if not isinstance(query, Stop):  # a Stop read here came too late for its query
            channel.write(worker.answer(query))


def main() -> None:
    """Run a worker on the socket whose descriptor is the first argument."""
    os.nice(NICENESS)
    channel = Channel(socket.socket(fileno=int(sys.argv[1])))

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not isinstance(error, ConnectionError):  # then nobody reads the report
            channel.close_with(Failure(kind.__name__, places(trace)))

    sys.excepthook = report
    serve(channel)


if __name__ == "__main__":
    main()
