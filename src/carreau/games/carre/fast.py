"""Carré's rules at speed: whether and how a price can be paid is one look-up by dice, usable chips and price."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import lowest
from carreau.core.game import CHANCE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.carre._spec import ALSO, END, ROLL, TAKE_BACK, build_action, buy_action, name_action, stop_action
from carreau.games.carre.board import level_below, level_beside, where_flat
from carreau.games.carre.dice import (
    CHIP,
    CHIP_COUNTS,
    FIRST_WAY,
    NO_DICE,
    PRICE,
    PRICES,
    ROLL_COUNT,
    STOPPER,
    SUM,
    THROW_COUNT,
    THROWS,
    WAYS,
)
from carreau.games.carre.rules import CarreRules
from carreau.games.carre.tiles import KIND_COUNT, SQUARES, TILE, VALUE


@mypyc_attr(acyclic=True)
class FastCarre(CarreRules):
    """The rules of Carré, optimised."""

    def sample(self, rng: Rng) -> i64:
        return ROLL + THROWS[rng.below(THROW_COUNT)]

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if seat == CHANCE:
            out.add_range(ROLL, ROLL_COUNT)
        elif self.is_naming():
            self.names(seat, out)
        else:
            self.builds(seat, out)
            if self.usable(seat, STOPPER) > 0:
                self.stops(seat, out)
                self.alsos(seat, out)
            out.add_set(TAKE_BACK, self.free(seat))
            self.buys(seat, STOPPER, out)
            self.buys(seat, CHIP, out)
            out.add(END)

    def ways(self, seat: i64) -> i64:
        """Return where the ways to pay a price of 0 begin in FIRST_WAY; the other prices follow."""
        return (self.dice * CHIP_COUNTS + self.usable(seat, CHIP)) * PRICES

    def pay_each(self, way: i64, first: i64, out: ActionBuffer) -> None:
        """Add an action with every payment of a price."""
        index = FIRST_WAY[way]
        last = FIRST_WAY[way + 1]
        while index < last:
            out.add(first + WAYS[index])
            index += 1

    def builds(self, seat: i64, out: ActionBuffer) -> None:
        if self.dice == NO_DICE and self.usable(seat, CHIP) == 0:
            return
        low, high = self.low_digits(seat), self.high_digits(seat)
        beside, below = level_beside(low, high), level_below(low, high)
        supply = self.supplies_of(seat)
        ways = self.ways(seat)
        for kind in range(KIND_COUNT):
            way = ways + VALUE[kind]
            if FIRST_WAY[way] < FIRST_WAY[way + 1] and (supply >> (2 * TILE[kind])) & 3:
                corners = where_flat(kind, beside, below)
                while corners:
                    self.pay_each(way, build_action(kind * SQUARES + lowest(corners), 0), out)
                    corners &= corners - 1

    def stops(self, seat: i64, out: ActionBuffer) -> None:
        ways = self.ways(seat)
        for other in range(self.seats):
            if other != seat:
                corners = self.free(other)
                while corners:
                    corner = lowest(corners)
                    self.pay_each(ways + self.value_at(other, corner), stop_action(other, corner, 0), out)
                    corners &= corners - 1

    def alsos(self, seat: i64, out: ActionBuffer) -> None:
        if self.stopped == 0:
            return
        low, high = self.low_digits(seat), self.high_digits(seat)
        for kind in range(KIND_COUNT):
            if VALUE[kind] == self.stopped and self.supplies(seat, TILE[kind]) > 0:
                out.add_set(ALSO + kind * SQUARES, where_flat(kind, level_beside(low, high), level_below(low, high)))

    def buys(self, seat: i64, goods: i64, out: ActionBuffer) -> None:
        if self.bought(goods) or (goods == STOPPER and not self.with_stoppers):
            return
        for count in range(1, i64(3)):
            price = PRICE[2 * goods + count - 1]
            way = self.ways(seat) + price
            for index in range(FIRST_WAY[way], FIRST_WAY[way + 1]):
                if self.can_be_bought(seat, goods, price > SUM[WAYS[index]]):
                    out.add(buy_action(goods, count, WAYS[index]))

    def names(self, seat: i64, out: ActionBuffer) -> None:
        for other in range(self.seats):
            if self.can_be_named(seat, other, self.goods_wanted()):
                out.add(name_action(other))
