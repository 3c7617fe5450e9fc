"""Every game a second time: slow, obvious, and written from the rules alone."""

from importlib import import_module
from typing import Protocol, cast

from carreau.games.catalogue import AnyGame


class SlowGame(Protocol):
    """What a slow implementation offers; actions are named by the notation of the fast one."""

    def legal(self) -> set[tuple[int, str]]: ...
    def play(self, seat: int, text: str) -> None: ...
    def over(self) -> bool: ...
    def scores(self) -> list[int]: ...
    def ranks(self) -> list[int]: ...


def slow(made: AnyGame) -> SlowGame:
    """The slow counterpart of a game with its seats and options."""
    module = import_module(f"tests.slow.{made.NAME}")
    return cast(SlowGame, module.Slow(made.seats, dict(made.options)))
