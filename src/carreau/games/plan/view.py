"""What one seat of Ganz nach Plan!? knows: all that lies open, and everything it saw since the deal."""

from typing import Any, final

from carreau.core.bits import BIT, members, nth, size
from carreau.core.game import View
from carreau.core.rng import Rng
from carreau.games.plan.belief import NOWHERE, PACK, Histories
from carreau.games.plan.memory import Retracing, surely_held
from carreau.games.plan.rules import (
    CARD_AT,
    CHOSEN,
    DEALT,
    EVENT_BITS,
    HAND,
    LOG,
    NO_CARD,
    PASSING,
    PER_CELL,
    PlanState,
)


def write_card(state: PlanState, index: int, card: int) -> None:
    """Set the card of an event."""
    before = state.event(index)
    after = before % BIT[CARD_AT] + card * BIT[CARD_AT]
    state.cells[LOG + index // PER_CELL] += (after - before) * BIT[EVENT_BITS * (index % PER_CELL)]


@final
class PlanView(View):
    """The state with all that is hidden from a seat left blank, how much that is, and what the seat saw."""

    def __init__(self, seat: int, state: PlanState) -> None:
        retraced = Retracing(state)
        self.seat = seat
        self.seen = [event.seen_by(seat) for event in retraced.events]
        self.first_pile = retraced.first_pile
        self.pack = int(size(state.pack))
        self.held = [int(size(state.cells[HAND + holder])) for holder in range(int(state.seats))]
        self.dealt = [int(size(state.cells[DEALT + holder])) for holder in range(int(state.seats))]
        self.known = state.clone()
        self.histories: Histories | None = None  # counted when the first guess is asked for
        self.hide()

    def hide(self) -> None:
        self.known.pack = 0
        for holder in range(int(self.known.seats)):
            if holder != self.seat:
                for start in (HAND, DEALT, CHOSEN):
                    self.known.cells[start + holder] = 0
        for index, event in enumerate(self.seen):
            if not event.cards:
                write_card(self.known, index, NO_CARD)

    def own(self, start: int) -> int:
        """The seat's own hand now (HAND) or as it was dealt (DEALT), or the card it will pass (CHOSEN)."""
        return int(self.known.cells[start + self.seat]) if self.seat >= 0 else 0

    def counted(self) -> Histories:
        """The histories that fit this view."""
        if self.histories is None:
            own = self.own(DEALT)
            hidden = int(self.known.deck.cards) & ~(own | self.first_pile)
            self.histories = Histories(self.seat, hidden, own, self.dealt, self.pack, self.seen)
        return self.histories

    def guess(self, rng: Rng) -> PlanState:
        """A whole state that looks like this; every history that fits has the same chance."""
        history = self.counted().draw(rng)
        state = self.known.clone()
        for card, place in enumerate(history.now):
            if place == PACK:
                state.pack |= BIT[card]
            elif place != NOWHERE:
                state.cells[HAND + place] |= BIT[card]
        for card, place in enumerate(history.dealt):
            if place != NOWHERE and place != PACK:
                state.cells[DEALT + place] |= BIT[card]
        for index, card in history.moved.items():
            write_card(state, index, card)
        for holder in self.have_chosen():
            hand = state.cells[HAND + holder]
            state.cells[CHOSEN + holder] = nth(hand, rng.below(size(hand)))
        return state

    def have_chosen(self) -> list[int]:
        """The others who have laid a card aside to pass (plan.r8)."""
        if self.known.stage != PASSING:
            return []
        waiting = self.known.waiting()
        return [seat for seat, held in enumerate(self.held) if held and seat != self.seat and seat not in waiting]

    def to_json(self) -> dict[str, Any]:
        sure = surely_held(self.seen, self.seat, self.own(DEALT), len(self.held))
        return {
            "seat": self.seat,
            "hand": members(self.own(HAND)),
            "held": self.held,
            "pack": self.pack,
            **self.known.table(),
            "target": self.known.target(),
            "waiting": self.known.waiting(),
            "chosen": self.own(CHOSEN),
            "sure": [members(cards) for cards in sure],
            "dealt": members(self.own(DEALT)),
            "dealt_held": self.dealt,
            "first_pile": members(self.first_pile),
            "events": [event.to_json() for event in self.seen],
            "play_limit": int(self.known.play_limit),
            "open_discards": self.known.open_discards,
            "deck": self.known.deck.listed,
        }
