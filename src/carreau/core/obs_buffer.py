"""A buffer of small whole numbers into which games write what a seat may observe."""

from carreau.core.bits import lowest
from carreau.core.native import i16, i64, mypyc_attr, vec


@mypyc_attr(acyclic=True)
class ObsBuffer:
    """A row for each of several games at once; games write to one row at a time."""

    def __init__(self, size: i64, count: i64 = 1) -> None:
        self.size = size  # of one row
        self.cells: vec[i16] = vec[i16]([0] * int(size * count))
        self.first: i64 = 0  # where the current row begins

    def begin(self, row: i64) -> None:
        """Clear a row and make it the current one."""
        self.first = row * self.size
        cells = self.cells
        place = self.first
        last = place + self.size
        while place < last:
            cells[place] = 0
            place += 1

    def put(self, place: i64, value: i64) -> None:
        self.cells[self.first + place] = i16(value)

    def put_set(self, place: i64, bits: i64) -> None:
        """Write a 1 at `place` + n for every bit n of a set of at most 60."""
        cells = self.cells
        first = self.first + place
        while bits:
            cells[first + lowest(bits)] = 1
            bits &= bits - 1

    def written(self) -> list[int]:
        """Return the current row."""
        return [int(self.cells[self.first + place]) for place in range(int(self.size))]


def counted_from(observer: i64, seat: i64, seats: i64) -> i64:
    """Return a seat relative to the observer: 0 is the observer, 1 the left neighbour."""
    if seat < observer:
        return seat + seats - observer
    return seat - observer
