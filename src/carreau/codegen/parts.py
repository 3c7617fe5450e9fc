"""The end of a game's `view.gen.ts`: the parts of its View, for a table that can show any game."""

import json
from collections.abc import Iterator

from carreau.core.parts import SEAT, Part
from carreau.core.spec import Spec


def parts_constant(spec: Spec) -> str:
    """Write the parts of a View, in order."""
    hand_written = [
        json.dumps({"name": name, "by": [], "labels": [], "form": "other", "of": ""}) for name in spec.views
    ]
    declared = [described(spec, part) for part in spec.parts if spec.in_view(part)]
    return "\n".join(["", "export const PARTS = [", *(f"  {line}," for line in [*hand_written, *declared]), "];", ""])


def described(spec: Spec, part: Part) -> str:
    labels = [list(axis_labels(spec, axis)) for axis in part.by]
    of = part.of or part.names
    return json.dumps({"name": part.name, "by": part.by, "labels": labels, "form": part.form, "of": of})


def axis_labels(spec: Spec, axis: str) -> Iterator[str]:
    """List the labels along an axis; the table knows the names of the seats."""
    return iter([] if axis == SEAT else spec.axes[axis])
