"""What a learner is shown: a View as named arrays of whole numbers, one after the other in a row.

    OBSERVATION: Final = Observation("caro")
    BOARD: Final[i64] = OBSERVATION.add("board", "what lies where: 0 nothing, else the colour", (15, 15), high=4)

`add` returns the place of the field's first number in the row. Fields are declared once for all seat counts and
options of a game: what a smaller game doesn't have stays 0. Seats are counted from whoever looks: 0 is oneself,
1 the left neighbour, so that what was learned in one seat holds in all.
"""

from typing import Final

LOWEST: Final = -(2**15)
HIGHEST: Final = 2**15 - 1  # a place in a row has 16 bits


class Field:
    """One array of an observation."""

    def __init__(self, name: str, text: str, shape: tuple[int, ...], low: int, high: int, first: int) -> None:
        if not LOWEST <= low < high <= HIGHEST:
            raise ValueError(f"{name}: {low}..{high} is no range within {LOWEST}..{HIGHEST}")
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
    """All the fields of a game's observation, in the order in which they were declared."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.size = 0
        self.fields: list[Field] = []

    def add(self, name: str, text: str, shape: tuple[int, ...] = (), low: int = 0, high: int = 1) -> int:
        """Declare a field; returns where it begins in the row."""
        if any(field.name == name for field in self.fields):
            raise ValueError(f"{self.game}: there are two fields {name}")
        field = Field(name, text, shape, low, high, self.size)
        self.fields.append(field)
        self.size += field.size
        return field.first

    def field_at(self, place: int) -> Field:
        """The field that a place in the row belongs to."""
        return next(field for field in self.fields if field.first <= place < field.first + field.size)
