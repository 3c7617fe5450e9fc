"""Knowledge of Carat: the expected points of each colour at an undecided chip.

The expectation is exact if all missing gems are drawn at random, each colour and number of carats equally likely.
"""

from typing import Final, final

from carreau.bots.knowledge import Knowledge, clear, most_of, to_chances, to_sum_one, to_winners
from carreau.core.bits import size
from carreau.core.game import CHANCE, NOBODY, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.carat._spec import COLOUR_COUNT, LAY, PLACE_COUNT, lay_field, lay_way
from carreau.games.carat._state import CaratState
from carreau.games.carat.board import BOARD, CORNERS, LYING, UPPER_LEFT
from carreau.games.carat.chip import VALUE_UNIT, is_decided, value
from carreau.games.carat.rules import factor, winner

NO_VALUE: Final[i64] = ~(7 * VALUE_UNIT)
REMAINDERS: Final = 33857  # all 1865 arrangements of gems around a chip leave different remainders
GEM: Final = vec[i64](sorted(set(LYING)))
TURN: Final = 3.0  # the value in points of laying the next tile
SURE: Final = 2.0  # the lead in points that makes the odds e to 1 at the end, and SURPRISE more for each tile to come
SURPRISE: Final = 0.3
MARGIN: Final = 20.0  # the same for finished games
LOST: Final = 0.2  # how much the points of a lost game count


@final
@mypyc_attr(acyclic=True)
class Hopes:
    """A cache of expected points of each colour at a chip of value 1, by the gems around it."""

    def __init__(self) -> None:
        self.found: vec[i64] = vec[i64]([0] * REMAINDERS)
        self.points: vec[float] = vec[float]([0.0] * (4 * REMAINDERS))

    def of(self, chip: i64) -> i64:
        """Return where the expectations of the four colours begin in `points`."""
        key = (chip & NO_VALUE) % REMAINDERS
        if self.found[key] == 0:
            self.found[key] = 1
            self.find(chip & NO_VALUE, key * COLOUR_COUNT)
        return key * COLOUR_COUNT

    def find(self, chip: i64, first: i64) -> None:
        """Compute the expectations as the average over all gems that can come next."""
        chance = 1.0 / float(len(GEM))
        index: i64 = 0
        while index < i64(len(GEM)):
            self.add(chip + GEM[index], first, chance)
            index += 1

    def add(self, chip: i64, first: i64, chance: float) -> None:
        if is_decided(chip):
            won = winner(chip)
            if won != NOBODY:
                self.points[first + won] += chance * float(factor(chip))
            return
        after = self.of(chip)
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            self.points[first + colour] += chance * self.points[after + colour]
            colour += 1


HOPES: Final = Hopes()


def next_to_lay(state: CaratState) -> i64:
    if state.current == CHANCE:
        return left_of(state.turn, state.seats)
    return state.turn


@final
class CaratKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = 2
        self.rollout_candidates = 4
        self.prior_weight = 0.6
        self.exploration = 1.0
        self.simulation_factor = 2.0
        self.margin = MARGIN
        self.colours: vec[float] = vec[float]([0.0] * 4)  # the weight of each colour's points, or the points themselves

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, CaratState)
        return state.scores(seat)

    # Prior

    def prior(self, state: State, seat: i64, action: i64) -> float:
        """Rate a lay by the expected points that it adds at the four chips around it."""
        assert isinstance(state, CaratState)
        if action < LAY:
            return 0.0
        self.count_for(state, seat)
        place, gem = UPPER_LEFT[lay_field(action)], lay_way(action) * 4
        return (
            self.gain(state.chips(place), LYING[gem])
            + self.gain(state.chips(place + 1), LYING[gem + 1])
            + self.gain(state.chips(place + CORNERS + 1), LYING[gem + 2])
            + self.gain(state.chips(place + CORNERS), LYING[gem + 3])
        )

    def count_for(self, state: CaratState, seat: i64) -> None:
        """Set the weight of each colour: 1 for the seat's own, negative for rivals, 0 for neutral ones."""
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            owner = state.owner(colour)
            self.colours[colour] = 0.0
            if owner == seat:
                self.colours[colour] = 1.0
            elif owner != NOBODY:
                self.colours[colour] = -1.0 / float(self.seats - 1)
            colour += 1

    def gain(self, chip: i64, gem: i64) -> float:
        after = chip + gem
        gained = -self.hope(chip)
        if not is_decided(after):
            gained += self.hope(after)
        else:
            won = winner(after)
            if won != NOBODY:
                gained += self.colours[won] * float(factor(after))
        return gained * float(value(chip))

    def hope(self, chip: i64) -> float:
        points, counts, first = HOPES.points, self.colours, HOPES.of(chip)
        return (
            counts[0] * points[first]
            + counts[1] * points[first + 1]
            + counts[2] * points[first + 2]
            + counts[3] * points[first + 3]
        )

    # Evaluation

    def evaluate(self, state: State) -> None:
        assert isinstance(state, CaratState)
        self.expect(state)
        self.values[next_to_lay(state)] += TURN
        to_chances(self.values, SURE + SURPRISE * float(size(BOARD[state.side] & ~state.laid)))

    def expect(self, state: CaratState) -> None:
        """Fill `values` with the final points that each seat can expect."""
        self.expect_colours(state)
        clear(self.values)
        colour: i64 = 0
        while colour < state.played:
            self.values[state.owner(colour)] += self.colours[colour]
            colour += 1

    def expect_colours(self, state: CaratState) -> None:
        points, sums = HOPES.points, self.colours
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            sums[colour] = float(state.points(colour))
            colour += 1
        place: i64 = 0
        while place < PLACE_COUNT:
            chip = state.chips(place)
            if not is_decided(chip):
                first, weight = HOPES.of(chip), float(value(chip))
                colour = 0
                while colour < COLOUR_COUNT:
                    sums[colour] += weight * points[first + colour]
                    colour += 1
            place += 1

    def evaluate_terminal(self, state: State) -> None:
        """Give the win to the most points; the lead counts a little, so bots play on well in lost games."""
        assert isinstance(state, CaratState)
        self.expect(state)
        if self.margin == 0.0:
            to_winners(self.values)
            return
        to_chances(self.values, self.margin)
        values, most = self.values, most_of(self.values)
        seat: i64 = 0
        while seat < self.seats:
            values[seat] = 1.0 if values[seat] == most else values[seat] * LOST
            seat += 1
        to_sum_one(values)
