"""Action ids: encoding and decoding of verbs and their fields."""

from collections.abc import Iterator
from math import prod

from carreau.core.actions import Verb
from carreau.core.spec import Spec


def strides(spec: Spec, verb: Verb) -> list[tuple[str, int, int, int]]:
    """List the arguments that the rules get for a verb, each a field or several joined ones.

    For each: the stride of one step in the action id, the number of values, and the lowest one if they are numbers.
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
    """Return the name of the rules' argument for a field, and all fields that are joined in it."""
    joined = spec.joined.get(verb.name, {}).items()
    return next(((name, fields) for name, fields in joined if field in fields), (field, [field]))


def decoded(spec: Spec, verb: Verb, action: str) -> list[str]:
    """Return the arguments for an action, as expressions."""
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
    """Write the functions that convert action ids to arguments and back."""
    for verb in spec.actions.verbs:
        for (field, _, _, _), value in zip(strides(spec, verb), decoded(spec, verb, "action"), strict=True):
            yield f"\ndef {verb.name}_{field}(action: i64) -> i64:\n    return {value}\n"
        if verb.fields:
            given = ", ".join(f"{field}: i64" for field, _, _, _ in strides(spec, verb))
            terms = [encoded(field, stride, first) for field, stride, _, first in strides(spec, verb)]
            yield f"\ndef {verb.name}_action({given}) -> i64:\n    return {' + '.join([verb.name.upper(), *terms])}\n"


def encoded(field: str, stride: int, first: int) -> str:
    """Return what a field adds to an action id, as an expression."""
    value = f"({field} - {first})" if first > 0 else f"({field} + {-first})" if first else field
    return value if stride == 1 else f"{value} * {stride}"
