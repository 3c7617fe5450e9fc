"""Observations as the named arrays that a game declares, action masks, and their spaces."""

from typing import Any

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import Game
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Field
from carreau.envs.optional import requires_extra
from carreau.envs.sequential import SequentialState

with requires_extra("envs"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

Arrays = dict[str, Any]  # {"observation": {name: array}, "action_mask": array}
Mask = NDArray[np.int8]


class Observer:
    """The observations and action masks of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.actions = game.num_actions + 1  # waiting is the last
        self.rows = ObsBuffer(game.OBSERVATION.size)
        self.out = ActionBuffer()

    def observation_space(self) -> spaces.Dict:
        fields: dict[str, spaces.Space[Any]] = {field.name: box(field) for field in self.game.OBSERVATION.fields}
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Dict(fields), "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    def arrays(self, sequential: SequentialState, seat: int, asked: bool) -> Arrays:
        """Return the observation and the action mask of a seat."""
        return {"observation": self.observation(sequential, seat), "action_mask": self.mask(sequential, seat, asked)}

    def observation(self, sequential: SequentialState, seat: int) -> dict[str, NDArray[np.integer[Any]]]:
        self.rows.begin(0)
        self.game.observe(sequential.state, seat, self.rows)
        row = np.array(self.rows.cells, dtype=np.int16)
        return {
            field.name: row[field.first : field.first + field.size].reshape(field.shape).astype(number_type(field))
            for field in self.game.OBSERVATION.fields
        }

    def mask(self, sequential: SequentialState, seat: int, asked: bool) -> Mask:
        """Mark legal actions with 1; a seat that isn't asked can only wait."""
        mask = np.zeros(self.actions, np.int8)
        if asked:
            self.out.clear()
            sequential.moves_of(seat, self.out)
            mask[self.out.as_list()] = 1
        else:
            mask[sequential.wait] = 1
        return mask


def number_type(field: Field) -> type[np.int8] | type[np.int16]:
    """Choose the smallest type that holds a field."""
    return np.int8 if field.low >= -(2**7) and field.high < 2**7 else np.int16


def box(field: Field) -> spaces.Box:
    return spaces.Box(field.low, field.high, field.shape, number_type(field))
