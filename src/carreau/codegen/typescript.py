"""The `view.gen.ts` of a game: the type of its View for the web client, and the names of its things."""

import json
from collections.abc import Iterator
from typing import Final

from carreau.codegen.kinds import declared, name_of, typescript, typescript_class, typescript_part
from carreau.core.spec import Spec

HEAD: Final = "// Generated from spec.py by `python -m carreau.codegen`; do not edit.\n"


def view_module(spec: Spec) -> str:
    """Write the whole module."""
    parts = [part for part in spec.parts if spec.in_view(part)]
    fields = [field("seat", "number", "the seat that sees this; -1 is a spectator")]
    fields += [field(name, typescript(kind), shows) for name, (kind, shows) in spec.views.items()]
    fields += [field(part.name, typescript_part(spec, part), part.shows) for part in parts]
    fields += [
        field("current", "number", "the seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end")
    ]
    classes = "".join(f"{typescript_class(kind)}\n" for kind in declared(spec))
    return f"{HEAD}\n{''.join(names(spec))}\n{classes}export interface View {{\n{''.join(fields)}}}\n"


def names(spec: Spec) -> Iterator[str]:
    """Write the names of the members of each axis, as a type and as a list."""
    for axis, values in spec.axes.items():
        if axis not in spec.numbered:
            yield f"export type {name_of(axis)} = {' | '.join(json.dumps(value) for value in values)};\n"
            yield f"export const {axis.upper()}_NAMES: readonly {name_of(axis)}[] = {json.dumps(values)};\n"


def field(name: str, kind: str, shows: str) -> str:
    return f"  /** {shows[0].upper()}{shows[1:]}. */\n  {name}: {kind};\n"
