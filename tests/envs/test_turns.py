"""A game as a sequence of single decisions."""

from typing import Any

import pytest

from carreau.core.game import ALL, CHANCE, OVER, RACE, Game
from carreau.core.rng import Rng
from carreau.envs.turns import Turns
from carreau.games.catalogue import GAMES, game, variants

AnyGame = Game[Any, Any]
TABLES = 6  # of every game, with different seats and options


def at_a_race(made: AnyGame) -> Turns:
    """A game where its first race begins."""
    rng = Rng(1)
    turns = Turns(made, made.start())
    turns.settle(rng)
    while turns.state.current != RACE:
        turns.act(turns.legal()[0])
        turns.settle(rng)
    return turns


@pytest.mark.parametrize("name", GAMES)
def test_every_game_comes_to_its_end_by_single_decisions(name: str) -> None:
    every = list(variants(name))
    for seed, made in enumerate(every[:: 1 + len(every) // TABLES]):
        rng = Rng(seed)
        turns = Turns(made, made.start())
        while turns.asked != OVER:
            turns.settle(rng)
            legal = turns.legal()
            assert (turns.wait in legal) <= (turns.state.current == RACE)
            assert turns.asked == OVER or (turns.asked in turns.state.waiting() and legal)
            if legal:
                turns.act(legal[int(rng.below(len(legal)))])
        assert turns.state.result().ranks


def test_those_who_commit_unseen_are_asked_ascending() -> None:
    rng = Rng(4)
    orders: list[tuple[int, list[int]]] = []
    while not orders:
        turns = Turns(made := game("plan", 3), made.start())
        turns.settle(rng)
        while turns.asked != OVER:
            if turns.state.current == ALL:
                orders.append((int(turns.asked), turns.state.waiting()))
            legal = turns.legal()
            turns.act(legal[int(rng.below(len(legal)))])
            turns.settle(rng)
    assert all(asked == waiting[0] for asked, waiting in orders)
    assert len({asked for asked, _ in orders}) > 1


def test_when_all_have_waited_the_clock_acts() -> None:
    turns = at_a_race(game("misd", 3))
    asked = []
    while turns.asked != CHANCE:
        asked.append(int(turns.asked))
        turns.act(turns.wait)
    assert asked == [0, 1, 2]
    assert turns.legal() == turns.state.legal(CHANCE) == [turns.sample(Rng(1))]
    turns.settle(Rng(1))
    assert turns.asked == 1, "another seat begins at the next race"


def test_where_there_is_no_clock_whoever_is_due_must_act() -> None:
    turns = at_a_race(game("nussknacker", 3))
    due = turns.state.due()
    seen = []
    while turns.may_wait(turns.asked):
        seen.append(int(turns.asked))
        turns.act(turns.wait)
    assert [int(turns.asked)] == due
    assert sorted([*seen, *due]) == [0, 1, 2]
    assert turns.wait not in turns.legal()


def test_a_clone_goes_its_own_way() -> None:
    turns = at_a_race(game("misd", 2))
    copy = turns.clone()
    copy.act(copy.wait)
    assert (turns.asked, copy.asked) == (0, 1)
    again = copy.clone()
    again.act(again.wait)
    assert (copy.asked, again.asked) == (1, CHANCE)
    assert turns.state.fingerprint() == again.state.fingerprint()
