"""The types in a game's `_spec.py`: the names along its axes, and the contents of a View."""

import json
from collections.abc import Iterator

from carreau.codegen.kinds import name_of, python, python_part, views
from carreau.codegen.layout import LONGEST_LINE
from carreau.core.parts import Part
from carreau.core.spec import Spec


def open_parts(spec: Spec, *, kept: bool) -> list[Part]:
    """List the parts that everybody sees: those that a dump must contain, or those derived from them."""
    seen = [part for part in spec.parts if part.shows and not spec.replaced(part)]
    return [part for part in seen if kept_in_dump(part) == kept]


def hidden_parts(spec: Spec) -> list[Part]:
    return [part for part in spec.parts if part.shows and spec.replaced(part)]


def sights(spec: Spec) -> dict[str, Part]:
    """Return the parts that only Views have, by the names of their entries."""
    return {name: part for name, (part, _) in spec.views.items() if isinstance(part, Part)}


def kept_in_dump(part: Part) -> bool:
    """Return whether loading a position needs a part; the others are derived."""
    return part.stored or (part.custom and not part.follows)


def is_perfect(spec: Spec) -> bool:
    """Return whether the View is the whole position, because nothing is hidden."""
    return not spec.views and not hidden_parts(spec)


def name_types(spec: Spec) -> Iterator[str]:
    """Write the names of each axis, as a type and as a list."""
    axes = [axis for axis in spec.axes if axis not in spec.numbered]
    for axis in axes:
        line = f"{name_of(axis)} = Literal[{', '.join(json.dumps(name) for name in spec.axes[axis])}]"
        yield line if len(line) <= LONGEST_LINE else on_lines(spec, axis)
    yield from (
        f"{axis.upper()}_NAMES: Final[list[{name_of(axis)}]] = list(get_args({name_of(axis)}))" for axis in axes
    )


def on_lines(spec: Spec, axis: str) -> str:
    names = "".join(f"    {json.dumps(name)},\n" for name in spec.axes[axis])
    return f"{name_of(axis)} = Literal[\n{names}]"


def view_types(spec: Spec) -> Iterator[str]:
    """Write the types of a dump and of a View."""
    title = spec.game.capitalize()
    derived = fields_of(spec, open_parts(spec, kept=False))
    table, below = "TypedDict", [f"{title}Table"]
    if derived:
        yield typed_dict(f"{title}Derived", "TypedDict", "Everything that follows from the rest.", derived)
        if is_perfect(spec):
            table = f"{title}Derived"
        else:
            below.append(f"{title}Derived")
    kept = fields_of(spec, open_parts(spec, kept=True))
    yield typed_dict(
        f"{title}Table", table, "Everything that all seats see and may remember.", {**kept, "current": "int"}
    )
    sight = {name: python(kind) for name, (kind, _) in views(spec).items() if name in sights(spec)}
    if sight:
        yield typed_dict(
            f"{title}Sight", "TypedDict", "Everything that a seat sees besides the table.", {"seat": "int", **sight}
        )
        below.append(f"{title}Sight")
    own = {name: python(kind) for name, (kind, _) in views(spec).items() if name not in sight}
    own.update(fields_of(spec, [part for part in hidden_parts(spec) if spec.in_view(part)]))
    yield typed_dict(
        f"{title}ViewJson", ", ".join(below), "The contents of a View.", own if sight else {"seat": "int", **own}
    )


def fields_of(spec: Spec, parts: list[Part]) -> dict[str, str]:
    return {part.name: python_part(spec, part) for part in parts}


def typed_dict(name: str, bases: str, doc: str, fields: dict[str, str]) -> str:
    lines = [f"    {field}: {kind}" for field, kind in fields.items()]
    return "\n".join(["", f"class {name}({bases}):", f'    """{doc}"""', "", *lines]) + "\n"
