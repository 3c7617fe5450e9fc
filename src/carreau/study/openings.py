"""Openings: the first moves of games that everybody saw, and the positions that they lead to.

A position is named by a hash of the game and of what a spectator saw since its start. So games in which different cards
lie hidden reach the same position, and no name tells anything about them.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from carreau.bots.performance import shares_of_win
from carreau.core.game import CHANCE, SPECTATOR, Game, State
from carreau.core.record import Record
from carreau.study.tree import Move

LONGEST: Final = 12  # moves of players in an opening
DIGITS: Final = 32  # of a position's name


class OpeningMove(NamedTuple):
    """A player's move in a position, and the share of the win it led to in the end."""

    position: str
    actor: int
    action: int
    share: float


class SeatResult(NamedTuple):
    """The result of a seat: points, and its share of the win; None if the game was broken off."""

    points: int
    share: float | None


def positions(game: Game[Any, Any], moves: Sequence[Move]) -> Iterator[tuple[str, bool]]:
    """Yield the name of the position before each move and whether all see the move; then that of the last position."""
    state: State = game.start()
    name = hashed(repr((game.NAME, game.VERSION, game.seats, sorted(game.options.items()))))
    for actor, action in moves:
        seen = SPECTATOR not in state.unseen_by(actor, action)
        yield name, seen
        name = hashed(f"{name} {actor} {action if seen else '?'}")
        state.apply(actor, action)
    yield name, False


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGITS]


def position_name(game: Game[Any, Any], moves: Sequence[Move]) -> str:
    """Name the position after some legal moves; "" if it comes later than any opening."""
    if sum(actor != CHANCE for actor, _ in moves) >= LONGEST:
        return ""
    return [name for name, _ in positions(game, moves)][-1]


def opening(record: Record) -> list[OpeningMove]:
    """List the moves of a game's opening that everybody saw; none if the game has no result."""
    won = shares_of_win(record.game, record.final())
    if won is None:
        return []
    numbers = [number for number, (actor, _) in enumerate(record.moves) if actor != CHANCE][:LONGEST]
    moves = record.moves[: numbers[-1] + 1] if numbers else []
    return [
        OpeningMove(name, actor, action, won[actor])
        for (name, seen), (actor, action) in zip(positions(record.game, moves), moves, strict=False)
        if seen and actor != CHANCE
    ]


def results(record: Record) -> list[SeatResult]:
    """Return the result of each seat."""
    final = record.final()
    won = shares_of_win(record.game, final)
    points = final.result().points if won else [0] * record.game.seats
    return [SeatResult(points[seat], won[seat] if won else None) for seat in range(record.game.seats)]
