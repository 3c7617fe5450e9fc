"""The constants of a game for the web client, as its `spec.py` exports them."""

import json
from collections.abc import Iterator
from typing import Any

from carreau.codegen.kinds import LONGEST_TUPLE
from carreau.core.spec import Spec


def constants(spec: Spec) -> Iterator[str]:
    """Write each constant with its type."""
    for name, value in spec.exports.items():
        kind = "" if isinstance(value, int | str) else f": {type_of(value)}"
        yield f"export const {name}{kind} = {json.dumps(value)};\n"


def type_of(value: Any) -> str:
    """Write the type of a value: literal for words, general for numbers."""
    if isinstance(value, dict):
        keys = "number" if all(str(key).isdecimal() for key in value) else union(map(json.dumps, value))
        return f"Readonly<Record<{keys}, {union(map(type_of, value.values()))}>>"
    if isinstance(value, list | tuple):
        items = [type_of(each) for each in value]
        return f"readonly [{', '.join(items)}]" if len(items) <= LONGEST_TUPLE else f"readonly {array(union(items))}"
    return json.dumps(value) if isinstance(value, str | None) else "number"


def array(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def union(types: Iterator[str] | list[str]) -> str:
    return " | ".join(dict.fromkeys(types))
