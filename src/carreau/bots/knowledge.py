"""Domain knowledge: how the search of one game ranks actions and evaluates positions.

`prior` rates an action without looking ahead. PUCT explores actions with a high prior first, rollouts prefer them, and
levels 1 and 2 play by it alone. `evaluate` estimates each seat's chance to win an unfinished position. Both see only
determinized states, so they know no more than the search does. This class is the default for all games.
"""

from math import exp
from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import ALL, CHANCE, NOBODY, OVER, RACE, State, View
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.rng import Rng

TO_THE_END: Final = 1_000_000


def clear(values: vec[float]) -> None:
    """Set all values to 0."""
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = 0.0
        seat += 1


def to_sum_one(values: vec[float]) -> None:
    """Scale values to the sum 1."""
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
    """Return the highest value."""
    most = values[0]
    seat: i64 = 1
    while seat < i64(len(values)):
        most = max(most, values[seat])
        seat += 1
    return most


def to_chances(values: vec[float], unit: float) -> None:
    """Turn points into chances to win: a softmax whose temperature is `unit`."""
    most = most_of(values)
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = exp((values[seat] - most) / unit)
        seat += 1
    to_sum_one(values)


def to_winners(values: vec[float]) -> None:
    """Turn points into shares of the win: the seats with the most points share it."""
    most = most_of(values)
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = 1.0 if values[seat] == most else 0.0
        seat += 1
    to_sum_one(values)


def to_one(values: vec[float], winner: i64) -> None:
    """Give the win to one seat, or a share to each if the winner is NOBODY."""
    seat: i64 = 0
    while seat < i64(len(values)):
        values[seat] = 1.0 if winner == NOBODY or winner == seat else 0.0
        seat += 1
    to_sum_one(values)


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """The parameters and heuristics of a search, for a game to override."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.horizon: i64 = TO_THE_END  # decisions in a rollout before it is cut off and evaluated
        self.rollout_candidates: i64 = 1  # random actions of which a rollout plays the one with the highest prior
        self.prior_weight: float = 0.0  # how strongly priors steer PUCT: it uses exp(prior_weight * prior)
        self.exploration: float = 0.8  # the exploration constant of PUCT
        self.margin: float = 0.0  # the lead in points that counts as a full one; 0 if only winning counts
        self.certain: bool = True  # whether prove() solves the whole game rather than one turn
        self.simulation_factor: float = 1.0  # times a level's simulations, to keep the levels clearly apart
        self.simulations_per_world: i64 = 1  # simulations in one determinization; more where guessing is slow
        self.values: vec[float] = vec[float]([0.0] * int(seats))  # by seat, 0 to 1: set by evaluate() and the like
        self.best_action: i64 = -1  # found by prove(), with its value from 0 to 1
        self.best_value: float = 0.0
        self.out = ActionBuffer()

    # For games to override:

    def prepare(self, view: View) -> None:
        """Get ready for a search from a view."""

    def prior(self, state: State, seat: i64, action: i64) -> float:
        """Rate an action without looking ahead, on any scale: `prior_weight` adjusts it."""
        return 0.0

    def evaluate(self, state: State) -> None:
        """Fill `values` with each seat's chance to win an unfinished game; they should sum to about 1."""
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = 1.0 / float(self.seats)
            seat += 1

    def points(self, state: State, seat: i64) -> i64:
        """Return a seat's score so far, for explanations; 0 where nothing is scored."""
        return 0

    def racer(self, state: State, rng: Rng) -> i64:
        """Choose who acts next where several seats may."""
        return state.random_actor(rng)

    def leaves_tree(self, state: State) -> bool:
        """Return whether selection stops here and leaves the rest to a rollout."""
        return False

    def react(self, view: View, level: int, rng: Rng) -> tuple[int, float] | None:
        """Return action and reaction time in seconds of a level, in a game of reactions."""
        return None

    def prove(self, state: State, seat: i64, positions: i64) -> bool:
        """Solve a position within a number of positions; on success set `best_action` and `best_value`.

        The search calls this only for positions without hidden information.
        """
        return False

    def solved_value(self, state: State, action: i64) -> float:
        """Return the value of an action from 0 to 1, after prove() has solved the rest of this turn."""
        return 0.0

    def oversight(self, state: State, seat: i64, action: i64) -> str:
        """Name what the seat certainly misses or spoils by an action, "" if nothing: a word of `words.*.toml`."""
        return ""

    # Built on these:

    def evaluate_terminal(self, state: State) -> None:
        """Fill `values` with the result of a finished game, and with `margin` some credit for the lead."""
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
        """Mix 15 % of the lead in points into `values`."""
        for seat in range(len(points)):
            best = max(points[other] for other in range(len(points)) if other != seat)
            lead = max(-1.0, min(1.0, (points[seat] - best) / self.margin))
            self.values[seat] = 0.85 * self.values[seat] + 0.15 * (1.0 + lead) / 2.0

    def rollout_action(self, state: State, seat: i64, rng: Rng) -> i64:
        """Choose an action of a rollout: the one with the highest prior of some random ones."""
        if self.rollout_candidates == 1:
            return state.random_action(seat, rng, self.out)
        self.out.clear()
        state.moves(seat, self.out)
        count = self.out.count
        best = self.out.at(rng.below(count))
        if count == 1:
            return best
        most = self.prior(state, seat, best)
        tried: i64 = 1
        while tried < self.rollout_candidates:
            action = self.out.at(rng.below(count))
            prior = self.prior(state, seat, action)
            if prior > most:
                best = action
                most = prior
            tried += 1
        return best

    def rollout(self, state: State, rng: Rng, chance: Rng) -> None:
        """Play on to the end or to the horizon, and fill `values` with the result; `chance` draws dice and cards."""
        left = self.horizon
        while state.current != OVER and left > 0:
            seat = state.current
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(chance))
                continue
            if seat == ALL or seat == RACE:
                seat = self.racer(state, rng)
            state.apply(seat, self.rollout_action(state, seat, rng))
            left -= 1
        self.set_values(state)

    def set_values(self, state: State) -> None:
        """Fill `values` with the result of a finished game or the evaluation of an unfinished one."""
        if state.current == OVER:
            self.evaluate_terminal(state)
        else:
            self.evaluate(state)
