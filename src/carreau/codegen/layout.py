"""The layout of a generated module: lines that are short enough, and the imports that it needs."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST_LINE: Final = 120


def with_arguments(before: str, given: list[str], after: str = "") -> list[str]:
    """Write arguments in one line or, if that is too long, in one of their own or each in its own."""
    line, indent = f"{before}({', '.join(given)}){after}", " " * (len(before) - len(before.lstrip()))
    if len(line) <= LONGEST_LINE:
        return [line]
    inside = f"{indent}    {', '.join(given)}"
    fits = len(inside) <= LONGEST_LINE
    return [f"{before}(", *([inside] if fits else [f"{indent}    {each}," for each in given]), f"{indent}){after}"]


def used_imports(head: str, body: str) -> Iterator[str]:
    """Return the import lines without the names that a game doesn't use."""
    for line in head.splitlines():
        before, importing, names = line.partition(" import ")
        used = [name for name in names.split(", ") if re.search(rf"(?<!\.)\b{name}\b", body)]
        if not importing:
            yield line
        elif names and used:
            yield from wrapped(before, used)


def wrapped(before: str, names: list[str]) -> Iterator[str]:
    """Write an import on one line or, if it is too long, with one name per line."""
    line = f"{before} import {', '.join(names)}"
    yield from [line] if len(line) <= LONGEST_LINE else [f"{before} import (", *(f"    {name}," for name in names), ")"]
