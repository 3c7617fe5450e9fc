"""The `view.gen.ts` of a game for the web client: types and guards of its View and actions, and names."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from carreau.codegen.constants import constants
from carreau.codegen.guards import guards, imports
from carreau.codegen.kinds import MOST_WORDS, declared, name_of, typescript, typescript_class, typescript_part, views
from carreau.core.actions import Value
from carreau.core.spec import Spec

GUARDS: Final = "../../lib/guards"
HEAD: Final = "// Generated from spec.py by `python -m carreau.codegen`; do not edit.\n"


def view_module(spec: Spec) -> str:
    """Write the whole module."""
    parts = [part for part in spec.parts if spec.in_view(part)]
    fields = [field("seat", "number", "the seat that sees this; -1 is a spectator")]
    fields += [field(name, typescript(kind), shows) for name, (kind, shows) in views(spec).items()]
    fields += [field(part.name, typescript_part(spec, part), part.shows) for part in parts]
    fields += [
        field("current", "number", "the seat to act, or -1 chance, -2 all, -3 the first to act, -4 nobody: the end")
    ]
    classes = "".join(f"{typescript_class(kind)}\n" for kind in declared(spec, in_view=True))
    view = f"export interface View {{\n{''.join(fields)}}}\n"
    constant = "".join([*names(spec), *constants(spec)])
    checks = guards(spec)
    return f"{HEAD}{imports(checks, GUARDS)}\n{constant}\n{classes}{view}\n{actions(spec)}\n{notation(spec)}\n{checks}"


def names(spec: Spec) -> Iterator[str]:
    """Write the names of each axis, as a type and as a list."""
    for axis, values in spec.axes.items():
        if axis not in spec.numbered:
            yield f"export type {name_of(axis)} = {' | '.join(json.dumps(value) for value in values)};\n"
            yield f"export const {axis.upper()}_NAMES: readonly {name_of(axis)}[] = {json.dumps(values)};\n"


def actions(spec: Spec) -> str:
    """Write the type of all actions, by their fields."""
    verbs = []
    for verb in spec.actions.verbs:
        fields = "".join(f"; {name}: {of_values(spec, values)}" for name, values in verb.fields.items())
        verbs.append(f"\n  | {{ do: {json.dumps(verb.name)}{fields} }}")
    return f"/** What players and chance do. */\nexport type Action ={''.join(verbs)};\n"


def notation(spec: Spec) -> str:
    """Write how each action of players is typed, with its fields in braces."""
    forms = {verb.name: verb.notation for verb in spec.actions.verbs if verb.name not in spec.chances}
    return f"export const NOTATION: Readonly<Record<string, string>> = {json.dumps(forms)};\n"


def of_values(spec: Spec, values: Sequence[Value]) -> str:
    """Write the type of a field: numbers, the names of an axis, or a few words."""
    if isinstance(values[0], int):
        return "number"
    axes = [name_of(axis) for axis, names in spec.axes.items() if axis not in spec.numbered and names == list(values)]
    words = " | ".join(json.dumps(value) for value in values) if len(values) <= MOST_WORDS else "string"
    return axes[0] if axes else words


def field(name: str, kind: str, shows: str) -> str:
    return f"  /** {shows[0].upper()}{shows[1:]}. */\n  {name}: {kind};\n"
