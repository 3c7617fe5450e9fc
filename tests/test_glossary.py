"""The glossary: agreed words in five languages, quotation marks, and the names of options."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from carreau.games.catalogue import GAMES
from carreau.games.texts import COLON, FIRST_LANGUAGE, text
from tests.wording import LANGUAGES, ROOT, texts

SPACE = "\N{NO-BREAK SPACE}"
QUOTES = {"en": "“”", "de": "„“", "nl": "“”", "fr": "«»", "it": "«»"}
ALL_QUOTES = '“”„‟«»‹›‚‘’"'
NAMED_OPTION = re.compile(rf"(?:[Oo]ption|optie|opzione) [“„«]{SPACE}?([^“”»]+?){SPACE}?[“”»]")


@dataclass(frozen=True)
class Term:
    """An agreed word: its meaning, its form in each language, where it must appear and what it replaces."""

    meaning: str
    words: dict[str, str]
    places: list[str]
    replaced: dict[str, list[str]]


def term(entry: dict[str, Any]) -> Term:
    words = {key: said for key, said in entry.items() if key not in {"term", "in", "not"}}
    return Term(entry["term"], words, entry.get("in", []), entry.get("not", {}))


TERMS = [term(each) for each in tomllib.loads((ROOT / "docs/glossary.toml").read_text(encoding="utf-8"))["terms"]]
BOTH = [pytest.param(each, language, id=f"{each.meaning}-{language}") for each in TERMS for language in LANGUAGES]


def plain(said: str) -> str:
    return said.replace(SPACE, " ").strip(" .!").casefold()


@pytest.mark.parametrize(("term", "language"), BOTH)
def test_the_agreed_word_is_used(term: Term, language: str) -> None:
    agreed = plain(term.words[language])
    assert any(agreed in plain(said) for said in texts(language).values())
    for key in term.places:
        assert agreed in plain(texts(language)[key]), key


@pytest.mark.parametrize(("term", "language"), BOTH)
def test_a_label_is_the_agreed_word_in_every_language(term: Term, language: str) -> None:
    """Two meanings may share an English word; then either of their words is right."""
    english = plain(term.words[FIRST_LANGUAGE])
    agreed = {plain(each.words[language]) for each in TERMS if plain(each.words[FIRST_LANGUAGE]) == english}
    labels = {key: said for key, said in texts(language).items() if plain(texts(FIRST_LANGUAGE)[key]) == english}
    assert {key: said for key, said in labels.items() if plain(said) not in agreed} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_replaced_words_are_gone(language: str) -> None:
    patterns = [pattern for term in TERMS for pattern in term.replaced.get(language, [])]
    found = [
        (key, pattern) for key, said in texts(language).items() for pattern in patterns if re.search(pattern, said)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_one_style_of_quotation_marks(language: str) -> None:
    pair = re.escape(QUOTES[language][0]) + "[^{0}]*" + re.escape(QUOTES[language][1])
    pair = pair.format("".join(map(re.escape, QUOTES[language])))
    left = {key: re.sub(pair, "", said) for key, said in texts(language).items()}
    assert {key: said for key, said in left.items() if re.search(f"[{ALL_QUOTES}]", said)} == {}


def test_french_signs_are_never_torn_from_their_words() -> None:
    loose = re.compile(r"\S [:;!?»%]|« ")
    assert {key: said for key, said in texts("fr").items() if loose.search(said)} == {}


def option_names(game: str, language: str) -> Iterator[str]:
    """List the names that texts may use for an option: its title, or its title and a value."""
    for option in text(game, language).options.values():
        yield option["title"]
        for value in option.get("values", {}).values():
            yield f"{option['title']}{COLON.get(language, ': ')}{value}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_texts_name_options_as_the_table_shows_them(game: str, language: str) -> None:
    said = [said for key, said in texts(language).items() if key.startswith(f"{game}/")]
    named = {name for each in said for name in NAMED_OPTION.findall(each)}
    assert named <= set(option_names(game, language))
