"""Schlauraff: roll six dice and eat through a column of chips from top to bottom.

Dice, those to assign and those on the chip in work, are numbers of multisets from tables.py, where one
look-up by what the chip needs and how many dice are left tells which faces may be assigned. The cells
hold chips, as board.py describes them, and what was noted in earlier rounds.
"""

from typing import Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import nth, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.dice import dice_name
from carreau.games.schlauraff.audit import audit
from carreau.games.schlauraff.board import (
    CAPTURED,
    CHIP,
    CHIP_BITS,
    COLUMN,
    FULL_BAG,
    POINTS,
    REDS,
    ROWS_IN_SET,
    WAITING,
    append_leftovers,
    beginnings,
    clear_rows,
    colour_on,
    count_beginnings,
    count_of,
    counts,
    fitting_on,
    need_on,
    nth_beginning,
    stack,
    stack_leftovers,
    waiting_chips,
)
from carreau.games.schlauraff.tables import (
    ALL_DICE,
    ALONE,
    BOX,
    CHIPS,
    COLOUR_COUNT,
    COLOURS,
    COUNTS,
    DICE,
    FACES,
    FIRST,
    FITS,
    HALF_THROWS,
    HOW_MANY,
    JOINED,
    LOWER,
    MOST_COLUMNS,
    NEED,
    NO_DICE,
    ROWS,
    SHOWN,
    SHOWS,
    SIDES,
    SIZE,
    SMALL_COUNT,
    SUM,
    THROWS,
    TIE_BREAK,
    UPPER,
    WAYS,
    WITH,
    WITHOUT,
    WORTH,
)

ACTIONS: Final = Actions("schlauraff")
MOST_SEATS: Final = 4
MOST_ROWS: Final = BOX["rows"] * MOST_COLUMNS
START: Final[i64] = ACTIONS.add("start", "start {player}", player=range(MOST_SEATS))
LAY: Final[i64] = ACTIONS.add("lay", "lay {colour}", colour=COLOURS)
ROLL: Final[i64] = ACTIONS.add("roll", "roll {dice}", dice=[dice_name(dice) for dice in DICE if dice])
ASSIGN: Final[i64] = ACTIONS.add("assign", "{face} to {row}", row=range(1, MOST_ROWS + 1), face=FACES)
CARRY: Final[i64] = ACTIONS.add("carry", "carry {face}", face=FACES)
LEAVE: Final[i64] = ACTIONS.add("leave", "leave")
TAKE: Final[i64] = ACTIONS.add("take", "take")
REROLL: Final[i64] = ACTIONS.add("reroll", "reroll")
STOP: Final[i64] = ACTIONS.add("stop", "stop")

NOWHERE: Final = -1  # the row before the first die is assigned (schlauraff.r10)

# What happens next: by chance, then by the player whose turn it is.
STARTING: Final = 0
LAYING: Final = 1
ROLLING: Final = 2
ASSIGNING: Final = 3
CARRYING: Final = 4
ENDED: Final = 5
STAGES: Final = ["starting", "laying", "rolling", "assigning", "carrying", "ended"]


# The rules, one by one


def can_be_reached(missing: i64, dice: i64) -> bool:  # schlauraff.r2
    """Whether some of so many dice, whatever they might show, can sum to what is missing."""
    return missing == 0 or (missing > 0 and missing <= SIDES * dice)


def may_lie(colour: i64, on: i64, face: i64, dice: i64) -> bool:  # schlauraff.6, schlauraff.r2
    """Whether a die may join others on a chip while so many dice stay unassigned."""
    laid = WITH[on * SIDES + face]
    return laid == ALONE[colour] or can_be_reached(WORTH[colour] - SUM[laid], dice)


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class SchlauraffState(State):
    """A position of Schlauraff. Inside, colours, faces, rows and columns count from 0."""

    def __init__(self, cells: vec[i64], seats: i64, columns: i64, rounds: i64, extend: bool, choice: bool) -> None:
        self.cells = cells
        self.seats = seats
        self.columns = columns
        self.rounds = rounds
        self.extend = extend
        self.choice = choice
        self.current = CHANCE
        self.stage: i64 = STARTING
        self.round: i64 = 1
        self.starter: i64 = 0  # of this round
        self.turn: i64 = 0  # whose turn it is
        self.bag: i64 = FULL_BAG  # chips that are not in this round
        self.column: i64 = 0  # the one in play, or being laid out, from the right
        self.length: i64 = 0  # rows of the column in play
        self.row: i64 = 0  # the one that dice are assigned to, or to be laid next
        self.dice: i64 = NO_DICE  # not assigned
        self.on: i64 = NO_DICE  # on the chip, or when carrying those that captured the chip above
        self.to_roll: i64 = 0
        self.assigned = False  # since the last roll (schlauraff.r1)

    def clone(self) -> Self:
        copy = SchlauraffState(self.cells[:], self.seats, self.columns, self.rounds, self.extend, self.choice)
        copy.current = self.current
        copy.stage = self.stage
        copy.round = self.round
        copy.starter = self.starter
        copy.turn = self.turn
        copy.bag = self.bag
        copy.column = self.column
        copy.length = self.length
        copy.row = self.row
        copy.dice = self.dice
        copy.on = self.on
        copy.to_roll = self.to_roll
        copy.assigned = self.assigned
        return copy

    # The words of the rules

    def begun(self) -> bool:
        return self.row != NOWHERE

    def fitting(self) -> i64:
        """The faces that may be assigned to the chip in work, as bits."""
        return fitting_on(self.cells, self.row, self.on, self.dice)

    def fitting_below(self) -> i64:
        """The faces that may be carried from a captured chip to the one below, as bits (schlauraff.7)."""
        return SHOWN[self.on] & FITS[NEED[colour_on(self.cells, self.row)] * COUNTS + SIZE[self.dice] + 1]

    def in_reach(self) -> bool:
        """Whether the chip in work can be captured with the dice left, whatever they might show (schlauraff.11)."""
        return FITS[need_on(self.cells, self.row, self.on) * COUNTS + SIZE[self.dice]] != 0

    def may_reroll(self) -> bool:  # schlauraff.8, schlauraff.r1, schlauraff.r9
        return self.assigned and self.in_reach()

    def waits(self) -> bool:
        """Whether a single die lies on the chip that the player has not used to take it (schlauraff.r6)."""
        return self.on != NO_DICE and self.on == ALONE[colour_on(self.cells, self.row)]

    def can_go_on(self) -> bool:  # schlauraff.r9
        if not self.begun():
            return count_beginnings(self.cells, self.length, self.dice) > 0
        return self.fitting() != 0 or self.may_reroll() or self.waits()

    # The contract: what may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if seat == CHANCE:
            self.outcomes(out)
        elif self.stage == CARRYING:
            out.add_set(CARRY, self.fitting_below())
            out.add(LEAVE)
            out.add(STOP)
        else:
            self.assignments(out)
            out.add(STOP)

    def assignments(self, out: ActionBuffer) -> None:
        if self.row == NOWHERE:
            row: i64 = 0
            while row < self.length:
                out.add_set(ASSIGN + row * SIDES, beginnings(self.cells, row, self.length, self.dice))
                row += ROWS_IN_SET
            return
        out.add_set(ASSIGN + self.row * SIDES, self.fitting())
        if self.waits():
            out.add(TAKE)
        if self.may_reroll():
            out.add(REROLL)

    def outcomes(self, out: ActionBuffer) -> None:
        if self.stage == STARTING:
            out.add_range(START, self.seats)
        elif self.stage == ROLLING:
            out.add_range(ROLL + FIRST[self.to_roll] - 1, HOW_MANY[self.to_roll])
        else:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                if count_of(self.bag, colour):
                    out.add(LAY + colour)
                colour += 1

    def weights(self) -> list[int]:
        if self.stage == ROLLING:
            return [way for dice, way in zip(DICE, WAYS, strict=True) if len(dice) == self.to_roll]
        if self.stage == LAYING:
            return [count for count in counts(self.bag) if count]
        return super().weights()

    def sample(self, rng: Rng) -> i64:
        """As by the weights, but each chip in the bag and each die is drawn."""
        if self.stage == LAYING:
            return LAY + self.draw(rng.below(CHIPS - self.column * ROWS - self.row))
        if self.stage == STARTING:
            return START + rng.below(self.seats)
        throw = rng.below(THROWS[self.to_roll])
        upper = SHOWS[UPPER[self.to_roll] + throw // HALF_THROWS]
        lower = SHOWS[LOWER[self.to_roll] + throw % HALF_THROWS]
        return ROLL + JOINED[upper * SMALL_COUNT + lower] - 1

    def draw(self, chip: i64) -> i64:
        """The colour of a chip in the bag, if they lay there sorted."""
        colour: i64 = 0
        chip -= count_of(self.bag, colour)
        while chip >= 0:
            colour += 1
            chip -= count_of(self.bag, colour)
        return colour

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """As from the list of moves(), but faces are counted and only one is looked up."""
        if self.stage == CARRYING:
            return super().random_action(seat, rng, out)
        if self.row != NOWHERE:
            return self.pick_in_work(rng)
        ways = count_beginnings(self.cells, self.length, self.dice)
        n = rng.below(ways + 1)
        if n == ways:
            return STOP
        return ASSIGN + nth_beginning(self.cells, self.length, self.dice, n)

    def pick_in_work(self, rng: Rng) -> i64:
        faces = self.fitting()
        takes: i64 = 0
        if self.waits():
            takes = 1
        rerolls: i64 = 0
        if self.may_reroll():
            rerolls = 1
        n = rng.below(size(faces) + takes + rerolls + 1) - size(faces)
        if n < 0:
            return ASSIGN + self.row * SIDES + nth(faces, n + size(faces))
        if n < takes:
            return TAKE
        if n < takes + rerolls:
            return REROLL
        return STOP

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "schlauraff.14"
        if seat != self.current:
            return "schlauraff.5" if self.stage == ROLLING and seat == self.turn else "schlauraff.4"
        if seat == CHANCE:
            return self.chance_objection(action)
        if action < ASSIGN:
            return "schlauraff.3" if action < LAY else "schlauraff.2" if action < ROLL else "schlauraff.5"
        if action == STOP:  # schlauraff.r3
            return ""
        if action == TAKE:
            return self.take_objection()
        if action == LEAVE or CARRY <= action < LEAVE:
            return self.carry_objection(action)
        if self.stage == CARRYING:
            return "schlauraff.r8"
        if action == REROLL:
            return self.reroll_objection()
        return self.assign_objection((action - ASSIGN) // SIDES, (action - ASSIGN) % SIDES)

    def chance_objection(self, action: i64) -> str:
        if self.stage == STARTING:
            return "" if action < START + self.seats else "schlauraff.3"
        if self.stage == LAYING:
            if action < LAY or action >= ROLL:
                return "schlauraff.2"
            return "" if count_of(self.bag, action - LAY) else "schlauraff.1"
        if ROLL <= action < ASSIGN and SIZE[action - ROLL + 1] == self.to_roll:
            return ""
        return "schlauraff.8" if self.begun() else "schlauraff.5"

    def assign_objection(self, row: i64, face: i64) -> str:
        if WITHOUT[self.dice * SIDES + face] < 0 or row >= self.length or self.cells[COLUMN + row] == 0:
            return "schlauraff.5"
        if self.begun() and row > self.row:
            return "schlauraff.9"
        if self.begun() and row < self.row:
            return "schlauraff.10"
        fits = may_lie(colour_on(self.cells, row), self.on, face, SIZE[self.dice] - 1)
        return "" if fits else "schlauraff.r2"

    def carry_objection(self, action: i64) -> str:
        if self.stage != CARRYING:
            return "schlauraff.7"
        if action == LEAVE:
            return ""
        if WITHOUT[self.on * SIDES + action - CARRY] < 0:
            return "schlauraff.7"
        fits = may_lie(colour_on(self.cells, self.row), NO_DICE, action - CARRY, SIZE[self.dice])
        return "" if fits else "schlauraff.r2"

    def take_objection(self) -> str:
        if not self.choice:
            return "schlauraff.r6"
        return "" if self.stage == ASSIGNING and self.begun() and self.waits() else "schlauraff.6"

    def reroll_objection(self) -> str:
        if not self.begun():
            return "schlauraff.8"
        if not self.assigned or self.dice == NO_DICE:
            return "schlauraff.r1"
        return "" if self.in_reach() else "schlauraff.r9"

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action < ASSIGN:
            self.apply_chance(action)
        elif action < CARRY:
            self.row = (action - ASSIGN) // SIDES
            self.assign((action - ASSIGN) % SIDES)
        elif action < LEAVE:
            self.carry(action - CARRY)
        elif action == LEAVE:
            self.leave()
        elif action == TAKE:
            self.capture()
        elif action == REROLL:
            self.reroll()
        else:
            self.end_turn()

    def apply_chance(self, action: i64) -> None:
        if action >= ROLL:
            self.roll(action - ROLL + 1)
        elif action >= LAY:
            self.lay(action - LAY)
        else:
            self.starter = action - START
            self.turn = self.starter
            self.stage = LAYING

    def lay(self, colour: i64) -> None:  # schlauraff.2
        self.bag -= CHIP[colour]
        self.cells[WAITING + self.column] |= colour << (2 * self.row)
        self.row += 1
        if self.row == ROWS:
            self.row = 0
            self.column += 1
            if self.column == self.columns:
                self.column = 0
                self.begin_turn()

    def roll(self, dice: i64) -> None:  # schlauraff.5
        self.dice = dice
        self.to_roll = 0
        self.stage = ASSIGNING
        self.current = self.turn
        if not self.can_go_on():
            self.end_turn()

    def assign(self, face: i64) -> None:  # schlauraff.5
        self.dice = WITHOUT[self.dice * SIDES + face]
        self.put(face)

    def put(self, face: i64) -> None:  # schlauraff.6
        """A die comes to lie on the chip in work."""
        self.on = WITH[self.on * SIDES + face]
        self.assigned = True
        colour = colour_on(self.cells, self.row)
        if SUM[self.on] == WORTH[colour] or (self.on == ALONE[colour] and not self.may_wait(colour)):
            self.capture()

    def may_wait(self, colour: i64) -> bool:  # schlauraff.r6
        return self.choice and can_be_reached(WORTH[colour] - SUM[self.on], SIZE[self.dice])

    def capture(self) -> None:  # schlauraff.6, schlauraff.r4
        self.cells[CAPTURED + self.turn] += self.cells[COLUMN + self.row] & CHIP_BITS
        self.cells[COLUMN + self.row] = 0
        self.row += 1
        if self.row == self.length:  # schlauraff.11
            self.end_turn()
        elif SIZE[self.on] > 1 and self.fitting_below() != 0:  # schlauraff.7, schlauraff.r8
            self.stage = CARRYING
        else:
            self.leave()

    def carry(self, face: i64) -> None:  # schlauraff.7
        self.stage = ASSIGNING
        self.on = NO_DICE
        self.put(face)

    def leave(self) -> None:
        """Nothing is moved down to the next chip."""
        self.stage = ASSIGNING
        self.on = NO_DICE
        if not self.can_go_on():
            self.end_turn()

    def reroll(self) -> None:  # schlauraff.8
        self.to_roll = SIZE[self.dice]
        self.dice = NO_DICE
        self.assigned = False
        self.stage = ROLLING
        self.current = CHANCE

    # Turns, rounds, the game

    def end_turn(self) -> None:  # schlauraff.4
        self.column += 1
        if self.column == self.columns:
            self.end_round()
            return
        self.turn = left_of(self.turn, self.seats)
        self.begin_turn()

    def begin_turn(self) -> None:
        if self.extend:
            self.length = append_leftovers(self.cells, self.column, self.length)
        else:
            self.length = stack_leftovers(self.cells, self.column)
        self.cells[WAITING + self.column] = 0
        self.row = NOWHERE
        self.dice = NO_DICE
        self.on = NO_DICE
        self.to_roll = ALL_DICE
        self.assigned = False
        self.stage = ROLLING
        self.current = CHANCE

    def end_round(self) -> None:  # schlauraff.13, schlauraff.r5
        seat: i64 = 0
        while seat < self.seats:
            self.note(seat)
            seat += 1
        clear_rows(self.cells, self.length)
        self.length = 0
        self.row = 0
        self.column = 0
        self.dice = NO_DICE
        self.on = NO_DICE
        self.assigned = False
        self.bag = FULL_BAG
        self.next_round()

    def note(self, seat: i64) -> None:  # schlauraff.13
        chips = self.cells[CAPTURED + seat]
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            self.cells[POINTS + seat] += count_of(chips, colour)
            colour += 1
        self.cells[REDS + seat] += count_of(chips, TIE_BREAK)
        self.cells[CAPTURED + seat] = 0

    def next_round(self) -> None:  # schlauraff.3
        if self.round == self.rounds:
            self.stage = ENDED
            self.turn = self.starter
            self.current = OVER
            return
        self.round += 1
        self.starter = left_of(self.starter, self.seats)
        self.turn = self.starter
        self.stage = LAYING
        self.current = CHANCE

    # The contract: looking at it

    def by_seat(self, offset: int) -> list[int]:
        return [int(self.cells[offset + seat]) for seat in range(int(self.seats))]

    def result(self) -> Result:  # schlauraff.14, schlauraff.r7
        return ranked(self.by_seat(POINTS), "schlauraff.14", ties=self.by_seat(REDS))

    def view(self, seat: int) -> PerfectInfoView:
        return PerfectInfoView(seat, self.dump())

    def in_turn(self) -> bool:
        return ROLLING <= self.stage <= CARRYING

    def dump(self) -> dict[str, Any]:
        return {
            "points": self.by_seat(POINTS),
            "reds": self.by_seat(REDS),
            "captured": [counts(chips) for chips in self.by_seat(CAPTURED)],
            "bag": counts(self.bag),
            "columns": self.waiting_columns(),
            "column": [stack(self.cells, row) for row in range(int(self.length))],
            "played": int(self.column) if self.in_turn() else 0,
            "row": int(self.row) + 1 if self.in_turn() else 0,
            "dice": list(DICE[int(self.dice)]),
            "on": list(DICE[int(self.on)]),
            "to_roll": int(self.to_roll),
            "assigned": self.assigned,
            "round": int(self.round),
            "rounds": int(self.rounds),
            "starter": int(self.starter),
            "turn": int(self.turn),
            "current": int(self.current),
            "stage": STAGES[int(self.stage)],
        }

    def waiting_columns(self) -> list[list[str]]:
        """The chips of the columns to come, the next one first, each from top to bottom."""
        first = int(self.column) + 1 if self.in_turn() else 0
        last = int(self.columns) if self.in_turn() else int(self.column)
        found = [waiting_chips(self.cells, column, int(ROWS)) for column in range(first, last)]
        if self.stage == LAYING and self.row:
            found.append(waiting_chips(self.cells, last, int(self.row)))
        return found

    def audit(self) -> None:
        audit(self.dump(), int(self.columns), self.extend, self.choice)
        if self.stage == ASSIGNING and not self.can_go_on():
            raise PositionError("schlauraff.r9: with nothing to assign and no reroll the turn would be over")
        if self.stage == CARRYING and self.fitting_below() == 0:
            raise PositionError("schlauraff.r8: nothing is asked where no die fits on the chip below")
