"""Hints teach: in words, in every game and language, ordered by recommendation with chances that agree."""

import re
from pathlib import Path

import pytest

from carreau.bots import reasons as reasons_of_games
from carreau.bots.analysis import Analyst
from carreau.bots.bot import Considered
from carreau.bots.hints import Hint, Reasons, all_words, explain, hints, reason, recommended
from carreau.bots.reasons import Reason, reasons
from carreau.core.game import OVER, State
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, game_class
from carreau.games.texts import text
from tests.bots.positions import position
from tests.positions import nussknacker, raufer, schlauraff

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
    assert told(of_caro(10, 0.6), of_caro(400, 0.4)).startswith("wins more simulated games than “Ada places")
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


HIDDEN = ["carat", "nussknacker", "plan", "qarre", "raufer"]
OWN_REASONS = sorted(path.stem for path in Path(reasons_of_games.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("name", GAMES)
def test_hints_give_more_than_a_comparison_of_results(name: str) -> None:
    """In at least 95 % of decisions with a choice, for every hint and whatever the number of players."""
    explained = []
    for seed in range(16):
        seats = game_class(name).SEATS
        made = game(name, seats[seed % len(seats)])
        state = position(made, seed, 1 + 7 * seed % 23)
        seat = next((each for each in state.waiting() if len(state.legal(each)) > 1), None)
        if seat is None:
            continue
        analyst = Analyst(made, 1)
        found = hints(analyst, state.view(seat), 3, simulations=60)
        told = [Reasons(analyst, text(name, language), [*NAMES, *NAMES]) for language in LANGUAGES]
        assert not re.search("[{}]", " ".join(said for each in told for hint in found for said in each.facts(hint)))
        explained.append(all(hint.wins or told[0].facts(hint) for hint in found))
    assert len(explained) >= 5
    assert sum(explained) >= 0.95 * len(explained)


@pytest.mark.parametrize("name", HIDDEN)
def test_reasons_are_the_same_whatever_the_seat_cannot_see(name: str) -> None:
    for seed in range(6):
        made = game(name, game_class(name).SEATS[0])
        state = position(made, seed, 4 + seed)
        seat = next((each for each in state.waiting() if state.legal(each)), None)
        if seat is None:
            continue
        other = made.guess(state.view(seat), Rng(99))
        analysts = Analyst(made, 1), Analyst(made, 1)
        one, two = (
            hints(analyst, each.view(seat), 3, simulations=40)
            for analyst, each in zip(analysts, (state, other), strict=True)
        )
        assert [(hint.action, hint.reasons) for hint in one] == [(hint.action, hint.reasons) for hint in two]


@pytest.mark.parametrize("name", OWN_REASONS)
def test_every_reason_has_its_text_and_every_text_its_reason(name: str) -> None:
    source = (Path(reasons_of_games.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    for language in LANGUAGES:
        told = all_words(language)[name]
        assert set(told) == set(re.findall(r'"(\w+)"', source)) & {*told, *re.findall(r'Reason\(\s*"(\w+)"', source)}


def why(made: AnyGame, state: State, move: str) -> list[str]:
    """Return the reasons for a move, as kinds with their values."""
    seat = state.waiting()[0]
    found = reasons(made.NAME, [state], seat, made.parse(move))
    return [" ".join([each.kind, *(f"{key}={value}" for key, value in each.values.items())]) for each in found]


def test_in_raufer_an_order_that_nobody_can_obey_falls_back() -> None:
    made, state = raufer.dealt([[5, 1], [2, 3], [8, 4]], floors=9)
    assert why(made, state, "1 down") == ["nobody_can", "keeps cards=[5]"]
    assert why(made, state, "5 up") == ["mostly_fails tenths=10 count=4", "keeps cards=[1]"]
    assert why(made, state, "5 down")[0] == "seldom_fails tenths=0 count=3"


def test_in_schlauraff_stopping_is_weighed_against_going_on() -> None:
    made, state = schlauraff.turn(["green"] * 5, (3, 3, 3, 3, 3, 3))
    assert why(made, state, "3 to 1") == ["brings chips=5.0"]
    assert why(made, state, "stop") == ["stops chips=5.0"]
    assert why(made, state, "3 to 5") == ["brings_less chips=1.0 best=5.0"]


def test_in_nussknacker_each_sees_what_the_other_gives() -> None:
    made, asked = nussknacker.three("0: ask 1 6")
    _, exchanged = nussknacker.three("0: ask 1 6", "1: push 2", "1: choose 3+3")
    for state, giver, other in ((asked, 1, 0), (exchanged, 0, 1)):
        assert reasons("nussknacker", [state], giver, made.parse("push 1")) == [Reason("shows", other, {"count": 1})]


def test_a_reason_names_who_acts_and_who_is_meant() -> None:
    said = Reasons(Analyst(game("raufer", 3), 1), text("raufer", "en"), NAMES)
    hint = of_caro(0, 0.5)
    hint.reasons = [Reason("may_fail", 1, {"tenths": 4, "count": 1}), Reason("keeps", -1, {"cards": [3, 8]})]
    assert said.own(hint) == ["Bo can't obey in about 4 out of 10 cases: 1 unseen floor fits", "Ada keeps 3, 8"]
    hint.reasons = [Reason("brings_less", 0, {"chips": "1.0", "best": "2.5"})]
    said = Reasons(Analyst(game("schlauraff", 2), 1), text("schlauraff", "de"), NAMES)
    assert "2,5" in said.own(hint)[0]
