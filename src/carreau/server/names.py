"""Names of guests: text that can be seen, that imitates nobody, and that isn't offensive.

The checks follow Unicode's security recommendations (UTS 39): compatibility characters become plain ones, a name uses
one script, and names are compared by their skeleton, in which letters that look alike are the same.
"""

import re
import secrets
import tomllib
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from carreau.core.errors import CarreauError
from carreau.table.apply import BOT_NAMES

ADJECTIVES: Final = """Amber Bold Brave Bright Calm Clever Cosy Curious Daring Eager Fair Gentle Golden Happy Humble
    Jolly Kind Lively Lucky Merry Mellow Nimble Patient Polite Proud Quick Quiet Silver Sly Sunny Swift Witty"""
ANIMALS: Final = """Badger Bear Beaver Bison Crane Deer Dolphin Falcon Ferret Finch Fox Hare Hedgehog Heron Ibex Jay
    Lark Lynx Magpie Marten Mole Newt Otter Owl Panda Puffin Raven Robin Seal Swan Tortoise Wren"""

UNSEEN_KINDS: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}  # control, format, surrogate, private use, unassigned
BLANK: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # invisible letters and marks
SELECTORS: Final = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
MARKS: Final = 3  # accents per letter; more would climb into the lines above

AROUND: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")  # everything before the first letter and after the last
MIXTURES: Final = (  # scripts that are written together
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "HANGUL"},
    {"LATIN", "CJK", "BOPOMOFO"},
)
ALIKE: Final = str.maketrans(  # letters that look alike, in lower case
    "авгдезиіјкмнопрстухԁѕһԛԝӏ" + "αβγεζηικμνορςτυχω" + "i0134578|!$€@ıłøđ",
    "abrgezuijkmhonpctyxdshqwl" + "abyeznikuvopstuxw" + "loleastbllseallod",
)
OFFICIAL: Final = ("bot", "robot", "admin", "administrator", "moderator", "operator", "carreau")


class NameRefused(CarreauError):
    """A name that would mislead or offend others."""


class WordsError(CarreauError):
    """A file of blocked words that can't be read."""


class Names:
    """The names that a server accepts."""

    def __init__(self, longest: int, blocked: frozenset[str]) -> None:
        self.longest = longest
        self.blocked = blocked  # skeletons
        self.bots = frozenset(map(skeleton, BOT_NAMES))
        self.official = frozenset(map(skeleton, OFFICIAL))

    def checked(self, text: str) -> str:
        """Return a clean version of a name, "" if nothing is left of it; refuse one that misleads or offends."""
        name = clean_name(text, self.longest)
        words = [skeleton(word) for word in re.split(r"[\s_.,;:/()-]+", unicodedata.normalize("NFKC", text)) if word]
        whole, letters = skeleton(name), skeleton(AROUND.sub("", name))
        if not in_one_script(name):
            raise NameRefused("a name can't mix scripts whose letters look alike: choose another name")
        if not self.bots.isdisjoint({whole, letters}) or not self.official.isdisjoint(words):
            raise NameRefused("this name looks like a bot's or an operator's: choose another name")
        if not self.blocked.isdisjoint({*words, whole}):
            raise NameRefused("this name isn't allowed here: choose another name")
        return name


def refuse_imitation(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like another one, but is written in another script."""
    look, scripts = skeleton(name), scripts_of(name)
    if any(skeleton(other) == look and scripts_of(other) != scripts for other in others):
        raise NameRefused("this name looks like that of another player here: choose another name")


def skeleton(text: str) -> str:
    """Reduce a text to what it looks like: no case, accents or separators, and one letter for those that look alike."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.category(letter).startswith("M"))
    return "".join(letter for letter in letters.translate(ALIKE) if letter.isalnum())


def in_one_script(name: str) -> bool:
    scripts = scripts_of(name)
    return len(scripts) <= 1 or any(scripts <= mixture for mixture in MIXTURES)


def scripts_of(name: str) -> set[str]:
    return {script(letter) for letter in name if letter.isalpha()}


def script(letter: str) -> str:
    """Return the script of a letter, which its Unicode name begins with."""
    return unicodedata.name(letter, "").partition(" ")[0]


def read_words(path: Path) -> frozenset[str]:
    """Read a TOML file with a list of blocked words for each language."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, list[str]])
    except OSError as error:
        raise WordsError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:  # not UTF-8, not TOML, or something other than lists of words
        raise WordsError(f"{path} must have a list of words for each language: {error}") from None
    return frozenset(skeleton(word) for words in found.values() for word in words) - {""}


def clean_name(text: str, longest: int) -> str:
    """Return the part of a name that can be displayed, with plain letters for styled ones, "" if there is none."""
    return clean_text(unicodedata.normalize("NFKC", text), longest)


def clean_text(text: str, longest: int) -> str:
    """Return the part of a text that can be displayed, "" if there is none."""
    seen = "".join(letter for letter in " ".join(text.split()) if can_be_seen(letter))
    words = [with_few_marks(word) for word in unicodedata.normalize("NFC", seen).split()]
    return " ".join(filter(None, words))[:longest].strip()


def can_be_seen(letter: str) -> bool:
    selects = any(first <= ord(letter) <= last for first, last in SELECTORS)
    return not selects and letter not in BLANK and unicodedata.category(letter) not in UNSEEN_KINDS


def with_few_marks(word: str) -> str:
    """Remove accents without a letter, and all but a few on each letter."""
    kept = []
    marks = MARKS
    for letter in word:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks <= MARKS:
            kept.append(letter)
    return "".join(kept)


def friendly_name() -> str:
    """Invent a name such as Quiet Otter."""
    return f"{secrets.choice(ADJECTIVES.split())} {secrets.choice(ANIMALS.split())}"
