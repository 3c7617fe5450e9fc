"""One seat's view of Ganz nach Plan!?: all open cards, and everything it saw since the deal."""

from typing import final

from carreau.core.bits import BIT, members, nth, size
from carreau.core.hidden_info import GuessingView
from carreau.core.rng import Rng
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan._spec import PlanViewJson
from carreau.games.plan.belief import NOWHERE, PACK, Histories
from carreau.games.plan.memory import Retracing, surely_held
from carreau.games.plan.rules import PlanRules


@final
class PlanView(GuessingView):
    """The position with all that is hidden from a seat left blank, how much that is, and what the seat saw."""

    def __init__(self, seat: int, state: PlanRules) -> None:
        retraced = Retracing(state)
        self.seat = seat
        self.sight = state.sight(seat)
        self.seen = [event.seen_by(seat) for event in retraced.events]
        self.first_pile = retraced.first_pile
        self.dealt = int(state.dealt(seat)) if seat >= 0 else 0  # to the seat itself
        self.known = state.clone()
        self.known.hide_from(seat)
        self.histories: Histories | None = None

    def counted(self) -> Histories:
        """Count the histories that fit this view, once."""
        if self.histories is None:
            hidden = int(self.known.deck.cards) & ~(self.dealt | self.first_pile)
            held, pack = self.sight["dealt_held"], self.sight["pack"]
            self.histories = Histories(self.seat, hidden, self.dealt, held, pack, self.seen)
        return self.histories

    def guess(self, rng: Rng) -> PlanRules:
        """Draw a position that fits this view; every history that fits is equally likely."""
        histories = self.counted()
        history = histories.draw(rng)
        state = self.known.clone()
        for card, place in enumerate(history.now):
            if place == PACK:
                state.pack |= BIT[card]
            elif place != NOWHERE:
                state.add_to_hands(histories.owners[place], BIT[card])
        for card, place in enumerate(history.dealt):
            if place != NOWHERE and place != PACK:
                state.add_to_dealt(place, BIT[card])
        for index, card in history.moved.items():
            state.change_event_card(index, card)
        for holder in self.have_chosen():
            hand = state.hands(holder)
            state.add_to_chosen(holder, nth(hand, rng.below(size(hand))))
        return state

    def have_chosen(self) -> list[int]:
        """List the other players who have laid a card aside to pass (plan.r8)."""
        if self.known.stage != Stage.PASSING:
            return []
        waiting = self.known.waiting()
        return [
            seat for seat, held in enumerate(self.sight["held"]) if held and seat != self.seat and seat not in waiting
        ]

    def to_json(self) -> PlanViewJson:
        known = self.known
        sure = surely_held(self.seen, self.seat, self.dealt, int(known.seats))
        return {
            **self.sight,
            **known.table(),
            "target": int(known.target()),
            "waiting": known.waiting(),
            "sure": [members(cards) for cards in sure],
            "first_pile": members(self.first_pile),
            "events": [event.to_json() for event in self.seen],
            "deck": known.deck.listed,
        }
