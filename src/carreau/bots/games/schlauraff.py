"""Knowledge of Schlauraff: an exact solution of the turn, an estimate of the rest.

The prior looks only at the current chip: how likely the remaining dice capture it, and what the dice left over are
worth. The average number of chips per turn comes from games with only optimal turns.
"""

from math import sqrt
from typing import Final, final

from carreau.bots.exact.schlauraff import LYING, ON_COUNT, ROLLED, Row, positions_in
from carreau.bots.knowledge import Knowledge, to_chances, to_winners
from carreau.core.game import CHANCE, OVER, State, left_of
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.schlauraff._spec import CARRY, LEAVE, STOP, TAKE, assign_face, assign_row, carry_face
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.board import number_of
from carreau.games.schlauraff.chips import ALONE, NEEDS, ROWS, WORTH
from carreau.games.schlauraff.dice import ALL_DICE, COUNTS, NO_DICE, SIDES, SIZE, SUM, with_die, without_die
from carreau.games.schlauraff.rules import NOWHERE
from carreau.games.schlauraff.spec import COLOURS

HOPE: Final = vec[float]([0.87, 0.76, 0.89, 0.65])  # how often a chip is captured, by colour
USUAL: Final = 0.79  # a chip of any colour
APPENDED: Final = 0.05  # chips that each appended row adds to a turn
# The change of a lead until the end, in chips per square root of a turn, by number of seats.
SURPRISE: Final = vec[float]([0.0, 0.0, 1.0, 0.8, 0.65])
APPENDING: Final = 0.55  # a factor on it if leftovers extend the next column
CHIPS_TOO: Final = 0.002  # a chip more, to break ties between equal chances
TIES: Final = 1024  # more than the red chips of all rounds
DIE: Final = 0.6  # the value in chips of a die left over
DICE_IN_REACH: Final = 5  # more of them hardly help


def capture_chances() -> list[float]:
    """Return the chance to capture a chip, by what it needs and the dice about to be rolled."""
    found = [0.0] * int(NEEDS * COUNTS)
    for colour in range(len(COLOURS)):
        row = Row(colour, 1.0, None, DICE_IN_REACH, False, False)
        for on in LYING[: int(ON_COUNT[colour])]:
            if on == NO_DICE or on != ALONE[colour]:
                need = row.need(on)
                for count in range(1, int(COUNTS)):
                    known = min(count, int(DICE_IN_REACH - SIZE[on]))
                    place = int(need * COUNTS) + count
                    found[place] = max(found[place], row.rolled[ROLLED[on] + known])
    return found


REACH: Final = vec[float](capture_chances())


def hope_of_column(colours: i64) -> float:
    """Return the chips expected from a waiting column."""
    found: float = 0.0
    row: i64 = 0
    while row < ROWS:
        found += HOPE[(colours & 7) - 1]
        colours = colours >> 3
        row += 1
    return found


@final
class SchlauraffKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.rollout_candidates = 8
        self.prior_weight = 2.0
        self.exploration = 0.3
        self.certain = False
        self.left: vec[float] = vec[float]([0.0] * int(ROWS))  # chips expected in each row of a new column
        self.rows: list[Row] = []
        self.looked_at: i64 = 0
        self.chips: vec[float] = vec[float]([0.0] * int(seats))  # expected in the end, by seat
        self.surprise = SURPRISE[seats]
        self.before: float = 0.0  # the value of stopping, before the turn that was solved

    # Prior

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, SchlauraffState)
        if action == STOP:
            return 0.0
        count = SIZE[state.dice]
        if action < CARRY:
            return self.put(state, assign_row(action), with_die(state.on, assign_face(action)), count - 1)
        if action < LEAVE:
            return self.put(state, state.row, with_die(NO_DICE, carry_face(action)), count)
        height = float(number_of(state.chips_in(state.row)))
        if action == TAKE:
            return height + DIE * float(count)
        on = state.on
        if action == LEAVE:
            on = NO_DICE
        return self.hope(state.need(state.row, on), count, height)

    def put(self, state: SchlauraffState, row: i64, laid: i64, count: i64) -> float:
        """Rate a chip with some dice on it and `count` dice left."""
        colour = state.colour_in(row)
        height = float(number_of(state.chips_in(row)))
        need = WORTH[colour] - SUM[laid]
        if need > 0 and laid != ALONE[colour]:
            return self.hope(need, count, height)
        if row == state.length:
            return height
        if SIZE[laid] > 1:
            return height + DIE * (float(count) + 0.3)
        return height + DIE * float(count)

    def hope(self, need: i64, count: i64, height: float) -> float:
        """Return the chips expected from trying to capture; a need above one die uses up two."""
        used: i64 = 1
        if need > SIDES and need < NEEDS - 1:
            used = 2
        return REACH[need * COUNTS + count] * (height + DIE * float(max(0, count - used)))

    # Evaluation

    def evaluate(self, state: State) -> None:
        assert isinstance(state, SchlauraffState)
        unit = self.surprise * sqrt(self.expect(state) - 0.5)
        if state.extend:
            unit *= APPENDING
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = self.chips[seat]
            seat += 1
        to_chances(self.values, unit)

    def expect(self, state: SchlauraffState) -> float:
        """Fill `chips`; return in how many turns they will be captured."""
        self.count_chips(state)
        turns: float = 0.0
        starter, rounds = state.starter, state.rounds - state.round
        if state.stage == Stage.STARTING or state.stage == Stage.LAYING:
            self.expect_round(starter, state.columns)
            turns = float(state.columns)
        elif state.extend:
            turns = self.expect_appended(state)
        else:
            turns = self.expect_stacked(state)
        turns += float(rounds * state.columns)
        while rounds > 0:
            starter = left_of(starter, self.seats)
            self.expect_round(starter, state.columns)
            rounds -= 1
        return turns

    def expect_round(self, seat: i64, columns: i64) -> None:
        """Add the chips expected in a round that isn't laid out yet."""
        left: float = 0.0
        while columns > 0:
            left += float(ROWS)
            self.chips[seat] += USUAL * left
            left -= USUAL * left
            seat = left_of(seat, self.seats)
            columns -= 1

    def expect_stacked(self, state: SchlauraffState) -> float:
        """Add the chips expected in the rest of a round in which leftovers slide under the next column."""
        left, chips = self.left, self.chips
        seat, column = state.turn, state.played
        row: i64 = 0
        while row < ROWS:
            height = float(number_of(state.piles_of(row)))
            captured = 0.0
            if row + 1 >= state.row:
                captured = height * HOPE[state.colour_in(row + 1)]
            chips[seat] += captured
            left[row] = height - captured
            row += 1
        column += 1
        while column < state.columns:
            seat = left_of(seat, self.seats)
            colours = state.queue_of(column)
            row = 0
            while row < ROWS:
                height = left[row] + 1.0
                captured = height * HOPE[(colours & 7) - 1]
                chips[seat] += captured
                left[row] = height - captured
                colours = colours >> 3
                row += 1
            column += 1
        return float(state.columns - state.played)

    def expect_appended(self, state: SchlauraffState) -> float:
        """Add the chips expected in the rest of a round in which leftovers extend the next column."""
        seat, column = state.turn, state.played
        rows = float(state.length - ROWS)
        captured = self.hope_of_rows(state)
        self.chips[seat] += captured + APPENDED * rows
        column += 1
        while column < state.columns:
            seat = left_of(seat, self.seats)
            rows += float(ROWS) - captured
            captured = hope_of_column(state.queue_of(column))
            self.chips[seat] += captured + APPENDED * rows
            column += 1
        return float(state.columns - state.played)

    def hope_of_rows(self, state: SchlauraffState) -> float:
        """Return the chips expected from the current column, from the current row on."""
        row = max(1, state.row)
        end = min(state.length + 1, row + ROWS)
        found: float = 0.0
        while row < end:
            found += HOPE[state.colour_in(row)]
            row += 1
        return found

    def count_chips(self, state: SchlauraffState) -> None:
        """Fill `chips` with those captured so far."""
        seat: i64 = 0
        while seat < self.seats:
            self.chips[seat] = float(self.points(state, seat))
            seat += 1

    def lead(self, seat: i64) -> float:
        """Return by how much a seat's expected chips exceed the average."""
        whole: float = 0.0
        other: i64 = 0
        while other < self.seats:
            whole += self.chips[other]
            other += 1
        return self.chips[seat] - whole / float(self.seats)

    def evaluate_terminal(self, state: State) -> None:
        """Let the winners share the win."""
        assert isinstance(state, SchlauraffState)
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = float(state.points(seat) * TIES + state.reds(seat))  # schlauraff.14
            seat += 1
        to_winners(self.values)

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, SchlauraffState)
        return state.points(seat) + number_of(state.captured_of(seat))

    def rollout(self, state: State, rng: Rng, chance: Rng) -> None:
        """Play to the end of the turn."""
        assert isinstance(state, SchlauraffState)
        if state.stage == Stage.STARTING:
            state.apply(CHANCE, state.sample(chance))
        while (
            state.current != OVER
            and state.stage != Stage.LAYING
            and not (state.stage == Stage.ROLLING and state.row == NOWHERE)
        ):
            if state.current == CHANCE:
                state.apply(CHANCE, state.sample(chance))
            else:
                state.apply(state.turn, self.rollout_action(state, state.turn, rng))
        self.set_values(state)

    # The turn

    def prove(self, state: State, seat: i64, positions: i64) -> bool:
        assert isinstance(state, SchlauraffState)
        now = self.after(state, 1, 1, seat)
        if not self.solve(state, seat, now, positions):
            return False
        self.out.clear()
        state.moves(seat, self.out)
        most: float = -1.0
        index: i64 = 0
        while index < self.out.count:
            action = self.out.at(index)
            value = self.value(state, action)
            if value > most:
                most = value
                self.best_action = action
            index += 1
        self.before = now
        self.best_value = min(1.0, max(0.0, now + most))
        return True

    def solved_value(self, state: State, action: i64) -> float:
        assert isinstance(state, SchlauraffState)
        return min(1.0, max(0.0, self.before + self.value(state, action)))

    def solve(self, state: SchlauraffState, seat: i64, now: float, positions: i64) -> bool:
        """Fill `rows` with those in which the turn may continue; return False if that takes too many positions."""
        self.looked_at = 0
        self.rows.clear()
        if state.row != NOWHERE:
            if state.stage == Stage.CARRYING:
                return self.solve_from(state, seat, now, state.row, SIZE[state.dice] + 1, False, positions)
            dice = SIZE[state.dice] + SIZE[state.on]
            return self.solve_from(state, seat, now, state.row, dice, True, positions)
        row: i64 = 1
        while row <= state.length:
            if not self.solve_from(state, seat, now, row, ALL_DICE, True, positions):
                return False
            row += 1
        return True

    def solve_from(
        self, state: SchlauraffState, seat: i64, now: float, first: i64, dice: i64, all_left: bool, most: i64
    ) -> bool:
        """Solve the turn from a row on; each capture uses up at least one die."""
        row = min(state.length + 1, first + dice)
        below: Row | None = None
        after = self.after(state, first, row, seat)
        while row > first:
            row -= 1
            colour = state.colour_in(row)
            self.looked_at += positions_in(colour, dice - (row - first))
            if self.looked_at > most:
                return False
            before = now
            if row > first:
                before = self.after(state, first, row, seat)
            below = Row(colour, after - before, below, dice - (row - first), state.choice, all_left and row == first)
            after = before
        assert below is not None
        self.rows.append(below)
        return True

    def after(self, state: SchlauraffState, first: i64, end: i64, seat: i64) -> float:
        """Return the value of stopping after some more rows are captured."""
        then = state.clone()
        row = first
        while row < end:
            then.capture_row(seat, row)
            row += 1
        then.apply(seat, STOP)
        if then.current == OVER:
            self.evaluate_terminal(then)
            self.count_chips(then)
        else:
            self.evaluate(then)
        return self.values[seat] + CHIPS_TOO * self.lead(seat)

    def value(self, state: SchlauraffState, action: i64) -> float:
        """Return what an action adds to the present value, in a solved turn."""
        if action == STOP:
            return 0.0
        dice = state.dice
        if action < CARRY:
            row, face = assign_row(action) - 1, assign_face(action)
            if state.row != NOWHERE:
                row = 0
            return self.rows[row].put(state.on, face, without_die(dice, face))
        if action < LEAVE:
            return self.rows[0].put(NO_DICE, carry_face(action), dice)
        if action == LEAVE:
            return self.rows[0].best[dice]
        if action == TAKE:
            return self.rows[0].taken(dice, state.assigned)
        return self.rows[0].rolled[ROLLED[state.on] + SIZE[dice]]
