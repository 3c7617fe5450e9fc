"""The cards of Ganz nach Plan!? as data: what their instructions are made of, read and checked.

An instruction becomes a program: one integer with six bits for each part, the first part lowest.
"""

from collections.abc import Mapping
from typing import Final, final

from carreau.core.bits import BIT
from carreau.core.errors import OptionError
from carreau.core.native import i64, mypyc_attr, vec
from carreau.games.plan.instruction import Instruction
from carreau.games.plan.spec import DEEDS, MOST_CARDS, MOST_PARTS, WAYS

PART: Final = 63


def part(deed: str, way: str) -> str:
    """Return the name of a part in deck files; "" if a deed can't be about this player."""
    if deed == "turn_direction":
        return deed if way == WAYS[0] else ""
    return f"{deed} {way}" if way != "self" or deed == "take_pile" else ""


PARTS: Final = ["", *(part(deed, way) for deed in DEEDS for way in WAYS)]  # by number
ALLOWED: Final = [name for name in PARTS if name]


def part_from(text: object) -> int:
    """Return the number of a part by its name; 0 if there is no such part."""
    name = " ".join(text.split()) if isinstance(text, str) else ""
    return PARTS.index(name) if name in PARTS else 0


def part_names(program: int) -> list[str]:
    """List the names of the parts of a program, or of the rest of one."""
    names = []
    while program:
        names.append(PARTS[program % (PART + 1)])
        program //= PART + 1
    return names


def program_of(parts: list[int]) -> int:
    return sum(code * (PART + 1) ** index for index, code in enumerate(parts))


def first_deed(program: i64) -> i64:
    """Return the deed of a program's first part, by its place in DEEDS."""
    return ((program & PART) - 1) >> 2


def first_way(program: i64) -> i64:
    """Return whom the first part is about, by its place in WAYS."""
    return ((program & PART) - 1) & 3


@final
@mypyc_attr(acyclic=True)
class Deck:
    """The cards that a number of players use, and the program of each."""

    def __init__(self, source: str, hand: int, entries: object, seats: int) -> None:
        self.source = source
        self.hand: i64 = hand
        self.cards: i64 = 0  # those in the game, as bits
        self.programs = vec[i64]([0] * (MOST_CARDS + 1))
        self.listed: list[Instruction] = []
        if not isinstance(entries, list) or not 0 < len(entries) <= MOST_CARDS:
            raise self.wrong(f"cards must be a list of 1 to {MOST_CARDS} entries, each under [[cards]]")
        for number, entry in enumerate(entries, start=1):
            self.add(number, entry, seats)
        if len(self.listed) != hand * seats:
            removed = ' that do not say "opposite"' if seats == 3 else ""
            raise self.wrong(f"{seats} players need {hand * seats} cards{removed}, not {len(self.listed)} (plan.r10)")

    def wrong(self, reason: str) -> OptionError:
        return OptionError(f"deck={self.source}: {reason}")

    def add(self, number: int, entry: object, seats: int) -> None:
        if not isinstance(entry, Mapping):
            raise self.wrong(f"card {number} must have name, text and effect, not {entry!r}")
        unknown = sorted(set(entry) - {"name", "text", "effect"})
        if unknown:
            raise self.wrong(f"card {number}: {unknown[0]} is none of name, text, effect")
        name = self.words(number, "name", entry.get("name"))
        text = self.words(number, "text", entry.get("text"))
        parts = self.parts(number, entry.get("effect"))
        if seats == 3 and any("opposite" in PARTS[code] for code in parts):  # plan.1
            return
        self.cards |= BIT[number]
        self.programs[number] = program_of(parts)
        self.listed.append({"card": number, "name": name, "text": text, "effect": [PARTS[code] for code in parts]})

    def words(self, number: int, key: str, value: object) -> dict[str, str]:
        """Return a text by language; a plain one is for all languages."""
        by_language = {"": value} if isinstance(value, str) else value
        if not isinstance(by_language, Mapping) or not by_language:
            raise self.wrong(f"card {number}: {key} must be a text, or one for each language like {{ en = …, de = … }}")
        for text in by_language.values():
            if not isinstance(text, str) or not text.strip():
                raise self.wrong(f"card {number}: {key} must be a text that is not empty, not {text!r}")
        return {str(language): str(text) for language, text in by_language.items()}

    def parts(self, number: int, effect: object) -> list[int]:
        """Return the numbers of an effect's parts."""
        if not isinstance(effect, list) or not 0 < len(effect) <= MOST_PARTS:
            raise self.wrong(f"card {number}: effect must be a list of 1 to {MOST_PARTS} parts, not {effect!r}")
        for part in effect:
            if not part_from(part):
                raise self.wrong(f"card {number}: {part!r} isn't part of an effect; there are {', '.join(ALLOWED)}")
        return [part_from(part) for part in effect]
