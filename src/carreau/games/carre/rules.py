"""Carré: roll three dice, pay exactly, and build all sixteen tiles in layers on a small board.

Dice left and payments are numbers of multisets from tables.py. Stoppers and chips together are goods.
"""

from typing import Final

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, OVER, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, ranked
from carreau.games.carre._spec import CarreStage as Stage
from carreau.games.carre.board import CarreBoard
from carreau.games.carre.dice import CHIP, NO_DICE, PRICE, ROLLED, STOPPER, SUM, WEIGHTS, left_after
from carreau.games.carre.tiles import COVERS, SQUARES, TILE, TILE_COUNT, VALUE

NAMING: Final[i64] = Stage.STOPPER_TO_MIDDLE  # the first of four: numbered by goods, then by who gets the thing


@mypyc_attr(acyclic=True)
class CarreRules(CarreBoard):
    """The rules of Carré."""

    # The roll: carre.4

    def against_roll(self, seat: i64, dice: i64) -> str:
        return ""

    def roll(self, seat: i64, dice: i64) -> None:
        self.dice = ROLLED[dice]
        self.stage = Stage.ACTING
        self.current = self.turn

    def weights(self) -> list[int]:  # carre.r12
        return list(WEIGHTS)

    # Paying: carre.5, 6, 7

    def against_payment(self, seat: i64, payment: i64, price: i64) -> str:
        if self.is_naming():
            return "carre.r9"
        chips = price - SUM[payment]
        if not self.has_dice(payment) or chips < 0 or chips > self.chips(seat):
            return "carre.5"
        return "carre.7" if chips > self.usable(seat, CHIP) else ""

    def has_dice(self, payment: i64) -> bool:  # carre.5
        return left_after(self.dice, payment) >= 0

    def usable(self, seat: i64, goods: i64) -> i64:  # carre.7, carre.14, carre.r10
        """Count the stoppers or chips that may be used: all but those bought this turn."""
        return self.held(seat, goods) - self.new(goods)

    def pay(self, seat: i64, payment: i64, price: i64) -> None:
        self.dice = left_after(self.dice, payment)
        self.put_in_middle(seat, CHIP, price - SUM[payment])
        self.stopped = 0

    # Building: carre.8, 9

    def against_build(self, seat: i64, placed: i64, payment: i64) -> str:
        unpaid = self.against_payment(seat, payment, VALUE[placed // SQUARES])
        return unpaid or self.against_tile(seat, placed)

    def against_tile(self, seat: i64, placed: i64) -> str:
        if self.supplies(seat, TILE[placed // SQUARES]) == 0 or COVERS[placed] == 0:
            return "carre.8"
        return "" if self.lies_flat(seat, placed) else "carre.9"

    def build(self, seat: i64, placed: i64, payment: i64) -> None:
        self.pay(seat, payment, VALUE[placed // SQUARES])
        self.lay(seat, placed)

    def lay(self, seat: i64, placed: i64) -> None:
        self.put(seat, placed)
        if self.built(seat) == TILE_COUNT:  # carre.19
            self.current = OVER

    # Taking back: carre.10

    def against_take_back(self, seat: i64, corner: i64) -> str:
        if self.is_naming():
            return "carre.r9"
        if self.slot_of(seat, corner) < 0:
            return "carre.10"
        return "" if self.lies_free(seat, corner) else "carre.r1"

    def take_back(self, seat: i64, corner: i64) -> None:
        self.lift(seat, corner)
        self.stopped = 0

    # Buying stoppers or chips: carre.11, 18

    def against_buy(self, seat: i64, goods: i64, count: i64, payment: i64) -> str:
        price = PRICE[2 * goods + count - 1]
        unpaid = self.against_payment(seat, payment, price)
        if unpaid:
            return unpaid
        if goods == STOPPER and not self.with_stoppers:
            return "carre.r16"
        if self.bought(goods):  # carre.r7
            return "carre.11" if goods == STOPPER else "carre.18"
        return "" if self.can_be_bought(seat, goods, price > SUM[payment]) else "carre.r2"

    def can_be_bought(self, seat: i64, goods: i64, with_chips: bool) -> bool:  # carre.r2, carre.r8
        return self.middle(goods) > 0 or self.others_have(seat, goods) or (goods == CHIP and with_chips)

    def others_have(self, seat: i64, goods: i64) -> bool:
        """Return whether any other player has a stopper or chip."""
        return any(self.can_be_named(seat, other, goods) for other in range(self.seats))

    def buy(self, seat: i64, goods: i64, count: i64, payment: i64) -> None:
        self.pay(seat, payment, PRICE[2 * goods + count - 1])
        self.add_to_bought(goods, 1)
        there = self.middle(goods)
        taken = min(count, there)
        self.add_to_middle(goods, -taken)
        self.get(seat, goods, taken)
        if taken < count and self.others_have(seat, goods):
            self.stage = NAMING + 2 * goods
            if count == 2 and there == 0:  # carre.13
                self.stage += 1

    def get(self, seat: i64, goods: i64, count: i64) -> None:
        self.add_to_held(seat, goods, count)
        self.add_to_new(goods, count)

    # Naming a player who gives one up: carre.12, 13, 18

    def against_name(self, seat: i64, player: i64) -> str:
        return "" if self.is_naming() and self.can_be_named(seat, player, self.goods_wanted()) else "carre.r9"

    def is_naming(self) -> bool:
        return self.stage >= NAMING

    def goods_wanted(self) -> i64:
        return (self.stage - NAMING) // 2

    def goes_to_buyer(self) -> bool:  # carre.13
        """Return whether the buyer gets the thing given up; otherwise it goes to the middle."""
        return (self.stage - NAMING) % 2 == 1

    def can_be_named(self, seat: i64, other: i64, goods: i64) -> bool:  # carre.r9
        return other != seat and other < self.seats and self.held(other, goods) > 0

    def name(self, seat: i64, player: i64) -> None:
        goods = self.goods_wanted()
        if self.goes_to_buyer():
            self.add_to_held(player, goods, -1)
            self.get(seat, goods, 1)
        else:
            self.put_in_middle(player, goods, 1)
        self.stage = Stage.ACTING

    # Using a stopper: carre.14, 15, 17

    def against_stop(self, seat: i64, player: i64, corner: i64, payment: i64) -> str:
        there = player != seat and player < self.seats and self.slot_of(player, corner) >= 0
        unpaid = self.against_payment(seat, payment, self.value_at(player, corner) if there else SUM[payment])
        clause = unpaid or self.against_stopper(seat, "carre.15")
        if clause:
            return clause
        return "" if there and self.lies_free(player, corner) else "carre.15"

    def against_stopper(self, seat: i64, clause: str) -> str:
        if not self.with_stoppers:
            return "carre.r16"
        if self.usable(seat, STOPPER):
            return ""
        return "carre.14" if self.stoppers(seat) else clause

    def lies_free(self, seat: i64, corner: i64) -> bool:  # carre.15, carre.r1
        return self.free(seat) & BIT[corner] != 0

    def value_at(self, seat: i64, corner: i64) -> i64:
        """Return the value of the uppermost tile with this corner; there must be one."""
        return VALUE[self.tiles(seat, self.slot_of(seat, corner)) // SQUARES]

    def stop(self, seat: i64, player: i64, corner: i64, payment: i64) -> None:
        value = self.value_at(player, corner)
        self.pay(seat, payment, value)
        self.lift(player, corner)
        self.put_in_middle(seat, STOPPER, 1)
        self.stopped = value

    # Using a second one, to build a tile of the same value: carre.16

    def against_also(self, seat: i64, placed: i64) -> str:
        if self.is_naming():
            return "carre.r9"
        if not self.with_stoppers:
            return "carre.r16"
        if self.stopped != VALUE[placed // SQUARES]:
            return "carre.16"
        return self.against_tile(seat, placed) or self.against_stopper(seat, "carre.16")

    def also(self, seat: i64, placed: i64) -> None:
        self.put_in_middle(seat, STOPPER, 1)
        self.lay(seat, placed)
        self.stopped = 0

    # The end of a turn and of the game: carre.4, 19

    def against_end(self, seat: i64) -> str:
        return "carre.r9" if self.is_naming() else ""

    def end(self, seat: i64) -> None:
        self.turns += 1
        self.turn = left_of(self.turn, self.seats)
        self.stage = Stage.ROLLING
        self.dice = NO_DICE
        self.stopped = 0
        self.clear_new()
        self.clear_bought()
        self.current = CHANCE
        if self.turns_left() == 0:  # carre.r6
            self.current = OVER

    def ending(self) -> str:
        """Return the clause that ends the game now, or ""."""
        if max(self.all_points()) == TILE_COUNT:
            return "carre.19"
        return "carre.r6" if self.turns_left() == 0 else ""

    def result(self) -> Result:  # carre.r14
        return ranked(self.all_points(), self.ending())

    # Stoppers and chips

    def held(self, seat: i64, goods: i64) -> i64:
        return self.stoppers(seat) if goods == STOPPER else self.chips(seat)

    def add_to_held(self, seat: i64, goods: i64, change: i64) -> None:
        if goods == STOPPER:
            self.add_to_stoppers(seat, change)
        else:
            self.add_to_chips(seat, change)

    def put_in_middle(self, seat: i64, goods: i64, count: i64) -> None:
        self.add_to_held(seat, goods, -count)
        self.add_to_middle(goods, count)
