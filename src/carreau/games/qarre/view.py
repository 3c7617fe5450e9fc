"""What one seat of Qarré knows, and the hands and stocks that fit it."""

from typing import final

from carreau.core.game import View
from carreau.core.native import i64
from carreau.core.rng import Rng
from carreau.games.qarre._spec import QarreViewJson
from carreau.games.qarre.belief import Holdings
from carreau.games.qarre.board import NONE
from carreau.games.qarre.memory import names_of
from carreau.games.qarre.rules import QarreRules
from carreau.games.qarre.spec import FIELDS, SEATS


@final
class QarreView(View):
    """What a seat knows: the state with all that is hidden from it left blank, and how much that is.

    A spectator has seen what was taken from the base, and deduces nothing (qarre.r17).
    """

    def __init__(self, seat: int, state: QarreRules) -> None:
        self.seat = seat
        self.held = [int(state.held(owner)) for owner in range(SEATS)]
        self.stock = int(state.stock_size())
        self.holdings: list[Holdings] = []  # of the others; counted when the first guess is asked for
        self.known = state.clone()
        self.hide()

    def hide(self) -> None:
        """Blank what is hidden; of the other hands what is known of them stays."""
        known = self.known
        known.hide_from(self.seat)
        if self.seat < 0:
            known.forget()
        for owner in range(SEATS):
            if self.seat < 0:
                known.add_to_known(owner, known.taken(owner) - known.known(owner))
            if owner != self.seat:
                known.add_to_hands(owner, known.known(owner))

    def hidden(self, owner: int) -> int:
        """How many cards in a hand the seat can't tell."""
        return self.held[owner] - int(self.known.held(owner))

    def unseen(self) -> i64:
        """The cards that are in the stock or hidden in a hand."""
        return self.known.deck & ~self.known.placed()

    def guess(self, rng: Rng) -> QarreRules:
        """A whole state that looks like this; every deal that fits has the same chance."""
        others = [owner for owner in range(SEATS) if owner != self.seat]
        if not self.holdings:
            self.holdings = [Holdings(self.known, owner, self.hidden(owner)) for owner in others]
        state, unseen = self.known.clone(), self.unseen()
        for owner, holdings in zip(others, self.holdings, strict=True):
            drawn = holdings.draw(unseen, rng)
            state.add_to_hands(owner, drawn)
            unseen ^= drawn
        state.stock = unseen
        if unseen == 0 and self.seat < 0:
            state.reveal()  # the players know
        return state

    def combination(self) -> list[int]:
        """The fields whose top cards are a trio or quartet now."""
        if any(self.known.tops(field) == NONE for field in range(FIELDS)):
            return []
        return [field + 1 for field in range(FIELDS) if self.known.combination(field)]

    def to_json(self) -> QarreViewJson:
        known = self.known
        return {
            "seat": self.seat,
            "jack": "keep" if known.keep else "exchange",
            "target": int(known.target),
            "lead": int(known.lead),
            "limit": int(known.limit),
            "hand": names_of(known.hands(self.seat)) if self.seat >= 0 else [],
            "held": self.held,
            "stock": self.stock,
            "combination": self.combination(),
            **known.table(),
        }
