"""Statistics of finished games: their results, and the moves of their openings.

Tables are counted once, some time after their end, by any server that shares the database: all would write the same
rows. These name no guest, and outlive their table.
"""

from typing import Any, Final

import msgspec

from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.server.operator_records import Rows, Run
from carreau.study.openings import opening, results

AT_ONCE: Final = 50  # games in one look
MOST_MOVES: Final = 12  # in an answer

UNCOUNTED: Final = """SELECT id FROM tables WHERE status = 'over'
    AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) ORDER BY changed, id LIMIT ?"""
ADD_MOVE: Final = """INSERT INTO opening_moves (table_id, number, position, actor, action, share)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, number) DO NOTHING"""
ADD_RESULT: Final = """INSERT INTO results (table_id, seat, game, seats, decisions, points, share)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat) DO NOTHING"""
PLAYED: Final = """SELECT actor, action, count(*), avg(share) FROM opening_moves WHERE position = ?
    GROUP BY actor, action ORDER BY count(*) DESC, actor, action LIMIT ?"""
RESULTS: Final = """SELECT seats, seat, count(*), avg(decisions), avg(points), avg(share) FROM results
    WHERE game = ? AND share IS NOT NULL GROUP BY seats, seat ORDER BY seats, seat"""


class SeatStatistics(msgspec.Struct, frozen=True):
    """The results of a seat in games with some number of players."""

    seats: int
    seat: int
    games: int
    decisions: float  # of all players in a game, on average
    points: float  # likewise
    share: float  # of the wins


class Played(msgspec.Struct, frozen=True):
    """A move that was played in a position: how often, and its player's share of the wins."""

    actor: int
    action: int
    games: int
    share: float


class GameStatistics:
    """The part of a store that keeps statistics."""

    def __init__(self, run: Run, rows: Rows) -> None:
        self.run = run
        self.rows = rows

    async def uncounted(self) -> list[str]:
        """List finished tables that haven't been counted, the oldest first."""
        return [table for (table,) in await self.rows(UNCOUNTED, AT_ONCE)]

    async def count(self, table: str, record: Record) -> None:
        """Count a finished game; counting it again changes nothing."""
        game = record.game
        for number, move in enumerate(opening(record)):
            await self.run(ADD_MOVE, table, number, *move)
        decisions = sum(actor != CHANCE for actor, _ in record.moves)
        for seat, result in enumerate(results(record)):  # last, because they tell that the table was counted
            await self.run(ADD_RESULT, table, seat, game.NAME, game.seats, decisions, *result)

    async def skip(self, table: str) -> None:
        """Never look at a table again that can't be opened."""
        await self.run(ADD_RESULT, table, 0, "", 0, 0, 0, None)

    async def played(self, position: str) -> list[Played]:
        """List the moves that were played in a position, the most frequent ones first."""
        return [Played(*row) for row in await self.rows(PLAYED, position, MOST_MOVES)]

    async def results(self, game: str) -> list[SeatStatistics]:
        """Return the results of a game by number of players and seat."""
        found: list[tuple[Any, ...]] = await self.rows(RESULTS, game)
        return [SeatStatistics(seats, seat, games, *map(float, averages)) for seats, seat, games, *averages in found]
