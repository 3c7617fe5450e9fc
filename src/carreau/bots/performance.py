"""Summaries of reviews: each player's accuracy, average loss and luck."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from carreau.core.game import OVER, Game, State


class Rated(Protocol):
    """A judged decision, as far as a summary needs it."""

    @property
    def seat(self) -> int: ...
    @property
    def proof(self) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def counted(self) -> float: ...
    @property
    def swing(self) -> tuple[float, ...]: ...


class Performance(msgspec.Struct, frozen=True):
    """The summary of one player; chances are from 0 to 1."""

    seat: int
    decisions: int  # those with a choice
    accuracy: float  # share of them without a verdict
    loss: float  # mean loss per decision
    inaccuracies: int
    mistakes: int
    blunders: int
    luck: float | None  # what chance added to or took from an equal start; None if the game has no result
    luck_share: float | None  # of all that moved the player's chances, from 0 to 1


def performances(rated: Sequence[Rated], seats: int, won: Sequence[float] | None) -> list[Performance]:
    """Summarise a review; `won` is each seat's share of the win."""
    return [performance(rated, seat, seats, won) for seat in range(seats)]


def performance(rated: Sequence[Rated], seat: int, seats: int, won: Sequence[float] | None) -> Performance:
    own = [each for each in rated if each.seat == seat and each.proof != "forced"]
    verdicts = [each.verdict for each in own]
    luck, share = luck_of(rated, seat, seats, won) if won else (None, None)
    return Performance(
        seat=seat,
        decisions=len(own),
        accuracy=verdicts.count("") / len(own) if own else 1.0,
        loss=sum(each.counted for each in own) / len(own) if own else 0.0,
        inaccuracies=verdicts.count("inaccuracy"),
        mistakes=verdicts.count("mistake"),
        blunders=verdicts.count("blunder"),
        luck=luck,
        luck_share=share,
    )


def luck_of(rated: Sequence[Rated], seat: int, seats: int, won: Sequence[float]) -> tuple[float, float]:
    """Return what is left of the result without everybody's losses, and its share of all that moved the chances."""
    own = sum(each.swing[seat] for each in rated if each.seat == seat)
    others = sum(each.swing[seat] for each in rated if each.seat != seat)
    luck = won[seat] - 1 / seats - own - others
    moved = abs(luck) + abs(own) + abs(others)
    return luck, abs(luck) / moved if moved else 0.0


def shares_of_win(game: Game[Any, Any], final: State) -> list[float] | None:
    """Return each seat's share of the win; None if the game isn't over."""
    if final.current != OVER:
        return None
    return [(1.0 + payoff * (game.seats - 1)) / game.seats for payoff in final.result().payoffs]
