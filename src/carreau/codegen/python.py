"""The `_spec.py` of a game: the class that its rules are built on."""

import keyword
import re
from collections.abc import Iterator
from math import prod
from typing import Final

from carreau.codegen.kinds import declared, python
from carreau.codegen.logs import cells_of, log_dumped, log_hidden, log_loaded, log_methods, unpacking, whole
from carreau.codegen.views import hidden_parts, is_perfect, kept_in_dump, name_types, open_parts, view_class, view_types
from carreau.core.actions import Verb
from carreau.core.spec import ALL_SEATS, NOBODY, OWNER, SEAT, WORD, Log, Part, Spec

LONGEST_LINE: Final = 120
MOST_WORDS: Final = 12  # that hold a part; a longer one is a vec, which takes longer to copy

HEAD: Final = '''"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, final, get_args

from carreau.core.bits import BIT, members
from carreau.core.game import CHANCE, OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.position import PositionReader, name_set, number_set
'''


def position_module(spec: Spec) -> str:
    """Write the whole module."""
    logs = [part for part in spec.parts if isinstance(part, Log)]
    unpackers = [function for log in logs for function in unpacking(log)]
    blocks = [numbers(spec), *decoders(spec), *unpackers, *view_types(spec), position_class(spec), *view_class(spec)]
    body = "\n".join(blocks)
    head = HEAD + "".join(f"from {module} import {', '.join(sorted(names))}\n" for module, names in own_classes(spec))
    return "\n".join([*used_imports(head, body), "", body])


def own_classes(spec: Spec) -> list[tuple[str, set[str]]]:
    """The classes of the game's own that constants and Views are made of, by module."""
    found: dict[str, set[str]] = {}
    for name, module in spec.modules.items():
        found.setdefault(f"carreau.games.{spec.game}.{module}", set()).add(spec.constants[name])
    for kind in declared(spec):
        found.setdefault(kind.__module__, set()).add(kind.__name__)
    return sorted(found.items())


DISPATCH_HEAD: Final = '''"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.games.{game}._spec import {verbs}
from carreau.games.{game}.rules import {title}Rules


@mypyc_attr(acyclic=True)
class {title}Dispatch({title}Rules):
    """The way from an action to its verb: a subclass of the rules, so the calls are direct."""

'''


def dispatch_module(spec: Spec) -> str:
    """Write the module between the rules and the final class."""
    body = "\n".join([objection(spec), application(spec)])
    used = sorted(verb.name.upper() for verb in spec.actions.verbs if verb.name.upper() in body)
    head = DISPATCH_HEAD.format(game=spec.game, title=spec.game.capitalize(), verbs=", ".join(used))
    return (head if "CHANCE" in body else head.replace("CHANCE, ", "")) + body


def used_imports(head: str, body: str) -> Iterator[str]:
    """Give the lines of a head without the names that a game doesn't need."""
    for line in head.splitlines():
        before, importing, names = line.partition(" import ")
        used = [name for name in names.split(", ") if re.search(rf"(?<!\.)\b{name}\b", body)]
        if not importing:
            yield line
        elif names and used:
            yield f"{before} import {', '.join(used)}"


# Numbers and action ids


def numbers(spec: Spec) -> str:
    """Write the first action of each verb, the length of each axis, and its names."""
    lines = [f"{verb.name.upper()}: Final[i64] = {verb.first}" for verb in spec.actions.verbs]
    lines += [f"{axis.upper()}_COUNT: Final[i64] = {len(names)}" for axis, names in spec.axes.items()]
    lines += [f"{name}: Final = {number}" for name, number in spec.numerals]
    cells = "NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME and copy_to give it its own"
    lines += [cells] if any(is_long(spec, part) or isinstance(part, Log) for part in spec.parts) else []
    return "\n".join([*lines, *name_types(spec)]) + "\n"


def strides(spec: Spec, verb: Verb) -> list[tuple[str, int, int, int]]:
    """What the rules get of a verb, fields or joined ones: each with what a step of it adds to the action id, how many
    values it has, and the first of them if they are numbers.
    """
    found, stride, left = [], 1, list(verb.fields)
    while left:
        name, fields = argument(spec, verb, left[-1])
        count = prod(len(verb.fields[field]) for field in fields)
        first = verb.fields[name][0] if name in verb.fields else 0
        found.append((name, stride, count, first if isinstance(first, int) else 0))
        stride *= count
        del left[-len(fields) :]
    return found[::-1]


def argument(spec: Spec, verb: Verb, field: str) -> tuple[str, list[str]]:
    """The name under which the rules get a field, and the fields that are joined in it."""
    joined = spec.joined.get(verb.name, {}).items()
    return next(((name, fields) for name, fields in joined if field in fields), (field, [field]))


def decoded(spec: Spec, verb: Verb, action: str) -> list[str]:
    """What the rules get of an action, as expressions."""
    found = []
    for index, (_, stride, count, first) in enumerate(strides(spec, verb)):
        value = f"{action} - {verb.name.upper()}"
        if stride > 1:
            value = f"({value}) // {stride}"
        if index:
            value = f"({value}) % {count}" if stride == 1 else f"{value} % {count}"
        found.append(f"{value} + {first}" if first > 0 else f"{value} - {-first}" if first else value)
    return found


def decoders(spec: Spec) -> Iterator[str]:
    """Write the functions between action ids and what the rules get of a verb."""
    for verb in spec.actions.verbs:
        for (field, _, _, _), value in zip(strides(spec, verb), decoded(spec, verb, "action"), strict=True):
            yield f"\ndef {verb.name}_{field}(action: i64) -> i64:\n    return {value}\n"
        if verb.fields:
            given = ", ".join(f"{field}: i64" for field, _, _, _ in strides(spec, verb))
            terms = [encoded(field, stride, first) for field, stride, _, first in strides(spec, verb)]
            yield f"\ndef {verb.name}_action({given}) -> i64:\n    return {' + '.join([verb.name.upper(), *terms])}\n"


def encoded(field: str, stride: int, first: int) -> str:
    """What a field adds to an action id."""
    value = f"({field} - {first})" if first > 0 else f"({field} + {-first})" if first else field
    return value if stride == 1 else f"{value} * {stride}"


# The class


def position_class(spec: Spec) -> str:
    title = spec.game.capitalize()
    made_of = [
        constructor(spec),
        copying(spec),
        *(accessors(spec, part) for part in spec.parts if part.stored and part.by),
        *(method for part in spec.parts if isinstance(part, Log) for method in log_methods(spec, part)),
        *(to_be_written(spec)),
        *hiding(spec),
        dumping(spec),
        loading(spec),
        observing(spec),
        f"    def action_count(self) -> i64:\n        return {spec.actions.size}\n",
    ]
    head = f'\n@mypyc_attr(acyclic=True)\nclass {title}Position(State):\n    """The parts of a position."""\n'
    return "\n".join([head, *made_of])


def is_long(spec: Spec, part: Part) -> bool:
    """Whether a part has a cell for each value: choosing among many words takes longer."""
    return part.stored and bool(part.by) and word_count(spec, part) > MOST_WORDS


def words(spec: Spec, part: Part) -> list[str]:
    """The attributes that hold a part."""
    if not part.by:
        return [part.name]
    return [f"{part.name}_{index}" for index in range(word_count(spec, part))]


def per_word(spec: Spec, part: Part) -> int:
    """How many values of a part share a word: as many as fit, in whole rows if a row does."""
    most = min(value_count(spec, part), WORD // part.bits)
    row = row_length(spec, part)
    return most - most % row if row <= most else most


def row_length(spec: Spec, part: Part) -> int:
    """How many values each member of the first axis has."""
    return value_count(spec, part) // len(spec.axes[part.by[0]])


def word_count(spec: Spec, part: Part) -> int:
    return -(-value_count(spec, part) // per_word(spec, part))


def value_count(spec: Spec, part: Part) -> int:
    return prod(len(spec.axes[axis]) for axis in part.by)


def constructor(spec: Spec) -> str:
    given = "".join(f", {name}: {kind}" for name, kind in spec.constants.items())
    head = f"    def __init__(self{given}) -> None:"
    if len(head) > LONGEST_LINE:
        head = f"    def __init__(\n        self{given}\n    ) -> None:"
    lines = [head, "        self.current = CHANCE"]
    lines += [f"        self.{name} = {name}" for name in spec.constants]
    for part in spec.parts:
        if part.is_flag and part.stored:
            lines += [f"        self.{part.name} = False"]
        elif is_long(spec, part):
            lines += [f"        self.{part.name}_cells: vec[i64] = NO_CELLS"]
        elif part.stored:
            start = zeros(spec, part) if part.by else part.start
            lines += [f"        self.{word}: i64 = {start}" for word in words(spec, part)]
        if isinstance(part, Log):
            lines += [f"        self.{cells_of(part)}: vec[i64] = NO_CELLS"]
            lines += [f"        self.{part.entry}_shared = False"] if part.seldom else []
    return "\n".join(lines) + "\n"


def zeros(spec: Spec, part: Part) -> int:
    """A word in which all values of a part are 0: they are counted from the lowest."""
    return sum(-part.low * 2 ** (part.bits * index) for index in range(per_word(spec, part)))


def copying(spec: Spec) -> str:
    title = spec.game.capitalize()
    names = ["current"]
    for part in spec.parts:
        if is_long(spec, part):
            names.append(f"{part.name}_cells")
        elif part.stored:
            names += words(spec, part)
        if isinstance(part, Log):
            names.append(cells_of(part))
    lines = [f'    def copy_to(self, copy: "{title}Position") -> None:']
    shared = {cells_of(part): part for part in spec.parts if isinstance(part, Log) and part.seldom}
    for name in names:
        lines += [f"        copy.{name} = self.{name}{'[:]' if name.endswith('_cells') and name not in shared else ''}"]
    for log in shared.values():
        lines += [f"        {each}.{log.entry}_shared = True" for each in ("copy", "self")]
    return "\n".join(lines) + "\n"


def accessors(spec: Spec, part: Part) -> str:
    """Write how the values of a part are read, changed and cleared: they lie one after the other in as few words as
    possible.
    """
    if is_long(spec, part):
        return accessors_of_cells(spec, part)
    if is_pair(spec, part):
        return accessors_of_pair(spec, part)
    given, inside = ", ".join(f"{axis}: i64" for axis in part.by), 2**part.bits - 1
    reads, writes = [], []
    for index, word in enumerate(words(spec, part)):
        shift = place_in(spec, part, index)
        value = f"(self.{word} >> ({shift})) & {inside}" if shift else f"self.{word}"
        reads.append([f"return ({value}) - {-part.low}" if part.low else f"return {value}"])
        writes.append([f"self.{word} += change * BIT[{shift}]" if shift else f"self.{word} += change", "return"])
    writes[-1].pop()  # the last return
    read = [f"    def {part.name}(self, {given}) -> i64:", *branches(spec, part, reads)]
    write = [f"    def add_to_{part.name}(self, {given}, change: i64) -> None:", *branches(spec, part, writes)]
    clear = [f"    def clear_{part.name}(self) -> None:", *cleared(spec, part)]
    return "\n".join([*read, "", *write, "", *clear, *whole_row(spec, part)]) + "\n"


def is_pair(spec: Spec, part: Part) -> bool:
    """Whether a part has two words, and the bits of an index tell which."""
    return word_count(spec, part) == 2 and part.low == 0 and per_word(spec, part).bit_count() == 1


def accessors_of_pair(spec: Spec, part: Part) -> str:
    """Write them without a branch, because nothing can foresee whose turn it is."""
    given, each = ", ".join(f"{axis}: i64" for axis in part.by), per_word(spec, part)
    index = f"({flat(spec, part)})" if len(part.by) > 1 else part.by[0]
    one, two = (f"self.{word}" for word in words(spec, part))
    choice, shift = f"        second = -({index} >> {each.bit_length() - 1})", f"{part.bits} * ({index} & {each - 1})"
    read = [f"    def {part.name}(self, {given}) -> i64:", choice]
    read += [f"        return (({one} ^ (({one} ^ {two}) & second)) >> ({shift})) & {2**part.bits - 1}"]
    write = [f"    def add_to_{part.name}(self, {given}, change: i64) -> None:", choice]
    write += [f"        change <<= {shift}", f"        {one} += change & ~second", f"        {two} += change & second"]
    clear = [f"    def clear_{part.name}(self) -> None:", *cleared(spec, part)]
    return "\n".join([*read, "", *write, "", *clear, *whole_row(spec, part)]) + "\n"


def cleared(spec: Spec, part: Part) -> list[str]:
    return [f"        self.{word} = {zeros(spec, part)}" for word in words(spec, part)]


def accessors_of_cells(spec: Spec, part: Part) -> str:
    given, cells = ", ".join(f"{axis}: i64" for axis in part.by), f"self.{part.name}_cells"
    count = f"{length(spec, part.by[0])} * {row_length(spec, part)}"
    read = [f"    def {part.name}(self, {given}) -> i64:", f"        return {cells}[{flat(spec, part)}]"]
    write = [f"    def add_to_{part.name}(self, {given}, change: i64) -> None:"]
    write += [f"        {cells}[{flat(spec, part)}] += change"]
    clear = [f"    def clear_{part.name}(self) -> None:", f"        {cells} = vec[i64]([0] * ({count}))"]
    return "\n".join([*read, "", *write, "", *clear]) + "\n"


def whole_row(spec: Spec, part: Part) -> list[str]:
    """Write how all values that a member of the first axis has are read at once, if they share a word."""
    row = row_length(spec, part)
    if row == 1 or per_word(spec, part) % row:
        return []
    first, bits, rows = part.by[0], part.bits * row, per_word(spec, part) // row
    lines = ["", f"    def {part.name}_of(self, {first}: i64) -> i64:"]
    for index, word in enumerate(words(spec, part)):
        shift = f"{bits} * ({first} - {index * rows})" if index else f"{bits} * {first}"
        value = f"        return (self.{word} >> ({shift})) & {2**bits - 1}"
        last = index == word_count(spec, part) - 1
        lines += [value] if last else [f"        if {first} < {(index + 1) * rows}:", f"    {value}"]
    return lines


def branches(spec: Spec, part: Part, bodies: list[list[str]]) -> Iterator[str]:
    """Write what is done in each word of a part, for the indices whose values it has."""
    for index, body in enumerate(bodies[:-1]):
        yield f"        if {flat(spec, part)} < {(index + 1) * per_word(spec, part)}:"
        yield from (f"            {line}" for line in body)
    yield from (f"        {line}" for line in bodies[-1])


def flat(spec: Spec, part: Part) -> str:
    """The index of a value among all of its part, as an expression."""
    text = part.by[0]
    for axis in part.by[1:]:
        text = f"{text} * {len(spec.axes[axis])} + {axis}"
    return text


def place_in(spec: Spec, part: Part, index: int) -> str:
    """Where in a word a value begins, as an expression; "" where each has a word of its own."""
    if per_word(spec, part) == 1:
        return ""
    first, value = index * per_word(spec, part), flat(spec, part)
    if first or len(part.by) > 1:
        value = f"({value} - {first})" if first else f"({value})"
    return f"{part.bits} * {value}"


# Acting


def method(spec: Spec, verb: Verb) -> str:
    called = spec.called[verb.name]
    return f"{called}_" if keyword.iskeyword(called) else called


def call(spec: Spec, verb: Verb, prefix: str) -> str:
    return f"self.{prefix}({', '.join(['seat', *decoded(spec, verb, 'action')])})"


def objection(spec: Spec) -> str:
    over = f'"{spec.over}"' if spec.over else "self.ending()"
    turn = f'"{spec.turn}"' if spec.turn else "self.out_of_turn()"
    lines = [
        "    def objection(self, seat: i64, action: i64) -> str:",
        "        if self.current == OVER:",
        f"            return {over}",
    ]
    if spec.several:
        lines += ["        clause = self.against_turn(seat)", "        if clause:", "            return clause"]
    else:
        lines += ["        if seat != self.current:", f"            return {turn}"]
    for verb in reversed(spec.actions.verbs):
        wrong = "!=" if verb.name in spec.chances else "=="
        value = call(spec, verb, f"against_{spec.called[verb.name]}")
        checked = [f"if seat {wrong} CHANCE:", f"    return {turn}"] if not spec.by_stage else []
        if verb.name in spec.stages:
            stage = spec.stages[verb.name]
            checked += [f"if self.stage != {spec.axes['stage'].index(stage)}:  # {stage}", f"    return {turn}"]
        checked.append(f"return {value}")
        if verb.first:
            checked = [f"if action >= {verb.name.upper()}:", *(f"    {line}" for line in checked)]
        lines += [f"        {line}" for line in checked]
    return "\n".join(lines) + "\n"


def application(spec: Spec) -> str:
    lines = ["    def apply(self, seat: i64, action: i64) -> None:"]
    verbs = spec.actions.verbs[::-1]
    for index, verb in enumerate(verbs):
        test = "else" if index == len(verbs) - 1 else f"{'el' if index else ''}if action >= {verb.name.upper()}"
        lines += [f"        {test}:", f"            {call(spec, verb, method(spec, verb))}"]
    return "\n".join(lines) + "\n"


def to_be_written(spec: Spec) -> Iterator[str]:
    """Write what the rules must define: the verbs, what is computed, what is written by hand."""
    for verb in spec.actions.verbs:
        given = "".join(f", {field}: i64" for field, _, _, _ in strides(spec, verb))
        yield abstract(f"against_{spec.called[verb.name]}", f"seat: i64{given}", "str")
        yield abstract(method(spec, verb), f"seat: i64{given}", "None")
    for part in spec.parts:
        yield from parts_to_be_written(part)
    for name in by_hand(spec):
        yield abstract(f"observe_{name}", "seat: i64, first: i64, row: ObsBuffer", "None")
    if not spec.over:
        yield abstract("ending", "", "str")
    if spec.several:
        yield abstract("against_turn", "seat: i64", "str")
    elif not spec.turn:
        yield abstract("out_of_turn", "", "str")
    for log in (part for part in spec.parts if isinstance(part, Log) and part.hidden):
        yield abstract(f"sees_{log.entry}", "seat: i64, index: i64", "bool")
    yield '    def rebuild(self) -> None:\n        """Find what is kept besides the parts, if anything is."""\n'


def parts_to_be_written(part: Part) -> Iterator[str]:
    if part.custom:
        yield abstract(f"dump_{part.name}", "", python(part.kind))
        if not part.follows:
            yield abstract(f"read_{part.name}", "reader: PositionReader", "None")
    elif not part.stored and not part.is_constant:
        yield abstract(part.name, ", ".join(f"{axis}: i64" for axis in part.by), "i64")


def abstract(name: str, given: str, gives: str) -> str:
    comma = ", " if given else ""
    return f"    def {name}(self{comma}{given}) -> {gives}:\n        raise NotImplementedError\n"


def by_hand(spec: Spec) -> list[str]:
    """The observed fields that the rules write by hand."""
    declared = {part.name for part in spec.parts if part.observed}
    return [name for name in spec.places if name not in declared and name != "to_act"]


# Hiding, dumping and loading


def hiding(spec: Spec) -> Iterator[str]:
    """Write how a position loses what a seat doesn't see."""
    hidden = [part for part in spec.parts if part.stored and part.seen_by != ALL_SEATS]
    if not hidden:
        return
    lines = ["    def hide_from(self, viewer: i64) -> None:"]
    owned = [part.name for part in hidden if part.seen_by == OWNER]
    if owned:
        lines += ["        seat: i64 = 0", f"        while seat < {count_of(spec, SEAT)}:"]
        lines += ["            if seat != viewer:"]
        lines += [f"                self.add_to_{name}(seat, -self.{name}(seat))" for name in owned]
        lines += ["            seat += 1"]
    for part in hidden:
        if isinstance(part, Log):
            lines += [f"        {line}" for line in log_hidden(part)]
        elif part.seen_by == NOBODY and is_long(spec, part):
            lines += [f"        self.clear_{part.name}()"]
        elif part.seen_by == NOBODY:
            lines += [f"        self.{word} = 0" for word in words(spec, part)]
    yield "\n".join(lines) + "\n"


def dumping(spec: Spec) -> str:
    title = spec.game.capitalize()
    hidden, derived = hidden_parts(spec), open_parts(spec, kept=False)
    rest = ["            **self.derived(),"] if derived else []
    table = [*entries(spec, open_parts(spec, kept=True)), '            "current": int(self.current),']
    if is_perfect(spec):
        lines = ["    def dump(self) -> dict[str, Any]:", "        return dict(self.table())"]
        table += rest
    else:
        lines = returning("dump", "dict[str, Any]", [*entries(spec, hidden), "            **self.table(),", *rest])
    lines += ["", *returning("table", f"{title}Table", table, "What everybody sees and may remember.")]
    if derived:
        lines += ["", *returning("derived", f"{title}Derived", entries(spec, derived), "What follows from the rest.")]
    return "\n".join(lines) + "\n"


def returning(name: str, kind: str, entries: list[str], doc: str = "") -> list[str]:
    told = [f'        """{doc}"""'] if doc else []
    return [f"    def {name}(self) -> {kind}:", *told, "        return {", *entries, "        }"]


def entries(spec: Spec, parts: list[Part]) -> list[str]:
    return [wrapped(f'            "{part.name}": {dumped(spec, part)},') for part in parts]


def wrapped(line: str) -> str:
    """An entry that is a list, in three lines if it is too long for one."""
    if len(line) <= LONGEST_LINE:
        return line
    name, _, inside = line.partition("[")
    return f"{name}[\n                {inside.removesuffix('],')}\n            ],"


def dumped(spec: Spec, part: Part) -> str:
    if part.custom:
        return f"self.dump_{part.name}()"
    if isinstance(part, Log):
        return log_dumped(part)
    value = read(part, part.by)
    if part.is_flag:
        text = value
    elif part.of:
        text = f"members({value})"
        if part.of not in spec.numbered:
            text = f"[{part.of.upper()}_NAMES[each] for each in {text}]"
    elif part.names:
        text = f"{part.names.upper()}_NAMES[int({value})]"
    else:
        text = f"int({value})"
    for axis in reversed(part.by):
        text = f"[{text} for {axis} in range({count_of(spec, axis)})]"
    return text


def read(part: Part, indices: list[str]) -> str:
    """The value of a part, as an expression."""
    if part.is_constant or (part.stored and not part.by):
        return f"self.{part.name}"
    return f"self.{part.name}({', '.join(indices)})"


def loading(spec: Spec) -> str:
    derived = any(part.shows and not kept_in_dump(part) for part in spec.parts)
    lines = [
        "    def load(self, reader: PositionReader) -> None:",
        '        """Take all parts from a reader; raises PositionError for impossible ones."""',
    ]
    lines += ["        given = reader.derived(self.derived())"] if derived else []
    for part in spec.parts:
        if part.shows and kept_in_dump(part):
            lines += [f"        {line}" for line in loaded(spec, part)]
    highest = "int(self.seats) - 1" if "seats" in spec.constants else str(max(spec.seats) - 1)
    lines += [
        f'        self.current = reader.number("current", OVER, {highest})',
        "        reader.finish()",
        "        self.rebuild()",
        "        self.audit()",
    ]
    lines += ["        reader.agree(given, self.derived())"] if derived else []
    return "\n".join(lines) + "\n"


def loaded(spec: Spec, part: Part) -> list[str]:
    if part.custom:
        return [f"self.read_{part.name}(reader)"]
    if isinstance(part, Log):
        return log_loaded(part)
    if part.of:
        return loaded_set(spec, part)
    if part.names:
        names = f"{part.names.upper()}_NAMES" + ("[: int(self.seats)]" if part.names in spec.by_seats else "")
        return [f'self.{part.name} = reader.choice("{part.name}", {names})']
    if part.is_flag:
        return [f'self.{part.name} = reader.flag("{part.name}")']
    bounds = f"{part.low}, {whole(part.upto)}"
    if not part.by:
        return [f'self.{part.name} = reader.number("{part.name}", {bounds})']
    counts = [length(spec, axis) for axis in part.by]
    if len(part.by) == 1:
        return [
            f"self.clear_{part.name}()",
            f'for {part.by[0]}, each in enumerate(reader.numbers("{part.name}", {counts[0]}, {bounds})):',
            f"    self.add_to_{part.name}({part.by[0]}, each)",
        ]
    one, two = part.by
    return [
        f"self.clear_{part.name}()",
        f'rows = reader.rows("{part.name}", {counts[0]}, {counts[1]}, {bounds})',
        f"for {one}, row in enumerate(rows):",
        f"    for {two}, each in enumerate(row):",
        f"        self.add_to_{part.name}({one}, {two}, each)",
    ]


def loaded_set(spec: Spec, part: Part) -> list[str]:
    named = part.of not in spec.numbered
    kind = "name_set" if named else "number_set"
    bounds = f"{part.of.upper()}_NAMES" if named else f"{part.low_member}, {whole(part.upto)}"
    if not part.by:
        return [f'self.{part.name} = reader.{kind}("{part.name}", {bounds})']
    return [
        f"self.clear_{part.name}()",
        f'for seat, row in enumerate(reader.lists("{part.name}", {length(spec, part.by[0])})):',
        f'    found = {kind}(reader.game, f"{part.name}[{{seat}}]", row, {bounds})',
        f"    self.add_to_{part.name}(seat, found)",
    ]


def count_of(spec: Spec, axis: str) -> str:
    """How many members an axis has; of seats those that play."""
    return "self.seats" if axis in spec.by_seats and "seats" in spec.constants else f"{axis.upper()}_COUNT"


def length(spec: Spec, axis: str) -> str:
    """The same as Python's own int."""
    return "int(self.seats)" if axis in spec.by_seats and "seats" in spec.constants else str(len(spec.axes[axis]))


# Observing


def observing(spec: Spec) -> str:
    lines = ["    def observe(self, seat: i64, row: ObsBuffer) -> None:"]
    parts = {part.name: part for part in spec.parts if part.observed}
    methods = []
    for name, first in spec.places.items():
        if name == "to_act":
            lines += put_seat(spec, "current", first)
        elif name not in parts or axes_observed(parts[name]):
            lines += [f"        self.observe_{name}(seat, {first}, row)"]
            methods += [observing_part(spec, parts[name])] if name in parts else []
        elif parts[name].is_seat and parts[name].low == 0:
            lines += [f"        row.put({first}, counted_from(seat, self.{name}, {count_of(spec, SEAT)}))"]
        elif parts[name].is_seat:
            lines += put_seat(spec, name, first)
        else:
            lines += [f"        {line}" for line in put(parts[name], str(first))]
    return "\n".join(["\n".join(lines) + "\n", *methods])


def put_seat(spec: Spec, name: str, place: int) -> list[str]:
    """Put a seat as the observer counts it, plus 1; nobody is 0."""
    count = f"counted_from(seat, self.{name}, {count_of(spec, SEAT)})"
    return [f"        if self.{name} >= 0:", f"            row.put({place}, {count} + 1)"]


def put(part: Part, place: str) -> list[str]:
    if part.is_flag:
        return [f"if {read(part, [])}:", f"    row.put({place}, 1)"]
    return [f"row.{'put_set' if part.of else 'put'}({place}, {from_low(part, read(part, part.by))})"]


def from_low(part: Part, value: str) -> str:
    """A value as it is observed: a set from the first member it may have."""
    return f"{value} >> {part.low_member}" if part.low_member else value


def axes_observed(part: Part) -> list[str]:
    """The axes along which a part is observed; of one that only its owner sees, the owner's share."""
    axes = [axis for axis in part.by if axis != SEAT or part.seen_by != OWNER]
    return [*axes, SEAT] if part.of == SEAT else axes


def observing_part(spec: Spec, part: Part) -> str:
    """Write the loops over the axes of a part; seats are counted from the observer."""
    axes, body, indent = axes_observed(part), [], "        "
    names = ["other" if axis == SEAT else axis for axis in axes]
    for axis, name in zip(axes, names, strict=True):
        body += [f"{indent}{name}: i64 = 0", f"{indent}while {name} < {count_of(spec, axis)}:"]
        indent += "    "
    place, stride = "", len(spec.axes[part.of]) - part.low_member if part.of and part.of != SEAT else 1
    for axis, name in reversed(list(zip(axes, names, strict=True))):
        value = f"counted_from(seat, other, {count_of(spec, SEAT)})" if axis == SEAT else name
        term = value if stride == 1 else f"{value} * {stride}"
        place = f"{term} + {place}" if place else term
        stride *= len(spec.axes[axis])
    body += [f"{indent}{line}" for line in observed(part, names, place)]
    for name in reversed(names):
        body += [f"{indent}{name} += 1"]
        indent = indent[4:]
    head = f"    def observe_{part.name}(self, seat: i64, first: i64, row: ObsBuffer) -> None:"
    return "\n".join([head, *body]) + "\n"


def observed(part: Part, names: list[str], place: str) -> list[str]:
    if part.of == SEAT:
        return [f"if {read(part, [])} & BIT[other]:", f"    row.put(first + {place}, 1)"]
    indices = part.by if part.seen_by == OWNER else names
    return [f"row.{'put_set' if part.of else 'put'}(first + {place}, {from_low(part, read(part, indices))})"]
