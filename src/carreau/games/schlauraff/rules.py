"""Schlauraff: roll six dice and eat through a column of chips from top to bottom.

Dice, those to assign and those on the chip in work, are numbers of multisets from tables.py, where one look-up by what
the chip needs and how many dice are left tells which faces may be assigned. Rows and faces count from 1.
"""

from typing import Final

from carreau.core.game import CHANCE, OVER, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, ranked
from carreau.games.schlauraff._spec import COLOUR_COUNT, FACE_COUNT
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff.board import SchlauraffBoard, number_of
from carreau.games.schlauraff.chips import ALONE, FITS, NEED, ROWS, TIE_BREAK, WORTH
from carreau.games.schlauraff.dice import ALL_DICE, COUNTS, NO_DICE, SHOWN, SIZE, SUM, WAYS, with_die, without_die
from carreau.games.schlauraff.spec import DICE, PER_COLOUR

NOWHERE: Final = 0  # the row before the first die is assigned (schlauraff.r10)


def can_be_reached(missing: i64, dice: i64) -> bool:  # schlauraff.r2
    """Return whether some of the remaining dice could add up to what a chip still needs, if they are rolled again."""
    return missing == 0 or (missing > 0 and missing <= FACE_COUNT * dice)


def may_lie(colour: i64, on: i64, face: i64, dice: i64) -> bool:  # schlauraff.6, schlauraff.r2
    """Return whether a die may join those on a chip, if this many dice are left to complete its value."""
    laid = with_die(on, face)
    return laid == ALONE[colour] or can_be_reached(WORTH[colour] - SUM[laid], dice)


@mypyc_attr(acyclic=True)
class SchlauraffRules(SchlauraffBoard):
    """The rules of Schlauraff."""

    # Whose turn it is: schlauraff.4

    def against_turn(self, seat: i64) -> str:
        if seat == self.current:
            return ""
        return "schlauraff.5" if self.stage == Stage.ROLLING and seat == self.turn else "schlauraff.4"

    def due_from_chance(self) -> str:
        """Return the clause that says what chance does now."""
        if self.stage == Stage.STARTING:
            return "schlauraff.3"
        if self.stage == Stage.LAYING:
            return "schlauraff.2"
        return "schlauraff.8" if self.begun() else "schlauraff.5"

    def begun(self) -> bool:
        return self.row != NOWHERE

    # The columns are laid out: schlauraff.1, 2

    def fill_bag(self) -> None:
        self.clear_bag()
        for colour in range(COLOUR_COUNT):
            self.add_to_bag(colour, PER_COLOUR)

    def against_lay(self, seat: i64, colour: i64) -> str:
        if seat != CHANCE:
            return "schlauraff.2"
        if self.stage != Stage.LAYING:
            return self.due_from_chance()
        return "" if self.bag(colour) else "schlauraff.1"

    def lay(self, seat: i64, colour: i64) -> None:
        self.add_to_bag(colour, -1)
        self.add_to_queue(self.laid // ROWS, self.laid % ROWS, colour + 1)
        self.laid += 1
        if self.laid == self.columns * ROWS:
            self.laid = 0
            self.begin_turn()

    def weights(self) -> list[int]:
        if self.stage == Stage.ROLLING:
            return [ways for dice, ways in zip(DICE, WAYS, strict=True) if len(dice) == self.to_roll]
        if self.stage == Stage.LAYING:
            return [int(self.bag(colour)) for colour in range(COLOUR_COUNT) if self.bag(colour)]
        return super().weights()

    # The first player: schlauraff.3

    def against_start(self, seat: i64, player: i64) -> str:
        if seat != CHANCE:
            return "schlauraff.3"
        return "" if self.stage == Stage.STARTING and player < self.seats else self.due_from_chance()

    def start(self, seat: i64, player: i64) -> None:
        self.starter = player
        self.turn = player
        self.stage = Stage.LAYING

    # The roll: schlauraff.5

    def against_roll(self, seat: i64, dice: i64) -> str:
        if seat != CHANCE:
            return "schlauraff.5"
        right = self.stage == Stage.ROLLING and SIZE[dice + 1] == self.to_roll
        return "" if right else self.due_from_chance()

    def roll(self, seat: i64, dice: i64) -> None:
        self.dice = dice + 1  # all of DICE but the first, which is none
        self.to_roll = 0
        self.stage = Stage.ASSIGNING
        self.current = self.turn
        if not self.can_go_on():
            self.end_turn()

    # A die is assigned: schlauraff.5, 6, 9, 10

    def against_assign(self, seat: i64, row: i64, face: i64) -> str:
        if seat == CHANCE:
            return self.due_from_chance()
        if self.stage == Stage.CARRYING:
            return "schlauraff.r8"
        if without_die(self.dice, face) < 0 or row > self.length or self.is_captured(row):
            return "schlauraff.5"
        if self.begun() and row > self.row:
            return "schlauraff.9"
        if self.begun() and row < self.row:
            return "schlauraff.10"
        fits = may_lie(self.colour_in(row), self.on, face, SIZE[self.dice] - 1)
        return "" if fits else "schlauraff.r2"

    def assign(self, seat: i64, row: i64, face: i64) -> None:
        self.row = row
        self.dice = without_die(self.dice, face)
        self.put(face)

    def put(self, face: i64) -> None:  # schlauraff.6
        """Put a die on the current chip."""
        self.on = with_die(self.on, face)
        self.assigned = True
        colour = self.colour_in(self.row)
        if SUM[self.on] == WORTH[colour] or (self.on == ALONE[colour] and not self.may_wait(colour)):
            self.capture()

    def may_wait(self, colour: i64) -> bool:  # schlauraff.r6
        return self.choice and can_be_reached(WORTH[colour] - SUM[self.on], SIZE[self.dice])

    def need(self, row: i64, on: i64) -> i64:
        """Return the need of the chip in a row with some dice on it (see chips.py)."""
        colour = self.colour_in(row)
        return NEED[colour] if on == NO_DICE else WORTH[colour] - SUM[on]

    def fitting(self, row: i64) -> i64:
        """Return the unassigned faces that may be assigned to the chip of a row, bit 0 for the face 1."""
        return SHOWN[self.dice] & FITS[self.need(row, self.on) * COUNTS + SIZE[self.dice]]

    # A chip is captured: schlauraff.6, 7

    def capture(self) -> None:
        self.capture_row(self.turn, self.row)
        self.row += 1
        if self.row > self.length:  # schlauraff.11
            self.end_turn()
        elif SIZE[self.on] > 1 and self.fitting_below() != 0:  # schlauraff.7, schlauraff.r8
            self.stage = Stage.CARRYING
        else:
            self.leave(self.turn)

    def fitting_below(self) -> i64:
        """Return the faces that may be carried from the captured chip to the one below, as a set (schlauraff.7)."""
        return SHOWN[self.on] & FITS[NEED[self.colour_in(self.row)] * COUNTS + SIZE[self.dice] + 1]

    def against_take(self, seat: i64) -> str:
        if seat == CHANCE:
            return self.due_from_chance()
        if not self.choice:
            return "schlauraff.r6"
        return "" if self.stage == Stage.ASSIGNING and self.begun() and self.waits() else "schlauraff.6"

    def waits(self) -> bool:
        """Return whether a single die lies on a chip that it can capture, but the player waits (schlauraff.r6)."""
        return self.on != NO_DICE and self.on == ALONE[self.colour_in(self.row)]

    def take(self, seat: i64) -> None:
        self.capture()

    # A die is moved down: schlauraff.7

    def against_carry(self, seat: i64, face: i64) -> str:
        if seat == CHANCE:
            return self.due_from_chance()
        if self.stage != Stage.CARRYING or without_die(self.on, face) < 0:
            return "schlauraff.7"
        fits = may_lie(self.colour_in(self.row), NO_DICE, face, SIZE[self.dice])
        return "" if fits else "schlauraff.r2"

    def carry(self, seat: i64, face: i64) -> None:
        self.stage = Stage.ASSIGNING
        self.on = NO_DICE
        self.put(face)

    def against_leave(self, seat: i64) -> str:
        if seat == CHANCE:
            return self.due_from_chance()
        return "" if self.stage == Stage.CARRYING else "schlauraff.7"

    def leave(self, seat: i64) -> None:
        self.stage = Stage.ASSIGNING
        self.on = NO_DICE
        if not self.can_go_on():
            self.end_turn()

    # The rest is rolled again: schlauraff.8

    def against_reroll(self, seat: i64) -> str:
        if seat == CHANCE:
            return self.due_from_chance()
        if self.stage == Stage.CARRYING:
            return "schlauraff.r8"
        if not self.begun():
            return "schlauraff.8"
        if not self.assigned or self.dice == NO_DICE:
            return "schlauraff.r1"
        return "" if self.in_reach() else "schlauraff.r9"

    def in_reach(self) -> bool:
        """Return whether the remaining dice could capture the current chip, if the roll is right (schlauraff.11)."""
        return FITS[self.need(self.row, self.on) * COUNTS + SIZE[self.dice]] != 0

    def reroll(self, seat: i64) -> None:
        self.to_roll = SIZE[self.dice]
        self.dice = NO_DICE
        self.assigned = False
        self.stage = Stage.ROLLING
        self.current = CHANCE

    # The turn ends: schlauraff.4, 11

    def can_go_on(self) -> bool:  # schlauraff.r9
        if not self.begun():
            return self.can_begin()
        return self.fitting(self.row) != 0 or self.may_reroll() or self.waits()

    def can_begin(self) -> bool:  # schlauraff.10
        return any(self.fitting(row) for row in range(1, self.length + 1))

    def may_reroll(self) -> bool:  # schlauraff.8, schlauraff.r1, schlauraff.r9
        return self.assigned and self.in_reach()

    def against_stop(self, seat: i64) -> str:  # schlauraff.r3
        return self.due_from_chance() if seat == CHANCE else ""

    def stop(self, seat: i64) -> None:
        self.end_turn()

    def end_turn(self) -> None:  # schlauraff.4
        self.played += 1
        if self.played == self.columns:
            self.end_round()
            return
        self.turn = left_of(self.turn, self.seats)
        self.begin_turn()

    def begin_turn(self) -> None:  # schlauraff.12
        if self.extend:
            self.append_leftovers()
        else:
            self.stack_leftovers()
        self.clear_table()
        self.to_roll = ALL_DICE
        self.stage = Stage.ROLLING
        self.current = CHANCE

    def clear_table(self) -> None:
        self.row = NOWHERE
        self.dice = NO_DICE
        self.on = NO_DICE
        self.assigned = False

    # Rounds and the game: schlauraff.3, 13, 14

    def end_round(self) -> None:  # schlauraff.13, schlauraff.r5
        for seat in range(self.seats):
            self.add_to_points(seat, number_of(self.captured_of(seat)))
            self.add_to_reds(seat, self.captured(seat, TIE_BREAK))
        self.clear_captured()
        self.clear_tops()
        self.clear_piles()
        self.clear_queue()
        self.clear_table()
        self.length = 0
        self.played = 0
        self.fill_bag()
        self.next_round()

    def next_round(self) -> None:  # schlauraff.3
        if self.rounds_left() == 1:
            self.stage = Stage.ENDED
            self.turn = self.starter
            self.current = OVER
            return
        self.round += 1
        self.starter = left_of(self.starter, self.seats)
        self.turn = self.starter
        self.stage = Stage.LAYING
        self.current = CHANCE

    def result(self) -> Result:  # schlauraff.14, schlauraff.r7
        seats = range(int(self.seats))
        reds = [int(self.reds(seat)) for seat in seats]
        return ranked([int(self.points(seat)) for seat in seats], "schlauraff.14", ties=reds)
