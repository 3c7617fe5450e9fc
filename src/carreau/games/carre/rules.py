"""Carré: roll three dice, pay exactly, and build all sixteen tiles in layers on a small board.

The cells hold what belongs to all, then each player's own part as board.py describes it. Dice left
and payments are numbers of multisets from tables.py, so whether and how a price can be paid is one
look-up by dice, usable chips and price.
"""

from typing import Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import lowest
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.carre.board import (
    EACH,
    FULL_SUPPLY,
    HELD,
    LAID,
    SUPPLY,
    audit_board,
    cell_of,
    free_corners,
    in_supply,
    is_flat,
    lay,
    layers,
    level_below,
    level_beside,
    lies_free,
    lift,
    supply,
    where_flat,
)
from carreau.games.carre.tables import (
    BOX,
    CHIP,
    CHIP_COUNTS,
    COVERS,
    DICE,
    FIRST_WAY,
    GOODS,
    IN_GAME,
    KIND_COUNT,
    KINDS,
    LEFT,
    MOST_SEATS,
    NO_DICE,
    PAYMENT_NAMES,
    PAYMENTS,
    PRICE,
    PRICES,
    ROLL_COUNT,
    ROLLED,
    ROLLS,
    SQUARES,
    STOPPER,
    SUM,
    THROW_COUNT,
    THROWS,
    TILE,
    TILE_COUNT,
    VALUE,
    WAYS,
)
from carreau.games.dice import dice_name

ACTIONS: Final = Actions("carre")
PLAYERS: Final = range(MOST_SEATS)
XS: Final = range(BOX["width"])
YS: Final = range(BOX["height"])
ROLL: Final[i64] = ACTIONS.add("roll", "roll {dice}", dice=[dice_name(DICE[index]) for index in ROLLS])
BUILD: Final[i64] = ACTIONS.add("build", "build {tile} {x},{y} with {dice}", tile=KINDS, y=YS, x=XS, dice=PAYMENT_NAMES)
STOP: Final[i64] = ACTIONS.add(
    "stop", "stop {player} {x},{y} with {dice}", player=PLAYERS, y=YS, x=XS, dice=PAYMENT_NAMES
)
ALSO: Final[i64] = ACTIONS.add("also", "also {tile} {x},{y}", tile=KINDS, y=YS, x=XS)
TAKE_BACK: Final[i64] = ACTIONS.add("take_back", "take back {x},{y}", y=YS, x=XS)
BUY: Final[i64] = ACTIONS.add("buy", "buy {count} {what} with {dice}", what=GOODS, count=(1, 2), dice=PAYMENT_NAMES)
NAME: Final[i64] = ACTIONS.add("name", "name {player}", player=PLAYERS)
END: Final[i64] = ACTIONS.add("end", "end")

# Where each part of a state stands in its cells: first what belongs to all, then each seat's own.
MIDDLE: Final = 0  # stoppers and chips in the middle of the table
NEW: Final = 2  # of those that the player has, how many were bought this turn
BOUGHT: Final = 4  # 1 if stoppers, chips were bought this turn
SEAT: Final = 6

# What the player to act is asked to do; naming is numbered by goods, then by who gets the thing.
ROLLING: Final = 0
ACTING: Final = 1
NAMING: Final = 2
STAGES: Final = ["rolling", "acting", "stopper_to_middle", "stopper_to_buyer", "chip_to_middle", "chip_to_buyer"]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CarreState(State):
    """A position of Carré. A square is y * 5 + x."""

    def __init__(self, cells: vec[i64], seats: i64, turn_limit: i64, stoppers: bool) -> None:
        self.cells = cells
        self.seats = seats
        self.turn_limit = turn_limit
        self.stoppers = stoppers
        self.current = CHANCE
        self.stage: i64 = ROLLING
        self.turns: i64 = 0  # turns that are over, of all players together
        self.turn: i64 = 0  # whose turn it is
        self.dice: i64 = NO_DICE  # those not used yet
        self.stopped: i64 = 0  # the value of the tile that a stopper has just removed (carre.16)

    def clone(self) -> Self:
        copy = CarreState(self.cells[:], self.seats, self.turn_limit, self.stoppers)
        copy.current = self.current
        copy.stage = self.stage
        copy.turns = self.turns
        copy.turn = self.turn
        copy.dice = self.dice
        copy.stopped = self.stopped
        return copy

    def own(self, seat: i64) -> i64:
        """The first of the cells of a player."""
        return SEAT + seat * EACH

    # What a player has

    def held(self, seat: i64, goods: i64) -> i64:
        return self.cells[self.own(seat) + HELD + goods]

    def usable(self, seat: i64, goods: i64) -> i64:  # carre.7, carre.14, carre.r10
        """How many stoppers or chips the player may use: those bought this turn apart."""
        return self.held(seat, goods) - self.cells[NEW + goods]

    def others_have(self, seat: i64, goods: i64) -> bool:
        """Whether any other player has a stopper or chip."""
        other: i64 = 0
        while other < self.seats:
            if other != seat and self.held(other, goods) > 0:
                return True
            other += 1
        return False

    def value_on(self, seat: i64, corner: i64) -> i64:
        """The value of the uppermost tile with an upper left square; there must be one."""
        return VALUE[self.cells[cell_of(self.cells, self.own(seat), corner)] // SQUARES]

    # The rules, one by one

    def has_dice(self, payment: i64) -> bool:  # carre.5
        return LEFT[self.dice * PAYMENTS + payment] >= 0

    def can_be_bought(self, seat: i64, goods: i64, payment: i64, price: i64) -> bool:  # carre.r2, carre.r8
        if self.cells[MIDDLE + goods] > 0 or self.others_have(seat, goods):
            return True
        return goods == CHIP and price > SUM[payment]

    def can_be_named(self, seat: i64, other: i64, goods: i64) -> bool:  # carre.r9
        return other != seat and other < self.seats and self.held(other, goods) > 0

    def payment_objection(self, seat: i64, payment: i64, price: i64) -> str:
        chips = price - SUM[payment]
        if not self.has_dice(payment) or chips < 0 or chips > self.held(seat, CHIP):
            return "carre.5"
        return "carre.7" if chips > self.usable(seat, CHIP) else ""

    def lay_objection(self, seat: i64, tile: i64) -> str:
        if in_supply(self.cells, self.own(seat), TILE[tile // SQUARES]) == 0 or COVERS[tile] == 0:
            return "carre.8"
        return "" if is_flat(self.cells, self.own(seat), tile) else "carre.9"

    def stop_objection(self, seat: i64, other: i64, corner: i64, payment: i64) -> str:
        there = other != seat and other < self.seats and cell_of(self.cells, self.own(other), corner) >= 0
        price = self.value_on(other, corner) if there else SUM[payment]
        unpaid = self.payment_objection(seat, payment, price)
        if unpaid or not self.stoppers:
            return unpaid or "carre.r16"
        clause = self.stopper_objection(seat, "carre.15")
        if clause:
            return clause
        return "" if there and lies_free(self.cells, self.own(other), corner) else "carre.15"

    def stopper_objection(self, seat: i64, clause: str) -> str:
        if self.usable(seat, STOPPER) > 0:
            return ""
        return clause if self.held(seat, STOPPER) == 0 else "carre.14"

    def also_objection(self, seat: i64, tile: i64) -> str:
        if not self.stoppers:
            return "carre.r16"
        if self.stopped != VALUE[tile // SQUARES]:
            return "carre.16"
        return self.lay_objection(seat, tile) or self.stopper_objection(seat, "carre.16")

    def take_back_objection(self, seat: i64, corner: i64) -> str:
        if cell_of(self.cells, self.own(seat), corner) < 0:
            return "carre.10"
        return "" if lies_free(self.cells, self.own(seat), corner) else "carre.r1"

    def buy_objection(self, seat: i64, goods: i64, count: i64, payment: i64) -> str:
        price = PRICE[2 * goods + count - 1]
        unpaid = self.payment_objection(seat, payment, price)
        if unpaid:
            return unpaid
        if goods == STOPPER and not self.stoppers:
            return "carre.r16"
        if self.cells[BOUGHT + goods]:
            return "carre.11" if goods == STOPPER else "carre.18"
        return "" if self.can_be_bought(seat, goods, payment, price) else "carre.r2"

    def name_objection(self, seat: i64, other: i64) -> str:
        named = self.stage >= NAMING and self.can_be_named(seat, other, (self.stage - NAMING) // 2)
        return "" if named else "carre.r9"

    # The contract: what may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if seat == CHANCE:
            self.rolls(out)
        elif self.stage >= NAMING:
            self.names(seat, out)
        else:
            self.builds(seat, out)
            if self.usable(seat, STOPPER) > 0:
                self.stops(seat, out)
                self.alsos(seat, out)
            self.take_backs(seat, out)
            self.buys(seat, STOPPER, out)
            self.buys(seat, CHIP, out)
            out.add(END)

    def rolls(self, out: ActionBuffer) -> None:
        out.add_range(ROLL, ROLL_COUNT)

    def ways(self, seat: i64) -> i64:
        """Where the ways to pay a price of 0 stand in FIRST_WAY; the other prices follow."""
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
        own = self.own(seat)
        beside, below = level_beside(self.cells, own), level_below(self.cells, own)
        ways = self.ways(seat)
        kind: i64 = 0
        while kind < KIND_COUNT:
            way = ways + VALUE[kind]
            if FIRST_WAY[way] < FIRST_WAY[way + 1] and in_supply(self.cells, own, TILE[kind]) > 0:
                corners = where_flat(kind, beside, below)
                while corners:
                    self.pay_each(way, BUILD + (kind * SQUARES + lowest(corners)) * PAYMENTS, out)
                    corners &= corners - 1
            kind += 1

    def stops(self, seat: i64, out: ActionBuffer) -> None:
        ways = self.ways(seat)
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                corners = free_corners(self.cells, self.own(other))
                while corners:
                    corner = lowest(corners)
                    way = ways + self.value_on(other, corner)
                    self.pay_each(way, STOP + (other * SQUARES + corner) * PAYMENTS, out)
                    corners &= corners - 1
            other += 1

    def alsos(self, seat: i64, out: ActionBuffer) -> None:
        if self.stopped == 0:
            return
        own = self.own(seat)
        beside, below = level_beside(self.cells, own), level_below(self.cells, own)
        kind: i64 = 0
        while kind < KIND_COUNT:
            if VALUE[kind] == self.stopped and in_supply(self.cells, own, TILE[kind]) > 0:
                out.add_set(ALSO + kind * SQUARES, where_flat(kind, beside, below))
            kind += 1

    def take_backs(self, seat: i64, out: ActionBuffer) -> None:
        out.add_set(TAKE_BACK, free_corners(self.cells, self.own(seat)))

    def buys(self, seat: i64, goods: i64, out: ActionBuffer) -> None:
        if self.cells[BOUGHT + goods] or (goods == STOPPER and not self.stoppers):
            return
        ways = self.ways(seat)
        some = self.cells[MIDDLE + goods] > 0 or self.others_have(seat, goods)
        count: i64 = 0
        while count < 2:
            price = PRICE[2 * goods + count]
            first = BUY + (2 * goods + count) * PAYMENTS
            if some:
                self.pay_each(ways + price, first, out)
            elif goods == CHIP:
                self.pay_with_chips(ways + price, price, first, out)
            count += 1

    def pay_with_chips(self, way: i64, price: i64, first: i64, out: ActionBuffer) -> None:  # carre.r8
        """Add the purchases whose payment puts something into the empty middle."""
        index = FIRST_WAY[way]
        last = FIRST_WAY[way + 1]
        while index < last:
            if SUM[WAYS[index]] < price:
                out.add(first + WAYS[index])
            index += 1

    def names(self, seat: i64, out: ActionBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if self.can_be_named(seat, other, (self.stage - NAMING) // 2):
                out.add(NAME + other)
            other += 1

    def weights(self) -> list[int]:
        throws = list(THROWS)
        return [throws.count(roll) for roll in range(len(ROLLS))]

    def sample(self, rng: Rng) -> i64:
        return ROLL + THROWS[rng.below(THROW_COUNT)]

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current or (action < BUILD) != (seat == CHANCE):
            return "carre.4"
        if action < BUILD or (action == END and self.stage == ACTING):
            return ""
        if NAME <= action < END:
            return self.name_objection(seat, action - NAME)
        if self.stage >= NAMING:
            return "carre.r9"
        if action >= TAKE_BACK:
            return self.take_or_buy_objection(seat, action)
        return self.tile_objection(seat, action)

    def take_or_buy_objection(self, seat: i64, action: i64) -> str:
        """The clause against taking back or buying."""
        if action < BUY:
            return self.take_back_objection(seat, action - TAKE_BACK)
        bargain = (action - BUY) // PAYMENTS
        return self.buy_objection(seat, bargain // 2, bargain % 2 + 1, (action - BUY) % PAYMENTS)

    def tile_objection(self, seat: i64, action: i64) -> str:
        """The clause against building or removing a tile."""
        if action >= ALSO:
            return self.also_objection(seat, action - ALSO)
        if action >= STOP:
            target = (action - STOP) // PAYMENTS
            return self.stop_objection(seat, target // SQUARES, target % SQUARES, (action - STOP) % PAYMENTS)
        target = (action - BUILD) // PAYMENTS
        unpaid = self.payment_objection(seat, (action - BUILD) % PAYMENTS, VALUE[target // SQUARES])
        return unpaid or self.lay_objection(seat, target)

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        self.stopped = 0
        if action < BUILD:
            self.roll(ROLLED[action - ROLL])
        elif action < STOP:
            tile = (action - BUILD) // PAYMENTS
            self.pay(seat, (action - BUILD) % PAYMENTS, VALUE[tile // SQUARES])
            self.build(seat, tile)
        elif action < ALSO:
            target = (action - STOP) // PAYMENTS
            self.stop(seat, target // SQUARES, target % SQUARES, (action - STOP) % PAYMENTS)
        elif action < TAKE_BACK:
            self.return_stopper(seat)
            self.build(seat, action - ALSO)
        elif action < BUY:
            lift(self.cells, self.own(seat), action - TAKE_BACK)
        elif action < NAME:
            bargain = (action - BUY) // PAYMENTS
            self.buy(seat, bargain // 2, bargain % 2 + 1, (action - BUY) % PAYMENTS)
        elif action < END:
            self.give_up(seat, action - NAME)
        else:
            self.end_turn()

    def roll(self, dice: i64) -> None:  # carre.4
        self.dice = dice
        self.stage = ACTING
        self.current = self.turn

    def pay(self, seat: i64, payment: i64, price: i64) -> None:  # carre.5, carre.7
        self.dice = LEFT[self.dice * PAYMENTS + payment]
        chips = price - SUM[payment]
        self.cells[self.own(seat) + HELD + CHIP] -= chips
        self.cells[MIDDLE + CHIP] += chips

    def build(self, seat: i64, tile: i64) -> None:  # carre.8, carre.19
        lay(self.cells, self.own(seat), tile)
        if self.cells[self.own(seat) + LAID] == TILE_COUNT:
            self.current = OVER

    def stop(self, seat: i64, other: i64, corner: i64, payment: i64) -> None:  # carre.15
        value = self.value_on(other, corner)
        self.pay(seat, payment, value)
        lift(self.cells, self.own(other), corner)
        self.return_stopper(seat)
        self.stopped = value

    def return_stopper(self, seat: i64) -> None:
        self.cells[self.own(seat) + HELD + STOPPER] -= 1
        self.cells[MIDDLE + STOPPER] += 1

    def buy(self, seat: i64, goods: i64, count: i64, payment: i64) -> None:  # carre.11, carre.18
        self.pay(seat, payment, PRICE[2 * goods + count - 1])
        self.cells[BOUGHT + goods] = 1
        there = self.cells[MIDDLE + goods]
        taken = min(count, there)
        self.cells[MIDDLE + goods] -= taken
        self.get(seat, goods, taken)
        if taken < count and self.others_have(seat, goods):
            self.stage = NAMING + 2 * goods
            if count == 2 and there == 0:  # carre.13
                self.stage += 1

    def get(self, seat: i64, goods: i64, count: i64) -> None:
        self.cells[self.own(seat) + HELD + goods] += count
        self.cells[NEW + goods] += count

    def give_up(self, seat: i64, other: i64) -> None:  # carre.12, carre.13
        goods = (self.stage - NAMING) // 2
        self.cells[self.own(other) + HELD + goods] -= 1
        if (self.stage - NAMING) % 2:
            self.get(seat, goods, 1)
        else:
            self.cells[MIDDLE + goods] += 1
        self.stage = ACTING

    def end_turn(self) -> None:  # carre.4, carre.r6
        self.turns += 1
        self.turn = left_of(self.turn, self.seats)
        self.stage = ROLLING
        self.dice = NO_DICE
        index: i64 = NEW
        while index < SEAT:
            self.cells[index] = 0
            index += 1
        self.current = CHANCE
        if self.turns == self.turn_limit * self.seats:
            self.current = OVER

    def set_up(self) -> None:  # carre.1, carre.3
        for goods, name in enumerate(GOODS):
            used = goods == CHIP or self.stoppers
            self.cells[MIDDLE + goods] = BOX[name]["middle"] * int(self.seats) if used else 0
            for seat in range(int(self.seats)):
                self.cells[self.own(seat) + HELD + goods] = BOX[name]["each"] if used else 0
        for seat in range(int(self.seats)):
            self.cells[self.own(seat) + SUPPLY] = FULL_SUPPLY

    # The contract: looking at it

    def ending(self) -> str:
        """The clause that ends the game now, or ""."""
        if max(self.scores()) == TILE_COUNT:
            return "carre.19"
        return "carre.r6" if self.turns == self.turn_limit * self.seats else ""

    def scores(self) -> list[int]:  # carre.r14
        return [int(self.cells[self.own(seat) + LAID]) for seat in range(int(self.seats))]

    def result(self) -> Result:
        return ranked(self.scores(), self.ending())

    def view(self, seat: int) -> PerfectInfoView:
        return PerfectInfoView(seat, self.dump())

    def dump(self) -> dict[str, Any]:
        seats = range(int(self.seats))
        return {
            "boards": [layers(self.cells, self.own(seat)) for seat in seats],
            "supplies": [supply(self.cells, self.own(seat)) for seat in seats],
            "stoppers": [int(self.held(seat, STOPPER)) for seat in seats],
            "chips": [int(self.held(seat, CHIP)) for seat in seats],
            "middle": [int(self.cells[MIDDLE + goods]) for goods in range(len(GOODS))],
            "new": [int(self.cells[NEW + goods]) for goods in range(len(GOODS))],
            "bought": [int(self.cells[BOUGHT + goods]) for goods in range(len(GOODS))],
            "dice": list(DICE[int(self.dice)]),
            "stopped": int(self.stopped),
            "turns": int(self.turns),
            "turn": int(self.turn),
            "current": int(self.current),
            "stage": STAGES[int(self.stage)],
        }

    def audit(self) -> None:
        for seat in range(int(self.seats)):
            audit_board(self.cells, self.own(seat), seat)
        for goods, name in enumerate(GOODS):
            self.audit_goods(goods, name)
        self.audit_turn()

    def audit_goods(self, goods: int, name: str) -> None:
        """All stoppers and chips are there, and what was bought belongs to the buyer."""
        held = sum(int(self.held(seat, goods)) for seat in range(int(self.seats)))
        middle = int(self.cells[MIDDLE + goods])
        right = IN_GAME[goods] * int(self.seats) if goods == CHIP or self.stoppers else 0
        if held + middle != right:
            raise PositionError(f"carre.3: {held} {name}s with the players and {middle} in the middle are not {right}")
        new, bought = int(self.cells[NEW + goods]), int(self.cells[BOUGHT + goods])
        if new > self.held(self.turn, goods) or new > 2 * bought:
            raise PositionError(f"carre.11: {new} {name}s bought this turn are more than the player can have bought")

    def audit_turn(self) -> None:
        """Who acts, and what they are asked, fits the turn."""
        if self.turn != self.turns % self.seats:
            raise PositionError(f"carre.4: after {self.turns} turns it is not player {self.turn}'s turn")
        if (self.current == OVER) != (self.ending() != ""):
            raise PositionError("carre.19: the game is over when a player has built all tiles or the turns are over")
        if self.current != OVER and self.current != (CHANCE if self.stage == ROLLING else self.turn):
            raise PositionError(f"carre.4: {self.current} can't be the one to act: {STAGES[int(self.stage)]}")
        if self.stage == ROLLING and (self.dice != NO_DICE or self.stopped or list(self.cells[NEW:SEAT]) != [0] * 4):
            raise PositionError("carre.4: before the roll there are no dice to use, and nothing has been done")
        if self.stopped and (self.stage != ACTING or self.cells[MIDDLE + STOPPER] == 0):
            raise PositionError("carre.15: a stopper that has just been used lies in the middle")
        full = [seat for seat, built in enumerate(self.scores()) if built == TILE_COUNT]
        if full and (full != [int(self.turn)] or self.stage != ACTING):
            raise PositionError(f"carre.19: all tiles of {full} are built, but it is player {self.turn}'s turn")
        if self.turns == self.turn_limit * self.seats and self.stage != ROLLING:
            raise PositionError(f"carre.r6: after {self.turns} turns nobody has another one")
        if self.stage >= NAMING:
            self.audit_naming((self.stage - NAMING) // 2)

    def audit_naming(self, goods: i64) -> None:  # carre.12, carre.13
        to_buyer = (self.stage - NAMING) % 2
        if not self.cells[BOUGHT + goods] or self.cells[MIDDLE + goods] or self.cells[NEW + goods] + to_buyer > 1:
            raise PositionError(
                f"carre.12: nobody is named: {STAGES[int(self.stage)]} follows a purchase that fell short"
            )
        if not self.others_have(self.turn, goods):
            raise PositionError(f"carre.r9: there is nobody to name: {STAGES[int(self.stage)]}")
