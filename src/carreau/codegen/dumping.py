"""Hiding, dumping and loading the parts of a position."""

from collections.abc import Iterator

from carreau.codegen.layout import LONGEST_LINE
from carreau.codegen.logs import log_dumped, log_hidden, log_loaded, whole
from carreau.codegen.storage import count_of, is_long, length, words
from carreau.codegen.views import hidden_parts, is_perfect, kept_in_dump, open_parts, sights
from carreau.core.parts import SEAT, Log, Part
from carreau.core.spec import Spec


def hiding(spec: Spec) -> Iterator[str]:
    """Write the method that removes everything a seat may not see."""
    hidden = [part for part in spec.parts if part.stored and part.seen_by != "all"]
    if not hidden:
        return
    lines = ["    def hide_from(self, viewer: i64) -> None:"]
    owned = [part.name for part in hidden if part.seen_by == "owner"]
    if owned:
        lines += ["        seat: i64 = 0", f"        while seat < {count_of(spec, SEAT)}:"]
        lines += ["            if seat != viewer:"]
        lines += [f"                self.add_to_{name}(seat, -self.{name}(seat))" for name in owned]
        lines += ["            seat += 1"]
    for part in hidden:
        if isinstance(part, Log):
            lines += [f"        {line}" for line in log_hidden(part)]
        elif part.seen_by == "nobody" and is_long(spec, part):
            lines += [f"        self.clear_{part.name}()"]
        elif part.seen_by == "nobody":
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
    lines += ["", *returning("table", f"{title}Table", table, "Return everything that all seats see and may remember.")]
    if derived:
        lines += [
            "",
            *returning(
                "derived", f"{title}Derived", entries(spec, derived), "Return everything that follows from the rest."
            ),
        ]
    return "\n".join(lines) + "\n"


def sight(spec: Spec) -> Iterator[str]:
    """Write the method that returns what a seat sees besides the table."""
    seen = [f'            "{name}": {sighted(spec, part)},' for name, part in sights(spec).items()]
    if seen:
        doc = "Return what a seat sees besides the table, before anything is hidden."
        lines = returning("sight", f"{spec.game.capitalize()}Sight", ['            "seat": viewer,', *seen], doc)
        yield "\n".join(lines).replace("(self)", "(self, viewer: int)", 1) + "\n"


def sighted(spec: Spec, part: Part) -> str:
    """Return what a viewer sees of a part: their own hand, or all of anything else."""
    if part.seen_by != "owner":
        return dumped(spec, part)
    return f"{in_json(spec, part, read(part, ['viewer']))} if viewer >= 0 else {'[]' if part.of else 0}"


def returning(name: str, kind: str, entries: list[str], doc: str = "") -> list[str]:
    told = [f'        """{doc}"""'] if doc else []
    return [f"    def {name}(self) -> {kind}:", *told, "        return {", *entries, "        }"]


def entries(spec: Spec, parts: list[Part]) -> list[str]:
    return [wrapped(f'            "{part.name}": {dumped(spec, part)},') for part in parts]


def wrapped(line: str) -> str:
    """Return an entry that is a list, on three lines if it is too long for one."""
    if len(line) <= LONGEST_LINE:
        return line
    name, _, inside = line.partition("[")
    return f"{name}[\n                {inside.removesuffix('],')}\n            ],"


def dumped(spec: Spec, part: Part) -> str:
    if part.custom:
        return f"self.dump_{part.name}()"
    if isinstance(part, Log):
        return log_dumped(part)
    text = in_json(spec, part, read(part, part.by))
    for axis in reversed(part.by):
        text = f"[{text} for {axis} in range({count_of(spec, axis)})]"
    return text


def in_json(spec: Spec, part: Part, value: str) -> str:
    """Return one value of a part as it is dumped, as an expression."""
    if part.is_flag:
        return value
    if part.throws:
        return f"list(DICE[int({value})])"
    if part.of:
        found = f"members({value})"
        return found if part.of in spec.numbered else f"[{part.of.upper()}_NAMES[each] for each in {found}]"
    if part.is_optional:
        return f"None if {value} < 0 else {part.names.upper()}_NAMES[int({value})]"
    return f"{part.names.upper()}_NAMES[int({value})]" if part.names else f"int({value})"


def read(part: Part, indices: list[str]) -> str:
    """Return the value of a part, as an expression."""
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
    if part.throws:
        return [f'self.{part.name} = read_dice(reader, "{part.name}", DICE, "{part.clause}")']
    if part.of:
        return loaded_set(spec, part)
    if part.names:
        names = f"{part.names.upper()}_NAMES" + ("[: int(self.seats)]" if part.names in spec.by_seats else "")
        choice = "optional_choice" if part.is_optional else "choice"
        return [f'self.{part.name} = reader.{choice}("{part.name}", {names})']
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
