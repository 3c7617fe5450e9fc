"""Carat's rules at speed: where a tile may be laid is found for all fields at once."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import lowest, nth, size
from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.carat._spec import CHIP, DRAW, FIELD_COUNT, LAY, PLACE_COUNT
from carreau.games.carat._spec import CaratStage as Stage
from carreau.games.carat.board import BOARD, INNER, beside
from carreau.games.carat.rules import CaratRules


@mypyc_attr(acyclic=True)
class FastCarat(CaratRules):
    """The rules of Carat, optimised."""

    # What may be laid

    def fields_to_lay(self) -> i64:  # carat.7, carat.8
        if self.laid == 0:
            return INNER[self.side]
        return beside(self.laid) & BOARD[self.side] & ~self.laid

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat == OVER:
            return
        if self.stage == Stage.LAYING:
            self.lays(seat, out)
        elif self.stage == Stage.DRAWING:
            out.add_set(DRAW, self.stock)
        else:
            self.chip_lays(out)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        fields = self.fields_to_lay()
        hand = self.hands(seat)
        while hand:
            first = LAY + lowest(hand) * 4 * FIELD_COUNT
            for turn in range(i64(4)):
                out.add_set(first + turn * FIELD_COUNT, fields)
            hand &= hand - 1

    def chip_lays(self, out: ActionBuffer) -> None:  # carat.r1
        places = self.free_chips if self.by_players else self.free_chips & -self.free_chips
        left = self.values_left()
        while left:
            out.add_set(CHIP + lowest(left) * PLACE_COUNT, places)
            left &= left - 1

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose from the same list as moves(), without making it: each of a tile's four turns has all fields."""
        if self.stage == Stage.LAYING:
            fields = self.fields_to_lay()
            hand = self.hands(seat)
            count = size(fields)
            chosen = rng.below(size(hand) * 4 * count)
            way = chosen // count
            return LAY + (nth(hand, way >> 2) * 4 + (way & 3)) * FIELD_COUNT + nth(fields, chosen % count)
        left = self.values_left()
        count = size(self.free_chips)
        chosen = rng.below(size(left) * count)
        return CHIP + nth(left, chosen // count) * PLACE_COUNT + nth(self.free_chips, chosen % count)

    def sample(self, rng: Rng) -> i64:
        if self.stage == Stage.DRAWING:
            return DRAW + nth(self.stock, rng.below(size(self.stock)))
        drawn = rng.below(size(self.free_chips))
        index: i64 = 0
        while drawn >= self.chips_left(index):
            drawn -= self.chips_left(index)
            index += 1
        return CHIP + index * PLACE_COUNT + lowest(self.free_chips)
