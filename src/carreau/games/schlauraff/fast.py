"""Schlauraff's rules at speed: faces are counted, and only the chosen one is looked up."""

from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import nth, size
from carreau.core.game import CHANCE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.schlauraff import _spec as verbs
from carreau.games.schlauraff._spec import COLOUR_COUNT, FACE_COUNT
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff.chips import CHIPS, EVERY_FACE, FITS_BARE
from carreau.games.schlauraff.dice import FIRST, HALF_THROWS, HOW_MANY, JOINED, LOWER, SHOWS, SMALL_COUNT, THROWS, UPPER
from carreau.games.schlauraff.rules import NOWHERE, SchlauraffRules

ROWS_IN_SET: Final = 10  # rows whose faces fit into a set of bits


@mypyc_attr(acyclic=True)
class FastSchlauraff(SchlauraffRules):
    """The rules of Schlauraff, optimised."""

    # What may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if seat == CHANCE:
            self.add_outcomes(out)
            return
        if self.stage == Stage.CARRYING:
            out.add_set(verbs.CARRY, self.fitting_below())
            out.add(verbs.LEAVE)
        elif self.row == NOWHERE:
            self.add_beginnings(out)
        else:
            self.add_work(out)
        out.add(verbs.STOP)

    def add_beginnings(self, out: ActionBuffer) -> None:
        row: i64 = 1
        while row <= self.length:
            out.add_set(verbs.assign_action(row, 1), self.beginnings(row))
            row += ROWS_IN_SET

    def add_work(self, out: ActionBuffer) -> None:
        out.add_set(verbs.assign_action(self.row, 1), self.fitting(self.row))
        if self.waits():
            out.add(verbs.TAKE)
        if self.may_reroll():
            out.add(verbs.REROLL)

    def add_outcomes(self, out: ActionBuffer) -> None:
        if self.stage == Stage.STARTING:
            out.add_range(verbs.START, self.seats)
        elif self.stage == Stage.ROLLING:
            out.add_range(verbs.ROLL + FIRST[self.to_roll] - 1, HOW_MANY[self.to_roll])
        else:
            for colour in range(COLOUR_COUNT):
                if self.bag(colour):
                    out.add(verbs.LAY + colour)

    # Where to begin (schlauraff.10)

    def beginnings(self, first: i64) -> i64:
        """Return the faces that may be assigned to each of up to ten rows from one on, six bits for each row."""
        fits = FITS_BARE[self.dice]
        found: i64 = 0
        line = min(self.length, first - 1 + ROWS_IN_SET)
        while line >= first:
            line -= 1
            found = (found << FACE_COUNT) | ((fits >> (FACE_COUNT * self.tops(line))) & EVERY_FACE)
        return found

    def count_beginnings(self) -> i64:
        found: i64 = 0
        row: i64 = 1
        while row <= self.length:
            found += size(self.beginnings(row))
            row += ROWS_IN_SET
        return found

    def nth_beginning(self, n: i64) -> i64:
        """Return the action that begins a turn with n others before it."""
        row: i64 = 1
        faces = self.beginnings(row)
        while n >= size(faces):
            n -= size(faces)
            row += ROWS_IN_SET
            faces = self.beginnings(row)
        return verbs.assign_action(row, 1) + nth(faces, n)

    def can_begin(self) -> bool:
        return self.count_beginnings() > 0

    # At random

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose from the same list as moves(), without making it: count the faces, then look up one."""
        if self.stage == Stage.CARRYING:
            return super().random_action(seat, rng, out)
        if self.row != NOWHERE:
            return self.random_work(rng)
        ways = self.count_beginnings()
        n = rng.below(ways + 1)
        return verbs.STOP if n == ways else self.nth_beginning(n)

    def random_work(self, rng: Rng) -> i64:
        faces = self.fitting(self.row)
        takes: i64 = 0
        if self.waits():
            takes = 1
        rerolls: i64 = 0
        if self.may_reroll():
            rerolls = 1
        n = rng.below(size(faces) + takes + rerolls + 1) - size(faces)
        if n < 0:
            return verbs.assign_action(self.row, 1) + nth(faces, n + size(faces))
        if n < takes:
            return verbs.TAKE
        if n < takes + rerolls:
            return verbs.REROLL
        return verbs.STOP

    def sample(self, rng: Rng) -> i64:
        """Draw as by the weights, but chip by chip and die by die."""
        if self.stage == Stage.LAYING:
            return verbs.LAY + self.draw(rng.below(CHIPS - self.laid))
        if self.stage == Stage.STARTING:
            return verbs.START + rng.below(self.seats)
        throw = rng.below(THROWS[self.to_roll])
        upper = SHOWS[UPPER[self.to_roll] + throw // HALF_THROWS]
        lower = SHOWS[LOWER[self.to_roll] + throw % HALF_THROWS]
        return verbs.ROLL + JOINED[upper * SMALL_COUNT + lower] - 1

    def draw(self, chip: i64) -> i64:
        """Return the colour of a chip of the bag by its number, as if the chips were sorted by colour."""
        colour: i64 = 0
        chip -= self.bag(colour)
        while chip >= 0:
            colour += 1
            chip -= self.bag(colour)
        return colour
