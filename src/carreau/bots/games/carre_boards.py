"""Boards of Carré: the turns it costs a player that some tiles can't be built now, or not all of them any more."""

from typing import Final, final

from carreau.bots.exact.packing import NO, Packing
from carreau.core.bits import BIT
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.carre.board import EVERY_SQUARE, LAST_COLUMN, PLANE, where_flat
from carreau.games.carre.tables import KIND_COUNT, TILE, WIDTH

SLOTS: Final[i64] = 65521  # of the boards that are kept: a prime
POSITIONS: Final = 10_000  # looked at to find out whether the rest can be packed

# In turns
UNPACKABLE: Final = 1.6
BLOCKED: Final = vec[float]([0.1, 0.1, 0.1, 0.1, 0.1, 0.06, 0.1, 0.3])  # by value


@final
@mypyc_attr(acyclic=True)
class Boards:
    """A cache of boards. The bits of all heights are the planes a, b, c and d, the lowest first."""

    def __init__(self) -> None:
        self.packing = Packing(POSITIONS)
        self.unpackable = UNPACKABLE
        self.weights = BLOCKED
        self.low: vec[i64] = vec[i64]([0] * int(SLOTS))
        self.high: vec[i64] = vec[i64]([-1] * int(SLOTS))
        self.cost: vec[float] = vec[float]([0.0] * int(SLOTS))
        self.blocked: vec[i64] = vec[i64]([0] * int(SLOTS))

    def now(self, cells: vec[i64], own: i64, supply: i64) -> i64:
        """Return the slot of a player's board."""
        plane = own + PLANE
        return self.slot(cells[plane], cells[plane + 1], cells[plane + 2], cells[plane + 3], supply)

    def with_tile(self, cells: vec[i64], own: i64, cover: i64, supply: i64) -> i64:
        """Return the slot of a board after a tile is added."""
        plane = own + PLANE
        a, b, c, d = cells[plane], cells[plane + 1], cells[plane + 2], cells[plane + 3]
        two = cover & a
        four = two & b
        eight = four & c
        return self.slot(a ^ cover, b ^ two, c ^ four, d ^ eight, supply)

    def without_tile(self, cells: vec[i64], own: i64, cover: i64, supply: i64) -> i64:
        """Return the slot of a board after a tile is removed."""
        plane = own + PLANE
        a, b, c, d = cells[plane], cells[plane + 1], cells[plane + 2], cells[plane + 3]
        two = cover & ~a
        four = two & ~b
        eight = four & ~c
        return self.slot(a ^ cover, b ^ two, c ^ four, d ^ eight, supply)

    def slot(self, a: i64, b: i64, c: i64, d: i64, supply: i64) -> i64:
        """Return the slot of a board in `cost` and `blocked`, computed if necessary."""
        low = a | (b << 20) | (c << 40)
        high = d | (supply << 20)
        slot = ((low % SLOTS) * 5003 + high) % SLOTS
        if self.low[slot] != low or self.high[slot] != high:
            self.low[slot] = low
            self.high[slot] = high
            self.blocked[slot] = blocked_values(a, b, c, d, supply)
            self.cost[slot] = cost_of(self.blocked[slot], self.weights)
            if self.packing.answer(a, b, c, d, supply) == NO:
                self.cost[slot] += self.unpackable
        return slot


def cost_of(blocked: i64, weights: vec[float]) -> float:
    cost: float = 0.0
    tile: i64 = 0
    while blocked:
        if blocked & 1:
            cost += weights[tile]
        blocked >>= 1
        tile += 1
    return cost


def blocked_values(a: i64, b: i64, c: i64, d: i64, supply: i64) -> i64:
    """Return the set of values still to be built that have no flat place now."""
    uneven = (a ^ (a >> 1)) | (b ^ (b >> 1)) | (c ^ (c >> 1)) | (d ^ (d >> 1))
    beside = EVERY_SQUARE & ~uneven & ~LAST_COLUMN
    uneven = (a ^ (a >> WIDTH)) | (b ^ (b >> WIDTH)) | (c ^ (c >> WIDTH)) | (d ^ (d >> WIDTH))
    below = EVERY_SQUARE & ~uneven
    wanted: i64 = 0
    flat: i64 = 0
    kind: i64 = 0
    while kind < KIND_COUNT:
        value = BIT[TILE[kind]]
        if (supply >> (2 * TILE[kind])) & 3:
            wanted |= value
            if flat & value == 0 and where_flat(kind, beside, below):
                flat |= value
        kind += 1
    return wanted & ~flat
