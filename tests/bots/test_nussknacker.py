"""The bots' knowledge of Nussknacker: what a seat can know, what a question is worth, and when to announce."""

from typing import Any

import pytest

from carreau.bots.games.nussknacker import NussknackerKnowledge
from carreau.bots.games.nussknacker_notebook import Notebook
from carreau.bots.search import Search
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.nussknacker._spec import ANNOUNCE, ASK
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.game import Nussknacker
from tests.play import play

ALL_KINDS: list[dict[str, Any]] = [{}, {"deck": "16"}, {"tempo": "turns"}, {"deck": "16", "tempo": "turns"}]
SOON = 1e12  # never reached


def dealt(made: Nussknacker, aside: int, *hands: list[int]) -> NussknackerState:
    """Return a deal with these cards; seat 0 starts."""
    moves = ["chance: start 0", f"chance: aside {aside}"]
    for round_of_cards in range(max(map(len, hands))):
        moves += [f"chance: deal {hand[round_of_cards]}" for hand in hands if round_of_cards < len(hand)]
    return play(made, *moves)


def without_announcing(made: Nussknacker, seed: int, questions: int) -> NussknackerState:
    """Return a position after some random questions and answers."""
    state, rng = made.start(), Rng(seed)
    while state.stage != Stage.ASKING or state.questions < questions:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat = int(state.turn)
        legal = [action for action in state.legal(seat) if not ANNOUNCE <= action < ANNOUNCE + 8]
        state.apply(seat, legal[int(rng.below(len(legal)))])
    return state


def chances(state: NussknackerState, seat: int) -> list[float]:
    notebook = Notebook(state.seats)
    notebook.write(state, seat)
    return list(notebook.chances)[: int(state.highest)]


# The notebook


@pytest.mark.parametrize("deck", ["12", "16"])
def test_for_two_players_the_notebook_is_the_exact_belief(deck: str) -> None:
    made = Nussknacker(2, {"deck": deck})
    for seed in range(12):
        state = without_announcing(made, seed, seed % 6)
        for seat in (0, 1):
            assert chances(state, seat) == pytest.approx(state.view(seat).notebook()[-1])


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_it_is_exact_until_others_exchange(seats: int) -> None:
    """After that, it is never certain of anything false."""
    made = Nussknacker(seats)
    for seed in range(10):
        state = without_announcing(made, seed, seed % 5)
        for seat in range(seats):
            found, exact = chances(state, seat), state.view(seat).notebook()[-1]
            questions = state.view(seat).to_json()["questions"]
            if all(one["given"] == 0 or one["given_cards"] for one in questions):
                assert found == pytest.approx(exact)
            assert found[int(state.aside) - 1] > 0.0
            assert sum(found) == pytest.approx(1.0)


def test_it_does_not_look_at_the_card_aside() -> None:
    """All worlds that look the same to a seat lead to the same notes."""
    made = Nussknacker(2)
    state = without_announcing(made, 4, 2)
    rng, seat = Rng(1), int(state.turn)
    worlds = [made.guess(state.view(seat), rng) for _ in range(20)]
    assert len({int(world.aside) for world in worlds}) > 1
    assert len({tuple(chances(world, seat)) for world in worlds}) == 1


def telling(made: Nussknacker) -> NussknackerState:
    """Return a deal in which seat 0 doesn't see 1, 3, 3, 4, 6, 6; a "no" to 5 (1+4) puts 1 or 4 aside."""
    return dealt(made, 4, [1, 2, 2, 4, 5, 5], [1, 3, 3, 6, 6])


def test_a_question_gains_what_it_can_tell() -> None:
    state, notebook = telling(Nussknacker(2)), Notebook(2)
    notebook.write(state, 0)
    notebook.weigh_questions(state, 0)
    gains = {text: notebook.gains[Nussknacker(2).parse(text) - int(ASK)] for text in ("ask 1 2", "ask 1 5", "ask 1 6")}
    assert gains["ask 1 2"] == pytest.approx(0.0)
    assert all(0.1 < gains[text] < notebook.doubt for text in ("ask 1 5", "ask 1 6"))
    assert chances(play(Nussknacker(2), "0: ask 1 5", "1: no", state=state), 0) == pytest.approx([0.5, 0, 0, 0.5, 0, 0])


# Prior


def best_by_prior(state: NussknackerState, seat: int) -> int:
    knowledge = NussknackerKnowledge(state.seats)
    return max(state.legal(seat), key=lambda action: knowledge.prior(state, seat, action))


def certain(made: Nussknacker) -> NussknackerState:
    """Return a deal in which seat 1 has said it has no 1; seat 0 has only one of the two, so the other is aside."""
    state = dealt(made, 1, [1, 2, 2, 3, 3, 4], [4, 5, 5, 6, 6])
    return play(made, "0: ask 1 1", "1: no", state=state)


def test_the_prior_asks_first_and_announces_when_it_is_sure() -> None:
    made, knowledge = Nussknacker(2), NussknackerKnowledge(2)
    assert ASK <= best_by_prior(telling(made), 0) < ANNOUNCE
    assert best_by_prior(certain(made), 0) == ANNOUNCE
    assert all(knowledge.prior(certain(made), 0, ANNOUNCE + value - 1) < 0.0 for value in range(2, 7))


def test_the_prior_asks_what_tells_something() -> None:
    made, knowledge = Nussknacker(2), NussknackerKnowledge(2)
    state = telling(made)
    priors = [knowledge.prior(state, 0, made.parse(f"ask 1 {value}")) for value in (5, 2)]
    assert priors[0] > priors[1] + 0.1


def test_who_knows_announces_also_out_of_turn() -> None:
    made = Nussknacker(2)
    state = certain(made)
    assert state.view(0).notebook()[-1][0] == pytest.approx(1.0)
    search = Search(made, state.view(0), NussknackerKnowledge(2), 1)
    search.run(60, SOON)
    assert search.found()[0][0] == ANNOUNCE


def test_who_is_in_doubt_does_not_announce() -> None:
    made = Nussknacker(3)
    state = dealt(made, 6, [1, 2, 3, 4], [1, 2, 3, 4], [5, 5, 6])
    search = Search(made, state.view(0), NussknackerKnowledge(3), 1)
    search.run(60, SOON)
    assert ASK <= search.found()[0][0] < ANNOUNCE


# Evaluation


def evaluated(state: NussknackerState) -> list[float]:
    knowledge = NussknackerKnowledge(state.seats)
    knowledge.evaluate(state)
    return list(knowledge.values)


def test_who_knows_the_card_is_as_good_as_done() -> None:
    made = Nussknacker(2, {"target": 1})
    assert evaluated(certain(made))[0] > 0.6  # seat 1 may guess first
    state = certain(Nussknacker(2, {"target": 1, "tempo": "turns"}))
    assert evaluated(state)[0] > 0.6


@pytest.mark.parametrize("seats", Nussknacker.SEATS)
def test_chips_count(seats: int) -> None:
    """Seat 1 announces correctly in one deal after the other."""
    state, rng, before = Nussknacker(seats).start(), Rng(seats), 0.0
    for chips in range(4):
        while state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
        assert state.dump()["chips"][:3] == [0, chips, 0][:seats]
        values = evaluated(state)
        assert values[1] > before + 0.05
        assert values[1] == max(values) or chips == 0
        before = values[1]
        state.apply(1, ANNOUNCE + state.aside - 1)


@pytest.mark.parametrize("tempo", ["race", "turns"])
def test_less_doubt_is_better(tempo: str) -> None:
    """Both questions are answered with no, and then it is the other player's turn; only one of them is informative."""
    made = Nussknacker(2, {"tempo": tempo})
    told, not_told = (evaluated(play(made, f"0: ask 1 {value}", "1: no", state=telling(made))) for value in (5, 2))
    assert told[0] > not_told[0] + 0.02


@pytest.mark.parametrize("seats", Nussknacker.SEATS)
@pytest.mark.parametrize("options", ALL_KINDS, ids=str)
def test_it_knows_something_about_every_position(seats: int, options: dict[str, Any]) -> None:
    made = Nussknacker(seats, {**options, "target": 2, "question_limit": 4})
    knowledge, state, rng = NussknackerKnowledge(seats), made.start(), Rng(seats)
    evaluations = 0
    while state.current != OVER and evaluations < 12:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat = int(state.random_actor(rng))
        legal = state.legal(seat)
        priors = [knowledge.prior(state, seat, action) for action in legal]
        assert all(-100.0 <= prior <= 3.0 for prior in priors)
        values = evaluated(state)
        assert sum(values) == pytest.approx(1.0)
        assert all(0.0 <= value <= 1.0 for value in values)
        evaluations += 1
        state.apply(seat, legal[int(rng.below(len(legal)))])
    assert evaluations


@pytest.mark.parametrize("seats", Nussknacker.SEATS)
@pytest.mark.parametrize("options", ALL_KINDS[:3:2], ids=str)
def test_a_search_ends_with_the_question(seats: int, options: dict[str, Any]) -> None:
    """Chances to win for every seat that may act, and legal actions only."""
    made = Nussknacker(seats, options)
    state = without_announcing(made, seats, 2)
    for seat in state.waiting():
        search = Search(made, state.view(seat), NussknackerKnowledge(seats), 1)
        search.run(15, SOON)
        found = search.found()
        assert sum(visits for _, visits, _ in found) == 15
        assert all(0.0 <= value <= 1.0 for _, _, value in found)


def test_a_simulation_leaves_the_tree_when_others_act() -> None:
    made, knowledge = Nussknacker(2), NussknackerKnowledge(2)
    state = dealt(made, 6, [1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6])
    knowledge.prepare(state.view(0))
    assert not knowledge.leaves_tree(state)
    assert knowledge.leaves_tree(play(made, "0: ask 1 4", state=state))
    assert not knowledge.leaves_tree(play(made, "0: ask 1 4", "1: push 1", "1: choose 4", state=state))
    assert knowledge.leaves_tree(play(made, "0: announce 6", state=state))
