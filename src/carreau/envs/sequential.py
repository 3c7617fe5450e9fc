"""A game as a sequence of single decisions, each by one seat or by chance.

Simultaneous choices (ALL) are made in ascending order of seats; no view shows them before the last one is made.

In a RACE each seat that may act is asked in turn. It may wait: an extra action whose id follows the game's last.
Every game has this id, although few have races, because the parallel environment needs an action for seats that are
not asked. Each race starts with the next seat, so no seat is always first; seats that the others wait for
(State.on_clock) come last. When all have waited, the clock acts. Without a clock the last seat can't wait, so a game
takes no more decisions than its rules allow.
"""

from typing import Any

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import BIT, lowest
from carreau.core.game import ALL, CHANCE, NOBODY, RACE, Game, State, left_of
from carreau.core.native import i64
from carreau.core.rng import Rng


class SequentialState:
    """A position and the seat that decides next; only this class changes the position."""

    def __init__(self, game: Game[Any, Any], state: State, original: "SequentialState | None" = None) -> None:
        self.game = game
        self.state = state
        self.beginner: i64 = 0  # the seat asked first in a race
        self.quiet: i64 = 0  # as bits: seats nobody waits for, still to be asked in a race
        self.late: i64 = 0  # as bits: the seats asked after them
        self.pressed: i64 = NOBODY  # the seat that can't wait: the last one if there is no clock
        self.asked: i64 = CHANCE  # a seat, CHANCE or OVER
        if original is None:
            self.seats: i64 = game.seats
            self.wait: i64 = game.num_actions  # the action of waiting in a race
            self.update_asked()
        else:  # clone() copies the rest
            self.seats = original.seats
            self.wait = original.wait

    def begin(self, state: State) -> None:
        """Continue from another position, as if it were the first."""
        self.state = state
        self.beginner = 0
        self.pressed = NOBODY
        self.update_asked()

    def clone(self) -> "SequentialState":
        copy = SequentialState(self.game, self.state.clone(), self)
        copy.beginner = self.beginner
        copy.quiet = self.quiet
        copy.late = self.late
        copy.pressed = self.pressed
        copy.asked = self.asked
        return copy

    # Legal actions

    def moves(self, out: ActionBuffer) -> None:
        """Add the legal actions of the seat that is asked to out, ascending."""
        self.moves_of(self.asked, out)

    def moves_of(self, seat: i64, out: ActionBuffer) -> None:
        """Add the legal actions that a seat will have in this position if nobody acts before it."""
        self.state.moves(seat, out)
        if self.may_wait(seat):
            out.add(self.wait)

    def may_wait(self, seat: i64) -> bool:
        return self.state.current == RACE and seat >= 0 and seat != self.pressed

    def legal(self) -> list[int]:
        """List the legal actions of the seat that is asked, ascending."""
        out = ActionBuffer()
        self.moves(out)
        return out.as_list()

    # Acting

    def act(self, action: i64) -> None:
        """Apply the action of the seat (or chance) that is asked. The caller checks that it is legal."""
        if action == self.wait:
            self.hold_back()
            return
        if self.state.current == RACE:
            self.beginner = left_of(self.beginner, self.seats)
        self.state.apply(self.asked, action)
        self.update_asked()

    def settle(self, rng: Rng) -> None:
        """Let chance act until a seat is asked or the game is over."""
        while self.asked == CHANCE:
            self.act(self.sample(rng))

    def sample(self, rng: Rng) -> i64:
        """Draw an outcome of chance by its weight; in a race, the clock's only action."""
        if self.state.current == RACE:
            return self.state.legal(CHANCE)[0]
        return self.state.sample(rng)

    # The next seat

    def update_asked(self) -> None:
        """Find the seat that is asked in a new position."""
        self.asked = self.state.current
        if self.asked == ALL:
            self.asked = self.state.waiting()[0]
        elif self.asked == RACE:
            self.queue_racers()

    def queue_racers(self) -> None:
        """Queue all seats that may act in a race; seats that the others wait for come last."""
        self.late = seats_as_bits(self.state.on_clock())
        self.quiet = seats_as_bits(self.state.waiting()) & ~self.late
        self.pressed = NOBODY
        if not self.state.legal(CHANCE):
            self.pressed = self.last_of(self.late if self.late else self.quiet)
        self.ask_next()

    def ask_next(self) -> None:
        self.asked = self.first_of(self.quiet if self.quiet else self.late)

    def hold_back(self) -> None:
        """Wait: ask the next seat, or the clock after the last one."""
        self.quiet &= ~BIT[self.asked]
        self.late &= ~BIT[self.asked]
        if self.quiet or self.late:
            self.ask_next()
        else:
            self.asked = CHANCE

    def first_of(self, seats: i64) -> i64:
        """Return the first of some seats, counted from the beginner."""
        later = seats & -BIT[self.beginner]
        if later:
            return lowest(later)
        return lowest(seats)

    def last_of(self, seats: i64) -> i64:
        """Return the last of some seats, counted from the beginner."""
        last = self.first_of(seats)
        while seats:
            last = self.first_of(seats)
            seats &= ~BIT[last]
        return last


def seats_as_bits(seats: list[int]) -> i64:
    bits: i64 = 0
    for seat in seats:
        bits |= BIT[seat]
    return bits
