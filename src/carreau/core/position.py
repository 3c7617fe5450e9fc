"""Reading a position from plain values, with errors that say what is wrong with it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from carreau.core.errors import PositionError


def require(holds: object, message: str) -> None:
    """Reject a position in which something doesn't hold."""
    if not holds:
        raise PositionError(message)


class PositionReader:
    """A reader that takes the entries of a dumped position one by one; finish() rejects any left over."""

    def __init__(self, game: str, data: Mapping[str, Any]) -> None:
        if not isinstance(data, Mapping):
            raise PositionError(f"{game}: a position must be a table of names and values, not {data!r}")
        self.game = game
        self.left = dict(data)

    def take(self, key: str) -> Any:
        if key not in self.left:
            raise PositionError(f"{self.game}: {key} is missing")
        return self.left.pop(key)

    def number(self, key: str, low: int, high: int) -> int:
        return in_range(self.game, key, self.take(key), low, high)

    def numbers(self, key: str, count: int, low: int, high: int) -> list[int]:
        """Read exactly `count` numbers, each within bounds."""
        entries = self.entries(key)
        if len(entries) != count:
            raise PositionError(f"{self.game}: {key} must have {count} entries, not {len(entries)}")
        return [in_range(self.game, f"{key}[{i}]", entry, low, high) for i, entry in enumerate(entries)]

    def rows(self, key: str, count: int, width: int, low: int, high: int) -> list[list[int]]:
        """Read exactly `count` rows of `width` numbers each."""
        rows = self.entries(key)
        if len(rows) != count:
            raise PositionError(f"{self.game}: {key} must have {count} rows, not {len(rows)}")
        return [PositionReader(self.game, {key: row}).numbers(key, width, low, high) for row in rows]

    def lists(self, key: str, count: int) -> list[list[Any]]:
        """Read exactly `count` rows of any length."""
        rows = self.entries(key)
        if len(rows) != count:
            raise PositionError(f"{self.game}: {key} must have {count} rows, not {len(rows)}")
        return [
            PositionReader(self.game, {f"{key}[{index}]": row}).entries(f"{key}[{index}]")
            for index, row in enumerate(rows)
        ]

    def number_set(self, key: str, low: int, high: int) -> int:
        """Read distinct numbers within bounds; return them as the bits of one integer."""
        return number_set(self.game, key, self.entries(key), low, high)

    def name_set(self, key: str, names: Sequence[str]) -> int:
        """Read distinct names out of `names`; return their indices as the bits of one integer."""
        return name_set(self.game, key, self.entries(key), names)

    def tuples(self, key: str, names: Sequence[str]) -> Iterator["PositionReader"]:
        """Read short lists of the same form, and give names to what is in each."""
        for index, entry in enumerate(self.entries(key)):
            yield self.named(f"{key}[{index}]", entry, names)

    def named(self, key: str, entry: object, names: Sequence[str]) -> "PositionReader":
        """Give names to the entries of a short list."""
        if not isinstance(entry, list | tuple) or len(entry) != len(names):
            raise PositionError(f"{self.game}: {key} must be [{', '.join(names)}], not {entry!r}")
        return PositionReader(self.game, dict(zip(names, entry, strict=True)))

    def entries(self, key: str) -> list[Any]:
        entries = self.take(key)
        if not isinstance(entries, list):
            raise PositionError(f"{self.game}: {key} must be a list, not {entries!r}")
        return entries

    def flag(self, key: str) -> bool:
        value = self.take(key)
        if not isinstance(value, bool):
            raise PositionError(f"{self.game}: {key} must be true or false, not {value!r}")
        return value

    def choice(self, key: str, values: Sequence[str]) -> int:
        """Read a name; return its index in `values`."""
        return name_in(self.game, key, self.take(key), values)

    def optional_choice(self, key: str, values: Sequence[str]) -> int:
        """Read a name, or null for none; return its index in `values`, or -1."""
        name = self.take(key)
        return -1 if name is None else name_in(self.game, key, name, values)

    def derived(self, names: Iterable[str]) -> dict[str, Any]:
        """Read entries that follow from the rest and may be missing; agree() checks them."""
        return {name: self.left.pop(name) for name in names if name in self.left}

    def agree(self, given: Mapping[str, Any], derived: Mapping[str, Any]) -> None:
        """Reject derived entries that contradict the rest."""
        for name, value in given.items():
            if value != derived[name]:
                raise PositionError(
                    f"{self.game}: {name}={value!r} contradicts the rest, which says {name}={derived[name]!r}"
                )

    def finish(self) -> None:
        if self.left:
            raise PositionError(f"{self.game}: {next(iter(self.left))} is not part of a position")


def in_range(game: str, key: str, value: object, low: int, high: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise PositionError(f"{game}: {key}={value!r} is not in {low}..{high}")


def name_in(game: str, key: str, value: object, values: Sequence[str]) -> int:
    if isinstance(value, str) and value in values:
        return list(values).index(value)
    raise PositionError(f"{game}: {key}={value!r} is not one of {', '.join(values)}")


def number_set(game: str, key: str, entries: Sequence[object], low: int, high: int) -> int:
    places = [in_range(game, f"{key}[{index}]", entry, low, high) for index, entry in enumerate(entries)]
    return as_set(game, key, entries, places)


def name_set(game: str, key: str, entries: Sequence[object], names: Sequence[str]) -> int:
    places = [name_in(game, f"{key}[{index}]", entry, names) for index, entry in enumerate(entries)]
    return as_set(game, key, entries, places)


def as_set(game: str, key: str, entries: Sequence[object], places: Sequence[int]) -> int:
    for index, place in enumerate(places):
        if place in places[:index]:
            raise PositionError(f"{game}: {key} names {entries[index]} twice")
    return sum(2**place for place in places)
