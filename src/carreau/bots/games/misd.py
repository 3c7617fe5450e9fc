"""Knowledge of Misd. Nothing is hidden and the quickest eye wins, so there is nothing to search."""

from typing import final

from carreau.bots.games.misd_reaction import react
from carreau.bots.knowledge import Knowledge
from carreau.core.game import State, View
from carreau.core.native import i64
from carreau.core.rng import Rng
from carreau.games.misd._state import MisdState


@final
class MisdKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.rollout_candidates = 4
        self.prior_weight = 8.0

    def react(self, view: View, level: int, rng: Rng) -> tuple[int, float] | None:
        reaction = react(view, level, rng)
        return reaction.action, reaction.seconds

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, MisdState)
        return 1.0 if state.is_right(action) else 0.0

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, MisdState)
        return state.chips(seat)
