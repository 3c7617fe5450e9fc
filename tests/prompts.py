"""The sentence that says what to do now: what web/src/lib/prompts.ts shows, for tests that have no browser."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from carreau.core.actions import Value

Fields = Mapping[str, Value]


def prompt_key(keys: Iterable[str], view: Mapping[str, Any], left: Sequence[Fields], picked: Fields) -> str | None:
    """Find the prompt whose key says most: verbs of the actions left, fields that are picked, parts of the View."""
    facts = {str(action["do"]) for action in left} | set(picked)
    facts |= {f"{part}:{value}" for part, value in view.items() if isinstance(value, str)}
    fitting = [key for key in keys if facts.issuperset(key.split())]
    return max(fitting, key=lambda key: len(key.split()), default=None)


def gaps(view: Mapping[str, Any], left: Sequence[Fields]) -> set[str]:
    """Name what a prompt may mention: numbers of the View, what all actions left share, the player to move."""
    first, *others = left
    shared = {field for field, value in first.items() if all(action.get(field) == value for action in others)}
    return {"who", *shared, *numbers(view)}


def numbers(view: Mapping[str, Any]) -> set[str]:
    found = {part for part, value in view.items() if isinstance(value, int) and not isinstance(value, bool)}
    records = [(part, value) for part, value in view.items() if isinstance(value, dict)]
    return found | {f"{part}_{field}" for part, value in records for field in numbers(value)}
