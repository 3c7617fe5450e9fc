"""The imports of a generated module: those that it needs."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST_LINE: Final = 120


def used_imports(head: str, body: str) -> Iterator[str]:
    """Give the lines of a head without the names that a game doesn't need."""
    for line in head.splitlines():
        before, importing, names = line.partition(" import ")
        used = [name for name in names.split(", ") if re.search(rf"(?<!\.)\b{name}\b", body)]
        if not importing:
            yield line
        elif names and used:
            yield from wrapped(before, used)


def wrapped(before: str, names: list[str]) -> Iterator[str]:
    """Import names in one line or, if it is too long, each in its own."""
    line = f"{before} import {', '.join(names)}"
    yield from [line] if len(line) <= LONGEST_LINE else [f"{before} import (", *(f"    {name}," for name in names), ")"]
