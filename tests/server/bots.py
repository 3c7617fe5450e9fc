"""Real worker processes, and game histories for their queries."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from carreau.bots.analysis import Effort
from carreau.bots.bot import Bot
from carreau.bots.levels import level
from carreau.core.game import CHANCE, State
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import BotMove, GameHistory, MoveQuery
from carreau.server.bot_worker import CachedGame

LONG = 3600.0  # seconds; longer than any test waits
SOON = 60.0  # seconds until a test fails, even on a busy machine
FEW = Effort(60, 10, 4, 1)  # simulations for a judgement
PLENTY = 100.0  # seconds for a search that is limited by simulations


def played(name: str, seats: int, decisions: int, seed: int = 1) -> GameHistory:
    """Make some random decisions; stop where a player has to decide."""
    made, rng = game(name, seats), Rng(seed)
    state: State = made.start()
    moves: list[tuple[int, int]] = []
    while decisions or state.current == CHANCE:
        actor = CHANCE if state.current == CHANCE else int(state.random_actor(rng))
        legal = state.legal(actor)
        moves.append((actor, legal[int(rng.below(len(legal)))]))
        decisions -= actor != CHANCE
        state.apply(*moves[-1])
    return GameHistory(name, seats, {}, tuple(moves))


def at(history: GameHistory) -> State:
    loaded = CachedGame(history)
    loaded.catch_up(history)
    return loaded.state


def to_move(history: GameHistory) -> int:
    return at(history).waiting()[0]


def move_query(history: GameHistory, number: str = "5", seconds: float = 0.05, table: str = "t") -> MoveQuery:
    return MoveQuery(table, history, to_move(history), number, 3, seconds)


def in_process(history: GameHistory, number: str, seed: int) -> tuple[Any, ...]:
    """Choose a move without a worker."""
    bot = Bot(game(history.game, history.seats, history.options), level(number), seed)
    choice = bot.choose(at(history).view(to_move(history)), seconds=PLENTY)
    rows = tuple((row.action, row.visits, row.value) for row in choice.considered)
    return choice.action, choice.seconds, rows, choice.proved


def parts(move: BotMove) -> tuple[Any, ...]:
    return move.action, move.seconds, move.considered, move.proved


@asynccontextmanager
async def started(processes: int = 1) -> AsyncIterator[BotPool]:
    pool = BotPool(processes)
    await pool.start()
    try:
        async with asyncio.timeout(SOON):
            yield pool
    finally:
        await pool.stop()


def pids(pool: BotPool) -> list[int]:
    return [worker.process.pid for worker in pool.workers if worker.process]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
