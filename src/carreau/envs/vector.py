"""Thousands of games in one compiled call, as NumPy arrays.

    from carreau.envs.vector import VectorEnv
    tables = VectorEnv("bauab", count=1024, seed=1)
    tables.step(policy(tables.observations, tables.masks))

All arrays are views of memory that every step overwrites: copy what you want to keep. There is nothing to close. See
docs/envs/vector.md.
"""

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from carreau.core.errors import CarreauError, IllegalMove, NotationError
from carreau.core.rng import Rng
from carreau.envs.batch import NONE, Batch
from carreau.envs.episode import SEEDS, Episode
from carreau.envs.optional import requires_extra
from carreau.games.catalogue import AnyGame
from carreau.games.catalogue import game as game_of_name

with requires_extra("envs"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

MOST_CELLS: Final = 2**31  # in one array; more must be a mistake


class VectorEnv:
    """Games of one kind that step together; each asks one seat at a time (see carreau.envs.sequential)."""

    def __init__(
        self,
        game: str | AnyGame,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        count: int = 1024,
        seed: int = 0,
    ) -> None:
        """Take a game by name, with the fewest seats by default, or any game as it is."""
        self.game = game_of_name(game, seats, options) if isinstance(game, str) else game
        self.count = count
        self.seats = self.game.seats
        self.actions = self.game.num_actions + 1  # the last one is waiting
        most = MOST_CELLS // max(self.actions, self.game.OBSERVATION.size)
        if not 1 <= count <= most:
            raise CarreauError(f"count={count} is not in 1..{most}")
        self.batch = Batch(self.game, count, seed % SEEDS)
        self.observations = shared(self.batch.rows, "cells", np.int16).reshape(count, -1)
        self.fields = self.named_fields()
        self.masks = shared(self.batch, "masks", np.bool_).reshape(count, -1)
        self.asked = shared(self.batch, "asked", np.int64)  # the seat that acts next in each game
        self.rewards = shared(self.batch, "rewards", np.float64).reshape(count, -1)
        self.terminated = shared(self.batch, "terminated", np.bool_)
        self.drawn = shared(self.batch, "drawn", np.int64)

    def __reduce__(self) -> NoReturn:
        """Refuse: the arrays of a copy would no longer be views of its games."""
        raise TypeError("a VectorEnv can't be copied or pickled: create another one with the same seed")

    def named_fields(self) -> dict[str, NDArray[np.int16]]:
        """Return the observations by field, as views of the same memory."""
        return {
            field.name: self.observations[:, field.first : field.first + field.size].reshape(self.count, *field.shape)
            for field in self.game.OBSERVATION.fields
        }

    def reset(self, seed: int | None = None) -> None:
        """Restart all games; without a seed the random number generators continue."""
        if seed is None:
            self.batch.reset()
        else:
            self.batch.seed(seed % SEEDS)

    def step(self, actions: ArrayLike) -> None:
        """Apply one action per game, or none if any is illegal: then raise an error with the clause."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or not np.issubdtype(chosen.dtype, np.integer):
            raise CarreauError(
                f"actions must be {self.count} whole numbers, not {chosen.dtype} of shape {chosen.shape}"
            )
        held = np.minimum(chosen, self.actions) if chosen.dtype == np.uint64 else chosen  # which may exceed an i64
        illegal = int(self.batch.step(held.tolist()))
        if illegal != NONE:
            raise self.refusal(illegal, int(chosen[illegal]))

    def refusal(self, index: int, action: int) -> CarreauError:
        """Explain what is wrong with the action of a game, with the clause."""
        if not 0 <= action < self.actions:
            return NotationError(f"game {index}: action {action} is not in 0..{self.actions - 1}")
        episode = Episode(self.game)
        episode.sequential = self.batch.sequential[index]
        seat = episode.asked
        return IllegalMove(
            episode.clause_against(seat, action), f"game {index}, seat {seat}: {episode.objection(seat, action)}"
        )

    def sample_actions(self, rng: Rng) -> NDArray[np.int64]:
        """Draw a random legal action for every game."""
        self.batch.draw(rng)
        return self.drawn.copy()


def shared(owner: object, name: str, dtype: type[np.generic]) -> NDArray[Any]:
    """Return a read-only array over the memory of a vector.

    A list has no such memory. In an uncompiled package the array replaces the list, so writing to one
    writes to the other.
    """
    values = getattr(owner, name)
    if isinstance(values, list):
        setattr(owner, name, np.array(values, dtype))
        values = getattr(owner, name)
    array = np.frombuffer(values, dtype)
    array.flags.writeable = False
    return array
