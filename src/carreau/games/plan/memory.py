"""The paths of cards since the deal, and what one seat saw of them."""

from typing import Final, final

from carreau.core.bits import BIT, members
from carreau.core.errors import PositionError
from carreau.games.plan._spec import HAPPENING_NAMES, LANDED, MOVED, PASSED, PLAYED, SWAPPED, TOOK
from carreau.games.plan.rules import PlanRules
from carreau.games.plan.spec import SeenEvent

UNSEEN: Final = 0


@final
class Event:
    """Something that happened to cards. After a swap the giver holds `cards` and the receiver `others`."""

    def __init__(self, what: int, giver: int, receiver: int, cards: int, others: int) -> None:
        self.what = what
        self.giver = giver
        self.receiver = receiver
        self.cards = cards
        self.others = others

    def seen_by(self, seat: int) -> "Event":
        """Return the event with those cards blank that the seat didn't see."""
        if self.what == SWAPPED:
            cards = self.cards if seat == self.giver else UNSEEN
            others = self.others if seat == self.receiver else UNSEEN
            return Event(self.what, self.giver, self.receiver, cards, others)
        hidden = (self.what == MOVED or self.what == PASSED) and seat != self.giver and seat != self.receiver
        return Event(self.what, self.giver, self.receiver, UNSEEN if hidden else self.cards, UNSEEN)

    def to_json(self) -> SeenEvent:
        """Return the event as JSON; a seat sees at most one side of a swap."""
        return SeenEvent(HAPPENING_NAMES[self.what], self.giver, self.receiver, members(self.cards | self.others))


@final
class Retracing:
    """Follows the events of a state from the deal on; PositionError where a card goes that is not there."""

    def __init__(self, state: PlanRules) -> None:
        seats = range(int(state.seats))
        self.hands = [int(state.dealt(seat)) for seat in seats]
        self.first_pile = int(state.deck.cards - state.pack) - sum(self.hands)  # empty unless a position was set up
        self.pile = self.first_pile
        self.in_play = 0
        self.air: list[Event] = []
        self.plays = 0
        self.events = [self.follow(state, index) for index in range(int(state.events))]
        in_play = int(BIT[state.in_play]) if state.in_play else 0
        there = [*(int(state.hands(seat)) for seat in seats), int(state.pile) | in_play]
        if [*self.hands, self.pile | self.in_play] != there:
            raise PositionError("plan.2: the events do not lead from the cards dealt to where the cards are")

    def follow(self, state: PlanRules, index: int) -> Event:
        what, card = int(state.event_what(index)), int(state.event_card(index))
        giver, receiver = int(state.event_giver(index)), int(state.event_receiver(index))
        event = Event(what, giver, receiver, int(BIT[card]) if card else 0, 0)
        if what == PLAYED or what == MOVED or what == PASSED:
            if not self.hands[giver] & event.cards:
                raise PositionError(f"plan.2: events[{index}]: seat {giver} does not hold card {card}")
            self.hands[giver] ^= event.cards
        if what == PLAYED:  # plan.6
            self.pile, self.in_play = self.pile | self.in_play, event.cards
            self.plays += 1
        elif what == TOOK:
            event.cards, self.pile = self.pile, 0
            self.hands[giver] |= event.cards
        elif what == MOVED:
            self.hands[receiver] |= event.cards
        elif what == SWAPPED:
            event.cards, event.others = self.hands[receiver], self.hands[giver]
            self.hands[giver], self.hands[receiver] = event.cards, event.others
        elif what == PASSED:
            self.air.append(event)
        elif what == LANDED:
            for passed in self.air:
                self.hands[passed.receiver] |= passed.cards
            self.air = []
        return event


def surely_held(seen: list[Event], seat: int, own: int, seats: int) -> list[int]:
    """Return the cards that a seat knows to be in each hand, without working anything out: it saw them go there."""
    sure = [0] * seats
    if seat >= 0:
        sure[seat] = own
    air: list[Event] = []
    for event in seen:
        if event.what == TOOK:
            sure[event.giver] |= event.cards
        elif event.what == SWAPPED:
            one, other = sure[event.giver], sure[event.receiver]
            sure[event.giver], sure[event.receiver] = other | event.cards, one | event.others
        elif event.what != LANDED:
            # A player who gives a card away unseen may have given any of their cards.
            sure[event.giver] = sure[event.giver] & ~event.cards if event.cards else 0
            air.append(event)
        if event.what == MOVED or event.what == LANDED:
            for moved in air:
                sure[moved.receiver] |= moved.cards
        if event.what != PASSED:
            air = []
    return sure
