"""The types of the entries of a View, in Python and in TypeScript.

A custom entry is declared with a Python type: `list[Chip]`, where Chip is a NamedTuple or a TypedDict in the game's
spec.py. `Annotated[str, "plot"]` is the name of a member of that axis.
"""

import json
from collections.abc import Iterator
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from carreau.core.parts import SEAT, Log, Part
from carreau.core.spec import Spec

LONGEST_TUPLE: Final = 3
MOST_WORDS: Final = 20  # in a literal type; a field with more is a string
PLAIN: Final[dict[object, str]] = {int: "number", str: "string", bool: "boolean", NoneType: "null"}


def class_name(axis: str) -> str:
    return axis.title().replace("_", "")


def name_of(axis: str) -> str:
    """Return the type of an axis member."""
    return f"{class_name(axis)}Name"


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


# Parts


def python_part(spec: Spec, part: Part) -> str:
    """Write the type of a part: a list for each axis."""
    if isinstance(part, Log):
        return f"list[{python_entry(spec, part)}]"
    text = python(of_one(spec, part))
    for _ in part.by:
        text = f"list[{text}]"
    return text


def python_entry(spec: Spec, log: Log) -> str:
    return f"tuple[{', '.join(python_part(spec, field) for field in log.fields)}]"


def typescript_part(spec: Spec, part: Part) -> str:
    """Write the type of a part: a list for each axis, or a tuple where it is short."""
    if isinstance(part, Log):
        return f"[{', '.join(f'{field.name}: {typescript_part(spec, field)}' for field in part.fields)}][]"
    text = typescript(of_one(spec, part))
    for axis in reversed(part.by):
        labels = spec.axes[axis]
        if axis != SEAT and len(labels) <= LONGEST_TUPLE:
            text = f"[{', '.join(f'{label}: {text}' for label in labels)}]"
        else:
            text = f"{text}[]"
    return text


def of_one(spec: Spec, part: Part) -> Any:
    """Return the type of one value of a part."""
    if part.custom:
        return part.kind
    if part.throws:
        return list[int]
    if part.of:
        return list[int] if part.of in spec.numbered else list[Annotated[str, part.of]]
    if part.is_optional:
        return Annotated[str, part.names] | None
    if part.names:
        return Annotated[str, part.names]
    return bool if part.is_flag else int


def views(spec: Spec) -> dict[str, tuple[Any, str]]:
    """Return the type and the description of each entry that only Views have."""
    return {name: (of_view(spec, kind), shows) for name, (kind, shows) in spec.views.items()}


def of_view(spec: Spec, kind: Any) -> Any:
    """Return a declared type, or that of a part; a part that its owner sees has no axis of seats."""
    if not isinstance(kind, Part):
        return kind
    found = of_one(spec, kind)
    for axis in kind.by:
        if axis != SEAT or kind.seen_by != "owner":
            found = GenericAlias(list, (found,))
    return found


# Types that a game declares


def python(kind: Any) -> str:
    """Write a type as Python."""
    if get_origin(kind) is Annotated:
        return name_of(kind.__metadata__[0])
    if get_origin(kind) is Literal:
        return f"Literal[{', '.join(json.dumps(value) for value in get_args(kind))}]"
    if get_origin(kind) in (UnionType, Union):
        return " | ".join(python(each) for each in get_args(kind))
    if get_origin(kind) is None:
        return "None" if kind is NoneType else str(kind.__name__)
    return f"{get_origin(kind).__name__}[{', '.join(python(each) for each in get_args(kind))}]"


def typescript(kind: Any) -> str:
    """Write a type as TypeScript."""
    if get_origin(kind) is Annotated:
        return name_of(kind.__metadata__[0])
    if get_origin(kind) is Literal:
        return " | ".join(json.dumps(value) for value in get_args(kind))
    if get_origin(kind) in (UnionType, Union):
        return " | ".join(typescript(each) for each in get_args(kind))
    if get_origin(kind) is None:
        return PLAIN.get(kind) or str(kind.__name__)
    return typescript_of_many(get_origin(kind), [typescript(each) for each in get_args(kind)])


def typescript_of_many(origin: object, items: list[str]) -> str:
    if origin is dict:
        return f"Record<{items[0]}, {items[1]}>"
    if origin is tuple:
        return f"[{', '.join(items)}]"
    return f"({items[0]})[]" if " | " in items[0] else f"{items[0]}[]"


def declared(spec: Spec, *, in_view: bool = False) -> list[type]:
    """List the classes used by a position and its View, or by the View alone, in order of dependency."""
    parts = [part for part in spec.parts if spec.in_view(part) or not in_view]
    kinds = [kind for kind, _ in views(spec).values()] + [part.kind for part in parts if part.custom]
    return list(dict.fromkeys(each for kind in kinds for each in classes_in(kind)))


def classes_in(kind: Any) -> Iterator[type]:
    for each in get_args(kind):
        yield from classes_in(each)
    if is_class(kind):
        for each in get_type_hints(kind).values():
            yield from classes_in(each)
        yield kind


def is_class(kind: Any) -> bool:
    return is_typeddict(kind) or (isinstance(kind, type) and hasattr(kind, "_fields"))


def typescript_class(kind: Any) -> str:
    """Write a NamedTuple as a labelled tuple, and a TypedDict as an interface."""
    fields = {name: typescript(each) for name, each in get_type_hints(kind, include_extras=True).items()}
    if is_typeddict(kind):
        lines = "".join(f"  {name}: {each};\n" for name, each in fields.items())
        return f"export interface {kind.__name__} {{\n{lines}}}\n"
    labels = ", ".join(f"{camel_case(name)}: {each}" for name, each in fields.items())
    return f"export type {kind.__name__} = [{labels}];\n"
