"""Points of Caro for all four colours at once: each has a lane of fifteen bits in one integer."""

from typing import Final

from carreau.core.bits import lowest
from carreau.core.native import i64, vec
from carreau.games.caro._state import CaroState
from carreau.games.caro.board import BANS, EVERY_COLOUR, WIDTH, tile
from carreau.games.caro.fast import COLOURS_IN, HELD, NIBBLE
from carreau.games.caro.rules import POINTS

LANE: Final = 15
IN_LANE: Final = 2**LANE - 1
EACH_LANE: Final = 1 + 2**LANE + 4**LANE + 8**LANE
TOP_OF_LANES: Final = EACH_LANE * 2 ** (LANE - 1)


def lanes(numbers: list[int]) -> int:
    return sum(number * 2 ** (LANE * colour) for colour, number in enumerate(numbers))


def best_pairs(beside: list[int]) -> list[int]:
    """Return the most that each colour scores beside one tile of these colours (caro.10)."""
    return [max([int(POINTS[colour + 4 * 2**other]) for other in beside], default=0) for colour in range(4)]


BEST_PAIRS: Final = vec[i64]([lanes(best_pairs([c for c in range(4) if colours & 2**c])) for colours in range(16)])
LAST_TILES: Final = vec[i64](  # by hand: the colours of which one tile is left (caro.11)
    [sum(2**c for c in range(4) if hand >> 2 * c & 3 == 1) for hand in range(256)]
)
ALL_OF: Final = vec[i64]([lanes([IN_LANE * (colours >> c & 1) for c in range(4)]) for colours in range(16)])


def at(numbers: i64, colour: i64) -> i64:
    return (numbers >> (LANE * colour)) & IN_LANE


def higher(one: i64, other: i64) -> i64:
    """Return the maximum of each lane."""
    kept = (((one | TOP_OF_LANES) - other) & TOP_OF_LANES) >> (LANE - 1)
    return other ^ ((one ^ other) & (kept * IN_LANE))


def highest(numbers: i64) -> i64:
    """Return the maximum over all lanes."""
    numbers = higher(numbers, numbers >> (2 * LANE))
    return max(numbers & IN_LANE, (numbers >> LANE) & IN_LANE)


def scores_on(rows: vec[i64], x: i64, y: i64) -> i64:
    """Return what a tile of each colour would score on a cell, before caro.11 doubles the last one."""
    sides = BEST_PAIRS[tile(rows, x - 1, y)] + BEST_PAIRS[tile(rows, x + 1, y)]
    return sides + BEST_PAIRS[tile(rows, x, y - 1)] + BEST_PAIRS[tile(rows, x, y + 1)]


def opened(state: CaroState, x: i64, y: i64, kind: i64, hand: i64) -> i64:
    """Return the most that a hand could score beside a new tile, whose colour is given as a bit."""
    rows = state.rows_cells
    columns = state.columns() & HELD[COLOURS_IN[hand] & ~kind]
    doubled = ALL_OF[LAST_TILES[hand]]
    most = score_beside(rows, x + 1, y, kind, columns, doubled)
    if x > 0:
        most = higher(most, score_beside(rows, x - 1, y, kind, columns, doubled))
    if y > max(0, state.bottom - state.side + 1):
        most = higher(most, score_beside(rows, x, y - 1, kind, columns, doubled))
    if y < min(WIDTH, state.top + state.side) - 1:
        most = higher(most, score_beside(rows, x, y + 1, kind, columns, doubled))
    return highest(most)


def score_beside(rows: vec[i64], x: i64, y: i64, kind: i64, allowed: i64, doubled: i64) -> i64:
    """Return the score of each legal colour on a cell with one more tile beside it."""
    free = ((~rows[BANS + y] & allowed) >> (4 * x)) & EVERY_COLOUR
    if free == 0:
        return 0
    points = scores_on(rows, x, y) + BEST_PAIRS[kind]
    return (points + (points & doubled)) & ALL_OF[free]


def most_points(state: CaroState, seat: i64) -> i64:
    """Return an upper bound of what a seat can still score, in a game of two."""
    rows = state.rows_cells
    hand = state.hands_of(seat)
    both = COLOURS_IN[state.hands_of(0) | state.hands_of(1)]
    columns = state.columns()
    tiles = tiles_in(state.hands_of(0)) + tiles_in(state.hands_of(1))
    limit = (tiles - 1) * BEST_PAIRS[EVERY_COLOUR]  # from all other tiles that may end up beside this one
    y, last = max(0, state.bottom - state.side + 1), min(WIDTH, state.top + state.side) - 1
    most: i64 = 0
    above: i64 = 0
    here = ~rows[BANS + y] & columns & HELD[both]
    while y <= last:
        below: i64 = 0
        if y < last:
            below = ~rows[BANS + y + 1] & columns & HELD[both]
        most = higher(most, best_of_row(rows, y, here & HELD[COLOURS_IN[hand]], above, here, below, limit))
        above = here
        here = below
        y += 1
    return promised(most, hand)


def best_of_row(rows: vec[i64], y: i64, free: i64, above: i64, here: i64, below: i64, limit: i64) -> i64:
    """Return an upper bound of each colour's score on a cell of a row."""
    most: i64 = 0
    while free:
        x = lowest(free) >> 2
        shift = 4 * x
        later = BEST_PAIRS[(above >> shift) & EVERY_COLOUR] + BEST_PAIRS[(below >> shift) & EVERY_COLOUR]
        later += BEST_PAIRS[(here >> (shift + 4)) & EVERY_COLOUR]
        if x > 0:
            later += BEST_PAIRS[(here >> (shift - 4)) & EVERY_COLOUR]
        later = later + limit - higher(later, limit)  # the lower of both
        points = scores_on(rows, x, y) + later
        most = higher(most, points & ALL_OF[(free >> shift) & EVERY_COLOUR])
        free &= ~NIBBLE[x]
    return most


def promised(most: i64, hand: i64) -> i64:
    """Return the score of a hand if each tile scores the most for its colour, the last doubled (caro.11)."""
    points: i64 = 0
    colour: i64 = 0
    while colour < 4:
        held = (hand >> (2 * colour)) & 3
        if held:
            points += (held + 1) * at(most, colour)
        colour += 1
    return points


def tiles_in(hand: i64) -> i64:
    return (hand & 3) + ((hand >> 2) & 3) + ((hand >> 4) & 3) + (hand >> 6)
