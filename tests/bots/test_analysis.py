"""Analysis: games are assessed by what their players could know and do."""

import pytest

from carreau.bots.analysis import Analyst, Budget, Judgement, judgements, turning_points
from carreau.bots.bot import Considered
from carreau.bots.hints import Hint
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, State
from carreau.core.playout import playout
from carreau.core.record import Record
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, game_class
from tests.bots.positions import position
from tests.hidden import HIDING

FEW = Budget(simulations=30)


def judged(made: AnyGame, state: State, seat: int, action: int, budget: Budget = FEW) -> Judgement:
    return Analyst(made, 1).judge(state.view(seat), action, budget)


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_can_be_judged(name: str) -> None:
    for seats in game_class(name).SEATS[:2]:
        made = game(name, seats)
        state = position(made, 2, 2)
        seat = state.waiting()[0]
        for action in {state.legal(seat)[0], state.legal(seat)[-1]}:
            found = judged(made, state, seat, action)
            assert 0.0 <= found.played <= found.best <= 1.0
            assert found.loss == found.best - found.played
            assert len(found.chances) == seats
            assert all(0.0 <= chance <= 1.0 for chance in found.chances)
            assert action not in [hint.action for hint in found.better]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_over_is_won_or_lost_by_however_much(name: str) -> None:
    for made in [game(name, seats) for seats in game_class(name).SEATS]:
        state, knowledge = made.start(), Analyst(made, 1).knowledge
        playout(state, Rng(5), ActionBuffer())
        knowledge.evaluate_terminal(state)
        winners = state.result().winners
        expected = [1 / len(winners) if seat in winners else 0.0 for seat in range(made.seats)]
        assert list(knowledge.values) == pytest.approx(expected)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_proof_for_one_tells_of_the_other_but_not_of_several(seats: int) -> None:
    made = game("schlauraff", seats)
    state = position(made, 2, 12)
    seat = state.waiting()[0]
    proved = Hint(Considered(state.legal(seat)[0], 0, 0.7), seat, proved=True)
    chances, values = Analyst(made, 1).found_out(state.view(seat), proved, certain=True)
    assert values == {proved.action: 0.7}
    assert sorted(chances) == (pytest.approx([0.3, 0.7]) if seats == 2 else [])


@pytest.mark.parametrize("name", HIDING)
def test_a_judgement_knows_no_more_than_the_player_did(name: str) -> None:
    made = game(name, game_class(name).SEATS[0])
    state = position(made, 3, 3)
    seat = state.waiting()[0]
    swapped = made.guess(state.view(seat), Rng(8))
    action = state.legal(seat)[0]
    true, other = (judged(made, each, seat, action) for each in (state, swapped))
    assert true[:4] == other[:4]
    assert [hint.to_json() for hint in true.better] == [hint.to_json() for hint in other.better]


def lost_and_won(made: AnyGame) -> tuple[State, int, int]:
    """Return a position near the end in which one action wins at once and another doesn't."""
    for seed in range(100):
        state, rng = made.start(), Rng(seed)
        while state.current != OVER:
            seat = CHANCE if state.current == CHANCE else int(state.random_actor(rng))
            legal = state.legal(seat)
            wins = [action for action in legal if seat != CHANCE and wins_at_once(state, seat, action)]
            if wins and len(wins) < len(legal):
                return state, wins[0], next(action for action in legal if action not in wins)
            state.apply(seat, legal[int(rng.below(len(legal)))])
    raise AssertionError("nobody could ever win at once")


def wins_at_once(state: State, seat: int, action: int) -> bool:
    after = state.clone()
    after.apply(seat, action)
    return bool(after.current == OVER) and after.result().winners == [seat]


def test_a_win_that_was_missed_is_a_loss_and_the_better_move_is_named() -> None:
    made = game("schollenschubser", 2)
    state, winning, missing = lost_and_won(made)
    seat = int(state.current)
    won = judged(made, state, seat, winning, Budget(simulations=300))
    missed = judged(made, state, seat, missing, Budget(simulations=300))
    assert won.played == won.best == 1.0
    assert won.loss == 0.0
    assert won.better == []
    assert missed.best == 1.0
    assert missed.loss > 0.0
    assert missed.better[0].wins


def test_chances_are_those_after_the_action() -> None:
    made = game("carat", 2)
    state, winning, missing = lost_and_won(made)
    view = state.view(int(state.current))
    won, missed = (Analyst(made, 1).after(view, action, Budget(simulations=20)) for action in (winning, missing))
    assert won[view.seat] > missed[view.seat]


def test_an_action_that_was_never_tried_is_looked_at_before_it_is_judged() -> None:
    made = game("caro", 2)
    state = position(made, 1, 2)
    view = state.view(int(state.current))
    analyst = Analyst(made, 1)
    analyst.choose(view, simulations=FEW.part(3).simulations)
    assert analyst.last_search is not None
    action, visits, _ = analyst.last_search.found()[-1]
    assert visits == 0
    assert judged(made, state, view.seat, action).played > 0.0


def test_a_proof_is_exact_for_both() -> None:
    """Endgames of Bauab can be solved: a player who misses the best action isn't said to have improved on it."""
    made = game("bauab", 2)
    state = position(made, 1, 0)
    rng = Rng(1)
    while True:
        seat = CHANCE if state.current == CHANCE else int(state.current)
        legal = state.legal(seat)
        if seat != CHANCE and len(legal) > 1:
            found = judged(made, state, seat, legal[-1], Budget(simulations=90))
            if found.proved and found.best < 1.0:
                break
        state.apply(seat, legal[int(rng.below(len(legal)))])
    assert found.best == found.found[0].value
    assert found.played <= found.best
    assert found.chances[seat] == found.best
    assert sum(found.chances) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["bauab", "caro"])
def test_what_wins_as_well_as_the_best_is_no_loss(name: str) -> None:
    made = game(name, 2)
    state, seat, also = two_ways_to_win(made)
    found = judged(made, state, seat, also, Budget(simulations=900))
    assert found.proved
    assert found.found[0].action != also
    assert (found.played, found.loss, found.better) == (1.0, 0.0, [])


def two_ways_to_win(made: AnyGame) -> tuple[State, int, int]:
    """Return a position near the end, the seat to move, and a winning action other than the one the solver finds."""
    knowledge = Analyst(made, 1).knowledge
    for seed in range(1, 100):
        for left in (6, 5, 4):
            state = near_the_end(made, seed, left)
            seat = int(state.current)
            if seat >= 0 and knowledge.prove(state.clone(), seat, 5000) and knowledge.best_value == 1.0:
                best = int(knowledge.best_action)
                for action in state.legal(seat):
                    if action != best and wins(made, state, seat, action):
                        return state, seat, action
    raise AssertionError("no such position")


def near_the_end(made: AnyGame, seed: int, left: int) -> State:
    """Return a random game, some decisions before its end."""
    state, rng, out, before = made.start(), Rng(seed), ActionBuffer(), list[State]()
    while state.current != OVER:
        before.append(state.clone())
        seat = int(state.current)
        state.apply(seat, int(state.sample(rng)) if seat == CHANCE else int(state.random_action(seat, rng, out)))
    return before[-left]


def wins(made: AnyGame, state: State, seat: int, action: int) -> bool:
    """Return whether the opponent can't prevent the win."""
    after = state.clone()
    after.apply(seat, action)
    if after.current == OVER:
        return after.result().winners == [seat]
    knowledge = Analyst(made, 1).knowledge
    solved = after.current >= 0 and knowledge.prove(after.clone(), int(after.current), 5000)
    return solved and knowledge.best_value == (1.0 if after.current == seat else 0.0)


def test_what_is_worked_out_for_a_turn_is_not_compared_with_games_that_were_tried_out() -> None:
    """Schlauraff values the rest of a turn on a scale of its own."""
    made = game("schlauraff", 2)
    state = position(made, 2, 10)
    seat = state.waiting()[0]
    analyst = Analyst(made, 1, stop=lambda: True)  # a simulation or two are enough
    found = analyst.judge(state.view(seat), state.legal(seat)[-1], Budget(simulations=3000))
    assert (found.found[0].proved, found.proved) == (True, False)
    assert analyst.found_out(state.view(seat), found.found[0], certain=False) == ((), {})


def test_a_record_is_judged_decision_by_decision() -> None:
    made, rng = game("raufer", 3), Rng(4)
    state: State = made.start()
    moves: list[tuple[int, int]] = []
    while len(moves) < 20:
        actor = CHANCE if state.current == CHANCE else int(state.random_actor(rng))
        legal = state.legal(actor)
        moves.append((actor, legal[int(rng.below(len(legal)))]))
        state.apply(*moves[-1])
    found = list(judgements(Record(made, ["a", "b", "c"], moves), Analyst(made, 1), FEW))
    assert [index for index, _ in found] == [index for index, (actor, _) in enumerate(moves) if actor != CHANCE]


def test_an_analyst_stops_when_it_is_told_to() -> None:
    made = game("schollenschubser", 2)
    state = position(made, 1, 2)
    seat = int(state.current)
    analyst = Analyst(made, 1, stop=lambda: True)
    found = analyst.judge(state.view(seat), state.legal(seat)[0], Budget(simulations=10**9))
    assert analyst.tally.count == 1
    assert 0.0 <= found.played <= found.best


def test_turning_points_are_the_largest_losses() -> None:
    assert turning_points([0.0, 0.3, 0.019, 0.5, 0.1], 3) == [3, 1, 4]
    assert turning_points([0.0, 0.3, 0.019, 0.5], 4) == [3, 1]
    assert turning_points([]) == []


def test_a_budget_is_divided() -> None:
    assert Budget(3.0, 90).part(3) == Budget(1.0, 30)
    assert Budget(None, 2).part(3) == Budget(None, 1)
    assert Budget(0.0).part(3) == Budget(0.0)
