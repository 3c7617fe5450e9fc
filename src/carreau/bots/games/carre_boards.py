"""Boards of Carré: the turns lost because some tiles can't be built now, or not all of them ever."""

from typing import Final, final

from carreau.bots.exact.packing import NO, Packing
from carreau.core.bits import BIT
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.carre.board import DIGIT, CarreBoard, level_below, level_beside, lowered, raised, where_flat
from carreau.games.carre.tiles import KIND_COUNT, TILE

SLOTS: Final[i64] = 65521  # in the cache: a prime
POSITIONS: Final = 10_000  # to examine for one packing

# In turns
UNPACKABLE: Final = 1.6
BLOCKED: Final = vec[float]([0.1, 0.1, 0.1, 0.1, 0.1, 0.06, 0.1, 0.3])  # by value


@final
@mypyc_attr(acyclic=True)
class Boards:
    """A cache of boards, by the digits of their heights and the supply."""

    def __init__(self) -> None:
        self.packing = Packing(POSITIONS)
        self.unpackable = UNPACKABLE
        self.weights = BLOCKED
        self.low: vec[i64] = vec[i64]([0] * int(SLOTS))
        self.high: vec[i64] = vec[i64]([-1] * int(SLOTS))
        self.cost: vec[float] = vec[float]([0.0] * int(SLOTS))
        self.blocked: vec[i64] = vec[i64]([0] * int(SLOTS))

    def now(self, state: CarreBoard, seat: i64, supply: i64) -> i64:
        """Return the slot that holds the values of a player's present board."""
        return self.slot(state.low_digits(seat), state.high_digits(seat), supply)

    def with_tile(self, state: CarreBoard, seat: i64, cover: i64, supply: i64) -> i64:
        """Return the slot of a board after a tile is added."""
        low, high = raised(state.low_digits(seat), state.high_digits(seat), cover)
        return self.slot(low, high, supply)

    def without_tile(self, state: CarreBoard, seat: i64, cover: i64, supply: i64) -> i64:
        """Return the slot of a board after a tile is removed."""
        low, high = lowered(state.low_digits(seat), state.high_digits(seat), cover)
        return self.slot(low, high, supply)

    def slot(self, low: i64, fourth: i64, supply: i64) -> i64:
        """Return the slot of a board in `cost` and `blocked`, computed if necessary."""
        high = fourth | (supply << DIGIT)
        slot = ((low % SLOTS) * 5003 + high) % SLOTS
        if self.low[slot] != low or self.high[slot] != high:
            self.low[slot] = low
            self.high[slot] = high
            self.blocked[slot] = blocked_values(low, fourth, supply)
            self.cost[slot] = cost_of(self.blocked[slot], self.weights)
            if self.packing.answer(low, fourth, supply) == NO:
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


def blocked_values(low: i64, high: i64, supply: i64) -> i64:
    """Return the set of values still to be built that have no flat place now."""
    beside, below = level_beside(low, high), level_below(low, high)
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
