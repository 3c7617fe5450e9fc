"""Many games of one kind, stepped together: every call writes into the same memory.

Each game has its own random number generator, so it depends only on the seed and its actions, not on the other games
or their number. A game that ends starts again in the same step.
"""

from typing import Any, Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import OVER, Game, State
from carreau.core.native import i64, u8, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.rng import Rng
from carreau.envs.sequential import SequentialState

NONE: Final = -1  # no game got an illegal action


class Batch:
    """Games in flat vectors: the part of game n starts at n times its length."""

    def __init__(self, game: Game[Any, Any], count: i64, seed: i64) -> None:
        self.game = game
        self.count = count
        self.seats: i64 = game.seats
        self.actions: i64 = game.num_actions + 1  # the last one is waiting
        self.start: State = game.start()
        self.rows = ObsBuffer(game.OBSERVATION.size, count)
        self.masks: vec[u8] = vec[u8]([0] * int(count * self.actions))  # 1 for legal actions
        self.asked: vec[i64] = vec[i64]([0] * int(count))  # the seat that is asked
        self.rewards: vec[float] = vec[float]([0.0] * int(count * self.seats))  # of games that ended in the last step
        self.terminated: vec[u8] = vec[u8]([0] * int(count))  # 1 for those games
        self.drawn: vec[i64] = vec[i64]([0] * int(count))  # the actions that draw() has chosen
        self.sequential = [SequentialState(game, self.start.clone()) for _game in range(int(count))]
        self.legal = [ActionBuffer() for _game in range(int(count))]  # the actions with 1 in the masks
        self.rngs: list[Rng] = []
        self.seed(seed)

    def seed(self, seed: i64) -> None:
        """Restart all games with a seed; each game is the same however many there are."""
        seeds = Rng(seed)
        self.rngs = [Rng(seeds.wide()) for _game in range(int(self.count))]
        self.reset()

    def reset(self) -> None:
        """Restart all games without resetting the random number generators."""
        index: i64 = 0
        while index < self.count:
            self.forget(index)
            self.begin(index)
            self.show(index)
            index += 1

    # One step

    def step(self, actions: list[int]) -> i64:
        """Apply one action per game, or none if any is illegal; return the first game with an illegal one, or NONE."""
        illegal = self.first_illegal(actions)
        if illegal != NONE:
            return illegal
        index: i64 = 0
        while index < self.count:
            self.act(index, actions[index])
            index += 1
        return NONE

    def first_illegal(self, actions: list[int]) -> i64:
        masks = self.masks
        index: i64 = 0
        while index < self.count:
            action: i64 = actions[index]
            if action < 0 or action >= self.actions or not masks[index * self.actions + action]:
                return index
            index += 1
        return NONE

    def act(self, index: i64, action: i64) -> None:
        sequential = self.sequential[index]
        sequential.act(action)
        sequential.settle(self.rngs[index])
        if self.terminated[index]:
            self.forget(index)
        if sequential.asked == OVER:
            self.end(index)
            self.begin(index)
        self.show(index)

    def draw(self, rng: Rng) -> None:
        """Choose a random legal action for every game."""
        drawn = self.drawn
        index: i64 = 0
        while index < self.count:
            legal = self.legal[index]
            drawn[index] = legal.at(rng.below(legal.count))
            index += 1

    # One game

    def begin(self, index: i64) -> None:
        sequential = self.sequential[index]
        sequential.begin(self.start.clone())
        sequential.settle(self.rngs[index])

    def end(self, index: i64) -> None:
        """Write the rewards of all seats."""
        self.terminated[index] = 1
        payoffs = self.sequential[index].state.result().payoffs
        seat: i64 = 0
        while seat < self.seats:
            self.rewards[index * self.seats + seat] = payoffs[seat]
            seat += 1

    def forget(self, index: i64) -> None:
        """Clear the rewards of the last step."""
        self.terminated[index] = 0
        seat: i64 = 0
        while seat < self.seats:
            self.rewards[index * self.seats + seat] = 0.0
            seat += 1

    def show(self, index: i64) -> None:
        """Write the seat that is asked, its observation and its mask."""
        sequential = self.sequential[index]
        self.asked[index] = sequential.asked
        self.rows.begin(index)
        self.game.observe(sequential.state, sequential.asked, self.rows)
        legal = self.legal[index]
        self.mark(index, legal, 0)
        legal.clear()
        sequential.moves(legal)
        self.mark(index, legal, 1)

    def mark(self, index: i64, moves: ActionBuffer, value: u8) -> None:
        """Set the mask of some actions only, since a game may have thousands."""
        masks = self.masks
        ids = moves.ids
        first = index * self.actions
        number: i64 = 0
        while number < moves.count:
            masks[first + ids[number]] = value
            number += 1
