"""Games in which seats have secrets, and a view is the position without those of the others."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from carreau.core.game import State, View

S = TypeVar("S", bound=State)


class HiddenInfoView(View, Generic[S]):
    """A position from which everything is cleared that a seat may not see; it must be a copy."""

    def __init__(self, seat: int, known: S) -> None:
        self.seat = seat
        self.known = known

    def to_json(self) -> Mapping[str, Any]:
        return {"seat": self.seat, **self.known.dump()}
