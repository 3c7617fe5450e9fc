"""A game that is over, position by position, through any eyes."""

from itertools import islice
from typing import Any

import msgspec

from carreau.core.game import OVER, State
from carreau.core.options import OptionValue
from carreau.core.record import Record
from carreau.table.messages import Ending, Told
from carreau.table.projection import ending, project_move
from carreau.table.types import Move


class Replay(msgspec.Struct, frozen=True):
    """Some positions of a game, from number `first` on; position 0 is before everything."""

    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]
    names: list[str]
    look: int
    events: list[Told]  # all of them: event 0 leads from position 0 to position 1
    first: int
    views: list[dict[str, Any]]
    outcome: Ending | None


def replay(record: Record, look: int, first: int, count: int) -> Replay:
    """Nothing is hidden once a game is over, so any seat may be asked for; whoever asks must have made sure."""
    game, events = record.game, []
    for (actor, action), before in zip(record.moves, record.positions(), strict=False):
        events.append(project_move(game, Move(actor, action, tuple(before.unseen_by(actor, action)), False), look))
    views = [state.view(look).to_json() for state in islice(record.positions(), first, first + count)]
    outcome = outcome_of(record, record.final())
    return Replay(game.NAME, game.VERSION, game.seats, game.options, record.names, look, events, first, views, outcome)


def outcome_of(record: Record, final: State) -> Ending | None:
    """How a game ended by its rules, or was broken off; None if nothing is known of its end."""
    if final.current == OVER:
        return ending(final.result())
    return Ending([], [], "", record.broken_off.why, record.broken_off.seat) if record.broken_off else None
