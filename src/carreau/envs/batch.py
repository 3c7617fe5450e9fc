"""Many games of one kind, stepped together: every call writes into the same memory.

Each game has a generator of its own, so that its course depends on the seed and on what is done in it, not on the
other games or their number. A game that is over is begun anew in the same step.
"""

from typing import Any, Final

from carreau.core._native import i64, u8, vec
from carreau.core.game import OVER, Game, State
from carreau.core.moves import Moves
from carreau.core.rng import Rng
from carreau.core.row import Rows
from carreau.envs.sequential import SequentialState

NONE: Final = -1  # no game has an illegal action


class Batch:
    """Games side by side. What belongs to game n begins at n times its length in each of the flat vectors."""

    def __init__(self, game: Game[Any, Any], count: i64, seed: i64) -> None:
        self.game = game
        self.count = count
        self.seats: i64 = game.seats
        self.actions: i64 = game.num_actions + 1  # waiting is the last
        self.start: State = game.start()
        self.rows = Rows(game.OBSERVATION.size, count)
        self.masks: vec[u8] = vec[u8]([0] * int(count * self.actions))  # 1 for what is legal
        self.asked: vec[i64] = vec[i64]([0] * int(count))  # whose turn it is
        self.rewards: vec[float] = vec[float]([0.0] * int(count * self.seats))  # of games that ended in the last step
        self.terminated: vec[u8] = vec[u8]([0] * int(count))  # 1 for those games
        self.drawn: vec[i64] = vec[i64]([0] * int(count))  # what draw() has chosen
        self.sequential = [SequentialState(game, self.start.clone()) for _game in range(int(count))]
        self.legal = [Moves() for _game in range(int(count))]  # what is 1 in the masks
        self.rngs: list[Rng] = []
        self.seed(seed)

    def seed(self, seed: i64) -> None:
        """Begin all games anew: the first of them are the same however many there are."""
        seeds = Rng(seed)
        self.rngs = [Rng(seeds.wide()) for _game in range(int(self.count))]
        self.reset()

    def reset(self) -> None:
        """Begin all games anew; chance goes on where it was."""
        index: i64 = 0
        while index < self.count:
            self.forget(index)
            self.begin(index)
            self.show(index)
            index += 1

    # One step

    def step(self, actions: list[int]) -> i64:
        """Carry out one action in each game; if one is illegal nothing is done, and the first such game returned."""
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
        """Write down what every seat has got."""
        self.terminated[index] = 1
        payoffs = self.sequential[index].state.result().payoffs
        seat: i64 = 0
        while seat < self.seats:
            self.rewards[index * self.seats + seat] = payoffs[seat]
            seat += 1

    def forget(self, index: i64) -> None:
        """The last step's end is over."""
        self.terminated[index] = 0
        seat: i64 = 0
        while seat < self.seats:
            self.rewards[index * self.seats + seat] = 0.0
            seat += 1

    def show(self, index: i64) -> None:
        """Write down who is asked, what they see and what they may do."""
        sequential = self.sequential[index]
        self.asked[index] = sequential.asked
        self.rows.begin(index)
        self.game.observe(sequential.state, sequential.asked, self.rows)
        legal = self.legal[index]
        self.mark(index, legal, 0)
        legal.clear()
        sequential.moves(legal)
        self.mark(index, legal, 1)

    def mark(self, index: i64, moves: Moves, value: u8) -> None:
        """Set the mask of some actions; the others keep theirs, since a game may have thousands."""
        masks = self.masks
        ids = moves.ids
        first = index * self.actions
        number: i64 = 0
        while number < moves.count:
            masks[first + ids[number]] = value
            number += 1
