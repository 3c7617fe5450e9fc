"""Caro: lay coloured tiles into a growing square; neighbours of different colours score.

The board is fifteen rows of fifteen cells, wide enough for the first tile in the middle and the
largest square on any side of it. A row is one integer with four bits for each cell:

    TILES  the bit of the colour that lies there
    BANS   the colours that caro.7, 8 and 9 forbid there; a ban never goes away
    EDGE   all four bits for a free cell beside a laid tile (caro.6)

so the colours that may be laid along a row are one `&` of three words.
"""

from typing import Any, Final, Self, final

from carreau.core._native import i64, mypyc_attr, vec
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest, nth, size
from carreau.core.errors import PositionError
from carreau.core.game import OVER, State
from carreau.core.moves import Moves
from carreau.core.open import OpenView
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.components import components

BOX: Final = components("caro")
COLOURS: Final[list[str]] = BOX["colours"]
PER_COLOUR: Final[i64] = BOX["tiles_per_colour"]
FIRST_TILE: Final[i64] = BOX["first_tile"]
PENALTY: Final[i64] = BOX["penalty"]

REACH: Final = 7  # how far from the first tile a cell can be (caro.4, caro.r5)
WIDTH: Final = 2 * REACH + 1

ACTIONS: Final = Actions("caro")
COORDINATES: Final = range(-REACH, REACH + 1)
LAY: Final[i64] = ACTIONS.add("lay", "{colour} {x},{y}", y=COORDINATES, x=COORDINATES, colour=COLOURS)
PASS: Final[i64] = ACTIONS.add("pass", "pass")
OBJECT: Final[i64] = ACTIONS.add("object", "object")
SILENT: Final[i64] = ACTIONS.add("silent", "silent")

# Where each part of a state stands in its cells. An empty row above and below spares the tiles a look at the edge.
TILES: Final = 1
BANS: Final = 17
EDGE: Final = 32
HAND: Final = 47  # four bits for each colour: how many tiles of it the seat holds
TOTAL: Final = 51  # points in the whole match
ROUND: Final = 55  # points in this game alone (caro.r8)
CELLS: Final = 59

# What the player to act is asked to do.
LAYING: Final = 0
ANSWERING: Final = 1  # object or keep silent (caro.r7)
LAYING_ANEW: Final = 2  # after a justified objection (caro.13)
LONGEST_DIAGONAL: Final = 3  # caro.9
PHASES: Final = ["laying", "answering", "laying_anew"]

FULL_HAND: Final = sum(BOX["tiles_per_colour"] * 16**colour for colour in range(4))
EVERY_COLOUR: Final = 15
NIBBLE: Final = vec[i64]([EVERY_COLOUR * 16**x for x in range(WIDTH)])
UP_TO: Final = vec[i64]([16**x - 1 for x in range(WIDTH + 1)])  # all colours in the columns before x
HELD: Final = vec[i64]([sum(colours * 16**x for x in range(WIDTH)) for colours in range(16)])


def points_table() -> list[int]:
    """Points by colour + 4 * neighbouring tile; a free cell and one's own colour score nothing (caro.r6)."""
    table = [0] * 36
    for pair, points in BOX["points"].items():
        one, other = [COLOURS.index(name) for name in pair.split("-")]
        table[one + 4 * 2**other] = table[other + 4 * 2**one] = points
    return table


POINTS: Final = vec[i64](points_table())


# What lies where. These take the cells, not the state: that spares counting a reference for each look.


def tile(cells: vec[i64], x: i64, y: i64) -> i64:
    """The colour of the tile on a cell as one bit; 0 if the cell is free or beside the board."""
    if x < 0 or x >= WIDTH:
        return 0
    return (cells[TILES + y] >> (4 * x)) & EVERY_COLOUR


def around(cells: vec[i64], x: i64, y: i64) -> i64:
    """The colours of the neighbours."""
    return tile(cells, x - 1, y) | tile(cells, x + 1, y) | tile(cells, x, y - 1) | tile(cells, x, y + 1)


def twice_around(cells: vec[i64], x: i64, y: i64) -> i64:
    """The colours that at least two of the neighbours have."""
    left, right = tile(cells, x - 1, y), tile(cells, x + 1, y)
    up, down = tile(cells, x, y - 1), tile(cells, x, y + 1)
    return (left & right) | (up & down) | ((left | right) & (up | down))


def thrice_around(cells: vec[i64], x: i64, y: i64) -> i64:
    """The colour that at least three of the neighbours have."""
    left, right = tile(cells, x - 1, y), tile(cells, x + 1, y)
    up, down = tile(cells, x, y - 1), tile(cells, x, y + 1)
    return (left & right & (up | down)) | ((left | right) & up & down)


def run(cells: vec[i64], x: i64, y: i64, dx: i64, dy: i64, kind: i64) -> i64:
    """How many tiles of one kind follow each other from a cell in one direction, the cell itself apart."""
    length: i64 = 0
    while tile(cells, x + dx, y + dy) == kind:
        x += dx
        y += dy
        length += 1
    return length


# What may be laid in whole rows, of the colours and in the columns `allowed`


def faultless(cells: vec[i64], y: i64, allowed: i64) -> i64:
    return cells[EDGE + y] & ~cells[BANS + y] & allowed


def count_lays(cells: vec[i64], allowed: i64, first: i64, last: i64) -> i64:
    """How many tiles may be laid in rows that follow each other."""
    lays: i64 = 0
    while first <= last:
        lays += size(faultless(cells, first, allowed))
        first += 1
    return lays


def nth_lay(cells: vec[i64], allowed: i64, y: i64, n: i64) -> i64:
    """The place and colour of the lay that has n others before it, from a row on."""
    lays = size(faultless(cells, y, allowed))
    while n >= lays:
        n -= lays
        y += 1
        lays = size(faultless(cells, y, allowed))
    return y * WIDTH * 4 + nth(faultless(cells, y, allowed), n)


def any_lay(cells: vec[i64], allowed: i64, first: i64, last: i64) -> bool:
    while first <= last:
        if faultless(cells, first, allowed):
            return True
        first += 1
    return False


def on_board(x: i64, y: i64) -> bool:
    return x >= 0 and x < WIDTH and y >= 0 and y < WIDTH


# The laying rules that look at colours, one by one


def touches_own_colour(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:  # caro.7
    return around(cells, x, y) & BIT[colour] != 0


def makes_three_neighbours(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:  # caro.8
    return (
        thrice_around(cells, x, y) != 0
        or has_two(cells, x - 1, y, colour)
        or has_two(cells, x + 1, y, colour)
        or has_two(cells, x, y - 1, colour)
        or has_two(cells, x, y + 1, colour)
    )


def has_two(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:
    """Whether a tile lies there that has two neighbours of a colour already."""
    return tile(cells, x, y) != 0 and twice_around(cells, x, y) & BIT[colour] != 0


def makes_long_diagonal(cells: vec[i64], x: i64, y: i64, colour: i64) -> bool:  # caro.9
    kind = BIT[colour]
    falling = run(cells, x, y, 1, 1, kind) + run(cells, x, y, -1, -1, kind)
    rising = run(cells, x, y, 1, -1, kind) + run(cells, x, y, -1, 1, kind)
    return falling >= LONGEST_DIAGONAL or rising >= LONGEST_DIAGONAL


def fault(cells: vec[i64], x: i64, y: i64, colour: i64) -> str:
    """The clause that a tile of a colour breaks on a cell, or ""."""
    if touches_own_colour(cells, x, y, colour):
        return "caro.7"
    if makes_three_neighbours(cells, x, y, colour):
        return "caro.8"
    if makes_long_diagonal(cells, x, y, colour):
        return "caro.9"
    return ""


def pairs(cells: vec[i64], x: i64, y: i64, colour: i64) -> i64:  # caro.10
    """The points of all pairs that a tile of a colour makes on a cell."""
    return (
        POINTS[colour + 4 * tile(cells, x - 1, y)]
        + POINTS[colour + 4 * tile(cells, x + 1, y)]
        + POINTS[colour + 4 * tile(cells, x, y - 1)]
        + POINTS[colour + 4 * tile(cells, x, y + 1)]
    )


# What a new tile forbids from now on


def ban(cells: vec[i64], x: i64, y: i64, colours: i64) -> None:
    if on_board(x, y):
        cells[BANS + y] |= colours << (4 * x)


def ban_beside(cells: vec[i64], x: i64, y: i64, kind: i64, twice: i64) -> None:
    """Next to this cell lies a new tile that has `twice` around it (caro.6, 7, 8)."""
    if not on_board(x, y):
        return
    if tile(cells, x, y):
        if twice_around(cells, x, y) & kind:
            ban(cells, x - 1, y, kind)
            ban(cells, x + 1, y, kind)
            ban(cells, x, y - 1, kind)
            ban(cells, x, y + 1, kind)
    else:
        cells[EDGE + y] |= NIBBLE[x]
        ban(cells, x, y, kind | twice)
        if thrice_around(cells, x, y):
            ban(cells, x, y, EVERY_COLOUR)


def ban_ends(cells: vec[i64], x: i64, y: i64, dx: i64, dy: i64, kind: i64) -> None:
    """The cells at both ends of the new tile's diagonal (caro.9)."""
    ahead = run(cells, x, y, dx, dy, kind)
    behind = run(cells, x, y, -dx, -dy, kind)
    ban_end(cells, x + dx * (ahead + 1), y + dy * (ahead + 1), dx, dy, kind, ahead + behind + 1)
    ban_end(cells, x - dx * (behind + 1), y - dy * (behind + 1), -dx, -dy, kind, ahead + behind + 1)


def ban_end(cells: vec[i64], x: i64, y: i64, dx: i64, dy: i64, kind: i64, length: i64) -> None:
    """Forbid the cell after a diagonal of some length if a tile there would make it too long."""
    if on_board(x, y) and length + run(cells, x, y, dx, dy, kind) >= LONGEST_DIAGONAL:
        ban(cells, x, y, kind)


def place_tile(cells: vec[i64], x: i64, y: i64, colour: i64) -> None:
    kind = BIT[colour]
    cells[TILES + y] |= BIT[4 * x + colour]
    cells[BANS + y] |= NIBBLE[x]
    cells[EDGE + y] &= ~NIBBLE[x]
    twice = twice_around(cells, x, y)
    ban_beside(cells, x - 1, y, kind, twice)
    ban_beside(cells, x + 1, y, kind, twice)
    ban_beside(cells, x, y - 1, kind, twice)
    ban_beside(cells, x, y + 1, kind, twice)
    ban_ends(cells, x, y, 1, 1, kind)
    ban_ends(cells, x, y, 1, -1, kind)


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
        self.phase: i64 = LAYING
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
        copy.phase = self.phase
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
        if self.phase == LAYING_ANEW and self.can_lay(self.current, same):
            return same
        return EVERY_COLOUR

    # The contract: what may be done

    def moves(self, seat: i64, out: Moves) -> None:
        if seat != self.current or seat < 0:
            return
        if self.phase == ANSWERING:
            out.add(OBJECT)
            out.add(SILENT)
        elif self.can_lay(seat, EVERY_COLOUR):
            self.lays(seat, out)
        else:
            out.add(PASS)

    def lays(self, seat: i64, out: Moves) -> None:
        allowed = HELD[self.held_colours(seat) & self.colours_to_lay()] & self.columns()
        faults_too = self.honour and self.phase == LAYING  # caro.r3
        y = self.first_row()
        last = self.last_row()
        while y <= last:
            row = faultless(self.cells, y, allowed)
            if faults_too:
                row = self.cells[EDGE + y] & allowed
            out.add_set(LAY + y * WIDTH * 4, row)
            y += 1

    def pick(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """As from the list of moves(), but whole rows are counted and only one bit is looked up."""
        if self.honour:
            return super().pick(seat, rng, out)
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
            return "" if self.phase == ANSWERING else "caro.r7" if self.honour else "caro.r3"
        if self.phase == ANSWERING:
            return "caro.r7"
        may_lay = self.can_lay(seat, EVERY_COLOUR)
        if action == PASS:
            return "caro.r1" if may_lay else ""
        if not may_lay:
            return "caro.r1"
        place = action - LAY
        return self.lay_objection(seat, place // 4 % WIDTH, place // 4 // WIDTH, place % 4)

    def lay_objection(self, seat: i64, x: i64, y: i64, colour: i64) -> str:
        if self.holds(seat, colour) == 0:
            return "caro.1"
        if tile(self.cells, x, y):
            return "caro.3"
        if not self.within_square(x, y):
            return "caro.4"
        if self.laid == 0:
            return "" if x == REACH and y == REACH else "caro.r5"
        if not around(self.cells, x, y):
            return "caro.6"
        if self.honour and self.phase == LAYING:
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
        watched = self.honour and self.phase == LAYING
        self.layer = seat
        self.last_x = x
        self.last_y = y
        self.last_colour = colour
        self.last_points = self.points_for(seat, x, y, colour)
        self.cells[HAND + seat] -= BIT[4 * colour]
        self.score(seat, self.last_points)
        self.place(x, y, colour)
        if watched:
            self.phase = ANSWERING
            self.current = (seat + 1) % self.seats
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
        self.current = (self.current + 1) % self.seats
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
        self.score(self.layer, -self.last_points - PENALTY)
        self.current = self.layer
        self.phase = LAYING_ANEW

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
        self.phase = LAYING
        if self.anyone_can_lay():
            self.current = (seat + 1) % self.seats
        elif self.rounds > 1:
            self.next_game()
        else:
            self.current = OVER

    def next_game(self) -> None:
        """The loser of the last game starts the next one (caro.2, caro.r8)."""
        loser = (self.starter + 1) % self.seats
        step: i64 = 2
        while step <= self.seats:
            seat = (self.starter + step) % self.seats
            if self.cells[ROUND + seat] < self.cells[ROUND + loser]:
                loser = seat
            step += 1
        self.rounds -= 1
        self.starter = loser
        self.set_up()

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
        index: i64 = TILES
        while index < HAND:
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

    def view(self, seat: int) -> OpenView:
        return OpenView(seat, self.dump())

    def dump(self) -> dict[str, Any]:
        return {
            "tiles": self.board(),
            "hands": self.hands(),
            "scores": self.scores(),
            "round_scores": [int(self.cells[ROUND + seat]) for seat in range(int(self.seats))],
            "rounds_left": int(self.rounds),
            "starter": int(self.starter),
            "current": int(self.current),
            "phase": PHASES[int(self.phase)],
            "last": self.last(),
        }

    def audit(self) -> None:
        laid = [0] * 4
        for _, _, colour in self.board():
            laid[COLOURS.index(colour)] += 1
        for index, colour in enumerate(COLOURS):
            held = sum(hand[index] for hand in self.hands())
            if held + laid[index] != PER_COLOUR * self.seats:
                raise PositionError(f"caro.1: {held} {colour} tiles in hand and {laid[index]} laid are not all")
        across, down = self.right - self.left, self.bottom - self.top
        if across >= self.side or down >= self.side:
            raise PositionError(f"caro.4: {across + 1} by {down + 1} tiles are more than {self.side} by {self.side}")
        again = self.clone()
        again.lay_out()
        if list(again.cells) != list(self.cells):
            raise PositionError("caro.6: the free cells beside the tiles are not the ones remembered")
        if not self.honour:
            self.audit_faults()

    def audit_faults(self) -> None:
        """Without `honour` no two tiles of one colour touch (caro.7)."""
        for x, y, colour in self.board():
            if touches_own_colour(self.cells, x + REACH, y + REACH, COLOURS.index(colour)):
                raise PositionError(f"caro.7: {colour} {x},{y} touches its own colour")
