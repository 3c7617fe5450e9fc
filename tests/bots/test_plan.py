"""The bots' knowledge of Ganz nach Plan!?: which cards an instruction moves, and which are worth keeping."""

import pytest

from carreau.bots.games.plan import OTHERS_MORE, WIN, PlanKnowledge, kept
from carreau.bots.search import Search
from carreau.core.game import ALL, CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.catalogue import variants
from carreau.games.plan._state import PlanState
from carreau.games.plan.game import Plan
from carreau.games.plan.spec import MOST_CARDS
from tests.bots.positions import SOON
from tests.positions.plan import Hands, hands_of, own, set_up

THREE = Plan(3)
# 4, 5: the player to the left, to the right takes the pile; 7: give a card to the left; 10: draw one from the left;
# 13, 14: swap hands with the left, the right; 16: turn the direction; 18: take the pile
HANDS: Hands = [[4, 7, 10, 16, 18], [1, 2], [5, 8]]  # and six cards on the pile
TO_WIN: Hands = [[4, 7], [1, 2, 5], [8, 11, 13]]  # 7, and the 4 given to the left; seven cards on the pile


def prior(game: Plan, state: PlanState, text: str) -> float:
    seat, action = int(state.current), game.parse(text)
    assert action in state.legal(seat), text
    return PlanKnowledge(game.seats).prior(state, seat, action)


def found(game: Plan, state: PlanState, simulations: int) -> str:
    search = Search(game, state.view(int(state.current)), PlanKnowledge(game.seats), 1)
    search.run(simulations, SOON)
    return game.text(search.found()[0][0])


def actor(state: PlanState, rng: Rng) -> int:
    return int(state.random_actor(rng)) if state.current == ALL else int(state.current)


def act(state: PlanState, rng: Rng) -> None:
    """Make any legal move."""
    seat = actor(state, rng)
    legal = state.legal(seat)
    state.apply(seat, state.sample(rng) if seat == CHANCE else legal[int(rng.below(len(legal)))])


def carried_out(state: PlanState, seat: int, action: int, rng: Rng) -> PlanState:
    """Return the position after a card and everything it requires."""
    after = state.clone()
    after.apply(seat, action)
    while after.current != OVER and after.dump()["stage"] != "playing":
        act(after, rng)
    return after


# Prior


def test_the_prior_gives_away_and_draws_nothing() -> None:
    state = set_up(THREE, HANDS)
    assert prior(THREE, state, "play 7") > prior(THREE, state, "play 16") > prior(THREE, state, "play 10")


def test_the_prior_lets_others_take_the_pile() -> None:
    state = set_up(THREE, HANDS)
    assert prior(THREE, state, "play 4") > prior(THREE, state, "play 16") > prior(THREE, state, "play 18")


def test_the_prior_swaps_for_a_smaller_hand() -> None:
    """The other players hold two and five cards."""
    state = set_up(THREE, [[13, 14, 16, 17], [1, 2], [4, 5, 7, 8, 10]])
    assert prior(THREE, state, "play 13") > prior(THREE, state, "play 16") > prior(THREE, state, "play 14")


def test_the_prior_goes_by_chairs() -> None:
    """The same after the others have changed places."""
    state = set_up(THREE, [[13, 14, 16, 17], [1, 2], [4, 5, 7, 8, 10]], places=[0, 2, 1])
    assert prior(THREE, state, "play 14") > prior(THREE, state, "play 16") > prior(THREE, state, "play 13")


def test_the_prior_follows_an_instruction_of_several_parts() -> None:
    """After swapping places with the left neighbour, who holds two cards, the player with five is to the left."""
    game = own(3, {1: ["swap_places left", "swap_hands left"], 2: ["swap_hands left"], 3: ["swap_hands right"]})
    state = set_up(game, [[1, 2, 3, 4], [5, 6], [7, 8, 9, 10, 11]])
    assert prior(game, state, "play 1") < 0.0 < prior(game, state, "play 2")
    assert prior(game, state, "play 3") < 0.0


@pytest.mark.parametrize("seats", Plan.SEATS)
def test_the_prior_counts_the_cards_that_a_standard_card_moves(seats: int) -> None:
    game, knowledge = Plan(seats), PlanKnowledge(seats)
    for seed in range(3):
        state, rng, plays = game.start(), Rng(seed), 0
        while state.current != OVER and plays < 12:
            if state.dump()["stage"] == "playing":
                plays += 1
                seat = int(state.current)
                before = [len(hand) for hand in hands_of(state)]
                for action in state.legal(seat):
                    after = [len(hand) for hand in hands_of(carried_out(state, seat, action, rng))]
                    less = before[seat] - 1 - after[seat]
                    others = sum(after) - after[seat] - (sum(before) - before[seat])
                    won = (after[seat] == 0) - (0 in after[:seat] + after[seat + 1 :])
                    spent = kept(state.deck.programs[action % MOST_CARDS + 1])
                    assert knowledge.prior(state, seat, action) == pytest.approx(
                        less + OTHERS_MORE * others + WIN * won - spent
                    )
            act(state, rng)


def test_the_prior_keeps_what_can_be_played_last() -> None:
    """Players who swap hands with their last card let somebody else win; swapping places only ends the game."""
    state = set_up(THREE, [[1, 13, 16], [2, 4], [5, 7, 8]], places=[0, 2, 1])
    assert prior(THREE, state, "play 16") > prior(THREE, state, "play 1")


def test_the_prior_gives_away_what_is_no_good() -> None:
    state = set_up(THREE, [[7, 8, 10], [1, 2], [4, 5]])
    state.apply(0, THREE.parse("play 7"))
    assert prior(THREE, state, "give 10") > prior(THREE, state, "give 8")


def test_the_prior_sees_a_win() -> None:
    state = set_up(THREE, [[4, 7], [1, 2, 5], [8, 11, 13]])
    assert prior(THREE, state, "play 7") > prior(THREE, state, "play 4") + WIN / 2


def test_the_prior_lets_nobody_else_win() -> None:
    """Drawing the left neighbour's last card would make them win."""
    state = set_up(THREE, [[10, 11, 18], [1], [4, 5, 7, 8]])
    assert prior(THREE, state, "play 10") < prior(THREE, state, "play 11") - WIN / 2


def test_a_game_that_is_over_has_a_winner_or_none() -> None:
    drawn = 0
    for seed in range(12):
        game, rng, knowledge = Plan(3, {"play_limit": 12}), Rng(seed), PlanKnowledge(3)
        state = game.start()
        while state.current != OVER:
            act(state, rng)
        knowledge.evaluate_terminal(state)
        winners = state.result().winners
        drawn += len(winners) != 1
        expected = [1.0 / 3] * 3 if len(winners) != 1 else [float(seat in winners) for seat in range(3)]
        assert list(knowledge.values) == pytest.approx(expected)
    assert 0 < drawn < 12


# A search


def test_a_search_wins_when_it_can() -> None:
    """It could also make somebody take a pile of seven cards."""
    state = set_up(THREE, TO_WIN)
    assert found(THREE, state, 100) == "play 7"


def test_a_search_does_not_let_others_win() -> None:
    """Drawing the last card of a hand lets its owner win."""
    state = set_up(THREE, [[10, 16], [1], [2, 5, 8, 11, 13, 14]])
    assert found(THREE, state, 200) == "play 16"


# All of it


@pytest.mark.parametrize("game", list(variants("plan")), ids=lambda game: f"{game.seats} {game.options}")
def test_every_action_has_a_prior(game: Plan) -> None:
    for seed in range(3):
        state, rng, knowledge = game.start(), Rng(seed), PlanKnowledge(game.seats)
        while state.current != OVER:
            seat, before = actor(state, rng), state.fingerprint()
            assert all(abs(knowledge.prior(state, seat, action)) < 30.0 for action in state.legal(seat))
            assert state.fingerprint() == before
            act(state, rng)
