"""A reusable list of action ids: filling it again allocates nothing."""

from carreau.core.bits import lowest
from carreau.core.native import i64, mypyc_attr, vec


@mypyc_attr(acyclic=True)
class ActionBuffer:
    """Action ids in the order in which they were added."""

    def __init__(self) -> None:
        self.ids: vec[i64] = vec[i64]([0] * 64)
        self.count: i64 = 0

    def add(self, action: i64) -> None:
        if self.count == i64(len(self.ids)):
            self.ids = vec[i64](list(self.ids) + [0] * len(self.ids))
        self.ids[self.count] = action
        self.count += 1

    def add_range(self, first: i64, count: i64) -> None:
        """Add `count` ids from `first` on."""
        index: i64 = 0
        while index < count:
            self.add(first + index)
            index += 1

    def add_set(self, first: i64, bits: i64) -> None:
        """Add `first` + n for every bit n of a set of at most 60."""
        while bits:
            self.add(first + lowest(bits))
            bits &= bits - 1

    def clear(self) -> None:
        self.count = 0

    def at(self, index: i64) -> i64:
        return self.ids[index]

    def as_list(self) -> list[int]:
        listed: list[int] = []
        index: i64 = 0
        while index < self.count:
            listed.append(self.ids[index])
            index += 1
        return listed
