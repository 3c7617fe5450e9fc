"""The actions of a game, declared once: a dense id, named fields and a readable notation for each.

    ACTIONS: Final = Actions("caro")
    LAY: Final = ACTIONS.add("lay", "{colour} {x},{y}", y=range(-7, 8), x=range(-7, 8), colour=COLOURS)

`add` returns the id of the verb's first action. The last field varies fastest, so the id of an action
is LAY + (y_index * 15 + x_index) * 4 + colour_index.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from carreau.core.errors import NotationError

Value = int | str
Values = Sequence[int] | Sequence[str]

TOKEN: Final = {True: r"(-?\d+)", False: r"(\S+?)"}
LONGEST: Final = 100  # characters in a move: rejecting a text may take quadratic time
MOST_DIGITS: Final = 18  # in a number: int() refuses thousands of digits


class Verb:
    """One kind of action: its fields, all their values, and its notation."""

    def __init__(self, name: str, notation: str, first: int, fields: dict[str, Values]) -> None:
        self.name = name
        self.notation = notation
        self.first = first
        self.fields: dict[str, list[Value]] = {key: list(values) for key, values in fields.items()}
        self.size = 1
        for values in self.fields.values():
            self.size *= len(values)
        self.places: dict[str, dict[Value, int]] = {
            key: {spoken(value): place for place, value in enumerate(values)} for key, values in self.fields.items()
        }
        self.order = re.findall(r"\{(\w+)\}", notation)
        if sorted(self.order) != sorted(self.fields):
            raise NotationError(f"{name}: the notation {notation!r} must contain each of {list(self.fields)} once")
        self.pattern = re.compile(self.regex(), re.IGNORECASE)

    def regex(self) -> str:
        parts = re.split(r"\{(\w+)\}", self.notation)
        for index, part in enumerate(parts):
            parts[index] = TOKEN[isinstance(self.fields[part][0], int)] if index % 2 else spaced(part)
        return "".join(parts)

    def values_of(self, offset: int) -> dict[str, Value]:
        """Return the fields of the action with id first + offset, in declared order."""
        found: dict[str, Value] = {}
        for key, values in reversed(self.fields.items()):
            offset, index = divmod(offset, len(values))
            found[key] = values[index]
        return dict(reversed(found.items()))

    def id_of(self, given: Mapping[str, object]) -> int:
        offset = 0
        for key, values in self.fields.items():
            if key not in given:
                raise NotationError(f"{self.name}: {key} is missing; it is {allowed(values)}")
            offset = offset * len(values) + self.index(key, given[key])
        return self.first + offset

    def index(self, key: str, value: object) -> int:
        """Return the index of a value in its field; names may be abbreviated as long as they stay unique."""
        places, values = self.places[key], self.fields[key]
        given = as_int(value) if isinstance(values[0], int) else str(value).casefold()
        if given in places:
            return places[given]
        if isinstance(given, str) and given:
            close = [name for name in places if str(name).startswith(given)]
            if len(close) == 1:
                return places[close[0]]
            if close:
                names = ", ".join(str(values[places[name]]) for name in close)
                raise NotationError(f"{self.name}: {key}={value} could be {names}")
        raise NotationError(f"{self.name}: {key}={value} is not {allowed(values)}")


class Actions:
    """All actions of a game, in declared order."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.size = 0
        self.verbs: list[Verb] = []

    def add(self, name: str, notation: str, **fields: Values) -> int:
        """Declare a verb and return the id of its first action."""
        verb = Verb(name, notation, self.size, fields)
        self.verbs.append(verb)
        self.size += verb.size
        return verb.first

    def verb(self, action: int) -> Verb:
        """Return the verb an action id belongs to."""
        if 0 <= action < self.size:
            for verb in reversed(self.verbs):
                if verb.first <= action:
                    return verb
        raise NotationError(f"{self.game}: action {action} is not in 0..{self.size - 1}")

    def fields(self, action: int) -> dict[str, Value]:
        """Return the action's fields by name: {"do": "lay", "colour": "red", ...}."""
        verb = self.verb(action)
        return {"do": verb.name, **verb.values_of(action - verb.first)}

    def id(self, fields: Mapping[str, object]) -> int:
        """Return the action with these fields: the inverse of fields()."""
        for verb in self.verbs:
            if verb.name == fields.get("do"):
                unknown = sorted(set(fields) - set(verb.fields) - {"do"})
                if unknown:
                    known = ", ".join(verb.fields)
                    raise NotationError(f"{verb.name}: unknown field {unknown[0]}; the fields are {known}")
                return verb.id_of(fields)
        names = ", ".join(verb.name for verb in self.verbs)
        raise NotationError(f"{self.game}: do={fields.get('do')} is not one of {names}")

    def text(self, action: int) -> str:
        """Return the notation of an action, as people and records write it."""
        verb = self.verb(action)
        return verb.notation.format(**verb.values_of(action - verb.first))

    def parse(self, text: str) -> int:
        """Return the action a text stands for: ignore spaces and case, accept abbreviated names."""
        text = text.strip()
        if len(text) > LONGEST:
            raise NotationError(f"a move in {self.game} has at most {LONGEST} characters, not {len(text)}")
        problem: NotationError | None = None
        for verb in self.verbs:
            match = verb.pattern.fullmatch(text)
            if match:
                try:
                    return verb.id_of(dict(zip(verb.order, match.groups(), strict=True)))
                except NotationError as error:
                    problem = problem or error
        if problem:
            raise problem
        forms = " | ".join(verb.notation for verb in self.verbs)
        raise NotationError(f"{text!r} is not a move in {self.game}; write moves as {forms}")


def spoken(value: Value) -> Value:
    """Return a value in the form used for lookup: names in lower case."""
    return value.casefold() if isinstance(value, str) else value


def spaced(part: str) -> str:
    """Return a pattern for the text between two fields: its spaces are required, other spaces allowed."""
    if not part.strip():
        return r"\s+" if part else ""
    before, after = (r"\s+" if space else r"\s*" for space in (part[0] == " ", part[-1] == " "))
    return before + r"\s+".join(re.escape(word) for word in part.split()) + after


def allowed(values: Sequence[Value]) -> str:
    """Describe the values of a field: "in -7..7" or "one of red, black"."""
    if isinstance(values[0], int):
        numbers = [int(value) for value in values]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"in {numbers[0]}..{numbers[-1]}"
    names = [str(value) for value in values]
    return "one of " + ", ".join(names if len(names) <= 12 else [*names[:12], "…"])


def as_int(value: object) -> int | None:
    """Return a whole number given as a number or in digits; None for anything else, or if it is absurdly long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not isinstance(value, str) or not re.fullmatch(r"-?\d+", value.strip()):
        return None
    return int(value) if len(value.strip()) <= MOST_DIGITS else None
