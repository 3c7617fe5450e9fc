"""A second implementation of every game: simple rather than fast, and written from the rules alone.

Functions that implement a rule name its clauses; `carreau rules NAME` prints them.
"""

from importlib import import_module
from typing import Protocol, cast

from carreau.games.catalogue import AnyGame


class ReferenceGame(Protocol):
    """A reference implementation; actions are named by the notation of records."""

    def legal(self) -> set[tuple[int, str]]: ...
    def play(self, seat: int, text: str) -> None: ...
    def over(self) -> bool: ...
    def scores(self) -> list[int]: ...
    def ranks(self) -> list[int]: ...


def reference(made: AnyGame) -> ReferenceGame:
    """Create the reference of a game with its seats and options."""
    module = import_module(f"tests.reference.{made.NAME}")
    return cast(ReferenceGame, module.Reference(made.seats, dict(made.options)))
