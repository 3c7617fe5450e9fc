"""Caro: lay coloured tiles into a growing square; neighbours of different colours score.

The cells hold the board as board.py describes it, then what each seat has.
"""

from typing import Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest
from carreau.core.errors import PositionError
from carreau.core.game import OVER, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.caro.board import (
    BOARD,
    BOX,
    COLOURS,
    EDGE,
    EVERY_COLOUR,
    NIBBLE,
    REACH,
    TILES,
    WIDTH,
    any_lay,
    around,
    count_lays,
    fault,
    faultless,
    nth_lay,
    pairs,
    place_tile,
    tile,
)

PER_COLOUR: Final[i64] = BOX["tiles_per_colour"]
FIRST_TILE: Final[i64] = BOX["first_tile"]
PENALTY: Final[i64] = BOX["penalty"]

ACTIONS: Final = Actions("caro")
COORDINATES: Final = range(-REACH, REACH + 1)
LAY: Final[i64] = ACTIONS.add("lay", "{colour} {x},{y}", y=COORDINATES, x=COORDINATES, colour=COLOURS)
PASS: Final[i64] = ACTIONS.add("pass", "pass")
OBJECT: Final[i64] = ACTIONS.add("object", "object")
SILENT: Final[i64] = ACTIONS.add("silent", "silent")

# Where each part of a state stands in its cells, after the board.
HAND: Final = BOARD  # four bits for each colour: how many tiles of it the seat holds
TOTAL: Final = BOARD + 4  # points in the whole match
ROUND: Final = BOARD + 8  # points in this game alone (caro.r8)
CELLS: Final = BOARD + 12

# What the player to act is asked to do.
LAYING: Final = 0
ANSWERING: Final = 1  # object or keep silent (caro.r7)
LAYING_ANEW: Final = 2  # after a justified objection (caro.13)
STAGES: Final = ["laying", "answering", "laying_anew"]

FULL_HAND: Final[i64] = sum(BOX["tiles_per_colour"] * 16**colour for colour in range(4))
UP_TO: Final = vec[i64]([16**x - 1 for x in range(WIDTH + 1)])  # all colours in the columns before x
HELD: Final = vec[i64]([sum(colours * 16**x for x in range(WIDTH)) for colours in range(16)])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CaroState(State):
    """A position of Caro. Coordinates inside run from 0 to 14; the first tile lies on (7, 7)."""

    def __init__(self, cells: vec[i64], seats: i64, side: i64, honour: bool, rounds: i64) -> None:
        self.cells = cells
        self.seats = seats
        self.side = side
        self.honour = honour
        self.rounds = rounds  # games still to play, this one included
        self.starter: i64 = 0
        self.current = 0
        self.stage: i64 = LAYING
        self.laid: i64 = 0  # tiles on the board
        self.left: i64 = REACH
        self.right: i64 = REACH
        self.top: i64 = REACH
        self.bottom: i64 = REACH
        self.layer: i64 = 0  # who laid last, where, which colour, for how much (caro.r7)
        self.last_x: i64 = REACH
        self.last_y: i64 = REACH
        self.last_colour: i64 = 0
        self.last_points: i64 = 0

    def clone(self) -> Self:
        copy = CaroState(self.cells[:], self.seats, self.side, self.honour, self.rounds)
        copy.starter = self.starter
        copy.current = self.current
        copy.stage = self.stage
        copy.laid = self.laid
        copy.left = self.left
        copy.right = self.right
        copy.top = self.top
        copy.bottom = self.bottom
        copy.layer = self.layer
        copy.last_x = self.last_x
        copy.last_y = self.last_y
        copy.last_colour = self.last_colour
        copy.last_points = self.last_points
        return copy

    # What lies where

    def holds(self, seat: i64, colour: i64) -> i64:
        """How many tiles of a colour a seat holds."""
        return (self.cells[HAND + seat] >> (4 * colour)) & 15

    def held_colours(self, seat: i64) -> i64:
        """The colours of which a seat holds a tile, as bits."""
        hand = self.cells[HAND + seat]
        some = (hand | (hand >> 1)) & 0x1111
        return (some | (some >> 3) | (some >> 6) | (some >> 9)) & EVERY_COLOUR

    # The square, and what may be laid in whole rows

    def within_square(self, x: i64, y: i64) -> bool:  # caro.4
        across = max(self.right, x) - min(self.left, x)
        down = max(self.bottom, y) - min(self.top, y)
        return across < self.side and down < self.side

    def columns(self) -> i64:
        """The columns into which the square may still grow (caro.4)."""
        return UP_TO[min(WIDTH, self.left + self.side)] & ~UP_TO[max(0, self.right - self.side + 1)]

    def first_row(self) -> i64:
        return max(self.top - 1, max(0, self.bottom - self.side + 1))

    def last_row(self) -> i64:
        return min(self.bottom + 1, min(WIDTH, self.top + self.side) - 1)

    def can_lay(self, seat: i64, colours: i64) -> bool:
        """Whether a seat holds a tile of the colours that lies somewhere without a fault."""
        allowed = HELD[self.held_colours(seat) & colours] & self.columns()
        return any_lay(self.cells, allowed, self.first_row(), self.last_row())

    def anyone_can_lay(self) -> bool:
        seat: i64 = 0
        while seat < self.seats:
            if self.can_lay(seat, EVERY_COLOUR):
                return True
            seat += 1
        return False

    def colours_to_lay(self) -> i64:
        """The colours that the player to act may choose from (caro.13, caro.r7)."""
        same = BIT[self.last_colour]
        if self.stage == LAYING_ANEW and self.can_lay(self.current, same):
            return same
        return EVERY_COLOUR

    # The contract: what may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < 0:
            return
        if self.stage == ANSWERING:
            out.add(OBJECT)
            out.add(SILENT)
        elif self.can_lay(seat, EVERY_COLOUR):
            self.lays(seat, out)
        else:
            out.add(PASS)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        allowed = HELD[self.held_colours(seat) & self.colours_to_lay()] & self.columns()
        faults_too = self.honour and self.stage == LAYING  # caro.r3
        y = self.first_row()
        last = self.last_row()
        while y <= last:
            row = faultless(self.cells, y, allowed)
            if faults_too:
                row = self.cells[EDGE + y] & allowed
            out.add_set(LAY + y * WIDTH * 4, row)
            y += 1

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """As from the list of moves(), but whole rows are counted and only one bit is looked up."""
        if self.honour:
            return super().random_action(seat, rng, out)
        allowed = HELD[self.held_colours(seat)] & self.columns()
        lays = count_lays(self.cells, allowed, self.first_row(), self.last_row())
        if lays == 0:
            return PASS
        return LAY + nth_lay(self.cells, allowed, self.first_row(), rng.below(lays))

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "caro.15"
        if seat != self.current:
            return "caro.3"
        if action == OBJECT or action == SILENT:
            return "" if self.stage == ANSWERING else "caro.r7" if self.honour else "caro.r3"
        if self.stage == ANSWERING:
            return "caro.r7"
        may_lay = self.can_lay(seat, EVERY_COLOUR)
        if action == PASS:
            return "caro.r1" if may_lay else ""
        place = action - LAY
        clause = self.lay_objection(seat, place // 4 % WIDTH, place // 4 // WIDTH, place % 4)
        return clause or ("" if may_lay else "caro.r1")

    def lay_objection(self, seat: i64, x: i64, y: i64, colour: i64) -> str:
        if self.holds(seat, colour) == 0:
            return "caro.1"
        if tile(self.cells, x, y):
            return "caro.3"
        if self.laid == 0:
            return "" if x == REACH and y == REACH else "caro.r5"
        if not self.within_square(x, y):
            return "caro.4"
        if not around(self.cells, x, y):
            return "caro.6"
        if self.honour and self.stage == LAYING:
            return ""
        return fault(self.cells, x, y, colour) or ("" if self.colours_to_lay() & BIT[colour] else "caro.13")

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action == PASS:
            self.end_turn(seat)
        elif action == OBJECT:
            self.objected()
        elif action == SILENT:
            self.ask_next()
        else:
            place = action - LAY
            self.lay(seat, place // 4 % WIDTH, place // 4 // WIDTH, place % 4)

    def lay(self, seat: i64, x: i64, y: i64, colour: i64) -> None:
        watched = self.honour and self.stage == LAYING
        self.layer = seat
        self.last_x = x
        self.last_y = y
        self.last_colour = colour
        self.last_points = self.points_for(seat, x, y, colour)
        self.cells[HAND + seat] -= BIT[4 * colour]
        self.score(seat, self.last_points)
        self.place(x, y, colour)
        if watched:
            self.stage = ANSWERING
            self.current = left_of(seat, self.seats)
        else:
            self.end_turn(seat)

    def points_for(self, seat: i64, x: i64, y: i64, colour: i64) -> i64:
        """What laying a tile scores (caro.5, caro.11)."""
        points = pairs(self.cells, x, y, colour) if self.laid else FIRST_TILE
        return 2 * points if self.holds(seat, colour) == 1 else points

    def score(self, seat: i64, points: i64) -> None:
        self.cells[TOTAL + seat] += points
        self.cells[ROUND + seat] += points

    def place(self, x: i64, y: i64, colour: i64) -> None:
        place_tile(self.cells, x, y, colour)
        self.laid += 1
        self.left = min(self.left, x)
        self.right = max(self.right, x)
        self.top = min(self.top, y)
        self.bottom = max(self.bottom, y)

    # On one's honour: caro.13, caro.14, caro.r7

    def ask_next(self) -> None:
        """The next opponent is asked; after the last one the tile stands (caro.14)."""
        self.current = left_of(self.current, self.seats)
        if self.current == self.layer:
            self.end_turn(self.layer)

    def objected(self) -> None:
        x, y, colour = self.last_x, self.last_y, self.last_colour
        self.lift(x, y)
        if not fault(self.cells, x, y, colour):  # an unjustified objection costs nothing (caro.r3)
            self.place(x, y, colour)
            self.ask_next()
            return
        self.cells[HAND + self.layer] += BIT[4 * colour]
        self.score(self.layer, -self.last_points)
        self.current = self.layer
        self.stage = LAYING_ANEW

    def lift(self, x: i64, y: i64) -> None:
        """Take a tile away again."""
        self.cells[TILES + y] &= ~NIBBLE[x]
        self.lay_out()

    def lay_out(self) -> None:
        """Lay all tiles anew, so that the edge and the bans are those of these tiles and no others."""
        tiles = self.cells[TILES : TILES + WIDTH]
        self.clear_board()
        row: i64 = 0
        while row < WIDTH:
            column: i64 = 0
            while column < WIDTH:
                kind = (tiles[row] >> (4 * column)) & EVERY_COLOUR
                if kind:
                    self.place(column, row, lowest(kind))
                column += 1
            row += 1

    # Turns, games, the match

    def end_turn(self, seat: i64) -> None:
        if self.stage == LAYING_ANEW:  # caro.13, caro.r7
            self.score(seat, -PENALTY)
        self.stage = LAYING
        if self.anyone_can_lay():
            self.current = left_of(seat, self.seats)
        elif self.rounds > 1:
            self.next_game()
        else:
            self.current = OVER

    def next_game(self) -> None:
        self.rounds -= 1
        self.starter = self.next_starter()
        self.set_up()

    def next_starter(self) -> i64:
        """The loser of the last game starts the next one (caro.2, caro.r8)."""
        loser = left_of(self.starter, self.seats)
        step: i64 = 2
        while step <= self.seats:
            seat = (self.starter + step) % self.seats
            if self.cells[ROUND + seat] < self.cells[ROUND + loser]:
                loser = seat
            step += 1
        return loser

    def set_up(self) -> None:
        """An empty board, full hands, the starter to act (caro.1)."""
        self.clear_board()
        seat: i64 = 0
        while seat < self.seats:
            self.cells[HAND + seat] = FULL_HAND
            self.cells[ROUND + seat] = 0
            seat += 1
        self.current = self.starter
        self.layer = self.starter
        self.last_x = REACH
        self.last_y = REACH
        self.last_colour = 0
        self.last_points = 0

    def clear_board(self) -> None:
        """No tile, no ban; the first tile can only go into the middle (caro.r5)."""
        index: i64 = 0
        while index < BOARD:
            self.cells[index] = 0
            index += 1
        self.cells[EDGE + REACH] = NIBBLE[REACH]
        self.laid = 0
        self.left = REACH
        self.right = REACH
        self.top = REACH
        self.bottom = REACH

    # The contract: looking at it

    def scores(self) -> list[int]:
        return [int(self.cells[TOTAL + seat]) for seat in range(int(self.seats))]

    def result(self) -> Result:
        return ranked(self.scores(), "caro.15")

    def board(self) -> list[list[Any]]:
        """Every tile as [x, y, colour], with the first tile on (0, 0), row by row."""
        return [
            [x - REACH, y - REACH, COLOURS[int(lowest(tile(self.cells, x, y)))]]
            for y in range(WIDTH)
            for x in range(WIDTH)
            if tile(self.cells, x, y)
        ]

    def hands(self) -> list[list[int]]:
        return [[int(self.holds(seat, colour)) for colour in range(4)] for seat in range(int(self.seats))]

    def last(self) -> list[Any]:
        """Who laid the last tile, where, which colour, for how many points."""
        return [
            int(self.layer),
            int(self.last_x) - REACH,
            int(self.last_y) - REACH,
            COLOURS[int(self.last_colour)],
            int(self.last_points),
        ]

    def view(self, seat: int) -> PerfectInfoView:
        return PerfectInfoView(seat, self.dump())

    def dump(self) -> dict[str, Any]:
        return {
            "tiles": self.board(),
            "hands": self.hands(),
            "scores": self.scores(),
            "round_scores": [int(self.cells[ROUND + seat]) for seat in range(int(self.seats))],
            "rounds_left": int(self.rounds),
            "starter": int(self.starter),
            "current": int(self.current),
            "stage": STAGES[int(self.stage)],
            "last": self.last(),
        }

    # Positions that can't be

    def audit(self) -> None:
        self.audit_tiles()
        self.audit_board()
        self.audit_turn()

    def audit_tiles(self) -> None:
        laid = [0] * 4
        for _, _, colour in self.board():
            laid[COLOURS.index(colour)] += 1
        for index, colour in enumerate(COLOURS):
            held = sum(hand[index] for hand in self.hands())
            if held + laid[index] != PER_COLOUR * self.seats:
                raise PositionError(f"caro.1: {held} {colour} tiles in hand and {laid[index]} laid are not all")

    def audit_board(self) -> None:
        across, down = self.right - self.left, self.bottom - self.top
        if across >= self.side or down >= self.side:
            raise PositionError(f"caro.4: {across + 1} by {down + 1} tiles are more than {self.side} by {self.side}")
        places = {(x, y) for x, y, _ in self.board()}
        if places and places != connected(places):
            raise PositionError("caro.6: the tiles must hang together, with one of them on 0,0")
        again = self.clone()
        again.lay_out()
        if list(again.cells) != list(self.cells):
            raise PositionError("caro.6: the free cells beside the tiles are not the ones remembered")
        if not self.honour:
            self.audit_faults()

    def audit_faults(self) -> None:
        """Every tile could be laid last; its faults depend on the other tiles alone."""
        for x, y, colour in self.board():
            without = self.cells[:]
            without[TILES + y + REACH] &= ~NIBBLE[x + REACH]
            clause = fault(without, x + REACH, y + REACH, COLOURS.index(colour))
            if clause:
                raise PositionError(f"{clause}: {colour} {x},{y} can't lie where it lies")

    def audit_turn(self) -> None:
        if self.current < 0 and self.current != OVER:
            raise PositionError(f"caro.3: current={self.current} is neither a seat nor {OVER}")
        if self.stage == LAYING:
            if (self.current == OVER) == (self.anyone_can_lay() or self.rounds > 1):
                raise PositionError(f"caro.15: current={self.current} must be {OVER} exactly if nobody can lay")
        elif not self.honour:
            raise PositionError("caro.r3: without honour nobody is asked and nothing is laid anew")
        elif self.stage == LAYING_ANEW:
            if self.current != self.layer:
                raise PositionError(f"caro.13: current={self.current} must be {self.layer}, who lays anew")
        elif self.current == self.layer or self.current == OVER:
            raise PositionError(f"caro.r7: current={self.current} can't be asked about the tile of {self.layer}")
        else:
            self.audit_last()

    def audit_last(self) -> None:
        """The tile that opponents are asked about lies there and scored what it should."""
        x, y, colour = self.last_x, self.last_y, self.last_colour
        if tile(self.cells, x, y) != BIT[colour]:
            raise PositionError(f"caro.r7: the last tile, {COLOURS[int(colour)]}, isn't where it was laid")
        before = self.clone()
        before.lift(x, y)
        before.cells[HAND + self.layer] += BIT[4 * colour]
        points = before.points_for(self.layer, x, y, colour)
        if self.last_points != points:
            raise PositionError(f"caro.10: the last tile scored {points} points, not {self.last_points}")


def connected(places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The places that can be reached from 0,0 over shared edges."""
    reached = {(0, 0)} & places
    fresh = list(reached)
    while fresh:
        x, y = fresh.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in places and near not in reached:
                reached.add(near)
                fresh.append(near)
    return reached
