"""Nussknacker: ask for values, exchange cards, and find out which card was laid aside.

A hand counts its cards with two bits for each value. The cards still to be dealt are a set of bits instead, two
for each value, so that each bit is a card.
"""

from typing import TYPE_CHECKING, Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT, nth, size
from carreau.core.game import CHANCE, NOBODY, OVER, RACE, SPECTATOR, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.nussknacker.board import CHIPS, leader, pay_others
from carreau.games.nussknacker.memory import entry, name_of, note, noted, unpacked
from carreau.games.nussknacker.tables import (
    BOX,
    CARDS,
    KINDS,
    MOST_CARDS,
    NAMES,
    NUMBER,
    VALUES,
    fitting,
    formable,
    listed,
    nth_card,
    numbers_for,
    ways_to_form,
    ways_with,
)

if TYPE_CHECKING:
    from carreau.games.nussknacker.view import NussknackerView

MOST_SEATS: Final = 4
VOID_DEALS: Final[i64] = BOX["void_deals"]

ACTIONS: Final = Actions("nussknacker")
START: Final[i64] = ACTIONS.add("start", "start {player}", player=range(MOST_SEATS))
ASIDE: Final[i64] = ACTIONS.add("aside", "aside {value}", value=VALUES)
DEAL: Final[i64] = ACTIONS.add("deal", "deal {value}", value=VALUES)
ASK: Final[i64] = ACTIONS.add("ask", "ask {player} {value}", player=range(MOST_SEATS), value=VALUES)
NO: Final[i64] = ACTIONS.add("no", "no")
PUSH: Final[i64] = ACTIONS.add("push", "push {number}", number=range(1, MOST_CARDS + 1))
CHOOSE: Final[i64] = ACTIONS.add("choose", "choose {cards}", cards=NAMES)
ANNOUNCE: Final[i64] = ACTIONS.add("announce", "announce {value}", value=VALUES)
PASS: Final[i64] = ACTIONS.add("pass", "pass")

# What happens next. The asked player pushes and chooses cards, then the asker (nuss.r2).
LOT: Final = 0  # who starts (nuss.3)
LAYING_ASIDE: Final = 1
DEALING: Final = 2
ASKING: Final = 3
ANSWERING: Final = 4  # no, or how many cards
CHOOSING: Final = 5  # which cards
RETURNING: Final = 6  # how many cards the asker pushes over
EXCHANGING: Final = 7  # and which
CALLING: Final = 8  # announce or pass, where that is done in turns (nuss.r4)
STAGES: Final = [
    "lot",
    "laying_aside",
    "dealing",
    "asking",
    "answering",
    "choosing",
    "returning",
    "exchanging",
    "calling",
]

# Where the other parts of a state stand in its cells.
HAND: Final = 0
REVEALED: Final = 8  # the announcements, four to a word: who, what, and what the card was

REVEALED_BITS: Final = 8
PER_WORD: Final = 4
MOST_REVEALED: Final = 84  # the oldest are forgotten when one goes into overtime for as long as that

UNSEEN: Final = 0  # a combination, or the card aside before it lies there
EVERYBODY: Final = [0, 1, 2, 3]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class NussknackerState(State):
    """A position of Nussknacker."""

    def __init__(self, cells: vec[i64], seats: i64, highest: i64, target: i64, limit: i64, race: bool) -> None:
        self.cells = cells
        self.seats = seats
        self.highest = highest
        self.target = target
        self.limit = limit  # questions in a deal
        self.race = race
        self.current = CHANCE
        self.stage: i64 = LOT
        self.deal: i64 = 1  # its number; an announcement is about a deal (nuss.r4)
        self.voids: i64 = 0  # void deals in a row
        self.starter: i64 = 0
        self.turn: i64 = 0  # who has to do something, or is dealt the next card
        self.deck: i64 = 0  # the cards that have not been dealt
        self.left: i64 = 0  # how many these are
        self.aside: i64 = UNSEEN
        self.questions: i64 = 0  # answered in this deal
        self.revealed: i64 = 0  # announcements kept
        self.asker: i64 = 0
        self.asked: i64 = NOBODY  # the question that is not answered yet
        self.value: i64 = 0
        self.given: i64 = 0
        self.given_cards: i64 = UNSEEN
        self.returned: i64 = 0

    def clone(self) -> Self:
        copy = NussknackerState(self.cells[:], self.seats, self.highest, self.target, self.limit, self.race)
        copy.current = self.current
        copy.stage = self.stage
        copy.deal = self.deal
        copy.voids = self.voids
        copy.starter = self.starter
        copy.turn = self.turn
        copy.deck = self.deck
        copy.left = self.left
        copy.aside = self.aside
        copy.questions = self.questions
        copy.revealed = self.revealed
        copy.asker = self.asker
        copy.asked = self.asked
        copy.value = self.value
        copy.given = self.given
        copy.given_cards = self.given_cards
        copy.returned = self.returned
        return copy

    # The words of the rules

    def in_deck(self, value: i64) -> bool:
        return value <= self.highest and self.deck & BIT[2 * value - 2] != 0

    def can_form(self, seat: i64, value: i64) -> bool:  # nuss.5, nuss.6
        return ways_to_form(self.cells[HAND + seat], value) != 0

    def asker_of(self, index: i64) -> i64:  # nuss.8
        return (self.starter + index) % self.seats

    # The contract: what may be done

    def waiting(self) -> list[int]:
        if self.current == RACE:
            return EVERYBODY[: self.seats]
        if self.current >= 0:
            return [self.current]
        return []

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat == CHANCE:
            self.chance_moves(out)
        elif self.current == RACE and seat >= 0 and seat < self.seats:  # nuss.9
            if seat == self.turn:
                self.turn_moves(seat, out)
            out.add_range(ANNOUNCE, self.highest)
        elif self.current == seat and seat >= 0:
            self.turn_moves(seat, out)
            if self.stage == CALLING:  # nuss.r4
                out.add_range(ANNOUNCE, self.highest)
                out.add(PASS)

    def turn_moves(self, seat: i64, out: ActionBuffer) -> None:
        hand = self.cells[HAND + seat]
        if self.stage == ASKING:
            self.questions_to_ask(seat, formable(hand, self.highest), out)
        elif self.stage == ANSWERING or self.stage == RETURNING:
            numbers = numbers_for(hand, self.value)
            if numbers == 0:
                out.add(NO)
            out.add_set(PUSH, numbers)
        elif self.stage == CHOOSING:
            out.add_set(CHOOSE, ways_with(hand, self.value, self.given))
        elif self.stage == EXCHANGING:
            out.add_set(CHOOSE, ways_with(hand, self.value, self.returned))

    def questions_to_ask(self, seat: i64, values: i64, out: ActionBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                out.add_set(ASK + other * KINDS, values)
            other += 1

    def chance_moves(self, out: ActionBuffer) -> None:
        if self.current != CHANCE:
            return
        if self.stage == LOT:
            out.add_range(START, self.seats)
        else:
            first = self.first_card()
            value: i64 = 1
            while value <= self.highest:
                if self.in_deck(value):
                    out.add(first + value - 1)
                value += 1

    def first_card(self) -> i64:
        if self.stage == DEALING:
            return DEAL
        return ASIDE

    def weights(self) -> list[int]:
        """A card of which both are left is twice as likely (nuss.r8)."""
        if self.current != CHANCE or self.stage == LOT:
            return [1] * len(self.legal(CHANCE))
        pairs = [int(size(self.deck & (3 * BIT[2 * value - 2]))) for value in range(1, int(self.highest) + 1)]
        return [cards for cards in pairs if cards]

    def sample(self, rng: Rng) -> i64:
        if self.stage == DEALING:
            return DEAL + nth_card(self.deck, rng.below(self.left))
        return self.sample_other(rng)

    def sample_other(self, rng: Rng) -> i64:
        if self.stage == LOT:
            return START + rng.below(self.seats)
        return ASIDE + nth_card(self.deck, rng.below(self.left))

    def on_clock(self) -> list[int]:
        """All may announce at any time, but one of them has to ask or to answer."""
        return [int(self.turn)] if self.current == RACE else super().on_clock()

    def random_actor(self, rng: Rng) -> i64:
        if self.current == RACE:
            return rng.below(self.seats)
        return super().random_actor(rng)

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """As moves() would list them; what is most often done in a random game is found by counting."""
        if seat == CHANCE:
            return self.sample(rng)
        if self.current == RACE and seat != self.turn:
            return ANNOUNCE + rng.below(self.highest)
        if self.stage == ASKING:
            return self.pick_question(seat, rng)
        out.clear()
        self.moves(seat, out)
        return out.at(rng.below(out.count))

    def pick_question(self, seat: i64, rng: Rng) -> i64:
        values = formable(self.cells[HAND + seat], self.highest)
        each = size(values)
        count = each * (self.seats - 1)
        chosen: i64 = 0
        if self.current == RACE:
            chosen = rng.below(count + self.highest)
            if chosen >= count:
                return ANNOUNCE + chosen - count
        else:
            chosen = rng.below(count)
        other = chosen // each
        if other >= seat:
            return ASK + (other + 1) * KINDS + nth(values, chosen % each)
        return ASK + other * KINDS + nth(values, chosen % each)

    def unseen_by(self, seat: int, action: int) -> list[int]:
        told: list[int] = []
        if CHOOSE <= action < ANNOUNCE:  # nuss.6: what is pushed over first, not even the asker sees (nuss.r2)
            told = [seat, int(self.asked)]
        elif DEAL <= action < ASK:
            told = [int(self.turn)]
        elif not ASIDE <= action < DEAL:  # nuss.2
            return []
        return [other for other in [SPECTATOR, *range(int(self.seats))] if other not in told]

    # The same, clause by clause

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat == CHANCE:
            return self.chance_objection(action)
        if seat < 0 or seat >= self.seats or self.current == CHANCE:
            return "nuss.3"
        if action < ASK:
            return "nuss.3" if action < ASIDE else "nuss.2"
        if action >= ANNOUNCE:
            return self.announce_objection(seat, action)
        if seat != self.turn:
            return "nuss.3"
        if self.stage == CALLING:
            return "nuss.r4"
        if action < NO:
            return self.ask_objection(seat, (action - ASK) // KINDS, (action - ASK) % KINDS + 1)
        if self.stage == ASKING:
            return "nuss.4"
        return self.answer_objection(seat, action)

    def chance_objection(self, action: i64) -> str:
        if self.current != CHANCE:
            return "nuss.3"
        if self.stage == LOT:
            return "" if action - START < self.seats else "nuss.3"
        card = action - self.first_card() + 1
        return "" if card >= 1 and card <= KINDS and self.in_deck(card) else "nuss.2"

    def announce_objection(self, seat: i64, action: i64) -> str:
        if not self.race and (self.stage != CALLING or seat != self.turn):
            return "nuss.r4"
        if action == PASS:
            return "nuss.r4" if self.race else ""
        return "" if action - ANNOUNCE < self.highest else "nuss.r5"

    def ask_objection(self, seat: i64, other: i64, value: i64) -> str:
        if self.stage != ASKING:
            return "nuss.6" if self.can_form(seat, self.value) else "nuss.7"
        if other == seat or other >= self.seats or value > self.highest:
            return "nuss.4"
        return "" if self.can_form(seat, value) else "nuss.5"

    def answer_objection(self, seat: i64, action: i64) -> str:
        asked_how_many = self.stage == ANSWERING or self.stage == RETURNING
        if action == NO:
            return "nuss.6" if not asked_how_many or self.can_form(seat, self.value) else ""
        if not self.can_form(seat, self.value):
            return "nuss.7"
        if action < CHOOSE:
            return self.number_objection(seat, action - PUSH + 1)
        return self.choice_objection(seat, action - CHOOSE)

    def number_objection(self, seat: i64, number: i64) -> str:
        if not ways_with(self.cells[HAND + seat], self.value, number):
            return "nuss.6"
        return "" if self.stage == ANSWERING or self.stage == RETURNING else "nuss.r2"

    def choice_objection(self, seat: i64, cards: i64) -> str:
        forms_it = sum(int(card) for card in NAMES[int(cards)].split("+")) == self.value
        if not forms_it or not fitting(self.cells[HAND + seat]) & BIT[cards]:
            return "nuss.6"
        if self.stage != CHOOSING and self.stage != EXCHANGING:
            return "nuss.r2"
        number = self.given if self.stage == CHOOSING else self.returned
        return "" if NUMBER[cards] == number else "nuss.6"

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if self.stage == DEALING:  # most of what is done in a random game, and therefore apart
            self.deal_to(self.turn, 2 * (action - DEAL))
        elif action >= ANNOUNCE:
            if action < PASS:
                self.announce(seat, action - ANNOUNCE + 1)
            else:
                self.pass_on()
        else:
            self.apply_other(action)

    def apply_other(self, action: i64) -> None:
        if action < ASIDE:
            self.draw_lot(action - START)
        elif action < ASK:
            self.lay_aside(action - ASIDE + 1)
        elif action < NO:
            self.ask((action - ASK) // KINDS, (action - ASK) % KINDS + 1)
        elif action == NO:  # nuss.7
            self.write(entry(self.asked, self.value, 0, 0, UNSEEN, UNSEEN))
        elif action < CHOOSE:
            self.push(action - PUSH + 1)
        elif self.stage == CHOOSING:
            self.given_cards = action - CHOOSE + 1
            self.stage = RETURNING
            self.call_on(self.asker)
        else:
            self.exchange(action - CHOOSE + 1)

    def draw_lot(self, seat: i64) -> None:  # nuss.3
        self.starter = seat
        self.asker = seat
        self.turn = seat
        self.stage = LAYING_ASIDE

    def lay_aside(self, value: i64) -> None:  # nuss.2
        self.take(2 * (value - 1))
        self.aside = value
        self.stage = DEALING

    def deal_to(self, seat: i64, place: i64) -> None:  # nuss.2
        self.take(place)
        self.cells[HAND + seat] += BIT[place]
        self.turn = left_of(seat, self.seats)
        if self.left == 0:
            self.stage = ASKING
            self.call_on(self.starter)

    def take(self, place: i64) -> None:
        """A card leaves the deck: of two the one with the higher bit, so that equal decks have equal bits."""
        pair = (self.deck >> place) & 3
        self.deck -= ((pair + 1) >> 1) << place
        self.left -= 1

    def call_on(self, seat: i64) -> None:
        """It is up to a seat now; in a race the others may announce meanwhile (nuss.9)."""
        self.turn = seat
        if self.race:
            self.current = RACE
        else:
            self.current = seat

    def ask(self, asked: i64, value: i64) -> None:  # nuss.4
        self.asked = asked
        self.value = value
        self.stage = ANSWERING
        self.call_on(asked)

    def push(self, number: i64) -> None:  # nuss.6, nuss.r2
        if self.stage == ANSWERING:
            self.given = number
            self.stage = CHOOSING
        else:
            self.returned = number
            self.stage = EXCHANGING

    def exchange(self, cards: i64) -> None:  # nuss.6, nuss.r2
        difference = CARDS[self.given_cards - 1] - CARDS[cards - 1]
        self.cells[HAND + self.asker] += difference
        self.cells[HAND + self.asked] -= difference
        self.write(entry(self.asked, self.value, self.given, self.returned, self.given_cards, cards))

    def write(self, answered: i64) -> None:
        """The question is answered; note it down."""
        note(self.cells, self.questions, answered)
        self.questions += 1
        self.clear_question()
        if self.race:
            self.next_question()
        else:  # nuss.r4
            self.stage = CALLING
            self.call_on(left_of(self.asker, self.seats))

    def clear_question(self) -> None:
        self.asked = NOBODY
        self.value = 0
        self.given = 0
        self.given_cards = UNSEEN
        self.returned = 0

    def pass_on(self) -> None:  # nuss.r4
        if self.turn == self.asker:
            self.next_question()
        else:
            self.call_on(left_of(self.turn, self.seats))

    def next_question(self) -> None:
        if self.questions == self.limit:
            self.void()
        else:  # nuss.8
            self.asker = left_of(self.asker, self.seats)
            self.stage = ASKING
            self.call_on(self.asker)

    def void(self) -> None:  # nuss.r3
        self.voids += 1
        if self.voids == VOID_DEALS:
            self.turn = self.asker
            self.stage = CALLING
            self.current = OVER
        else:
            self.next_deal()

    def announce(self, seat: i64, value: i64) -> None:  # nuss.9
        self.reveal(seat, value)
        if value == self.aside:
            self.cells[CHIPS + seat] += 1
        else:
            pay_others(self.cells, self.seats, seat)
        self.voids = 0
        if leader(self.cells, self.seats, self.target) != NOBODY:  # nuss.10
            self.current = OVER
        else:
            self.next_deal()

    def next_deal(self) -> None:  # nuss.r1
        self.deal += 1
        self.starter = left_of(self.starter, self.seats)
        self.asker = self.starter
        self.turn = self.starter
        self.questions = 0
        self.clear_question()
        self.collect()
        self.stage = LAYING_ASIDE
        self.current = CHANCE

    def collect(self) -> None:
        """All cards into the deck again."""
        self.cells[HAND] = 0
        self.cells[HAND + 1] = 0
        self.cells[HAND + 2] = 0
        self.cells[HAND + 3] = 0
        self.aside = UNSEEN
        self.left = 2 * self.highest
        self.deck = BIT[self.left] - 1

    def reveal(self, seat: i64, value: i64) -> None:
        """Note down an announcement and what the card was."""
        if self.revealed == MOST_REVEALED:
            self.forget_oldest()
        word = REVEALED + (self.revealed >> 2)
        shift = (self.revealed & 3) * REVEALED_BITS
        row = seat | ((value - 1) << 2) | ((self.aside - 1) << 5)
        self.cells[word] = (self.cells[word] & (BIT[shift] - 1)) | (row << shift)
        self.revealed += 1

    def forget_oldest(self) -> None:
        rows = self.announcements()[1:]
        self.revealed = 0
        last = self.aside
        for seat, value, card in rows:
            self.aside = card
            self.reveal(seat, value)
        self.aside = last

    # The contract: looking at it

    def chips(self) -> list[int]:
        return [int(self.cells[CHIPS + seat]) for seat in range(int(self.seats))]

    def ending(self) -> str:
        return "nuss.r3" if leader(self.cells, self.seats, self.target) == NOBODY else "nuss.10"

    def is_turned_up(self) -> bool:
        """Whether the card aside lies open: the game ended with an announcement."""
        return self.current == OVER and self.voids == 0

    def result(self) -> Result:
        return ranked(self.chips(), self.ending())

    def announcements(self) -> list[list[int]]:
        """Who announced what, and what the card was, oldest first."""
        rows = []
        for index in range(int(self.revealed)):
            row = int(self.cells[REVEALED + index // PER_WORD]) >> (index % PER_WORD * REVEALED_BITS)
            rows.append([row & 3, (row >> 2 & 7) + 1, (row >> 5 & 7) + 1])
        return rows

    def view(self, seat: int) -> "NussknackerView":
        # Here and not above, because the view is made of a state.
        from carreau.games.nussknacker.view import NussknackerView

        return NussknackerView(seat, self)

    def table(self) -> dict[str, Any]:
        """Everything that all may see."""
        return {
            "stage": STAGES[int(self.stage)],
            "current": int(self.current),
            "deal": int(self.deal),
            "voids": int(self.voids),
            "starter": int(self.starter),
            "asker": int(self.asker),
            "turn": int(self.turn),
            "chips": self.chips(),
            "revealed": self.announcements(),
        }

    def dump(self) -> dict[str, Any]:
        return {
            **self.table(),
            "hands": [listed(self.cells[HAND + seat]) for seat in range(int(self.seats))],
            "aside": int(self.aside),
            "deck": [value for value in VALUES for _ in range(int(size(self.deck & (3 * BIT[2 * value - 2]))))],
            "questions": [unpacked(noted(self.cells, index)) for index in range(int(self.questions))],
            "pending": self.pending(),
        }

    def pending(self) -> list[Any] | None:
        """The question that is not answered yet: [asked, value, given, returned, given_cards]."""
        if self.asked == NOBODY:
            return None
        numbers = [int(self.asked), int(self.value), int(self.given), int(self.returned)]
        return [*numbers, name_of(int(self.given_cards))]

    def audit(self) -> None:
        # Here and not above, because the audit is made of a state.
        from carreau.games.nussknacker.audit import audit

        audit(self)
