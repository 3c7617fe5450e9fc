"""Carré's rules at speed: whether and how a price can be paid is one look-up by dice, usable chips and price."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import lowest
from carreau.core.game import CHANCE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.carre import dice
from carreau.games.carre._spec import ALSO, END, ROLL, TAKE_BACK, build_action, buy_action, name_action, stop_action
from carreau.games.carre.board import level_below, level_beside, where_flat
from carreau.games.carre.rules import CarreRules
from carreau.games.carre.tiles import KIND_COUNT, SQUARES, TILE, VALUE


@mypyc_attr(acyclic=True)
class FastCarre(CarreRules):
    """The rules of Carré, optimised."""

    def sample(self, rng: Rng) -> i64:
        return ROLL + dice.THROWS[rng.below(dice.THROW_COUNT)]

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if seat == CHANCE:
            out.add_range(ROLL, dice.ROLL_COUNT)
        elif self.is_naming():
            self.names(seat, out)
        else:
            self.builds(seat, out)
            if self.usable(seat, dice.STOPPER) > 0:
                self.stops(seat, out)
                self.alsos(seat, out)
            out.add_set(TAKE_BACK, self.free(seat))
            self.buys(seat, dice.STOPPER, out)
            self.buys(seat, dice.CHIP, out)
            out.add(END)

    def ways(self, seat: i64) -> i64:
        """Return where FIRST_WAY has the ways to pay a price of 0 with what the player has; higher prices follow."""
        return (self.dice * dice.CHIP_COUNTS + self.usable(seat, dice.CHIP)) * dice.PRICES

    def pay_each(self, way: i64, first: i64, out: ActionBuffer) -> None:
        """Add the action `first` + payment for every way to pay a price; `way` is its place in FIRST_WAY."""
        for index in range(dice.FIRST_WAY[way], dice.FIRST_WAY[way + 1]):
            out.add(first + dice.WAYS[index])

    def builds(self, seat: i64, out: ActionBuffer) -> None:
        if self.dice == dice.NO_DICE and self.usable(seat, dice.CHIP) == 0:
            return
        low, high = self.low_digits(seat), self.high_digits(seat)
        beside, below = level_beside(low, high), level_below(low, high)
        supply = self.supplies_of(seat)
        ways = self.ways(seat)
        for kind in range(KIND_COUNT):
            way = ways + VALUE[kind]
            if dice.FIRST_WAY[way] < dice.FIRST_WAY[way + 1] and (supply >> (2 * TILE[kind])) & 3:
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
        if self.bought(goods) or (goods == dice.STOPPER and not self.with_stoppers):
            return
        for count in range(1, i64(3)):
            price = dice.PRICE[2 * goods + count - 1]
            way = self.ways(seat) + price
            for index in range(dice.FIRST_WAY[way], dice.FIRST_WAY[way + 1]):
                if self.can_be_bought(seat, goods, price > dice.SUM[dice.WAYS[index]]):
                    out.add(buy_action(goods, count, dice.WAYS[index]))

    def names(self, seat: i64, out: ActionBuffer) -> None:
        for other in range(self.seats):
            if self.can_be_named(seat, other, self.goods_wanted()):
                out.add(name_action(other))
