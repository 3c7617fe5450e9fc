"""Games with hidden information: a view is the position without the other seats' secrets."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from carreau.core.game import State, View

S = TypeVar("S", bound=State)


class HiddenInfoView(View, Generic[S]):
    """A copy of the position, cleared of everything a seat may not see."""

    def __init__(self, seat: int, known: S) -> None:
        self.seat = seat
        self.known = known

    def to_json(self) -> Mapping[str, Any]:
        return {"seat": self.seat, **self.known.dump()}
