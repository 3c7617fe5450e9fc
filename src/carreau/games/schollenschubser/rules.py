"""Schollenschubser: let the floes drift and melt, and bring four explorers across them to the icebreaker.

A field is row * 4 + column, counted from the north and from the bank; sets of fields are as tables.py describes them.
"""

from carreau.core.game import CHANCE, OVER, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, ranked
from carreau.games.schollenschubser._spec import SchollenschubserStage as Stage
from carreau.games.schollenschubser._spec import lay_size
from carreau.games.schollenschubser.board import SchollenschubserBoard
from carreau.games.schollenschubser.spec import BOX, FIELDS, ROLLS, SIDES, SIZES
from carreau.games.schollenschubser.tables import (
    BANK,
    EXPLORERS,
    FIRST_DRAWN,
    FIRST_ROW,
    KIND,
    LARGEST,
    LAST_COLUMN,
    LAST_ROW,
    NEIGHBOURS,
    NO_ROLL,
    SHIP,
    THROWS,
    WIDTH,
    first_field,
    one,
)


@mypyc_attr(acyclic=True)
class SchollenschubserRules(SchollenschubserBoard):
    """The rules of Schollenschubser."""

    # The first floes: scholle.3

    def set_up(self) -> None:
        for field in BOX["start"]["largest"]:
            self.add_to_sizes(FIELDS.index(field), self.largest_side())

    def largest_side(self) -> int:
        return max(side for side in SIZES if self.side_is_used(side))

    def side_is_used(self, side: i64) -> bool:  # scholle.3, scholle.r7
        return side < LARGEST or self.large_floes

    def against_lay(self, seat: i64, field: i64, size: i64) -> str:
        laid_now = self.stage == Stage.LAYING and FIRST_DRAWN + field == self.next_laid()
        return "" if laid_now and self.side_is_used(size) else "scholle.3"

    def next_laid(self) -> i64:
        """Return the first free field of the first row, where the next floe is laid."""
        return first_field(FIRST_ROW & ~self.floes())

    def lay(self, seat: i64, field: i64, size: i64) -> None:
        self.add_to_sizes(FIRST_DRAWN + field, size)
        if FIRST_DRAWN + field == LAST_COLUMN:
            self.stage = Stage.LOT

    def weights(self) -> list[int]:
        if self.stage == Stage.LAYING:  # scholle.r8
            sides = [int(lay_size(action)) for action in self.legal(CHANCE)]
            return [int(self.supply(KIND[side])) * self.share(side) for side in sides]
        if self.stage == Stage.LOT:
            return [1] * int(self.seats)
        throws = list(THROWS)
        return [throws.count(roll) for roll in range(len(ROLLS))]

    def share(self, side: int) -> int:
        """Return how many sides of its card a side stands for: 2 if the other one is not in use."""
        sides = SIDES[int(KIND[side])]
        return len(sides) // sum(self.side_is_used(each) for each in sides)

    # The lot: scholle.4

    def against_start(self, seat: i64, player: i64) -> str:
        return "" if player < self.seats else "scholle.4"

    def start(self, seat: i64, player: i64) -> None:
        self.starter = player
        self.turn = player
        self.stage = Stage.ROLLING

    # The roll: scholle.5

    def against_roll(self, seat: i64, dice: i64) -> str:
        return ""

    def roll(self, seat: i64, dice: i64) -> None:
        self.rolled = dice
        self.stage = Stage.DRIFTING if self.can_carry_out() else Stage.MOVING
        self.current = self.turn

    def can_carry_out(self) -> bool:  # scholle.r6
        """Return whether a floe can drift, come or melt as the dice say."""
        if self.can_drift() & self.columns():
            return True
        if self.columns() and (self.in_supply(1) or self.in_supply(LARGEST)):
            return True
        return self.may_melt() and self.can_melt() != 0

    # A floe drifts, or a new one comes: scholle.6, 7, 8

    def against_drift(self, seat: i64, field: i64) -> str:
        if not self.columns() & one(field):
            return "scholle.5"
        if self.sizes(field) == 0:
            return "scholle.6"
        return "scholle.r4" if field < LAST_ROW and self.sizes(field + WIDTH) > 0 else ""

    def drift(self, seat: i64, field: i64) -> None:
        room = self.sizes(field)
        self.add_to_sizes(field, -room)
        if field < LAST_ROW:
            self.add_to_sizes(field + WIDTH, room)
        for player in range(self.seats):  # explorers go south with their floe, or from the last row to the bank
            standing = self.explorers(player, field)
            self.add_to_explorers(player, field, -standing)
            if field < LAST_ROW:
                self.add_to_explorers(player, field + WIDTH, standing)
        self.stage = Stage.MOVING

    def against_floe(self, seat: i64, size: i64, field: i64) -> str:
        if not self.side_is_used(size) and self.seats == 3:
            return "scholle.3"
        if not self.columns() & one(field):
            return "scholle.5"
        if self.sizes(field) > 0:
            return "scholle.6"
        if not self.side_is_used(size):
            return "scholle.r7"
        return "" if self.in_supply(size) else "scholle.r9"

    def floe(self, seat: i64, size: i64, field: i64) -> None:
        self.add_to_sizes(field, size)
        self.stage = Stage.MOVING

    # A floe melts: scholle.9, 10, 11

    def against_melt(self, seat: i64, field: i64) -> str:
        return self.against_melting(field) or ("" if self.has_room(field) else "scholle.11")

    def against_melting(self, field: i64) -> str:
        """Return the clause against melting a floe, no matter whether somebody falls into the water."""
        if not self.may_melt():
            return "scholle.5"
        if self.sizes(field) == 0:
            return "scholle.9"
        return "scholle.10" if self.sizes(field) == 3 and not self.in_supply(2) else ""

    def melt(self, seat: i64, field: i64) -> None:  # cards are counted by what lies on the field (scholle.10)
        self.add_to_sizes(field, -1)
        self.stage = Stage.MOVING

    def against_drop(self, seat: i64, field: i64, player: i64) -> str:
        if self.explorers(player, field) == 0:
            return self.against_melting(field) or "scholle.11"
        return self.against_melting(field) or ("scholle.r13" if self.has_room(field) else "")

    def drop(self, seat: i64, field: i64, player: i64) -> None:  # scholle.11
        self.add_to_explorers(player, field, -1)
        self.melt(seat, field)

    def against_decline(self, seat: i64) -> str:
        if not self.may_melt():
            return "scholle.5"
        if self.can_melt() == 0:
            return "scholle.r6"
        return "scholle.r12" if self.melt_compulsory else ""

    def decline(self, seat: i64) -> None:
        self.stage = Stage.MOVING

    # Explorers move: scholle.12, 13, 14

    def against_move(self, seat: i64, start: i64, to: i64) -> str:
        if start == BANK:
            return self.against_entering(to)
        own = self.explorers(seat, start)
        if own == 0 or not self.leads_on(start, to):
            return "scholle.14" if to == SHIP else "scholle.13"
        return "scholle.r5" if own == self.moved(start) else ""

    def against_entering(self, to: i64) -> str:  # scholle.12
        in_first_column = to < BANK and to % WIDTH == 0
        if not in_first_column or not self.has_room(to) or self.entered or self.bank(self.turn) == 0:
            return "scholle.12"
        return "" if self.bank(self.turn) > self.returned else "scholle.r5"

    def leads_on(self, start: i64, to: i64) -> bool:  # scholle.13, scholle.14
        """Return whether an explorer could move from a floe to a neighbour with room, the bank or the ship."""
        if to == BANK:
            return start % WIDTH == 0
        if to == SHIP:
            return start % WIDTH == LAST_COLUMN
        return NEIGHBOURS[start] & one(to) != 0 and self.has_room(to)

    def move(self, seat: i64, start: i64, to: i64) -> None:
        if start == BANK:
            self.entered = True
        else:
            self.add_to_explorers(seat, start, -1)
        if to < BANK:
            self.add_to_explorers(seat, to, 1)
            self.add_to_moved(to, 1)
        elif to == BANK:
            self.returned += 1
        else:
            self.board(seat)

    # The end of a turn and of the game: scholle.15, 16

    def against_end(self, seat: i64) -> str:
        return ""

    def end(self, seat: i64) -> None:
        self.turns += 1
        self.turn = left_of(seat, self.seats)
        self.stage = Stage.ROLLING
        self.rolled = NO_ROLL
        self.clear_moved()
        self.returned = 0
        self.entered = False
        self.current = CHANCE if self.turns_left() else OVER

    def board(self, seat: i64) -> None:  # scholle.16
        self.add_to_aboard(seat, 1)
        if self.aboard(seat) == EXPLORERS:
            self.current = OVER

    def ending(self) -> str:
        """Return the clause that ends the game now, or ""."""
        if max(self.all_points()) == EXPLORERS:
            return "scholle.16"
        return "" if self.turns_left() else "scholle.r11"

    def result(self) -> Result:
        clause = self.ending()
        if clause == "scholle.16":
            return ranked(self.all_points(), clause)
        return Result(self.all_points(), [1] * int(self.seats), clause)
