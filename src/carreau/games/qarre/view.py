"""What one seat of Qarré knows, and the hands and stocks that fit it."""

from typing import Any, final

from carreau.core.bits import size
from carreau.core.game import View
from carreau.core.native import i64
from carreau.core.rng import Rng
from carreau.games.qarre.board import TOP, combination
from carreau.games.qarre.memory import Holdings, dumped, forget
from carreau.games.qarre.rules import HAND, KNOWN, SEATS, TAKEN, QarreState
from carreau.games.qarre.tables import FIELDS, names_of


@final
class QarreView(View):
    """What a seat knows: the state with all that is hidden from it left blank, and how much that is.

    A spectator has seen what was taken from the base, and deduces nothing (qarre.r17).
    """

    def __init__(self, seat: int, state: QarreState) -> None:
        self.seat = seat
        self.known = state.clone()
        self.held = [int(size(state.cells[HAND + owner])) for owner in range(SEATS)]
        self.stock = int(size(state.stock))
        self.holdings: list[Holdings] = []  # of the others; counted when the first guess is asked for
        self.hide()

    def hide(self) -> None:
        cells = self.known.cells
        self.known.stock = 0
        if self.seat < 0:
            forget(cells)
        for owner in range(SEATS):
            if self.seat < 0:
                cells[KNOWN + owner] = cells[TAKEN + owner]
            if owner != self.seat:
                cells[HAND + owner] = cells[KNOWN + owner]

    def hidden(self, owner: int) -> int:
        """How many cards in a hand the seat can't tell."""
        return self.held[owner] - int(size(self.known.cells[HAND + owner]))

    def unseen(self) -> i64:
        """The cards that are in the stock or hidden in a hand."""
        return self.known.deck & ~self.known.placed()

    def guess(self, rng: Rng) -> QarreState:
        """A whole state that looks like this; every deal that fits has the same chance."""
        others = [owner for owner in range(SEATS) if owner != self.seat]
        if not self.holdings:
            self.holdings = [Holdings(self.known.cells, owner, self.hidden(owner)) for owner in others]
        state, unseen = self.known.clone(), self.unseen()
        for owner, holdings in zip(others, self.holdings, strict=True):
            drawn = holdings.draw(unseen, rng)
            state.cells[HAND + owner] |= drawn
            unseen ^= drawn
        state.stock = unseen
        if unseen == 0 and self.seat < 0:
            state.reveal()  # the players know
        return state

    def combination(self) -> list[int]:
        """The fields whose top cards are a trio or quartet now."""
        cells = self.known.cells
        if any(cells[TOP + field] < 0 for field in range(FIELDS)):
            return []
        return [field + 1 for field in range(FIELDS) if combination(cells, field)]

    def to_json(self) -> dict[str, Any]:
        cells = self.known.cells
        return {
            "seat": self.seat,
            "jack": "keep" if self.known.keep else "exchange",
            "target": int(self.known.target),
            "lead": int(self.known.lead),
            "limit": int(self.known.limit),
            "hand": names_of(cells[HAND + self.seat]) if self.seat >= 0 else [],
            "held": self.held,
            "stock": self.stock,
            "combination": self.combination(),
            **self.known.table(),
            "known": [names_of(cells[KNOWN + owner]) for owner in range(SEATS)],
            "memory": dumped(cells),
        }
