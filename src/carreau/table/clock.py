"""The clocks of a match. Callers pass the time; nothing here reads a system clock.

A seat's clock runs while the seat has to act, without a break in a turn of several actions. In a race only the clocks
of the seats that the others wait for run (State.on_clock); the game may set its own deadline.
"""

from collections.abc import Iterable
from typing import Final

from carreau.core.native import mypyc_attr
from carreau.table.types import ClockSetting

RACE_SECONDS: Final = 30.0  # until a race is called off, if the rules don't say
READY_SECONDS: Final = 3.0  # from the start of a game until its first race begins


@mypyc_attr(acyclic=True)
class Clock:
    """The time that each seat has left, and since when its clock has been running."""

    def __init__(self, setting: ClockSetting, seats: int) -> None:
        self.setting = setting
        self.left = [setting.seconds] * seats
        self.since: list[float | None] = [None] * seats  # None if it is stopped

    def clone(self) -> "Clock":
        """Make a copy that can continue independently; a clock that is off never changes."""
        if not self.on:
            return self
        copy = Clock(self.setting, 0)
        copy.left, copy.since = self.left[:], self.since[:]
        return copy

    @property
    def on(self) -> bool:
        return self.setting.kind != "none"

    def run(self, waiting: Iterable[int], now: float, lag: float = 0.0, played: bool = True) -> None:
        """Run the clocks of these seats and stop all others.

        `lag` is the part of a move's network delay that is compensated. Those who have `played` get the increment.
        """
        running = set(waiting)
        for seat, since in enumerate(self.since):
            if since is not None and seat not in running:
                self.stop(seat, since, now - lag)
                self.left[seat] += self.setting.increment if played else 0.0
            elif since is None and seat in running:
                self.begin(seat, now)

    def begin(self, seat: int, now: float) -> None:
        self.since[seat] = now
        if self.setting.kind in ("move", "days"):
            self.left[seat] = self.setting.seconds

    def stop(self, seat: int, since: float, now: float) -> None:
        self.since[seat] = None
        self.left[seat] = max(0.0, self.left[seat] - max(0.0, now - since))

    def stand_still(self, now: float) -> None:
        self.run((), now, played=False)

    def undo(self, ended: Iterable[int], waiting: Iterable[int], now: float) -> None:
        """Undo turns, each named by its seat: take their increments back.

        The seat whose turn it is again continues with the time it had left; the others lose none for undone turns.
        """
        if not self.on:
            return
        for seat in ended:
            self.left[seat] = max(0.0, self.left[seat] - self.setting.increment)
        running = set(waiting)
        for seat, since in enumerate(self.since):
            if seat not in running:
                self.since[seat] = None
            elif since is None:
                self.since[seat] = now

    def grant(self, seat: int, now: float) -> None:
        """Give a flagged seat a full clock."""
        self.left[seat] = self.setting.seconds
        if self.since[seat] is not None:
            self.since[seat] = now

    def resume(self, now: float) -> None:
        """Forget the time that has run in the current turns."""
        self.since = [None if since is None else now for since in self.since]

    def left_at(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has left at a time; never below 0."""
        since = self.since[seat]
        spent = 0.0 if since is None else max(0.0, now - since)
        return max(0.0, self.left[seat] - spent)

    def next_flag(self) -> tuple[float, int] | None:
        """Return the time and seat of the next flag."""
        flags = [(since + self.left[seat], seat) for seat, since in enumerate(self.since) if since is not None]
        return min(flags) if self.on and flags else None
