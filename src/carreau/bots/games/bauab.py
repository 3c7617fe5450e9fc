"""Knowledge of Bauab: points placed and captured, and chips that the next lay can capture."""

from math import exp
from typing import Final, final

from carreau.bots.exact.alphabeta import Solvable, mixed
from carreau.core.bits import BIT, lowest, size
from carreau.core.game import OVER, State
from carreau.core.native import i64, vec
from carreau.games.bauab._spec import LAY, PASS, lay_chip, lay_plot
from carreau.games.bauab._state import BauabState
from carreau.games.bauab.rules import PARK, VALUES, X

# Weights of the prior, fitted to the results of long searches.
LAYING: Final = vec[float]([1.77, 2.25, 1.4, 3.48, 5.17, 0.83, 2.41])  # a chip 1 to 5, an X, a park
CAPTURE: Final = 1.52  # for each point of a chip captured, and for each chip
CAPTURE_ANY: Final = 0.54
THREATEN: Final = 0.3  # the same for chips that can be captured next
THREATEN_ANY: Final = 0.74
ENCLOSE: Final = 1.06  # the same for own chips whose last liberty this takes: they are safe from capture
ENCLOSE_ANY: Final = -0.32
ENDANGER: Final = 0.48  # for each point of an own chip that becomes capturable
EXPOSE: Final = 1.07  # for each point of the new chip, if it is capturable
SAFE: Final = 0.22  # or if it is safe
IN_HAND: Final = vec[float]([0.6, 0.67, 0.95, 1.2, 1.4, 0.65])  # the value of a chip in hand
PER_POINT: Final = 0.15


@final
class BauabKnowledge(Solvable):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.rollout_candidates = 2
        self.prior_weight = 0.3

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, BauabState)
        if action == PASS or action < LAY:
            return 0.0
        plot = lay_plot(action)
        kind = lay_chip(action)
        captured = captured_by(state, seat, plot)
        prior = LAYING[kind] + against_others(state, seat, plot) + for_own(state, seat, plot, captured != 0)
        if kind != PARK:
            prior += for_itself(state, seat, plot, captured) * float(VALUES[kind])
        return prior

    def evaluate(self, state: State) -> None:
        """Evaluate points and chips in hand; a fuller board makes a lead surer."""
        assert isinstance(state, BauabState)
        ahead = PER_POINT * float(state.scores(0) - state.scores(1))
        kind: i64 = 0
        while kind <= X:
            ahead += IN_HAND[kind] * float(state.hands(0, kind) - state.hands(1, kind))
            kind += 1
        ahead *= 1.15 - 0.045 * float(size(state.free))
        self.values[0] = 1.0 / (1.0 + exp(-ahead))
        self.values[1] = 1.0 - self.values[0]

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, BauabState)
        return state.scores(seat)

    def evaluate_terminal(self, state: State) -> None:
        lead = self.lead(state)
        won: float = 0.5
        if lead > 0:
            won = 1.0
        elif lead < 0:
            won = 0.0
        if self.margin > 0.0:
            won = 0.85 * won + 0.15 * (1.0 + max(-1.0, min(1.0, float(lead) / self.margin))) / 2.0
        self.values[0] = won
        self.values[1] = 1.0 - won

    def prove(self, state: State, seat: i64, positions: i64) -> bool:
        assert isinstance(state, BauabState)
        return self.solve(state, positions)

    def key(self, state: State) -> i64:
        assert isinstance(state, BauabState)
        key = mixed(mixed(0, state.chips_0), state.chips_1)
        key = mixed(key, state.own_0 << 16 | state.free)
        return mixed(key, (state.vacated << 24 | state.hands_0) << 1 | state.current)

    def lead(self, state: State) -> i64:
        assert isinstance(state, BauabState)
        if state.current != OVER:
            return 0
        return (state.scores(0) - state.scores(1)) or (state.buildings(0) - state.buildings(1))


def value_on(state: BauabState, plot: i64) -> i64:
    low, high = state.chips_0 >> plot, state.chips_1 >> plot
    return (low & 1) + (low >> 15 & 2) + 3 * (low >> 32 & 1) + 4 * (high & 1) + 5 * (high >> 16 & 1)


# What a lay does to the chips around it


def liberties_after(state: BauabState, chip: i64, plot: i64) -> i64:
    """Return the free plots beside a chip after another chip is laid on a plot."""
    return state.neighbours(chip) & state.free & ~BIT[plot]


def is_one(plots: i64) -> bool:
    return plots != 0 and plots & (plots - 1) == 0


def captured_by(state: BauabState, seat: i64, plot: i64) -> i64:
    """Return the chips of the other player that a lay captures."""
    found: i64 = 0
    chips = state.neighbours(plot) & state.own(1 - seat)
    while chips:
        chip = lowest(chips)
        if liberties_after(state, chip, plot) == 0:
            found |= BIT[chip]
        chips &= chips - 1
    return found


def against_others(state: BauabState, seat: i64, plot: i64) -> float:
    """Rate the captures and threats of a lay."""
    prior: float = 0.0
    chips = state.neighbours(plot) & state.own(1 - seat)
    while chips:
        chip = lowest(chips)
        left = liberties_after(state, chip, plot)
        value = float(value_on(state, chip))
        if left == 0:
            prior += CAPTURE * value + CAPTURE_ANY
        elif is_one(left) and state.can_lay(seat, left):
            prior += THREATEN * value + THREATEN_ANY
        chips &= chips - 1
    return prior


def for_own(state: BauabState, seat: i64, plot: i64, captures: bool) -> float:
    """Rate the liberties that a lay takes from the player's own chips."""
    prior: float = 0.0
    chips = state.neighbours(plot) & state.own(seat)
    while chips:
        chip = lowest(chips)
        left = liberties_after(state, chip, plot)
        value = float(value_on(state, chip))
        if left == 0 and not captures:
            prior += ENCLOSE * value + ENCLOSE_ANY
        elif is_one(left) and state.can_lay(1 - seat, left):
            prior -= ENDANGER * value
        chips &= chips - 1
    return prior


def for_itself(state: BauabState, seat: i64, plot: i64, captured: i64) -> float:
    """Rate the safety of the new chip, by its value."""
    left = state.neighbours(plot) & ((state.free & ~BIT[plot]) | captured)
    if left == 0:
        return SAFE
    if is_one(left) and (left & captured or state.can_lay(1 - seat, left)):
        return -EXPOSE
    return 0.0
