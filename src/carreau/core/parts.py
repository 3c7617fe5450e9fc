"""The parts of a position as a Spec keeps them."""

from collections.abc import Sequence
from typing import Any, Final, Literal

SEAT: Final = "seat"  # the axis that every game has
WORD: Final = 60  # usable bits of a machine word
Seen = Literal[
    "all", "owner", "nobody", "some"
]  # all seats, the one it belongs to, none; "some": hidden fields of a log


class Part:
    """One part of a position: a number, or a set as the bits of a number, for each index along its axes."""

    def __init__(self, name: str, by: Sequence[str], low: int, high: int) -> None:
        self.name = name
        self.by = list(by)
        self.low = low
        self.high = high
        self.of = ""  # the axis a set takes its members from
        self.low_member = 0  # the lowest member, if they are numbers
        self.names = ""  # the axis that gives the values their names
        self.is_optional = False  # whether the value may be none (-1)
        self.throws: Sequence[tuple[int, ...]] = ()  # what dice can show, if the value is one of these by number
        self.clause = ""  # about dice that are none of these
        self.formula = ""  # how it is computed, as an expression
        self.size_of = ""  # the set whose members it counts
        self.union_of = ""  # the sets that it unites
        self.nonzero_in = ""  # the part whose indices it lists: where that is not 0, or not empty
        self.is_seat = False  # whether the value is a seat (-1: nobody)
        self.is_flag = False  # whether the value is true or false
        self.is_constant = False  # whether it stays the same for a whole game
        self.upto = str(high)  # the highest value that may be loaded, as an expression
        self.within = (low, high)  # the bounds of the observation
        self.seen_by: Seen = "all"
        self.stored = True
        self.custom = False  # whether the game writes and reads it with its own code
        self.follows = False  # whether it can be derived from the rest, so that it is never read
        self.kind: Any = None  # the type of a custom part
        self.start = 0
        self.shows = ""
        self.viewed = ""
        self.observed = ""
        self.observed_as = name

    @property
    def bits(self) -> int:
        """The number of bits that one value takes."""
        return (self.high - self.low).bit_length()

    @property
    def is_written(self) -> bool:
        """Whether the generator writes how to compute it from other parts."""
        return bool(self.formula or self.size_of or self.union_of or self.nonzero_in)

    @property
    def is_number(self) -> bool:
        """Whether its values are plain numbers."""
        return self.form == "number"

    @property
    def form(self) -> str:
        """The kind of its values, for a table that can show any game; "other" if only the game knows."""
        if self.custom or self.throws or self.is_optional or isinstance(self, Log):
            return "other"
        if self.of:
            return "seats" if self.of == SEAT else "set"
        if self.is_flag:
            return "flag"
        return "seat" if self.is_seat else "name" if self.names else "number"


class Log(Part):
    """A part that grows: entries of several numbers each, in chronological order."""

    def __init__(self, name: str, entry: str, fields: list[Part], hidden: Sequence[str], room: int) -> None:
        super().__init__(name, (), 0, 0)
        self.room = room  # the number of entries to allocate at first
        self.seldom = False  # copy-on-write: whether positions share the entries until one is added or changed
        self.entry = entry  # the name of one entry
        self.fields = fields
        self.hidden = list(hidden)  # the fields that are blank for seats that don't see an entry
        self.changed = list(hidden)  # the fields that can be changed later
        self.size = sum(field.bits for field in fields)

    def place(self, field: Part) -> int:
        """Return the bit of an entry at which a field begins."""
        return sum(each.bits for each in self.fields[: self.fields.index(field)])
