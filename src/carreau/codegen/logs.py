"""The code for logs: entries packed into words, how they are added and read, and how the log grows."""

import re
from collections.abc import Iterator
from typing import Final

from carreau.codegen.kinds import python_entry
from carreau.codegen.layout import LONGEST_LINE
from carreau.core.parts import WORD, Log, Part
from carreau.core.spec import Spec

MORE_CELLS: Final = 4  # words to add when a log is full


def cells_of(log: Log) -> str:
    """Return the attribute that holds the entries, as many per word as fit."""
    return f"{log.entry}_cells"


def per_cell(log: Log) -> int:
    return WORD // log.size


def log_methods(spec: Spec, log: Log) -> Iterator[str]:
    """Write the methods that add, read and, if something is hidden or changeable, change entries."""
    if log.seldom:
        yield owning(log)
    yield noting(log)
    yield clearing(log)
    yield reading(log)
    yield from (changing(log, field) for field in log.fields if field.name in log.changed)
    yield entry_dumped(spec, log)


def owning(log: Log) -> str:
    """Write the copy-on-write method: a position copies shared words before it writes to them."""
    return (
        f"    def own_{log.name}(self) -> None:\n"
        f"        if self.{log.entry}_shared:\n"
        f"            self.{cells_of(log)} = self.{cells_of(log)}[:]\n"
        f"            self.{log.entry}_shared = False\n"
    )


def owned(log: Log) -> list[str]:
    return [f"        self.own_{log.name}()"] if log.seldom else []


def noting(log: Log) -> str:
    given = ", ".join(f"{field.name}: i64" for field in log.fields)
    terms = [f"({field.name} << {log.place(field)})" if log.place(field) else field.name for field in log.fields]
    cells, each = f"self.{cells_of(log)}", per_cell(log)
    head = f"    def note_{log.entry}(self, {given}) -> None:"
    if len(head) > LONGEST_LINE:
        head = f"    def note_{log.entry}(\n        self, {given}\n    ) -> None:"
    lines = [
        head,
        *owned(log),
        f"        noted = {' | '.join(terms)}",
        f"        cell = self.{log.name} // {each}",
        f"        if cell == i64(len({cells})):",
        f"            {cells} = vec[i64](list({cells}) + [0] * {MORE_CELLS})",
        f"        {cells}[cell] |= noted << ({log.size} * (self.{log.name} - cell * {each}))",
        f"        self.{log.name} += 1",
    ]
    return "\n".join(lines) + "\n"


def clearing(log: Log) -> str:
    cells = f"self.{cells_of(log)}"
    made = f"{cells} = vec[i64]([0] * {-(-log.room // per_cell(log))})"
    lines = [
        f"    def clear_{log.name}(self) -> None:",
        *owned(log),
        f"        if len({cells}) == 0:",
        f"            {made}",
        f"        while self.{log.name}:",
        f"            self.{log.name} -= 1",
        f"            {cells}[self.{log.name} // {per_cell(log)}] = 0",
    ]
    return "\n".join(lines) + "\n"


def unpacking(log: Log) -> Iterator[str]:
    """Write the functions that extract the fields of an entry."""
    for field in log.fields:
        place, inside = log.place(field), 2**field.bits - 1
        value = f"({log.entry} >> {place}) & {inside}" if place else f"{log.entry} & {inside}"
        yield f"\ndef {log.entry}_{field.name}({log.entry}: i64) -> i64:\n    return {value}\n"


def reading(log: Log) -> str:
    """Write the methods that read an entry and each of its fields."""
    cell, shift = f"self.{cells_of(log)}[index // {per_cell(log)}]", f"{log.size} * (index % {per_cell(log)})"
    lines = [
        f"    def {log.entry}(self, index: i64) -> i64:",
        f"        return ({cell} >> ({shift})) & {2**log.size - 1}",
    ]
    for name in (f"{log.entry}_{field.name}" for field in log.fields):
        lines += ["", f"    def {name}(self, index: i64) -> i64:", f"        return {name}(self.{log.entry}(index))"]
    return "\n".join(lines) + "\n"


def changing(log: Log, field: Part) -> str:
    cells = f"self.{cells_of(log)}"
    lines = [
        f"    def change_{log.entry}_{field.name}(self, index: i64, {field.name}: i64) -> None:",
        f"        change = {field.name} - self.{log.entry}_{field.name}(index)",
        *owned(log),
        f"        {cells}[index // {per_cell(log)}] += change * BIT[{place_in(log, field)}]",
    ]
    return "\n".join(lines) + "\n"


def place_in(log: Log, field: Part) -> str:
    """Return the bit of a word at which a field of an entry begins, as an expression."""
    start = f"{log.size} * (index % {per_cell(log)})"
    return f"{start} + {log.place(field)}" if log.place(field) else start


def entry_dumped(spec: Spec, log: Log) -> str:
    lines = [f"    def dump_{log.entry}(self, index: i64) -> {python_entry(spec, log)}:", "        return ("]
    for field in log.fields:
        value = f"int(self.{log.entry}_{field.name}(index))"
        lines += [f"            {names_of(field)}[{value}]," if field.names else f"            {value},"]
    return "\n".join([*lines, "        )"]) + "\n"


def names_of(field: Part) -> str:
    return f"{field.names.upper()}_NAMES"


def log_dumped(log: Log) -> str:
    return f"[self.dump_{log.entry}(index) for index in range(self.{log.name})]"


def log_hidden(log: Log) -> list[str]:
    """Write the method that blanks an entry for seats that don't see it."""
    index = log.entry
    changes = [f"        self.change_{log.entry}_{name}({index}, 0)" for name in log.hidden]
    return [
        f"{index}: i64 = 0",
        f"while {index} < self.{log.name}:",
        f"    if not self.sees_{log.entry}(viewer, {index}):",
        *changes,
        f"    {index} += 1",
    ]


def log_loaded(log: Log) -> list[str]:
    names = ", ".join(f'"{field.name}"' for field in log.fields)
    return [
        f"self.clear_{log.name}()",
        f"names = [{names}]",
        f'for entry in reader.tuples("{log.name}", names):',
        f"    self.note_{log.entry}(",
        *(f"        {field_loaded(field)}," for field in log.fields),
        "    )",
    ]


def field_loaded(field: Part) -> str:
    if field.names:
        return f'entry.choice("{field.name}", {names_of(field)})'
    return f'entry.number("{field.name}", {field.low_member}, {whole(field.upto)})'


def whole(expression: str) -> str:
    """Return an expression as a Python int if it is a machine integer."""
    return re.sub(r"self\.(\w+)", r"int(self.\1)", expression)
