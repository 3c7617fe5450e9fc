"""Legal actions as JSON. The same ones are sent again and again, so each is encoded once."""

from collections.abc import Sequence
from functools import cache
from typing import cast

import msgspec

from carreau.core.actions import Actions
from carreau.table.messages import Offered


class ActionJson:
    """The actions of a game with their ids, each encoded when it is needed for the first time."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.encoded = [b""] * actions.size

    def offer(self, ids: list[int]) -> Sequence[Offered]:
        """List actions; what is returned can only be encoded."""
        joined = b",".join([self.encoded[action] or self.encode(action) for action in ids])
        return cast("Sequence[Offered]", msgspec.Raw(b"[%s]" % joined))

    def encode(self, action: int) -> bytes:
        self.encoded[action] = msgspec.json.encode({"id": action, **self.actions.fields(action)})
        return self.encoded[action]


@cache
def action_json(actions: Actions) -> ActionJson:
    return ActionJson(actions)
