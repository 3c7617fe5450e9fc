"""One learner against bots: every game passes Gymnasium's own check, and more."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from carreau.core.errors import CarreauError, NotationError
from carreau.envs.gymnasium import AgainstBots
from carreau.envs.versions import environment_id
from carreau.games.catalogue import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_as_gymnasium_wants_it(name: str) -> None:
    check_env(gymnasium.make(environment_id(GAMES[name]), opponents="random").unwrapped)


def play(table: AgainstBots, seed: int) -> tuple[float, list[Any]]:
    """Play a whole game with the lowest legal id each time; return the reward and all views."""
    seen, info = table.reset(seed=seed)
    views, over, reward = [info["view"]], False, 0.0
    while not over:
        seen, reward, over, _, info = table.step(int(np.flatnonzero(seen["action_mask"])[0]))
        views.append(info["view"])
    return reward, views


@pytest.mark.parametrize("name", ["nussknacker", "misd", "plan", "raufer"])
def test_games_with_races_and_several_opponents_come_to_their_end(name: str) -> None:
    table = AgainstBots(name, 3, opponents=["2", "random"])
    rewards = [play(table, seed)[0] for seed in range(3)]
    assert all(-1 <= reward <= 1 for reward in rewards)


def test_equal_seeds_give_equal_games() -> None:
    one, other = (AgainstBots("carat", 2, opponents="3") for _ in range(2))
    assert play(one, 5) == play(other, 5)
    assert play(one, 5) != play(one, 6)


def test_the_seat_is_drawn_unless_it_is_given() -> None:
    drawn = AgainstBots("raufer", 3, opponents="random")
    seats = {drawn.reset(seed=seed)[1]["view"]["seat"] for seed in range(12)}
    assert seats == {0, 1, 2}
    given = AgainstBots("raufer", 3, opponents="random", seat=1)
    assert {given.reset(seed=seed)[1]["view"]["seat"] for seed in range(4)} == {1}


def test_an_illegal_action_ends_the_game() -> None:
    table = AgainstBots("caro", opponents="random")
    seen, _ = table.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = table.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "(caro." in info["illegal"]


@pytest.mark.parametrize("number", [-1, 116, 121, 10**30])
def test_a_number_that_is_no_action_is_an_illegal_action(number: int) -> None:
    table = AgainstBots("bauab", opponents="random")
    table.reset(seed=1)
    _, reward, over, truncated, info = table.step(number)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert info["illegal"] == f"action {number} is not in 0..115"


def test_what_is_no_whole_number_is_refused_and_nothing_done() -> None:
    table = AgainstBots("caro", opponents="random")
    seen, _ = table.reset(seed=1)
    before = table.episode.sequential.state.fingerprint()
    for action in (None, 1.5, "a"):
        with pytest.raises(NotationError, match=r"action .* must be one whole number"):
            table.step(action)  # type: ignore[arg-type]
    assert table.episode.sequential.state.fingerprint() == before
    table.step(np.flatnonzero(seen["action_mask"])[:1])  # type: ignore[arg-type]
    assert table.episode.sequential.state.fingerprint() != before


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AgainstBots("caro", seat=2), "seat=2 is not in 0..1"),
        (lambda: AgainstBots("caro", opponents=["1", "2"]), "2 levels for 1 bots"),
        (lambda: AgainstBots("caro", opponents="9"), "unknown level 9"),
    ],
)
def test_what_makes_no_sense_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(CarreauError, match=message):
        make()
