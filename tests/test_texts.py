"""The texts: complete in every language, and consistent with the rules they describe."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.markdown import Markdown

from carreau.cli.words import HERE, Words
from carreau.cli.words import languages as cli_languages
from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Value
from carreau.core.effects import POINTS
from carreau.core.game import CHANCE, OVER, Game, State
from carreau.core.options import Flag
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game_class, variants
from carreau.games.lessons import has_lesson, script
from carreau.games.texts import FIRST_LANGUAGE, GAP, SECTIONS, UnknownLanguage, entries, filled, keys, languages, text
from tests.wording import CLIENT_WORDS, LANGUAGES, verifier_texts

BOTH = [(name, language) for name in GAMES for language in languages(name)]
MOST_WORDS = 900
LONGEST_GOAL = 100  # characters
MARKUP = {
    *("paragraph_open", "inline", "text", "softbreak", "paragraph_close", "strong_open", "strong_close"),
    *("bullet_list_open", "list_item_open", "list_item_close", "bullet_list_close"),
}
LONGEST_SAYING = 240  # characters
LONGEST_VALUE = 24  # fits into a list on a phone
MOVES_PLAYED = 60  # enough for all kinds of luck and hidden information to occur


def fields_of(sentence: str) -> set[str]:
    assert not re.search(r"[{}]", GAP.sub("", sentence)), f"a gap that can't be filled: {sentence}"
    return {gap[1] for gap in GAP.finditer(sentence)}


def begun(name: str) -> Iterator[tuple[Game[Any, Any], State, int, int]]:
    """Play every variant of a game for a while; yield the position, the actor and the next action."""
    for made in variants(name):
        state, rng, out = made.start(), Rng(1), ActionBuffer()
        for _ in range(MOVES_PLAYED):
            if state.current == OVER:
                break
            seat = int(state.current if state.current >= CHANCE else state.random_actor(rng))
            action = int(state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, out))
            yield made, state, seat, action
            state.apply(seat, action)


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_that_verifies_records_speaks_every_language(language: str) -> None:
    first, other = verifier_texts()[FIRST_LANGUAGE], verifier_texts()[language]
    assert {key: fields_of(said) for key, said in other.items()} == {
        key: fields_of(said) for key, said in first.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_english_and_german_are_there(name: str) -> None:
    assert {"en", "de"} <= set(languages(name))


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_rules_are_told_in_order_of_play(name: str, language: str) -> None:
    told = entries(name, language)["rules"]
    assert list(told) == [section for section in SECTIONS if section in told]
    assert len(" ".join(told.values()).split()) <= MOST_WORDS
    for section, said in told.items():
        assert said.strip().endswith((".", "!", "?")), section


@pytest.mark.parametrize("name", GAMES)
def test_a_newcomer_is_told_everything(name: str) -> None:
    """Scoring may be missing: some games have none."""
    assert set(SECTIONS) - set(text(name).rules) <= {"scoring"}


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_the_goal_fits_on_the_table(name: str, language: str) -> None:
    goal = entries(name, language)["rules"]["goal"]
    assert "\n" not in goal
    assert len(goal) <= LONGEST_GOAL


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_rules_consist_of_paragraphs_lists_and_bold_words(name: str, language: str) -> None:
    """The client reads no other Markdown, and the documentation needs an empty line before a list."""
    for section, said in text(name, language).rules.items():
        found = {each.type for token in Markdown(said).parsed for each in (token, *(token.children or ()))}
        assert found <= MARKUP, f"{section}: {found - MARKUP}"
        for block in said.split("\n\n"):
            lines = [line.startswith(("- ", "  ")) for line in block.splitlines()]
            assert all(lines) or not any(lines), f"{section}: {block}"


@pytest.mark.parametrize("language", cli_languages())
def test_the_rules_have_the_same_headings_in_the_terminal_and_in_the_client(language: str) -> None:
    client: dict[str, str] = json.loads((CLIENT_WORDS / f"{language}.json").read_text(encoding="utf-8"))
    shared = {key: said for key, said in Words(language).entries.items() if key.startswith(("section_", "credits_"))}
    assert set(SECTIONS) <= {key.removeprefix("section_") for key in shared}
    assert shared == {key: client.get(key) for key in shared}


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_action_can_be_told(name: str, language: str) -> None:
    words = text(name, language)
    verbs = game_class(name).ACTIONS.verbs
    assert set(words.actions) == {verb.name for verb in verbs}
    for verb in verbs:
        told = fields_of(words.actions[verb.name])
        assert told <= {"who", *verb.fields}, verb.name
        for field, values in verb.fields.items():
            for value in values:
                assert isinstance(value, int) or field in words.values or not value.isalpha(), f"{field}={value}"
        assert words.sentence(game_class(name).ACTIONS.fields(verb.first), 0, ["Ada"])


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_words_have_the_same_gaps_in_every_language(name: str, language: str) -> None:
    first, words = text(name).words, text(name, language).words
    for key in first:
        assert fields_of(words[key]) == fields_of(first[key]), key


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [("en", 0, "0 moves"), ("en", 1, "1 move"), ("en", 2, "2 moves"), ("fr", 0, "0 coup"), ("fr", 2, "2 coups")],
)
def test_words_have_the_form_that_goes_with_a_number(language: str, number: int, said: str) -> None:
    assert Words(language)("moves", count=number) == said


def test_one_carat_is_no_carats() -> None:
    tile: dict[str, Value] = {"do": "lay", "x": 0, "y": 0, "gems": "rbgy"}
    said = [[text("carat", each).sentence({**tile, "carats": n}, 0, ["Ada"]) for n in (1, 2)] for each in ("en", "it")]
    assert "1 carat on" in said[0][0]
    assert "2 carats on" in said[0][1]
    assert "1 carato su" in said[1][0]
    assert "2 carati su" in said[1][1]
    assert filled("{x} {x:a|b} {y}", "en", x="1", y="c") == "1 a c"


def test_squares_are_named_as_on_the_board_and_typed_either_way() -> None:
    words = text("schollenschubser")
    assert words.sentence({"do": "melt", "field": "a1"}, 0, ["Ada"]) == "Ada melts the floe on A1"
    assert words.in_notation("A1-bank") == words.in_notation("a1-bank") == "a1-bank"


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
def test_every_value_of_an_option_that_is_a_word_has_a_name(name: str, language: str) -> None:
    for option in game_class(name).OPTIONS.options.values():
        names = text(name, language).options[option.name].get("values", {})
        assert set(names) == set(option.names()), f"text.{language}.toml of {name}: [options.{option.name}.values]"
        assert len(set(names.values())) == len(names), f"two values of {option.name} have the same name"
        assert all(0 < len(said) <= LONGEST_VALUE for said in names.values()), option.name


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_luck_has_a_name(name: str) -> None:
    drawn = {str(made.fields(action)["do"]) for made, _state, seat, action in begun(name) if seat == CHANCE}
    assert set(text(name).luck) == drawn


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_what_is_hidden_can_be_told_to_those_who_do_not_see_it(name: str, language: str) -> None:
    unseen = {
        str(made.fields(action)["do"]) for made, state, seat, action in begun(name) if state.unseen_by(seat, action)
    }
    hidden = text(name, language).hidden
    assert set(hidden) == unseen, f"text.{language}.toml of {name}: [hidden] differs by {set(hidden) ^ unseen}"
    for verb, sentence in hidden.items():
        assert fields_of(sentence) <= {"who"}, verb


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_every_effect_of_a_move_can_be_told(name: str, language: str) -> None:
    words, kinds = text(name, language), set()
    for made, state, seat, action in begun(name):
        after = state.clone()
        after.apply(seat, action)
        for effect in made.effects(state, seat, action, after):
            assert words.effect(effect, seat, [f"Player {each}" for each in range(made.seats)])
            kinds.add(effect.kind)
    assert kinds - {POINTS} <= set(words.effects)


@pytest.mark.parametrize(("name", "language"), BOTH)
def test_effects_have_the_same_gaps_in_every_language(name: str, language: str) -> None:
    for kind, said in text(name).effects.items():
        assert fields_of(text(name, language).effects[kind]) == fields_of(said), kind


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


def test_a_label_has_the_colon_of_its_language() -> None:
    said = [text("carat", language).labelled("Karat", 3) for language in ("en", "fr")]
    assert said == ["Karat: 3", "Karat\N{NO-BREAK SPACE}: 3"]


def test_values_are_listed_with_what_is_typed_for_them() -> None:
    assert text("misd").named_values("mode") == "simple, hard"
    assert text("misd", "de").named_values("mode") == "simple = einfach, hard = schwer"
    assert text("misd").named_values("chips") == ""


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="caro has no texts in 'xx'; there are de, en"):
        text("caro", "xx")
