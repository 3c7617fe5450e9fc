"""How often each action and each component is used."""

from collections import Counter

import msgspec

from carreau.bots.results import Rows
from carreau.core.actions import Actions


class VerbUse(msgspec.Struct, frozen=True):
    verb: str
    taken: int
    offered: int  # decisions at which it could be chosen


class FieldUse(msgspec.Struct, frozen=True):
    """How often each value of a field was chosen with a verb, in the order of its declaration."""

    verb: str
    field: str
    values: list[str]
    counts: list[int]


class Usage(msgspec.Struct, frozen=True):
    decisions: int
    verbs: list[VerbUse]
    fields: list[FieldUse]


def usage(rows: Rows, actions: Actions) -> Usage:
    """Of players only: what chance did is not theirs. What nobody was ever offered is left out."""
    times = Counter(action for row in rows for action in row["actions"])
    offered: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for row in rows:
        offered.update(row["offered"])
    used: dict[tuple[str, str], Counter[str]] = {}
    for action, count in times.items():
        fields = actions.fields(action)
        verb = str(fields.pop("do"))
        taken[verb] += count
        for field, value in fields.items():
            used.setdefault((verb, field), Counter())[str(value)] += count
    verbs = [VerbUse(verb.name, taken[verb.name], offered[verb.name]) for verb in actions.verbs if offered[verb.name]]
    return Usage(sum(times.values()), verbs, fields_used(actions, used))


def fields_used(actions: Actions, used: dict[tuple[str, str], Counter[str]]) -> list[FieldUse]:
    found = []
    for verb in actions.verbs:
        for field, declared in verb.fields.items():
            counts = used.get((verb.name, field))
            if counts:
                values = [str(value) for value in declared]
                found.append(FieldUse(verb.name, field, values, [counts[value] for value in values]))
    return found
