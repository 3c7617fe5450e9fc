"""Hints teach: in words, in every game and language, ordered by recommendation with chances that agree."""

import re

import pytest

from carreau.bots.analysis import Analyst
from carreau.bots.bot import Considered
from carreau.bots.hints import Hint, explain, hints, reason, recommended
from carreau.core.game import OVER
from carreau.games.catalogue import GAMES, AnyGame, game, game_class
from carreau.games.texts import text
from tests.bots.positions import position

NAMES = ["Ada", "Bo", "Cy", "Di", "Eve"]
LANGUAGES = ["en", "de", "nl", "fr", "it"]


def found_in(made: AnyGame, seed: int, decisions: int) -> tuple[Analyst, list[Hint]]:
    state = position(made, seed, decisions)
    assert state.current != OVER
    seat = next(each for each in state.waiting() if state.legal(each))
    analyst = Analyst(made, 1)
    return analyst, hints(analyst, state.view(seat), 3, simulations=60)


@pytest.mark.parametrize("name", GAMES)
def test_every_hint_has_a_reason_in_words_and_none_is_better_than_the_one_before(name: str) -> None:
    made = game(name, game_class(name).SEATS[0])
    for decisions in (2, 5):
        analyst, found = found_in(made, 3, decisions)
        chances = [hint.value for hint in found]
        assert chances == sorted(chances, reverse=True)
        for language in LANGUAGES:
            for hint in found:
                why = reason(hint, found, analyst, text(name, language), NAMES)
                assert re.search(r"[a-zà-ü]{3,}", why)
                assert not re.search(r"\d\s*%|[{}]", why)


def test_an_action_that_was_hardly_explored_is_recommended_neither_first_nor_against_its_chances() -> None:
    rows = [
        Considered(1, 100, 0.5),
        Considered(2, 60, 0.6),
        Considered(3, 2, 0.9),
        Considered(4, 5, 0.2),
        Considered(5, 1, 0.0),
    ]
    assert [each.action for each in recommended(rows)] == [2, 1, 4]


def told(first: Hint, second: Hint) -> str:
    made = game("caro", 2)
    return reason(first, [first, second], Analyst(made, 1), text("caro", "en"), NAMES)


def of_caro(action: int, value: float, gain: int = 0, reply_gain: int = 0) -> Hint:
    hint = Hint(Considered(action, 50, value), 0, proved=False)
    hint.gain, hint.reply_gain = gain, reply_gain
    hint.replier = 1 if reply_gain else -1
    return hint


def test_a_reason_says_what_it_gains_and_what_the_alternative_would_allow() -> None:
    best, other = of_caro(10, 0.6, gain=8, reply_gain=2), of_caro(400, 0.4, reply_gain=9)
    said = told(best, other)
    assert said.startswith("scores 8; Bo then scores about 2; “Ada places")
    assert said.endswith("would let Bo score 9")


def test_without_points_it_is_compared_with_the_next_best() -> None:
    assert told(of_caro(10, 0.6), of_caro(400, 0.4)).startswith("wins more of the simulated games than “Ada places")
    assert told(of_caro(10, 0.6), of_caro(400, 0.599)).startswith("about as good as “Ada places")


def test_nothing_is_promised_that_depends_on_what_the_seat_cannot_see() -> None:
    """A call in Nussknacker scores in some worlds only, until the seat knows the card."""
    made = game("nussknacker", 3)
    state = position(made, 3, 2)
    seat = state.waiting()[0]
    calls = [each for each in state.legal(seat) if made.fields(each)["do"] == "announce"]
    assert calls
    for action in calls:
        hint = Hint(Considered(action, 50, 0.5), seat, proved=False)
        explain(Analyst(made, 1), state.view(seat), hint, None)
        assert (hint.gain, hint.wins) == (0, False)


def test_the_likely_reply_is_named_with_what_it_scores() -> None:
    made = game("bauab", 2)
    replies = []
    for seed in range(1, 8):
        analyst, found = found_in(made, seed, 6)
        replies += [reason(hint, found, analyst, text("bauab", "en"), NAMES) for hint in found if hint.reply]
    assert any("likely reply" in each for each in replies)
    assert any("captures" in each for each in replies)
