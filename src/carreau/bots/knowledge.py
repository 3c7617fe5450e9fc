"""What helps a search to play one game well. A game without knowledge of its own is played by this.

`worth` is first sight: how good an action looks without thinking ahead. It decides which actions a search tries first,
which ones a playout prefers, and what a beginner does. `judge` is experience: how likely each seat is to win a
position that is not over. Neither sees more than the search does, which plays on states that were guessed.
"""

from math import exp
from typing import Final

from carreau.core._native import i64, mypyc_attr, vec
from carreau.core.game import ALL, CHANCE, NOBODY, OVER, RACE, State, View
from carreau.core.moves import Moves
from carreau.core.rng import Rng

TO_THE_END: Final = 1_000_000


def clear(values: vec[float]) -> None:
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = 0.0
        seat += 1


def to_sum_one(values: vec[float]) -> None:
    total: float = 0.0
    seat: i64 = 0
    while seat < i64(len(values)):
        total += values[seat]
        seat += 1
    seat = 0
    while seat < i64(len(values)):
        values[seat] /= total
        seat += 1


def most_of(values: vec[float]) -> float:
    most = values[0]
    seat: i64 = 1
    while seat < i64(len(values)):
        most = max(most, values[seat])
        seat += 1
    return most


def to_chances(values: vec[float], unit: float) -> None:
    """From points to chances to win: each seat weighs e to the power of its points, counted in units."""
    most = most_of(values)
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = exp((values[seat] - most) / unit)
        seat += 1
    to_sum_one(values)


def to_winners(values: vec[float]) -> None:
    """From points to what was won: those with the most share it."""
    most = most_of(values)
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = 1.0 if values[seat] == most else 0.0
        seat += 1
    to_sum_one(values)


def to_one(values: vec[float], winner: i64) -> None:
    """A seat has won, or all share it where the winner is NOBODY."""
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = 1.0 if winner == NOBODY or winner == seat else 0.0
        seat += 1
    to_sum_one(values)


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """The numbers are what a game may set otherwise; the methods are what it may know better."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.horizon: i64 = TO_THE_END  # decisions of a playout before the position is judged
        self.tries: i64 = 1  # actions a playout looks at, to take the best at first sight; 1 is a random one
        self.trust: float = 0.0  # how much first sight counts when a search begins
        self.curiosity: float = 0.8  # how much a search looks at what it has tried less
        self.margin: float = 0.0  # a lead that is as good as it gets; 0 where only winning counts
        self.certain: bool = True  # whether what prove() finds is so for the game, and not for a turn of it
        self.effort: float = 1.0  # times a level's simulations: so that each level is clearly better than the one below
        self.worlds: i64 = 1  # simulations on one guess, where guessing is slow
        self.values: vec[float] = vec[float]([0.0] * int(seats))  # the outcome of a simulation, by seat, 0 to 1
        self.best_action: i64 = -1  # what prove() has found, and what it is worth, 0 to 1
        self.best_value: float = 0.0
        self.out = Moves()

    # What a game may know

    def prepare(self, view: View) -> None:
        """Before a search from a view begins."""

    def worth(self, state: State, seat: i64, action: i64) -> float:
        """How good an action looks at first sight; any scale, as `trust` fits it."""
        return 0.0

    def judge(self, state: State) -> None:
        """Fill `values` for a position that is not over; they should sum to about 1."""
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = 1.0 / float(self.seats)
            seat += 1

    def points(self, state: State, seat: i64) -> i64:
        """What a seat has scored so far, for words about it; 0 where nothing is scored."""
        return 0

    def racer(self, state: State, rng: Rng) -> i64:
        """Who acts next where several may."""
        return state.anyone(rng)

    def leaves(self, state: State) -> bool:
        """Whether a simulation goes on without the tree from here, because what comes is not for it to choose."""
        return False

    def react(self, view: View, level: int, rng: Rng) -> tuple[int, float] | None:
        """For a game of reactions: what a player of some level does, and after how many seconds."""
        return None

    def prove(self, state: State, seat: i64, positions: i64) -> bool:
        """Whether the best action is certain after looking at no more than so many positions; then it is noted.

        Only asked where nothing is hidden.
        """
        return False

    # What follows from it

    def ended(self, state: State) -> None:
        """Fill `values` for a game that is over: who won, and a little of by how much."""
        result = state.result()
        payoffs = result.payoffs
        seats = len(payoffs)
        seat = 0
        while seat < seats:
            self.values[seat] = (1.0 + payoffs[seat] * (seats - 1)) / seats  # a lone winner gets 1, the others 0
            seat += 1
        if self.margin > 0.0:
            self.blend_points(result.points)

    def blend_points(self, points: list[int]) -> None:
        for seat in range(len(points)):
            best = max(points[other] for other in range(len(points)) if other != seat)
            lead = max(-1.0, min(1.0, (points[seat] - best) / self.margin))
            self.values[seat] = 0.85 * self.values[seat] + 0.15 * (1.0 + lead) / 2.0

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """What a playout does: the best at first sight of some random actions."""
        if self.tries == 1:
            return state.pick(seat, rng, self.out)
        self.out.clear()
        state.moves(seat, self.out)
        count = self.out.count
        best = self.out.at(rng.below(count))
        if count == 1:
            return best
        most = self.worth(state, seat, best)
        tried: i64 = 1
        while tried < self.tries:
            action = self.out.at(rng.below(count))
            worth = self.worth(state, seat, action)
            if worth > most:
                best = action
                most = worth
            tried += 1
        return best

    def play_out(self, state: State, rng: Rng) -> None:
        """Play a position on as far as the horizon and fill `values` with what comes of it."""
        left = self.horizon
        while state.current != OVER and left > 0:
            seat = state.current
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(rng))
                continue
            if seat == ALL or seat == RACE:
                seat = self.racer(state, rng)
            state.apply(seat, self.choose(state, seat, rng))
            left -= 1
        self.conclude(state)

    def conclude(self, state: State) -> None:
        """Fill `values` with what a position that was played out is worth: what came of it, or what it looks like."""
        if state.current == OVER:
            self.ended(state)
        else:
            self.judge(state)
