"""Replays: the positions of a finished game, from any point of view."""

import re
from itertools import islice
from typing import Final

import msgspec

from carreau.core.errors import NotationError
from carreau.core.game import CHANCE, OVER, State
from carreau.core.options import OptionValue
from carreau.core.record import Record
from carreau.core.rng import Rng
from carreau.table.match import Match, drawn_by
from carreau.table.messages import Ending, GameName, PublicMove, ViewJson
from carreau.table.projection import broken_off, ending, project_move

VARIATION: Final = re.compile(r"([0-9]{1,6}):(-?[0-9]{1,2}\.[0-9]{1,7}(?:,-?[0-9]{1,2}\.[0-9]{1,7}){0,19})")


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
    game = record.game
    events = [project_move(game, move, pov) for move in Match.resumed(record, drawn_by(Rng(0))).moves]
    views = [state.view(pov).to_json() for state in islice(record.positions(), first, first + count)]
    outcome = outcome_of(record, record.final())
    return Replay(game.NAME, game.VERSION, game.seats, game.options, record.names, pov, events, first, views, outcome)


def varied(record: Record, variation: str) -> Record:
    """Return a record that goes on differently: "12:0.345,-1.7" replaces its moves from number 12 on."""
    parsed = VARIATION.fullmatch(variation)
    if parsed is None or int(parsed[1]) > len(record.moves):
        raise NotationError("a variation is NUMBER:ACTOR.ACTION,ACTOR.ACTION … with the number of a move of the record")
    moves = list(record.moves[: int(parsed[1])])
    for move in parsed[2].split(","):
        actor, action = map(int, move.split("."))
        if not CHANCE <= actor < record.game.seats:
            raise NotationError(f"there is no seat {actor}; seats are 0 to {record.game.seats - 1}, chance is {CHANCE}")
        moves.append((actor, action))
    return Record(record.game, record.names, moves)


def outcome_of(record: Record, final: State) -> Ending | None:
    """Describe the end of a record; None if it has none."""
    if final.current == OVER:
        return ending(record.game, final.result())
    broken = record.broken_off
    return broken_off(record.game.seats, broken.why, broken.seat) if broken else None
