"""The `view.gen.ts` of a game: the type of its View for the web client, and the names of its things."""

import json
from typing import Final

from carreau.core.spec import SEAT, Log, Part, Spec

HEAD: Final = "// Generated from spec.py by `python -m carreau.codegen`; do not edit.\n"
LONGEST_TUPLE: Final = 3


def view_module(spec: Spec) -> str:
    """Write the whole module."""
    names = [
        f"export const {axis.upper()}_NAMES = {json.dumps(values)};\n"
        for axis, values in spec.axes.items()
        if axis not in spec.numbered
    ]
    fields = [field("seat", "number", "the seat that sees this; -1 is a spectator")]
    fields += [field(name, typescript, shows) for name, (typescript, shows) in spec.views.items()]
    fields += [
        field(part.name, kind(spec, part), part.shows) for part in spec.parts if part.shows and not spec.replaced(part)
    ]
    fields += [field("current", "number", "the seat to act, or -1 chance, -4 the game is over")]
    return f"{HEAD}\n{''.join(names)}\nexport interface View {{\n{''.join(fields)}}}\n"


def field(name: str, kind: str, shows: str) -> str:
    return f"  /** {shows[0].upper()}{shows[1:]}. */\n  {name}: {kind};\n"


def kind(spec: Spec, part: Part) -> str:
    """Write the type of a part: a list for each axis, or a tuple where it is short."""
    if part.custom:
        return part.custom
    if part.is_flag:
        return "boolean"
    if isinstance(part, Log):
        return f"[{', '.join(f'{field.name}: {kind(spec, field)}' for field in part.fields)}][]"
    text = " | ".join(json.dumps(name) for name in spec.axes[part.names]) if part.names else "number"
    if part.of:
        text = "number[]" if part.of in spec.numbered else "string[]"
    for axis in reversed(part.by):
        labels = spec.axes[axis]
        if axis != SEAT and len(labels) <= LONGEST_TUPLE:
            text = f"[{', '.join(f'{label}: {text}' for label in labels)}]"
        else:
            text = f"{text}[]"
    return text
