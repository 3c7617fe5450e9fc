"""Legal actions as JSON. The same ones are sent again and again, so each is encoded once."""

from collections.abc import Sequence
from functools import cache
from typing import cast

import msgspec

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.game import State
from carreau.core.native import i64
from carreau.table.messages import Offered


class ActionJson:
    """The actions of a game with their ids, each encoded when it is needed for the first time."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.encoded = [b""] * actions.size

    def offer(self, state: State, seat: int) -> Sequence[Offered]:
        """List a seat's legal actions; what is returned can only be encoded."""
        ids = ActionBuffer()
        state.moves(seat, ids)
        joined = b",".join([self.action(ids.at(index)) for index in range(ids.count)])
        return cast("Sequence[Offered]", msgspec.Raw(b"[%s]" % joined))

    def action(self, action: i64) -> bytes:
        return self.encoded[action] or self.encode(action)

    def encode(self, action: int) -> bytes:
        self.encoded[action] = msgspec.json.encode({"id": action, **self.actions.fields(action)})
        return self.encoded[action]


@cache
def action_json(actions: Actions) -> ActionJson:
    return ActionJson(actions)
