"""Actions in an environment: legal ones, invalid numbers, and other values."""

from typing import Any

import numpy as np
import pytest

from carreau.core.errors import IllegalMove, NotationError
from carreau.core.rng import Rng
from carreau.envs.episode import Episode, whole
from carreau.games.catalogue import GAMES, game, game_class

DECISIONS = 12
FAR = (-(10**30), -5000, 10**6, 10**30)
NEAR = 30


def outside(episode: Episode) -> list[int]:
    """List numbers that aren't actions, some just outside the range and some far away."""
    last = int(episode.sequential.wait)
    return [*FAR, *range(-NEAR, 0), *range(last + 1, last + 1 + NEAR)]


@pytest.mark.parametrize("name", GAMES)
def test_a_number_that_is_no_action_is_legal_in_no_position(name: str) -> None:
    episode, rng = Episode(game(name, max(game_class(name).SEATS))), Rng(5)
    episode.begin(5)
    for _decision in range(DECISIONS):
        for number in outside(episode):
            wrong = f"action {number} is not in 0..{episode.sequential.wait}"
            assert episode.objection(episode.asked, number) == wrong
            assert episode.clause_against(episode.asked, number) == ""
        legal = episode.sequential.legal()
        episode.act(legal[int(rng.below(len(legal)))])
        if episode.is_over:
            return


def test_a_number_that_is_no_action_is_refused_or_replaced() -> None:
    episode = Episode(game("bauab"))
    episode.begin(1)
    with pytest.raises(IllegalMove, match=r"action 116 is not in 0\.\.115") as refused:
        episode.require(episode.asked, 116)
    assert refused.value.clause == ""
    assert episode.made_legal(episode.asked, -1) in episode.sequential.legal()


@pytest.mark.parametrize("action", [3, np.int8(3), np.uint64(3), np.array(3), np.array([3]), np.array([[3]], np.int16)])
def test_an_action_may_be_a_number_of_numpy(action: Any) -> None:
    assert type(whole(action)) is int
    assert whole(action) == 3


@pytest.mark.parametrize("action", [None, 1.5, 1.0, "a", "1", [3], np.float64(3), np.array([3.0]), np.array([3, 4])])
def test_what_is_no_whole_number_is_refused(action: Any) -> None:
    with pytest.raises(NotationError, match=r"action .* must be one whole number"):
        whole(action)
