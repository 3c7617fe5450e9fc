"""One seat's view of Qarré, and the hands and stocks that fit it."""

from typing import final

from carreau.core.hidden_info import GuessingView
from carreau.core.rng import Rng
from carreau.games.qarre._spec import QarreViewJson
from carreau.games.qarre.belief import Holdings
from carreau.games.qarre.board import NONE
from carreau.games.qarre.rules import QarreRules
from carreau.games.qarre.spec import FIELDS, SEATS


@final
class QarreView(GuessingView):
    """A seat's view: the state without everything hidden from it, and the number of hidden cards.

    A spectator has seen what was taken from the base, and deduces nothing (qarre.r17).
    """

    def __init__(self, seat: int, state: QarreRules) -> None:
        self.seat = seat
        self.sight = state.sight(seat)
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

    def guess(self, rng: Rng) -> QarreRules:
        """Draw a state that fits this view; every deal that fits is equally likely."""
        others = [owner for owner in range(SEATS) if owner != self.seat]
        if not self.holdings:
            hidden = [self.sight["held"][owner] - int(self.known.held(owner)) for owner in others]
            self.holdings = [Holdings(self.known, owner, cards) for owner, cards in zip(others, hidden, strict=True)]
        state, unseen = self.known.clone(), self.known.deck & ~self.known.placed()
        for owner, holdings in zip(others, self.holdings, strict=True):
            drawn = holdings.draw(unseen, rng)
            state.add_to_hands(owner, drawn)
            unseen ^= drawn
        state.stock = unseen
        if unseen == 0 and self.seat < 0:
            state.reveal()  # the players know
        return state

    def combination(self) -> list[int]:
        """List the fields, from 1, whose top card is part of a trio or quartet."""
        if any(self.known.tops(field) == NONE for field in range(FIELDS)):
            return []
        return [field + 1 for field in range(FIELDS) if self.known.combination(field)]

    def to_json(self) -> QarreViewJson:
        known = self.known
        return {
            **self.sight,
            "jack": "keep" if known.keep else "exchange",
            "combination": self.combination(),
            **known.table(),
        }
