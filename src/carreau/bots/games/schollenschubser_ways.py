"""Distances to the icebreaker from everywhere, across the floes as they lie now.

A distance counts moves, and for each square of open water the moves lost until a floe arrives.
"""

from typing import Final, final

from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.schollenschubser.spec import COLUMNS, FIELDS
from carreau.games.schollenschubser.tables import (
    BANK,
    BITS,
    EVERY_FIELD,
    FIRST_COLUMN,
    SOUTH,
    fields,
    first_field,
    occupied,
)

FAR: Final = 12  # the greatest distance
SLOTS: Final = 2039  # arrangements of floes in the cache
STARTS: Final[i64] = BANK + 1  # where paths start: each square, and the bank
GOAL_COLUMN: Final[i64] = fields(FIELDS[COLUMNS - 1 :: COLUMNS])
NOT_FIRST_COLUMN: Final[i64] = EVERY_FIELD & ~FIRST_COLUMN
NOT_LAST_COLUMN: Final[i64] = EVERY_FIELD & ~GOAL_COLUMN
NOT_LAST_ROW: Final[i64] = fields(FIELDS[:-COLUMNS])


def beside(chosen: i64) -> i64:
    """Return the orthogonal neighbours of a set of squares."""
    north_and_south = chosen >> SOUTH | (chosen & NOT_LAST_ROW) << SOUTH
    return north_and_south | (chosen & NOT_FIRST_COLUMN) >> BITS | (chosen & NOT_LAST_COLUMN) << BITS


@final
@mypyc_attr(acyclic=True)
class Ways:
    """A cache of distances to the ship, by arrangement of floes."""

    def __init__(self) -> None:
        self.known: vec[i64] = vec[i64]([-1] * SLOTS)
        self.length: vec[i64] = vec[i64]([0] * (SLOTS * int(STARTS)))

    def across(self, sizes: i64) -> i64:
        """Return where the distances of an arrangement begin in `length`: one per square with a floe, and BANK."""
        slot = sizes % SLOTS
        if self.known[slot] != sizes:
            self.known[slot] = sizes
            self.find(slot * STARTS, occupied(sizes))
        return slot * STARTS

    def find(self, first: i64, floes: i64) -> None:
        """Compute distances outwards from the ship; water costs two moves more than a floe."""
        self.note(first, floes, FAR)
        self.length[first + BANK] = FAR
        reached: i64 = 0
        now = GOAL_COLUMN & floes
        with_one_more: i64 = 0
        with_two_more = GOAL_COLUMN & ~floes
        way: i64 = 1
        while way < FAR:
            reached |= now
            self.note(first, now & floes, way)
            if now & FIRST_COLUMN:
                self.length[first + BANK] = min(self.length[first + BANK], way + 1)
            around = beside(now) & ~reached
            now = with_one_more & ~reached | around & floes
            with_one_more = with_two_more
            with_two_more = around & ~floes
            way += 1

    def note(self, first: i64, chosen: i64, way: i64) -> None:
        while chosen:
            self.length[first + first_field(chosen)] = way
            chosen &= chosen - 1
