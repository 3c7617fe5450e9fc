"""Reasons in Carré: the turns still needed, what fits on the board afterwards, wasted points, and stoppers."""

from collections.abc import Sequence
from typing import Final

from carreau.bots.games.carre import CarreKnowledge
from carreau.bots.games.carre_boards import blocked_values
from carreau.bots.reasons import Reason, decimal
from carreau.core.game import State
from carreau.games.carre._spec import BUY, END, NAME, STOP, stop_player
from carreau.games.carre._state import CarreState
from carreau.games.carre.dice import STOPPER, SUM
from carreau.games.carre.tiles import VALUES

SLIGHT: Final = 0.05  # turns


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    state = worlds[0]
    assert isinstance(state, CarreState)
    knows = CarreKnowledge(state.seats)
    if NAME <= action < END:
        return []
    then = state.clone()
    then.apply(seat, action)
    if action == END:
        return [*left_over(state, "lost"), to_go(knows.needed(state, seat))]
    found = [to_go(knows.after(state, seat, action))]
    if action < STOP:
        found += [*board(then, seat), *left_over(then, "left"), removable(then, seat)]
    elif action < BUY:
        found += sets_back(knows, state, seat, action) + board(then, seat)
    else:
        found += left_over(then, "left")
    return found


def to_go(turns: float) -> Reason:
    return Reason("turns", -1, {"turns": decimal(turns)})


def left_over(state: CarreState, kind: str) -> list[Reason]:
    """Say how many points of the roll aren't used."""
    points = int(SUM[state.dice])
    return [Reason(kind, -1, {"points": points})] if points else []


def board(state: CarreState, seat: int) -> list[Reason]:
    """Say which tiles still to be built have no flat place now."""
    blocked = int(blocked_values(state.low_digits(seat), state.high_digits(seat), state.supplies_of(seat)))
    values = [value for tile, value in enumerate(VALUES) if blocked >> tile & 1]
    return [Reason("blocked", seat, {"values": values}) if values else Reason("all_fit", seat)]


def removable(state: CarreState, seat: int) -> Reason:
    """Say who could remove a tile with a stopper."""
    for step in range(1, int(state.seats)):
        other = (seat + step) % int(state.seats)
        if state.held(other, STOPPER):
            return Reason("removable", other)
    return Reason("safe")


def sets_back(knows: CarreKnowledge, state: CarreState, seat: int, action: int) -> list[Reason]:
    """Say how many turns a stopper costs its victim."""
    other = int(stop_player(action)) if action < BUY else seat
    then = state.clone()
    then.apply(seat, action)
    lost = knows.needed(then, other) - knows.needed(state, other)
    return [Reason("sets_back", other, {"turns": decimal(lost)})] if other != seat and lost > SLIGHT else []
