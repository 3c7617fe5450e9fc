"""Games that bots look at in the background, when nobody else needs them and somebody wants to know."""

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory, Judged
from carreau.server.logs import tell_failure
from carreau.table.commands import Refused

KEPT: Final = 200  # analyses
AT_ONCE: Final = 32  # games that bots look at by turns
OF_ONE: Final = 2  # of these, for the same guest
UNASKED: Final = 60.0  # seconds after which bots stop if nobody asks how far they are; a page that is open asks often
SECONDS_A_MOVE: Final = 0.3
LONGEST_NAME: Final = 100  # characters; every reason may hold a name, and records from elsewhere have any
LANGUAGES: Final = ("en", "de", "nl", "fr", "it")


class Analysis(msgspec.Struct):
    """How far bots have come with a game, and what they found: win probabilities, losses and better moves."""

    decisions: int
    judged: list[Judged]
    done: bool = False
    trouble: str = ""


class Look(NamedTuple):
    """Bots look at a game: for which guest, and what ends it when nobody asks any more."""

    guest: str
    task: asyncio.Task[None]
    end: asyncio.TimerHandle


class Analyses:
    """One for each game that somebody asked about, wherever it was played; the latest are kept."""

    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.found: OrderedDict[bytes, Analysis] = OrderedDict()  # by game
        self.looks: dict[bytes, Look] = {}  # likewise, those that are not done

    def of(self, record: Record, guest: str) -> Analysis:
        """What is known by now. Whoever asks starts it, or lets it go on, unless there is too much to do."""
        game = identity(record)
        analysis = self.found.get(game) or Analysis(sum(actor != CHANCE for actor, _ in record.moves), [])
        if not analysis.done:
            self.look(game, record, analysis, guest)
        self.found[game] = analysis
        self.found.move_to_end(game)
        if len(self.found) > KEPT:
            del self.found[next(old for old in self.found if old not in self.looks)]
        return analysis

    def look(self, game: bytes, record: Record, analysis: Analysis, guest: str) -> None:
        """Let bots look at a game for as long as somebody asks about it."""
        if game in self.looks:
            guest, task, end = self.looks[game]
            end.cancel()
        else:
            self.refuse_too_many(guest)
            task = asyncio.ensure_future(self.run(record, analysis))
            task.add_done_callback(lambda _: self.looks.pop(game).end.cancel())
        self.looks[game] = Look(guest, task, asyncio.get_running_loop().call_later(UNASKED, task.cancel))

    def refuse_too_many(self, guest: str) -> None:
        if [look.guest for look in self.looks.values()].count(guest) >= OF_ONE:
            raise Refused("too_many", f"bots look at {OF_ONE} games for you already; wait until they are done with one")
        if len(self.looks) >= AT_ONCE:
            raise Refused("too_many", f"bots look at {AT_ONCE} games already; try again in some minutes")

    async def run(self, record: Record, analysis: Analysis) -> None:
        """Judge what hasn't been judged yet."""
        game = record.game
        history = GameHistory(game.NAME, game.seats, game.options, tuple(record.moves))
        names = [name[:LONGEST_NAME] for name in record.names]
        first = analysis.judged[-1].index + 1 if analysis.judged else 0
        try:
            async for judged in self.bot_pool.analyse(history, SECONDS_A_MOVE, LANGUAGES, names, first):
                analysis.judged.append(judged)
        except CarreauError as error:
            analysis.trouble = str(error)
            tell_failure("analysis", error)
        analysis.done = True

    async def stop(self) -> None:
        tasks = [look.task for look in self.looks.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def identity(record: Record) -> bytes:
    """The same for the same game of the same people, whether it was played here or is read from a file."""
    game = record.game
    return sha256(msgspec.json.encode([game.NAME, game.seats, game.options, record.names, record.moves])).digest()
