"""Carré: can all tiles in a supply be placed on a board, in some order, without taking any back?

Every board can be built layer by layer, so the search tries only that order: it goes over the squares of the lowest
layer in reading order, and either begins a tile there or closes the square for good. Heights are counted from the
lowest layer. Dead ends between two layers are cached for one question, answers for all of them. Both caches have a
fixed size, and neither changes an answer. If a question takes too many positions, the answer is UNKNOWN.
"""

from typing import Final, final

from carreau.core.bits import BIT, lowest, size
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.carre.board import DIGIT, EVERY_SQUARE, CarreBoard
from carreau.games.carre.tiles import ACROSS, COVERS, DOWN, KIND_COUNT, KINDS, SQUARES, TILE, VALUES

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2

MOST_POSITIONS: Final = 1000  # looked at for one answer
SLOTS: Final[i64] = 16381  # in each cache: a prime, so all digits of a position matter

AREA: Final = vec[i64](
    [max(int(ACROSS[k] * DOWN[k]) for k in range(len(KINDS)) if TILE[k] == t) for t in range(len(VALUES))]
)
LARGEST_FIRST: Final = vec[i64](sorted(range(len(KINDS)), key=lambda kind: -ACROSS[kind] * DOWN[kind]))
TILES: Final[i64] = len(VALUES)


def places(tile: int) -> list[int]:
    """Return the sets of squares that a tile can cover."""
    kinds = [kind for kind in range(len(KINDS)) if TILE[kind] == tile]
    covers = [int(COVERS[kind * int(SQUARES) + square]) for kind in kinds for square in range(int(SQUARES))]
    return [cover for cover in covers if cover]


def carriers(tile: int) -> int:
    """Return the bits of a supply that count larger tiles on which this one would fit."""
    return sum(
        3 * 4**other
        for other in range(len(VALUES))
        if AREA[other] > AREA[tile] and places(tile)[0] & places(other)[0] == places(tile)[0]
    )


PLACES: Final = vec[i64]([place for tile in range(len(VALUES)) for place in places(tile)])
FIRST_PLACE: Final = vec[i64]([sum(len(places(before)) for before in range(tile)) for tile in range(len(VALUES) + 1)])
CARRIERS: Final = vec[i64]([carriers(tile) for tile in range(len(VALUES))])


def area(supply: i64) -> i64:
    """Return how many squares all tiles of a supply cover together."""
    covered: i64 = 0
    tile: i64 = 0
    while supply:
        covered += (supply & 3) * AREA[tile]
        supply >>= 2
        tile += 1
    return covered


def height(a: i64, b: i64, c: i64, d: i64, place: i64) -> i64:
    """Return the greatest height within a place."""
    found: i64 = 0
    if place & d:
        place &= d
        found += 8
    if place & c:
        place &= c
        found += 4
    if place & b:
        place &= b
        found += 2
    if place & a:
        found += 1
    return found


def lower(a: i64, b: i64, c: i64, d: i64, top: i64) -> i64:
    """Return the squares below a height."""
    less: i64 = 0
    same: i64 = EVERY_SQUARE
    if top & 8:
        less = same & ~d
        same &= d
    else:
        same &= ~d
    if top & 4:
        less |= same & ~c
        same &= c
    else:
        same &= ~c
    if top & 2:
        less |= same & ~b
        same &= b
    else:
        same &= ~b
    if top & 1:
        less |= same & ~a
    return less


def can_be_filled(place: i64, low: i64, gap: i64, supply: i64) -> bool:
    """Return whether tiles placed on low squares only can cover `gap` squares of a place."""
    tile: i64 = 0
    while supply:
        if supply & 3 and fits(tile, low, place):
            gap -= (supply & 3) * AREA[tile]
            if gap <= 0:
                return True
        supply >>= 2
        tile += 1
    return False


def fits(tile: i64, low: i64, place: i64) -> bool:
    """Return whether a tile can lie on low squares and overlap a place."""
    index = FIRST_PLACE[tile]
    last = FIRST_PLACE[tile + 1]
    while index < last:
        if PLACES[index] & ~low == 0 and PLACES[index] & place:
            return True
        index += 1
    return False


def has_place(tile: i64, a: i64, b: i64, c: i64, d: i64, open_: i64, others: i64) -> bool:
    """Return whether a tile has a place that is flat or that other tiles could level first."""
    index = FIRST_PLACE[tile]
    last = FIRST_PLACE[tile + 1]
    while index < last:
        place = PLACES[index]
        if place & ~open_ == 0:
            top = height(a, b, c, d, place)
            if top == 0:
                return True
            gap = top * AREA[tile] - size(place & a) - 2 * size(place & b) - 4 * size(place & c) - 8 * size(place & d)
            if gap == 0 or can_be_filled(place, open_ & lower(a, b, c, d, top), gap, others):
                return True
        index += 1
    return False


def is_largest(tile: i64, supply: i64) -> bool:
    """Return whether a supply has this tile and no larger one on which it fits."""
    return (supply >> (2 * tile)) & 3 > 0 and supply & CARRIERS[tile] == 0


def have_places(a: i64, b: i64, c: i64, d: i64, open_: i64, supply: i64) -> bool:
    """Return False if some tile has no place: a quick test that is necessary, not sufficient."""
    tile: i64 = TILES
    while tile > 0:
        tile -= 1
        if is_largest(tile, supply) and not has_place(tile, a, b, c, d, open_, supply - BIT[2 * tile]):
            return False
    return True


def have_squares(open_: i64, supply: i64) -> bool:
    """Return whether each tile fits on the open squares."""
    tile: i64 = TILES
    while tile > 0:
        tile -= 1
        if is_largest(tile, supply) and not fits(tile, open_, open_):
            return False
    return True


@final
@mypyc_attr(acyclic=True)
class Packing:
    """A solver with caches. The digits of all heights are the sets a, b, c and d, the lowest first."""

    def __init__(self, positions: i64 = MOST_POSITIONS) -> None:
        self.positions = positions
        self.left: i64 = 0  # positions that may still be looked at
        self.question: i64 = 0
        # The dead ends, with the question in which they were found
        self.low: vec[i64] = vec[i64]([0] * int(SLOTS))
        self.high: vec[i64] = vec[i64]([0] * int(SLOTS))
        self.found_in: vec[i64] = vec[i64]([0] * int(SLOTS))
        # The questions, with their answers
        self.asked_low: vec[i64] = vec[i64]([0] * int(SLOTS))
        self.asked_high: vec[i64] = vec[i64]([-1] * int(SLOTS))
        self.answers: vec[i64] = vec[i64]([0] * int(SLOTS))

    def ask(self, state: CarreBoard, seat: i64) -> i64:
        """Answer for a player."""
        return self.answer(state.low_digits(seat), state.high_digits(seat), state.supplies_of(seat))

    def answer(self, low: i64, fourth: i64, supply: i64) -> i64:
        """Answer for a board, given by the digits of its heights."""
        high = fourth | (supply << DIGIT)
        slot = slot_of(low, high)
        if self.asked_low[slot] == low and self.asked_high[slot] == high:
            return self.answers[slot]
        self.left = self.positions
        self.question += 1
        a, b, c = low & EVERY_SQUARE, (low >> DIGIT) & EVERY_SQUARE, low >> (2 * DIGIT)
        answer = self.pack(a, b, c, fourth, EVERY_SQUARE, supply)
        self.asked_low[slot] = low
        self.asked_high[slot] = high
        self.answers[slot] = answer
        return answer

    def pack(self, a: i64, b: i64, c: i64, d: i64, open_: i64, supply: i64) -> i64:
        """Answer for a supply on the open squares, beginning with the lowest layer."""
        if supply == 0:
            return YES
        if open_ == 0 or not have_places(a, b, c, d, open_, supply):
            return NO
        low = a | (b << 20) | (c << 40)
        high = d | (open_ << 20) | (supply << 40)
        slot = slot_of(low, high)
        if self.found_in[slot] == self.question and self.low[slot] == low and self.high[slot] == high:
            return NO
        ground = open_ & ~(a | b | c | d)
        answer = self.fill(a, b, c, d, open_, ground, supply)
        if answer == NO:
            self.low[slot] = low
            self.high[slot] = high
            self.found_in[slot] = self.question
        return answer

    def fill(self, a: i64, b: i64, c: i64, d: i64, open_: i64, ground: i64, supply: i64) -> i64:
        """Answer within a layer; `ground` is the part of it that is still to be examined."""
        if self.left == 0:
            return UNKNOWN
        self.left -= 1
        if ground == 0 or supply == 0:
            return self.go_up(a, b, c, d, open_, supply)
        corner = lowest(ground)
        index: i64 = 0
        while index < KIND_COUNT:
            kind = LARGEST_FIRST[index]
            cover = COVERS[kind * SQUARES + corner]
            if cover & ~ground == 0 and cover and (supply >> (2 * TILE[kind])) & 3:
                answer = self.fill(a, b, c, d, open_, ground & ~cover, supply - BIT[2 * TILE[kind]])
                if answer != NO:
                    return answer
            index += 1
        open_ &= ~BIT[corner]
        if not have_squares(open_, supply):
            return NO
        return self.fill(a, b, c, d, open_, ground & (ground - 1), supply)

    def go_up(self, a: i64, b: i64, c: i64, d: i64, open_: i64, supply: i64) -> i64:
        """Finish a layer: lower all squares above it by one and begin the next."""
        a, b, c, d = a & open_, b & open_, c & open_, d & open_
        borrow = a | b | c | d
        old = a
        a ^= borrow
        borrow &= ~old
        old = b
        b ^= borrow
        borrow &= ~old
        old = c
        c ^= borrow
        borrow &= ~old
        return self.pack(a, b, c, d ^ borrow, open_, supply)


def slot_of(low: i64, high: i64) -> i64:
    """Return the slot of a position in a cache."""
    return ((low % SLOTS) * 5003 + high) % SLOTS
