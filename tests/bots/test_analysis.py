"""Reviews: games are assessed by what their players could know and do, the same way each time and everywhere."""

from collections.abc import Callable

import pytest

from carreau.bots.analysis import (
    Analyst,
    Branch,
    Effort,
    Interrupted,
    Judgement,
    review,
    review_move,
    seed_of,
)
from carreau.bots.performance import performances, shares_of_win
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, State
from carreau.core.playout import playout
from carreau.core.record import Record
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, game_class
from tests.bots.positions import near_the_end, position
from tests.hidden import HIDING

FEW = Effort(60, 10, 4, 1)
MORE = Effort(400, 60, 10, 2)


def judged(made: AnyGame, state: State, seat: int, action: int, effort: Effort = FEW) -> Judgement:
    return Analyst(made, 1).judge(state.view(seat), action, effort)


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_can_be_judged(name: str) -> None:
    for seats in game_class(name).SEATS[:2]:
        made = game(name, seats)
        state = position(made, 2, 2)
        seat = state.waiting()[0]
        for action in {state.legal(seat)[0], state.legal(seat)[-1]}:
            found = judged(made, state, seat, action)
            assert 0.0 <= found.played <= found.best <= 1.0
            assert found.loss.low <= found.loss.value <= found.loss.high
            assert len(found.chances) == len(found.margins) == len(found.swing) == seats
            assert all(0.0 <= chance <= 1.0 for chance in found.chances)
            assert all(margin >= 0.0 for margin in found.margins)
            assert action not in [hint.action for hint in found.better]
            assert bool(found.better) == found.loss.positive


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_over_is_won_or_lost_by_however_much(name: str) -> None:
    for made in [game(name, seats) for seats in game_class(name).SEATS]:
        state, knowledge = made.start(), Analyst(made, 1).knowledge
        playout(state, Rng(5), ActionBuffer())
        knowledge.evaluate_terminal(state)
        winners = state.result().winners
        expected = [1 / len(winners) if seat in winners else 0.0 for seat in range(made.seats)]
        assert list(knowledge.values) == pytest.approx(expected)


def without_hints(judgement: Judgement) -> tuple[object, ...]:
    return judgement[:-2]


@pytest.mark.parametrize("name", HIDING)
def test_a_judgement_knows_no_more_than_the_player_did(name: str) -> None:
    made = game(name, game_class(name).SEATS[0])
    state = position(made, 3, 3)
    seat = state.waiting()[0]
    swapped = made.guess(state.view(seat), Rng(8))
    action = state.legal(seat)[0]
    true, other = (judged(made, each, seat, action) for each in (state, swapped))
    assert without_hints(true) == without_hints(other)
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


@pytest.mark.parametrize("name", ["bauab", "caro"])
def test_what_wins_as_well_as_the_best_is_no_loss(name: str) -> None:
    made = game(name, 2)
    state, seat, also = two_ways_to_win(made)
    found = judged(made, state, seat, also, MORE)
    assert found.proof == "game"
    assert found.found[0].action != also
    assert (found.played, found.loss.value, found.better) == (1.0, 0.0, [])


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


def wins(made: AnyGame, state: State, seat: int, action: int) -> bool:
    """Return whether the opponent can't prevent the win."""
    after = state.clone()
    after.apply(seat, action)
    if after.current == OVER:
        return after.result().winners == [seat]
    knowledge = Analyst(made, 1).knowledge
    solved = after.current >= 0 and knowledge.prove(after.clone(), int(after.current), 5000)
    return solved and knowledge.best_value == (1.0 if after.current == seat else 0.0)


def test_a_win_that_was_missed_is_a_loss_and_the_better_move_is_named() -> None:
    made = game("schollenschubser", 2)
    state, winning, missing = lost_and_won(made)
    seat = int(state.current)
    won = judged(made, state, seat, winning, MORE)
    missed = judged(made, state, seat, missing, MORE)
    assert won.played == won.best == 1.0
    assert (won.loss.value, won.verdict, won.better) == (0.0, "", [])
    assert missed.best == 1.0
    assert missed.loss.positive
    assert missed.better[0].wins


def test_a_proof_is_exact_for_both() -> None:
    """Endgames of Bauab can be solved: a player who misses the best action isn't said to have improved on it."""
    made = game("bauab", 2)
    state = position(made, 1, 0)
    rng = Rng(1)
    while True:
        seat = CHANCE if state.current == CHANCE else int(state.current)
        legal = state.legal(seat)
        if seat != CHANCE and len(legal) > 1:
            found = judged(made, state, seat, legal[-1])
            if found.proof == "game" and found.best < 1.0:
                break
        state.apply(seat, legal[int(rng.below(len(legal)))])
    assert found.best == found.found[0].value == found.chances[seat]
    assert found.loss.low == found.loss.value == found.loss.high == found.best - found.played >= 0.0
    assert (found.margins, sum(found.chances)) == ((0.0, 0.0), 1.0)


def test_what_is_solved_for_a_turn_is_compared_by_the_solution() -> None:
    """Schlauraff values the rest of a turn on a scale of its own, which samples don't use."""
    made = game("schlauraff", 2)
    state = position(made, 2, 10)
    seat = state.waiting()[0]
    found = judged(made, state, seat, state.legal(seat)[-1], Effort(7000, 10, 4, 1))
    assert found.proof == "turn"
    assert found.loss.low == found.loss.value == found.loss.high == pytest.approx(found.best - found.played)
    assert found.margins[0] > 0.0


@pytest.mark.parametrize("name", ["carat", "raufer", "carre"])
def test_both_actions_meet_the_same_worlds_and_the_same_dice(name: str) -> None:
    """Two searches for the same action, played on in pairs, never differ: nothing else is random."""
    made = game(name, game_class(name).SEATS[0])
    state = position(made, 2, 4)
    view = state.view(state.waiting()[0])
    analyst = Analyst(made, 1)
    one, other = (Branch(analyst, view, state.legal(view.seat)[0], 40, 7) for _ in range(2))
    rng = Rng(3)
    for _ in range(30):
        world, choices, chance = made.guess(view, Rng(rng.wide())), int(rng.wide()), int(rng.wide())
        one.play(world, choices, chance)
        other.play(world, choices, chance)
        assert one.totals == other.totals


def test_samples_teach_a_search_nothing() -> None:
    """So they are independent, whatever their order."""
    made = game("caro", 2)
    state = position(made, 2, 4)
    view = state.view(state.waiting()[0])
    branch = Branch(Analyst(made, 1), view, state.legal(view.seat)[0], 200, 7)
    played = [result(branch, state, number) for number in range(40)]
    assert [result(branch, state, number) for number in reversed(range(40))] == played[::-1]
    assert len(set(played)) > 1


def result(branch: Branch, state: State, number: int) -> tuple[float, ...]:
    branch.play(state, number, 1)
    return tuple(branch.knowledge.values)


def beginning(name: str, decisions: int) -> Record:
    made, rng = game(name, game_class(name).SEATS[0]), Rng(4)
    state: State = made.start()
    moves: list[tuple[int, int]] = []
    while decisions:
        actor = CHANCE if state.current == CHANCE else int(state.random_actor(rng))
        legal = state.legal(actor)
        moves.append((actor, legal[int(rng.below(len(legal)))]))
        state.apply(*moves[-1])
        decisions -= actor != CHANCE
    return Record(made, ["a", "b", "c"][: made.seats], moves)


def test_a_record_is_judged_decision_by_decision() -> None:
    record = beginning("raufer", 8)
    found = list(review(record, FEW))
    assert [each.number for each in found] == [
        index for index, (actor, _) in enumerate(record.moves) if actor != CHANCE
    ]


def stops_after(checks: int) -> Callable[[], bool]:
    left = iter([False] * checks)
    return lambda: next(left, True)


def test_an_interrupted_judgement_has_no_result_and_a_repeated_one_is_the_same() -> None:
    record = beginning("carat", 2)
    before, *_ = (position for position in list(record.positions())[:-1][::-1])
    moves, move = record.moves[:-1], record.moves[-1]
    calls = [0]

    def count() -> bool:
        calls[0] += 1
        return False

    whole = review_move(record.game, moves, before, move, FEW, count).judgement
    assert calls[0] > 4
    for checks in range(calls[0] - 1):
        with pytest.raises(Interrupted):
            review_move(record.game, moves, before, move, FEW, stops_after(checks))
    again = review_move(record.game, moves, before, move, FEW, stops_after(calls[0])).judgement
    assert without_hints(again) == without_hints(whole)


def test_random_numbers_follow_from_the_moves() -> None:
    made = game("caro", 2)
    assert seed_of(made, [(0, 1)]) == seed_of(game("caro", 2), [(0, 1)])
    others = [(made, [(0, 2)]), (game("caro", 3), [(0, 1)]), (game("carat", 2), [(0, 1)])]
    assert seed_of(made, [(0, 1)]) not in [seed_of(each, moves) for each, moves in others]


def test_a_continuation_is_legal_and_begins_with_the_better_action() -> None:
    made = game("schollenschubser", 2)
    state, _, missing = lost_and_won(made)
    reviewed = review_move(made, [], state, (int(state.current), missing), MORE)
    assert reviewed.line[0] == (int(state.current), reviewed.judgement.better[0].action)
    after = state.clone()
    for actor, action in reviewed.line:
        made.act(after, actor, action)


class Verdict:
    """A judged decision, as far as a summary needs it."""

    def __init__(self, seat: int, loss: float, proof: str = "", verdict: str = "") -> None:
        self.seat, self.counted, self.proof, self.verdict = seat, loss, proof, verdict
        self.swing = (-loss, loss) if seat == 0 else (loss, -loss)


def test_a_summary_counts_decisions_and_divides_the_result() -> None:
    """Seat 0 lost 0.3 by mistakes, got 0.1 from the other one's, and still won: it was lucky."""
    rated = [Verdict(0, 0.3, verdict="blunder"), Verdict(0, 0.0), Verdict(0, 0.0, "forced"), Verdict(1, 0.1)]
    first, second = performances(rated, 2, [1.0, 0.0])
    assert (first.decisions, first.accuracy, first.blunders) == (2, 0.5, 1)
    assert first.loss == pytest.approx(0.15)
    assert first.luck == pytest.approx(1.0 - 0.5 + 0.3 - 0.1)
    assert second.luck == pytest.approx(-0.7)
    assert first.luck_share == pytest.approx(0.7 / 1.1)
    assert performances(rated, 2, None)[0].luck is None


def test_only_a_finished_game_has_a_result() -> None:
    made = game("caro", 3)
    state = made.start()
    assert shares_of_win(made, state) is None
    playout(state, Rng(5), ActionBuffer())
    won = shares_of_win(made, state)
    assert won is not None
    assert sum(won) == pytest.approx(1.0)
