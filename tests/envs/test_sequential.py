"""Games as sequences of single decisions."""

from typing import Any

import pytest

from carreau.core.game import ALL, CHANCE, OVER, RACE, Game
from carreau.core.rng import Rng
from carreau.envs.sequential import SequentialState
from carreau.games.catalogue import GAMES, game, variants

AnyGame = Game[Any, Any]
TABLES = 6  # per game, with different seats and options


def at_a_race(made: AnyGame) -> SequentialState:
    """Return a game at its first race."""
    rng = Rng(1)
    sequential = SequentialState(made, made.start())
    sequential.settle(rng)
    while sequential.state.current != RACE:
        sequential.act(sequential.legal()[0])
        sequential.settle(rng)
    return sequential


@pytest.mark.parametrize("name", GAMES)
def test_every_game_comes_to_its_end_by_single_decisions(name: str) -> None:
    every = list(variants(name))
    for seed, made in enumerate(every[:: 1 + len(every) // TABLES]):
        rng = Rng(seed)
        sequential = SequentialState(made, made.start())
        while sequential.asked != OVER:
            sequential.settle(rng)
            legal = sequential.legal()
            assert (sequential.wait in legal) <= (sequential.state.current == RACE)
            assert sequential.asked == OVER or (sequential.asked in sequential.state.waiting() and legal)
            if legal:
                sequential.act(legal[int(rng.below(len(legal)))])
        assert sequential.state.result().ranks


def test_those_who_commit_unseen_are_asked_ascending() -> None:
    rng = Rng(4)
    orders: list[tuple[int, list[int]]] = []
    while not orders:
        sequential = SequentialState(made := game("plan", 3), made.start())
        sequential.settle(rng)
        while sequential.asked != OVER:
            if sequential.state.current == ALL:
                orders.append((int(sequential.asked), sequential.state.waiting()))
            legal = sequential.legal()
            sequential.act(legal[int(rng.below(len(legal)))])
            sequential.settle(rng)
    assert all(asked == waiting[0] for asked, waiting in orders)
    assert len({asked for asked, _ in orders}) > 1


def test_when_all_have_waited_the_clock_acts() -> None:
    sequential = at_a_race(game("misd", 3))
    asked = []
    while sequential.asked != CHANCE:
        asked.append(int(sequential.asked))
        sequential.act(sequential.wait)
    assert asked == [0, 1, 2]
    assert sequential.legal() == sequential.state.legal(CHANCE) == [sequential.sample(Rng(1))]
    sequential.settle(Rng(1))
    assert sequential.asked == 1, "another seat begins at the next race"


def test_where_there_is_no_clock_whoever_is_due_must_act() -> None:
    sequential = at_a_race(game("nussknacker", 3))
    due = sequential.state.on_clock()
    seen = []
    while sequential.may_wait(sequential.asked):
        seen.append(int(sequential.asked))
        sequential.act(sequential.wait)
    assert [int(sequential.asked)] == due
    assert sorted([*seen, *due]) == [0, 1, 2]
    assert sequential.wait not in sequential.legal()


def test_a_clone_goes_its_own_way() -> None:
    sequential = at_a_race(game("misd", 2))
    copy = sequential.clone()
    copy.act(copy.wait)
    assert (sequential.asked, copy.asked) == (0, 1)
    again = copy.clone()
    again.act(again.wait)
    assert (copy.asked, again.asked) == (1, CHANCE)
    assert sequential.state.fingerprint() == again.state.fingerprint()
