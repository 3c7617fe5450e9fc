"""Ganz nach Plan!?: play a card, do what it says, and be the first without cards, whoever's plan it was.

A hand is one integer with a bit for each card. A seat is a player, a place is a chair: hands belong to
seats, turns go by places. What an instruction still has to do is its program (see deck.py), which is
worked off part by part; the part that somebody has to choose a card for stays in front until it is chosen.

Where cards went is kept as events from the deal on. An event is 12 bits, five to a cell: what happened, the
seat that lost cards, the seat that got them, the card. That is all a seat's memory and its beliefs are made of.
"""

from typing import TYPE_CHECKING, Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT, members
from carreau.core.game import ALL, CHANCE, NOBODY, OVER, SPECTATOR, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.result import Result, won_by
from carreau.core.rng import Rng
from carreau.games.components import components
from carreau.games.plan.deck import (
    DRAW_CARD,
    GIVE_CARD,
    MOST_CARDS,
    PART,
    PART_BITS,
    PASS_ALL,
    SWAP_HANDS,
    SWAP_PLACES,
    TAKE_PILE,
    TURN_DIRECTION,
    Deck,
    part_names,
)

if TYPE_CHECKING:
    from carreau.games.plan.view import PlanView

BOX: Final = components("plan")
MOST_SEATS: Final = 4
PLACES: Final = "ABCD"  # plan.3

# A verb has one action for each card, and is what may be done in the stage of the same number.
ACTIONS: Final = Actions("plan")
CARDS: Final = range(1, MOST_CARDS + 1)
DEAL: Final[i64] = ACTIONS.add("deal", "deal {card}", card=CARDS)
PLAY: Final[i64] = ACTIONS.add("play", "play {card}", card=CARDS)
GIVE: Final[i64] = ACTIONS.add("give", "give {card}", card=CARDS)
PASS: Final[i64] = ACTIONS.add("pass", "pass {card}", card=CARDS)
DRAW: Final[i64] = ACTIONS.add("draw", "draw {card}", card=CARDS)

DEALING: Final = 0
PLAYING: Final = 1
GIVING: Final = 2
PASSING: Final = 3  # everybody at the same time (plan.r8)
DRAWING: Final = 4  # blind: by chance (plan.r9)
STAGES: Final = ["dealing", "playing", "giving", "passing", "drawing"]

# What can happen to cards.
PLAYED: Final = 1
TOOK: Final = 2  # the discard pile
MOVED: Final = 3  # one card from hand to hand
SWAPPED: Final = 4  # two whole hands
PASSED: Final = 5  # one card, which is in the air until all have been passed
LANDED: Final = 6
EVENTS: Final = ["", "played", "took", "moved", "swapped", "passed", "landed"]
EVENT_BITS: Final = 12
CARD_AT: Final = 7  # the bit of an event at which its card begins
PER_CELL: Final = 5

# Where each part of a state stands in its cells.
HAND: Final = 0
DEALT: Final = 4  # the hands at the deal, where the events begin
CHOSEN: Final = 8  # the card that a seat is going to pass
LOG: Final = 12
CELLS: Final = 28  # room for 80 events ...
MORE_CELLS: Final = 4  # ... and more where a game is long

NO_CARD: Final = 0
FORWARDS: Final = 1
BACKWARDS: Final = -1
EVERYBODY: Final = vec[i64]([0, 1, 3, 7, 15])  # seats as bits, by their number
IN_ORDER: Final = vec[i64]([0, 0, 4, 36, 228])  # seat 0 on A, seat 1 on B and so on, two bits each (plan.3)
AWAY: Final = vec[i64]([0] * 12 + [1, 2, 0, 0] + [1, 3, 2, 0])  # by 4 * seats + way: how many places to the left

# Five cards at a time: how many they are, and which is the first, second ... of them.
FIVE: Final = 5
HOW_MANY: Final = vec[i64]([bin(few).count("1") for few in range(32)])
WHICH: Final = vec[i64]([([n for n in range(5) if few >> n & 1] + [0] * 5)[n] for few in range(32) for n in range(5)])
NO_MOVES: Final = ActionBuffer()


def how_many(cards: i64) -> i64:
    """The size of a set of cards 1 to 20."""
    cards >>= 1
    return HOW_MANY[cards & 31] + HOW_MANY[cards >> 5 & 31] + HOW_MANY[cards >> 10 & 31] + HOW_MANY[cards >> 15]


def nth_card(cards: i64, n: i64) -> i64:
    """The card that has n others of a set before it."""
    cards >>= 1
    first: i64 = 1
    few = HOW_MANY[cards & 31]
    while n >= few:
        n -= few
        cards >>= FIVE
        first += FIVE
        few = HOW_MANY[cards & 31]
    return first + WHICH[(cards & 31) * FIVE + n]


# These take the cells, not the state: that spares counting a reference for each look.


def empty_hands(cells: vec[i64], seats: i64) -> i64:
    """The seats without cards, as bits."""
    found: i64 = 0
    seat: i64 = 0
    while seat < seats:
        if cells[HAND + seat] == 0:
            found |= BIT[seat]
        seat += 1
    return found


def move_card(cells: vec[i64], giver: i64, receiver: i64, card: i64) -> None:
    cells[HAND + giver] ^= BIT[card]
    cells[HAND + receiver] |= BIT[card]


def write_event(cells: vec[i64], index: i64, event: i64) -> None:
    """Write an event where none is yet."""
    cells[LOG + index // PER_CELL] |= event << (EVENT_BITS * (index % PER_CELL))


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class PlanState(State):
    """A position of Ganz nach Plan!?. Bit n of a set of cards is card n."""

    def __init__(self, cells: vec[i64], seats: i64, deck: Deck, play_limit: i64, open_discards: bool) -> None:
        self.cells = cells
        self.seats = seats
        self.deck = deck
        self.play_limit = play_limit
        self.open_discards = open_discards
        self.current = CHANCE
        self.stage: i64 = DEALING
        self.pack: i64 = deck.cards  # not dealt yet
        self.pile: i64 = 0
        self.top: i64 = NO_CARD
        self.in_play: i64 = NO_CARD
        self.program: i64 = 0  # what is still to do of the card in play
        self.seating: i64 = IN_ORDER[seats]  # who sits on each place, two bits each
        self.direction: i64 = FORWARDS
        self.place: i64 = 0  # the place from which a card is or was played; while dealing, the place to be dealt to
        self.turn: i64 = 0  # the active player
        self.here: i64 = 0  # the place of the active player now
        self.pending: i64 = 0  # the seats that have to choose a card to pass, as bits
        self.plays: i64 = 0
        self.winner: i64 = NOBODY
        self.events: i64 = 0

    def clone(self) -> Self:
        copy = PlanState(self.cells[:], self.seats, self.deck, self.play_limit, self.open_discards)
        copy.current = self.current
        copy.stage = self.stage
        copy.pack = self.pack
        copy.pile = self.pile
        copy.top = self.top
        copy.in_play = self.in_play
        copy.program = self.program
        copy.seating = self.seating
        copy.direction = self.direction
        copy.place = self.place
        copy.turn = self.turn
        copy.here = self.here
        copy.pending = self.pending
        copy.plays = self.plays
        copy.winner = self.winner
        copy.events = self.events
        return copy

    # The words of the rules

    def seat_at(self, place: i64) -> i64:
        return (self.seating >> (2 * place)) & 3

    def place_of(self, seat: i64) -> i64:
        place: i64 = 0
        while self.seat_at(place) != seat:
            place += 1
        return place

    def neighbour(self, place: i64, way: i64) -> i64:
        """The place to the left or right of another, opposite it, or itself (plan.r1)."""
        place += AWAY[4 * self.seats + way]
        return place - self.seats if place >= self.seats else place

    def deed(self) -> i64:
        """What the part in front does."""
        return ((self.program & PART) - 1) >> 2

    def way(self) -> i64:
        return ((self.program & PART) - 1) & 3

    def other(self) -> i64:
        """The seat to which the part in front points from the active player (plan.r1)."""
        return self.seat_at(self.neighbour(self.here, self.way()))

    def holds(self, seat: i64, card: i64) -> bool:
        return self.cells[HAND + seat] & BIT[card] != 0

    # The contract: what may be done

    def may_act(self, seat: i64) -> bool:
        if self.current == ALL:
            return seat >= 0 and self.pending & BIT[seat] != 0
        return seat == self.current and seat >= CHANCE

    def choices(self, seat: i64) -> i64:
        """The cards that somebody who may act can choose from."""
        if self.stage == DEALING:
            return self.pack
        if self.stage == DRAWING:
            return self.cells[HAND + self.other()]
        return self.cells[HAND + seat]

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if self.may_act(seat):
            out.add_set(self.stage * MOST_CARDS - 1, self.choices(seat))

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        cards = self.choices(seat)
        return self.stage * MOST_CARDS - 1 + nth_card(cards, rng.below(how_many(cards)))

    def sample(self, rng: Rng) -> i64:
        return self.random_action(CHANCE, rng, NO_MOVES)

    def waiting(self) -> list[int]:
        if self.current == ALL:
            return members(self.pending)
        return [int(self.current)] if self.current >= 0 else []

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if self.stage == PASSING and seat >= 0:
            if self.cells[HAND + seat] == 0:
                return "plan.r3"
            if self.cells[CHOSEN + seat]:
                return "plan.r8"
        elif seat != self.current:
            return "plan.4"
        card = action % MOST_CARDS + 1
        if self.deck.cards & BIT[card] == 0:
            return "plan.1"
        if action < PLAY:
            return "" if self.stage == DEALING and self.in_pack(card) else "plan.2"
        if action >= DRAW:
            return "" if self.stage == DRAWING and self.holds(self.other(), card) else "plan.r9"
        return self.choice_objection(seat, action, card)

    def in_pack(self, card: i64) -> bool:
        return self.pack & BIT[card] != 0

    def choice_objection(self, seat: i64, action: i64, card: i64) -> str:
        """Against a card to play, to give or to pass."""
        if self.stage == DEALING:
            return "plan.2"
        if self.stage == DRAWING:
            return "plan.r9"
        if not self.holds(seat, card):
            return "plan.2"
        if self.stage == PASSING or action >= PASS:
            return "" if self.stage == PASSING and action >= PASS else "plan.r8"
        return "" if (self.stage == GIVING) == (action >= GIVE) else "plan.4"

    def unseen_by(self, seat: int, action: int) -> list[int]:
        if PLAY <= action < GIVE:
            return []
        told = self.told(seat, action)
        return [SPECTATOR] + [other for other in range(int(self.seats)) if other not in told]

    def told(self, seat: int, action: int) -> list[int]:
        """The seats that see which card it is."""
        if action < PLAY:
            return [int(self.place)]
        if action >= DRAW:  # plan.r9
            return [int(self.turn), int(self.other())]
        if action < PASS:
            return [seat, int(self.other())]
        if self.pending != BIT[seat]:  # plan.r8: not even the receiver, before all have chosen
            return [seat]
        return [seat, int(self.seat_at(self.neighbour(self.place_of(seat), self.way())))]

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        card = action - self.stage * MOST_CARDS + 1
        if self.stage == PLAYING:
            self.play(seat, card)
        elif self.stage == DEALING:
            self.deal(card)
        elif self.stage == PASSING:
            self.choose(seat, card)
        elif self.stage == GIVING:
            self.hand_over(seat, self.other(), card)
        else:
            self.hand_over(self.other(), self.turn, card)

    def deal(self, card: i64) -> None:  # plan.2
        cells = self.cells
        self.pack ^= BIT[card]
        cells[HAND + self.place] |= BIT[card]
        cells[DEALT + self.place] |= BIT[card]
        self.place = left_of(self.place, self.seats)
        if self.pack == 0:  # plan.4: the player on A begins
            self.stage = PLAYING
            self.current = 0

    def play(self, seat: i64, card: i64) -> None:  # plan.4
        self.cells[HAND + seat] ^= BIT[card]
        self.note(PLAYED, seat, seat, card)
        self.plays += 1
        self.in_play = card
        self.program = self.deck.programs[card]
        self.carry_out()

    def carry_out(self) -> None:
        """Work off the instruction until somebody has to choose a card, or to its end (plan.7, plan.r10)."""
        while self.program:
            if self.asks_for_a_card():
                return
            self.program >>= PART_BITS
        self.finish()

    def asks_for_a_card(self) -> bool:
        """Do the part in front, unless it needs a card that somebody has to choose first."""
        deed = self.deed()
        if deed == GIVE_CARD or deed == DRAW_CARD or deed == PASS_ALL:
            return self.ask(deed)
        if deed == SWAP_PLACES:
            self.swap_places(self.neighbour(self.here, self.way()))
        elif deed == TAKE_PILE:
            self.take_pile(self.other())
        elif deed == SWAP_HANDS:
            self.swap_hands(self.turn, self.other())
        elif deed == TURN_DIRECTION:
            self.direction = -self.direction
        else:
            self.move_all(AWAY[4 * self.seats + self.way()])
        return False

    def ask(self, deed: i64) -> bool:
        """Who has to choose now; False if there is no card to choose, so that nothing happens (plan.r3)."""
        if deed == PASS_ALL:
            self.pending = EVERYBODY[self.seats] & ~empty_hands(self.cells, self.seats)
            self.stage = PASSING
            self.current = ALL
            return self.pending != 0
        if deed == GIVE_CARD:
            self.stage = GIVING
            self.current = self.turn
            return self.cells[HAND + self.turn] != 0
        self.stage = DRAWING
        self.current = CHANCE
        return self.cells[HAND + self.other()] != 0

    def swap_places(self, place: i64) -> None:  # plan.r2: hands belong to seats, so they come along
        both = self.seat_at(self.here) ^ self.seat_at(place)
        self.seating ^= (both << (2 * self.here)) | (both << (2 * place))
        self.here = place

    def move_all(self, away: i64) -> None:
        """Everybody moves so many places to the left."""
        whole = BIT[2 * self.seats] - 1
        self.seating = ((self.seating << (2 * away)) | (self.seating >> (2 * (self.seats - away)))) & whole
        self.here = (self.here + away) % self.seats

    def take_pile(self, seat: i64) -> None:  # plan.6: without the card in play; plan.r3
        if self.pile:
            self.cells[HAND + seat] |= self.pile
            self.pile = 0
            self.top = NO_CARD
            self.note(TOOK, seat, seat, NO_CARD)

    def swap_hands(self, one: i64, other: i64) -> None:  # plan.r3: an empty hand too
        cells = self.cells
        held = cells[HAND + one]
        cells[HAND + one] = cells[HAND + other]
        cells[HAND + other] = held
        self.note(SWAPPED, one, other, NO_CARD)

    def hand_over(self, giver: i64, receiver: i64, card: i64) -> None:
        """A card was given or drawn; the instruction goes on."""
        move_card(self.cells, giver, receiver, card)
        self.note(MOVED, giver, receiver, card)
        self.program >>= PART_BITS
        self.carry_out()

    def choose(self, seat: i64, card: i64) -> None:  # plan.r8
        self.cells[CHOSEN + seat] = card
        self.pending ^= BIT[seat]
        if self.pending == 0:
            self.pass_cards()
            self.program >>= PART_BITS
            self.carry_out()

    def pass_cards(self) -> None:
        place: i64 = 0
        while place < self.seats:
            giver = self.seat_at(place)
            card = self.cells[CHOSEN + giver]
            if card:
                receiver = self.seat_at(self.neighbour(place, self.way()))
                move_card(self.cells, giver, receiver, card)
                self.note(PASSED, giver, receiver, card)
                self.cells[CHOSEN + giver] = NO_CARD
            place += 1
        self.note(LANDED, 0, 0, NO_CARD)

    def finish(self) -> None:
        """The instruction has been carried out: the card joins the pile, and somebody may have won."""
        self.pile |= BIT[self.in_play]  # plan.6
        self.top = self.in_play
        self.in_play = NO_CARD
        self.stage = PLAYING
        empty = empty_hands(self.cells, self.seats)
        if empty:  # plan.7, plan.8
            self.winner = self.first_of(empty)
            self.current = OVER
        elif self.plays == self.play_limit:  # plan.r7
            self.current = OVER
        else:
            self.next_turn()

    def first_of(self, empty: i64) -> i64:  # plan.r4
        """The active player if without cards, or else the first in the direction of play."""
        place = self.here
        while empty & BIT[self.seat_at(place)] == 0:
            place = self.next_place(place)
        return self.seat_at(place)

    def next_place(self, place: i64) -> i64:
        """The place after another in the direction of play."""
        place += self.direction
        if place < 0:
            return self.seats - 1
        if place == self.seats:
            return 0
        return place

    def next_turn(self) -> None:  # plan.5, plan.r5: by places, from the one where the card was played
        self.place = self.next_place(self.place)
        self.here = self.place
        self.turn = self.seat_at(self.place)
        self.current = self.turn

    # The memory of where cards went

    def note(self, what: i64, giver: i64, receiver: i64, card: i64) -> None:
        if LOG + self.events // PER_CELL == i64(len(self.cells)):
            self.cells = vec[i64](list(self.cells) + [0] * MORE_CELLS)
        write_event(self.cells, self.events, what + 8 * giver + 32 * receiver + 128 * card)
        self.events += 1

    def event(self, index: i64) -> i64:
        return (self.cells[LOG + index // PER_CELL] >> (EVENT_BITS * (index % PER_CELL))) & (BIT[EVENT_BITS] - 1)

    # The contract: looking at it

    def ending(self) -> str:
        return "plan.r7" if self.winner == NOBODY else "plan.8"

    def result(self) -> Result:
        return won_by(int(self.winner), int(self.seats), self.ending())

    def view(self, seat: int) -> "PlanView":
        # Here and not above, because the view is made of a state.
        from carreau.games.plan.view import PlanView

        return PlanView(seat, self)

    def target(self) -> int:
        """To whom a card is given, or from whom it is drawn."""
        return int(self.other()) if self.stage == GIVING or self.stage == DRAWING else NOBODY

    def table(self) -> dict[str, Any]:
        """Everything that all may see and remember, but for the events."""
        return {
            "stage": STAGES[int(self.stage)],
            "current": int(self.current),
            "place": PLACES[int(self.place)],
            "turn": int(self.turn),
            "places": [int(self.seat_at(place)) for place in range(int(self.seats))],
            "direction": int(self.direction),
            "plays": int(self.plays),
            "pile": members(self.pile),
            "top": int(self.top),
            "in_play": int(self.in_play),
            "parts": part_names(int(self.program)),
            "winner": int(self.winner),
        }

    def dump(self) -> dict[str, Any]:
        seats = range(int(self.seats))
        return {
            "hands": [members(self.cells[HAND + seat]) for seat in seats],
            **self.table(),
            "chosen": [int(self.cells[CHOSEN + seat]) for seat in seats],
            "dealt": [members(self.cells[DEALT + seat]) for seat in seats],
            "events": [unpacked(self.event(index)) for index in range(int(self.events))],
        }

    def audit(self) -> None:
        from carreau.games.plan.audit import audit

        audit(self)


def unpacked(event: int) -> list[Any]:
    """An event as [what, giver, receiver, card]."""
    return [EVENTS[event % 8], event // 8 % 4, event // 32 % 4, event // 128]
