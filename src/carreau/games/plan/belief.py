"""All that may have happened as far as one seat can tell, counted so that a history can be drawn by its number.

Every hand has a size that all can see, so each card that somebody chose or drew unseen is as likely as
any other of that hand, and all histories that agree with what the seat saw are equally likely. A history
is the deal and every card that moved unseen. They are counted without being listed:

Cards of which the seat has seen the same are of one kind: exchangeable. At first all cards that others hold
are of one kind; those that the seat saw go into a hand together are another. A table says how many cards of
each kind lie in each place, and `tables` has, for each table that is possible, the number of histories by which
any one arrangement of cards that it stands for can have come about. Following what the seat saw:

    cards come from where it sees them   a new kind, all of them in that place
    a card turns up in a place           only tables with that kind there remain, with one less of it
    two hands are swapped                they are another player's from now on
    a card moves unseen                  any kind may have moved: each arrangement can have come
                                         from as many as it has cards that may just have arrived

A history is then drawn backwards: first where the cards are now, then for each card that moved unseen which of
those in the hand that got it it was, by the number of histories before. All numbers are whole: nothing is rounded.

With the deck of the box a player hardly ever has more than a hundred tables. A deck that moves nearly every card
unseen can make them too many to count: then a fair sample of them is followed, and `exact` says so. Guesses
still agree with all that the seat saw, but are no longer drawn from every history that does.
"""

from math import gcd
from typing import Final, final

from carreau.core.bits import members
from carreau.core.rng import Rng
from carreau.games.plan._spec import PlanHappening as Happening
from carreau.games.plan.memory import Event
from carreau.games.plan.spec import MOST_CARDS, MOST_SEATS

# Places for cards: a hand by the seat that it was dealt to, the air above a seat while cards are passed, the pack while
# cards are dealt.
AIR: Final = MOST_SEATS
PACK: Final = 2 * MOST_SEATS
PLACES: Final = PACK + 1
NOWHERE: Final = -1  # where the seat can see it

COUNT_BITS: Final = 5
COUNT: Final = 31
UNIT: Final[list[int]] = [2 ** (COUNT_BITS * index) for index in range((MOST_CARDS + 1) * PLACES)]
FACTORIAL: Final[list[int]] = [1]
for _number in range(1, MOST_CARDS + 1):
    FACTORIAL.append(FACTORIAL[-1] * _number)
LARGE: Final = 2**60
MOST_TABLES: Final = 2000
FEWER: Final = 8  # how much smaller a sample is, because the tables soon are as many again
FINE: Final = 2**32  # how much finer the numbers of a sample are, because they have to be divided


def count_of(table: int, kind: int, place: int) -> int:
    return (table >> (COUNT_BITS * (kind * PLACES + place))) & COUNT


@final
class CardMove:
    """Cards that moved, and for a card that moved unseen what was possible before."""

    def __init__(self, source: int, target: int, cards: list[int], event: int = -1) -> None:
        self.source = source
        self.target = target
        self.cards = cards  # none if unseen
        self.event = event  # its number, or -1 where no card needs to be found out
        self.kinds: list[int] = []
        self.tables: dict[int, int] = {}


@final
class Histories:
    """The histories that fit what a seat saw."""

    def __init__(
        self, seat: int, cards: int, own: int, sizes: list[int], pack: int, seen: list[Event], most: int = MOST_TABLES
    ) -> None:
        """`cards` are those dealt to others or still in the pack, `own` the seat's own, `sizes` all hands dealt."""
        self.seat = seat
        self.most = most
        held = [0 if holder == seat else size for holder, size in enumerate(sizes)]
        self.first = sum(UNIT[place] * size for place, size in enumerate(held)) + UNIT[PACK] * pack
        self.begin(cards, own)
        while not self.follow_all(seen):  # a sample can be without any table that agrees with what came later
            self.most = 4 * self.most + 4
            self.begin(cards, own)
        self.now = list(self.tables)
        self.chances = [self.tables[table] * self.arrangements(table) for table in self.now]
        self.total = sum(self.chances)
        self.owners = [self.hands.index(place) for place in range(MOST_SEATS)]  # the seat whose hand each place is now

    def begin(self, cards: int, own: int) -> None:
        self.own = own
        self.kinds = [0 if cards >> card & 1 else NOWHERE for card in range(MOST_CARDS + 1)]
        self.sizes = [0] * (MOST_CARDS + 1)  # how many cards there are of each kind
        self.sizes[0] = len(members(cards))
        self.hands = list(range(MOST_SEATS))  # the place that is each seat's hand now
        self.tables = {self.first: 1}
        self.steps: list[CardMove] = []
        self.air: list[Event] = []
        self.exact = True

    def follow_all(self, seen: list[Event]) -> bool:
        """Follow all events; return whether any table agrees with them."""
        for index, event in enumerate(seen):
            self.follow(index, event)
            if not self.tables:
                return False
        return True

    # What the seat saw, event by event

    def follow(self, index: int, event: Event) -> None:
        giver, receiver = event.giver, event.receiver
        if event.what == Happening.PLAYED:
            self.lose(giver, event.cards)
        elif event.what == Happening.TOOK:
            self.gain(giver, event.cards)
        elif event.what == Happening.SWAPPED:
            self.swapped(event)
        elif event.what == Happening.LANDED:
            self.landed()
        elif giver != self.seat and receiver != self.seat:
            in_the_air = event.what == Happening.PASSED
            self.move(self.hands[giver], AIR + giver if in_the_air else self.hands[receiver], index)
            if in_the_air:
                self.air.append(event)
        else:
            self.lose(giver, event.cards)
            if event.what == Happening.PASSED:
                self.air.append(event)
            else:
                self.gain(receiver, event.cards)

    def landed(self) -> None:
        for event in self.air:
            if event.cards:
                self.gain(event.receiver, event.cards)
            else:
                self.move(AIR + event.giver, self.hands[event.receiver], -1)
        self.air = []

    def swapped(self, event: Event) -> None:
        one, other = event.giver, event.receiver
        if self.seat != one and self.seat != other:
            self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
            return
        other = other if self.seat == one else one
        given = self.own
        self.lose(self.seat, given)
        self.lose(other, event.cards | event.others)
        self.gain(self.seat, event.cards | event.others)
        self.gain(other, given)

    def lose(self, seat: int, cards: int) -> None:
        """Remove cards that the seat sees leave a hand."""
        if seat == self.seat:
            self.own &= ~cards
        else:
            for card in members(cards):
                self.turn_up(card, self.hands[seat])

    def gain(self, seat: int, cards: int) -> None:
        """Add cards that the seat sees arrive in a hand."""
        if seat == self.seat:
            self.own |= cards
        elif cards:
            self.appear(members(cards), self.hands[seat])

    # What that means for the tables

    def appear(self, cards: list[int], place: int) -> None:
        """Make cards that went into a place before the seat's eyes a new kind."""
        kind = self.sizes.index(0)
        self.sizes[kind] = len(cards)
        for card in cards:
            self.kinds[card] = kind
        added = UNIT[kind * PLACES + place] * len(cards)
        self.tables = {table + added: ways for table, ways in self.tables.items()}
        self.steps.append(CardMove(NOWHERE, place, cards))

    def turn_up(self, card: int, place: int) -> None:
        """Keep the tables with a card's kind in the place where it turned up."""
        kind = self.kinds[card]
        taken = UNIT[kind * PLACES + place]
        self.tables = {table - taken: ways for table, ways in self.tables.items() if count_of(table, kind, place)}
        self.kinds[card] = NOWHERE
        self.sizes[kind] -= 1
        self.steps.append(CardMove(place, NOWHERE, [card]))

    def move(self, source: int, target: int, event: int) -> None:
        """Let an unseen card move: each kind in the source may have gone."""
        if not self.tables:
            return
        self.unite_kinds()
        step = CardMove(source, target, [], event)
        step.tables, step.kinds = self.tables, list(self.kinds)
        self.steps.append(step)
        found: dict[int, int] = {}
        kinds = [kind for kind, size in enumerate(self.sizes) if size]
        for table, ways in self.tables.items():
            for kind in kinds:
                if count_of(table, kind, source):
                    after = table - UNIT[kind * PLACES + source] + UNIT[kind * PLACES + target]
                    found[after] = found.get(after, 0) + ways * count_of(after, kind, target)
        self.tables = without_common_factor(found)
        if len(self.tables) > self.most:
            self.take_sample(Rng(len(self.steps)))  # the same each time, so that a guess depends on its view alone

    def take_sample(self, rng: Rng) -> None:
        """Keep likely tables and some of the others, so that each has its own chance on the average."""
        kept, wanted = {}, 1 + self.most // FEWER
        chances = {table: ways * self.arrangements(table) for table, ways in self.tables.items()}
        total = sum(chances.values())
        for table, chance in chances.items():
            if chance * wanted >= total:
                kept[table] = self.tables[table] * FINE
            elif rng.huge_below(total) < chance * wanted:
                kept[table] = self.tables[table] * FINE * total // (chance * wanted)
        self.tables = kept
        self.exact = False

    def unite_kinds(self) -> None:
        """Unite kinds that surely lie in the same place: they have become exchangeable."""
        at: dict[int, int] = {}
        for kind, size in enumerate(self.sizes):
            place = self.sure_place(kind) if size else NOWHERE
            if place != NOWHERE and place in at:
                self.unite(kind, at[place], place)
            elif place != NOWHERE:
                at[place] = kind

    def sure_place(self, kind: int) -> int:
        """Return the place of a kind if it is the same in all tables; otherwise NOWHERE."""
        size, first = self.sizes[kind], next(iter(self.tables))
        for place in range(PLACES):
            if count_of(first, kind, place) == size:
                return place if all(count_of(table, kind, place) == size for table in self.tables) else NOWHERE
        return NOWHERE

    def unite(self, kind: int, other: int, place: int) -> None:
        moved = self.sizes[kind] * (UNIT[other * PLACES + place] - UNIT[kind * PLACES + place])
        self.tables = {table + moved: ways for table, ways in self.tables.items()}
        self.sizes[other] += self.sizes[kind]
        self.sizes[kind] = 0
        self.kinds = [other if each == kind else each for each in self.kinds]

    # Drawing a history

    def arrangements(self, table: int) -> int:
        """Count the ways to spread the cards of each kind over the places according to a table."""
        number = 1
        for kind, size in enumerate(self.sizes):
            if size:
                number *= FACTORIAL[size]
                for place in range(PLACES):
                    number //= FACTORIAL[count_of(table, kind, place)]
        return number

    def draw(self, rng: Rng) -> "History":
        return History(self, self.spread(self.draw_table(rng), rng), rng)

    def draw_table(self, rng: Rng) -> int:
        return self.now[drawn_index(self.chances, rng)]

    def spread(self, table: int, rng: Rng) -> list[int]:
        """Draw the place of each card, from all arrangements that a table stands for."""
        where = [NOWHERE] * (MOST_CARDS + 1)
        for kind, size in enumerate(self.sizes):
            if size:
                cards = [card for card, each in enumerate(self.kinds) if each == kind]
                for place in range(PLACES):
                    for _taken in range(count_of(table, kind, place)):
                        where[cards.pop(int(rng.below(len(cards))))] = place
        return where


@final
class History:
    """One history: where the cards are, where they were dealt, and the cards that moved unseen by their event."""

    def __init__(self, histories: Histories, where: list[int], rng: Rng) -> None:
        self.now = list(where)
        self.dealt = where
        self.moved: dict[int, int] = {}
        for step in reversed(histories.steps):
            self.undo(step, rng)

    def undo(self, step: CardMove, rng: Rng) -> None:
        for card in step.cards or [self.arrived(step, rng)]:
            self.dealt[card] = step.source
            if step.event >= 0:
                self.moved[step.event] = card

    def arrived(self, step: CardMove, rng: Rng) -> int:
        """Draw the card of a place that has just arrived, weighted by the number of histories before it did."""
        cards = [card for card, place in enumerate(self.dealt) if place == step.target]
        if len(cards) == 1:
            return cards[0]
        table = sum(UNIT[step.kinds[card] * PLACES + place] for card, place in enumerate(self.dealt) if place >= 0)
        return cards[drawn_index([step.tables.get(table + self.back(step, card), 0) for card in cards], rng)]

    def back(self, step: CardMove, card: int) -> int:
        """Return what to add to a table so that a card goes back to where it came from."""
        first = step.kinds[card] * PLACES
        return UNIT[first + step.source] - UNIT[first + step.target]


def drawn_index(chances: list[int], rng: Rng) -> int:
    """Draw an index, weighted by the numbers of a list."""
    drawn, index = rng.huge_below(sum(chances)), 0
    while drawn >= chances[index]:
        drawn -= chances[index]
        index += 1
    return index


def without_common_factor(tables: dict[int, int]) -> dict[int, int]:
    """Divide large numbers by their common factor, which keeps their proportions."""
    if max(tables.values()) < LARGE:
        return tables
    factor = gcd(*tables.values())
    return {table: ways // factor for table, ways in tables.items()}
