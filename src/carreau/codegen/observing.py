"""The code that writes a position into an observation."""

from carreau.codegen.dumping import read
from carreau.codegen.storage import count_of
from carreau.core.parts import SEAT, Part
from carreau.core.spec import Spec


def observing(spec: Spec) -> str:
    lines = ["    def observe(self, seat: i64, row: ObsBuffer) -> None:"]
    parts = {part.name: part for part in spec.parts if part.observed}
    methods = []
    for name, first in spec.places.items():
        if name == "to_act":
            lines += put_seat(spec, "current", first)
        elif name not in parts or axes_observed(parts[name]) or parts[name].throws:
            lines += [f"        self.observe_{name}(seat, {first}, row)"]
            methods += [observing_part(spec, parts[name])] if name in parts else []
        elif parts[name].is_seat and parts[name].low == 0:
            lines += [f"        row.put({first}, counted_from(seat, self.{name}, {count_of(spec, SEAT)}))"]
        elif parts[name].is_seat:
            lines += put_seat(spec, name, first)
        else:
            lines += [f"        {line}" for line in put(parts[name], str(first))]
    return "\n".join(["\n".join(lines) + "\n", *methods])


def observing_part(spec: Spec, part: Part) -> str:
    """Write the loops over the axes of a part; seats are relative to the observer."""
    if part.throws:
        return observing_dice(spec, part)
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


def observing_dice(spec: Spec, part: Part) -> str:
    """Write the loop over the faces of dice."""
    (sides,), _, _ = spec.field(part)
    return (
        f"    def observe_{part.name}(self, seat: i64, first: i64, row: ObsBuffer) -> None:\n"
        f"        for face in range(i64({sides})):\n"
        f"            row.put(first + face, SHOWING[self.{part.name} * {sides} + face])\n"
    )


def observed(part: Part, names: list[str], place: str) -> list[str]:
    if part.of == SEAT:
        return [f"if {read(part, [])} & BIT[other]:", f"    row.put(first + {place}, 1)"]
    indices = part.by if part.seen_by == "owner" else names
    return [f"row.{'put_set' if part.of else 'put'}(first + {place}, {from_low(part, read(part, indices))})"]


def put_seat(spec: Spec, name: str, place: int) -> list[str]:
    """Write a seat relative to the observer, plus 1; nobody is 0."""
    count = f"counted_from(seat, self.{name}, {count_of(spec, SEAT)})"
    return [f"        if self.{name} >= 0:", f"            row.put({place}, {count} + 1)"]


def put(part: Part, place: str) -> list[str]:
    if part.is_flag:
        return [f"if {read(part, [])}:", f"    row.put({place}, 1)"]
    return [f"row.{'put_set' if part.of else 'put'}({place}, {from_low(part, read(part, part.by))})"]


def from_low(part: Part, value: str) -> str:
    """Return a value as it is observed: a set starts at its lowest member, a number is clamped for learners."""
    if part.is_optional:
        return f"{value} + 1"
    low, high = part.within
    if part.is_number and high < part.high:
        value = f"min({value}, {high})"
    if part.is_number and low > part.low:
        value = f"max({low}, {value})"
    return f"{value} >> {part.low_member}" if part.low_member else value


def axes_observed(part: Part) -> list[str]:
    """List the axes of a part in the observation; if only its owner sees it, without that of the seats."""
    axes = [axis for axis in part.by if axis != SEAT or part.seen_by != "owner"]
    return [*axes, SEAT] if part.of == SEAT else axes
