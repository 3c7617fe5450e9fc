"""The `_spec.py` of a game: the base class of its rules."""

from collections.abc import Iterator
from typing import Final

from carreau.codegen.action_ids import decoders
from carreau.codegen.by_hand import to_be_written
from carreau.codegen.derived import derived
from carreau.codegen.dumping import dumping, hiding, loading, sight
from carreau.codegen.kinds import class_name, declared
from carreau.codegen.layout import used_imports
from carreau.codegen.logs import log_methods, unpacking
from carreau.codegen.observing import observing
from carreau.codegen.storage import accessors, constructor, is_long, length
from carreau.codegen.views import name_types, view_types
from carreau.core.parts import SEAT, Log
from carreau.core.spec import Spec

HEAD: Final = '''"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, members, size
from carreau.core.game import CHANCE, OVER, RACE, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, name_set, number_set
'''


def position_module(spec: Spec) -> str:
    """Write the whole module."""
    logs = [part for part in spec.parts if isinstance(part, Log)]
    unpackers = [function for log in logs for function in unpacking(log)]
    blocks = [numbers(spec), *constants(spec), *decoders(spec), *unpackers, *view_types(spec), position_class(spec)]
    body = "\n".join(blocks)
    general = (
        HEAD if any(part.size_of for part in spec.parts) else HEAD.replace(", size\n", "\n")
    )  # a field may be a size
    head = general + "".join(f"from {module} import {', '.join(sorted(names))}\n" for module, names in own_names(spec))
    return "\n".join([*used_imports(head, body), "", body])


def own_names(spec: Spec) -> list[tuple[str, set[str]]]:
    """List by module what the game defines for its constants, its dice and its Views."""
    found: dict[str, set[str]] = {}
    for name, module in spec.modules.items():
        found.setdefault(f"carreau.games.{spec.game}.{module}", set()).add(name)
    if any(part.throws for part in spec.parts):
        found["carreau.games.dice"] = {"faces_shown", "read_dice"}
    for kind in declared(spec):
        found.setdefault(kind.__module__, set()).add(kind.__name__)
    return sorted(found.items())


def numbers(spec: Spec) -> str:
    """Write the first action id of each verb, the length of each axis, and its names."""
    lines = [f"{verb.name.upper()}: Final[i64] = {verb.first}" for verb in spec.actions.verbs]
    lines += [f"{axis.upper()}_COUNT: Final[i64] = {len(names)}" for axis, names in spec.axes.items()]
    cells = "NO_CELLS: Final = vec[i64]()  # of a new position: clear_NAME gives it its own"
    lines += [cells] if any(is_long(spec, part) or isinstance(part, Log) for part in spec.parts) else []
    dice = "SHOWING: Final = vec[i64](faces_shown(DICE))  # by dice * sides + face"
    lines += [dice] if any(part.throws for part in spec.parts) else []
    return "\n".join([*lines, *name_types(spec)]) + "\n"


def constants(spec: Spec) -> Iterator[str]:
    """Write a class for each axis whose members the rules tell apart, with the number of each."""
    for axis in spec.enumerated:
        title = spec.game.capitalize() + class_name(axis)
        members = [f"    {name.upper()}: Final = {number}" for number, name in enumerate(spec.axes[axis])]
        yield "\n".join(["", f"class {title}:", f'    """The numbers of {axis.upper()}_NAMES."""', "", *members]) + "\n"


def all_points(spec: Spec) -> Iterator[str]:
    if spec.points:
        seats = f"range({length(spec, SEAT)})"
        yield (
            "    def all_points(self) -> list[int]:\n"
            f"        return [int(self.{spec.points}(seat)) for seat in {seats}]\n"
        )


def position_class(spec: Spec) -> str:
    title = spec.game.capitalize()
    made_of = [
        constructor(spec),
        *(accessors(spec, part) for part in spec.parts if part.stored and part.by),
        *(method for part in spec.parts if isinstance(part, Log) for method in log_methods(spec, part)),
        *(derived(spec, part) for part in spec.parts if part.is_written),
        *all_points(spec),
        *(to_be_written(spec)),
        *hiding(spec),
        *sight(spec),
        dumping(spec),
        loading(spec),
        observing(spec),
        f"    def action_count(self) -> i64:\n        return {spec.actions.size}\n",
    ]
    head = f'\n@mypyc_attr(acyclic=True)\nclass {title}Position(State):\n    """The parts of a position."""\n'
    return "\n".join([head, *made_of])
