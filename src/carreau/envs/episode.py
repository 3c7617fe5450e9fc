"""One game in an environment: chance acts by itself, and seats are asked in turn."""

import operator
from typing import Any, Final

from carreau.core.errors import IllegalMove, NotationError
from carreau.core.game import ALL, OVER, RACE, Game
from carreau.core.rng import Rng
from carreau.envs.arrays import Arrays, Observer
from carreau.envs.optional import requires_extra
from carreau.envs.sequential import SequentialState
from carreau.games.texts import text

with requires_extra("envs"):
    import numpy as np

SEEDS: Final = 2**62
FORFEIT: Final = -1.0  # the reward of an illegal action, which ends the game; the others get 0
ILLEGAL: Final = "illegal"  # the key in an info that explains what was wrong with an action
NO_WAITING: Final = "wait: a seat may wait only in a race, and not if it is the last one to be asked"


class Episode:
    """A game from its start to its end, seen by all its seats."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.observer = Observer(game)
        self.rng = Rng(0)
        self.sequential = SequentialState(game, game.start())

    def begin(self, seed: int) -> None:
        """Start a new game; the same seed and actions lead to the same game."""
        self.rng = Rng(seed % SEEDS)
        self.sequential.begin(self.game.start())
        self.sequential.settle(self.rng)

    def act(self, action: int) -> None:
        """Apply the action of the seat that is asked, then let chance act. The caller checks that it is legal."""
        self.sequential.act(action)
        self.sequential.settle(self.rng)

    @property
    def asked(self) -> int:
        """The seat to ask, or OVER."""
        return int(self.sequential.asked)

    @property
    def is_over(self) -> bool:
        return bool(self.sequential.asked == OVER)

    def at_once(self) -> list[int]:
        """List the seats to ask together: all who commit in secret or race, else the one to move."""
        if self.sequential.state.current in {ALL, RACE}:
            return self.sequential.state.waiting()
        return [] if self.is_over else [self.asked]

    # What a seat learns

    def arrays(self, seat: int, asked: bool) -> Arrays:
        return self.observer.arrays(self.sequential, seat, asked)

    def info(self, seat: int, asked: bool) -> dict[str, Any]:
        """Return the seat's View as plain values, the names of its legal actions, and at the end the result."""
        told: dict[str, Any] = {"view": self.sequential.state.view(seat).to_json()}
        if asked:
            told["names"] = {action: self.game.text(action) for action in self.sequential.state.legal(seat)}
        if self.is_over:
            told["result"] = self.sequential.state.result().to_json()
        return told

    def payoffs(self) -> list[float]:
        """Return the payoffs of the result after the end, zeros before."""
        return self.sequential.state.result().payoffs if self.is_over else [0.0] * self.game.seats

    # Objections to an action

    def objection(self, seat: int, action: int) -> str:
        """Explain why an action is illegal, with the clause; return "" if it is legal."""
        if not self.is_action(action):
            return f"action {action} is not in 0..{self.sequential.wait}"
        if action == self.sequential.wait:
            return "" if self.sequential.may_wait(seat) else NO_WAITING
        clause = self.clause_against(seat, action)
        return f"{self.game.text(action)}: {text(self.game.NAME).because(clause)}" if clause else ""

    def clause_against(self, seat: int, action: int) -> str:
        """Return only the clause; no clause covers waiting or numbers that aren't actions."""
        if action == self.sequential.wait or not self.is_action(action):
            return ""
        return self.sequential.state.objection(seat, action)

    def is_action(self, action: int) -> bool:
        """Return whether such an action exists; the rules are only defined for those."""
        return bool(0 <= action <= self.sequential.wait)

    def require(self, seat: int, action: int) -> None:
        """Raise IllegalMove unless the action is legal."""
        wrong = self.objection(seat, action)
        if wrong:
            raise IllegalMove(self.clause_against(seat, action), wrong)

    def made_legal(self, seat: int, action: int) -> int:
        """Return the action if it is legal, else a random legal one."""
        if not self.objection(seat, action):
            return action
        legal = self.sequential.state.legal(seat)
        return legal[int(self.rng.below(len(legal)))]


def whole(action: Any) -> int:
    """Return an action as a plain number; accept NumPy's numbers, even alone in an array."""
    alone = action.item() if isinstance(action, np.ndarray) and action.size == 1 else action
    try:
        return operator.index(alone)
    except TypeError:
        raise NotationError(f"action {action!r} must be one whole number") from None
