"""The bots' knowledge of Qarré."""

from itertools import combinations
from typing import Any

import pytest

from carreau.bots.games.qarre import QarreKnowledge, chain, chains, scoring
from carreau.bots.search import Search
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.catalogue import variants
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.game import Qarre
from carreau.games.qarre.tables import CARDS, CIRCLE, FIELDS
from tests.positions.qarre import GAME, acting, position

OPEN_TRIO = "4h | 5h | 9c | 2s"  # 3h and 6h make a trio


def prior(state: QarreState, text: str) -> float:
    seat, action = int(state.current), GAME.parse(text)
    assert action in state.legal(seat), text
    return QarreKnowledge(2).prior(state, seat, action)


def chance(state: QarreState) -> float:
    """Return the chance of seat 0."""
    knowledge = QarreKnowledge(2)
    knowledge.evaluate(state)
    assert knowledge.values[0] + knowledge.values[1] == pytest.approx(1)
    return knowledge.values[0]


def between_turns(hand: str = "as 3d 8c", **given: Any) -> QarreState:
    before: dict[str, Any] = {"stage": "drawing", "current": CHANCE, "action": None, "other": "ad 6d 7c"}
    return position(OPEN_TRIO, hand, **before, **given)


def searched(state: QarreState, simulations: int) -> str:
    search = Search(GAME, state.view(int(state.current)), QarreKnowledge(2), 1)
    search.run(simulations, float("inf"))
    return GAME.text(search.found()[0][0])


def matches(card: int, other: int) -> bool:
    """Return whether cards have one value, or one suit and neighbouring values: 10 and ace too (qarre.7, qarre.8)."""
    one_apart = (card - other) % CIRCLE in (1, CIRCLE - 1)
    return card % CIRCLE == other % CIRCLE or (card // CIRCLE == other // CIRCLE and one_apart)


def is_trio(cards: tuple[int, ...]) -> bool:
    """Return whether cards have one value, or form a sequence in one suit (qarre.15)."""
    suits, values = {card // CIRCLE for card in cards}, {card % CIRCLE for card in cards}
    rows = [{(first + step) % CIRCLE for step in range(3)} for first in range(CIRCLE)]
    return len(values) == 1 or (len(suits) == 1 and values in rows)


def scores_somewhere(tops: list[int], card: int) -> bool:
    """Return whether a card may be laid where it makes a trio with two of the other top cards."""
    for field in range(FIELDS):
        others = [top for place, top in enumerate(tops) if place != field]
        fits = any(matches(card, tops[field ^ side]) for side in (1, 2))
        if fits and any(is_trio((card, *two)) for two in combinations(others, 2)):
            return True
    return False


@pytest.mark.parametrize("seed", range(20))
def test_the_cards_that_score_are_found(seed: int) -> None:
    rng = Rng(seed)
    tops: list[int] = []
    while len(tops) < FIELDS:  # neighbouring cards, so that many of them score
        card = int(rng.below(4)) * CIRCLE + (8 + int(rng.below(4))) % CIRCLE
        tops += [card] if card not in tops else []
    found = int(scoring(tops[0], tops[1], tops[2], tops[3]))
    others = [card for card in range(CARDS) if card not in tops]
    assert [card for card in others if found >> card & 1] == [card for card in others if scores_somewhere(tops, card)]


def test_a_reserve_is_a_row_of_chains() -> None:
    state = position(OPEN_TRIO, "as 3d 8c 10d", reserve="7s 8s 9d 9h 10h")
    top = state.reserve_top(0)
    assert (chain(state, top), chains(state, top)) == (3, 2)


def test_the_prior_scores() -> None:
    state = position(OPEN_TRIO, "6h 5s 9d 10d")
    assert prior(state, "6h on 4") > prior(state, "5s on 1") > prior(state, "reserve 10d")


def test_the_prior_reserves_what_chains() -> None:
    state = position("4h | 6h | 9c | 2s", "7d as 8d 10d", reserve="8s")
    assert prior(state, "reserve 8d") > prior(state, "reserve 10d")


def test_the_prior_empties_the_reserve() -> None:
    state = position(OPEN_TRIO, "as 3d 8c", reserve="9d", hand_card="laid")
    assert prior(state, "9d on 1") > prior(state, "end")


def test_the_prior_of_the_action_cards() -> None:
    king = acting("4h 7s 8s | 5h | 9c | 2s", "as 3d 8c 10d", "king spades")
    assert prior(king, "remove 1") > prior(king, "remove 4") > prior(king, "decline")
    jack = acting("3h 6s | 5h | 9c | 4h", "as 3d 8c 10d", "jack spades")
    assert prior(jack, "take 1") > prior(jack, "decline")


def test_the_position_is_judged_by_points_and_reserves() -> None:
    even = chance(between_turns())
    assert chance(between_turns(scores=[10, 0])) > even > chance(between_turns(scores=[0, 10]))
    assert chance(between_turns(other_reserve="7s 9s")) > even > chance(between_turns(reserve="7s 9s"))
    assert chance(between_turns(reserve="7s 8s")) > chance(between_turns(reserve="7s 9s"))
    assert chance(between_turns(scores=[10, 0], reshuffles=11)) > chance(between_turns(scores=[10, 0]))


def test_a_search_wins_when_it_can() -> None:
    state = position(OPEN_TRIO, "6h 5s 9d 10d", scores=[41, 40])
    assert searched(state, 100).startswith("6h")


def test_a_search_makes_room_for_the_reserve() -> None:
    """The 9 has a place, which wins the game, only after the 10 of spades; the 4 could be laid, too."""
    state = position("4h | 6d | 8c | 10c", "10s 4d 3d as", scores=[50, 40], reserve="9s")
    assert searched(state, 200).startswith("10s")


@pytest.mark.parametrize("game", list(variants("qarre")), ids=lambda game: str(game.options))
def test_everything_has_a_prior_and_a_judgement(game: Qarre) -> None:
    state, knowledge, rng, moves = game.start(), QarreKnowledge(2), Rng(3), ActionBuffer()
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat = int(state.current)
        assert all(abs(knowledge.prior(state, seat, action)) < 100 for action in state.legal(seat))
        knowledge.evaluate(state)
        assert 0 <= knowledge.values[0] <= 1
        assert knowledge.values[0] + knowledge.values[1] == pytest.approx(1)
        state.apply(seat, state.random_action(seat, rng, moves))
    knowledge.evaluate_terminal(state)
    assert knowledge.values[0] + knowledge.values[1] == pytest.approx(1)
    assert all(knowledge.values[seat] == max(knowledge.values) for seat in state.result().winners)
