"""The bots' knowledge of Raufer."""

import pytest

from carreau.bots.games.raufer import RauferKnowledge, chance_to_fail, out_of_reach
from carreau.bots.search import Search
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.game import Raufer
from tests.bots.positions import SOON
from tests.positions.raufer import Hands, dealt


def prior(made: Raufer, state: RauferState, seat: int, text: str) -> float:
    return RauferKnowledge(made.seats).prior(state, seat, made.parse(text))


def found(made: Raufer, state: RauferState, seat: int, simulations: int) -> str:
    search = Search(made, state.view(seat), RauferKnowledge(made.seats), 1)
    search.run(simulations, SOON)
    return made.text(search.found()[0][0])


def bits(*floors: int) -> int:
    return sum(2**floor for floor in floors)


# Chances to obey


def test_who_failed_an_order_has_none_of_its_floors_as_all_know() -> None:
    _made, state = dealt([[1, 10], [2, 3], [9, 4]], "0: 10 up", "1: fail", floors=11)
    unseen = bits(2, 3, 4, 5, 6, 7, 8, 9, 11)
    assert chance_to_fail(state, 1, 2, unseen, bits(11)) == 1.0
    assert chance_to_fail(state, 2, 2, unseen, bits(11)) == pytest.approx((8 / 9) ** 2)
    assert chance_to_fail(state, 1, 2, unseen, unseen) == pytest.approx(0.0)


def test_what_lies_beyond_a_hand_is_out_of_its_reach() -> None:
    assert out_of_reach(bits(5, 8), bits(1, 2, 6, 7, 9)) == 3
    assert out_of_reach(bits(1, 9), bits(2, 3, 4)) == 0


# Prior


def test_a_last_card_wants_an_order_that_somebody_can_obey() -> None:
    hands: Hands = [[1, 9], [2, 7], [3, 8]]
    made, state = dealt(hands, "0: 1 up", "1: 2 up", "2: 3 up", floors=10)
    assert prior(made, state, 0, "9 down") > prior(made, state, 0, "9 up")


def test_an_impossible_order_is_fatal_unless_only_two_are_left() -> None:
    made, state = dealt([[6, 3], [5, 2], [4, 1]], floors=6)
    assert prior(made, state, 0, "6 down") > prior(made, state, 0, "6 up")
    state.out = bits(2)
    assert prior(made, state, 0, "6 up") > prior(made, state, 0, "6 down")


def test_the_prior_sees_nobody_elses_cards() -> None:
    _made, state = dealt([[1, 9], [2, 7], [3, 8]], "0: 1 up", floors=11)
    _, other = dealt([[1, 9], [2, 7], [10, 11]], "0: 1 up", floors=11)
    for action in state.legal(1):
        knowledge = RauferKnowledge(3)
        assert knowledge.prior(state, 1, action) == knowledge.prior(other, 1, action)


# A search


def test_a_search_finds_the_order_that_wins_at_once() -> None:
    """Two players are left: nobody has a floor below 1."""
    made, state = dealt([[1, 5, 9], [2, 3, 4], [6, 7, 8]], "0: 5 up", "1: fail", "2: 6 down", floors=9)
    assert state.out == bits(1)
    assert found(made, state, 0, 200) == "1 down"


def test_a_search_gives_no_order_that_puts_it_out() -> None:
    made, state = dealt([[9, 5, 1], [2, 3, 4], [6, 7, 8]], floors=9)
    assert found(made, state, 0, 200) not in ("9 up", "1 down")


def test_the_values_are_chances_to_win() -> None:
    made, state = dealt([[1, 9], [2, 7], [3, 8]], floors=10)
    search = Search(made, state.view(0), RauferKnowledge(3), 1)
    search.run(60, SOON)
    assert all(0.0 <= value <= 1.0 for _, _, value in search.found())
    assert sum(search.knowledge.values) == 1.0


@pytest.mark.parametrize("seats", Raufer.SEATS)
def test_every_action_of_whole_games_has_a_prior(seats: int) -> None:
    made, knowledge = game("raufer", seats), RauferKnowledge(seats)
    for seed in range(8):
        state, rng = made.start(), Rng(seed)
        while state.current != OVER:
            seat = int(state.current)
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(rng))
                continue
            assert all(abs(knowledge.prior(state, seat, action)) < 20 for action in state.legal(seat))
            state.apply(seat, knowledge.rollout_action(state, seat, rng))
        knowledge.evaluate_terminal(state)
        assert sorted(knowledge.values) == [0.0] * (seats - 1) + [1.0]
