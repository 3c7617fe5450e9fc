"""The `_spec.py` of a game: the class that its rules are built on."""

import keyword
import re
from collections.abc import Iterator
from typing import Final

from carreau.core.actions import Verb
from carreau.core.spec import SEAT, WORD, Part, Spec

HEAD: Final = '''"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final

from carreau.core._native import i64, mypyc_attr, vec
from carreau.core.bits import BIT, members
from carreau.core.game import CHANCE, OVER, State
from carreau.core.position import Reader
from carreau.core.row import Rows, counted_from
from carreau.games.{game}.spec import SPEC
'''


def position_module(spec: Spec) -> str:
    """Write the whole module."""
    blocks = [HEAD.format(game=spec.game), *numbers(spec), *decoders(spec), position_class(spec)]
    return unused_imports_removed("\n".join(blocks))


def unused_imports_removed(text: str) -> str:
    """Drop the names that a game doesn't need from the imports."""
    head, middle, body = text.partition("SPEC\n")
    lines = []
    for line in head.splitlines():
        before, _, names = line.partition(" import ")
        used = [name for name in names.split(", ") if re.search(rf"\b{name}\b", body)]
        if used or not names:
            lines.append(f"{before} import {', '.join(used)}" if names else line)
    return "\n".join(lines) + middle + body


# Numbers and action ids


def numbers(spec: Spec) -> Iterator[str]:
    """Write the first action of each verb, the length of each axis, and its names."""
    lines = [f"{verb.name.upper()}: Final[i64] = {verb.first}" for verb in spec.actions.verbs]
    lines += [f"{axis.upper()}_COUNT: Final[i64] = {len(names)}" for axis, names in spec.axes.items()]
    lines += [f'{axis.upper()}_NAMES: Final = SPEC.axes["{axis}"]' for axis in spec.axes if axis != SEAT]
    yield "\n".join(lines) + "\n"


def strides(verb: Verb) -> list[tuple[str, int, int]]:
    """The fields of a verb, each with what a step of it adds to the action id, and how many values it has."""
    found, stride = [], 1
    for field, values in reversed(verb.fields.items()):
        found.append((field, stride, len(values)))
        stride *= len(values)
    return found[::-1]


def decoded(verb: Verb, action: str) -> list[str]:
    """The fields of an action, as expressions."""
    found = []
    for index, (_, stride, count) in enumerate(strides(verb)):
        value = f"{action} - {verb.name.upper()}"
        if stride > 1:
            value = f"({value}) // {stride}"
        if index:
            value = f"({value}) % {count}" if stride == 1 else f"{value} % {count}"
        found.append(value)
    return found


def decoders(spec: Spec) -> Iterator[str]:
    """Write the functions between action ids and the fields of a verb."""
    for verb in spec.actions.verbs:
        for (field, _, _), value in zip(strides(verb), decoded(verb, "action"), strict=True):
            yield f"\ndef {verb.name}_{field}(action: i64) -> i64:\n    return {value}\n"
        if verb.fields:
            given = ", ".join(f"{field}: i64" for field in verb.fields)
            terms = [field if stride == 1 else f"{field} * {stride}" for field, stride, _ in strides(verb)]
            yield f"\ndef {verb.name}_action({given}) -> i64:\n    return {' + '.join([verb.name.upper(), *terms])}\n"


# The class


def position_class(spec: Spec) -> str:
    title = spec.game.capitalize()
    made_of = [
        constructor(spec),
        copying(spec),
        *(accessors(spec, part) for part in spec.parts if part.stored and part.by),
        objection(spec),
        application(spec),
        *(to_be_written(spec)),
        dumping(spec),
        loading(spec),
        observing(spec),
    ]
    head = f'\n@mypyc_attr(acyclic=True)\nclass {title}Position(State):\n    """The parts of a position."""\n'
    return "\n".join([head, *made_of])


def words(spec: Spec, part: Part) -> list[str]:
    """The attributes that hold a part."""
    if not part.by:
        return [part.name]
    return [f"{part.name}_{index}" for index in range(word_count(spec, part))]


def per_word(spec: Spec, part: Part) -> int:
    """How many values of a part share a word: all of one seat, or as many as fit."""
    inner = part.by[1:] if part.by[0] == SEAT else part.by
    return min(values_along(spec, inner), WORD // part.bits)


def word_count(spec: Spec, part: Part) -> int:
    inner = part.by[1:] if part.by[0] == SEAT else part.by
    each = -(-values_along(spec, inner) // per_word(spec, part))
    return each * (len(spec.axes[SEAT]) if part.by[0] == SEAT else 1)


def values_along(spec: Spec, axes: list[str]) -> int:
    count = 1
    for axis in axes:
        count *= len(spec.axes[axis])
    return count


def constructor(spec: Spec) -> str:
    given = "".join(f", {name}: {kind}" for name, kind in spec.constants.items())
    lines = [f"    def __init__(self{given}) -> None:", "        self.current = CHANCE"]
    lines += [f"        self.{name} = {name}" for name in spec.constants]
    for part in spec.parts:
        if part.stored:
            lines += [f"        self.{word}: i64 = {part.start}" for word in words(spec, part)]
    return "\n".join(lines) + "\n"


def copying(spec: Spec) -> str:
    title = spec.game.capitalize()
    names = ["current", *(word for part in spec.parts if part.stored for word in words(spec, part))]
    lines = [f'    def copy_to(self, copy: "{title}Position") -> None:']
    return "\n".join([*lines, *(f"        copy.{name} = self.{name}" for name in names)]) + "\n"


def accessors(spec: Spec, part: Part) -> str:
    """Write how a part is read and changed where several values share words."""
    given = ", ".join(f"{axis}: i64" for axis in part.by)
    reads, writes = [], []
    for index, word in enumerate(words(spec, part)):
        shift, last = place_in(spec, part, index)
        condition = "" if last else f"        if {condition_for(spec, part, index)}:\n"
        deep = "        " if last else "            "
        value = f"self.{word}" if not shift else f"(self.{word} >> {shift}) & {2**part.bits - 1}"
        reads.append(f"{condition}{deep}return {value}")
        change = "change" if not shift else f"change * BIT[{unwrapped(shift)}]"
        writes.append(f"{condition}{deep}self.{word} += {change}" + ("" if last else f"\n{deep}return"))
    read = f"    def {part.name}(self, {given}) -> i64:\n" + "\n".join(reads) + "\n"
    write = f"    def add_to_{part.name}(self, {given}, change: i64) -> None:\n" + "\n".join(writes) + "\n"
    return f"{read}\n{write}"


def condition_for(spec: Spec, part: Part, index: int) -> str:
    """When a value is in the word of this index, given that it is in none before."""
    if part.by[0] == SEAT:
        return f"seat == {index}"
    return f"{part.by[0]} < {(index + 1) * per_word(spec, part)}"


def place_in(spec: Spec, part: Part, index: int) -> tuple[str, bool]:
    """Where in a word a value begins, as an expression ("" for a word of its own), and whether it is the last word."""
    last = index == word_count(spec, part) - 1
    inner = part.by[1:] if part.by[0] == SEAT else part.by
    if not inner:
        return "", last
    first = 0 if part.by[0] == SEAT else index * per_word(spec, part)
    value = inner[0] if not first else f"({inner[0]} - {first})"
    return f"({part.bits} * {value})", last


def unwrapped(expression: str) -> str:
    return expression[1:-1] if expression.startswith("(") else expression


# Acting


def method(verb: Verb) -> str:
    return f"{verb.name}_" if keyword.iskeyword(verb.name) else verb.name


def call(verb: Verb, prefix: str) -> str:
    return f"self.{prefix}({', '.join(['seat', *decoded(verb, 'action')])})"


def objection(spec: Spec) -> str:
    lines = [
        "    def objection(self, seat: i64, action: i64) -> str:",
        "        if self.current == OVER:",
        f'            return "{spec.over}"',
        "        if seat != self.current:",
        f'            return "{spec.turn}"',
    ]
    for verb in reversed(spec.actions.verbs):
        wrong = "!=" if verb.name in spec.chances else "=="
        value = call(verb, f"against_{verb.name}")
        checked = [f"if seat {wrong} CHANCE:", f'    return "{spec.turn}"', f"return {value}"]
        if verb.first:
            checked = [f"if action >= {verb.name.upper()}:", *(f"    {line}" for line in checked)]
        lines += [f"        {line}" for line in checked]
    return "\n".join(lines) + "\n"


def application(spec: Spec) -> str:
    lines = ["    def apply(self, seat: i64, action: i64) -> None:"]
    verbs = spec.actions.verbs[::-1]
    for index, verb in enumerate(verbs):
        test = "else" if index == len(verbs) - 1 else f"{'el' if index else ''}if action >= {verb.name.upper()}"
        lines += [f"        {test}:", f"            {call(verb, method(verb))}"]
    return "\n".join(lines) + "\n"


def to_be_written(spec: Spec) -> Iterator[str]:
    """Write what the rules must define: the verbs, what is computed, what is written by hand."""
    for verb in spec.actions.verbs:
        given = "".join(f", {field}: i64" for field in verb.fields)
        yield abstract(f"against_{verb.name}", f"seat: i64{given}", "str")
        yield abstract(method(verb), f"seat: i64{given}", "None")
    for part in spec.parts:
        if part.custom:
            yield abstract(f"dump_{part.name}", "", "Any")
            yield abstract(f"read_{part.name}", "reader: Reader", "None")
        elif not part.stored:
            yield abstract(part.name, ", ".join(f"{axis}: i64" for axis in part.by), "i64")
    for name in by_hand(spec):
        yield abstract(f"observe_{name}", "seat: i64, first: i64, row: Rows", "None")
    yield abstract("rebuild", "", "None")


def abstract(name: str, given: str, gives: str) -> str:
    comma = ", " if given else ""
    return f"    def {name}(self{comma}{given}) -> {gives}:\n        raise NotImplementedError\n"


def by_hand(spec: Spec) -> list[str]:
    """The observed fields that the rules write by hand."""
    declared = {part.name for part in spec.parts if part.observed}
    return [name for name in spec.places if name not in declared and name != "to_act"]


# Dumping and loading


def dumping(spec: Spec) -> str:
    shown = [part for part in spec.parts if part.shows]
    kept, derived = [each for each in shown if kept_in_dump(each)], [each for each in shown if not kept_in_dump(each)]
    lines = ["    def dump(self) -> dict[str, Any]:", "        return {"]
    lines += [f'            "{part.name}": {dumped(part)},' for part in kept]
    lines += ['            "current": int(self.current),', "            **self.derived(),", "        }", ""]
    lines += ["    def derived(self) -> dict[str, Any]:", "        return {"]
    lines += [f'            "{part.name}": {dumped(part)},' for part in derived]
    return "\n".join([*lines, "        }"]) + "\n"


def kept_in_dump(part: Part) -> bool:
    """Whether a part must be given to load a position; the others follow from these."""
    return part.stored or bool(part.custom)


def dumped(part: Part) -> str:
    if part.custom:
        return f"self.dump_{part.name}()"
    value = f"self.{part.name}({', '.join(part.by)})" if part.by or not part.stored else f"self.{part.name}"
    if part.of:
        text = f"[{part.of.upper()}_NAMES[each] for each in members({value})]"
    elif part.names:
        text = f"{part.names.upper()}_NAMES[{value}]"
    else:
        text = f"int({value})"
    for axis in reversed(part.by):
        text = f"[{text} for {axis} in range({axis.upper()}_COUNT)]"
    return text


def loading(spec: Spec) -> str:
    lines = [
        "    def load(self, reader: Reader) -> None:",
        '        """Take all parts from a reader; raises PositionError for impossible ones."""',
        "        given = reader.derived(self.derived())",
    ]
    for part in spec.parts:
        if part.shows and kept_in_dump(part):
            lines += [f"        {line}" for line in loaded(spec, part)]
    lines += [
        f'        self.current = reader.number("current", OVER, {max(spec.seats) - 1})',
        "        reader.finish()",
        "        self.rebuild()",
        "        self.audit()",
        "        reader.agree(given, self.derived())",
    ]
    return "\n".join(lines) + "\n"


def loaded(spec: Spec, part: Part) -> list[str]:
    if part.custom:
        return [f"self.read_{part.name}(reader)"]
    if part.of and not part.by:
        return [f'self.{part.name} = reader.name_set("{part.name}", {part.of.upper()}_NAMES)']
    if part.names:
        return [f'self.{part.name} = reader.choice("{part.name}", {part.names.upper()}_NAMES)']
    bounds = f"{part.low}, {part.high}"
    if not part.by:
        return [f'self.{part.name} = reader.number("{part.name}", {bounds})']
    one, two = part.by
    zeros = [f"self.{word} = 0" for word in words(spec, part)]
    return [
        *zeros,
        f'rows = reader.rows("{part.name}", {len(spec.axes[one])}, {len(spec.axes[two])}, {bounds})',
        f"for {one}, row in enumerate(rows):",
        f"    for {two}, value in enumerate(row):",
        f"        self.add_to_{part.name}({one}, {two}, value)",
    ]


# Observing


def observing(spec: Spec) -> str:
    lines = ["    def observe(self, seat: i64, row: Rows) -> None:"]
    parts = {part.name: part for part in spec.parts if part.observed}
    methods = []
    for name, first in spec.places.items():
        if name == "to_act":
            seats = len(spec.axes[SEAT])
            lines += ["        if self.current >= 0:"]
            lines += [f"            row.put({first}, counted_from(seat, self.current, {seats}) + 1)"]
        elif name not in parts:
            lines += [f"        self.observe_{name}(seat, {first}, row)"]
        elif parts[name].by:
            lines += [f"        self.observe_{name}(seat, {first}, row)"]
            methods.append(observing_part(spec, parts[name]))
        else:
            lines += [f"        {put(parts[name], str(first))}"]
    return "\n".join(["\n".join(lines) + "\n", *methods])


def put(part: Part, place: str) -> str:
    value = f"self.{part.name}({', '.join(part.by)})" if part.by or not part.stored else f"self.{part.name}"
    return f"row.{'put_set' if part.of else 'put'}({place}, {value})"


def observing_part(spec: Spec, part: Part) -> str:
    """Write the loops over the axes of a part; seats are counted from the observer."""
    seats, body, indent = len(spec.axes[SEAT]), [], "        "
    axes = ["other" if axis == SEAT else axis for axis in part.by]
    for axis, name in zip(part.by, axes, strict=True):
        body += [f"{indent}{name}: i64 = 0", f"{indent}while {name} < {axis.upper()}_COUNT:"]
        indent += "    "
    place, stride = "", len(spec.axes[part.of]) if part.of else 1
    for axis, name in reversed(list(zip(part.by, axes, strict=True))):
        value = f"counted_from(seat, other, {seats})" if axis == SEAT else name
        term = value if stride == 1 else f"{value} * {stride}"
        place = f"{term} + {place}" if place else term
        stride *= len(spec.axes[axis])
    values = f"self.{part.name}({', '.join(axes)})"
    body += [f"{indent}row.{'put_set' if part.of else 'put'}(first + {place}, {values})"]
    for name in reversed(axes):
        body += [f"{indent}{name} += 1"]
        indent = indent[4:]
    head = f"    def observe_{part.name}(self, seat: i64, first: i64, row: Rows) -> None:"
    return "\n".join([head, *body]) + "\n"
