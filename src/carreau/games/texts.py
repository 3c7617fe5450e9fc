"""The words of a game in one language: its rules, the names of its pieces, what is said of an action."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict

from carreau.core.actions import Value
from carreau.core.effects import POINTS, Effect
from carreau.core.errors import CarreauError

HERE = Path(__file__).parent
PLAYER = "player"  # the field of an action that names a seat
FIRST_LANGUAGE = "en"  # complete by definition; the others are checked against it
SQUARE = re.compile(r"\b[A-Za-z]\d\b")  # of a board, as it is written on it: "A1"
GAP = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}")
SINGULAR = {"fr": {"0", "1"}}  # the numbers that take it; elsewhere only 1 does
COLON = {"fr": "\N{NO-BREAK SPACE}: "}  # between a label and its value; elsewhere no space goes before it


class UnknownLanguage(CarreauError):
    """The rules have not been written in that language."""


class OptionText(TypedDict):
    """An option in words: what it is called, what it does, and the names of the values that are words."""

    title: str
    text: str
    values: NotRequired[dict[str, str]]


class RulesText(TypedDict):
    """The rules for newcomers, in order of play and in Markdown: paragraphs, lists and bold words."""

    goal: str  # a line that tables show as well
    components: NotRequired[str]
    setup: NotRequired[str]
    turn: NotRequired[str]
    scoring: NotRequired[str]
    example: NotRequired[str]
    end: NotRequired[str]
    tips: NotRequired[str]


SECTIONS: Final = tuple(RulesText.__annotations__)


class Texts(TypedDict):
    """A game's text file."""

    title: str
    tagline: str
    rules: RulesText
    clauses: dict[str, tuple[str, str]]  # title and text
    actions: dict[str, str]
    hidden: NotRequired[dict[str, str]]
    values: NotRequired[dict[str, dict[str, str]]]
    effects: NotRequired[dict[str, str]]  # what moves do besides points, by kind
    options: NotRequired[dict[str, OptionText]]
    luck: NotRequired[dict[str, str]]  # what chance does, by verb
    buttons: NotRequired[dict[str, str]]  # short labels of actions
    prompts: NotRequired[dict[str, str]]  # what to do now, by legal verbs, picked fields and parts of the View
    waiting: NotRequired[dict[str, str]]  # what others are doing, by the stage of the game
    words: NotRequired[dict[str, str]]
    lesson: NotRequired[dict[str, str]]  # the task of each step
    solved: NotRequired[dict[str, str]]  # the praise for it
    pictures: NotRequired[dict[str, str]]


class Text:
    """All the words of one game in one language, as they stand in its text file."""

    def __init__(self, game: str, language: str, entries: Mapping[str, Any]) -> None:
        self.game = game
        self.language = language
        self.title: str = entries["title"]
        self.tagline: str = entries["tagline"]
        told: dict[str, str] = entries["rules"]
        self.rules = {section: told[section].strip() for section in SECTIONS if section in told}
        self.clauses: dict[str, tuple[str, str]] = {
            key: (entry[0], entry[1]) for key, entry in entries["clauses"].items()
        }
        self.actions: dict[str, str] = entries["actions"]
        self.hidden: dict[str, str] = entries.get("hidden", {})
        self.values: dict[str, dict[str, str]] = entries.get("values", {})
        self.effects: dict[str, str] = entries.get("effects", {})  # by kind; points need no words
        self.options: dict[str, OptionText] = entries.get("options", {})
        self.luck: dict[str, str] = entries.get("luck", {})  # what chance does, by verb
        self.prompts: dict[str, str] = entries.get("prompts", {})  # what to do now: tests/test_prompts.py
        self.waiting: dict[str, str] = entries.get("waiting", {})  # by stage
        self.words: dict[str, str] = entries.get("words", {})

    def word(self, key: str) -> str:
        return self.words[key]

    def filled(self, key: str, **values: object) -> str:
        return filled(self.words[key], self.language, **values)

    def labelled(self, label: str, value: object = "") -> str:
        """Return a label before its value: "Dice: 3"."""
        return f"{label}{COLON.get(self.language, ': ')}{value}"

    def named_values(self, option: str) -> str:
        """Return the values of an option that are words, each with its name: "race = im Wettlauf, turns = reihum"."""
        names = self.options[option].get("values", {})
        return ", ".join(value if value == name else f"{value} = {name}" for value, name in names.items())

    def value(self, field: str, value: Value) -> str:
        """Return the name of a field's value: "red" may be "rot", "a1" is "A1"; numbers stay as they are."""
        plain = str(value)
        return self.values.get(field, {}).get(plain, plain.upper() if SQUARE.fullmatch(plain) else plain)

    def in_notation(self, line: str) -> str:
        """Translate a move typed with the names of this language ("rot 0,0") into the notation."""
        known = {name.casefold(): value for names in self.values.values() for value, name in names.items()}
        words = SQUARE.sub(lambda square: square[0].lower(), line).split()
        return " ".join(known.get(word.casefold(), word) for word in words)

    def because(self, clause: str) -> str:
        """Explain a refusal: "Same colours may not touch (caro.7). ..."."""
        title, text = self.clauses[clause]
        return f"{title} ({clause}). {text}"

    def sentence(self, fields: Mapping[str, Value], actor: int, names: Sequence[str], veiled: bool = False) -> str:
        """Describe an action, or what viewers may know who didn't see which it was."""
        verb, who = str(fields["do"]), names[actor] if actor >= 0 else ""
        if veiled:
            return filled(self.hidden[verb], self.language, who=who)
        named = {field: self.value(field, value) for field, value in fields.items()}
        if PLAYER in fields:
            named[PLAYER] = names[int(fields[PLAYER])]
        return filled(self.actions[verb], self.language, who=who, **named)

    def outcome(self, effects: Iterable[Effect], actor: int, names: Sequence[str]) -> str:
        """Say what a move did: "+8", "captures a 3 on L, +3"."""
        return ", ".join(self.effect(effect, actor, names) for effect in effects)

    def effect(self, effect: Effect, actor: int, names: Sequence[str]) -> str:
        who = names[effect.seat] if effect.seat >= 0 else ""
        if effect.kind == POINTS:
            return f"{effect.amount:+}" if effect.seat == actor else f"{who} {effect.amount:+}"
        said = {field: self.words.get(str(value), self.value(field, value)) for field, value in effect.fields.items()}
        return filled(self.effects[effect.kind], self.language, who=who, amount=effect.amount, **said)


def filled(template: str, language: str, /, **values: object) -> str:
    """Words with their gaps filled, and the form that goes with a number: "{count} {count:card|cards}" is "1 card"."""

    def fill(gap: re.Match[str]) -> str:
        name, one, several = gap.groups()
        value = str(values[name])
        if one is None:
            return value
        return one if value in SINGULAR.get(language, {"1"}) else several

    return GAP.sub(fill, template)


def is_ruling(clause: str) -> bool:
    """Tell whether a clause is a ruling ("caro.r7"), where the rulebook is silent ("caro.7" is the rulebook's own)."""
    return clause.rpartition(".")[2].startswith("r")


def languages(game: str) -> list[str]:
    """List the languages of a game's texts."""
    return sorted(path.name.split(".")[1] for path in (HERE / game).glob("text.*.toml"))


def entries(game: str, language: str) -> dict[str, Any]:
    """Read a text file."""
    path = HERE / game / f"text.{language}.toml"
    if language not in languages(game):
        raise UnknownLanguage(f"{game} has no texts in {language!r}; there are {', '.join(languages(game))}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def text(game: str, language: str = FIRST_LANGUAGE) -> Text:
    return Text(game, language, entries(game, language))


def keys(entry: object, path: str = "") -> set[str]:
    """Yield every key of a text file with its path, to compare languages."""
    if not isinstance(entry, dict):
        return {path}
    return {found for key, value in entry.items() for found in keys(value, f"{path}/{key}")}
