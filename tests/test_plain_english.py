"""Plain English in texts, documents, docstrings, comments and messages, as CONTRIBUTING.md asks for."""

import pytest

from tests.plain_english import CLAUSE_AS_SUBJECT, NOT_A_NOUN, NOT_A_VERB, PATTERNS, docstrings, prose


def test_nothing_reads_like_a_translation() -> None:
    found = [
        f"{place}: “{sign[0]}”; better: {better}"
        for place, text in prose()
        for pattern, better in PATTERNS.items()
        for sign in pattern.finditer(text)
    ]
    assert found == []


def test_no_clause_is_a_subject() -> None:
    found = [f"{place}: “{clause[1]}”" for place, text in prose() for clause in CLAUSE_AS_SUBJECT.finditer(text)]
    assert found == []


def test_docstrings_of_functions_begin_with_an_imperative() -> None:
    """Tests are sentences by their names; their docstrings add to them."""
    found = [
        f"{each.place}: {each.name}: {each.text.splitlines()[0]}"
        for each in docstrings()
        if each.kind == "function" and NOT_A_VERB.match(each.text)
    ]
    assert found == []


def test_docstrings_of_classes_and_modules_begin_with_a_noun_phrase() -> None:
    found = [
        f"{each.place}: {each.name}: {each.text.splitlines()[0]}"
        for each in docstrings()
        if each.kind in {"class", "module"} and NOT_A_NOUN.match(each.text)
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "Whoever put up the table begins",
        "Load the page anew",
        "the most points win",
        "It is no record of a game",
        "The lot falls on Opal",
        "this table comes by itself",
        "Those cards are none of the opponent's business",
        "a layout of one's own",
        "Wait for so many seconds",
        "The most chips win; equal numbers share the win",
        "In a tie, the fewest tiles left win",
        "The tiles must hang together",
        "Positions of Caro that can't be.",
        "Return the moves, at most so many",
    ],
)
def test_the_signs_are_found(text: str) -> None:
    assert any(pattern.search(text) for pattern in PATTERNS)


@pytest.mark.parametrize(
    "text",
    [
        "The player with the most chips wins",
        "The players with the fewest tiles left win",
        "Positions that can't be read",
    ],
)
def test_similar_phrases_are_fine(text: str) -> None:
    assert not any(pattern.search(text) for pattern in PATTERNS)


def test_a_clause_as_a_subject_is_told_from_a_question() -> None:
    assert CLAUSE_AS_SUBJECT.search("It is kept. What was played can be replayed.")
    assert not CLAUSE_AS_SUBJECT.search("What do you want to play? Choose a game.")
