"""The positions of tables, for questions to bot workers."""

import json

from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.rng import Rng
from carreau.server.bot_protocol import GameHistory
from carreau.table.table import Table


def history(table: Table) -> GameHistory:
    """Return all moves so far, hidden ones included."""
    assert table.match is not None
    moves = tuple((move.actor, move.action) for move in table.match.moves)
    created = table.created
    return GameHistory(created.game, created.seats, created.options, moves)


def known(table: Table, seat: int) -> GameHistory:
    """Return what a seat knows: all moves if nothing is hidden, otherwise a position that looks the same to the seat.

    That position is guessed from the seat's View, always in the same way, so it tells nothing else.
    """
    assert table.match is not None
    game, created = table.match.game, table.created
    if isinstance(game, PerfectInfoGame):
        return history(table)
    guess = game.guess(table.match.state.view(seat), Rng(0))
    return GameHistory(created.game, created.seats, created.options, (), json.dumps(guess.dump()))
