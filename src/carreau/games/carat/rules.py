"""Carat: lay tiles of four gems between point chips; the colour with most carats around a chip takes it.

How chips and tiles are written as numbers is said in board.py; sets of fields, of chips and of tiles are the bits of
one integer.
"""

from carreau.core.bits import BIT, lowest, members
from carreau.core.game import CHANCE, NOBODY, OVER, SPECTATOR, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.result import Result, ranked
from carreau.games.carat._spec import COLOUR_COUNT, DRAW, LAY, TILE_COUNT, VALUE_COUNT
from carreau.games.carat._spec import CaratStage as Stage
from carreau.games.carat.board import BOARD, CHIP_FIELDS, CORNERS, INNER, LYING, UPPER_LEFT, CaratBoard, beside
from carreau.games.carat.chip import UNDECIDED, VALUE_UNIT, carats, is_decided, value


@mypyc_attr(acyclic=True)
class CaratRules(CaratBoard):
    """The rules of Carat."""

    # Colours and board: carat.1, 2, 16

    def owner(self, colour: i64) -> i64:  # carat.1, carat.r4, carat.r7
        """Return the seat that plays a colour; NOBODY if it is neutral."""
        return colour % self.seats if colour < self.played else i64(NOBODY)

    def set_up(self) -> None:
        """Set up an empty board, with all tiles in the stock and seat 0 to start (carat.r7)."""
        self.clear_chips()
        self.free_chips = CHIP_FIELDS[self.side]
        self.stock = BIT[self.side * self.side] - 1
        self.current = 0 if self.by_players else CHANCE
        self.rebuild()

    def out_of_turn(self) -> str:
        """Return the clause that says who acts now."""
        if self.stage == Stage.CHIPPING:
            return "carat.r1"
        return "carat.5" if self.stage == Stage.DRAWING and self.laid == 0 else "carat.6"

    # Laying the chips: carat.3, r1

    def against_chip(self, seat: i64, value: i64, place: i64) -> str:
        if CHIP_FIELDS[self.side] & BIT[place] == 0:
            return "carat.2"
        if self.free_chips & BIT[place] == 0 or self.chips_left(value - 1) == 0:
            return "carat.3"
        return "" if self.by_players or place == lowest(self.free_chips) else "carat.r1"

    def weights(self) -> list[int]:
        if self.stage == Stage.CHIPPING:  # carat.3: by the chips of each value that are left
            return [int(self.chips_left(index)) for index in range(VALUE_COUNT) if self.chips_left(index)]
        return [1] * int(self.stock_size())

    def chip(self, seat: i64, value: i64, place: i64) -> None:
        self.put_chip(value, place)
        if self.free_chips == 0:  # carat.r7: only now are the tiles drawn, and seat 0 begins
            self.turn = 0
            self.stage = Stage.DRAWING
            self.current = CHANCE
        elif self.by_players:  # carat.r1
            self.turn = left_of(self.turn, self.seats)
            self.current = self.turn

    # Drawing tiles: carat.5, 6, 17

    def against_draw(self, seat: i64, tile: i64) -> str:
        if self.stage == Stage.CHIPPING:
            return "carat.r7"
        if self.stage == Stage.LAYING:
            return "carat.6"
        return "" if self.stock & BIT[tile] else "carat.5"

    def draw(self, seat: i64, tile: i64) -> None:
        self.stock ^= BIT[tile]
        self.add_to_hands(self.turn, BIT[tile])
        if not self.lacks_a_tile(self.turn):
            self.pass_on()

    def lacks_a_tile(self, seat: i64) -> bool:
        """Return whether a hand isn't full, and there is a tile to draw."""
        return self.stock != 0 and self.held(seat) < self.hand_size

    # Laying a tile: carat.6, 7, 8

    def against_lay(self, seat: i64, way: i64, field: i64) -> str:
        if self.stage != Stage.LAYING:
            return "carat.r7" if self.stage == Stage.CHIPPING else self.out_of_turn()
        if BOARD[self.side] & BIT[field] == 0:
            return "carat.2"
        if self.hands(seat) & BIT[way // 4] == 0 or not self.is_free(field):
            return "carat.6"
        if self.laid == 0:
            return "carat.7" if self.on_outer_ring(field) else ""
        return "" if self.shares_a_side(field) else "carat.8"

    def on_outer_ring(self, field: i64) -> bool:  # carat.7
        return INNER[self.side] & BIT[field] == 0

    def shares_a_side(self, field: i64) -> bool:  # carat.8
        """Return whether a tile lies beside a field, above or below it."""
        return beside(BIT[field]) & self.laid != 0

    def lay(self, seat: i64, way: i64, field: i64) -> None:
        self.add_to_hands(seat, -BIT[way // 4])
        self.put_tile(way, field)
        self.point_gems(way, field)
        if self.stock:  # carat.6
            self.stage = Stage.DRAWING
            self.current = CHANCE
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """Pass the turn to the next player, who lays a tile or, before the first one, draws a hand."""
        self.turn = left_of(self.turn, self.seats)
        if self.laid == 0 and self.lacks_a_tile(self.turn):  # carat.5
            return
        self.stage = Stage.LAYING
        self.current = self.turn
        if self.laid == BOARD[self.side]:  # carat.15
            self.current = OVER

    # Deciding chips: carat.9 to 14

    def point_gems(self, way: i64, field: i64) -> None:  # carat.6
        """Point each gem of a tile at its chip, clockwise from the upper left."""
        place = UPPER_LEFT[field]
        self.add_gem(place, LYING[way * 4])
        self.add_gem(place + 1, LYING[way * 4 + 1])
        self.add_gem(place + CORNERS + 1, LYING[way * 4 + 2])
        self.add_gem(place + CORNERS, LYING[way * 4 + 3])

    def add_gem(self, place: i64, gem: i64) -> None:  # carat.9
        """Add a gem to a chip; if it was the last one, somebody may score the chip."""
        self.add_to_chips(place, gem)
        chip = self.chips(place)
        if is_decided(chip):
            colour = winner(chip)
            if colour != NOBODY:
                self.add_to_points(colour, worth(chip))

    def rebuild(self) -> None:
        """Find the gems around all chips, those still missing (carat.9), and the points, from the tiles laid."""
        self.clear_points()
        for place in members(CHIP_FIELDS[self.side]):
            self.add_to_chips(place, self.values(place) * VALUE_UNIT - self.chips(place))
        for field in members(BOARD[self.side]):
            for corner in (0, 1, CORNERS, CORNERS + 1):
                self.add_to_chips(UPPER_LEFT[field] + corner, UNDECIDED)
        for field in members(self.laid):
            self.point_gems(self.lies(field), field)

    # The end: carat.15, 16

    def scores(self, seat: i64) -> i64:  # carat.14, carat.16
        points: i64 = 0
        colour = seat
        while colour < self.played:  # carat.r4: with two colours each, every second one
            points += self.points(colour)
            colour += self.seats
        return points

    def result(self) -> Result:  # carat.r3
        return ranked(self.all_points(), "carat.15")

    # Who sees what: carat.5, r2

    def unseen_by(self, seat: int, action: int) -> list[int]:
        if self.open_hands or not DRAW <= action < LAY:
            return []
        return [SPECTATOR] + [other for other in range(int(self.seats)) if other != self.turn]

    def sees_hand(self, seat: i64, owner: i64) -> bool:
        return self.open_hands or owner == seat

    def unseen(self, seat: i64) -> i64:
        """Return the tiles in the stock or in a hand that is hidden from a seat."""
        tiles = self.stock
        for owner in range(self.seats):
            if not self.sees_hand(seat, owner):
                tiles |= self.hands(owner)
        return tiles

    def observe_owners(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for colour in range(self.played):
            row.put(first + colour, counted_from(seat, self.owner(colour), self.seats) + 1)

    def observe_hands(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for owner in range(self.seats):
            if self.sees_hand(seat, owner):
                row.put_set(first + counted_from(seat, owner, self.seats) * TILE_COUNT, self.hands(owner))

    def observe_unseen(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        row.put_set(first, self.unseen(seat))


# Who wins a chip, and what for: carat.10 to 13


def winner(chip: i64) -> i64:  # carat.10, carat.11, carat.12
    """Return the colour with the highest sum that no other has; NOBODY if there is none. A sum n becomes bit n."""
    red, blue = BIT[carats(chip, 0)], BIT[carats(chip, 1)]
    green, yellow = BIT[carats(chip, 2)], BIT[carats(chip, 3)]
    shared = (red & blue) | (green & yellow) | ((red | blue) & (green | yellow))
    lone = (red | blue | green | yellow) & ~shared
    if lone == 0:
        return NOBODY
    if lone < 2 * (lone & red):
        return 0
    if lone < 2 * (lone & blue):
        return 1
    if lone < 2 * (lone & green):
        return 2
    return 3


def worth(chip: i64) -> i64:  # carat.13
    return value(chip) * factor(chip)


def factor(chip: i64) -> i64:  # carat.13, carat.r9
    """Return the number of different colours among the gems."""
    colours: i64 = 0
    for colour in range(COLOUR_COUNT):
        if carats(chip, colour):
            colours += 1
    return colours
