"""Planted blunders: a review finds each of them, and says how it knows."""

from collections.abc import Iterator

import pytest

from carreau.bots.analysis import Analyst, Effort, Judgement
from carreau.bots.contest import Contest
from carreau.core.game import CHANCE, OVER, State
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame, game
from tests.bots.positions import near_the_end

ENOUGH = Effort(7000, 20, 10, 1)
PLANTED = 6


def judged(made: AnyGame, state: State, action: int) -> Judgement:
    return Analyst(made, 1).judge(state.view(state.waiting()[0]), action, ENOUGH)


def result_after(state: State, seat: int, action: int) -> float:
    """Return a seat's share of the win under best play after an action of the seat to move, by trying everything."""
    after = state.clone()
    after.apply(int(state.current), action)
    if after.current == OVER:
        return (1.0 + after.result().payoffs[seat]) / 2
    results = [result_after(after, seat, each) for each in after.legal(after.current)]
    return max(results) if after.current == seat else min(results)


@pytest.mark.parametrize("name", ["bauab", "caro"])
def test_wrong_moves_in_solved_endings(name: str) -> None:
    made = game(name, 2)
    found = 0
    for seed in range(200):
        state = near_the_end(made, seed, 3)
        seat = int(state.current)
        if seat < 0:
            continue
        results = {action: result_after(state, seat, action) for action in state.legal(seat)}
        worst = min(results, key=lambda action: results[action])
        loss = max(results.values()) - results[worst]
        if loss > 0.0:
            judgement = judged(made, state, worst)
            assert (judgement.proof, judgement.loss.value, judgement.verdict) == ("game", loss, "blunder")
            assert results[judgement.better[0].action] == max(results.values())
            found += 1
            if found == PLANTED:
                return
    raise AssertionError(f"only {found} endings with a wrong move")


def positions(name: str) -> Iterator[tuple[AnyGame, State]]:
    """Yield positions of random games in which somebody has a choice."""
    made = game(name, 2)
    for seed in range(60):
        state, rng = made.start(), Rng(seed)
        while state.current != OVER:
            seat = CHANCE if state.current == CHANCE else state.waiting()[0]
            legal = state.legal(seat)
            if seat != CHANCE and len(legal) > 1:
                yield made, state
            state.apply(seat, int(state.sample(rng)) if seat == CHANCE else legal[int(rng.below(len(legal)))])


@pytest.mark.parametrize("stops", [True, False])
def test_a_stop_or_a_roll_that_the_solution_of_the_turn_refutes(stops: bool) -> None:
    found = 0
    for made, state in positions("schlauraff"):
        seat, texts = int(state.current), {made.text(action): action for action in state.legal(int(state.current))}
        action = texts.get("stop" if stops else "reroll")
        analyst = Analyst(made, 1)
        if action is None or not analyst.knowledge.prove(state.clone(), seat, 200_000):
            continue
        loss = analyst.knowledge.best_value - analyst.knowledge.solved_value(state, action)
        if loss >= 0.05:
            judgement = judged(made, state, action)
            assert judgement.proof == "turn"
            assert judgement.loss.value == pytest.approx(loss)
            assert judgement.verdict
            found += 1
            if found == PLANTED:
                return
    raise AssertionError(f"only {found} such turns")


def test_a_tile_that_blocks_the_others() -> None:
    found = 0
    for made, state in positions("carre"):
        seat, analyst = state.waiting()[0], Analyst(made, 1)
        bad = [each for each in state.legal(seat) if analyst.knowledge.oversight(state, seat, each)]
        if bad:
            assert judged(made, state, bad[0]).oversight == "packing"
            found += 1
            if found == PLANTED:
                return
    raise AssertionError(f"only {found} such positions")


def test_a_certain_call_that_is_missed() -> None:
    found = 0
    played = Contest("nussknacker", 2, {}, ["2", "2"], 1).played(0)
    state: State = played.game.start()
    for actor, action in played.moves:
        if actor != CHANCE:
            analyst = Analyst(played.game, 1)
            bad = [each for each in state.legal(actor) if analyst.knowledge.oversight(state, actor, each)]
            if bad:
                assert analyst.judge(state.view(actor), bad[0], ENOUGH).oversight == "call"
                found += 1
        state.apply(actor, action)
    assert found > 0
