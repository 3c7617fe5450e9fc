"""The clocks of a match as plain values. Time is told to them; they never look at a watch.

A seat's time runs while it is to act, and stops when it no longer is: for a turn of several actions it runs through.
At a race only the time of those runs whom the others wait for (State.due); a game may have a clock of its own.
"""

from collections.abc import Iterable
from typing import Final

from carreau.table.types import ClockSetting

RACE_SECONDS: Final = 30.0  # until a race is called off, where the game has no option `timeout`
READY_SECONDS: Final = 3.0  # from the start of a game until its first race begins


class Clock:
    """The time that each seat has left, and since when it runs."""

    def __init__(self, setting: ClockSetting, seats: int) -> None:
        self.setting = setting
        self.left = [setting.seconds] * seats
        self.since: list[float | None] = [None] * seats  # None: it stands still

    @property
    def on(self) -> bool:
        return self.setting.kind != "none"

    def run(self, waiting: Iterable[int], now: float, lag: float = 0.0, played: bool = True) -> None:
        """From now on the time of these seats runs and that of all others stands still.

        What a move needed on its way, as far as it is forgiven, is `lag`. Whoever has played gets the increment.
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

    def take_back(self, ended: Iterable[int], waiting: Iterable[int], now: float) -> None:
        """Turns that are taken back, each named by its seat, have earned no increment.

        Whose turn it is again goes on with what was left then; others have used up no time for what never was.
        """
        for seat in ended:
            self.left[seat] = max(0.0, self.left[seat] - self.setting.increment)
        running = set(waiting)
        for seat, since in enumerate(self.since):
            if seat not in running:
                self.since[seat] = None
            elif since is None:
                self.since[seat] = now

    def grant(self, seat: int, now: float) -> None:
        """A seat whose time was up goes on with a full clock: after a bot has taken over, or where the table waits."""
        self.left[seat] = self.setting.seconds
        if self.since[seat] is not None:
            self.since[seat] = now

    def resume(self, now: float) -> None:
        """No time has run since it was somebody's turn."""
        self.since = [None if since is None else now for since in self.since]

    def left_at(self, seat: int, now: float) -> float:
        """The seconds that a seat has at some time; never below 0."""
        since = self.since[seat]
        spent = 0.0 if since is None else max(0.0, now - since)
        return max(0.0, self.left[seat] - spent)

    def next_flag(self) -> tuple[float, int] | None:
        """When the next time is up, and whose."""
        flags = [(since + self.left[seat], seat) for seat, since in enumerate(self.since) if since is not None]
        return min(flags) if self.on and flags else None
