"""Games that bots look at in the background, when nobody else needs them."""

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.server.logs import tell_failure
from carreau.server.thinkers import Thinkers
from carreau.server.thinking import Judged, Position
from carreau.table.commands import Refused

KEPT: Final = 200  # analyses
AT_ONCE: Final = 32  # games that bots look at by turns
OF_ONE: Final = 2  # of these, for the same guest
SECONDS_A_MOVE: Final = 0.3
LONGEST_NAME: Final = 100  # characters; every reason may hold a name, and records from elsewhere have any
LANGUAGES: Final = ("en", "de", "nl", "fr", "it")


class Analysis(msgspec.Struct):
    """How far bots have come with a game, and what they found: win probabilities, losses and better moves."""

    decisions: int
    judged: list[Judged]
    done: bool = False
    trouble: str = ""


class Analyses:
    """One for each game that somebody asked about, wherever it was played; the latest are kept."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.found: OrderedDict[bytes, Analysis] = OrderedDict()  # by game
        self.tasks: dict[asyncio.Task[None], str] = {}  # and for which guest

    def of(self, record: Record, guest: str) -> Analysis:
        """What is known by now; the first who asks starts it, unless there is too much to do."""
        game = identity(record)
        if game not in self.found:
            self.refuse_too_many(guest)
            self.found[game] = self.begun(record, guest)
            if len(self.found) > KEPT:
                self.found.popitem(last=False)
        self.found.move_to_end(game)
        return self.found[game]

    def refuse_too_many(self, guest: str) -> None:
        if list(self.tasks.values()).count(guest) >= OF_ONE:
            raise Refused("too_many", f"bots look at {OF_ONE} games for you already; wait until they are done with one")
        if len(self.tasks) >= AT_ONCE:
            raise Refused("too_many", f"bots look at {AT_ONCE} games already; try again in some minutes")

    def begun(self, record: Record, guest: str) -> Analysis:
        analysis = Analysis(sum(actor != CHANCE for actor, _ in record.moves), [])
        task = asyncio.ensure_future(self.run(record, analysis))
        self.tasks[task] = guest
        task.add_done_callback(self.tasks.pop)
        return analysis

    async def run(self, record: Record, analysis: Analysis) -> None:
        game = record.game
        position = Position(game.NAME, game.seats, game.options, tuple(record.moves))
        names = [name[:LONGEST_NAME] for name in record.names]
        try:
            async for judged in self.thinkers.analyse(position, SECONDS_A_MOVE, LANGUAGES, names):
                analysis.judged.append(judged)
        except CarreauError as error:
            analysis.trouble = str(error)
            tell_failure("analysis", error)
        analysis.done = True

    async def stop(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)


def identity(record: Record) -> bytes:
    """The same for the same game of the same people, whether it was played here or is read from a file."""
    game = record.game
    return sha256(msgspec.json.encode([game.NAME, game.seats, game.options, record.names, record.moves])).digest()
