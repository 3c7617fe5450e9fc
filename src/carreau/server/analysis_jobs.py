"""Analyses of games by bots, run in the background while somebody asks for them."""

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from carreau.bots.analysis import EFFORT, METHOD
from carreau.bots.comments import CommentKind, SeenMove, comments
from carreau.bots.performance import Performance, performances, shares_of_win
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import GameHistory, Judged, LineStep, step
from carreau.server.logs import tell_failure
from carreau.table.commands import Refused

CACHED: Final = 200  # cached analyses
RUNNING: Final = 32  # concurrent analyses, interleaved
PER_GUEST: Final = 2  # of these, per guest
ABANDONED: Final = 60.0  # seconds without a request after which a job stops; an open page asks often
LONGEST_NAME: Final = 100  # characters; every reason may contain a name, which uploaded records choose freely
LANGUAGES: Final = ("en", "de", "nl", "fr", "it")


class CommentShown(msgspec.Struct):
    """A comment of a bot on one of its decisions, with its chances to win then and at the next one."""

    seat: int
    number: int  # of the decision, among the moves
    kind: CommentKind
    before: float
    after: float
    move: LineStep | None  # what it planned or feared


class Analysis(msgspec.Struct):
    """The progress of an analysis and its findings so far: win probabilities, losses and better moves."""

    decisions: int
    judged: list[Judged]
    done: bool = False
    trouble: str = ""
    method: int = METHOD  # findings of different methods aren't comparable
    players: list[Performance] = []  # once it is done
    comments: list[CommentShown] = []  # of the bots that played from the start; likewise


class AnalysisJob(NamedTuple):
    """A running analysis, the guest it counts for, and the timer that stops it."""

    guest: str
    task: asyncio.Task[None]
    timer: asyncio.TimerHandle


class AnalysisJobs:
    """Analyses by game, wherever it was played: the running ones, and a cache of the latest."""

    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.found: OrderedDict[bytes, Analysis] = OrderedDict()  # by fingerprint
        self.running: dict[bytes, AnalysisJob] = {}  # likewise

    def get(self, record: Record, guest: str, address: str = "") -> Analysis:
        """Return the findings so far; start or continue the analysis, or refuse if too many are running."""
        game = fingerprint(record)
        analysis = self.found.get(game) or Analysis(sum(actor != CHANCE for actor, _ in record.moves), [])
        if not analysis.done:
            self.keep_running(game, record, analysis, guest, address)
        self.found[game] = analysis
        self.found.move_to_end(game)
        if len(self.found) > CACHED:
            del self.found[next(old for old in self.found if old not in self.running)]
        return analysis

    def keep_running(self, game: bytes, record: Record, analysis: Analysis, guest: str, address: str) -> None:
        """Start a job, or restart the timer of the running one."""
        if game in self.running:
            guest, task, timer = self.running[game]
            timer.cancel()
        else:
            self.refuse_too_many(guest)
            task = asyncio.ensure_future(self.run(record, analysis, guest, address))
            task.add_done_callback(lambda _: self.running.pop(game).timer.cancel())
        timer = asyncio.get_running_loop().call_later(ABANDONED, task.cancel)
        self.running[game] = AnalysisJob(guest, task, timer)

    def refuse_too_many(self, guest: str) -> None:
        if [job.guest for job in self.running.values()].count(guest) >= PER_GUEST:
            raise Refused(
                "too_many", f"bots are already analysing {PER_GUEST} games for you; wait until one is finished"
            )
        if len(self.running) >= RUNNING:
            raise Refused("too_many", f"bots are already analysing {RUNNING} games; try again in a few minutes")

    async def run(self, record: Record, analysis: Analysis, guest: str, address: str) -> None:
        """Judge the decisions that haven't been judged yet."""
        game = record.game
        history = GameHistory(game.NAME, game.seats, game.options, tuple(record.moves))
        names = [name[:LONGEST_NAME] for name in record.names]
        first = analysis.judged[-1].index + 1 if analysis.judged else 0
        try:
            async for judged in self.bot_pool.analyse(history, EFFORT, LANGUAGES, names, first, guest, address):
                analysis.judged.append(judged)
        except CarreauError as error:
            analysis.trouble = str(error)
            tell_failure("analysis", error)
        else:
            won = shares_of_win(game, await asyncio.to_thread(record.final))
            analysis.players = performances(analysis.judged, game.seats, won)
            analysis.comments = await asyncio.to_thread(commented, record, analysis.judged)
        analysis.done = True

    async def stop(self) -> None:
        tasks = [job.task for job in self.running.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def commented(record: Record, judged: list[Judged]) -> list[CommentShown]:
    """Let the bots of a game comment on it."""
    befores = record.positions()
    moves = [SeenMove(move, before.unseen_by(*move)) for move, before in zip(record.moves, befores, strict=False)]
    return [
        CommentShown(*each[:-1], step(record.game, *each.move) if each.move else None)
        for each in comments(judged, record.bots, moves)
    ]


def fingerprint(record: Record) -> bytes:
    """Hash a game: equal for the same moves of the same people, whether played here or uploaded."""
    game = record.game
    return sha256(
        msgspec.json.encode([game.NAME, game.seats, game.options, record.names, record.bots, record.moves])
    ).digest()
