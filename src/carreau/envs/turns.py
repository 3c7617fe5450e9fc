"""A game as a sequence of single decisions: one seat is asked at a time, or chance.

Those who commit unseen (ALL) are asked one after the other, ascending; what they chose is in nobody else's view.
At a RACE everybody who may act is asked in turn and may wait, which is an action of its own: the id after the game's
last. Every game has this id, though few have races: where all seats answer at once, it is what those send who are
not asked. Another seat begins at each race, so that over a game nobody is quicker; those for whom the others wait
(State.due) come last. When all have waited, the clock acts. Where there is no clock, the last one can't wait:
so a game ends in as many decisions as its rules allow.
"""

from typing import Any

from carreau.core._native import i64
from carreau.core.bits import BIT, lowest
from carreau.core.game import ALL, CHANCE, NOBODY, RACE, Game, State, left_of
from carreau.core.moves import Moves
from carreau.core.rng import Rng


class Turns:
    """A position and who is asked in it. The position is changed here and nowhere else."""

    def __init__(self, game: Game[Any, Any], state: State, original: "Turns | None" = None) -> None:
        self.game = game
        self.state = state
        self.beginner: i64 = 0  # who is asked first at a race
        self.quiet: i64 = 0  # the seats that are asked next at a race, as bits; nobody waits for them
        self.late: i64 = 0  # those asked after them
        self.pressed: i64 = NOBODY  # the one who can't wait: the last where there is no clock
        self.asked: i64 = CHANCE  # a seat, CHANCE or OVER
        if original is None:
            self.seats: i64 = game.seats
            self.wait: i64 = game.num_actions  # the action of holding back at a race
            self.look()
        else:  # all that takes time to find out is known
            self.seats = original.seats
            self.wait = original.wait

    def begin(self, state: State) -> None:
        """Go on with another position, as if it were the first."""
        self.state = state
        self.beginner = 0
        self.pressed = NOBODY
        self.look()

    def clone(self) -> "Turns":
        copy = Turns(self.game, self.state.clone(), self)
        copy.beginner = self.beginner
        copy.quiet = self.quiet
        copy.late = self.late
        copy.pressed = self.pressed
        copy.asked = self.asked
        return copy

    # What may be done

    def moves(self, out: Moves) -> None:
        """Add what is legal for whoever is asked to out, ascending."""
        self.moves_of(self.asked, out)

    def moves_of(self, seat: i64, out: Moves) -> None:
        """The same for a seat that is going to be asked in this position, if nobody acts before it."""
        self.state.moves(seat, out)
        if self.may_wait(seat):
            out.add(self.wait)

    def may_wait(self, seat: i64) -> bool:
        return self.state.current == RACE and seat >= 0 and seat != self.pressed

    def legal(self) -> list[int]:
        """The ids that are legal for whoever is asked, ascending."""
        out = Moves()
        self.moves(out)
        return out.as_list()

    # What is done

    def act(self, action: i64) -> None:
        """Carry out what whoever is asked has chosen, chance included. It must be legal: the caller checks."""
        if action == self.wait:
            self.hold_back()
            return
        if self.state.current == RACE:
            self.beginner = left_of(self.beginner, self.seats)
        self.state.apply(self.asked, action)
        self.look()

    def settle(self, rng: Rng) -> None:
        """Let chance act until somebody is asked or the game is over."""
        while self.asked == CHANCE:
            self.act(self.sample(rng))

    def sample(self, rng: Rng) -> i64:
        """When chance is asked: an outcome drawn by its weight; at a race the clock's."""
        if self.state.current == RACE:
            return self.state.legal(CHANCE)[0]
        return self.state.sample(rng)

    # Who is asked

    def look(self) -> None:
        """See who is asked in a new position."""
        self.asked = self.state.current
        if self.asked == ALL:
            self.asked = self.state.waiting()[0]
        elif self.asked == RACE:
            self.line_up()

    def line_up(self) -> None:
        """Everybody who may act at a race, those for whom the others wait last."""
        self.late = seats_as_bits(self.state.due())
        self.quiet = seats_as_bits(self.state.waiting()) & ~self.late
        self.pressed = NOBODY
        if not self.state.legal(CHANCE):
            self.pressed = self.last_of(self.late if self.late else self.quiet)
        self.ask_next()

    def ask_next(self) -> None:
        self.asked = self.first_of(self.quiet if self.quiet else self.late)

    def hold_back(self) -> None:
        """Whoever is asked lets the next one act, at the end the clock."""
        self.quiet &= ~BIT[self.asked]
        self.late &= ~BIT[self.asked]
        if self.quiet or self.late:
            self.ask_next()
        else:
            self.asked = CHANCE

    def first_of(self, seats: i64) -> i64:
        """The first of some seats, counted from the beginner."""
        later = seats & -BIT[self.beginner]
        if later:
            return lowest(later)
        return lowest(seats)

    def last_of(self, seats: i64) -> i64:
        """The last of some seats, counted from the beginner."""
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
