"""Observations for learners: a View as named arrays of whole numbers, concatenated in a row.

    OBSERVATION: Final = Observation("caro")
    BOARD: Final[i64] = OBSERVATION.add("board", "each square: 0 empty, else the colour", (15, 15), high=4)

`add` returns the place of the field's first number in the row. The same fields serve all seat counts and
options of a game: what a smaller game lacks stays 0. Seats are relative to the observer: 0 is the observer,
1 the left neighbour. So what a learner learns in one seat holds in all of them.
"""

from typing import Final

LOWEST: Final = -(2**15)
HIGHEST: Final = 2**15 - 1  # each number has 16 bits


class Field:
    """One named array of an observation."""

    def __init__(self, name: str, text: str, shape: tuple[int, ...], low: int, high: int, first: int) -> None:
        if not LOWEST <= low < high <= HIGHEST:
            raise ValueError(f"{name}: {low}..{high} is not a range within {LOWEST}..{HIGHEST}")
        self.name = name
        self.text = text  # what the numbers mean, for people
        self.shape = shape  # () for a single number
        self.low = low
        self.high = high
        self.first = first
        self.size = 1
        for length in shape:
            self.size *= length


class Observation:
    """All fields of a game's observation, in declared order."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.size = 0
        self.fields: list[Field] = []

    def add(self, name: str, text: str, shape: tuple[int, ...] = (), low: int = 0, high: int = 1) -> int:
        """Declare a field and return where it begins in the row."""
        if any(field.name == name for field in self.fields):
            raise ValueError(f"{self.game}: two fields have the name {name}")
        field = Field(name, text, shape, low, high, self.size)
        self.fields.append(field)
        self.size += field.size
        return field.first
