"""Games that bots look at in the background, when nobody else needs them."""

import asyncio
from collections import OrderedDict
from typing import Final

import msgspec

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.server.logs import tell_failure
from carreau.server.thinkers import Thinkers
from carreau.server.thinking import Judged, Position

KEPT: Final = 200  # analyses
SECONDS_A_MOVE: Final = 0.3
LANGUAGES: Final = ("en", "de", "nl", "fr", "it")


class Analysis(msgspec.Struct):
    """How far bots have come with a game, and what they found: win probabilities, losses and better moves."""

    decisions: int
    judged: list[Judged]
    done: bool = False
    trouble: str = ""


class Analyses:
    """One for each game that somebody asked about, the latest are kept."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.found: OrderedDict[str, Analysis] = OrderedDict()
        self.tasks: set[asyncio.Task[None]] = set()

    def of(self, table: str, record: Record) -> Analysis:
        """What is known by now; the first who asks starts it."""
        if table not in self.found:
            decisions = sum(actor != CHANCE for actor, _ in record.moves)
            self.found[table] = Analysis(decisions, [])
            task = asyncio.ensure_future(self.run(record, self.found[table]))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            if len(self.found) > KEPT:
                self.found.popitem(last=False)
        self.found.move_to_end(table)
        return self.found[table]

    async def run(self, record: Record, analysis: Analysis) -> None:
        game = record.game
        position = Position(game.NAME, game.seats, game.options, tuple(record.moves))
        try:
            async for judged in self.thinkers.analyse(position, SECONDS_A_MOVE, LANGUAGES, record.names):
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
