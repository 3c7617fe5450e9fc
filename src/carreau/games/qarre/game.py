"""Qarré as a game: its options, its start and its guesses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from carreau.core.bits import size
from carreau.core.errors import PositionError
from carreau.core.hidden_info import HiddenInfoGame
from carreau.core.options import Choice, Number, Options
from carreau.core.spec import Spec
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.board import NONE
from carreau.games.qarre.spec import FIELDS, HAND_SIZE, HIGHEST, SEATS, SPEC
from carreau.games.qarre.tables import ACTION_NAMES, BOX, CARD_NAMES, chosen
from carreau.games.qarre.view import QarreView


class Qarre(HiddenInfoGame[QarreState, QarreView]):
    """Qarré for two players; a smaller box makes a game small enough to enumerate."""

    SPEC: ClassVar[Spec] = SPEC
    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(
        Choice("jack", "exchange", ["exchange", "keep"]),
        Number("target", BOX["target"], 1, HIGHEST, examples=(BOX["target"], 6), bounds_length=True),
        Number("lead", BOX["lead"], 1, HIGHEST, examples=(BOX["lead"], 4)),
        Number("reshuffle_limit", BOX["reshuffles"], 1, HIGHEST, examples=(4,), bounds_length=True),
    )

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        box = box or BOX
        self.deck = chosen([value + suit[0] for suit in box["suits"] for value in box["values"]], CARD_NAMES)
        self.action_deck = chosen([f"{face} {suit}" for suit in box["suits"] for face in box["faces"]], ACTION_NAMES)
        least = FIELDS + SEATS * HAND_SIZE
        if size(self.deck) < least or not self.action_deck:
            raise PositionError(f"qarre.2: {size(self.deck)} cards are fewer than the {least} to be laid out and dealt")

    def start(self) -> QarreState:
        options = self.options
        limits = [int(options[name]) for name in ("target", "lead", "reshuffle_limit")]
        state = QarreState(self.deck, self.action_deck, options["jack"] == "keep", *limits)
        state.stock = self.deck
        state.actions_left = self.action_deck
        for stack in range(FIELDS + SEATS):
            state.show(stack, NONE)
        return state
