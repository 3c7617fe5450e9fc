"""The bots' knowledge of Schlauraff: priors, chances to win, and the best play of a turn."""

from time import perf_counter
from typing import Any

import pytest

from carreau.bots.exact.schlauraff import Row
from carreau.bots.games.schlauraff import SchlauraffKnowledge
from carreau.bots.search import Search
from carreau.cli.bench import build
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.schlauraff._spec import TAKE
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.game import Schlauraff
from carreau.games.schlauraff.spec import COLOURS
from tests.positions.schlauraff import act, position, short_column, turn
from tests.reference.schlauraff_turn import Key, Turn


def rows_of(colours: list[str], choice: bool) -> list[Row]:
    """Return a column in which each chip gains 1."""
    rows: list[Row] = []
    for colour in reversed(colours):
        rows.insert(0, Row(COLOURS.index(colour), 1.0, rows[0] if rows else None, 6, choice, False))
    return rows


@pytest.mark.skipif(build() == "compiled", reason="nobody may change the states of compiled code from outside")
@pytest.mark.parametrize("choice", [False, True])
@pytest.mark.parametrize("colours", [["red", "yellow"], ["yellow", "blue"], ["green", "red"]], ids="-".join)
def test_every_action_of_a_turn_is_valued_as_by_trying_everything(colours: list[str], choice: bool) -> None:
    rows = rows_of(colours, choice)
    knows, everything, rng = SchlauraffKnowledge(2), Turn(), Rng(3)
    for _game in range(12):
        state = short_column(colours, choice)
        while state.played == 0:
            if state.current == CHANCE:
                state.apply(CHANCE, state.sample(rng))
                continue
            knows.rows = rows[max(int(state.row) - 1, 0) :]
            legal = state.legal(0)
            values = [knows.value(state, action) for action in legal]
            assert values == pytest.approx([everything.after(state, 0, action) for action in legal], abs=1e-9)
            state.apply(0, legal[int(rng.below(max(1, len(legal) - 1)))])  # which rarely stops


def test_a_chip_taken_after_a_roll_is_valued_without_a_reroll() -> None:
    colours, knows = ["yellow"] + ["red"] * 4, SchlauraffKnowledge(2)
    game, state = turn(colours, (1, 6, 6, 6, 6, 6), yellow="choice")
    state = act(game, state, "1 to 1", "reroll", "roll 1+1+1+1+1")
    knows.rows = rows_of(colours, choice=True)
    assert knows.value(state, TAKE) == pytest.approx(Turn().after(state, 0, TAKE), abs=1e-9)


def last_turn(points: list[int], dice: tuple[int, ...], **more: Any) -> tuple[Schlauraff, SchlauraffState]:
    """Return a game with two red chips in its last column; both players have captured nine in this round."""
    captured = [[4, 3, 2, 0], [4, 3, 2, 0]]
    game = Schlauraff(2, {"columns": 4})
    rows = ["", "", "", "red", "red"]
    made = position(rows, dice, played=3, round=2, points=points, captured=captured, row=4, assigned=True, **more)
    return game, game.load(made)


def winning(state: SchlauraffState, known: dict[Key, float]) -> float:
    """Return the chance to win the game with this turn, by brute force."""
    if state.current == OVER:
        return (1.0 + state.result().payoffs[1]) / 2.0
    key = (int(state.stage), int(state.row), int(state.on), int(state.dice), int(state.to_roll), state.assigned)
    if key not in known:
        values = []
        for action in state.legal(state.current):
            then = state.clone()
            then.apply(state.current, action)
            values.append(winning(then, known))
        chances = state.odds() if state.current == CHANCE else []
        known[key] = sum(map(float.__mul__, chances, values)) if chances else max(values)
    return known[key]


@pytest.mark.parametrize("points", [[6, 5], [6, 4], [7, 4], [2, 9]])
@pytest.mark.parametrize("dice", [(1, 2, 6), (4, 5, 5), (4, 4, 4)])
def test_the_last_turn_is_played_for_the_win(points: list[int], dice: tuple[int, ...]) -> None:
    _, state = last_turn(points, dice)
    knows = SchlauraffKnowledge(2)
    assert knows.prove(state, 1, 100_000)
    best = winning(state, {})
    assert knows.best_value == pytest.approx(best, abs=0.02)
    state.apply(1, knows.best_action)
    assert winning(state, {}) == pytest.approx(best)


def test_a_proof_needs_positions() -> None:
    _, state = turn(["red"] * 5, (1, 2, 3, 4, 5, 6))
    assert not SchlauraffKnowledge(2).prove(state, 0, 1000)


def priors(game: Schlauraff, state: SchlauraffState) -> dict[str, float]:
    knows, seat = SchlauraffKnowledge(game.seats), int(state.current)
    return {game.text(action): knows.prior(state, seat, action) for action in state.legal(seat)}


def test_the_prior_captures_what_it_can() -> None:
    seen = priors(*turn(["blue", "red", "red", "red", "red"], (2, 4, 5, 6, 6, 6)))
    assert max(seen, key=lambda text: seen[text]) == "5 to 1"
    assert seen["stop"] == min(seen.values())


def test_the_prior_likes_high_stacks() -> None:
    rows = ["blue", "red", "blue green green", "red", "red"]
    seen = priors(*turn(rows, (2, 2, 5, 6, 6, 6), played=2, captured=[[2, 2, 2, 0], [0, 2, 0, 0]]))
    assert seen["5 to 3"] > seen["5 to 1"]


def test_whoever_has_more_chips_is_likelier_to_win() -> None:
    _, state = last_turn([2, 9], (1, 2, 6))
    knows = SchlauraffKnowledge(2)
    knows.evaluate(state)
    behind, ahead = knows.values
    assert 0.9 < ahead < 1.0
    assert ahead + behind == pytest.approx(1.0)


def test_a_search_takes_the_last_chip() -> None:
    game, state = turn(["", "", "", "", "blue"], (5,), row=5, assigned=True)
    search = Search(game, state.view(0), SchlauraffKnowledge(2), 1)
    search.run(60, perf_counter() + 60)
    assert game.text(search.found()[0][0]) == "5 to 5"


@pytest.mark.parametrize("options", [{}, {"leftovers": "extend", "yellow": "choice"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_knows_something_in_every_position(seats: int, options: dict[str, str]) -> None:
    game, rng, knows = Schlauraff(seats, {"rounds": 1, **options}), Rng(seats), SchlauraffKnowledge(seats)
    state = game.start()
    while state.current != OVER:
        knows.evaluate(state)
        assert sum(knows.values) == pytest.approx(1.0)
        assert all(0.0 <= value <= 1.0 for value in knows.values)
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat, now = int(state.current), state.fingerprint()
        assert all(0.0 <= knows.prior(state, seat, action) < 40.0 for action in state.legal(seat))
        if knows.prove(state, seat, 1500):
            assert knows.best_action in state.legal(seat)
            assert 0.0 <= knows.best_value <= 1.0
        assert state.fingerprint() == now
        state.apply(seat, knows.rollout_action(state, seat, rng))
    knows.evaluate_terminal(state)
    assert sum(knows.values) == pytest.approx(1.0)
    assert knows.values[state.result().winners[0]] == max(knows.values)
