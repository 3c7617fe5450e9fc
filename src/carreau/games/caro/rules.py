"""Caro: lay coloured tiles into a growing square; neighbours of different colours score."""

from typing import Final

from carreau.core.bits import BIT
from carreau.core.game import OVER, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.result import Result, ranked
from carreau.games.caro._spec import CELL_COUNT, COLOUR_COUNT
from carreau.games.caro._spec import CaroStage as Stage
from carreau.games.caro.board import EVERY_COLOUR, WIDTH, CaroBoard
from carreau.games.caro.spec import BOX, COLOURS

PER_COLOUR: Final[i64] = BOX["tiles_per_colour"]
FIRST_TILE: Final[i64] = BOX["first_tile"]
PENALTY: Final[i64] = BOX["penalty"]
LONGEST_DIAGONAL: Final = 3  # caro.9
MIDDLE: Final = 112  # the cell of the first tile (caro.r5)


def points_table() -> list[int]:
    """Return the points of a pair, by colour + 4 * the neighbour's bit; a free cell and equals score 0 (caro.r6)."""
    table = [0] * 36
    for pair, points in BOX["points"].items():
        one, other = [COLOURS.index(name) for name in pair.split("-")]
        table[one + 4 * 2**other] = table[other + 4 * 2**one] = points
    return table


POINTS: Final = vec[i64](points_table())


@mypyc_attr(acyclic=True)
class CaroRules(CaroBoard):
    """The rules of Caro. A set of colours is one integer with a bit for each."""

    # Before the first tile: caro.1, 2

    def set_up(self) -> None:
        """Set up an empty board and full hands, with the starter to act."""
        self.clear_board()
        self.clear_hands()
        self.clear_round_scores()
        for seat in range(self.seats):
            for colour in range(COLOUR_COUNT):
                self.add_to_hands(seat, colour, PER_COLOUR)
        self.current = self.starter
        self.layer = self.starter
        self.last_cell = MIDDLE
        self.last_colour = 0
        self.last_points = 0

    # Where a tile may be laid: caro.1, 3, 4, 6

    def against_lay(self, seat: i64, cell: i64, colour: i64) -> str:
        if self.stage == Stage.ANSWERING:
            return "caro.r7"
        clause = self.against_place(seat, cell, colour)
        if clause == "" and not self.is_watched():
            clause = self.fault(cell, colour) or ("" if self.colours_to_lay() & BIT[colour] else "caro.13")
        return clause or ("" if self.can_lay(seat, EVERY_COLOUR) else "caro.r1")

    def is_watched(self) -> bool:  # caro.r3
        """Return whether the opponents, not the table, enforce the rules about colours."""
        return self.honour and self.stage == Stage.LAYING

    def against_place(self, seat: i64, cell: i64, colour: i64) -> str:
        x, y = cell % WIDTH, cell // WIDTH
        if self.hands(seat, colour) == 0:
            return "caro.1"
        if self.tile(x, y):
            return "caro.3"
        if self.laid == 0:
            return "" if cell == MIDDLE else "caro.r5"
        if not self.within_square(x, y):
            return "caro.4"
        return "" if self.touches_a_tile(x, y) else "caro.6"

    def within_square(self, x: i64, y: i64) -> bool:  # caro.4
        across = max(self.right, x) - min(self.left, x)
        down = max(self.bottom, y) - min(self.top, y)
        return across < self.side and down < self.side

    def touches_a_tile(self, x: i64, y: i64) -> bool:  # caro.6
        return self.tile(x - 1, y) | self.tile(x + 1, y) | self.tile(x, y - 1) | self.tile(x, y + 1) != 0

    # What colours may lie there: caro.7, 8, 9

    def fault(self, cell: i64, colour: i64) -> str:
        """Return the clause about colours that a tile breaks on a cell, where it may already lie; "" if none."""
        x, y = cell % WIDTH, cell // WIDTH
        if self.touches_own_colour(x, y, colour):
            return "caro.7"
        if self.makes_three_neighbours(x, y, colour):
            return "caro.8"
        return "caro.9" if self.makes_long_diagonal(x, y, colour) else ""

    def touches_own_colour(self, x: i64, y: i64, colour: i64) -> bool:  # caro.7
        return self.count_around(x, y, colour) > 0

    def count_around(self, x: i64, y: i64, colour: i64) -> i64:
        """Count the neighbours of a cell that have a colour."""
        beside = (self.tile(x - 1, y) >> colour & 1) + (self.tile(x + 1, y) >> colour & 1)
        return beside + (self.tile(x, y - 1) >> colour & 1) + (self.tile(x, y + 1) >> colour & 1)

    def makes_three_neighbours(self, x: i64, y: i64, colour: i64) -> bool:  # caro.8
        for other in range(COLOUR_COUNT):
            if self.count_around(x, y, other) > 2:
                return True
        own = BIT[colour] & self.tile(x, y) != 0
        return (
            self.has_two_others(x - 1, y, colour, own)
            or self.has_two_others(x + 1, y, colour, own)
            or self.has_two_others(x, y - 1, colour, own)
            or self.has_two_others(x, y + 1, colour, own)
        )

    def has_two_others(self, x: i64, y: i64, colour: i64, own: bool) -> bool:
        """Return whether a tile has two neighbours of a colour besides the new one, which is there already if `own`."""
        return self.tile(x, y) != 0 and self.count_around(x, y, colour) >= (3 if own else 2)

    def makes_long_diagonal(self, x: i64, y: i64, colour: i64) -> bool:  # caro.9
        falling = self.run(x, y, 1, 1, colour) + self.run(x, y, -1, -1, colour)
        rising = self.run(x, y, 1, -1, colour) + self.run(x, y, -1, 1, colour)
        return falling >= LONGEST_DIAGONAL or rising >= LONGEST_DIAGONAL

    def run(self, x: i64, y: i64, dx: i64, dy: i64, colour: i64) -> i64:
        """Count the unbroken tiles of a colour from a cell in one direction, without the cell itself."""
        length: i64 = 0
        while y >= 0 and y < WIDTH and self.tile(x + dx, y + dy) == BIT[colour]:
            x += dx
            y += dy
            length += 1
        return length

    # Laying and scoring: caro.5, 10, 11

    def lay(self, seat: i64, cell: i64, colour: i64) -> None:
        watched = self.is_watched()
        self.layer = seat
        self.last_cell = cell
        self.last_colour = colour
        self.last_points = self.points_for(seat, cell, colour)
        self.add_to_hands(seat, colour, -1)
        self.score(seat, self.last_points)
        self.place(cell % WIDTH, cell // WIDTH, colour)
        if watched:
            self.stage = Stage.ANSWERING
            self.current = left_of(seat, self.seats)
        else:
            self.end_turn(seat)

    def points_for(self, seat: i64, cell: i64, colour: i64) -> i64:
        """Return what a tile scores on a cell; the last tile of its colour scores double."""
        points = self.pairs(cell % WIDTH, cell // WIDTH, colour) if self.laid else FIRST_TILE  # caro.5
        return 2 * points if self.hands(seat, colour) == 1 else points  # caro.11

    def pairs(self, x: i64, y: i64, colour: i64) -> i64:  # caro.10
        """Add up the points for the pairs that a tile forms with its four neighbours."""
        sides = POINTS[colour + 4 * self.tile(x - 1, y)] + POINTS[colour + 4 * self.tile(x + 1, y)]
        return sides + POINTS[colour + 4 * self.tile(x, y - 1)] + POINTS[colour + 4 * self.tile(x, y + 1)]

    def score(self, seat: i64, points: i64) -> None:
        self.add_to_scores(seat, points)
        self.add_to_round_scores(seat, points)

    # Passing: caro.r1

    def against_pass(self, seat: i64) -> str:
        if self.stage == Stage.ANSWERING:
            return "caro.r7"
        return "caro.r1" if self.can_lay(seat, EVERY_COLOUR) else ""

    def pass_(self, seat: i64) -> None:
        self.end_turn(seat)

    def can_lay(self, seat: i64, colours: i64) -> bool:
        """Return whether a seat holds a tile of one of these colours that could lie somewhere without a fault."""
        for action in range(CELL_COUNT * COLOUR_COUNT):
            cell, colour = action // COLOUR_COUNT, action % COLOUR_COUNT
            if colours & BIT[colour] and not (self.against_place(seat, cell, colour) or self.fault(cell, colour)):
                return True
        return False

    def anyone_can_lay(self) -> bool:
        return any(self.can_lay(seat, EVERY_COLOUR) for seat in range(self.seats))

    # On honour: caro.13, 14, r7

    def against_object(self, seat: i64) -> str:
        return "" if self.stage == Stage.ANSWERING else "caro.r7" if self.honour else "caro.r3"

    def object(self, seat: i64) -> None:
        if not self.fault(self.last_cell, self.last_colour):  # an unjustified objection costs nothing (caro.r3)
            self.silent(seat)
            return
        self.remove(self.last_cell % WIDTH, self.last_cell // WIDTH)
        self.rebuild()
        self.add_to_hands(self.layer, self.last_colour, 1)
        self.score(self.layer, -self.last_points)
        self.current = self.layer
        self.stage = Stage.LAYING_ANEW

    def against_silent(self, seat: i64) -> str:
        return self.against_object(seat)

    def silent(self, seat: i64) -> None:
        """Ask the next opponent; after the last one the tile stands (caro.14)."""
        self.current = left_of(seat, self.seats)
        if self.current == self.layer:
            self.end_turn(self.layer)

    def colours_to_lay(self) -> i64:
        """Return the colours that may be laid; after an objection only the same one, if it fits (caro.13, caro.r7)."""
        same = BIT[self.last_colour]
        if self.stage == Stage.LAYING_ANEW and self.can_lay(self.current, same):
            return same
        return EVERY_COLOUR

    # The end: caro.15, and the match: caro.2, r8

    def end_turn(self, seat: i64) -> None:
        if self.stage == Stage.LAYING_ANEW:  # caro.13, caro.r7
            self.score(seat, -PENALTY)
        self.stage = Stage.LAYING
        if self.anyone_can_lay():
            self.current = left_of(seat, self.seats)
        elif self.rounds_left > 1:
            self.rounds_left -= 1
            self.starter = self.next_starter()
            self.set_up()
        else:
            self.current = OVER

    def next_starter(self) -> i64:
        """Return the loser of the last game, who starts the next one (caro.2, caro.r8)."""
        loser = left_of(self.starter, self.seats)
        for step in range(2, self.seats + 1):
            seat = (self.starter + step) % self.seats
            if self.round_scores(seat) < self.round_scores(loser):
                loser = seat
        return loser

    def result(self) -> Result:  # caro.r2
        return ranked(self.all_points(), "caro.15")
