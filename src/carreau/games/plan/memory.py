"""The paths of cards since the deal, and what one seat saw of them."""

from typing import Final, final

from carreau.core.bits import BIT, members
from carreau.core.position import require
from carreau.games.plan._spec import HAPPENING_NAMES
from carreau.games.plan._spec import PlanHappening as Happening
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
        """Return the event as a seat saw it: cards that it didn't see are blank."""
        what, gave, got = self.what, seat == self.giver, seat == self.receiver
        hidden = (what == Happening.MOVED or what == Happening.PASSED) and not (gave or got)
        cards = UNSEEN if hidden or (what == Happening.SWAPPED and not gave) else self.cards
        return Event(what, self.giver, self.receiver, cards, self.others if got else UNSEEN)

    def to_json(self) -> SeenEvent:
        """Return the event as JSON; a seat sees at most one side of a swap."""
        return SeenEvent(HAPPENING_NAMES[self.what], self.giver, self.receiver, members(self.cards | self.others))


@final
class Retracing:
    """The events of a state, followed from the deal on; a card that isn't where it leaves raises PositionError."""

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
        arrived = [*self.hands, self.pile | self.in_play] == there
        require(arrived, "plan.2: the events do not lead from the cards dealt to where the cards are")

    def follow(self, state: PlanRules, index: int) -> Event:
        what, card = int(state.event_what(index)), int(state.event_card(index))
        giver, receiver = int(state.event_giver(index)), int(state.event_receiver(index))
        cards, others = int(BIT[card]) if card else 0, 0
        if what == Happening.PLAYED or what == Happening.MOVED or what == Happening.PASSED:
            require(self.hands[giver] & cards, f"plan.2: events[{index}]: seat {giver} does not hold card {card}")
            self.hands[giver] ^= cards
        if what == Happening.PLAYED:  # plan.6
            self.pile, self.in_play = self.pile | self.in_play, cards
            self.plays += 1
        elif what == Happening.TOOK:
            cards, self.pile = self.pile, 0
            self.hands[giver] |= cards
        elif what == Happening.MOVED:
            self.hands[receiver] |= cards
        elif what == Happening.SWAPPED:
            cards, others = self.hands[receiver], self.hands[giver]
            self.hands[giver], self.hands[receiver] = cards, others
        elif what == Happening.LANDED:
            for passed in self.air:
                self.hands[passed.receiver] |= passed.cards
            self.air = []
        event = Event(what, giver, receiver, cards, others)
        if what == Happening.PASSED:
            self.air.append(event)
        return event


def surely_held(seen: list[Event], seat: int, own: int, seats: int) -> list[int]:
    """Return the cards of each hand that a seat has seen go there and surely haven't left, without any inference."""
    sure = [own if holder == seat else 0 for holder in range(seats)]
    air: list[Event] = []
    for event in seen:
        what, giver, receiver, cards = event.what, event.giver, event.receiver, event.cards
        if what == Happening.TOOK:
            sure[giver] |= cards
        elif what == Happening.SWAPPED:
            sure[giver], sure[receiver] = sure[receiver] | cards, sure[giver] | event.others
        elif what != Happening.LANDED:
            # A player who gives a card away unseen may have given any of their cards.
            sure[giver] = sure[giver] & ~cards if cards else 0
            air.append(event)
        if what == Happening.MOVED or what == Happening.LANDED:
            for moved in air:
                sure[moved.receiver] |= moved.cards
        if what != Happening.PASSED:
            air = []
    return sure
