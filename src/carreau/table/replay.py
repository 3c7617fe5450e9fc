"""Replays: the positions of a finished game, from any point of view."""

from itertools import islice

import msgspec

from carreau.core.game import OVER, State
from carreau.core.options import OptionValue
from carreau.core.record import Record
from carreau.table.messages import Ending, GameName, PublicMove, ViewJson
from carreau.table.projection import ending, project_move
from carreau.table.types import Move


class Replay(msgspec.Struct, frozen=True):
    """Some positions of a game, from number `first` on; position 0 is the start."""

    game: GameName
    rules: int
    seats: int
    options: dict[str, OptionValue]
    names: list[str]
    pov: int
    events: list[PublicMove]  # all moves: number 0 leads from position 0 to position 1
    first: int
    views: list[ViewJson]
    outcome: Ending | None


def replay(record: Record, pov: int, first: int, count: int) -> Replay:
    """Replay a record from any seat's point of view. The caller makes sure that the game is over."""
    game, events = record.game, []
    for (actor, action), before in zip(record.moves, record.positions(), strict=False):
        events.append(project_move(game, Move(actor, action, tuple(before.unseen_by(actor, action)), False), pov))
    views = [state.view(pov).to_json() for state in islice(record.positions(), first, first + count)]
    outcome = outcome_of(record, record.final())
    return Replay(game.NAME, game.VERSION, game.seats, game.options, record.names, pov, events, first, views, outcome)


def outcome_of(record: Record, final: State) -> Ending | None:
    """Describe the end of a record; None if it has none."""
    if final.current == OVER:
        return ending(final.result())
    return Ending([], [], "", record.broken_off.why, record.broken_off.seat) if record.broken_off else None
