"""Nussknacker: ask for values, exchange cards, and find out which card was laid aside."""

from typing import Final

from carreau.core.bits import BIT
from carreau.core.game import CHANCE, NOBODY, OVER, RACE, SPECTATOR, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, ranked
from carreau.games.nussknacker._spec import ANNOUNCE, ASIDE, ASK, CHOOSE, DEAL
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker.board import UNSEEN, NussknackerBoard
from carreau.games.nussknacker.spec import VOID_DEALS
from carreau.games.nussknacker.tables import CARDS, NUMBER, ways_to_form

MOST_REVEALED: Final = 84  # the oldest are forgotten in a very long overtime


@mypyc_attr(acyclic=True)
class NussknackerRules(NussknackerBoard):
    """The rules of Nussknacker."""

    # Who may act: nuss.3, 9

    def waiting(self) -> list[int]:
        return list(range(int(self.seats))) if self.current == RACE else super().waiting()

    def on_clock(self) -> list[int]:
        """List the seat that has to ask or answer, although all may announce at any time."""
        return [int(self.turn)] if self.current == RACE else self.waiting()

    def against_turn(self, seat: i64) -> str:
        if seat == CHANCE or self.current == CHANCE:
            return "" if seat == self.current else "nuss.3"
        return "" if 0 <= seat < self.seats else "nuss.3"

    def against_chance(self) -> str:
        """Return the clause that says what chance does now: the lot or the deal."""
        return "nuss.3" if self.stage == Stage.LOT else "nuss.2"

    def call_on(self, seat: i64) -> None:
        """Give the turn to a seat; in a race the others may announce in the meantime (nuss.9)."""
        self.turn = seat
        if self.race:
            self.current = RACE
        else:
            self.current = seat

    # The lot and the deal: nuss.1, 2, 3

    def against_start(self, seat: i64, player: i64) -> str:
        if seat == CHANCE and self.stage != Stage.LOT:
            return "nuss.2"
        return "" if seat == CHANCE and player < self.seats else "nuss.3"

    def start(self, seat: i64, player: i64) -> None:
        self.begin_deal(player)

    def begin_deal(self, starter: i64) -> None:
        self.starter = starter
        self.asker = starter
        self.turn = starter
        self.clear_questions()
        self.clear_question()
        self.collect()
        self.stage = Stage.LAYING_ASIDE
        self.current = CHANCE

    def against_lay_aside(self, seat: i64, value: i64) -> str:
        return self.against_card(seat, value, Stage.LAYING_ASIDE)

    def against_card(self, seat: i64, value: i64, stage: i64) -> str:
        """Return the clause against drawing a card of the deck, which is due at one stage only."""
        if seat == CHANCE and self.stage == Stage.LOT:
            return "nuss.3"
        return "" if self.stage == stage and self.in_deck(value) else "nuss.2"

    def lay_aside(self, seat: i64, value: i64) -> None:
        self.take(value)
        self.aside = value
        self.stage = Stage.DEALING

    def against_deal_out(self, seat: i64, value: i64) -> str:
        return self.against_card(seat, value, Stage.DEALING)

    def deal_out(self, seat: i64, value: i64) -> None:
        self.take(value)
        self.add_to_hands(self.turn, BIT[2 * value - 2])
        self.turn = left_of(self.turn, self.seats)
        if self.left == 0:
            self.stage = Stage.ASKING
            self.call_on(self.starter)

    # Asking: nuss.4, 5

    def against_acting(self, seat: i64) -> str:
        """Return the clause against asking or answering at all."""
        if seat == CHANCE:
            return self.against_chance()
        if seat != self.turn:
            return "nuss.3"
        return "nuss.r4" if self.stage == Stage.CALLING else ""

    def against_ask(self, seat: i64, player: i64, value: i64) -> str:
        clause = self.against_acting(seat)
        if clause:
            return clause
        if self.stage != Stage.ASKING:
            return "nuss.6" if self.can_form(seat, self.value) else "nuss.7"
        if player == seat or player >= self.seats or value > self.highest:
            return "nuss.4"
        return "" if self.can_form(seat, value) else "nuss.5"

    def can_form(self, seat: i64, value: i64) -> bool:  # nuss.5, nuss.6
        return ways_to_form(self.hands(seat), value) != 0

    def ask(self, seat: i64, player: i64, value: i64) -> None:
        self.asked = player
        self.value = value
        self.stage = Stage.ANSWERING
        self.call_on(player)

    # Answering: nuss.6, 7

    def against_answering(self, seat: i64) -> str:
        clause = self.against_acting(seat)
        return "nuss.4" if clause == "" and self.stage == Stage.ASKING else clause

    def is_how_many(self) -> bool:
        """Return whether the player says no, or how many cards they push over (nuss.r2)."""
        return self.stage == Stage.ANSWERING or self.stage == Stage.RETURNING

    def against_no(self, seat: i64) -> str:
        clause = self.against_answering(seat)
        if clause:
            return clause
        return "nuss.6" if not self.is_how_many() or self.can_form(seat, self.value) else ""

    def no(self, seat: i64) -> None:  # nuss.7
        self.answered(UNSEEN)

    def against_push(self, seat: i64, number: i64) -> str:
        clause = self.against_giving(seat)
        if clause:
            return clause
        if not ways_to_form(self.hands(seat), self.value, number):
            return "nuss.6"
        return "" if self.is_how_many() else "nuss.r2"

    def against_giving(self, seat: i64) -> str:
        clause = self.against_answering(seat)
        return clause or ("" if self.can_form(seat, self.value) else "nuss.7")

    def push(self, seat: i64, number: i64) -> None:  # nuss.r2
        if self.stage == Stage.ANSWERING:
            self.given = number
            self.stage = Stage.CHOOSING
        else:
            self.returned = number
            self.stage = Stage.EXCHANGING

    def against_choose(self, seat: i64, cards: i64) -> str:
        clause = self.against_giving(seat)
        if clause:
            return clause
        if not ways_to_form(self.hands(seat), self.value) & BIT[cards]:
            return "nuss.6"
        if self.is_how_many():
            return "nuss.r2"
        return "" if NUMBER[cards] == self.number_due() else "nuss.6"

    def number_due(self) -> i64:
        """Return how many cards must be chosen: as many as the player has announced to push over."""
        return self.given if self.stage == Stage.CHOOSING else self.returned

    def choose(self, seat: i64, cards: i64) -> None:  # nuss.6, nuss.r2: first the player asked, then the asker
        if self.stage == Stage.CHOOSING:
            self.given_cards = cards + 1
            self.stage = Stage.RETURNING
            self.call_on(self.asker)
        else:
            difference = CARDS[self.given_cards - 1] - CARDS[cards]
            self.add_to_hands(self.asker, difference)
            self.add_to_hands(self.asked, -difference)
            self.answered(cards + 1)

    def answered(self, returned_cards: i64) -> None:
        self.note_question(self.asked, self.value, self.given, self.returned, self.given_cards, returned_cards)
        self.clear_question()
        if self.race:
            self.next_question()
        else:  # nuss.r4
            self.stage = Stage.CALLING
            self.call_on(left_of(self.asker, self.seats))

    def clear_question(self) -> None:
        self.asked = NOBODY
        self.value = 0
        self.given = 0
        self.given_cards = UNSEEN
        self.returned = 0

    # The next question: nuss.8, nuss.r3

    def next_question(self) -> None:
        if self.questions == self.limit:
            self.void()
        else:
            self.asker = left_of(self.asker, self.seats)
            self.stage = Stage.ASKING
            self.call_on(self.asker)

    def void(self) -> None:  # nuss.r3
        self.voids += 1
        if self.voids == VOID_DEALS:
            self.turn = self.asker
            self.stage = Stage.CALLING
            self.current = OVER
        else:
            self.next_deal()

    # Announcing: nuss.9, nuss.r4

    def against_calling(self, seat: i64) -> str:
        if seat == CHANCE:
            return self.against_chance()
        return "nuss.r4" if not self.race and (self.stage != Stage.CALLING or seat != self.turn) else ""

    def against_announce(self, seat: i64, value: i64) -> str:
        clause = self.against_calling(seat)
        return clause or ("" if value <= self.highest else "nuss.r5")

    def announce(self, seat: i64, value: i64) -> None:
        self.reveal(seat, value)
        self.award(seat, value == self.aside, 1)
        self.voids = 0
        if self.leader() != NOBODY:  # nuss.10
            self.current = OVER
        else:
            self.next_deal()

    def award(self, seat: i64, right: bool, chips: i64) -> None:
        """Give chips to the announcer, or to everybody else."""
        for player in range(self.seats):
            if (player == seat) == right:
                self.add_to_chips(player, chips)

    def reveal(self, seat: i64, value: i64) -> None:
        """Note an announcement and what the card was."""
        if self.revealed == MOST_REVEALED:
            later = [self.dump_announcement(index) for index in range(1, MOST_REVEALED)]
            self.clear_revealed()
            for one, called, card in later:
                self.note_announcement(one, called, card)
        self.note_announcement(seat, value, self.aside)

    def against_pass(self, seat: i64) -> str:
        clause = self.against_calling(seat)
        return "nuss.r4" if clause == "" and self.race else clause

    def pass_(self, seat: i64) -> None:
        if self.turn == self.asker:
            self.next_question()
        else:
            self.call_on(left_of(self.turn, self.seats))

    def next_deal(self) -> None:  # nuss.r1
        self.deal += 1
        self.begin_deal(left_of(self.starter, self.seats))

    # The end: nuss.10, nuss.r3

    def leader(self) -> i64:
        """Return who has at least the target and more than everybody else, or NOBODY."""
        best: i64 = NOBODY
        most = self.target - 1
        for seat in range(self.seats):
            chips = self.chips(seat)
            if chips > most:
                best = seat
                most = chips
            elif chips == most:
                best = NOBODY
        return best

    def ending(self) -> str:
        return "nuss.r3" if self.leader() == NOBODY else "nuss.10"

    def result(self) -> Result:
        return ranked(self.all_points(), self.ending())

    # Who sees what: nuss.2, 6

    def unseen_by(self, seat: int, action: int) -> list[int]:
        told: list[int] = []
        if CHOOSE <= action < ANNOUNCE:  # nuss.6: what is pushed over first, not even the asker sees (nuss.r2)
            told = [seat, int(self.asked)]
        elif DEAL <= action < ASK:
            told = [int(self.turn)]
        elif not ASIDE <= action < DEAL:
            return []
        return [other for other in [SPECTATOR, *range(int(self.seats))] if other not in told]

    def sees_question(self, seat: i64, index: i64) -> bool:
        """Return whether a seat saw the cards that were exchanged."""
        return seat == self.question_asked(index) or seat == self.asker_of(index)

    def is_turned_up(self) -> bool:
        """Return whether the card aside lies open: the game ended with an announcement."""
        return self.current == OVER and self.voids == 0
