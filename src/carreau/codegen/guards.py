"""The guards in a game's `view.gen.ts`: functions that check whether JSON is a View or an action of the game."""

import json
import re
from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from carreau.codegen.kinds import LONGEST_TUPLE, MOST_WORDS, declared, of_one, views
from carreau.core.actions import Value
from carreau.core.parts import SEAT, Log, Part
from carreau.core.spec import Spec

PLAIN: Final[dict[object, str]] = {int: "isNumber", str: "isString", bool: "isBoolean"}
COMBINATOR: Final = re.compile(r"\b(?:isNumber|isString|isBoolean|oneOf|nullable|optional|\w+Of|taggedBy)\b")


def guards(spec: Spec) -> str:
    """Write the guards of a game."""
    classes = "".join(guard_of_class(kind) for kind in declared(spec, in_view=True))
    view = {"seat": "isNumber"}
    view |= {name: guard(kind) for name, (kind, _) in views(spec).items()}
    view |= {part.name: guard_of_part(spec, part) for part in spec.parts if spec.in_view(part)}
    view |= {"current": "isNumber"}
    return f"""{classes}
export const isView: Guard<View> = {object_of(view)};

export const isAction: Guard<Action> = {actions(spec)};
"""


def imports(text: str, path: str) -> str:
    """Write the import of all combinators that a text uses."""
    names = sorted(set(COMBINATOR.findall(text)))
    return f'import {{ {", ".join(names)}, type Guard }} from "{path}";\n'


def object_of(fields: dict[str, str]) -> str:
    return f"objectOf({fields_of(fields)})"


def fields_of(fields: dict[str, str]) -> str:
    return f"{{ {', '.join(f'{name}: {each}' for name, each in fields.items())} }}" if fields else "{}"


def guard_of_part(spec: Spec, part: Part) -> str:
    if isinstance(part, Log):
        return f"listOf(tupleOf({', '.join(guard_of_part(spec, field) for field in part.fields)}))"
    text = guard(of_one(spec, part))
    for axis in reversed(part.by):
        labels = spec.axes[axis]
        is_tuple = axis != SEAT and len(labels) <= LONGEST_TUPLE
        text = f"tupleOf({', '.join([text] * len(labels))})" if is_tuple else f"listOf({text})"
    return text


def guard_of_class(kind: Any) -> str:
    fields = {name: guard(each) for name, each in get_type_hints(kind, include_extras=True).items()}
    text = object_of(fields) if is_typeddict(kind) else f"tupleOf({', '.join(fields.values())})"
    return f"const is{kind.__name__}: Guard<{kind.__name__}> = {text};\n"


def guard(kind: Any) -> str:
    """Write the guard of a type that the game declares."""
    origin = get_origin(kind)
    if origin is Annotated:
        return names_guard(kind.__metadata__[0])
    if origin is Literal:
        return f"oneOf({json.dumps(get_args(kind))})"
    if origin in (UnionType, Union):
        items = [guard(each) for each in get_args(kind) if each is not NoneType]
        return either(items, may_be_null=NoneType in get_args(kind))
    if origin is None:
        return PLAIN.get(kind) or f"is{kind.__name__}"
    items = [guard(each) for each in get_args(kind)]
    if origin is dict:
        return f"recordOf({items[1]})"
    return f"{'tupleOf' if origin is tuple else 'listOf'}({', '.join(items)})"


def either(items: list[str], *, may_be_null: bool) -> str:
    text = items[0] if len(items) == 1 else f"eitherOf({', '.join(items)})"
    return f"nullable({text})" if may_be_null else text


def names_guard(axis: str) -> str:
    return f"oneOf({axis.upper()}_NAMES)"


def actions(spec: Spec) -> str:
    """Write the fields of each verb."""
    verbs = []
    for verb in spec.actions.verbs:
        fields = {name: guard_of_values(spec, values) for name, values in verb.fields.items()}
        verbs.append(f"  {verb.name}: {fields_of(fields)},\n")
    return f'taggedBy("do", {{\n{"".join(verbs)}}})'


def guard_of_values(spec: Spec, values: Sequence[Value]) -> str:
    """Write the guard of a field: numbers, the names of an axis, or a few words."""
    if isinstance(values[0], int):
        return "isNumber"
    axes = [
        names_guard(axis) for axis, names in spec.axes.items() if axis not in spec.numbered and names == list(values)
    ]
    words = f"oneOf({json.dumps(values)})" if len(values) <= MOST_WORDS else "isString"
    return axes[0] if axes else words
