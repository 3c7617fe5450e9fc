"""The default knowledge: nothing but the rules."""

from typing import Final

from carreau.bots.knowledge import Knowledge
from carreau.core.game import State
from carreau.core.native import i64
from carreau.core.rng import Rng

ROLLOUTS: Final = 3  # per action: fewer than level 3 simulates
HORIZON: Final = 100  # decisions, for games that random players never finish


class RulesOnly(Knowledge):
    """A prior from random games, for the levels that don't search."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = HORIZON

    def prior(self, state: State, seat: i64, action: i64) -> float:
        """Rate an action by how a few random games end after it, with the same dice for all actions."""
        total, rng = 0.0, Rng(ROLLOUTS)
        for _ in range(ROLLOUTS):
            after = state.clone()
            after.apply(seat, action)
            self.rollout(after, rng, rng)
            total += self.values[seat]
        return total / ROLLOUTS
