"""The texts: complete in every language, fitting the rules they describe."""

import re

import pytest

from carreau.cli.words import HERE, Words
from carreau.cli.words import languages as cli_languages
from carreau.core.options import Flag
from carreau.games.catalogue import GAMES, game_class
from carreau.games.lessons import has_lesson, script
from carreau.games.texts import FIRST_LANGUAGE, UnknownLanguage, entries, keys, languages, text

BOTH = [(name, language) for name in GAMES for language in languages(name)]
MOST_WORDS = 200
LONGEST_SAYING = 240  # characters


def fields_of(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_no_key_is_missing(name: str, language: str) -> None:
    first, other = keys(entries(name, FIRST_LANGUAGE)), keys(entries(name, language))
    assert not first - other, f"text.{language}.toml of {name} lacks {sorted(first - other)}"
    assert not other - first, f"text.{language}.toml of {name} has too much: {sorted(other - first)}"


@pytest.mark.parametrize("language", cli_languages())
def test_the_terminal_speaks_every_language(language: str) -> None:
    first, other = Words(FIRST_LANGUAGE).entries, Words(language).entries
    assert set(first) == set(other)
    for key in first:
        assert fields_of(first[key]) == fields_of(other[key]), f"{HERE}/words.{language}.toml: {key}"


@pytest.mark.parametrize("name", GAMES)
def test_english_and_german_are_there(name: str) -> None:
    assert {"en", "de"} <= set(languages(name))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_the_summary_is_short(name: str, language: str) -> None:
    assert 40 <= len(text(name, language).summary.split()) <= MOST_WORDS


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_action_can_be_told(name: str, language: str) -> None:
    words = text(name, language)
    verbs = game_class(name).ACTIONS.verbs
    assert set(words.actions) == {verb.name for verb in verbs}
    assert set(words.hidden) <= set(words.actions)
    for verb in verbs:
        told = fields_of(words.actions[verb.name])
        assert told <= {"who", *verb.fields}, verb.name
        for field, values in verb.fields.items():
            for value in values:
                assert isinstance(value, int) or field in words.values or not value.isalpha(), f"{field}={value}"
        assert words.sentence(game_class(name).ACTIONS.fields(verb.first), 0, ["Ada"])


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_names_of_values_are_those_of_the_actions(name: str, language: str) -> None:
    known = {
        field: {str(v) for v in values}
        for verb in game_class(name).ACTIONS.verbs
        for field, values in verb.fields.items()
    }
    for field, names in text(name, language).values.items():
        assert set(names) <= known[field], field
        assert {value for value in known[field] if value.isalpha()} <= set(names), field


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_option_is_explained(name: str, language: str) -> None:
    options = game_class(name).OPTIONS.options
    words = text(name, language)
    assert set(words.options) == set(options)
    for option in options.values():
        assert words.options[option.name]["title"]
        assert words.options[option.name]["text"].endswith((".", "?"))
        assert isinstance(option, Flag) or option.read(option.default) == option.default


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_clauses_have_a_title_and_at_most_three_sentences(name: str, language: str) -> None:
    for clause, (title, sentence) in text(name, language).clauses.items():
        assert 0 < len(title) <= 60, clause
        assert sentence.endswith((".", "!", "?")), clause
        assert len(sentence) <= 420, clause


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_step_and_picture_of_a_lesson_has_its_words_and_no_others_are_there(name: str, language: str) -> None:
    words = entries(name, language)
    steps, pictures = (script(name).steps, script(name).pictures) if has_lesson(name) else ([], [])
    wanted = {
        "lesson": {step.key for step in steps},
        "solved": {step.key for step in steps if step.asks},
        "pictures": {picture.key for picture in pictures},
    }
    for table, needed in wanted.items():
        there = words.get(table, {})
        assert set(there) == needed, f"text.{language}.toml of {name}: [{table}] differs by {set(there) ^ needed}"
        for key, said in there.items():
            assert said.endswith((".", "!", "?")), f"[{table}] {key}"
            assert len(said) <= LONGEST_SAYING, (
                f"text.{language}.toml of {name}: [{table}] {key} is too long for a phone"
            )


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="caro has no texts in 'xx'; there are de, en"):
        text("caro", "xx")
