"""Games stepped together behave as they do one by one."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from carreau.core.errors import CarreauError, IllegalMove, NotationError
from carreau.core.game import OVER
from carreau.core.rng import Rng
from carreau.envs.arrays import Observer
from carreau.envs.sequential import SequentialState
from carreau.envs.vector import VectorEnv
from carreau.games.catalogue import GAMES, AnyGame, game, variants

SEED = 7
ARRAYS = ("observations", "masks", "asked", "rewards", "terminated")


class OneByOne:
    """A game that is stepped alone."""

    def __init__(self, made: AnyGame, seed: int) -> None:
        self.rng = Rng(seed)
        self.observer = Observer(made)
        self.made = made
        self.payoffs = [0.0] * made.seats
        self.ended = False
        self.begin()

    def begin(self) -> None:
        self.sequential = SequentialState(self.made, self.made.start())
        self.sequential.settle(self.rng)

    def step(self, action: int) -> None:
        self.sequential.act(action)
        self.sequential.settle(self.rng)
        self.ended = bool(self.sequential.asked == OVER)
        self.payoffs = self.sequential.state.result().payoffs if self.ended else [0.0] * self.made.seats
        if self.ended:
            self.begin()

    def assert_shown(self, tables: VectorEnv, index: int) -> None:
        seat = int(self.sequential.asked)
        assert tables.asked[index] == seat
        assert np.flatnonzero(tables.masks[index]).tolist() == self.sequential.legal()
        for name, array in self.observer.observation(self.sequential, seat).items():
            assert np.array_equal(tables.fields[name][index], array), name
        assert tables.rewards[index].tolist() == self.payoffs
        assert tables.terminated[index] == self.ended


def some_variants(name: str) -> list[AnyGame]:
    """List the game with the fewest seats, with the most, and with the last options."""
    every = list(variants(name))
    return [game(name), game(name, max(type(every[0]).SEATS)), every[-1]]


def compare(made: AnyGame, count: int, steps: int) -> int:
    """Step games together and one by one; return how many ended."""
    tables = VectorEnv(made.NAME, made.seats, made.options, count, SEED)
    seeds, rng, ended = Rng(SEED), Rng(1), 0
    single = [OneByOne(made, int(seeds.wide())) for _game in range(count)]
    for _step in range(steps):
        actions = tables.sample_actions(rng)
        tables.step(actions)
        for index, each in enumerate(single):
            each.step(int(actions[index]))
            each.assert_shown(tables, index)
        ended += int(tables.terminated.sum())
    return ended


@pytest.mark.parametrize("name", GAMES)
def test_every_game_goes_as_it_goes_by_itself(name: str) -> None:
    for made in some_variants(name):
        compare(made, 2, 30)


@pytest.mark.parametrize("name", ["caro", "plan", "raufer", "nussknacker", "bauab"])
def test_what_is_over_is_paid_and_begun_anew(name: str) -> None:
    assert compare(game(name), 3, 70) >= 3


def kept(tables: VectorEnv) -> dict[str, Any]:
    return {name: getattr(tables, name).copy() for name in ARRAYS}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in ARRAYS)


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    few, many = VectorEnv("raufer", count=2, seed=SEED), VectorEnv("raufer", count=5, seed=SEED)
    rng = Rng(1)
    for _step in range(80):
        actions = many.sample_actions(rng)
        many.step(actions)
        few.step(actions[:2])
        assert same({name: array[:2] for name, array in kept(many).items()}, kept(few))


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = VectorEnv("qarre", count=3, seed=1), VectorEnv("qarre", count=3, seed=2)
    first = kept(one)
    assert not same(first, kept(other))
    other.reset(seed=1)
    assert same(first, kept(other))
    one.reset()
    assert not same(first, kept(one)), "chance goes on where it was"


def test_a_reset_leaves_nothing_of_what_was() -> None:
    tables, rng = VectorEnv("plan", count=4, seed=SEED), Rng(1)
    while not tables.terminated.any():
        tables.step(tables.sample_actions(rng))
    tables.reset(seed=SEED)
    assert same(kept(tables), kept(VectorEnv("plan", count=4, seed=SEED)))


def test_an_illegal_action_is_refused_and_nothing_done() -> None:
    tables = VectorEnv("caro", count=3, seed=SEED)
    tables.step(tables.sample_actions(Rng(1)))
    actions = tables.sample_actions(Rng(2))
    before = kept(tables)
    positions = [sequential.state.fingerprint() for sequential in tables.batch.sequential]
    actions[1] = np.flatnonzero(~tables.masks[1, : tables.game.num_actions])[0]
    with pytest.raises(IllegalMove, match=r"game 1, seat \d: .*\(caro\.") as refused:
        tables.step(actions)
    assert refused.value.clause.startswith("caro.")
    assert same(before, kept(tables))
    assert positions == [sequential.state.fingerprint() for sequential in tables.batch.sequential]


@pytest.mark.parametrize("action", [-1, 904, 2**63])
def test_a_number_that_is_no_action_is_refused(action: int) -> None:
    tables = VectorEnv("caro", count=2)
    with pytest.raises(NotationError, match=rf"game 0: action {action} is not in 0\.\.903"):
        tables.step(np.full(2, action))


def test_waiting_is_refused_where_nobody_races() -> None:
    tables = VectorEnv("caro", count=1)
    with pytest.raises(IllegalMove, match="game 0, seat 0: wait: a seat may wait only in a race"):
        tables.step([903])


@pytest.mark.parametrize("actions", [[0], [0.0, 0.0], [[0, 0]]])
def test_actions_of_another_shape_are_refused(actions: list[Any]) -> None:
    with pytest.raises(CarreauError, match="must be 2 whole numbers"):
        VectorEnv("bauab", count=2).step(actions)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_the_games_cannot_be_copied(duplicate: Callable[[VectorEnv], object]) -> None:
    with pytest.raises(TypeError, match="VectorEnv can't be copied or pickled: create another one with the same seed"):
        duplicate(VectorEnv("bauab", count=2))


@pytest.mark.parametrize("count", [0, 10**9])
def test_a_count_that_makes_no_sense_is_refused(count: int) -> None:
    with pytest.raises(CarreauError, match=rf"count={count} is not in 1\.\.\d+"):
        VectorEnv("caro", count=count)


def test_the_arrays_are_the_memory_itself_and_cannot_be_written() -> None:
    tables = VectorEnv("bauab", count=2, seed=SEED)
    held = {name: getattr(tables, name) for name in ARRAYS}
    before = kept(tables)
    tables.step(tables.sample_actions(Rng(1)))
    assert not np.array_equal(held["observations"], before["observations"])
    assert not np.array_equal(held["masks"], before["masks"])
    assert np.shares_memory(tables.fields["board"], tables.observations)
    assert tables.fields["board"].shape == (2, 2, 16)
    assert tables.fields["to_act"].shape == (2,)
    for array in held.values():
        assert not array.flags.writeable
