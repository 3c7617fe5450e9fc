"""Qarré as a game: its options, its start and its guesses."""

from typing import ClassVar

from carreau.core.bits import size
from carreau.core.options import Choice, Number, Options
from carreau.core.position import require
from carreau.games.qarre._state import QarreGame, QarreState
from carreau.games.qarre.board import NONE
from carreau.games.qarre.spec import FIELDS, HAND_SIZE, HIGHEST, SEATS
from carreau.games.qarre.tables import ACTION_NAMES, BOX, CARD_NAMES, chosen


class Qarre(QarreGame):
    """Qarré for two players; a smaller box makes a game small enough to enumerate."""

    DRAWS_LOTS: ClassVar[bool] = True
    OPTIONS: ClassVar[Options] = Options(
        Choice("jack", "exchange", ["exchange", "keep"]),
        Number("target", BOX["target"], 1, HIGHEST, examples=(BOX["target"], 6), bounds_length=True),
        Number("lead", BOX["lead"], 1, HIGHEST, examples=(BOX["lead"], 4)),
        Number("reshuffle_limit", BOX["reshuffles"], 1, HIGHEST, examples=(4,), bounds_length=True),
    )

    def prepare(self) -> None:
        suits = self.box["suits"]
        self.deck = chosen([value + suit[0] for suit in suits for value in self.box["values"]], CARD_NAMES)
        self.action_deck = chosen([f"{face} {suit}" for suit in suits for face in self.box["faces"]], ACTION_NAMES)
        cards, least = size(self.deck), FIELDS + SEATS * HAND_SIZE
        enough = cards >= least and self.action_deck > 0
        require(enough, f"qarre.2: {cards} cards are fewer than the {least} to be laid out and dealt")

    def start(self) -> QarreState:
        options = self.options
        limits = [int(options[name]) for name in ("target", "lead", "reshuffle_limit")]
        state = QarreState(self.deck, self.action_deck, options["jack"] == "keep", *limits)
        state.stock = self.deck
        state.actions_left = self.action_deck
        for stack in range(FIELDS + SEATS):
            state.show(stack, NONE)
        return state
