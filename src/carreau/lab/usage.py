"""Usage statistics of actions and components."""

from collections import Counter

import msgspec

from carreau.bots.results import Rows
from carreau.core.actions import Actions


class VerbUse(msgspec.Struct, frozen=True):
    verb: str
    taken: int
    offered: int  # decisions in which it was available


class FieldUse(msgspec.Struct, frozen=True):
    """The number of choices of each value of a verb's field, in declared order."""

    verb: str
    field: str
    values: list[str]
    counts: list[int]


class Usage(msgspec.Struct, frozen=True):
    decisions: int
    verbs: list[VerbUse]
    fields: list[FieldUse]


def usage(rows: Rows, actions: Actions) -> Usage:
    """Count the choices of players, not of chance; leave out actions that were never available."""
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
