"""The methods that the rules of a game must define: the generated class only declares them."""

from collections.abc import Iterator

from carreau.codegen.action_ids import strides
from carreau.codegen.kinds import python
from carreau.codegen.state import method
from carreau.core.parts import Log, Part
from carreau.core.spec import Spec


def to_be_written(spec: Spec) -> Iterator[str]:
    """Write declarations of verbs, computed parts, and parts that the rules write themselves."""
    for verb in spec.actions.verbs:
        given = "".join(f", {field}: i64" for field, _, _, _ in strides(spec, verb))
        yield abstract(f"against_{spec.called[verb.name]}", f"seat: i64{given}", "str")
        yield abstract(method(spec, verb), f"seat: i64{given}", "None")
    for part in spec.parts:
        yield from parts_to_be_written(part)
    for name in by_hand(spec):
        yield abstract(f"observe_{name}", "seat: i64, first: i64, row: ObsBuffer", "None")
    if not spec.over:
        yield abstract("ending", "", "str")
    if spec.several:
        yield abstract("against_turn", "seat: i64", "str")
    elif not spec.turn:
        yield abstract("out_of_turn", "", "str")
    for log in (part for part in spec.parts if isinstance(part, Log) and part.hidden):
        yield abstract(f"sees_{log.entry}", "seat: i64, index: i64", "bool")
    yield '    def rebuild(self) -> None:\n        """Find what is kept besides the parts, if anything is."""\n'


def parts_to_be_written(part: Part) -> Iterator[str]:
    if part.custom:
        yield abstract(f"dump_{part.name}", "", python(part.kind))
        if not part.follows:
            yield abstract(f"read_{part.name}", "reader: PositionReader", "None")
    elif not part.stored and not part.is_constant and not part.is_written:
        yield abstract(part.name, ", ".join(f"{axis}: i64" for axis in part.by), "i64")


def abstract(name: str, given: str, gives: str) -> str:
    comma = ", " if given else ""
    return f"    def {name}(self{comma}{given}) -> {gives}:\n        raise NotImplementedError\n"


def by_hand(spec: Spec) -> list[str]:
    """List the observed fields that the rules write themselves."""
    declared = {part.name for part in spec.parts if part.observed}
    return [name for name in spec.places if name not in declared and name != "to_act"]
